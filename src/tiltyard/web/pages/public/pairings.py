"""Who sits where, how the games ended, and which results are still missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.as_tournament import NO_NUMBERS, numbers_of_game, winner_of_game
from tiltyard.day.event import round_state
from tiltyard.text.names import in_order, round_title
from tiltyard.text.say import say, sentence

if TYPE_CHECKING:
    from tiltyard.day.as_tournament import Numbers
    from tiltyard.day.event import DayRound, Game
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one player sits, and against whom."""

    name: str
    place: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a game that counts, with what it brought."""

    name: str
    won: bool
    points: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A game of a round: where, who, and how it ended (nothing while it is open)."""

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
        "unpaired": [view.public_name(player) for player in found.unpaired],
    }


def round_frame(view: EventView) -> dict[str, Any]:
    """Return what all pages about a round say on top."""
    round_ = view.event.current
    return {
        "round": round_,
        "round_title": round_title(view.event, round_) if round_ is not None else "",
        "state": round_state(round_) if round_ is not None else "",
        "rounds": [
            (one.id, round_title(view.event, one), _short(one)) for one in view.event.rounds
        ],
    }


def _short(round_: DayRound) -> str:
    """Return a round in two letters; its link says the whole."""
    if round_.kind == "elimination":
        return f"E{round_.number}"
    return str(round_.number) if round_.stage == 1 else f"{round_.stage}.{round_.number}"


def seats_of(view: EventView, round_: DayRound) -> tuple[Seat, ...]:
    """Return everybody's place, in the order of their names; the Spare Player is no row."""
    names, entrants = view.public_names, view.event.entrants
    seats: list[Seat] = []
    for game in round_.games.values():
        place = place_of(game)
        for player in game.players:
            entrant = entrants.get(player)
            if entrant is not None and entrant.spare:
                continue
            others = [names.get(one, one) for one in game.players if one != player]
            opponent = others[0] if others else say("common.bye")
            seats.append(Seat(names.get(player, player), place, opponent))
    none = say("common.not-paired-a-loss")
    seats += [Seat(names.get(player, player), "–", none) for player in round_.unpaired]
    return tuple(sorted(seats, key=lambda seat: (in_order(seat.name), seat.name)))


def place_of(game: Game) -> str:
    """Return the table of a game; in a bracket without tables, its number."""
    number = game.table if game.table is not None else game.game
    return "–" if number is None else str(number)


def lines_of(view: EventView, round_: DayRound) -> tuple[TableLine, ...]:
    """Return the games of a round in the order of their tables."""
    games = sorted(round_.games.values(), key=_by_table)
    return tuple(_line(view, round_, game) for game in games)


def open_lines(view: EventView) -> tuple[TableLine, ...]:
    """Return the games the newest round still waits for."""
    round_ = view.event.current
    if round_ is None:
        return ()
    games = [game for game in round_.games.values() if game.is_open]
    return tuple(_line(view, round_, game) for game in sorted(games, key=_by_table))


def counted(round_: DayRound) -> tuple[int, int]:
    """Return how many games of a round have a result that counts, and how many there are."""
    games = [game for game in round_.games.values() if game.kind != "bye"]
    return sum(1 for game in games if not game.is_open), len(games)


def _by_table(game: Game) -> tuple[bool, int]:
    number = game.table if game.table is not None else game.game
    return number is None, number or 0


def _line(view: EventView, round_: DayRound, game: Game) -> TableLine:
    names = [view.public_names.get(player, player) for player in game.players]
    by_hand = game.override is not None
    if game.is_open:
        sides = tuple(Side(name, won=False) for name in names)
        return TableLine(place_of(game), sides, open=True, by_hand=by_hand)
    winner = None
    if game.kind != "bye":
        winner = winner_of_game(view.event, view.rules, round_, game)
    numbers = numbers_of_game(view.event, view.rules, round_, game)
    sides = tuple(
        _side(name, numbers.get(player, NO_NUMBERS), won=player == winner)
        for name, player in zip(names, game.players, strict=True)
    )
    return TableLine(place_of(game), sides, open=False, ended=_ended(view, game), by_hand=by_hand)


def _side(name: str, numbers: Numbers, *, won: bool) -> Side:
    return Side(name, won, numbers.points_text, numbers.score_text)


def _ended(view: EventView, game: Game) -> str:
    if game.kind == "bye":
        return say("common.bye")
    if game.kind == "forfeit" or game.slip is None:
        absent = view.public_name(game.absent) if game.absent is not None else ""
        return say("public.did-not-come", player=absent) if absent else ""
    return sentence("slips", game.slip.end, {})
