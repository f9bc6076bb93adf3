"""Exact questions about a set of players: whether all can be paired, and how well."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


# ------------------------------------------------------------------------------
# Who may still meet whom: players by their place in the order, and the pairs that are barred.

Pair = tuple[int, int]


class Barred(Protocol):
    """The players somebody may not meet."""

    def __contains__(self, player: object, /) -> bool: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Graph:
    """Players 0, 1, 2 ... in their order; `barred` lists for each those they may not meet.

    `most_barred` is the longest of these lists. `cost` makes a pair unwelcome without barring it
    (pairs not listed cost nothing).
    """

    barred: Sequence[Barred]
    most_barred: int
    cost: Mapping[Pair, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many players there are."""
        return len(self.barred)

    def cost_of(self, first: int, second: int) -> int:
        """Return how unwelcome a pair is."""
        return self.cost.get((first, second) if first < second else (second, first), 0)


def graph_of(barred: Sequence[Barred], cost: Mapping[Pair, int] | None = None) -> Graph:
    """Return the graph of these bars."""
    return Graph(barred, max(map(len, barred), default=0), cost or {})


def enough_for_anybody(most_barred: int) -> int:
    """Return the number of players from which a repeat-free pairing always exists.

    Among m players (m even) of whom each may not meet at most r others, everybody has m-1-r
    possible partners. If that is at least m/2, a perfect matching exists (Dirac); so m = 2r+2
    is enough, whoever the players are.
    """
    return 2 * most_barred + 2


# ------------------------------------------------------------------------------
# Exact questions about a set of players: whether all can be paired, and how well.


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
        partner = next((number for number in waiting if number not in barred), None)
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
        others = [number for number in players if number != player]
        if most_pairs(graph, others) == most:
            stuck.append(player)
    return stuck


# ------------------------------------------------------------------------------
# When every pairing repeats something: which repeats are the least bad (contract, section 5.6).


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
