"""Lots from a seed: every random choice is an order anyone can repeat (contract, section 4)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.engine.tournament import Tournament

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


class ChosenLots(Urn):
    """Lots that fall as somebody says: in the order of these ids, all others behind them.

    Who rests is drawn from the other end: a field can be ordered so that its last one rests.
    """

    __slots__ = ("_places",)

    def __init__(self, order: Sequence[str], purpose: Purpose) -> None:
        ordered = order[::-1] if purpose == "bye" else order
        self._places = {name: place.to_bytes(4) for place, name in enumerate(ordered)}

    def lot(self, name: str) -> bytes:
        """Return the place of an id as its lot."""
        return self._places.get(name) or b"\xff" + name.encode()


def urn_of(
    tournament: Tournament,
    purpose: Purpose,
    stage: int,
    round_: int,
    attempt: int = 1,
    salt: str | None = None,
) -> Urn:
    """Return the lots of a tournament for a purpose: those of its seed, unless lots are given."""
    if tournament.lots:
        return ChosenLots(tournament.lots, purpose)
    return Urn(round_seed(tournament.seed, attempt, salt), purpose, stage, round_)


def salt_of(head: str, nonce: str) -> str:
    """Return the salt of a draw: from all that was recorded before it, and from a nonce.

    `head` is the hash of the newest fact of the log. It covers the keys of everybody's reports, so
    it is known only when the last result is in; the nonce is made when the round is drawn.
    """
    return sha256(f"tiltyard/salt/1/{head}/{nonce}".encode()).hexdigest()


def round_seed(seed: str, attempt: int = 1, salt: str | None = None) -> str:
    """Return the seed of a round: with its salt, and marked from the second attempt on."""
    salted = seed if salt is None else f"{seed}~{salt}"
    return salted if attempt <= 1 else f"{salted}#{attempt}"
