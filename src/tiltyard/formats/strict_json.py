"""JSON without its traps: no NaN, no doubled keys, no bottomless nesting, no numbers of a mile."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import TYPE_CHECKING, Any, NoReturn

from tiltyard.core.errors import TournamentUnreadable
from tiltyard.words.language import marked

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 18
_MANY_DIGITS = re.compile(rf"[0-9]{{{DIGITS + 1}}}")
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")
_BARE_WORD = re.compile(r'"(?:\\.|[^"\\])*"|([^\s",:\[\]{}]+)')


SAID_BY_JSON = (
    marked("Expecting value"),
    marked("Expecting property name enclosed in double quotes"),
    marked("Expecting ':' delimiter"),
    marked("Expecting ',' delimiter"),
    marked("Extra data"),
    marked("Illegal trailing comma before end of object"),
    marked("Illegal trailing comma before end of array"),
    marked("Invalid control character at"),
    marked("Unterminated string starting at"),
)
"""What Python has to say about a text that is not JSON; a sentence of ours holds it."""


def decode(raw: bytes, *, finite: bool = False) -> object:
    """Return the value a JSON text holds, or refuse the text in one sentence.

    `finite` refuses numbers without end such as 1e999 here; else whoever reads them says where.
    """
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
            parse_float=_finite if finite else None,
            parse_int=_whole_number if _MANY_DIGITS.search(text) else None,
        )
    except json.JSONDecodeError as error:
        message = f"the file is not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        raise TournamentUnreadable(message, fix="one JSON object") from None
    except _Absurd as absurd:
        line, column = _place(text, absurd.word)
        message = f"{absurd.message} (line {line}, column {column})"
        raise TournamentUnreadable(message, fix=absurd.fix) from None
    except RecursionError:
        message = "the file is nested too deeply to be a tournament"
        raise TournamentUnreadable(
            message, fix="one JSON object of the format tiltyard/1"
        ) from None


def encode(
    value: object, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    """Return a value as JSON that every program reads: half a character is written as its number.

    What JSON has no number for is refused with a ValueError.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, default=default)
    return _HALF_CHARACTER.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        doubled = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise TournamentUnreadable("key-stands-twice-one-object", field=doubled, doubled=doubled)
    return table


class _Absurd(Exception):
    """A value no tournament has, as the word that stands for it in the text."""

    def __init__(self, message: str, fix: str, word: str) -> None:
        super().__init__(message)
        self.message, self.fix, self.word = message, fix, word


def _constant(name: str) -> NoReturn:
    raise _Absurd(f"{name} is no number", "a whole number", name)


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise _Absurd("a number of this size cannot be", f"at most {DIGITS} digits", digits)
    return number


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS:
        message = f"a number of {len(digits)} digits cannot be"
        raise _Absurd(message, f"at most {DIGITS} digits", digits)
    return int(digits)


def _place(text: str, word: str) -> tuple[int, int]:
    """Return the line and column of a word outside quotes; more letters may be stuck to it."""
    words = (one for one in _BARE_WORD.finditer(text) if one.group(1) is not None)
    found = next(one for one in words if one.group(1).startswith(word))
    start = found.start()
    return text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1
