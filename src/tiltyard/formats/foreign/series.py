"""The games two players had in a bracket: one, or as many as the best of three or five needs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tiltyard.formats.foreign.model import ForeignMatch, Key


def winning_side(match: ForeignMatch) -> int | None:
    """Return who won a game: who was entered as such, else who scored more."""
    if match.is_bye:
        return 0
    if match.winner is not None:
        return match.winner
    first, second = (side or 0 for side in match.score)
    return None if first == second else int(second > first)


def apparent_loser(match: ForeignMatch) -> tuple[Key, ...]:
    """Return who is out after a game, as far as it tells."""
    side = winning_side(match)
    return () if side is None or match.is_bye else (match.players[1 - side],)


@dataclass(slots=True)
class Series:
    """What two players played against each other; sides are those of the first game."""

    players: tuple[Key, ...]
    games: list[ForeignMatch]

    @property
    def pair(self) -> frozenset[Key]:
        """Both players."""
        return frozenset(self.players)

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each of the two won."""
        winners = [
            game.players[side] for game in self.games if (side := winning_side(game)) is not None
        ]
        return winners.count(self.players[0]), winners.count(self.players[1])

    @property
    def leading(self) -> int | None:
        """The side that won more games."""
        first, second = self.wins
        return None if first == second else int(second > first)

    @property
    def apparent_loser(self) -> tuple[Key, ...]:
        """Who is out after all games, as far as they tell."""
        side = self.leading
        return () if side is None else (self.players[1 - side],)

    @property
    def with_more_points(self) -> int | None:
        """The side with more points in all games together."""
        sums = [
            sum(game.score[game.players.index(key)] or 0 for game in self.games)
            for key in self.players
        ]
        return None if sums[0] == sums[1] else int(sums[1] > sums[0])

    def shown(self, through: int | None) -> ForeignMatch:
        """Return the game that stands for all: the last one won by whoever went on."""
        finished = [game for game in self.games if game.finished]
        if through is None:
            return (finished or self.games)[-1]
        key = self.players[through]
        won = [
            game
            for game in finished
            if (side := winning_side(game)) is not None and game.players[side] == key
        ]
        game = (won or finished or self.games)[-1]
        return replace(game, winner=game.players.index(key), finished=True)
