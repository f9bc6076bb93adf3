"""Who may still meet whom: players by their place in the order, and the pairs that are barred."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
