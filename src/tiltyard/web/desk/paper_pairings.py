"""Pairings as they are written down away from the computer: one table in each line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiltyard.core.decide.drawing import ByHand
from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import tidy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import DayRound, Entrant, Event

Table = tuple[int | None, tuple["PlayerId", ...]]
"""A written line: the table, if it is named, and who sits there; one alone rests."""

MOST_LINES = 2000
_LONGEST_LINE = 400
_TABLE = re.compile(r"\s*([0-9]{1,6})\s*:\s*(.*)")
_BETWEEN = re.compile(r"\s*(?:\t|;|,|–|—|\bvs?\.?\s|\s-\s)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"#?([0-9]{1,7})")
_NUMBERS = re.compile(r"#?([0-9]{1,7})(?:\s+#?([0-9]{1,7}))?")


class Known:
    """The players of a draw, to be found by name or number."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self._names = {one.id: one.name for one in entrants}
        self._called: dict[str, list[PlayerId]] = {}
        for one in entrants:
            self._called.setdefault(one.name.casefold(), []).append(one.id)
        self._numbered = {one.number: one.id for one in entrants if one.number is not None}

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Everybody, in the order of the draw."""
        return tuple(self._names)

    def name(self, player: PlayerId) -> str:
        """Return how somebody is called."""
        return self._names[player]

    def called(self, text: str) -> list[PlayerId]:
        """Return whom a number or a name means; several may have the same name."""
        wanted = tidy(text, _LONGEST_LINE).casefold()
        number = _NUMBER.fullmatch(wanted)
        if number is not None and int(number[1]) in self._numbered:
            return [self._numbered[int(number[1])]]
        return self._called.get(wanted, [])


def read_pairings(event: Event, draft: DayRound, text: str) -> tuple[Table, ...]:
    """Return who plays whom: every player of the draw once, by number or by name."""
    lines = [(place, line) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or len(lines) > MOST_LINES:
        raise Refused("pairs-empty", field="pairs")
    known = Known(
        [
            event.entrants[player]
            for game in draft.games.values()
            for player in game.players
            if not event.entrants[player].spare
        ]
    )
    tables: list[Table] = []
    seen: dict[PlayerId, int] = {}
    for place, line in lines:
        table, players = _line(known, place, line)
        for player in players:
            if player in seen:
                raise Refused(
                    "pairs-name-twice",
                    field="pairs",
                    line=place,
                    name=known.name(player),
                    other=seen[player],
                )
            seen[player] = place
        tables.append((table, players))
    missing = [known.name(player) for player in known.players if player not in seen]
    if missing:
        raise Refused("pairs-leave-out", field="pairs", names=tuple(missing))
    return tuple(tables)


def _line(known: Known, place: int, line: str) -> Table:
    table: int | None = None
    named = _TABLE.fullmatch(line)
    if named is not None:
        table, line = int(named[1]), named[2]
    numbers = _NUMBERS.fullmatch(line.strip())
    parts = [one for one in numbers.groups() if one] if numbers else _parts(known, line.strip())
    players = tuple(_player(known, place, part) for part in parts if part.strip())
    if not 1 <= len(players) <= 2:
        raise Refused("pairs-line-without-two", field="pairs", line=place)
    return table, players


def _parts(known: Known, line: str) -> list[str]:
    """Return the names of a line: a mark that is part of a name does not end it."""
    if known.called(line):
        return [line]
    for mark in _BETWEEN.finditer(line[:_LONGEST_LINE]):
        parts = [line[: mark.start()], line[mark.end() :]]
        if all(map(known.called, parts)):
            return parts
    return _BETWEEN.split(line)


def _player(known: Known, place: int, text: str) -> PlayerId:
    found = known.called(text)
    if len(found) == 1:
        return found[0]
    code = "pairs-name-of-several" if found else "pairs-name-unknown"
    raise Refused(code, field="pairs", line=place, text=text.strip()[:60])


# ------------------------------------------------------------------------------- as changes


def changes_to(event: Event, draft: DayRound, wanted: tuple[Table, ...]) -> tuple[ByHand, ...]:
    """Return the exchanges that make a drawn round the one that was written down."""
    seats = [
        [player for player in game.players if not event.entrants[player].spare]
        for game in draft.games.values()
    ]
    tables = [game.table for game in draft.games.values()]
    changes: list[ByHand] = []
    for place, pair in _placed(seats, tables, wanted):
        for player in pair:
            if player in seats[place]:
                continue
            out = next(one for one in seats[place] if one not in pair)
            changes.append(ByHand(out, player))
            there = next(one for one in seats if player in one)
            there[there.index(player)] = out
            seats[place][seats[place].index(out)] = player
    return tuple(changes)


def _placed(
    seats: list[list[PlayerId]], tables: list[int | None], wanted: tuple[Table, ...]
) -> Iterator[tuple[int, tuple[PlayerId, ...]]]:
    """Yield at which place of the draw each written table is: the one it names, or the next."""
    free = list(range(len(seats)))
    for table, pair in sorted(wanted, key=lambda one: one[0] is None):
        fitting = [place for place in free if len(seats[place]) == len(pair)]
        if table is not None:
            fitting = [place for place in fitting if tables[place] == table]
        if not fitting:
            raise _no_place(table, len(pair))
        free.remove(fitting[0])
        yield fitting[0], pair


def _no_place(table: int | None, players: int) -> Refused:
    if table is not None:
        return Refused("pairs-table-not-free", field="pairs", table=table)
    if players == 1:
        return Refused("pairs-too-many-rest", field="pairs")
    return Refused("pairs-too-many-tables", field="pairs")
