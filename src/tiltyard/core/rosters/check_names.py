"""Whether everybody can tell what is meant: names, commanders, stand-ins and copies."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tiltyard.core.rosters import mirror
from tiltyard.core.rosters.check_frame import found, key, plainly
from tiltyard.core.rosters.resolve import OTHER_KIND
from tiltyard.core.rosters.roster import UNIQUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.core.rosters.check_frame import Inspection
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Listed
    from tiltyard.core.ruleset_lists import Check

COMMANDER = "commander"
_PROXY = re.compile(r"\bprox(?:y|ies|ied)\b", re.IGNORECASE)


def known_cards(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every card the catalogue does not know; without one nothing is claimed."""
    if not inspection.roster.catalogue:
        return
    remarks = inspection.roster.remarks
    told = {one.where for one in remarks if one.code in OTHER_KIND.values()}
    for number, muster in inspection.musters:
        counted = (entry for entry in muster.entries if inspection.counts_points(entry))
        unknown = (card for entry in counted for card in entry.cards if _is_unknown(card))
        for name in dict.fromkeys(card.name for card in unknown if card.name not in told):
            yield found(check, "unknown-card", where=name, muster=number, name=name)


def unique_names(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every name that several cards could have.

    A short name that the document itself calls unclear needs no card data; the product behind
    it says which card is meant.
    """
    unclear = {plainly(name): whole for name, whole in check.names.items()}
    for number, muster in inspection.musters:
        for card in _once(muster.cards):
            others = card.could_be or _whole_names(card, unclear)
            if others:
                yield found(
                    check,
                    "name-not-unique",
                    where=card.name,
                    muster=number,
                    name=card.name,
                    others=", ".join(others),
                )


def unique_once(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every card of which there is only one and the list has several."""
    for number, muster in inspection.musters:
        cards = [card for card in muster.cards if UNIQUE in card.traits]
        counts = Counter(map(key, cards))
        for which, card in {key(card): card for card in reversed(cards)}.items():
            if counts[which] > 1:
                yield found(
                    check,
                    "unique-twice",
                    where=card.shown,
                    muster=number,
                    card=card.shown,
                    count=counts[which],
                )


def commander(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield a fleet that nobody commands, or several do."""
    for number, muster in inspection.musters:
        leading = [card for card in muster.cards if _commands(card)]
        leading += [entry.card for entry in muster.of(COMMANDER) if not _commands(entry.card)]
        if not leading:
            yield found(check, "commander-missing", muster=number)
        elif len(leading) > 1:
            names = ", ".join(card.shown for card in leading)
            yield found(check, "commanders-many", muster=number, cards=names)


def proxies(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every entry that the list itself calls a stand-in."""
    for number, muster in inspection.musters:
        for card in _once(card for card in muster.cards if _is_proxy(card)):
            yield found(check, "proxy-listed", where=card.name, muster=number, name=card.name)


def duplicates(inspection: Inspection, check: Check) -> Iterator[Finding]:
    """Yield every ship or unit that is there more than once: its copies need a mark."""
    for number, muster in inspection.musters:
        for one in mirror.duplicates(inspection.rules, muster):
            yield found(
                check,
                "copies-to-mark",
                where=one.name,
                muster=number,
                card=one.name,
                count=one.count,
            )


def _whole_names(card: Listed, unclear: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    if card.card or card.products:
        return ()
    return unclear.get(plainly(card.name), ())


def _once(cards: Iterable[Listed]) -> Iterable[Listed]:
    return {(card.name, card.slot): card for card in cards}.values()


def _is_proxy(card: Listed) -> bool:
    return "proxy" in card.traits or _PROXY.search(card.name) is not None


def _is_unknown(card: Listed) -> bool:
    return not card.card and not card.could_be


def _commands(card: Listed) -> bool:
    return plainly(card.slot) == COMMANDER or COMMANDER in card.traits
