"""A round that was drawn on paper: its pairings are written in, and replace the draw."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.rounds import ByHand, ChangePairings, DrawRound
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import tidy
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.web.errors import refusal_words
from tiltyard.web.pages.desk.frame import desk_page, may

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.day.event import DayRound, Entrant, Event
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# Pairings as they are written down away from the computer: one table in each line.

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
        self._names = {entrant.id: entrant.name for entrant in entrants}
        self._called: dict[str, list[PlayerId]] = {}
        for entrant in entrants:
            self._called.setdefault(entrant.name.casefold(), []).append(entrant.id)
        self._numbered = {
            entrant.number: entrant.id for entrant in entrants if entrant.number is not None
        }

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
    parts = (
        [group for group in numbers.groups() if group] if numbers else _parts(known, line.strip())
    )
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
            out = next(other for other in seats[place] if other not in pair)
            changes.append(ByHand(out, player))
            there = next(seat for seat in seats if player in seat)
            there[there.index(player)] = out
            seats[place][seats[place].index(out)] = player
    return tuple(changes)


def _placed(
    seats: list[list[PlayerId]], tables: list[int | None], wanted: tuple[Table, ...]
) -> Iterator[tuple[int, tuple[PlayerId, ...]]]:
    """Yield at which place of the draw each written table is: the one it names, or the next."""
    free = list(range(len(seats)))
    for table, pair in sorted(wanted, key=lambda other: other[0] is None):
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


# ------------------------------------------------------------------------------
# A round that was drawn on paper: its pairings are written in, and replace the draw in public.


def paper_round_page(asked: Asked) -> Reply:
    """Show where a round that was drawn on paper is written in."""
    return _page(asked)


def write_pairings(asked: Asked) -> Reply:
    """Make the drawn round the one that was written down."""
    event, text = asked.view.event, asked.form.text("pairs")
    with speaking(asked.visitor.language):
        try:
            done = _written(asked, text)
        except NeedsConfirmation:
            raise
        except Refused as no:
            return _page(asked, pairs=text, refused=no)
        asked.flash(say("desk.the-round-is-now-as") if done else say("desk.the-draw-and-the-paper"))
    return asked.redirect(f"/e/{event.id}/desk/round")


def _written(asked: Asked, text: str) -> bool:
    """Record what differs from the draw, and say whether anything did."""
    event = asked.view.event
    draft = event.draft
    if draft is None:
        raise Refused("written-no-drawn-round-waiting")
    changes = changes_to(event, draft, read_pairings(event, draft, text))
    if not changes:
        return False
    reason = asked.form.text("reason").strip() or say("desk.played-on-paper")
    command = ChangePairings(changes, reason)
    key = asked.form.text("key") or None
    asked.site.do(event.id, asked.me, command, key=key, confirmed=asked.confirmed)
    return True


def _page(asked: Asked, *, pairs: str = "", refused: Refused | None = None) -> Reply:
    event = asked.view.event
    with speaking(asked.visitor.language):
        values: dict[str, Any] = {"draft": event.draft, "pairs": pairs}
        if event.draft is not None:
            values |= _drawn(asked, event.draft)
        else:
            no = asked.site.desk.refusal(event.id, asked.me, DrawRound())
            no = None if isinstance(no, NeedsConfirmation) else no  # asked when it is drawn
            values["not_now"] = refusal_words(no)
        return desk_page(
            asked,
            "desk/paper_round.html",
            status=200 if refused is None else 422,
            refused=asked.why_not(refused),
            may_draw=may(asked, "draw-round"),
            may_change=may(asked, "change-pairings"),
            **values,
        )


def _drawn(asked: Asked, draft: DayRound) -> dict[str, Any]:
    event = asked.view.event
    playing = [
        event.entrants[player]
        for game in draft.games.values()
        for player in game.players
        if not event.entrants[player].spare
    ]
    return {
        "title": heading(round_text(event, draft.id)),
        "changeable": draft.kind == "swiss" and not event.stale,
        "tables": sum(1 for game in draft.games.values() if game.kind == "game"),
        "players": sorted(playing, key=lambda entry: entry.number or 0),
    }
