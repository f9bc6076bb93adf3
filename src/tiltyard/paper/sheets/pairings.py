"""Pairings for the wall: by table and by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.games import (
    Card,
    at_table,
    cards_of,
    notes_of,
    place_of,
    place_text,
    place_title,
)
from tiltyard.text.names import in_order, round_title
from tiltyard.text.say import say
from tiltyard.views.round import games_in_order, seats

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class Player:
    """A name on the wall, with the number the player was given."""

    name: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A game: where, who, and what is to be minded. One player alone rests: `instead` says so."""

    place: str
    players: tuple[Player, ...]
    instead: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByTable:
    """A round in the order of its tables."""

    cards: tuple[Card, ...]
    length: str
    heads: tuple[str, ...]
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one player sits, and against whom."""

    name: str
    number: str
    place: str
    opponent: str


@dataclass(frozen=True, slots=True)
class ByName:
    """A round in the order of the names."""

    cards: tuple[Card, ...]
    length: str
    heads: tuple[str, ...]
    seats: tuple[Seat, ...]


def by_table(view: PaperView, wanted: Wanted) -> Sheet:
    """Return a round by its tables."""
    round_ = view.round(wanted.round)
    names = view.public
    games = at_table(games_in_order(round_), wanted.table)
    lines = [_line(view, round_, game, names) for game in games]
    if wanted.table is None:
        lines += [_unpaired(view, player, names) for player in round_.unpaired]
    heads = (_place_head(round_), say("common.player"), say("common.player"))
    body = ByTable(cards_of(view, round_), length_text(view, round_), heads, tuple(lines))
    title = say("common.games") if round_.kind == "elimination" else say("common.tables")
    return Sheet(title, body, round_title(view.event, round_))


def _line(
    view: PaperView, round_: DayRound, game: Game, names: Mapping[PersonId, str]
) -> TableLine:
    players = tuple(_player(view, player, names) for player in game.players)
    instead = say("common.bye") if game.kind == "bye" else ""
    return TableLine(place_of(game), players, instead, notes_of(view, round_, game, names))


def _unpaired(view: PaperView, player: PlayerId, names: Mapping[PersonId, str]) -> TableLine:
    return TableLine("–", (_player(view, player, names),), say("common.not-paired-a-loss"), ())


def _player(view: PaperView, player: PlayerId, names: Mapping[PersonId, str]) -> Player:
    return Player(names.get(player, player), player_number(view, player))


def player_number(view: PaperView, player: PlayerId) -> str:
    """Return the number a player was given, if there is one."""
    entrant = view.event.entrants.get(player)
    return "" if entrant is None or entrant.number is None else str(entrant.number)


def by_name(view: PaperView, wanted: Wanted) -> Sheet:
    """Return a round by the names of the players; the Spare Player is found at the table."""
    round_ = view.round(wanted.round)
    seats = sorted(_seats(view, round_), key=lambda seat: (in_order(seat.name), seat.name))
    heads = (say("common.player"), say("paper.no"), _place_head(round_), say("common.opponent"))
    body = ByName(cards_of(view, round_), length_text(view, round_), heads, tuple(seats))
    return Sheet(say("paper.where-do-i-play"), body, round_title(view.event, round_))


def _seats(view: PaperView, round_: DayRound) -> Iterator[Seat]:
    alone = {True: say("common.bye"), False: say("common.not-paired-a-loss")}
    for seat in seats(view, round_, view.public):
        number = "" if seat.player_number is None else str(seat.player_number)
        opponent = seat.opponent or alone[seat.is_paired]
        yield Seat(seat.name, number, place_text(seat.number), opponent)


def _place_head(round_: DayRound) -> str:
    first = next((game for game in round_.games.values() if game.kind != "bye"), None)
    return place_title(first) if first is not None else say("common.table")


def length_text(view: PaperView, round_: DayRound) -> str:
    """Return how long the round is played."""
    if round_.timer.minutes is not None:
        return minutes_text(round_.timer.minutes)
    from tiltyard.day.clock import minutes_of  # acts are many, and slips wanted at once

    return minutes_text(minutes_of(view.event, view.rules, round_))


def minutes_text(minutes: int | None) -> str:
    """Return a length in words."""
    if minutes is None:
        return say("paper.no-time-limit")
    return say("common.minutes", minutes=minutes)
