"""The part of a ruleset about what is looked at by hand: decks, and what players bring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InspectionItem:
    """One thing that is looked at when the components of a player are inspected."""

    id: str
    text: str
    clause: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checks:
    """What is counted at a table and what is inspected at the door; both may be empty.

    `deck` is what players may have their opponent's deck called; they look through it before the
    round begins, leaders at any time.
    """

    deck: str = ""
    deck_clause: str = ""
    inspection: tuple[InspectionItem, ...] = ()
    inspection_clause: str = ""


NO_CHECKS = Checks()
