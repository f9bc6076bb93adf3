"""Double elimination: two brackets in step, and a final between them.

A bracket of 2^k seeds has 2k rounds. In round 1 everybody plays in the first bracket. Its losers go
on in the second, where in every other round players come in who have just lost in the first; the
first bracket waits in between. The last round is the final between the winners of both. Whoever
came through the second bracket has to win it twice, where the ruleset says so: then there is one
round more.

Games are numbered through a round, those of the first bracket first. Everything follows from the
seeds and from who won which game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tiltyard.engine.tournament import Match, PlayerId

    Games = dict[int, tuple[PlayerId, ...]]


class Decided(NamedTuple):
    """What came of a game: who won it, and who lost; nobody, where nobody was there."""

    winner: PlayerId | None = None
    loser: PlayerId | None = None


NOBODY = Decided()


def decided_by(match: Match, winner: PlayerId) -> Decided:
    """Return what came of a closed match; a bye has no loser."""
    loser = next((player for player in match.players if player != winner), None)
    return Decided(winner, loser)


class Shape(NamedTuple):
    """The rounds of both brackets for a number of seeds that is a power of two."""

    size: int

    @property
    def depth(self) -> int:
        """How many rounds the first bracket has."""
        return self.size.bit_length() - 1

    @property
    def final(self) -> int:
        """The number of the round of the final."""
        return 2 * self.depth

    def first_bracket(self, number: int) -> int:
        """Return how many games of the first bracket a round has."""
        if number == 1:
            return self.size // 2
        waits = number % 2 or number >= self.final
        return 0 if waits else self.size >> (number // 2 + 1)

    def second_bracket(self, number: int) -> int:
        """Return how many games of the second bracket a round has."""
        return self.size >> (number // 2 + 1) if 1 < number < self.final else 0

    def comes_in(self, count: int, game: int) -> int:
        """Return from which game of the first bracket the loser comes into one of the second.

        It lies crosswise: in the other quarter, where there are quarters, so that those who met in
        the first bracket meet again as late as can be.
        """
        half = count // 2 if count >= 4 else count
        return half + 1 - game if game <= half else count + half + 1 - game


def next_round(shape: Shape, rounds: Sequence[Mapping[int, Decided]], first: Games) -> Games:
    """Return the games of the round after these; nobody can come out of a game without winner."""
    number = len(rounds) + 1
    if number == 1:
        return first

    def winner(before: int) -> Callable[[int], PlayerId | None]:
        return lambda game: rounds[before - 1].get(game, NOBODY).winner

    def loser(before: int) -> Callable[[int], PlayerId | None]:
        return lambda game: rounds[before - 1].get(game, NOBODY).loser

    if number >= shape.final:
        return _final(shape, rounds, number)
    games = {}
    upper = shape.first_bracket(number)
    if upper:
        games = _folded(winner(max(number - 2, 1)), upper)
    lower, skipped = shape.second_bracket(number), shape.first_bracket(number - 1)
    if number == 2:
        below = _folded(loser(1), lower)
    elif number % 2:
        below = {
            game: _present(
                winner(number - 1)(skipped + game),
                loser(number - 1)(shape.comes_in(lower, game)),
            )
            for game in range(1, lower + 1)
        }
    else:
        below = _folded(winner(number - 1), lower)
    return games | {upper + game: players for game, players in below.items()}


def _final(shape: Shape, rounds: Sequence[Mapping[int, Decided]], number: int) -> Games:
    """Return the final: the winners of both brackets, or the same two again."""
    if number > shape.final:
        again = rounds[-1].get(1, NOBODY)
        return {1: _present(again.winner, again.loser)}
    last = rounds[-1].get(1, NOBODY)
    through_second = last.loser if number == 2 else last.winner
    return {1: _present(came_through_first(shape, rounds), through_second)}


def came_through_first(shape: Shape, rounds: Sequence[Mapping[int, Decided]]) -> PlayerId | None:
    """Return who came into the final through the first bracket."""
    return rounds[max(shape.final - 3, 0)].get(1, NOBODY).winner


def _folded(from_game: Callable[[int], PlayerId | None], count: int) -> Games:
    """Return so many games: who comes from game i against who comes from game 2n+1-i."""
    return {
        game: _present(from_game(game), from_game(2 * count + 1 - game))
        for game in range(1, count + 1)
    }


def _present(*players: PlayerId | None) -> tuple[PlayerId, ...]:
    return tuple(player for player in players if player is not None)
