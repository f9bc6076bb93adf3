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

    @cached_property
    def most_points(self) -> int:
        """The most points a game is worth, by its result, its table or its scale."""
        points = self._rules.points
        if points.by == "margin":
            return max(row.win for row in points.rows)
        return max((points.win, *(number for pair in points.pairs for number in pair)))

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

    @cached_property
    def least_rate(self) -> Fraction:
        """A share of wins below it counts as this much: who lost everything costs no more."""
        return Fraction(*self._rules.rates.least)

    def win_rate(self, player: PlayerId, without: PlayerId | None = None) -> Fraction:
        """Return the share of games won at the table, never below the least; some are left out."""
        games = [
            game
            for game in self.of[player]
            if game.line.played and game.opponent is not None and game.opponent != without
        ]
        half = self._rules.rates.draws == "half"
        won = sum(2 * game.won + (half and game.line.result == "draw") for game in games)
        return max(self.least_rate, Fraction(won, 2 * len(games))) if games else self.least_rate

    def game_win_rate(self, player: PlayerId) -> Fraction:
        """Return the share of single games (victory points) won, never below the least."""
        games = [game.line for game in self.of[player] if game.line.played]
        mine = sum(line.vp_for for line in games)
        both = mine + sum(line.vp_against for line in games)
        return max(self.least_rate, Fraction(mine, both)) if both else self.least_rate

    def opponents_win_rate(self, player: PlayerId) -> Fraction:
        """Return the mean of the opponents' shares of games won."""
        without = None if self._rules.rates.own_games else player
        return self.mean_of_opponents(player, lambda other: self.win_rate(other, without))

    def opponents_opponents_win_rate(self, player: PlayerId) -> Fraction:
        """Return the mean of what the opponents have as the mean of theirs."""
        return self.mean_of_opponents(player, self._known_opponents_rate)

    def _known_opponents_rate(self, player: PlayerId) -> Fraction:
        if player not in self._opponents_rates:
            self._opponents_rates[player] = self.opponents_win_rate(player)
        return self._opponents_rates[player]

    @cached_property
    def _opponents_rates(self) -> dict[PlayerId, Fraction]:
        return {}

    def mixed_win_rate(self, player: PlayerId) -> Fraction:
        """Return the opponents' share and that of their opponents in the parts of the ruleset."""
        one, other = self._rules.rates.mix
        mixed = one * self.opponents_win_rate(player)
        mixed += other * self.opponents_opponents_win_rate(player)
        return mixed / (one + other)

    def mean_of_opponents(self, player: PlayerId, rate: Callable[[PlayerId], Fraction]) -> Fraction:
        """Return the mean of a rate over the opponents; nothing without any."""
        met = self.met(player)
        return sum(map(rate, met), Fraction(0)) / len(met) if met else Fraction(0)

    def mean_strength(self, player: PlayerId) -> Fraction:
        """Return the mean of the opponents' points; nothing without any."""
        found = self.strengths(player)
        return Fraction(sum(found), len(found)) if found else Fraction(0)


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


def _koya(games: Games, player: PlayerId) -> int:
    """Return the points from games against those who have at least half of all points."""
    half = games.most_points * games.rounds
    return sum(
        game.line.tp
        for game in games.of[player]
        if game.opponent is not None and 2 * games.points[game.opponent] >= half
    )


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
    "mean_buchholz": lambda games, player: games.mean_strength(player),
    "median_buchholz2": lambda games, player: sum(games.strengths(player)[2:-2]),
    "average_of_buchholz": lambda games, player: games.mean_of_opponents(
        player, lambda other: Fraction(games.strength(other))
    ),
    "draws": lambda games, player: sum(game.line.result == "draw" for game in games.of[player]),
    "koya": _koya,
    "opponents_win_rate": lambda games, player: games.opponents_win_rate(player),
    "opponents_opponents_win_rate": lambda games, player: games.opponents_opponents_win_rate(
        player
    ),
    "mixed_win_rate": lambda games, player: games.mixed_win_rate(player),
    "game_win_rate": lambda games, player: games.game_win_rate(player),
    "opponents_game_win_rate": lambda games, player: games.mean_of_opponents(
        player, games.game_win_rate
    ),
    "progressive": _progressive,
    "first_loss": _first_loss,
}
