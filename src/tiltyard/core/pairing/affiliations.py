"""Keeping family members and people who travelled together apart in the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.pairing.graph import graph_of
from tiltyard.core.pairing.matching import can_all_be_paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.core.pairing.graph import Graph, Pair


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


def graph_of_strangers(tags: Sequence[frozenset[str]]) -> Graph:
    """Return the graph that keeps companions apart; where that cannot be, as many as possible."""
    size: dict[str, int] = {}
    for own in tags:
        for tag in own:
            size[tag] = size.get(tag, 0) + 1
    companions = [
        Companions(player, tags, sum(size[tag] - 1 for tag in own))
        for player, own in enumerate(tags)
    ]
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
