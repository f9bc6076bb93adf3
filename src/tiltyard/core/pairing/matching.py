"""Exact questions about a set of players: whether all can be paired, and how well."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.core.pairing.graph import enough_for_anybody

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.core.pairing.graph import Graph, Pair


class Completion(NamedTuple):
    """The best way to go on: its cost, and how many pairs lie inside the bracket."""

    cost: int
    inside: int


def best_completion(
    graph: Graph,
    inside: Sequence[int],
    floated: Sequence[int],
    rest: Sequence[int] | None,
) -> Completion | None:
    """Return the best completion, or none if somebody would be left over.

    `inside` are the undecided players of a bracket, `floated` those who leave it, `rest` everybody
    below. Nobody may be left over, except that without a `rest` (none: there is so much of it
    that it takes whoever comes) players of the bracket may.
    """
    outside = [*floated, *(rest or ())]
    pairs = _heaviest_matching(graph, inside, floated, outside)
    matched = 2 * len(pairs)
    if rest is not None and matched < len(inside) + len(outside):
        return None
    members = set(inside)
    return Completion(
        sum(graph.cost_of(*pair) for pair in pairs),
        sum(1 for first, second in pairs if first in members and second in members),
    )


def _heaviest_matching(
    graph: Graph, inside: Sequence[int], floated: Sequence[int], outside: Sequence[int]
) -> list[Pair]:
    """Return a largest matching, among those the cheapest, then with most pairs inside.

    Only its size, its cost and its count are used: they are the same for every optimum, so the
    answer does not depend on which optimum the library finds.
    """
    import rustworkx

    nodes = [*inside, *outside]
    unit = len(nodes) + 1
    edges = []
    members, leaving = len(inside), set(floated)
    for a, first in enumerate(nodes):
        barred = graph.barred[first]
        for b in range(a + 1, len(nodes)):
            second = nodes[b]
            if second in barred or (a < members <= b and second in leaving):
                continue
            weight = int(b < members) - unit * graph.cost_of(first, second)
            edges.append((a, b, weight))
    network = rustworkx.PyGraph(multigraph=False)
    network.add_nodes_from(nodes)
    network.add_edges_from(edges)
    found = rustworkx.max_weight_matching(network, max_cardinality=True, weight_fn=_same)
    return [(nodes[a], nodes[b]) for a, b in found]


def _same(weight: int) -> int:
    return weight


def can_all_be_paired(graph: Graph, players: Sequence[int]) -> bool:
    """Whether these players have a repeat-free pairing; most of the time counting is enough."""
    if len(players) % 2:
        return False
    if not players or len(players) >= enough_for_anybody(graph.most_barred):
        return True
    return _quickly_paired(graph, players) or best_completion(graph, players, (), ()) is not None


def _quickly_paired(graph: Graph, players: Iterable[int]) -> bool:
    """Whether pairing everybody with the first possible partner happens to work."""
    waiting = list(players)
    while waiting:
        first = waiting.pop(0)
        barred = graph.barred[first]
        partner = next((one for one in waiting if one not in barred), None)
        if partner is None:
            return False
        waiting.remove(partner)
    return True


def most_pairs(graph: Graph, players: Sequence[int]) -> int:
    """Return how many pairs these players can form at most."""
    return len(_heaviest_matching(graph, players, (), ()))


def left_over(graph: Graph, players: Sequence[int]) -> list[int]:
    """Return everybody whom some largest set of pairs leaves alone: the ones who are stuck."""
    most = most_pairs(graph, players)
    stuck = []
    for player in players:
        others = [one for one in players if one != player]
        if most_pairs(graph, others) == most:
            stuck.append(player)
    return stuck
