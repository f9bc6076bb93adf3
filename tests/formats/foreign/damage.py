"""Damage at random: what a slip of the hand, a bad export or a broken copy does to a file."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    "",
    "  ",
    "abc",
    "12",
    "12.5",
    "-3",
    "BYE",
    "\x00\x1f\u202e",
    "&lt;b&gt;",
    "x" * 500,
    "\ud800",
    -5,
    0,
    1,
    3.7,
    1e300,
    10**17,
    10**40,
    True,
    False,
    [],
    {},
    [[]],
    {"a": {"b": []}},
    ["a", 1, None],
)


def damaged(raw: bytes, seed: str) -> bytes:
    """Return a file with one to five things wrong in it."""
    lots = random.Random(seed)
    if lots.random() < 0.2:
        return _bytes_damaged(raw, lots)
    try:
        value = json.loads(raw.decode("utf-8", "replace"))
    except ValueError:
        return _lines_damaged(raw, lots)
    value = copy.deepcopy(value)
    for _ in range(lots.randint(1, 5)):
        value = _value_damaged(value, lots)
    text = json.dumps(value)
    return text.encode(lots.choice(("utf-8", "utf-8", "utf-8", "utf-16", "latin-1", "utf-8-sig")))


def _bytes_damaged(raw: bytes, lots: random.Random) -> bytes:
    way = lots.randrange(4)
    place = lots.randrange(max(1, len(raw)))
    if way == 0:
        return raw[:place]
    if way == 1:
        return raw[place:]
    if way == 2:
        return raw[:place] + bytes([lots.randrange(256)]) + raw[place + 1 :]
    return raw[:place] + lots.randbytes(lots.randint(1, 8)) + raw[place:]


def _lines_damaged(raw: bytes, lots: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    for _ in range(lots.randint(1, 5)):
        place = lots.randrange(len(lines))
        way = lots.randrange(4)
        if way == 0:
            del lines[place]
        elif way == 1:
            lines.insert(place, lines[lots.randrange(len(lines))])
        elif way == 2:
            lines[place] = lines[place].replace(b",", b";").replace(b">", b"", 1)
        else:
            odd = str(lots.choice(ODD)).encode("utf-8", "replace")
            lines[place] = lines[place].replace(b"1", odd)
        if not lines:
            return b""
    return b"".join(lines)


def _value_damaged(value: Any, lots: random.Random) -> Any:
    places = list(_places(value))
    if not places:
        return lots.choice(ODD)
    holder, key = lots.choice(places)
    way = lots.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif way == 2 and isinstance(holder, list):
        lots.shuffle(holder)
    elif way == 3:
        other, there = lots.choice(places)
        holder[key] = copy.deepcopy(other[there])
    elif way == 4 and isinstance(holder[key], int | float):
        holder[key] = str(holder[key])
    else:
        holder[key] = copy.deepcopy(lots.choice(ODD))
    return value


def _places(value: Any) -> Any:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _places(inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield value, place
            yield from _places(inner)
