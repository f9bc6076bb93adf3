"""JSON without its traps: no NaN, no doubled keys, no bottomless nesting, no numbers of a mile."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import TYPE_CHECKING, Any, NoReturn

from tiltyard.engine.errors import Phrase, TournamentUnreadable

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 18
NESTED_TOO_DEEPLY = "file-nested-too-deeply"
_MANY_DIGITS = re.compile(rf"[0-9]{{{DIGITS + 1}}}")
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")
_BARE_WORD = re.compile(r'"(?:\\.|[^"\\])*"|([^\s",:\[\]{}]+)')


SAID_BY_JSON = {
    "Expecting value": "value-expected",
    "Expecting property name enclosed in double quotes": "key-expected",
    "Expecting ':' delimiter": "colon-expected",
    "Expecting ',' delimiter": "comma-expected",
    "Extra data": "extra-data",
    "Illegal trailing comma before end of object": "comma-before-end-of-object",
    "Illegal trailing comma before end of array": "comma-before-end-of-array",
    "Invalid control character at": "control-character",
    "Unterminated string starting at": "string-without-end",
}
"""What Python has to say about a text that is not JSON, and our code for it."""


def decode(raw: bytes, *, finite: bool = False) -> object:
    """Return the value a JSON text holds, or refuse the text in one sentence.

    `finite` refuses numbers without end such as 1e999 here; else whoever reads them says where.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TournamentUnreadable("file-not-utf-8", start=error.start) from None
    try:
        return json.loads(
            text,
            object_pairs_hook=_table,
            parse_constant=_constant,
            parse_float=_finite if finite else None,
            parse_int=_whole_number if _MANY_DIGITS.search(text) else None,
        )
    except json.JSONDecodeError as error:
        raise TournamentUnreadable(
            "file-not-json",
            problem=json_problem(error.msg),
            line=error.lineno,
            column=error.colno,
        ) from None
    except _Absurd as absurd:
        line, column = _place(text, absurd.word)
        raise TournamentUnreadable(absurd.code, line=line, column=column).naming(
            absurd.facts
        ) from None
    except RecursionError:
        raise TournamentUnreadable(NESTED_TOO_DEEPLY) from None


def encode(
    value: object, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    """Return a value as JSON that every program reads: half a character is written as its number.

    What JSON has no number for is refused with a ValueError.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, default=default)
    return _HALF_CHARACTER.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def json_problem(message: str) -> str | Phrase:
    """Return what Python says about a text that is not JSON, as a part of a sentence of ours."""
    code = SAID_BY_JSON.get(message)
    return Phrase(f"json-problems.{code}") if code else message


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        doubled = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise TournamentUnreadable("key-stands-twice-one-object", field=doubled, doubled=doubled)
    return table


class _Absurd(Exception):
    """A value no tournament has, as the word that stands for it in the text."""

    def __init__(self, code: str, word: str, **facts: object) -> None:
        super().__init__(code)
        self.code, self.word, self.facts = code, word, facts


def _constant(name: str) -> NoReturn:
    raise _Absurd("constant-no-number", name, name=name)


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise _Absurd("number-without-end", digits, most=DIGITS)
    return number


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS:
        raise _Absurd("number-too-many-digits", digits, digits=len(digits), most=DIGITS)
    return int(digits)


def _place(text: str, word: str) -> tuple[int, int]:
    """Return the line and column of a word outside quotes; more letters may be stuck to it."""
    words = (match for match in _BARE_WORD.finditer(text) if match.group(1) is not None)
    found = next(match for match in words if match.group(1).startswith(word))
    start = found.start()
    return text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1
