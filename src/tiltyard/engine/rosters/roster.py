"""A list as the checks read it: the same for every game and every program that wrote it.

It is kept in the log as it was read, with what the catalogue of that day knew of each card: the
shape is a promise to old logs, and the checks of an old list need no catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

UNIQUE = "unique"
"""The trait of a card of which there is only one in the world."""


@dataclass(frozen=True, slots=True)
class Product:
    """A box or pack that cards come from; none released: nobody said when."""

    name: str
    released: date | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A card as the list names it, and what a catalogue knows of it.

    `points` is what it counts: the catalogue's number with every discount, or as declared where no
    catalogue knows it; none: nobody says. `card` is its id in the catalogue, empty where it was
    not found; `title` its whole name there. `type` is the type of a ship or unit, or the race of
    a disk. `could_be` are the cards it may be mistaken for. `products` are names of products.
    `factions` are all it may belong to where they are several.
    """

    name: str
    slot: str = ""
    points: int | None = None
    declared: int | None = None
    card: str = ""
    title: str = ""
    faction: str = ""
    type: str = ""
    traits: tuple[str, ...] = ()
    capacity: int | None = None
    products: tuple[str, ...] = ()
    could_be: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """How people read it."""
        return self.title or self.name


@dataclass(frozen=True, slots=True)
class Entry:
    """One unit, ship, disk or card with what is attached to it: an instance, never a number of.

    `id` tells two alike apart and stays the same from stage to stage where the list says so;
    empty: it does not. `group` is the regiment a disk belongs to, from 1. `declared` is what was
    written as its cost with everything attached.
    """

    section: str
    card: Listed
    upgrades: tuple[Listed, ...] = ()
    id: str = ""
    group: int | None = None
    declared: int | None = None

    @property
    def cards(self) -> tuple[Listed, ...]:
        """The card and everything attached to it."""
        return (self.card, *self.upgrades)

    @property
    def points(self) -> int | None:
        """What it costs with everything attached, never less than nothing.

        Where not all of it is known it is what was written for all of it; none: nobody says.
        """
        cost = summed(card.points for card in self.cards)
        cost = self.declared if cost is None else cost
        return None if cost is None else max(cost, 0)


@dataclass(frozen=True, slots=True)
class Muster:
    """The list as it is played: most games have one, Escalation one for each round.

    `declared` is the total as it was written.
    """

    entries: tuple[Entry, ...] = ()
    declared: int | None = None

    @property
    def cards(self) -> list[Listed]:
        """Every card with everything attached."""
        return [card for entry in self.entries for card in entry.cards]

    def of(self, section: str) -> tuple[Entry, ...]:
        """Return the entries of a section."""
        return tuple(entry for entry in self.entries if entry.section == section)


@dataclass(frozen=True, slots=True)
class Remark:
    """What the reader of a list has to say: a code, where in the text, and facts."""

    code: str
    where: str = ""
    facts: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Roster:
    """A whole list; `catalogue` names the card data it was read with, empty: none."""

    faction: str = ""
    name: str = ""
    musters: tuple[Muster, ...] = (Muster(),)
    products: tuple[Product, ...] = ()
    catalogue: str = ""
    remarks: tuple[Remark, ...] = ()


def summed(values: Iterator[int | None]) -> int | None:
    """Return the sum, or none when one of the values is not known."""
    total = 0
    for value in values:
        if value is None:
            return None
        total += value
    return total
