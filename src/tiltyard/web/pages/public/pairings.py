"""Who sits where, how the games ended, and which results are still missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.text.names import in_order, round_title
from tiltyard.text.say import say, sentence
from tiltyard.views.round import seats, table_rows

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound
    from tiltyard.engine.tournament import MatchId, PlayerId
    from tiltyard.service.desk import Desk
    from tiltyard.views.round import TableRow
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one player sits, and against whom."""

    player: PlayerId
    name: str
    place: str
    opponent: str
    other: PlayerId | None = None
    match: MatchId | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a game that counts, with what it brought."""

    player: PlayerId
    name: str
    won: bool
    points: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A game of a round: where, who, and how it ended (nothing while it is open)."""

    match: MatchId
    place: str
    sides: tuple[Side, ...]
    open: bool
    ended: str = ""
    by_hand: bool = False


def pairings(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the newest round by the names of the players."""
    round_ = view.event.current
    seats = () if round_ is None else seats_of(view, round_)
    return {**round_frame(view), "seats": seats}


def tables(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the newest round by its tables."""
    round_ = view.event.current
    return {**round_frame(view), "lines": () if round_ is None else lines_of(view, round_)}


def missing(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the games of the newest round without a result that counts."""
    return {**round_frame(view), "lines": open_lines(view)}


def round_results(view: EventView, desk: Desk, *, round_: str) -> dict[str, Any]:
    """Return one round with its results."""
    found = view.event.round(round_)
    assert found is not None  # the page was found by it
    return {
        **round_frame(view),
        "shown": found,
        "title": round_title(view.event, found),
        "lines": lines_of(view, found),
        "unpaired": [(player, view.public_name(player)) for player in found.unpaired],
    }


def round_frame(view: EventView) -> dict[str, Any]:
    """Return what all pages about a round say on top."""
    round_ = view.event.current
    return {
        "round": round_,
        "round_title": round_title(view.event, round_) if round_ is not None else "",
        "state": view.round_state(),
        "rounds": [
            (other.id, round_title(view.event, other), _short(other)) for other in view.event.rounds
        ],
    }


def _short(round_: DayRound) -> str:
    """Return a round in two letters; its link says the whole."""
    if round_.kind == "elimination":
        return f"E{round_.number}"
    return str(round_.number) if round_.stage == 1 else f"{round_.stage}.{round_.number}"


def seats_of(view: EventView, round_: DayRound) -> tuple[Seat, ...]:
    """Return everybody's place, in the order of their names; the Spare Player is no row."""
    alone = {True: say("common.bye"), False: say("common.not-paired-a-loss")}
    found = (
        Seat(
            seat.player,
            seat.name,
            place_text(seat.number),
            seat.opponent or alone[seat.is_paired],
            seat.other,
            seat.match,
        )
        for seat in seats(view, round_, view.public_names)
    )
    return tuple(sorted(found, key=lambda seat: (in_order(seat.name), seat.name)))


def place_text(number: int | None) -> str:
    """Return the number of a table for a column."""
    return "–" if number is None else str(number)


def lines_of(view: EventView, round_: DayRound) -> tuple[TableLine, ...]:
    """Return the games of a round in the order of their tables."""
    rows = table_rows(view, round_, view.public_names, close=False)
    return tuple(table_line(view, row) for row in rows)


def open_lines(view: EventView) -> tuple[TableLine, ...]:
    """Return the games the newest round still waits for."""
    round_ = view.event.current
    return () if round_ is None else tuple(line for line in lines_of(view, round_) if line.open)


def table_line(view: EventView, row: TableRow) -> TableLine:
    """Return a table as it is read."""
    return TableLine(
        row.match,
        place_text(row.number),
        tuple(
            Side(side.player, side.name, side.won, _number(side.points), _number(side.score))
            for side in row.sides
        ),
        open=row.is_open,
        ended=_ended(view, row),
        by_hand=row.by_hand,
    )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _ended(view: EventView, row: TableRow) -> str:
    if row.kind == "bye":
        return say("common.bye")
    if row.absent is not None:
        return say("public.did-not-come", player=view.public_name(row.absent))
    if row.end is None:
        return ""
    ended = sentence("slips", row.end, {})
    if row.level is None:
        return ended
    return f"{ended}. {say(f'scored.{row.level}')}"
