"""Names as people paste them: one line each, with or without headers, from any spreadsheet."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused, TournamentUnreadable
from tiltyard.core.plain_text import LONGEST_NAME, require_name, tidy
from tiltyard.formats.foreign.player_table import looks_like_players, read_players
from tiltyard.formats.foreign.table import MOST_LINES, read_table
from tiltyard.web.errors import passed_on
from tiltyard.words.refusals import refusal_text
from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tiltyard.formats.foreign.model import Remark
    from tiltyard.formats.foreign.player_table import Column, PlayerTable

_CLUBS = re.compile(r"\s*[|/,;]\s*")


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
class NameList:
    """What was read: players, and lines that cannot be read.

    Of a table with headings `columns` says what they were taken for, `notes` by their places what
    stands in columns that have no place at an event, and `remarks` what else is to be said.

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
    remarks: tuple[Remark, ...] = ()


def same_name(name: str) -> str:
    """Return a name as it is compared with others."""
    return tidy(name).casefold()


def read_names(text: str, known: Iterable[str] = ()) -> NameList:
    """Read a pasted list or table; `known` are the names of those who are registered."""
    text = text.lstrip("\ufeff").replace("\0", "")
    there = set(map(same_name, known))
    if _is_table(text):
        return _of_table(text, there)
    rows = [(n, row) for n, row in enumerate(_rows(text), 1) if any(cell.strip() for cell in row)]
    if len(rows) > MOST_LINES:
        raise Refused("more-than-lines-once", most_lines=MOST_LINES)
    lines: list[Line] = []
    unread: list[Unread] = []
    for place, row in rows:
        try:
            lines.append(_line(place, row))
        except Refused as no:
            unread.append(Unread(place, tidy(" ".join(row), LONGEST_NAME), _problem(no)))
    return _compared(lines, unread, there)


def _is_table(text: str) -> bool:
    """Whether the first line says what stands below it."""
    try:
        table = read_table(text)
    except TournamentUnreadable:
        return False
    return looks_like_players(table.headings)


def _of_table(text: str, known: set[str]) -> NameList:
    """Read a table as every other way in reads it."""
    try:
        table = read_players(text)
    except TournamentUnreadable as no:
        if len(read_table(text).lines) == 0:
            return NameList()
        raise passed_on(Refused, no, "names") from no
    found = _compared(_lines_of(table), [], known)
    notes = {one.line: tuple(table.notes_on(one).items()) for one in table.players}
    return replace(found, columns=table.columns, notes=notes, remarks=table.remarks)


def _lines_of(table: PlayerTable) -> list[Line]:
    return [
        Line(one.line, one.name, one.faction, one.clubs, one.number, one.table, one.total)
        for one in table.players
    ]


def _problem(no: Refused) -> str:
    """Return what is wrong with a line, with how long a name may be where that is it."""
    if no.code == "name-too-long":
        return say("desk.the-name-is-too-long", most=LONGEST_NAME)
    return refusal_text(no)


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
    try:
        return [
            next(csv.reader([line], delimiter=_separator(line)), []) for line in text.splitlines()
        ]
    except csv.Error:
        raise Refused("list-cannot-read") from None


def _separator(line: str) -> str:
    """Return what stands between the cells of a line: tabs, else semicolons, else commas."""
    return next((one for one in "\t;" if one in line), ",")


def _line(place: int, row: Sequence[str]) -> Line:
    """Return who a line names: the name, the faction, then clubs."""
    name, faction, *clubs = (*(cell.strip() for cell in row), "", "")
    named = tuple(club for cell in clubs for club in _CLUBS.split(cell) if club)
    return Line(place, require_name(name, "a-player"), faction or None, named)
