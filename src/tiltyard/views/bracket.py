"""The newest bracket in columns: every game as it was played, or as it will be by the cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.as_tournament import result_of_game, seeds_of
from tiltyard.engine.bracket import first_games, next_power_of_two
from tiltyard.engine.double_elimination import Shape
from tiltyard.views.round import state_of_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import DayRound, Event, Game, MatchState
    from tiltyard.engine.tournament import MatchId, PersonId, PlayerId
    from tiltyard.views.event import EventVersion


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One side of a game; the seed is none where seeds are not ranks of a Swiss stage.

    `has_left`: left the event before the game was decided.
    """

    player: PlayerId
    name: str
    seed: int | None
    score: int | None = None
    won: bool = False
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A game of the bracket; fewer than two seats while others have still to play for them."""

    number: int
    seats: tuple[BracketSeat, ...] = ()
    match: MatchId = ""
    state: MatchState | Literal[""] = ""

    @property
    def winner(self) -> BracketSeat | None:
        """Who goes on from this game."""
        return next((seat for seat in self.seats if seat.won), None)


@dataclass(frozen=True, slots=True)
class Bracket:
    """All rounds of the newest bracket, the first on the left.

    In each column games stand from top to bottom so that no lines cross. `reseeds`: the seeds are
    drawn anew for every round, so that no line leads from a game to the next. With two brackets
    `first` says how many games of each column belong to the first: they stand above the others.
    `plays_again`: whoever comes through the second bracket has to win the final once more.
    """

    seats: tuple[BracketSeat, ...]
    columns: tuple[tuple[BracketGame, ...], ...]
    reseeds: bool
    first: tuple[int, ...] = ()
    plays_again: bool = False

    @property
    def champion(self) -> BracketSeat | None:
        """Who won the last game, if that decided everything."""
        winner = self.columns[-1][0].winner
        if winner is None or not self.plays_again:
            return winner
        unbeaten = self.columns[max(len(self.columns) - 3, 0)][0].winner
        return winner if unbeaten is not None and unbeaten.player == winner.player else None

    def game(self, round_number: int, number: int) -> BracketGame:
        """Return a game by the number of its round and its own."""
        column = self.columns[round_number - 1]
        return next(game for game in column if game.number == number)


def bracket(version: EventVersion, names: Mapping[PersonId, str], *, close: bool) -> Bracket | None:
    """Return the bracket with names for an audience; none while nobody knows who is in it.

    For others than staff (`close`) every game that is open looks the same.
    """
    seeds = bracket_seeds(version.event)
    if len(seeds) < 2:
        return None
    maker = _Maker(version, names, seeds, close=close)
    if version.rules.elimination.losses > 1:
        return _two_brackets(version, maker, seeds)
    columns = tuple(
        tuple(maker.game(number, game) for game in order)
        for number, order in enumerate(_orders(len(seeds)), 1)
    )
    seats = tuple(maker.seat(player) for player in seeds)
    return Bracket(seats, columns, version.rules.elimination.reseed)


def _two_brackets(version: EventVersion, maker: _Maker, seeds: tuple[PlayerId, ...]) -> Bracket:
    """Return both brackets of a double elimination and their final, round by round."""
    shape = Shape(next_power_of_two(len(seeds)))
    upper, lower = _orders(len(seeds)), _orders_of_second(shape)
    orders, first = [], []
    for number in range(1, shape.final):
        above = upper[number // 2] if shape.first_bracket(number) else []
        orders.append([*above, *(len(above) + game for game in lower.get(number, []))])
        first.append(len(above))
    again = maker.rounds > shape.final
    orders += [[1], [1]] if again else [[1]]
    columns = tuple(
        tuple(maker.game(number, game) for game in order) for number, order in enumerate(orders, 1)
    )
    plays_again = version.rules.elimination.final_again and not again
    seats = tuple(maker.seat(player) for player in seeds)
    return Bracket(seats, columns, False, tuple(first), plays_again)


def _orders_of_second(shape: Shape) -> dict[int, list[int]]:
    """Return the games of the second bracket from top to bottom, by the number of the round."""
    orders: dict[int, list[int]] = {}
    order = [1]
    for number in range(shape.final - 1, 1, -1):
        orders[number] = order
        if number % 2 == 0:
            count = 2 * len(order)
            order = [game for pair in order for game in (pair, count + 1 - pair)]
    return orders


def bracket_seeds(event: Event) -> tuple[PlayerId, ...]:
    """Return the seeds of the newest bracket; before it begins, as the cut says."""
    rounds = _newest(event)
    if rounds:
        return seeds_of(event, rounds[0])
    if event.qualification is not None and not event.details.swiss_after_cut:
        return event.qualification.seeds
    return ()


def has_left(event: Event, player: PlayerId) -> bool:
    """Whether somebody left the event or was sent home."""
    entrant = event.entrants.get(player)
    return entrant is not None and entrant.state in {"dropped", "disqualified"}


def _newest(event: Event) -> list[DayRound]:
    rounds = [round_ for round_ in event.rounds if round_.kind == "elimination"]
    return [round_ for round_ in rounds if round_.stage == rounds[-1].stage]


def _orders(players: int) -> list[list[int]]:
    """Return the games of each round from top to bottom.

    The winner of game i meets the winner of game n+1-i: those two stand next to each other.
    """
    orders = [[1]]
    while 2 * len(orders[0]) < next_power_of_two(players):
        count = 2 * len(orders[0])
        orders.insert(0, [game for pair in orders[0] for game in (pair, count + 1 - pair)])
    return orders


class _Maker:
    """Makes the games of one bracket for one audience."""

    def __init__(
        self,
        version: EventVersion,
        names: Mapping[PersonId, str],
        seeds: tuple[PlayerId, ...],
        *,
        close: bool,
    ) -> None:
        self._version = version
        self._names = names
        self._seeds = seeds
        self._close = close
        self._rounds = _newest(version.event)
        numbered = not self._rounds or bool(version.event.swiss_played)
        self._places = {seed: place for place, seed in enumerate(seeds, 1) if numbered}

    @property
    def rounds(self) -> int:
        """How many rounds of the bracket were drawn."""
        return len(self._rounds)

    def game(self, round_number: int, number: int) -> BracketGame:
        """Return a game of a round, played or still to come."""
        if round_number > len(self._rounds):
            pair = first_games(self._seeds)[number] if round_number == 1 else ()
            return BracketGame(number, tuple(self.seat(player) for player in pair))
        round_ = self._rounds[round_number - 1]
        found = _by_number(round_).get(number)
        return self._played(round_, found, number) if found is not None else BracketGame(number)

    def _played(self, round_: DayRound, game: Game, number: int) -> BracketGame:
        result = result_of_game(self._version.event, self._version.rules, round_, game)
        decided = result.winner is not None
        seats = tuple(
            self.seat(player, result.of(player).score, won=player == result.winner, decided=decided)
            for player in game.players
        )
        hidden = game.is_open and not self._close
        state = "playing" if hidden else state_of_table(round_, game)
        return BracketGame(number, seats, game.id, state)

    def seat(
        self,
        player: PlayerId,
        score: int | None = None,
        *,
        won: bool = False,
        decided: bool = False,
    ) -> BracketSeat:
        """Return the seat of a player with the seed that belongs to it."""
        name, seed = self._names.get(player, player), self._places.get(player)
        left = not decided and has_left(self._version.event, player)
        return BracketSeat(player, name, seed, score, won, left)


def _by_number(round_: DayRound) -> dict[int, Game]:
    return {
        place if game.game is None else game.game: game
        for place, game in enumerate(round_.games.values(), 1)
    }
