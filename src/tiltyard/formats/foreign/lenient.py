"""Loose values: what makes sense is taken, what does not is left out and remarked upon."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.engine.plain_text import LONGEST_NAME, tidy
from tiltyard.formats.strict_json import json_problem
from tiltyard.formats.values import shown

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Remarks

MOST = 1_000_000
_DIGITS = 18
_MOST_DIGITS = 12
"""More digits before or behind the point were never published by a person."""

_NUMBER = re.compile(r"[+-]?\d{1,12}(?:[.,]\d{1,12})?")
_YES = frozenset({"1", "true", "yes", "y", "x", "ja", "si", "oui", "dropped"})
_DATES = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y")
_INSIDE = ("tournament", "event", "data")


def loose_json(text: str, remarks: Remarks) -> object:
    """Return the value of a JSON text; doubled keys and absurd numbers are remarked upon."""

    def table(pairs: list[tuple[str, object]]) -> dict[str, object]:
        result = dict(pairs)
        if len(result) != len(pairs):
            remarks.add("key-twice")
        return result

    def nothing(_: str) -> None:
        remarks.add("number-absurd")

    def whole_or_nothing(digits: str) -> int | None:
        if len(digits) <= _DIGITS:
            return int(digits)
        remarks.add("number-absurd")
        return None

    try:
        return json.loads(
            text,
            strict=False,
            object_pairs_hook=table,
            parse_constant=nothing,
            parse_int=whole_or_nothing,
            parse_float=_exact,
        )
    except json.JSONDecodeError as error:
        raise TournamentUnreadable(
            "file-not-json-line-column",
            problem=json_problem(error.msg),
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise TournamentUnreadable("file-nested-too-deeply-tournament") from None


def _exact(digits: str) -> Decimal | None:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None


class Entry:
    """An object of a foreign file: its keys are found however they are spelled."""

    def __init__(self, raw: object) -> None:
        self.raw: Mapping[str, object] = raw if isinstance(raw, Mapping) else {}
        self._plain = {_plain(key): value for key, value in self.raw.items()}

    def get(self, *names: str) -> object:
        """Return the first value that one of the names has, or none."""
        for name in names:
            value = self._plain.get(_plain(name))
            if value is not None:
                return value
        return None

    def has(self, *names: str) -> bool:
        """Whether one of the names is a key here."""
        return any(_plain(name) in self._plain for name in names)

    def entry(self, *names: str) -> Entry:
        """Return an object inside this one, empty where there is none."""
        return Entry(self.get(*names))


def _plain(key: str) -> str:
    return "".join(char for char in key.casefold() if char.isalnum())


def listed(raw: object) -> list[object]:
    """Return a list, the values of an object in the order of its numbers, or nothing."""
    if isinstance(raw, list):
        return raw
    if isinstance(raw, Mapping):
        keys = sorted(raw, key=lambda key: (0, int(key)) if _is_number(key) else (1, 0))
        return [raw[key] for key in keys]
    return []


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def unwrapped(raw: object) -> object:
    """Return the tournament inside `{"tournament": ...}` or a list of one."""
    for _ in range(4):
        if isinstance(raw, list) and len(raw) == 1:
            raw = raw[0]
        elif isinstance(raw, Mapping) and not Entry(raw).has("players", "participants", "rounds"):
            inner = Entry(raw).get(*_INSIDE)
            if inner is None:
                break
            raw = inner
        else:
            break
    return raw


def name_in(raw: object) -> str:
    """Return a name that can be shown: one line, entities resolved; empty if there is none."""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        return ""
    return tidy(html.unescape(str(raw)), LONGEST_NAME)


def whole(raw: object, where: str, remarks: Remarks) -> int | None:
    """Return a whole number however it is written, or none and a remark."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return None
    value = _number(raw)
    if value is None or not value.is_finite() or value.adjusted() > 12 or abs(value) > MOST:
        remarks.add("not-a-number", where, found=shown(_brief(raw)))
        return None
    nearest = int(value.to_integral_value())
    if nearest != value:
        remarks.add("number-rounded", where, found=str(value), taken=nearest)
    return nearest


def count(raw: object, where: str, remarks: Remarks) -> int | None:
    """Return a number of points: what is below nothing counts as nothing."""
    number = whole(raw, where, remarks)
    if number is not None and number < 0:
        remarks.add("number-below-nothing", where, found=number)
        return 0
    return number


def _number(raw: object) -> Decimal | None:
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int | Decimal):
        return Decimal(raw)
    if isinstance(raw, str) and _NUMBER.fullmatch(raw.strip()):
        return Decimal(raw.strip().replace(",", "."))
    return None


def _brief(raw: object) -> object:
    return raw if isinstance(raw, str | int | list | dict | None) else str(raw)


def number_text(raw: object) -> str | None:
    """Return a published number as it was written, or none: `0.44`, `45`."""
    value = _number(raw)
    if value is None or not value.is_finite() or value.adjusted() > _MOST_DIGITS:
        return None
    if -int(value.as_tuple().exponent) > _MOST_DIGITS:
        value = round(value, _MOST_DIGITS) if value.adjusted() > -_MOST_DIGITS else Decimal(0)
        return f"{value:f}"
    return str(raw).strip().replace(",", ".") if isinstance(raw, str) else f"{value:f}"


def yes(raw: object) -> bool:
    """Whether something was ticked: true, 1, "yes" and the like."""
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, int | Decimal):
        return raw != 0
    return isinstance(raw, str) and raw.strip().casefold() in _YES


def day(raw: object, remarks: Remarks) -> date | None:
    """Return a day, or none and a remark: one event was on 2025-02-29."""
    if not isinstance(raw, str) or not raw.strip():
        return None
    written = raw.strip().partition("T")[0].partition(" ")[0]
    for pattern in _DATES:
        try:
            found = datetime.strptime(written, pattern).date()  # noqa: DTZ007  # a day has no zone
        except ValueError:
            continue
        if found.year >= 1900:
            return found
    remarks.add("no-such-day", "date", found=shown(raw))
    return None


def first_of(values: Iterable[str]) -> str:
    """Return the first text that says something."""
    return next((value for value in values if value), "")
