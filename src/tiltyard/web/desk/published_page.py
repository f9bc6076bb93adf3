"""What another program published for an imported event, beside what follows from its games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.app.import_facts import IMPORT
from tiltyard.app.published_numbers import compare_event
from tiltyard.formats.foreign.words import note_text, reason_text
from tiltyard.web.desk.frame import desk_page
from tiltyard.words.language import speaking
from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.app.published_numbers import Comparison
    from tiltyard.web.asked import Asked, Reply

_MOST_LINES = 1000


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that was published otherwise: whose, which, theirs, ours, and the likely reason."""

    player: str
    number: str
    theirs: str
    ours: str
    reasons: str


def published_page(asked: Asked) -> Reply:
    """Show where the published numbers of an imported event differ from ours, and why."""
    with speaking(asked.visitor.language):
        found = compare_event(asked.site.desk, asked.view.event.id)
        return desk_page(asked, "desk/published.html", **compared(found))


def is_imported(asked: Asked) -> bool:
    """Whether an event came from a file."""
    first = next(iter(asked.site.desk.log(asked.view.event.id)), None)
    return first is not None and first.cause == IMPORT


def compared(found: Comparison | None) -> dict[str, Any]:
    """Return a comparison as the templates read it."""
    if found is None:
        return {"comparison": None, "notes": [], "differences": []}
    return {
        "comparison": found,
        "notes": [note_text(one) for one in found.notes],
        "differences": list(_differences(found))[:_MOST_LINES],
    }


def _differences(comparison: Comparison) -> Iterator[Difference]:
    titles = {
        "rank": say("desk.place"),
        "tp": say("common.tournament-points-2"),
        "mov": say("desk.margin"),
        "sos": say("common.strength-of-schedule"),
        "place": say("desk.place-in-the-bracket"),
    }
    for line in comparison.differing:
        for one in line.differences:
            reasons = ", ".join(reason_text(why.code, why.round) for why in one.reasons)
            yield Difference(line.name, titles[one.key], one.theirs, one.ours, reasons)
