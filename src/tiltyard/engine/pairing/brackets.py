"""The draw itself: bracket by bracket from the top (contract, section 5.4).

A bracket is the players floated down, in order, followed by the next group. The pairs formed in
it are, of all those after which everybody else can still be paired, the most; then, going
through the bracket in order, each player gets the earliest partner possible. Which partner is the
earliest, the ruleset says: the next in order, or of the lower half the first or the last.

Three steps, each only as strong as it needs to be:

1. While many players are left, counting proves that any pair can be completed (`graph.
   enough_for_anybody`), so the earliest possible partner is simply taken.
2. The end of the bracket is tried in the same way, and what it leaves is checked once.
3. Where that fails, exact matching decides: the longest part of the attempt that can be
   completed is kept, the next player gets the next partner, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tiltyard.engine.pairing.matching import (
    Completion,
    best_completion,
    can_all_be_paired,
    enough_for_anybody,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tiltyard.engine.pairing.matching import Graph, Pair
    from tiltyard.engine.ruleset import Partners


class Decision(NamedTuple):
    """A player of a bracket and the partner found; without one the player floats down."""

    player: int
    partner: int | None


class Drawn(NamedTuple):
    """All pairs of a round, and who floated down from which group (counted from 0)."""

    pairs: tuple[Pair, ...]
    floated: tuple[tuple[int, int], ...]


class Lookahead(Protocol):
    """A further demand on the round: whether some way to complete it keeps the plan possible."""

    def keeps_possible(
        self, pairs: Sequence[Pair], bracket: Sequence[int], floated: Sequence[int], inside: int
    ) -> bool:
        """Whether a round with these pairs, and so many more inside the bracket, can be had."""


def neighbours(bracket: list[int]) -> list[int]:
    """Return the partners of a bracket in which the next in order meet."""
    return bracket


def slide(bracket: list[int]) -> list[int]:
    """Return the partners of a bracket whose upper half meets the lower from its top."""
    half = len(bracket) // 2
    return [*bracket[half:], *bracket[:half]]


def fold(bracket: list[int]) -> list[int]:
    """Return the partners of a bracket whose upper half meets the lower from its end.

    If somebody has to be left over, it is the last.
    """
    half = len(bracket) // 2
    odd = bracket[-1:] if len(bracket) % 2 else []
    lower = bracket[half : len(bracket) - len(odd)]
    return [*lower[::-1], *odd, *bracket[:half][::-1]]


PARTNERS: Mapping[Partners, Callable[[list[int]], list[int]]] = {
    "neighbours": neighbours,
    "slide": slide,
    "fold": fold,
}
"""A bracket to its players as partners, the earliest first, by the name of the method."""


def pair_brackets(
    graph: Graph,
    groups: Sequence[Sequence[int]],
    lookahead: Lookahead | None = None,
    partners: Partners = "neighbours",
) -> Drawn:
    """Pair everybody; the caller has made sure that this is possible."""
    pairs: list[Pair] = []
    floated: list[tuple[int, int]] = []
    waiting: list[int] = []
    below = graph.size
    for number, group in enumerate(groups):
        below -= len(group)
        bracket = [*waiting, *group]
        rest = _Rest(groups, number + 1, below)
        order = _Order(bracket, PARTNERS[partners](bracket))
        formed, waiting = _pair_bracket(graph, order, rest, pairs, lookahead)
        pairs += formed
        floated += [(player, number) for player in waiting]
    if waiting:
        raise AssertionError("somebody was left after the last group")
    return Drawn(tuple(pairs), tuple(floated))


class _Order(NamedTuple):
    """A bracket in the order in which players get a partner, and in which they are taken as one."""

    players: list[int]
    partners: list[int]


@dataclass(frozen=True, slots=True)
class _Rest:
    """Everybody below a bracket, listed only when somebody asks."""

    groups: Sequence[Sequence[int]]
    first: int
    size: int

    def players(self) -> list[int]:
        return [player for group in self.groups[self.first :] for player in group]


def _pair_bracket(
    graph: Graph,
    order: _Order,
    rest: _Rest,
    before: Sequence[Pair],
    lookahead: Lookahead | None,
) -> tuple[list[Pair], list[int]]:
    enough = enough_for_anybody(graph.most_barred)
    takes_anybody = rest.size >= enough and not graph.cost
    pairs: list[Pair] = []
    end = order
    if not graph.cost and lookahead is None:
        pairs, end = _sure_pairs(graph, order, enough + (1 if takes_anybody else rest.size))
    attempt = _attempt(graph, end, ())
    plain = lookahead is None and not graph.cost
    if plain and _attempt_stands(graph, attempt, end.players, rest, enough):
        decisions = attempt
    else:
        players = None if takes_anybody else rest.players()
        search = _Search(graph, end, players, [*before, *pairs], lookahead)
        decisions = search.first_allowed()
    pairs += [(number, other) for number, other in decisions if other is not None]
    return pairs, [number for number, other in decisions if other is None]


def _sure_pairs(graph: Graph, order: _Order, keep: int) -> tuple[list[Pair], _Order]:
    """Pair from the top as long as `keep` players stay unpaired: no such pair can be wrong."""
    count = len(order.players)
    partners = order.partners
    following = [*range(1, count + 1), 0]  # the last entry leads to the first partner
    taken: set[int] = set()
    pairs: list[Pair] = []
    turn, left = 0, count
    while left - 2 >= keep:
        player = order.players[turn]
        turn += 1
        if player in taken:
            continue
        barred = graph.barred[player]
        previous, place = count, following[count]
        while (partner := partners[place]) in taken or partner == player or partner in barred:
            if partner in taken:
                following[previous] = following[place]
            else:
                previous = place
            place = following[place]
        following[previous] = following[place]
        pairs.append((player, partner))
        taken.update((player, partner))
        left -= 2
    return pairs, _without(order, taken)


def _without(order: _Order, taken: set[int]) -> _Order:
    left = [player for player in order.players if player not in taken]
    if order.players is order.partners:
        return _Order(left, left)
    return _Order(left, [player for player in order.partners if player not in taken])


def _attempt(graph: Graph, order: _Order, decided: Sequence[Decision]) -> list[Decision]:
    """Give everybody undecided the earliest partner there is, without looking any further."""
    taken = {player for decision in decided for player in decision if player is not None}
    waiting, free = _without(order, taken)
    waiting, free = list(waiting), list(free)
    attempt = []
    while waiting:
        player = waiting.pop(0)
        barred = graph.barred[player]
        for partner in free:
            if partner != player and partner not in barred:
                attempt.append(Decision(player, partner))
                waiting.remove(partner)
                free.remove(partner)
                break
        else:
            attempt.append(Decision(player, None))
        free.remove(player)
    return attempt


def _attempt_stands(
    graph: Graph, attempt: Sequence[Decision], bracket: Sequence[int], rest: _Rest, enough: int
) -> bool:
    """Whether an attempt has as many pairs as can be, and leaves what can be paired."""
    alone = [player for player, partner in attempt if partner is None]
    if len(alone) != len(bracket) % 2:
        return False
    if len(alone) + rest.size >= enough:
        return True
    return can_all_be_paired(graph, [*alone, *rest.players()])


class _Search:
    """The exact end of a bracket: which decisions can still be completed as well as possible."""

    def __init__(
        self,
        graph: Graph,
        order: _Order,
        rest: Sequence[int] | None,
        before: Sequence[Pair],
        lookahead: Lookahead | None,
    ) -> None:
        self.graph = graph
        self.order = order
        self.bracket = order.players
        self.rest = rest
        self.before = before
        self.lookahead = lookahead
        self.best = self._best()

    def _best(self) -> Completion:
        best = best_completion(self.graph, self.bracket, (), self.rest)
        if best is None:
            raise AssertionError("a bracket is only drawn when its field can be paired")
        while self.lookahead is not None and not self.lookahead.keeps_possible(
            self.before, self.bracket, (), best.inside
        ):
            best = Completion(best.cost, best.inside - 1)
        return best

    def first_allowed(self) -> list[Decision]:
        """Return the first decisions, in the order of preference, that can be completed."""
        decided: list[Decision] = []
        while True:
            attempt = _attempt(self.graph, self.order, decided)
            right = self._how_far_right(decided, attempt)
            decided += attempt[:right]
            if right == len(attempt):
                return decided
            player, wrong = attempt[right]
            decided.append(self._next_partner(decided, player, wrong))

    def _how_far_right(self, decided: Sequence[Decision], attempt: Sequence[Decision]) -> int:
        """Return how many decisions of an attempt can be kept, by halving."""
        if self._completes([*decided, *attempt]):
            return len(attempt)
        right, wrong = 0, len(attempt)
        while wrong - right > 1:
            middle = (right + wrong) // 2
            if self._completes([*decided, *attempt[:middle]]):
                right = middle
            else:
                wrong = middle
        return right

    def _next_partner(
        self, decided: Sequence[Decision], player: int, wrong: int | None
    ) -> Decision:
        taken = {number for decision in decided for number in decision}
        partners = self.order.partners
        barred = self.graph.barred[player]
        start = 0 if wrong is None else partners.index(wrong) + 1
        for partner in partners[start:]:
            if partner in taken or partner in barred or partner == player:
                continue
            if self._completes([*decided, Decision(player, partner)]):
                return Decision(player, partner)
        return Decision(player, None)

    def _completes(self, decided: Sequence[Decision]) -> bool:
        """Whether some completion of these decisions is as good as the best there is."""
        pairs = [(number, other) for number, other in decided if other is not None]
        floated = [number for number, other in decided if other is None]
        if len(floated) > len(self.bracket) - 2 * self.best.inside:
            return False
        taken = {player for decision in decided for player in decision}
        inside = [player for player in self.bracket if player not in taken]
        going_on = best_completion(self.graph, inside, floated, self.rest)
        if going_on is None:
            return False
        cost = going_on.cost + sum(self.graph.cost_of(*pair) for pair in pairs)
        if cost != self.best.cost or going_on.inside + len(pairs) < self.best.inside:
            return False
        if self.lookahead is None:
            return True
        missing = self.best.inside - len(pairs)
        return self.lookahead.keeps_possible([*self.before, *pairs], inside, floated, missing)
