"""What is known of the cards of a game: a catalogue is data an organizer installs."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tiltyard.engine.rosters.roster import Product

_NOT_PLAIN = re.compile(r"[^a-z0-9]")
_BETWEEN_WORDS = re.compile(r"[\s/()\[\],:;\"“”„«»–—-]+")

SHORTEST_PART = 3
"""Letters a part of a name must have: every second card has an "of"."""

CardKind = Literal["entry", "upgrade"]
"""Whether a card stands on its own line of a list, or is attached to one that does."""


@dataclass(frozen=True, slots=True)
class Discount:
    """What a card takes off the other upgrades on the same entry: those of a slot, or all.

    No card costs less than `least` by it.
    """

    points: int
    slot: str = ""
    least: int = 0

    def of(self, points: int, slot: str) -> int:
        """Return what a card of a slot costs with it."""
        if self.slot and plain(self.slot) != plain(slot):
            return points
        return min(points, max(points - self.points, self.least))


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the game. `id` is unique within its kind, slot, type and faction.

    `also` are other names it goes by; an upgrade without factions fits every one. `slots` are
    those of an entry that upgrades go into.
    """

    id: str
    name: str
    kind: CardKind
    points: int | None = None
    section: str = ""
    slot: str = ""
    type: str = ""
    factions: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    capacity: int | None = None
    products: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    discount: Discount | None = None
    slots: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The cards and products of a game; `label` names it with its digest."""

    game: str
    label: str
    cards: tuple[Card, ...]
    products: tuple[Product, ...] = ()

    @cached_property
    def by_plain_name(self) -> dict[str, tuple[Card, ...]]:
        """Every card by its id, its name and its other names, without spaces and marks."""
        found: dict[str, dict[Card, None]] = defaultdict(dict)
        for card in self.cards:
            for name in (card.id, card.name, *card.also):
                found[plain(name)][card] = None
        return {name: tuple(cards) for name, cards in found.items() if name}

    @cached_property
    def _by_word(self) -> dict[str, tuple[tuple[str, Card], ...]]:
        found: dict[str, dict[tuple[str, Card], None]] = defaultdict(dict)
        for card in self.cards:
            for name in (card.name, *card.also):
                words = _words(name)
                for word in words.split():
                    found[word][words, card] = None
        return {word: tuple(named) for word, named in found.items()}

    def with_part(self, name: str) -> tuple[Card, ...]:
        """Return the cards in whose names these words stand together."""
        words = _words(name)
        first = words.split()[:1]
        long_enough = len(plain(name)) >= SHORTEST_PART
        named = self._by_word.get(first[0], ()) if first and long_enough else ()
        return tuple(dict.fromkeys(card for whole, card in named if words in whole))

    @cached_property
    def sections(self) -> frozenset[str]:
        """The sections it has cards of."""
        return frozenset(card.section for card in self.cards)

    @cached_property
    def released(self) -> dict[str, Product]:
        """Every product by its name."""
        return {product.name: product for product in self.products}


def plain(name: str) -> str:
    """Return a name as lists compare it: small letters and digits, accents taken off.

    It is empty for a name of nothing but signs: such names are alike only if they are the same.
    """
    if name.isascii():
        return name if name.isalnum() and name.islower() else _NOT_PLAIN.sub("", name.lower())
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(filter(_is_plain, unicodedata.normalize("NFKD", folded)))


def _is_plain(char: str) -> bool:
    """Whether it is a letter or digit of any script, or a vowel written as a sign on one."""
    if char.isalnum():
        return True
    vowel = unicodedata.category(char) in {"Mc", "Mn"} and not unicodedata.combining(char)
    return vowel and not unicodedata.name(char, "").startswith("VARIATION SELECTOR")


def _words(name: str) -> str:
    """Return the words of a name, each plain, with a space before and after each."""
    words = (plain(word) for word in _BETWEEN_WORDS.split(name))
    return f" {' '.join(word for word in words if word)} "
