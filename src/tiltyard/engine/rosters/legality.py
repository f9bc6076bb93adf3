"""Which products are legal at an event: by release, tier and place, by name, or as ruled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.list_findings import Finding
from tiltyard.engine.rosters.roster import Product

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.engine.rosters.circumstances import Circumstances, ProductRuling
    from tiltyard.engine.rosters.roster import Listed, Roster
    from tiltyard.engine.ruleset import Ban, Legality, Ruleset


# ------------------------------------------------------------------------------
# Names of products as people write them: with or without their game and "Expansion Pack".

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
        written == product_key(other, around)
        for product in products
        for other in (product, *legality.words.get(product, ()))
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
    return next(
        (
            product_ruling
            for key, product_ruling in rulings.items()
            if same_product(key, name, legality)
        ),
        None,
    )


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


# ------------------------------------------------------------------------------
# Which products are legal at an event: by release, tier and place, by name, or as ruled.


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a product is legal: yes, no, or nobody said (none), and why.

    `code` names the finding it gives; empty: none. `since` is the first legal day.
    """

    legal: bool | None
    code: str = ""
    clause: str = ""
    since: date | None = None


LEGAL = Verdict(legal=True)
SILENT = Verdict(legal=None)


def product_legal_on(product: Product, rules: Ruleset, circumstances: Circumstances) -> Verdict:
    """Return whether a product is legal at an event: what the organizer ruled comes first."""
    legality = rules.legality
    ruling = ruling_on(product.name, circumstances, legality)
    if ruling is not None:
        return _as_ruled(ruling, rules, circumstances)
    for ban in legality.bans.values():
        if ban.applies and ban.products and banned_by(product.name, ban, legality):
            return Verdict(False, "product-banned", ban.clause)
    if legality.only:
        if one_of(product.name, legality.only, legality):
            return LEGAL
        return Verdict(False, "product-not-listed", legality.only_clause or legality.clause)
    if not legality.release:
        return LEGAL
    if circumstances.region == "elsewhere":
        return Verdict(None, "ask-about-product", legality.elsewhere_clause or legality.clause)
    return _by_release(product, rules, circumstances)


def first_legal_day(product: Product, rules: Ruleset, tier: str) -> date | None:
    """Return the day a product becomes legal in a tier; none: nobody said when it is released."""
    if product.released is None:
        return None
    return product.released + timedelta(days=rules.legality.delay.get(tier, 0))


def legality_findings(
    roster: Roster, rules: Ruleset, circumstances: Circumstances
) -> Iterator[Finding]:
    """Yield every card that is not legal at the event, and the products to ask about."""
    verdicts = _verdicts(roster, rules, circumstances)
    bans = [ban for ban in rules.legality.bans.values() if ban.applies]
    several = len(roster.musters) > 1
    told: set[tuple[int, str]] = set()
    unasked: dict[str, str] = {}
    for number, muster in enumerate(roster.musters, start=1):
        for card in muster.cards:
            if not (card.products or card.traits or card.type):
                continue
            verdict, product = _of_card(card, verdicts, bans, rules, circumstances)
            if verdict.legal is False and (number, card.shown) not in told:
                told.add((number, card.shown))
                yield _illegal(card, product, verdict, number if several else None)
            elif verdict.code and verdict.legal is None:
                unasked[product] = verdict.clause
    if unasked:
        products = ", ".join(unasked)
        clause = next(iter(unasked.values()))
        yield Finding("ask-about-product", "notice", clause, facts={"products": products})
    yield from _not_known(roster, rules, circumstances)


def _verdicts(roster: Roster, rules: Ruleset, circumstances: Circumstances) -> dict[str, Verdict]:
    """Return what is to be said of every product: of card data, or that the list itself names."""
    known = {product.name: product for product in roster.products}
    named = dict.fromkeys(
        name for muster in roster.musters for card in muster.cards for name in card.products
    )
    return {
        name: product_legal_on(known.get(name) or Product(name), rules, circumstances)
        for name in (*known, *(name for name in named if name not in known))
    }


