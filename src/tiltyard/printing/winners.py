"""The games of the next round of a bracket, as far as anybody knows who plays them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.bracket import first_games
from tiltyard.core.state.bracket_games import BracketGames
from tiltyard.core.state.played import going_on_now
from tiltyard.printing.next_round import games_of_next, going_on, what_follows
from tiltyard.printing.pairings import player_number
from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.state.event import DayRound
    from tiltyard.printing.view import PaperView


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a game: who it is, or else who will be."""

    name: str
    number: str = ""
    comes_from: str = ""


def games_to_come(view: PaperView) -> Iterator[tuple[Seat, ...]]:
    """Yield the games of the next round of the bracket by their numbers; none before the cut."""
    event = view.event
    if what_follows(event) != "bracket":
        return
    last = event.current
    if last is not None and last.kind == "elimination":
        yield from _winners(view, last)
    elif event.qualification is not None or going_on(event) is None:
        seeds = going_on_now(event, view.rules, view.tournament)
        for pair in first_games(seeds).values():
            yield _two(*(_known(view, one) for one in pair))
    else:
        count = games_of_next(event)
        for number in range(1, count + 1):
            yield _place(number), _place(2 * count + 1 - number)


def _winners(view: PaperView, last: DayRound) -> Iterator[tuple[Seat, ...]]:
    """Yield winner i against winner n+1-i; nobody where seeds meet by their order anew."""
    games, count = BracketGames(view.event, view.rules), len(last.games)
    for number in range(1, count // 2 + 1):
        if view.rules.elimination.reseed:
            yield Seat(""), Seat("")
        else:
            pair = (number, count + 1 - number)
            yield tuple(_winner(view, games, last.number, one) for one in pair)


def _winner(view: PaperView, games: BracketGames, round_number: int, number: int) -> Seat:
    for seat in games.game(round_number, number).seats:
        if seat.won:
            return _known(view, seat.player)
    return Seat("", comes_from=say("paper.winner-of-game", number=number))


def _known(view: PaperView, player: PlayerId) -> Seat:
    return Seat(view.name(player), player_number(view, player))


def _place(place: int) -> Seat:
    return Seat("", comes_from=say("paper.place", place=place))


def _two(first: Seat, second: Seat | None = None) -> tuple[Seat, ...]:
    return first, second or Seat(say("common.bye"))
