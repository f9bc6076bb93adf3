"""Files as real organizers and programs spoil them: each is imported and verified, or refused.

`python -m tests.formats.foreign.mutants [COUNT [SEED]]` does so with the real files.
"""

from __future__ import annotations

import copy
import gzip
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from tests.service.halls import new_desk
from tiltyard.engine.errors import Fault, Refused, Unreadable
from tiltyard.formats.answers import error_line
from tiltyard.formats.foreign.remarks import remark_text
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import FORMS, Wish
from tiltyard.service.foreign_importing import apply_import, preview_import
from tiltyard.service.published import compare_event, comparison_document
from tiltyard.service.verifying import verify_log
from tiltyard.text.refusals import refusal_text

library = cache(load)
ODD_NAMES = (
    "", " ", "BYE", "bye", "Ana", "ANA ", "A" * 300, "王小明", "محمد", "=1+1", "<b>x</b>", "a\x00b",
    "\u200b", "\u202eevil", "&amp;", "O'Neil", "null", "-", "0", "\ud800", "Ana (2)", "İ", "x\ty\n",
)  # fmt: skip
ODD_NUMBERS = (
    None, "", "0", "12", "12.5", "1,5", "abc", -1, -500, 0, 1, 3.5, 99999, 10**9, 10**30, 1e300,
    True, [], {}, "١٢", " 7 ", "½", "-0", "1e5",
)  # fmt: skip
Way = Callable[[Any, random.Random], Any]


# ------------------------------------------------------------------------ finding one's way


def inner(value: Any) -> dict[str, Any]:
    """The tournament inside its wrappers."""
    while (
        isinstance(value, dict) and len(value) == 1 and isinstance(next(iter(value.values())), dict)
    ):
        value = next(iter(value.values()))
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from objects(one)
    elif isinstance(value, list):
        for one in value:
            yield from objects(one)


def lists(value: Any) -> list[list[Any]]:
    found = [one for entry in objects(value) for one in entry.values() if isinstance(one, list)]
    return [one for one in found if one]


def with_key(value: Any, *parts: str) -> list[tuple[dict[str, Any], str]]:
    """Every object with a key whose name holds one of the parts."""
    return [
        (entry, key)
        for entry in objects(value)
        for key in entry
        if any(part in key.lower() for part in parts)
    ]


def put(lots: random.Random, places: list[tuple[dict[str, Any], str]], what: Iterable[Any]) -> None:
    choices = tuple(what)
    for entry, key in lots.sample(places, min(len(places), lots.choice((1, 1, 2, 5)))):
        entry[key] = copy.deepcopy(lots.choice(choices))


# ------------------------------------------------------------------------------ ways to spoil


def key_missing(value: Any, lots: random.Random) -> Any:
    entry = lots.choice([one for one in objects(value) if one] or [{"": 0}])
    del entry[lots.choice(list(entry))]
    return value


def key_missing_everywhere(value: Any, lots: random.Random) -> Any:
    keys = sorted({key for entry in objects(value) for key in entry})
    gone = lots.choice(keys or [""])
    for entry in list(objects(value)):
        entry.pop(gone, None)
    return value


def nothing_there(value: Any, lots: random.Random) -> Any:
    put(lots, with_key(value, ""), (None, "", [], {}))
    return value


def numbers_as_text(value: Any, lots: random.Random) -> Any:
    for entry in objects(value):
        for key, one in entry.items():
            if isinstance(one, int | float) and not isinstance(one, bool):
                entry[key] = lots.choice((str(one), f" {one} ", f"{one}.0"))
    return value


def odd_points(value: Any, lots: random.Random) -> Any:
    put(lots, with_key(value, "points", "score", "mov", "sos"), ODD_NUMBERS)
    return value


def odd_ranks(value: Any, lots: random.Random) -> Any:
    put(lots, with_key(value, "rank", "swiss", "elim", "seed"), (*ODD_NUMBERS, {"swiss": None}))
    return value


def odd_names(value: Any, lots: random.Random) -> Any:
    put(lots, with_key(value, "name", "player"), ODD_NAMES)
    return value


def same_ids(value: Any, lots: random.Random) -> Any:
    places = [one for one in with_key(value, "id", "pk") if not isinstance(one[0][one[1]], list)]
    if places:
        entry, key = lots.choice(places)
        put(lots, places, (entry[key],))
    return value


