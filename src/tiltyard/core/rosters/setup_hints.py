"""What two lists say about the setup of a game: who has units to deploy before the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.rosters.catalogue import plain

if TYPE_CHECKING:
    from tiltyard.core.rosters.roster import Entry, Muster
    from tiltyard.core.ruleset import Ruleset, Section

NOT_DEPLOYED = frozenset({"scout", "notdeployed"})
"""Traits of units, or of upgrades on them, that are not placed when all others are."""


@dataclass(frozen=True, slots=True)
class Surplus:
    """How many units count on both sides, who deploys first, and how many before they take turns.

    No index: both have as many, and take turns at once. It is not `certain` where a card is
    unknown that may not be deployed normally.
    """

    counts: tuple[int, int]
    index: int | None
    units: int
    certain: bool
    clause: str


def surplus(rules: Ruleset, first: Muster, second: Muster) -> Surplus | None:
    """Compare the units of two lists; none: the game has no such rule, or a list has no units."""
    for section in rules.lists.sections:
        if section.surplus_clause:
            return _compared(section, first.of(section.id), second.of(section.id))
    return None


def _compared(
    section: Section, first: tuple[Entry, ...], second: tuple[Entry, ...]
) -> Surplus | None:
    if not first or not second:
        return None
    mine, theirs = (sum(map(_is_deployed, entries)) for entries in (first, second))
    index = None if mine == theirs else 0 if mine > theirs else 1
    certain = all(card.card for entry in (*first, *second) for card in entry.cards)
    return Surplus((mine, theirs), index, abs(mine - theirs), certain, section.surplus_clause)


def _is_deployed(entry: Entry) -> bool:
    traits = {plain(trait) for card in entry.cards for trait in card.traits}
    return traits.isdisjoint(NOT_DEPLOYED)
