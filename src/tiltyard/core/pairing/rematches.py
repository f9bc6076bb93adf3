"""When every pairing repeats something: which repeats are the least bad (contract, section 5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.pairing.graph import Graph, graph_of
from tiltyard.core.pairing.matching import best_completion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.core.pairing.graph import Pair


def graph_with_rematches(meetings: Mapping[Pair, int], size: int) -> Graph:
    """Return a graph whose cheapest pairings have the least bad repeats.

    `meetings` gives the latest round in which two players met. The fewest repeats are best; of
    those the fewest from the most recent round, then from the one before, and so on. Rounds whose
    games need not be repeated are barred one after another, so that the cost of a pair, one exact
    number, has a place only for the rounds that cannot be avoided.
    """
    fewest = _cheapest(_priced(meetings, size, (), frozenset(), 1), size) // (size + 1)
    kept: list[int] = []
    avoided: set[int] = set()
    for number in sorted(set(meetings.values()), reverse=True):
        graph = _priced(meetings, size, (*kept, number), avoided, fewest + 1)
        if _cheapest(graph, size) % (fewest + 1):
            kept.append(number)
        else:
            avoided.add(number)
    return _priced(meetings, size, kept, avoided, fewest + 1)


def _priced(
    meetings: Mapping[Pair, int],
    size: int,
    levels: Sequence[int],
    avoided: set[int] | frozenset[int],
    base: int,
) -> Graph:
    """Bar the games of some rounds; price the others by their number, then by round.

    `base` is more than the repeats that are needed, so that numbers of repeats from the rounds in
    `levels`, the worst first, are digits.
    """
    worth = {number: base**power for power, number in enumerate(reversed(levels))}
    one_more = base ** len(levels) * (size + 1)
    barred: list[set[int]] = [set() for _ in range(size)]
    cost: dict[Pair, int] = {}
    for (first, second), number in meetings.items():
        if number in avoided:
            barred[first].add(second)
            barred[second].add(first)
        else:
            cost[first, second] = one_more + worth.get(number, 0)
    return graph_of(barred, cost)


def _cheapest(graph: Graph, size: int) -> int:
    best = best_completion(graph, range(size), (), ())
    if best is None:
        raise AssertionError("an even field can always be paired when repeats are allowed")
    return best.cost
