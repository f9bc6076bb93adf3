"""Keeping family members and people who travelled together apart in the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.pairing.graph import graph_of
from tiltyard.core.pairing.matching import can_all_be_paired, most_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.core.pairing.graph import Graph, Pair


def companies_of(affiliations: Iterable[str]) -> frozenset[str]:
    """Return the companies these affiliations name: case and outer spaces mean nothing."""
    named = (affiliation.strip().casefold() for affiliation in affiliations)
    return frozenset(name for name in named if name)


class Companions:
    """Everybody who shares a tag with one player, known by asking."""

    __slots__ = ("_count", "_player", "_tags")

    def __init__(self, player: int, tags: Sequence[frozenset[str]], count: int) -> None:
        self._player = player
        self._tags = tags
        self._count = count

    def __contains__(self, other: object) -> bool:
        assert isinstance(other, int)
        return other != self._player and not self._tags[self._player].isdisjoint(self._tags[other])

    def __len__(self) -> int:
        return self._count


def _companions(tags: Sequence[frozenset[str]]) -> list[Companions]:
    size = _sizes(tags)
    return [
        Companions(player, tags, sum(size[tag] - 1 for tag in own))
        for player, own in enumerate(tags)
    ]


def _sizes(tags: Sequence[frozenset[str]]) -> dict[str, int]:
    size: dict[str, int] = {}
    for own in tags:
        for tag in own:
            size[tag] = size.get(tag, 0) + 1
    return size


def first_to_rest(tags: Sequence[frozenset[str]], candidates: Sequence[int]) -> int:
    """Return the first candidate whose rest leaves the fewest pairs of companions (XW-073).

    The field is odd. Of N - 1 players as many pairs are companions as strangers cannot form, so
    the best rest is of somebody whom a largest set of pairs of strangers may leave alone.
    """
    sizes = _sizes(tags)
    largest = max(sizes, key=lambda tag: (sizes[tag], tag), default=None)
    if all(len(own) <= 1 for own in tags):
        if largest is None or 2 * sizes[largest] < len(tags):
            return candidates[0]
        crowd = (player for player in candidates if largest in tags[player])
        return next(crowd, candidates[0])
    return _first_to_rest_by_search(tags, candidates)


def _first_to_rest_by_search(tags: Sequence[frozenset[str]], candidates: Sequence[int]) -> int:
    """Answer by matching; players of the same companies have the same answer."""
    apart = graph_of(_companions(tags))
    everybody = range(len(tags))
    first = [player for player in everybody if player != candidates[0]]
    if can_all_be_paired(apart, first):
        return candidates[0]
    most = most_pairs(apart, everybody)
    asked: set[frozenset[str]] = set()
    for candidate in candidates:
        if tags[candidate] not in asked:
            asked.add(tags[candidate])
            if most_pairs(apart, [one for one in everybody if one != candidate]) == most:
                return candidate
    return candidates[0]


def graph_of_strangers(tags: Sequence[frozenset[str]]) -> Graph:
    """Return the graph that keeps companions apart; where that cannot be, as many as possible."""
    companions = _companions(tags)
    apart = graph_of(companions)
    if can_all_be_paired(apart, range(len(tags))):
        return apart
    cost: dict[Pair, int] = {
        (first, second): 1
        for first in range(len(tags))
        for second in range(first + 1, len(tags))
        if second in companions[first]
    }
    return graph_of([frozenset()] * len(tags), cost)


def pairs_of_strangers(tags: Sequence[frozenset[str]]) -> list[Pair] | None:
    """Return the first round of a field in which nobody has more than one tag; else nothing.

    Then only numbers matter: of N players with L in the largest company, L - N/2 pairs must be of
    companions if that is more than none, and so many are enough. Each player in turn gets the
    earliest partner after whom no more such pairs are needed than before.
    """
    if len(tags) % 2 or any(len(own) > 1 for own in tags):
        return None
    company = [next(iter(own), None) for own in tags]
    crowd = _Crowd(company)
    needed = crowd.companions_needed()
    following = [*range(1, len(tags)), -1]
    pairs: list[Pair] = []
    top = 0 if tags else -1
    while top != -1:
        previous, place = top, following[top]
        while not crowd.may_part_with(company[top], company[place], needed):
            previous, place = place, following[place]
        needed -= crowd.take(company[top], company[place])
        pairs.append((top, place))
        if previous == top:
            top = following[place]
        else:
            following[previous] = following[place]
            top = following[top]
    return pairs


class _Crowd:
    """How many players of each company are still unpaired."""

    def __init__(self, company: Sequence[str | None]) -> None:
        self.size: dict[str, int] = {}
        for tag in company:
            if tag is not None:
                self.size[tag] = self.size.get(tag, 0) + 1
        self.left = len(company)
        self.largest = max(self.size.values(), default=0)

    def companions_needed(self) -> int:
        """Return how many pairs of companions the unpaired need at least."""
        if 2 * self.largest <= self.left:  # companies only become smaller
            return 0
        return max(0, max(self.size.values(), default=0) - self.left // 2)

    def take(self, first: str | None, second: str | None, sign: int = -1) -> int:
        """Take a pair out (or put it back); return 1 if they are companions."""
        for tag in (first, second):
            if tag is not None:
                self.size[tag] += sign
        self.left += 2 * sign
        return int(first is not None and first == second)

    def may_part_with(self, first: str | None, second: str | None, needed: int) -> bool:
        """Whether this pair leaves no more pairs of companions than were needed before."""
        companions = self.take(first, second)
        after = companions + self.companions_needed()
        self.take(first, second, +1)
        return after <= needed
