"""JSON without its traps: no NaN, no doubled keys, no bottomless nesting, no numbers of a mile."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from tiltyard.core.errors import TournamentUnreadable

DIGITS = 18


def decode(raw: bytes) -> object:
    """Return the value a JSON text holds, or refuse the text in one sentence."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8: byte {error.start} cannot be read"
        raise TournamentUnreadable(message, fix="save it as UTF-8") from None
    try:
        return json.loads(
            text, object_pairs_hook=_table, parse_constant=_constant, parse_int=_whole_number
        )
    except json.JSONDecodeError as error:
        message = f"the file is not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        raise TournamentUnreadable(message, fix="one JSON object") from None
    except RecursionError:
        message = "the file is nested too deeply to be a tournament"
        raise TournamentUnreadable(
            message, fix="one JSON object of the format tiltyard/1"
        ) from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        doubled = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        message = f"the key {doubled!r} stands twice in one object"
        raise TournamentUnreadable(message, field=doubled, fix="keep one of them")
    return table


def _constant(name: str) -> NoReturn:
    raise TournamentUnreadable(f"{name} is no number", fix="a whole number")


def _whole_number(digits: str) -> int:
    if len(digits) > DIGITS:
        message = f"a number of {len(digits)} digits cannot be"
        raise TournamentUnreadable(message, fix=f"at most {DIGITS} digits")
    return int(digits)