def self_pairing(value: Any, lots: random.Random) -> Any:
    games = [one for one in objects(value) if "player1" in one or "player1_id" in one]
    for game in lots.sample(games, min(len(games), 2)):
        for ending in ("", "_id"):
            if f"player1{ending}" in game:
                game[f"player2{ending}"] = game[f"player1{ending}"]
    return value


def two_matches(value: Any, lots: random.Random) -> Any:
    games = [one for one in objects(value) if "player1" in one or "player1_id" in one]
    if len(games) > 1:
        one, other = lots.sample(games, 2)
        for key in ("player1", "player1_id"):
            if key in one:
                other[key] = one[key]
    return value


def unknown_winner(value: Any, lots: random.Random) -> Any:
    for game in [one for one in objects(value) if "player1" in one or "player1_id" in one][:3]:
        game[lots.choice(("winner", "winner_id"))] = lots.choice(
            ("Nobody", 99999, None, [], "player2")
        )
        game["result"] = lots.choice(("win", "draw", "", None, "loss", "bye", 1))
    return value


def shuffled(value: Any, lots: random.Random) -> Any:
    for one in lots.sample(lists(value), min(len(lists(value)), 3)):
        lots.shuffle(one)
    return value


def doubled(value: Any, lots: random.Random) -> Any:
    for one in lots.sample(lists(value), min(len(lists(value)), 2)):
        one.append(copy.deepcopy(lots.choice(one)))
    return value


def emptied(value: Any, lots: random.Random) -> Any:
    if lists(value):
        lots.choice(lists(value)).clear()
    return value


def shortened(value: Any, lots: random.Random) -> Any:
    if lists(value):
        one = lots.choice(lists(value))
        del one[lots.randrange(len(one)) :]
    return value


def odd_rounds(value: Any, lots: random.Random) -> Any:
    put(lots, with_key(value, "round-number", "round_number", "round"), (*ODD_NUMBERS, 4, 2, "4"))
    put(
        lots,
        with_key(value, "round-type", "roundtype"),
        ("elimination", "swiss", "Elimination", None, 2, "2", "top8"),
    )
    return value


def another_bracket(value: Any, lots: random.Random) -> Any:
    rounds = inner(value).get("rounds")
    if isinstance(rounds, list) and rounds:
        more = copy.deepcopy(lots.choice(rounds))
        if isinstance(more, dict):
            more |= {"round-type": "elimination", "roundtype_id": 2}
            more |= {"round-number": lots.choice((8, 4, 3, 2, None, "2"))}
            rounds.insert(lots.randrange(len(rounds) + 1), more)
    return value


def odd_lists(value: Any, lots: random.Random) -> Any:
    armies = ("{bad", "http://x.example/1", {"pilots": [None]}, "a\x01b", "x" * 70_000, 7, [[]], {})
    for entry in [one for one in objects(value) if "name" in one][:6]:
        entry[lots.choice(("list", "list_json", "xws"))] = copy.deepcopy(lots.choice(armies))
    return value


def odd_top(value: Any, lots: random.Random) -> Any:
    top = inner(value)
    top["name"] = lots.choice((*ODD_NAMES, 5, None, []))
    top["date"] = lots.choice(("2025-02-29", "", None, 5, "31.12.2014", "2014-13-01T00:00:00Z"))
    top["format"] = lots.choice(("Armada", "Escalation", "Runewars", "Diskwars", "Middle-earth", 7))
    return value


def wrapped(value: Any, lots: random.Random) -> Any:
    ways: tuple[Callable[[Any], Any], ...] = (
        lambda one: {"tournament": one},
        lambda one: {"data": {"tournament": one}},
        lambda one: [one],
        lambda one: [one, one],
        lambda one: {"tournaments": [one]},
        json.dumps,
        lambda one: {"event": {"data": [one]}},
    )
    return lots.choice(ways)(value)


WAYS: tuple[Way, ...] = (
    key_missing, key_missing_everywhere, nothing_there, numbers_as_text, odd_points, odd_ranks,
    odd_names, same_ids, self_pairing, two_matches, unknown_winner, shuffled, doubled, emptied,
    shortened, odd_rounds, another_bracket, odd_lists, odd_top, wrapped,
)  # fmt: skip


# ------------------------------------------------------------------------------------- as bytes


