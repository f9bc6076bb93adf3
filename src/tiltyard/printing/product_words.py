"""Which products are legal at an event, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.staff import tier_of
from tiltyard.printing.told import Fact, Part, day_text
from tiltyard.words.say import say, word, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.rosters.circumstances import ProductRuling
    from tiltyard.core.ruleset_lists import Ban
    from tiltyard.printing.view import PaperView


def legal_products(view: PaperView) -> Part:
    """Return what the document says of products here, and every ruling of the organizer."""
    rulings = tuple(
        Fact(product, _ruled(ruling), ruling.reason)
        for product, ruling in sorted(view.event.list_desk.rulings.items())
    )
    return Part(say("common.legal-products"), tuple(_sentences(view)), rulings)


def _sentences(view: PaperView) -> Iterator[Fact]:
    legality, details = view.rules.legality, view.event.details
    if legality.only:
        names = ", ".join(legality.only)
        yield Fact("", say("paper.legal-are", names=names), "", legality.only_clause)
    elif details.region == "elsewhere" and legality.elsewhere_clause:
        text = say("paper.the-organizer-says-from-when")
        yield Fact("", text, clause=legality.elsewhere_clause)
    elif legality.release:
        yield _release(view)
    for ban in legality.bans.values():
        if ban.applies:
            yield Fact("", _banned(ban), clause=ban.clause)


def _release(view: PaperView) -> Fact:
    legality = view.rules.legality
    days = legality.delay.get(tier_of(view.event, view.rules).id, 0)
    if not days:
        text = say("paper.products-are-legal-from-their")
        return Fact("", text, clause=legality.release_clause or legality.clause)
    text = wording("paper.products-are-legal-days-after", days)
    return Fact("", text.format(num=days), clause=legality.delay_clause)


def _banned(ban: Ban) -> str:
    if ban.products:
        text = wording("paper.not-legal-at-this-event")
        return text.format(names=", ".join(ban.products))
    return say("paper.cards-marked-are-not-legal", trait=word(ban.trait))


def _ruled(ruling: ProductRuling) -> str:
    if not ruling.legal:
        return say("common.not-legal")
    if ruling.since is None:
        return say("common.legal")
    return say("common.legal-from-on", day=day_text(ruling.since))