def _not_known(roster: Roster, rules: Ruleset, circumstances: Circumstances) -> Iterator[Finding]:
    """Say which products only the list names: nobody here knows when they are legal."""
    legality = rules.legality
    if legality.only or not legality.release or circumstances.region == "elsewhere":
        return
    released = {product.name for product in roster.products if product.released}
    named = dict.fromkeys(
        name
        for muster in roster.musters
        for card in muster.cards
        if not card.card
        for name in card.products
        if name not in released
    )
    unknown = [
        name
        for name in named
        if not is_known(name, legality) and ruling_on(name, circumstances, legality) is None
    ]
    if unknown:
        clause = legality.release_clause or legality.clause
        yield Finding("product-not-known", "notice", clause, facts={"products": ", ".join(unknown)})


def _illegal(card: Listed, product: str, verdict: Verdict, muster: int | None) -> Finding:
    facts: dict[str, str | int] = {"card": card.shown, "product": product}
    if verdict.since is not None:
        facts["since"] = verdict.since.isoformat()
    return Finding(
        verdict.code, "error", verdict.clause, where=card.shown, muster=muster, facts=facts
    )


def _of_card(
    card: Listed,
    verdicts: dict[str, Verdict],
    bans: list[Ban],
    rules: Ruleset,
    circumstances: Circumstances,
) -> tuple[Verdict, str]:
    """Return the best verdict on the products of a card: one legal product is enough."""
    known = [(verdicts[name], name) for name in card.products if name in verdicts]
    best = min(known, key=_worse, default=(SILENT, ""))
    ruled_legal = any(
        verdict.legal and ruling_on(name, circumstances, rules.legality) for verdict, name in known
    )
    for ban in bans if not ruled_legal else ():
        if ban.trait and ban.trait in card.traits:
            return Verdict(False, "card-banned", ban.clause), ", ".join(card.products)
        if ban.products and not known and _type_is_banned(card, ban, rules, circumstances):
            return Verdict(False, "product-banned", ban.clause), card.type
    return best


def _type_is_banned(card: Listed, ban: Ban, rules: Ruleset, circumstances: Circumstances) -> bool:
    """Whether a ship is the one a banned product is named after; the organizer may allow it."""
    if not card.type or not banned_by(card.type, ban, rules.legality):
        return False
    return ruling_on(card.type, circumstances, rules.legality) is None


def _worse(known: tuple[Verdict, str]) -> tuple[int, date]:
    verdict, _ = known
    rank = 1 if verdict.legal is None else 0 if verdict.legal else 2
    return rank, verdict.since or date.max


def _as_ruled(ruling: ProductRuling, rules: Ruleset, circumstances: Circumstances) -> Verdict:
    clause = rules.legality.elsewhere_clause or rules.legality.clause
    if not ruling.legal:
        return Verdict(False, "product-ruled-out", clause)
    if ruling.since is None:
        return LEGAL
    if circumstances.date is None:
        return SILENT
    if circumstances.date >= ruling.since:
        return LEGAL
    return Verdict(False, "product-too-new", _dated_clause(rules, circumstances), ruling.since)


def _by_release(product: Product, rules: Ruleset, circumstances: Circumstances) -> Verdict:
    if circumstances.date is None:
        return SILENT
    since = first_legal_day(product, rules, circumstances.tier)
    if since is None:
        return SILENT
    if circumstances.date >= since:
        return LEGAL
    return Verdict(False, "product-too-new", _dated_clause(rules, circumstances), since)


def _dated_clause(rules: Ruleset, circumstances: Circumstances) -> str:
    """Return the clause by which a product is legal only from a day on."""
    legality = rules.legality
    if circumstances.region == "elsewhere":
        return legality.elsewhere_clause or legality.clause
    delayed = legality.delay.get(circumstances.tier, 0)
    clause = legality.delay_clause if delayed else legality.release_clause
    return clause or legality.clause