def spoiled_bytes(raw: bytes, lots: random.Random) -> bytes:
    """The bytes as a bad copy, a wrong program or another encoding leave them."""
    text = raw.decode("utf-8", "replace").lstrip("\ufeff")
    place = lots.randrange(max(1, len(raw)))
    ways = (
        raw[:place],
        raw + raw[:50],
        raw[:place] + lots.randbytes(3) + raw[place + 3 :],
        b"\xef\xbb\xbf" + raw,
        text.encode("utf-16"),
        text.encode("utf-16-le"),
        text.encode("latin-1", "replace"),
        text.encode("utf-32"),
        gzip.compress(raw, mtime=0),
        b"PK\x03\x04" + raw,
        b"<!DOCTYPE html><html><body><pre>" + raw + b"</pre></body></html>",
        b"// exported\n" + raw,
        b"callback(" + raw + b");",
        text.replace(":", ': NaN, "x":', 1).encode(),
        text.replace("0", "Infinity", 2).encode(),
        text.replace("1", "1e999", 2).encode(),
        text.replace('"', "'").encode(),
        text.replace(",", ",\n\n").encode(),
        text.replace("\n", "\r").encode(),
        b"",
        b"null",
        b"[]",
        b"{}",
    )
    return lots.choice(ways)


def mutant(raw: bytes, seed: str) -> bytes:
    """One spoiled file; the same seed spoils it in the same way."""
    lots = random.Random(seed)
    if lots.random() < 0.85:
        try:
            value = json.loads(raw.decode("utf-8", "replace").lstrip("\ufeff"))
        except ValueError:
            return spoiled_bytes(raw, lots)
        for _ in range(lots.choice((1, 1, 1, 2, 3))):
            value = lots.choice(WAYS)(value, lots)
        raw = json.dumps(value, ensure_ascii=lots.random() < 0.5).encode("utf-8", "replace")
        if lots.random() < 0.9:
            return raw
    return spoiled_bytes(raw, lots)


# ---------------------------------------------------------------------------------- what is tried


def outcome(data: bytes, ruleset: str | None = None) -> str:
    """Import a file, verify it and hand it out again: what became of it, or an exception."""
    desk = new_desk()
    try:
        preview = preview_import(data, ruleset=ruleset, called="a file", library=library)
    except (Refused, Unreadable) as no:
        if isinstance(no, Fault) or not refusal_text(no) or not error_line(no, "a file"):
            raise
        if desk.events():
            raise AssertionError("a refused file left an event") from no
        return f"refused: {refusal_text(no)[:40]}"
    event = apply_import(desk, preview, "e")
    if len(event.entrants) != len(preview.tournament.players):
        raise AssertionError("somebody was lost")
    verdict = verify_log("e", desk.log("e"), desk.store.head("e"), library)
    if verdict.troubles:
        raise AssertionError(f"not verified: {verdict.troubles[0]}")
    for remark in preview.remarks:
        remark_text(remark)
    comparison = compare_event(desk, "e")
    if comparison is not None:
        json.dumps(comparison_document(comparison))
    for form in ("tiltyard1", "listjuggler", "listfortress"):
        FORMS[form](Wish(desk.level("e"), public=False))
    return "imported"


def run(count: int, seed: str) -> int:
    """Spoil the real files so many times; the number of those that brought out a fault."""
    from tests.real.test_foreign_imports import FOLDERS, files_of

    files = [path for folder in FOLDERS for path in files_of(folder)]
    weights = [1 / (1 + path.stat().st_size / 8_000) for path in files]
    lots = random.Random(seed)
    found: Counter[str] = Counter()
    faults = 0
    for number in range(count):
        (path,) = lots.choices(files, weights)
        name = f"{seed}/{number}"
        ruleset = "middle-earth" if path.stem.endswith("_final") else None
        started = time.monotonic()
        try:
            found[outcome(mutant(path.read_bytes(), name), ruleset)] += 1
        except Exception:  # noqa: BLE001  # every fault is to be seen
            faults += 1
            print(f"FAULT {path.name} {name}\n{traceback.format_exc()}", flush=True)  # noqa: T201
        if time.monotonic() - started > 5:
            print(f"slow: {path.name} {name}", flush=True)  # noqa: T201
    for what, times in found.most_common():
        print(f"{times:6} {what}")  # noqa: T201
    print(f"{count} files, {faults} faults")  # noqa: T201
    return faults


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    sys.exit(bool(run(wanted, sys.argv[2] if len(sys.argv) > 2 else "mutants")))
