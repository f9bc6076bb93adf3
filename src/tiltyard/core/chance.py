"""Lots from a seed: every random choice is an order anyone can repeat (contract, section 4)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

Purpose = Literal[
    "order", "bye", "tiebreak", "elimination", "deployment", "objective", "coin", "mats"
]


class Urn:
    """The lots of one purpose in one round: `lot(id)` is the digest that orders the id."""

    __slots__ = ("_start",)

    def __init__(self, seed: str, purpose: Purpose, stage: int, round_number: int) -> None:
        prefix = f"tiltyard/1|{seed}|{purpose}|{stage}|{round_number}|"
        self._start = sha256(prefix.encode())

    def lot(self, name: str) -> bytes:
        """Return the digest of one id; smaller is drawn earlier."""
        digest = self._start.copy()
        digest.update(name.encode())
        return digest.digest()

    def order(self, names: Iterable[str]) -> list[str]:
        """Return all ids in the order in which they are drawn."""
        return sorted(names, key=self.lot)


def attempt_seed(seed: str, attempt: int) -> str:
    """Return the seed of a round drawn again: from the second attempt on it is marked."""
    return seed if attempt <= 1 else f"{seed}#{attempt}"
