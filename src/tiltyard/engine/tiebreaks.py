"""Tie-breakers by name, for games beyond the five documents: exact, from the games alone.

Each is a number of one player; larger is better unless `LOWER_IS_BETTER` names it. A round without
an opponent counts for strength only where the ruleset has virtual opponents: then it was played
against somebody with one's own points.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.ledger import score_lines
from tiltyard.engine.scoring import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tiltyard.engine.ledger import Ledger
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.tournament import PlayerId, Round, Tournament

Number = int | Fraction
LEAST_RATE = Fraction(1, 3)
"""A share of wins below it counts as this much: an opponent who lost everything costs no more."""
LOWER_IS_BETTER = frozenset({"vp_against"})


class Game(NamedTuple):
    """One round of a player: its number, against whom (none: alone), and what it brought."""

    round: int
    opponent: PlayerId | None
    line: ScoreLine

    @property
    def won(self) -> bool:
        """Whether it counts as a win."""
        return self.line.result in {"win", "modified_win"}


class Games:
    """The Swiss games of everybody, and what tie-breakers ask of them."""

    def __init__(self, tournament: Tournament, rules: Ruleset, ledger: Ledger) -> None:
        self._rules = rules
        self._ledger = ledger
        self.of: Mapping[PlayerId, list[Game]] = {player: [] for player in ledger.records}
        self.rounds = 0
        for setting, round_ in _counted(tournament, rules, ledger):
            self.rounds += 1
            self._enter(setting, round_)

    def _enter(self, setting: Setting, round_: Round) -> None:
        for match in round_.matches:
            for player, opponent, line in score_lines(self._rules, setting, match):
                if player in self.of:
                    met = opponent if opponent in self.of else None
                    self.of[player].append(Game(self.rounds, met, line))

    @cached_property
    def points(self) -> Mapping[PlayerId, int]:
        """The tournament points of everybody."""
        return {player: sum(game.line.tp for game in games) for player, games in self.of.items()}

    def met(self, player: PlayerId) -> list[PlayerId]:
        """Return the opponents who count, as often as they were met."""
        standing = self._ledger.standing
        excluded = set() if self._rules.sos.include_disqualified else {"disqualified"}
        return [
            game.opponent
            for game in self.of[player]
            if game.opponent is not None and standing[game.opponent] not in excluded
        ]

    def strengths(self, player: PlayerId) -> list[int]:
        """Return the points of the opponents, the lowest first; virtual ones have one's own."""
        found = [self.points[other] for other in self.met(player)]
        if self._rules.sos.virtual_opponents:
            alone = sum(game.opponent is None for game in self.of[player])
            found += [self.points[player]] * alone
        return sorted(found)

    def strength(self, player: PlayerId) -> int:
        """Return the sum of the opponents' points."""
        return sum(self.strengths(player))

    def win_rate(self, player: PlayerId) -> Fraction:
        """Return the share of games won at the table, a draw half, but never below a third."""
        games = [game for game in self.of[player] if game.line.played]
        won = sum(2 * game.won + (game.line.result == "draw") for game in games)
        return max(LEAST_RATE, Fraction(won, 2 * len(games))) if games else LEAST_RATE

    def game_win_rate(self, player: PlayerId) -> Fraction:
        """Return the share of single games (victory points) won, but never below a third."""
        games = [game.line for game in self.of[player] if game.line.played]
        mine = sum(line.vp_for for line in games)
        both = mine + sum(line.vp_against for line in games)
        return max(LEAST_RATE, Fraction(mine, both)) if both else LEAST_RATE

    def mean_of_opponents(self, player: PlayerId, rate: Callable[[PlayerId], Fraction]) -> Fraction:
        """Return the mean of a rate over the opponents; nothing without any."""
        met = self.met(player)
        return sum(map(rate, met), Fraction(0)) / len(met) if met else Fraction(0)


def _counted(
    tournament: Tournament, rules: Ruleset, ledger: Ledger
) -> Iterator[tuple[Setting, Round]]:
    """Return the closed Swiss rounds that count: of all stages, or of the last one alone."""
    swiss = [number for number, stage in enumerate(tournament.stages) if stage.kind == "swiss"]
    counted = swiss if rules.stage.carry_points else swiss[-1:]
    for closed in ledger.rounds:
        if closed.stage in counted:
            before = sum(
                len(tournament.stages[stage].rounds) for stage in swiss if stage < closed.stage
            )
            yield Setting("swiss", before + closed.number), closed.round


def _progressive(games: Games, player: PlayerId) -> int:
    """Return the sum of the points after each round: early points count more often."""
    by_round = [0] * games.rounds
    for game in games.of[player]:
        by_round[game.round - 1] += game.line.tp
    return sum(accumulate(by_round))


def _first_loss(games: Games, player: PlayerId) -> int:
    """Return the round of the first loss; without one, the round after the last."""
    lost = [game.round for game in games.of[player] if game.line.result == "loss"]
    return min(lost, default=games.rounds + 1)


def _sonneborn_berger(games: Games, player: PlayerId) -> Fraction:
    """Return the points of those beaten, and half of those drawn with."""
    whole = [game for game in games.of[player] if game.opponent in games.points]
    halves = sum(
        games.points[game.opponent] * (2 * game.won + (game.line.result == "draw"))
        for game in whole
        if game.opponent is not None
    )
    return Fraction(halves, 2)


TIE_BREAKS: Mapping[str, Callable[[Games, PlayerId], Number]] = {
    "wins": lambda games, player: sum(game.won for game in games.of[player]),
    "games_won": lambda games, player: sum(
        game.won and game.line.played for game in games.of[player]
    ),
    "vp_against": lambda games, player: sum(game.line.vp_against for game in games.of[player]),
    "buchholz": lambda games, player: games.strength(player),
    "buchholz_cut1": lambda games, player: sum(games.strengths(player)[1:]),
    "buchholz_cut2": lambda games, player: sum(games.strengths(player)[2:]),
    "median_buchholz": lambda games, player: sum(games.strengths(player)[1:-1]),
    "extended_sos": lambda games, player: sum(map(games.strength, games.met(player))),
    "sonneborn_berger": _sonneborn_berger,
    "opponents_win_rate": lambda games, player: games.mean_of_opponents(player, games.win_rate),
    "game_win_rate": lambda games, player: games.game_win_rate(player),
    "opponents_game_win_rate": lambda games, player: games.mean_of_opponents(
        player, games.game_win_rate
    ),
    "progressive": _progressive,
    "first_loss": _first_loss,
}
