"""Pairings as they are written down away from the computer: one table in each line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiltyard.core.decide.drawing import ByHand
from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import tidy
from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import DayRound, Entrant, Event

Table = tuple[int | None, tuple["PlayerId", ...]]
"""A written line: the table, if it is named, and who sits there; one alone rests."""

MOST_LINES = 2000
_TABLE = re.compile(r"\s*([0-9]{1,6})\s*:\s*(.*)")
_BETWEEN = re.compile(r"\s*(?:\t|;|,|–|—|\bvs?\.?\s|\s-\s)\s*", re.IGNORECASE)
_NUMBERS = re.compile(r"#?([0-9]{1,7})(?:\s+#?([0-9]{1,7}))?")


def read_pairings(event: Event, draft: DayRound, text: str) -> tuple[Table, ...]:
    """Return who plays whom: every player of the draw once, by number or by name."""
    lines = [(place, line) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or len(lines) > MOST_LINES:
        raise _refused(gettext("no pairings were written"), gettext("one table in each line"))
    known = {
        player: event.entrants[player]
        for game in draft.games.values()
        for player in game.players
        if not event.entrants[player].spare
    }
    tables: list[Table] = []
    seen: dict[PlayerId, int] = {}
    for place, line in lines:
        table, players = _line(known, place, line)
        for player in players:
            if player in seen:
                raise _refused(
                    gettext("line %(line)d: %(name)s stands in line %(other)d as well")
                    % {"line": place, "name": known[player].name, "other": seen[player]},
                    gettext("everybody once"),
                )
            seen[player] = place
        tables.append((table, players))
    missing = [one.name for player, one in known.items() if player not in seen]
    if missing:
        raise _refused(
            gettext("nobody wrote down: %(names)s") % {"names": ", ".join(missing)},
            gettext("a line for everybody; one alone in a line rests"),
        )
    return tuple(tables)


def _line(known: Mapping[PlayerId, Entrant], place: int, line: str) -> Table:
    table: int | None = None
    named = _TABLE.fullmatch(line)
    if named is not None:
        table, line = int(named[1]), named[2]
    numbers = _NUMBERS.fullmatch(line.strip())
    parts = [one for one in numbers.groups() if one] if numbers else _BETWEEN.split(line.strip())
    players = tuple(_player(known, place, part) for part in parts if part.strip())
    if not 1 <= len(players) <= 2:
        raise _refused(
            gettext("line %(line)d does not name two players") % {"line": place},
            gettext("two numbers such as 12 5, or two names with a dash between"),
        )
    return table, players


def _player(known: Mapping[PlayerId, Entrant], place: int, text: str) -> PlayerId:
    wanted = tidy(text).removeprefix("#").casefold()
    if wanted.isascii() and wanted.isdigit():
        found = [player for player, one in known.items() if one.number == int(wanted)]
    else:
        found = [player for player, one in known.items() if one.name.casefold() == wanted]
    if len(found) == 1:
        return found[0]
    message = (
        gettext("line %(line)d: nobody in this round is %(text)s")
        if not found
        else gettext("line %(line)d: %(text)s is the name of several players")
    )
    fix = gettext("the number of the player")
    raise _refused(message % {"line": place, "text": text.strip()[:60]}, fix)


def _refused(message: str, fix: str) -> Refused:
    return Refused(message, fix=fix, field="pairs")


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
            raise _refused(*_no_place(table, len(pair)))
        free.remove(fitting[0])
        yield fitting[0], pair


def _no_place(table: int | None, players: int) -> tuple[str, str]:
    if table is not None:
        return (
            gettext("the draw has no free table %(table)d") % {"table": table},
            gettext("leave the number away; tables can be changed when the round is published"),
        )
    if players == 1:
        return (
            gettext("more players rest than the draw lets rest"),
            gettext("drop whoever has left, then draw again"),
        )
    return (
        gettext("more tables were written than the draw has"),
        gettext("a line with one player for whoever rests"),
    )
