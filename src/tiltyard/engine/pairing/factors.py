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
FEWER_ATTEMPTS = 3
ALWAYS_EXACT = 12
MOST_PAIRINGS = 10_000


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
    player = min(bits(players), key=lambda number: (adjacent[number] & players).bit_count())
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


def usable_games(adjacent: Adjacent, rounds: int) -> Adjacent | None:
    """Strike out games that cannot be played in so many rounds; none: the rounds cannot be had.

    Whoever has just enough opponents meets all of them. If these fill all rounds of somebody else,
    that one meets nobody but them.
    """
    left = list(adjacent)
    changed = True
    while changed:
        changed = False
        tight = sum(1 << number for number, met in enumerate(left) if met.bit_count() == rounds)
        for player, opponents in enumerate(left):
            due = opponents & tight
            if opponents.bit_count() < rounds or due.bit_count() > rounds:
                return None
            if due.bit_count() == rounds and opponents != due:
                for other in bits(opponents & ~due):
                    left[other] &= ~(1 << player)
                left[player] = due
                changed = True
                break
    return tuple(left)


class TooHard(Exception):
    """The search was given up: whether so many rounds exist is not known."""


class Factors:
    """Answers the question for one field, and remembers the answers.

    Up to `ALWAYS_EXACT` players every answer is found; beyond, the search gives up after
    `MOST_PAIRINGS` pairings (a number, not a time: the answer is the same everywhere).
    """

    def __init__(self, size: int) -> None:
        self.everybody = (1 << size) - 1
        self.size = size
        self._known: dict[tuple[Adjacent, int], bool] = {}
        self._left = None if size <= ALWAYS_EXACT else MOST_PAIRINGS

    def exist(self, adjacent: Adjacent, rounds: int, attempts: int = ATTEMPTS) -> bool:
        """Whether so many rounds can be paired without any pair twice."""
        if rounds <= 0:
            return True
        usable = usable_games(adjacent, rounds)
        if usable is None or self._has_odd_part(usable):
            return False
        adjacent = usable
        fewest = min((number.bit_count() for number in adjacent), default=0)
        if 2 * (fewest - (rounds - 1)) >= self.size:
            return True  # after each round everybody still has half the field left (Dirac)
        question = (adjacent, rounds)
        if question not in self._known:
            self._known[question] = self._attempt(adjacent, rounds, attempts) or self._search(
                adjacent, rounds
            )
        return self._known[question]

    def count(self) -> None:
        """Count one more pairing looked at, and give up when there were too many."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise TooHard

    def _has_odd_part(self, adjacent: Adjacent) -> bool:
        """Whether the field falls apart into parts of which one is odd: nobody can pair that."""
        unseen = self.everybody
        while unseen:
            part = reached = unseen & -unseen
            while reached:
                near = 0
                for player in bits(reached):
                    near |= adjacent[player]
                reached = near & ~part
                part |= near
            if part.bit_count() % 2:
                return True
            unseen &= ~part
        return False

    def _attempt(self, adjacent: Adjacent, rounds: int, attempts: int) -> bool:
        """Draw the rounds one after another, a few times over, and see whether it works out."""
        for turn in range(attempts):
            left = adjacent
            for number in range(rounds):
                self.count()
                drawn = next(pairings(left, self.everybody, turn + number), None)
                if drawn is None:
                    break
                left = without(left, drawn)
            else:
                return True
        return False

    def _search(self, adjacent: Adjacent, rounds: int) -> bool:
        """Try everything: the player with the fewest opponents meets the first of them, or never.

        Rounds have no order, so it is enough to look at one game: either some round holds it, or
        the game can be struck out, if that leaves the player enough opponents.
        """
        player = min(range(self.size), key=lambda number: adjacent[number].bit_count())
        game = 1 << player | adjacent[player] & -adjacent[player]
        for others in pairings(adjacent, self.everybody & ~game):
            self.count()
            if self.exist(without(adjacent, (game, *others)), rounds - 1, FEWER_ATTEMPTS):
                return True
        if adjacent[player].bit_count() == rounds:
            return False
        return self.exist(without(adjacent, (game,)), rounds, FEWER_ATTEMPTS)
