"""The newest bracket, round by round and game by game: as it was played, or as it will be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.bracket import first_games, next_power_of_two
from tiltyard.core.state.event import match_state
from tiltyard.core.state.played import NO_NUMBERS, numbers_of_game, seeds_of, winner_of_game

if TYPE_CHECKING:
    from tiltyard.core.ids import MatchId, PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import DayRound, Event, Game


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One side of a game; the seed is none where seeds are not ranks of a Swiss stage."""

    player: PlayerId
    seed: int | None
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A game of the bracket; fewer than two seats while others have still to play for them."""

    number: int
    seats: tuple[BracketSeat, ...] = ()
    match: MatchId = ""
    state: str = ""

    @property
    def decided(self) -> bool:
        """Whether somebody goes on from this game."""
        return any(seat.won for seat in self.seats)


class BracketGames:
    """The games of the newest bracket by round and number; before it begins, as the cut says."""

    def __init__(self, event: Event, rules: Ruleset) -> None:
        self._event = event
        self._rules = rules
        bracket = [one for one in event.rounds if one.kind == "elimination"]
        self._rounds = [one for one in bracket if one.stage == bracket[-1].stage]
        self.seeds: tuple[PlayerId, ...] = ()
        if self._rounds:
            self.seeds = seeds_of(event, self._rounds[0])
        elif event.qualification is not None and not event.details.swiss_after_cut:
            self.seeds = event.qualification.seeds
        numbered = not self._rounds or bool(event.swiss_played)
        self._places = {seed: place for place, seed in enumerate(self.seeds, 1) if numbered}

    @property
    def orders(self) -> list[list[int]]:
        """The games of each round from top to bottom, so that no lines cross.

        The winner of game i meets the winner of game n+1-i: those two stand next to each other.
        """
        orders = [[1]]
        while 2 * len(orders[0]) < next_power_of_two(len(self.seeds)):
            count = 2 * len(orders[0])
            orders.insert(0, [game for one in orders[0] for game in (one, count + 1 - one)])
        return orders

    def game(self, round_number: int, number: int) -> BracketGame:
        """Return a game of a round, played or still to come."""
        if round_number > len(self._rounds):
            pair = first_games(self.seeds)[number] if round_number == 1 else ()
            return BracketGame(number, tuple(self.seat(player) for player in pair))
        round_ = self._rounds[round_number - 1]
        found = _by_number(round_).get(number)
        if found is None:
            return BracketGame(number)
        return BracketGame(number, self._seats(round_, found), found.id, match_state(round_, found))

    def seat(self, player: PlayerId, score: str = "", *, won: bool = False) -> BracketSeat:
        """Return the seat of a player with the seed that belongs to it."""
        return BracketSeat(player, self._places.get(player), score, won)

    def _seats(self, round_: DayRound, game: Game) -> tuple[BracketSeat, ...]:
        winner = winner_of_game(self._event, self._rules, round_, game)
        numbers = numbers_of_game(self._event, self._rules, round_, game)
        return tuple(
            self.seat(player, numbers.get(player, NO_NUMBERS).score_text, won=player == winner)
            for player in game.players
        )


def _by_number(round_: DayRound) -> dict[int, Game]:
    return {
        place if game.game is None else game.game: game
        for place, game in enumerate(round_.games.values(), 1)
    }
