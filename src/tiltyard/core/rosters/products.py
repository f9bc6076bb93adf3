"""Names of products as people write them: with or without their game and "Expansion Pack"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tiltyard.core.rosters.catalogue import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.core.rosters.circumstances import Circumstances, ProductRuling
    from tiltyard.core.ruleset_lists import Ban, Legality

_BETWEEN = re.compile(r"[\s/()\[\],:;.\"“”„«»–—-]+")


def same_product(first: str, second: str, legality: Legality) -> bool:
    """Whether two names mean one product: case, signs and what stands around it say nothing."""
    around = legality.around
    return first == second or product_key(first, around) == product_key(second, around)


@lru_cache(maxsize=4096)
def product_key(name: str, around: tuple[str, ...]) -> str:
    """Return by what two names of products are compared: the words that are its own.

    Words that many boxes carry, such as the name of the game, are taken off both ends as long
    as something is left.
    """
    words = _words(name)
    phrases = sorted((_words(phrase) for phrase in around), key=len, reverse=True)
    while rest := next(filter(None, (_without(words, phrase) for phrase in phrases)), None):
        words = rest
    return "".join(words) or name


def one_of(name: str, products: Iterable[str], legality: Legality) -> bool:
    """Whether a name means one of these products of the ruleset, or goes by their other names."""
    around, written = legality.around, product_key(name, legality.around)
    return any(
        written == product_key(one, around)
        for product in products
        for one in (product, *legality.words.get(product, ()))
    )


def banned_by(name: str, ban: Ban, legality: Legality) -> bool:
    """Whether a ban means a product: also one with more words around its name."""
    written = plain(name)
    named = any(plain(product) in written for product in ban.products)
    return named or one_of(name, ban.products, legality)


def is_known(name: str, legality: Legality) -> bool:
    """Whether the document itself names a product."""
    banned = (product for ban in legality.bans.values() for product in ban.products)
    return one_of(name, (*legality.known, *legality.only, *banned), legality)


def ruling_on(name: str, circumstances: Circumstances, legality: Legality) -> ProductRuling | None:
    """Return what the organizer said about a product, however its name is written."""
    rulings = circumstances.rulings
    own = rulings.get(name)
    if own is not None or not rulings:
        return own
    return next((one for key, one in rulings.items() if same_product(key, name, legality)), None)


def _words(name: str) -> tuple[str, ...]:
    words = (plain(word) for word in _BETWEEN.split(name.replace("&", " and ")))
    return tuple(word for word in words if word)


def _without(words: tuple[str, ...], phrase: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without a phrase at their end or beginning; none: it is not there."""
    if not phrase or len(words) <= len(phrase):
        return ()
    if words[-len(phrase) :] == phrase:
        return words[: -len(phrase)]
    return words[len(phrase) :] if words[: len(phrase)] == phrase else ()
