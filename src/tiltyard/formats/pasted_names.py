"""Names as people paste them: one line each, numbered or not, from any spreadsheet or chat."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused, TournamentUnreadable
from tiltyard.engine.plain_text import LONGEST_NAME, require_name, tidy
from tiltyard.engine.rosters.factions import faction_named
from tiltyard.formats.foreign.foreign_tables import (
    MOST_LINES,
    looks_like_players,
    read_players,
    read_table,
)
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.formats.foreign.foreign_tables import Column, PlayerTable
    from tiltyard.formats.foreign.model import Remark

_CLUBS = re.compile(r"\s*[|/,;]\s*")
_LEADING = re.compile(
    r"""^\s*(?:
        [-*+•·▪◦‣–—]\s+
        | (?:no\.?\s*)?\(?\d{1,4}(?:[.):]\s*|\t|\s+[-–—]\s+)
        | \#\d{1,4}[.):]?\s+
    )+""",
    re.IGNORECASE | re.VERBOSE,
)
"""A bullet or a number before a name."""
_DASH = re.compile(r"\s+[-–—|]\s+")
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")
_ADDRESS = re.compile(r"<?(?:mailto:)?([^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+)>?")
"""An e-mail address, in angle brackets or not."""


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """A player as a line names them; `number`, `table` and `total` only where they were given."""

    place: int
    name: str
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    number: int | None = None
    table: int | None = None
    total: int | None = None
    contact: str = ""


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

    lines: tuple[TypedPlayer, ...] = ()
    unread: tuple[Unread, ...] = ()
    known: frozenset[int] = frozenset()
    twice: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    columns: tuple[Column, ...] = ()
    notes: Mapping[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether everybody of it can be entered without a look at it."""
        doubts = self.unread or self.known or self.twice or self.columns or self.remarks
        return bool(self.lines) and not doubts


def same_name(name: str) -> str:
    """Return a name as it is compared with others."""
    return tidy(name).casefold()


def read_names(text: str, known: Iterable[str] = (), rules: Ruleset | None = None) -> NameList:
    """Read a pasted list or table; `known` are the names of those who are registered.

    By the rules of the game its factions are told from clubs, wherever they stand in a line.
    """
    text = text.lstrip("\ufeff").replace("\0", "")
    there = set(map(same_name, known))
    if _is_table(text):
        return _of_table(text, there)
    rows = [(n, row) for n, row in enumerate(_rows(text), 1) if any(map(str.strip, row))]
    if len(rows) > MOST_LINES:
        raise Refused("more-than-lines-once", most_lines=MOST_LINES)
    lines: list[TypedPlayer] = []
    unread: list[Unread] = []
    for place, row in rows:
        try:
            lines.append(_line(place, row, rules))
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
        raise Refused(no.code, clause=no.clause, where=no.where, field="names").naming(
            no.facts
        ) from no
    found = _compared(_lines_of(table), [], known)
    notes = {line.line: tuple(line.notes.items()) for line in table.players}
    return replace(found, columns=table.columns, notes=notes, remarks=table.remarks)


def _lines_of(table: PlayerTable) -> list[TypedPlayer]:
    return [
        TypedPlayer(
            line.line,
            line.name,
            line.faction,
            line.clubs,
            line.number,
            line.table,
            line.total,
            line.email or "",
        )
        for line in table.players
    ]


def _problem(no: Refused) -> str:
    """Return what is wrong with a line, with how long a name may be where that is it."""
    if no.code == "name-too-long":
        return say("desk.the-name-is-too-long", most=LONGEST_NAME)
    return refusal_text(no)


def _compared(lines: list[TypedPlayer], unread: list[Unread], known: set[str]) -> NameList:
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
        return [_cells(_LEADING.sub("", line)) for line in text.splitlines()]
    except csv.Error:
        raise Refused("list-cannot-read") from None


def _cells(line: str) -> list[str]:
    """Return the cells of a line: between tabs, semicolons or commas, else dashes and brackets."""
    separator = next((mark for mark in "\t;," if mark in line), "")
    if separator or line.startswith('"'):
        return next(csv.reader([line], delimiter=separator or ","), [])
    outside = _BRACKETS.sub(" ", line)
    name, *others = _DASH.split(outside.strip()) or [""]
    return [name, *others, *(found for found in _BRACKETS.findall(line) if name.strip())]


def _line(place: int, row: Sequence[str], rules: Ruleset | None) -> TypedPlayer:
    """Return who a line names: the name, then faction and clubs; an address anywhere."""
    contact = _ADDRESS.search(" ".join(row))
    cells = [tidy(_ADDRESS.sub("", cell)) for cell in row]
    name, *others = [cells[0], *filter(None, cells[1:])] if contact else cells
    if others and name.isdigit():
        name, *others = others
    faction, clubs = _faction_and_clubs(others, rules)
    named = tuple(club for cell in clubs for club in _CLUBS.split(cell) if club)
    address = contact[1] if contact else ""
    said = require_name(name, "a-player")
    return TypedPlayer(place, said, faction or None, named, contact=address)


def _faction_and_clubs(cells: Sequence[str], rules: Ruleset | None) -> tuple[str, Sequence[str]]:
    """Return the faction among the cells: one the game knows, else the first cell."""
    for place, cell in enumerate(cells):
        own = _known_faction(cell, rules)
        if own:
            return own, [*cells[:place], *cells[place + 1 :]]
    if len(cells) == 1 and rules is not None and _factions(rules):
        return "", cells
    return (cells[0], cells[1:]) if cells else ("", ())


def _known_faction(cell: str, rules: Ruleset | None) -> str:
    own = faction_named(rules, cell) if rules is not None and cell else ""
    return own if rules is not None and own in _factions(rules) else ""


def _factions(rules: Ruleset) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*rules.lists.factions, *rules.lists.faction_words)))


def example_lines(rules: Ruleset) -> tuple[str, str]:
    """Return two lines as an example: a name, and one with a faction of the game and a club."""
    faction = next(iter(_factions(rules)), "")
    names = say("desk.anna-berg"), say("desk.ben-carter"), say("desk.iron-dice")
    return names[0], ", ".join(filter(None, (names[1], faction, names[2])))
