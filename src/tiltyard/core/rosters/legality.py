"""Which products are legal at an event: by release, tier and place, by name, or as ruled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from tiltyard.core.rosters.check_frame import compared, plainly
from tiltyard.core.rosters.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.core.rosters.circumstances import Circumstances, ProductRuling
    from tiltyard.core.rosters.roster import Listed, Product, Roster
    from tiltyard.core.ruleset import Ban, Ruleset


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
    ruling = _ruling(product.name, circumstances)
    if ruling is not None:
        return _as_ruled(ruling, rules, circumstances)
    legality = rules.legality
    for ban in legality.bans.values():
        if ban.applies and ban.products and _named(product.name, ban.products):
            return Verdict(False, "product-banned", ban.clause)
    if legality.only:
        if _named(product.name, legality.only):
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
    verdicts = {
        product.name: product_legal_on(product, rules, circumstances) for product in roster.products
    }
    if circumstances.rulings:
        verdicts |= _ruled_by_name(roster, verdicts, rules, circumstances)
    bans = [ban for ban in rules.legality.bans.values() if ban.applies and ban.trait]
    in_question = {name for name, verdict in verdicts.items() if verdict.code}
    banned = {ban.trait for ban in bans}
    several = len(roster.musters) > 1
    told: set[tuple[int, str]] = set()
    unasked: dict[str, str] = {}
    for number, muster in enumerate(roster.musters, start=1):
        for card in muster.cards:
            if in_question.isdisjoint(card.products) and banned.isdisjoint(card.traits):
                continue
            verdict, product = _of_card(card, verdicts, bans, circumstances)
            if verdict.legal is False and (number, card.shown) not in told:
                told.add((number, card.shown))
                yield _illegal(card, product, verdict, number if several else None)
            elif verdict.code and verdict.legal is None:
                unasked[product] = verdict.clause
    if unasked:
        products = ", ".join(unasked)
        clause = next(iter(unasked.values()))
        yield Finding("ask-about-product", "notice", clause, facts={"products": products})


def _ruled_by_name(
    roster: Roster, known: dict[str, Verdict], rules: Ruleset, circumstances: Circumstances
) -> dict[str, Verdict]:
    """Return the rulings on products that only the list itself names: no catalogue knows them."""
    named = {name for muster in roster.musters for card in muster.cards for name in card.products}
    ruled = {name: _ruling(name, circumstances) for name in named - known.keys()}
    return {
        name: _as_ruled(ruling, rules, circumstances)
        for name, ruling in ruled.items()
        if ruling is not None
    }


def _illegal(card: Listed, product: str, verdict: Verdict, muster: int | None) -> Finding:
    facts: dict[str, str | int] = {"card": card.shown, "product": product}
    if verdict.since is not None:
        facts["since"] = verdict.since.isoformat()
    return Finding(
        verdict.code, "error", verdict.clause, where=card.shown, muster=muster, facts=facts
    )


def _of_card(
    card: Listed, verdicts: dict[str, Verdict], bans: list[Ban], circumstances: Circumstances
) -> tuple[Verdict, str]:
    """Return the best verdict on the products of a card: one legal product is enough."""
    known = [(verdicts[name], name) for name in card.products if name in verdicts]
    best = min(known, key=_worse, default=(SILENT, ""))
    for ban in bans:
        if ban.trait in card.traits and not _ruled_legal(known, circumstances):
            return Verdict(False, "card-banned", ban.clause), ", ".join(card.products)
    return best


def _ruled_legal(known: list[tuple[Verdict, str]], circumstances: Circumstances) -> bool:
    return any(verdict.legal and _ruling(name, circumstances) for verdict, name in known)


def _worse(known: tuple[Verdict, str]) -> tuple[int, date]:
    verdict, _ = known
    rank = 1 if verdict.legal is None else 0 if verdict.legal else 2
    return rank, verdict.since or date.max


def _ruling(name: str, circumstances: Circumstances) -> ProductRuling | None:
    if not circumstances.rulings:
        return None
    own = circumstances.rulings.get(name)
    if own is not None:
        return own
    wanted = compared(name)
    ruled = circumstances.rulings.items()
    return next((ruling for one, ruling in ruled if compared(one) == wanted), None)


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
    return Verdict(False, "product-too-new", clause, ruling.since)


def _by_release(product: Product, rules: Ruleset, circumstances: Circumstances) -> Verdict:
    if circumstances.date is None:
        return SILENT
    since = first_legal_day(product, rules, circumstances.tier)
    if since is None:
        return SILENT
    if circumstances.date >= since:
        return LEGAL
    legality = rules.legality
    delayed = legality.delay.get(circumstances.tier, 0)
    clause = legality.delay_clause if delayed else legality.release_clause
    return Verdict(False, "product-too-new", clause or legality.clause, since)


def _named(product: str, names: Iterable[str]) -> bool:
    """Whether a product is one of these: boxes carry the name of their game before their own."""
    written = plainly(product)
    return any(plainly(name) and plainly(name) in written for name in names)
