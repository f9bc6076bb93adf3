"""Several rounds at once: whether a field has so many pairings that no pair occurs twice.

Players are bits: `adjacent[p]` is the set of those whom p may still meet. The question is hard in
general and easy for the fields it is asked for (at most two dozen players): counting answers most,
a few quick attempts nearly all the others, and an exhaustive search the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Adjacent = tuple[int, ...]
ATTEMPTS = 24


def bits(mask: int) -> Iterator[int]:
    """Yield the players of a set in their order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def pairings(adjacent: Adjacent, players: int, turn: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every way to pair a set of players, as one set of two for each pair."""
    if not players:
        yield ()
        return
    player = min(bits(players), key=lambda one: (adjacent[one] & players).bit_count())
    partners = list(bits(adjacent[player] & players))
    if not partners:
        return
    shift = turn % len(partners)
    for partner in (*partners[shift:], *partners[:shift]):
        pair = 1 << player | 1 << partner
        for others in pairings(adjacent, players & ~pair, turn):
            yield (pair, *others)


def without(adjacent: Adjacent, pairs: tuple[int, ...]) -> Adjacent:
    """Return who may still meet whom after a round of these pairs."""
    left = list(adjacent)
    for pair in pairs:
        for player in bits(pair):
            left[player] &= ~pair
    return tuple(left)


class Factors:
    """Remembers which questions were answered already."""

    def __init__(self, size: int) -> None:
        self.everybody = (1 << size) - 1
        self.size = size
        self._known: dict[tuple[Adjacent, int], bool] = {}

    def exist(self, adjacent: Adjacent, rounds: int) -> bool:
        """Whether so many rounds can be paired without any pair twice."""
        if rounds <= 0:
            return True
        fewest = min((one.bit_count() for one in adjacent), default=0)
        if fewest < rounds:
            return False
        if fewest - (rounds - 1) >= self.size / 2:
            return True  # after each round everybody still has half the field left (Dirac)
        question = (adjacent, rounds)
        if question not in self._known:
            self._known[question] = self._attempt(adjacent, rounds) or self._search(
                adjacent, rounds
            )
        return self._known[question]

    def _attempt(self, adjacent: Adjacent, rounds: int) -> bool:
        """Draw the rounds one after another, a few times over, and see whether it works out."""
        for turn in range(ATTEMPTS):
            left = adjacent
            for number in range(rounds):
                drawn = next(pairings(left, self.everybody, turn + number), None)
                if drawn is None:
                    break
                left = without(left, drawn)
            else:
                return True
        return False

    def _search(self, adjacent: Adjacent, rounds: int) -> bool:
        """Try everything: whoever has no choice to spare meets the first opponent in some round."""
        tight = [player for player, one in enumerate(adjacent) if one.bit_count() == rounds]
        if not tight:
            drawn = pairings(adjacent, self.everybody)
            return any(self.exist(without(adjacent, pairs), rounds - 1) for pairs in drawn)
        player = tight[0]
        pair = 1 << player | adjacent[player] & -adjacent[player]
        others = pairings(adjacent, self.everybody & ~pair)
        return any(self.exist(without(adjacent, (pair, *rest)), rounds - 1) for rest in others)
