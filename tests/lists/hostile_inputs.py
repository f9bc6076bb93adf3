"""Inputs that are no lists: bombs, bottomless nesting, wrong encodings, garbage of every kind."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

from tests.lists.example_cards import squad

GOOD = squad(("kitecadet", "kite", {}))
PILOT = {"name": "kitecadet", "ship": "kite"}
MEGABYTE = 1_000_000


def _squad(**more: Any) -> bytes:
    return json.dumps({**GOOD, **more}).encode()


def _pilots(*pilots: Any) -> bytes:
    return _squad(pilots=list(pilots))


def _packed(raw: bytes) -> bytes:
    return zlib.compress(raw, 9)


def _bomb(size: int) -> bytes:
    """Return zlib data that unpacks to so many spaces, without ever holding them."""
    machine = zlib.compressobj(9)
    parts = [machine.compress(b" " * MEGABYTE) for _ in range(size // MEGABYTE)]
    return b"".join(parts) + machine.flush()


def _noise(seed: int, size: int) -> bytes:
    return b"\x00\x01" + random.Random(seed).randbytes(size)


def hostile_inputs() -> dict[str, bytes]:
    """Return the inputs by what is wrong with them."""
    text = json.dumps(GOOD)
    bomb = _bomb(50 * MEGABYTE)
    return {
        # nothing, and not text
        "empty": b"",
        "only spaces": b" \n\t\r\n ",
        "only a mark": b"\xef\xbb\xbf",
        "only a 16 bit mark": b"\xff\xfe",
        "a null": b"\x00",
        "nulls": b"\x00" * 10_000,
        "noise": _noise(1, 5_000),
        "more noise": _noise(2, 200_000),
        "a picture": b"\x89PNG\r\n\x1a\n" + _noise(3, 500),
        "a photo": b"\xff\xd8\xff\xe0" + _noise(4, 500),
        "an animation": b"GIF89a" + _noise(5, 100),
        "a PDF": b"%PDF-1.4\n" + _noise(6, 500),
        "an archive": b"PK\x03\x04" + _noise(7, 500),
        "gzip": b"\x1f\x8b\x08" + _noise(8, 500),
        "a database": b"SQLite format 3\x00" + _noise(9, 100),
        "an escape sequence": b"Rebel\n\x1b[2J\x1b[1;1H Cadet 20",
        "a bell": b"Cadet \x07 20",
        # encodings
        "UTF-16 without a mark": text.encode("utf-16-le"),
        "UTF-16 cut in half": text.encode("utf-16")[:-1],
        "UTF-32 cut": text.encode("utf-32")[:-2],
        "UTF-16 with half a character": b"\xff\xfe\x00\xd8A\x00",
        "a marked text that is not UTF-8": b"\xef\xbb\xbf" + b'{"faction": "\xff"}',
        "half a character escaped": _squad(name="\ud800"),
        "half a faction": _squad(faction="\udfff"),
        "half a pilot": _pilots({"name": "a\ud83d"}),
        "half a slot": _pilots({**PILOT, "upgrades": {"\ud800": ["a"]}}),
        # size
        "10 MB of text": b"Cadet 20\n" * (10 * MEGABYTE // 9),
        "10 MB in one line": b"x" * 10 * MEGABYTE,
        "10 MB of JSON": _squad(description="x" * 10 * MEGABYTE),
        "10 MB of brackets": b"[" * 10 * MEGABYTE,
        "10 MB of digits": b'{"faction": "rebel", "points": ' + b"9" * 10 * MEGABYTE + b"}",
        "10 MB of emoji": "🛩".encode() * (10 * MEGABYTE // 4),
        "a key of 1 MB": json.dumps({"k" * MEGABYTE: 1}).encode(),
        "a million pilots": b'{"faction":"rebel","pilots":[' + b"{}," * MEGABYTE + b"{}]}",
        "501 pilots": _pilots(*[{"name": "a"}] * 501),
        "201 upgrades": _pilots({**PILOT, "upgrades": {"crew": ["a"] * 201}}),
        "21 squads": json.dumps([GOOD] * 21).encode(),
        "a name of a page": _squad(name="n" * 5_000),
        "a pilot of a page": _pilots({"name": "n" * 5_000}),
        "a slot of a page": _pilots({**PILOT, "upgrades": {"s" * 5_000: ["a"]}}),
        # nesting
        "100,000 brackets": b"[" * 100_000,
        "30,000 brackets closed": b"[" * 30_000 + b"]" * 30_000,
        "10,000 objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        "2,000 wrappers": b'{"xws":' * 2_000 + text.encode() + b"}" * 2_000,
        "ten wrappers": b'{"xws":' * 10 + text.encode() + b"}" * 10,
        "a deep vendor": _squad(vendor=0)[:-2] + b"[" * 20_000 + b"]" * 20_000 + b"}",
        # JSON that is none, or says nothing
        "half a JSON": text[: len(text) // 2].encode(),
        "JSON and a half": (text + text[:10]).encode(),
        "NaN": text.replace('"1.0.0"', "NaN").encode(),
        "infinite points": text.replace('"1.0.0"', '"1", "points": Infinity').encode(),
        "points with an exponent": text.replace('"1.0.0"', '"1", "points": 1e400').encode(),
        "points of 5,000 digits": text.replace('"1.0.0"', f'"1", "points": {"9" * 5000}').encode(),
        "points below everything": _squad(points=-(10**9)),
        "half points": _squad(points=49.5),
        "points as words": _squad(points="a hundred"),
        "doubled keys": text.replace('"faction"', '"pilots": [], "faction"').encode(),
        "a doubled key of 50 KB": json.dumps({"k" * 25_000: 1}).encode()[:-1]
        + b',"'
        + b"k" * 25_000
        + b'":1}',
        "an empty object": b"{}",
        "an empty list": b"[]",
        "a list of lists": b"[[[]]]",
        "a list of numbers": b"[1, 2, 3]",
        "no pilots": _squad(pilots=[]),
        "pilots as text": _squad(pilots="kitecadet"),
        "pilots as an object": _squad(pilots={"0": PILOT}),
        "a pilot as a number": _pilots(5),
        "a pilot without a name": _pilots({"ship": "kite"}),
        "a faction as a list": _squad(faction=["rebel"]),
        "no faction": _squad(faction=None),
        "upgrades as a number": _pilots({**PILOT, "upgrades": 3}),
        "an upgrade as an object": _pilots({**PILOT, "upgrades": {"crew": [{"a": 1}]}}),
        "obstacles as a number": _squad(obstacles=3),
        "single quotes": text.replace('"', "'").encode(),
        # packed
        "a bomb": bomb,
        "a bomb as base64": base64.b64encode(bomb),
        "a bomb as hexadecimal": bomb[:20_000].hex().encode(),
        "a bomb in a bomb": _packed(_packed(bomb)),
        "a packed bomb as text": bomb.decode("latin-1").encode(),
        "a torn code": _packed(text.encode())[:-8],
        "a torn code as base64": base64.b64encode(_packed(text.encode())[:-8]),
        "packed noise": _packed(_noise(10, 2_000)),
        "packed noise as base64": base64.b64encode(_packed(_noise(11, 2_000))),
        "a packed half character": _packed(_squad(name="\ud800")),
        "packed words that are no JSON": base64.b64encode(_packed(b'{"faction": rebel, "p": 1}')),
        "packed brackets": _packed(b"[" * 200_000),
        # words that are no list
        "a word of 60 KB": b"x" * 60_000,
        "a code of nothing": b"QUJD" * 1_000,
        "digits of a code": b"ab" * 20_000,
        "a damaged code": b"eJyrVkrLz1eyUkpKLFKqBQAmTgTneJyrVkrLz1eyUkpKLFKq",
        "60 KB of brackets": b"(" * 60_000,
        "60 KB of commas": b"," * 60_000,
        "60 KB of ligatures": "\ufdfa".encode() * 20_000,
        "a page of the web": b"<!doctype html><script>alert(1)</script>",
        "an address": b"https://example.org/?squad=Rebel",
        # our own form
        "a list of another version": b'{"format": "tiltyard/list/2", "musters": []}',
        "a list without musters": b'{"format": "tiltyard/list/1"}',
        "a list of 501 entries": json.dumps(
            {"format": "tiltyard/list/1", "musters": [{"entries": [{"name": "a"}] * 501}]}
        ).encode(),
        "a list with an unknown key": b'{"format": "tiltyard/list/1", "muster": []}',
    }
