"""Looking ahead: whether every further planned round can stay free of repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.pairing.factors import Factors, bits, without
from tiltyard.engine.pairing.matching import enough_for_anybody

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.engine.pairing.factors import Adjacent
    from tiltyard.engine.pairing.matching import Pair

LARGEST_FIELD = 24
"""Fields up to this size are looked at exactly (contract, section 5.4)."""


class Outlook(NamedTuple):
    """The field for all rounds to come: everybody, and an empty seat if their number is odd.

    `adjacent` says who may still meet whom; a bye is a meeting with the empty seat. `rounds` is
    the number of rounds that have to be free of repeats, the next one included. `factors` knows
    what was found out about the field already.
    """

    adjacent: Adjacent
    rounds: int
    factors: Factors

    @property
    def is_possible(self) -> bool:
        """Whether all these rounds can be free of repeats."""
        return self.factors.exist(self.adjacent, self.rounds)

    @property
    def size(self) -> int:
        """How many seats there are."""
        return len(self.adjacent)


def outlook(met: Sequence[set[int]], byes: Sequence[int], rounds: int) -> Outlook:
    """Return the outlook of a field from its meetings and byes."""
    count = len(met)
    everybody = (1 << count) - 1
    adjacent = [
        everybody & ~(1 << player) & ~sum(1 << opponent for opponent in opponents)
        for player, opponents in enumerate(met)
    ]
    if count % 2:
        fewest = min(byes)
        unrested = [player for player in range(count) if byes[player] == fewest]
        if len(unrested) < rounds:
            unrested = list(range(count))
        for player in unrested:
            adjacent[player] |= 1 << count
        adjacent.append(sum(1 << player for player in unrested))
    return Outlook(tuple(adjacent), rounds, Factors(len(adjacent)))


def certainly_possible(opponents: Sequence[int], rounds: int) -> bool:
    """Whether counting the opponents everybody had shows that so many rounds can be had."""
    seats = len(opponents) + len(opponents) % 2
    return seats >= enough_for_anybody(max(opponents, default=0) + rounds - 1)


def short_of_opponents(opponents: Sequence[int], rounds: int) -> list[int]:
    """Return the players who have fewer opponents left than rounds to play."""
    seats = len(opponents) + len(opponents) % 2
    return [player for player, had in enumerate(opponents) if seats - 1 - had < rounds]


class PlanSafety:
    """The demand of `pairing.plan_safe` on the round that is being drawn."""

    def __init__(self, ahead: Outlook, seats: Sequence[int], resting: Pair | None) -> None:
        """Take the outlook, the seat of every player of the draw, and who rests."""
        self._ahead = ahead
        self._seats = seats
        self._fixed = () if resting is None else (1 << resting[0] | 1 << resting[1],)

    def keeps_possible(
        self, pairs: Sequence[Pair], bracket: Sequence[int], floated: Sequence[int], inside: int
    ) -> bool:
        """Whether a round with these pairs, and so many more inside the bracket, can be had."""
        fixed = [*self._fixed, *(self._set(pair) for pair in pairs)]
        free = (1 << self._ahead.size) - 1
        for pair in fixed:
            free &= ~pair
        members, leaving = self._set(bracket), self._set(floated)
        adjacent = self._without_mixing(members, leaving)
        crossings = members.bit_count() - 2 * inside
        ahead = self._ahead
        for rest in _with_few_crossings(adjacent, free, members, crossings):
            ahead.factors.count()
            left = without(ahead.adjacent, (*fixed, *rest))
            if ahead.factors.exist(left, ahead.rounds - 1):
                return True
        return False

    def _set(self, players: Sequence[int]) -> int:
        return sum(1 << self._seats[player] for player in players)

    def _without_mixing(self, members: int, leaving: int) -> Adjacent:
        """Bar the pairs between those who leave a bracket and those who are still in it."""
        adjacent = list(self._ahead.adjacent)
        for player in bits(members):
            adjacent[player] &= ~leaving
        for player in bits(leaving):
            adjacent[player] &= ~members
        return tuple(adjacent)


def _with_few_crossings(
    adjacent: Adjacent, players: int, members: int, crossings: int
) -> Iterator[tuple[int, ...]]:
    """Yield the ways to pair players with at most so many pairs across the edge of a bracket."""
    if not players:
        yield ()
        return

    def possible(player: int) -> int:
        own_side = members if members >> player & 1 else ~members
        return adjacent[player] & players & (own_side if crossings == 0 else -1)

    player = min(bits(players), key=lambda number: possible(number).bit_count())
    own_side = members if members >> player & 1 else ~members
    partners = possible(player)
    for partner in (*bits(partners & own_side), *bits(partners & ~own_side)):
        pair = 1 << player | 1 << partner
        left = crossings if own_side >> partner & 1 else crossings - 1
        for others in _with_few_crossings(adjacent, players & ~pair, members, left):
            yield (pair, *others)
