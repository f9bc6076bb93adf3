"""Two players level on what is added up: whether the other keys put one of them above for sure.

Strength of schedule is compared as a difference: what both players' opponents can still score is
added up table by table, so that two opponents who play each other cannot both win. With pairings
still unknown it is an interval for each player.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiltyard.engine.clinch.outcomes import effects_of
from tiltyard.engine.standings import SIMPLE_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.clinch.outcomes import Ending, Gain, Values
    from tiltyard.engine.clinch.situation import Situation
    from tiltyard.engine.tournament import PlayerId

Above = Literal[1, 0, -1]
"""The other player finishes above for sure; either way, a lot included; below for sure."""


class Side(NamedTuple):
    """One of two players compared: final values, and the endings at the own table they rest on."""

    player: PlayerId
    values: Values
    endings: tuple[Ending, ...]


class Tied:
    """The comparison of two players of one situation, key by key."""

    def __init__(self, situation: Situation) -> None:
        self._now = situation

    def above(self, other: Side, mine: Side, *, sure: bool) -> Above:
        """Return whether the other finishes above; `sure` assumes that nobody else leaves."""
        place = 0
        for key in self._now.order:
            if key in SIMPLE_KEYS:
                difference = other.values[place] - mine.values[place]
                place += 1
                if difference:
                    return 1 if difference > 0 else -1
            elif key == "h2h":
                decided = self._head_to_head(other, mine)
                if decided is not None:
                    return decided
            elif key == "sos":
                decided = self._by_strength(other, mine, sure=sure)
                if decided is not None:
                    return decided
            else:
                return 0
        return 0

    # --------------------------------------------------------------------------
    # Head to head: it decides for sure only while nobody else can be level.

    def _head_to_head(self, other: Side, mine: Side) -> Above | None:
        if self._now.ahead or self._are_apart(other, mine):
            return 0  # they may meet again, or lose to somebody level in the own group
        mine_over = self._beats(mine, other)
        other_over = self._beats(other, mine)
        if not mine_over and not other_over:
            return None
        winner, loser = (mine, other) if mine_over else (other, mine)
        if self._somebody_else_level(winner, loser):
            return None if self._rest_decides(other, mine, mine_over=mine_over) else 0
        return -1 if mine_over else 1

    def _are_apart(self, one: Side, other: Side) -> bool:
        return any((one.player in group) != (other.player in group) for group in self._now.groups)

    def _rest_decides(self, other: Side, mine: Side, *, mine_over: bool) -> bool:
        """Whether the next values point the same way as the game between them."""
        better, worse = (mine, other) if mine_over else (other, mine)
        return better.values > worse.values

    def _beats(self, one: Side, other: Side) -> bool:
        seat = self._now.seats[one.player]
        won, lost = other.player in seat.won, other.player in seat.lost
        if self._now.table_of[one.player] == self._now.table_of[other.player]:
            signs = {self._own_gain(one.player, ending).sign for ending in one.endings}
            won = won or signs == {1}
            lost = lost or -1 in signs
        return won and not lost

    def _own_gain(self, player: PlayerId, ending: Ending) -> Gain:
        table = self._now.tables[self._now.table_of[player]]
        return ending.gains[table.players.index(player)]

    def _somebody_else_level(self, winner: Side, loser: Side) -> bool:
        """Whether a third player who is not beaten by the winner could be level with them."""
        seat = self._now.seats[winner.player]
        beaten = seat.won - seat.lost
        level = self._reaching.get(winner.values[: self._before_head_to_head], set())
        return any(
            player not in beaten and player not in {winner.player, loser.player} for player in level
        )

    @cached_property
    def _before_head_to_head(self) -> int:
        order = self._now.order
        return sum(1 for key in order[: order.index("h2h")] if key in SIMPLE_KEYS)

    @cached_property
    def _reaching(self) -> dict[Values, set[PlayerId]]:
        """Who can finish with exactly these values before head to head."""
        found: dict[Values, set[PlayerId]] = {}
        many = self._before_head_to_head
        for table in self._now.tables:
            for place, player in enumerate(table.players):
                base = self._now.seats[player].values[:many]
                for gained in {
                    ending.gains[place].values[:many] for ending in table.outcomes.games
                }:
                    total = tuple(map(int.__add__, base, gained))
                    found.setdefault(total, set()).add(player)
        return found

    # --------------------------------------------------------------------------
    # Strength of schedule.

    def _by_strength(self, other: Side, mine: Side, *, sure: bool) -> Above | None:
        """Return who is stronger for sure; none where both are equal whatever happens."""
        if not self._now.rules.sos.include_disqualified and not sure:
            return 0
        least: int | Fraction
        most: int | Fraction
        least, most = (
            self._by_intervals(other.player, mine.player)
            if self._now.ahead
            else self._difference(other, mine)
        )
        if least > 0:
            return 1
        if most < 0:
            return -1
        return None if least == most else 0

    def _difference(self, other: Side, mine: Side) -> tuple[int, int]:
        """Return the least and the most by which the other's strength is above mine, scaled.

        Both strengths are brought over one denominator: only signs count.
        """
        lows, highs = [], []
        for met_other, endings_other in self._by_meeting(other).items():
            for met_mine, endings_mine in self._by_meeting(mine).items():
                their_opponents = self._opponents(other.player, met=met_other)
                my_opponents = self._opponents(mine.player, met=met_mine)
                weights: dict[PlayerId, int] = {}
                _add(weights, their_opponents, self._share(my_opponents))
                _add(weights, my_opponents, -self._share(their_opponents))
                table_of = self._now.table_of
                fixed = {table_of[other.player]: endings_other, table_of[mine.player]: endings_mine}
                low, high = self._range(weights, fixed)
                lows.append(low)
                highs.append(high)
        return min(lows), max(highs)

    def _by_meeting(self, side: Side) -> dict[bool, tuple[Ending, ...]]:
        """Return the endings in which a player meets the opponent, and those in which not."""
        found: dict[bool, list[Ending]] = {}
        for ending in side.endings:
            found.setdefault(self._own_gain(side.player, ending).met, []).append(ending)
        return {met: tuple(endings) for met, endings in found.items()}

    def _opponents(self, player: PlayerId, *, met: bool) -> list[PlayerId]:
        opponents = [*self._now.seats[player].opponents]
        if met:
            table = self._now.tables[self._now.table_of[player]]
            opponents += [other for other in table.players if other != player]
        return opponents

    def _share(self, opponents: Sequence[PlayerId]) -> int:
        """Return by what the other side's sum is multiplied: a mean by the number of opponents."""
        return (len(opponents) or 1) if self._now.rules.sos.formula == "mean" else 1

    def _range(
        self, weights: dict[PlayerId, int], fixed: dict[int, tuple[Ending, ...]]
    ) -> tuple[int, int]:
        low = high = 0
        for place in {self._now.table_of[player] for player, weight in weights.items() if weight}:
            table = self._now.tables[place]
            rows = effects_of(fixed[place]) if place in fixed else table.outcomes.effects
            sums = [
                sum(
                    [
                        weights.get(player, 0) * self._worth(player, gain)
                        for player, gain in zip(table.players, gains, strict=True)
                    ]
                )
                for gains in rows
            ]
            low += min(sums)
            high += max(sums)
        return low, high

    def _worth(self, player: PlayerId, gain: Gain) -> int:
        """Return what a player is worth to opponents, over one denominator for all."""
        seat = self._now.seats[player]
        if self._now.rules.sos.formula == "sum":
            return seat.tp + gain.tp
        return (seat.tp + gain.tp) * (self._rounds // ((seat.rounds + gain.counts) or 1))

    @cached_property
    def _rounds(self) -> int:
        played = {seat.rounds or 1 for seat in self._now.seats.values()}
        return lcm(*played, *(rounds + 1 for rounds in played))

    # --------------------------------------------------------------------------
    # With rounds to come: an interval for each player.

    def _by_intervals(self, other: PlayerId, mine: PlayerId) -> tuple[Fraction, Fraction]:
        other_low, other_high = self._interval(other)
        my_low, my_high = self._interval(mine)
        return other_low - my_high, other_high - my_low

    def _interval(self, player: PlayerId) -> tuple[Fraction, Fraction]:
        """Return the least and the most strength of schedule a player can still have."""
        table = self._now.tables[self._now.table_of[player]]
        here = [other for other in table.players if other != player]
        known = [self._reach[other] for other in (*self._now.seats[player].opponents, *here)]
        least = min(low for low, _ in self._reach.values())
        most = max(high for _, high in self._reach.values())
        if self._now.rules.sos.formula == "mean":
            return least, most
        high = sum((reach[1] for reach in known), Fraction(0)) + len(self._now.ahead) * most
        return sum((reach[0] for reach in known[: -len(here) or None]), Fraction(0)), high

    @cached_property
    def _reach(self) -> dict[PlayerId, tuple[Fraction, Fraction]]:
        return {player: self._reach_of(player) for player in self._now.seats}

    def _reach_of(self, player: PlayerId) -> tuple[Fraction, Fraction]:
        """Return the least and the most a player can be worth to opponents."""
        table = self._now.tables[self._now.table_of[player]]
        place = table.players.index(player)
        now = [ending.gains[place].tp for ending in table.outcomes.games]
        seat, rounds = self._now.seats[player], len(self._now.ahead)
        most = seat.tp + max(now) + sum(outcomes.most_points for outcomes in self._now.ahead)
        if self._now.rules.sos.formula == "sum":
            return Fraction(seat.tp + min(now)), Fraction(most)
        return Fraction(seat.tp, seat.rounds + 1 + rounds), Fraction(most, seat.rounds or 1)


def _add(weights: dict[PlayerId, int], opponents: Sequence[PlayerId], share: int) -> None:
    for opponent in opponents:
        weights[opponent] = weights.get(opponent, 0) + share
