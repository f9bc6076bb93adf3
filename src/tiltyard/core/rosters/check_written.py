"""What no list may say, whatever the game: prices below nothing or where nothing has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.rosters.check_frame import Inspection
    from tiltyard.core.rosters.roster import Entry


def written(inspection: Inspection) -> Iterator[Finding]:
    """Yield what is written wrongly, by the clause that says what is in a list."""
    lists = inspection.rules.lists
    clause = lists.content_clause or lists.clause
    free = {section.id for section in lists.sections if not section.points}
    for number, muster in inspection.musters:
        for entry in muster.entries:
            if entry.section in free:
                yield from _misplaced(inspection, entry, number, clause)
            else:
                yield from _below_nothing(inspection, entry, number, clause)


def _misplaced(
    inspection: Inspection, entry: Entry, number: int | None, clause: str
) -> Iterator[Finding]:
    """Yield a card with a price, or with something attached, where cards cost nothing."""
    if entry.upgrades or entry.card.points or entry.card.declared:
        name = entry.card.shown
        paid = (section.title for section in inspection.sections.values() if section.points)
        facts: dict[str, str | int] = {
            "card": name,
            "section": inspection.title(entry.section),
            "sections": ", ".join(paid),
        }
        yield Finding("card-misplaced", "error", clause, where=name, muster=number, facts=facts)


def _below_nothing(
    inspection: Inspection, entry: Entry, number: int | None, clause: str
) -> Iterator[Finding]:
    """Yield points below nothing: only an upgrade may take points off, if card data knows it."""
    head = entry.card.shown
    for said in (entry.card.declared, entry.declared):
        if said is not None and said < 0:
            facts: dict[str, str | int] = {"card": head, "declared": said}
            yield Finding("points-below-nothing", "error", clause, head, number, facts=facts)
    for card in entry.upgrades:
        if card.declared is None or card.declared >= 0 or card.card:
            continue
        facts = {"card": card.shown, "declared": card.declared}
        if inspection.roster.catalogue:
            yield Finding("points-below-nothing", "error", clause, card.shown, number, facts=facts)
        else:
            yield Finding("points-taken-off", "warning", clause, card.shown, number, facts=facts)
