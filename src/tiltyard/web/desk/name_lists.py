"""Names as people paste them: one line each, with or without headers, from any spreadsheet."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import LONGEST_NAME, require_name, tidy
from tiltyard.formats.foreign.player_table import HEADINGS
from tiltyard.formats.foreign.table import plain_heading
from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOST_LINES = 2000
_FURTHER = {"first": "first", "last": "last", "affiliations": "club"}
_SHORT = {"first_name": "first", "last_name": "last", "email": ""}
_PLAIN = ("name", "faction", "club")
_NUMBERS = ("number", "table", "total")
_CLUBS = re.compile(r"\s*[|/,;]\s*")
_COLUMNS = {
    plain_heading(word): _SHORT.get(meaning, meaning)
    for meaning, words in HEADINGS.items()
    for word in words
}
_LONGEST_NOTE = 200


@dataclass(frozen=True, slots=True)
class Line:
    """A player as a line names them; `number`, `table` and `total` only where they were given."""

    place: int
    name: str
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    number: int | None = None
    table: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that names nobody: what it says, and what is wrong with it."""

    place: int
    text: str
    problem: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, and what it is taken for (empty: nothing)."""

    heading: str
    meaning: str


@dataclass(frozen=True, slots=True)
class NameList:
    """What was read: players, and lines that cannot be read.

    Of a table with headings `columns` says what they were taken for, and `notes` by their places
    what stands in columns that have no place at an event.

    By their places: whose name is `known`, whose comes `twice`, and who is `chosen` at first:
    nobody who seems to be there already.
    """

    lines: tuple[Line, ...] = ()
    unread: tuple[Unread, ...] = ()
    known: frozenset[int] = frozenset()
    twice: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    columns: tuple[Column, ...] = ()
    notes: Mapping[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)


def same_name(name: str) -> str:
    """Return a name as it is compared with others."""
    return tidy(name).casefold()


def read_names(text: str, known: Iterable[str] = ()) -> NameList:
    """Read a pasted list; `known` are the names of those who are registered."""
    rows = [(n, row) for n, row in enumerate(_rows(text), 1) if any(cell.strip() for cell in row)]
    if len(rows) > MOST_LINES:
        raise Refused(f"more than {MOST_LINES} lines at once", fix="paste them in parts")
    headers = _headers(rows[0][1]) if rows else None
    lines: list[Line] = []
    unread: list[Unread] = []
    for place, row in rows[1:] if headers else rows:
        try:
            lines.append(_line(place, headers or _PLAIN, row))
        except Refused as no:
            unread.append(Unread(place, tidy(" ".join(row), LONGEST_NAME), _problem(no)))
    found = _compared(lines, unread, set(map(same_name, known)))
    if not headers:
        return found
    titles = [tidy(cell) for cell in rows[0][1]]
    return replace(
        found,
        columns=tuple(map(Column, titles, headers)),
        notes={place: notes for place, row in rows[1:] if (notes := _notes(titles, headers, row))},
    )


def _notes(
    titles: Sequence[str], headers: Sequence[str], row: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return what a line says in columns nobody asks for."""
    return tuple(
        (title, tidy(cell, _LONGEST_NOTE))
        for title, meaning, cell in zip(titles, headers, row, strict=False)
        if not meaning and cell.strip()
    )


def _problem(no: Refused) -> str:
    """Return what is wrong with a line, with how long a name may be where that is it."""
    if no.field == "name" and no.fix and any(letter.isdigit() for letter in no.fix):
        return gettext("the name is too long: %(most)d characters are possible") % {
            "most": LONGEST_NAME
        }
    return no.message


def _compared(lines: list[Line], unread: list[Unread], known: set[str]) -> NameList:
    """Compare the names with one another and with those who are registered."""
    names = {line.place: same_name(line.name) for line in lines}
    often = Counter(names.values())
    first = {name: place for place, name in reversed(names.items())}
    return NameList(
        tuple(lines),
        tuple(unread),
        known=frozenset(place for place, name in names.items() if name in known),
        twice=frozenset(place for place, name in names.items() if often[name] > 1),
        chosen=frozenset(place for name, place in first.items() if name not in known),
    )


def _rows(text: str) -> list[list[str]]:
    """Split every line by the separator it uses."""
    text = text.lstrip("\ufeff").replace("\0", "")
    try:
        return [
            next(csv.reader([line], delimiter=_separator(line)), []) for line in text.splitlines()
        ]
    except csv.Error:
        raise Refused("this list cannot be read", fix="one name in each line") from None


def _separator(line: str) -> str:
    """Return what stands between the cells of a line: tabs, else semicolons, else commas."""
    return next((one for one in "\t;" if one in line), ",")


def _headers(row: Sequence[str]) -> tuple[str, ...] | None:
    """Return what the columns are called, if the first line says so."""
    names = [_meaning(cell) for cell in row]
    if "first" in names and "name" in names and "last" not in names:
        names[names.index("name")] = "last"  # Vorname and Name, prénom and nom
    return tuple(names) if {"name", "first", "last"}.intersection(names) else None


def _meaning(cell: str) -> str:
    heading = tidy(cell).casefold().rstrip(".")
    return _FURTHER.get(heading) or _COLUMNS.get(plain_heading(cell), "")


def _line(place: int, headers: Sequence[str], row: Sequence[str]) -> Line:
    cells: dict[str, list[str]] = {}
    for n, cell in enumerate(row):
        column = headers[n] if n < len(headers) else "club" if headers is _PLAIN else ""
        if cell.strip():
            cells.setdefault(column, []).append(cell.strip())
    name = " ".join(cells.get("name") or [*cells.get("first", []), *cells.get("last", [])])
    numbers = {one: _number(one, cells[one][0]) for one in _NUMBERS if one in cells}
    clubs = [club for cell in cells.get("club", []) for club in _CLUBS.split(cell) if club]
    faction = cells.get("faction", [""])[0]
    return Line(place, require_name(name, "a player"), faction or None, tuple(clubs), **numbers)


def _number(what: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Refused(f"{what} {text[:20]!r} is no whole number", fix="digits only")
    return int(text)
