"""When every pairing repeats something: which repeats are the least bad (contract, section 5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.pairing.graph import Graph, graph_of
from tiltyard.core.pairing.matching import best_completion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.core.pairing.graph import Pair

WIDEST_WEIGHT = 120
"""Bits of a weight the matching library takes."""


def graph_with_rematches(meetings: Mapping[Pair, int], size: int) -> Graph:
    """Return a graph in which nobody is barred and repeats cost: first their number, then age.

    `meetings` gives the latest round in which two players met. Of two sets with equally many
    repeats the one with fewer from the most recent round is better, then from the one before.
    """
    open_to_all: Sequence[frozenset[int]] = [frozenset()] * size
    counting = graph_of(open_to_all, dict.fromkeys(meetings, 1))
    fewest = best_completion(counting, range(size), (), ())
    if fewest is None:
        raise AssertionError("an even field can always be paired when repeats are allowed")
    return graph_of(open_to_all, _weights(meetings, fewest.cost, size))


def _weights(meetings: Mapping[Pair, int], repeats: int, size: int) -> dict[Pair, int]:
    rounds = sorted(set(meetings.values()))
    base = repeats + 1
    room = WIDEST_WEIGHT - 2 * size.bit_length() - 2
    levels = max(1, room // max(1, base.bit_length()))
    if len(rounds) > levels:  # the oldest meetings count as equally old
        rounds = rounds[-levels:]
    place = {number: power for power, number in enumerate(rounds)}
    one_more = base ** len(rounds) * (size + 1)
    return {pair: one_more + base ** place.get(number, 0) for pair, number in meetings.items()}
