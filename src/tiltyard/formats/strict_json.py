"""JSON without its traps: no NaN, no doubled keys, no bottomless nesting, no numbers of a mile."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from tiltyard.core.errors import TournamentUnreadable

DIGITS = 18
_MANY_DIGITS = re.compile(rf"[0-9]{{{DIGITS + 1}}}")


def decode(raw: bytes) -> object:
    """Return the value a JSON text holds, or refuse the text in one sentence."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8: byte {error.start} cannot be read"
        raise TournamentUnreadable(message, fix="save it as UTF-8") from None
    try:
        return json.loads(
            text,
            object_pairs_hook=_table,
            parse_constant=_constant,
            parse_int=_whole_number if _MANY_DIGITS.search(text) else None,
        )
    except json.JSONDecodeError as error:
        message = f"the file is not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        raise TournamentUnreadable(message, fix="one JSON object") from None
    except _Absurd as absurd:
        line, column = _place(text, absurd.pattern)
        message = f"{absurd.message} (line {line}, column {column})"
        raise TournamentUnreadable(message, fix=absurd.fix) from None
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


class _Absurd(Exception):
    """A value no tournament has; `pattern` finds it in the text again."""

    def __init__(self, message: str, fix: str, pattern: str) -> None:
        super().__init__(message)
        self.message, self.fix, self.pattern = message, fix, pattern


def _constant(name: str) -> NoReturn:
    raise _Absurd(f"{name} is no number", "a whole number", re.escape(name))


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS:
        message = f"a number of {len(digits)} digits cannot be"
        raise _Absurd(message, f"at most {DIGITS} digits", re.escape(digits))
    return int(digits)


def _place(text: str, pattern: str) -> tuple[int, int]:
    """Return the line and column of something that stands outside quotes."""
    found = next(
        one for one in re.finditer(rf'"(?:\\.|[^"\\])*"|({pattern})', text) if one.group(1)
    )
    start = found.start()
    return text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1
