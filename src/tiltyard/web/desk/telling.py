"""What an announcement could say: the organizer reads it, changes it, and says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.decide.gate import plan_at_start
from tiltyard.core.errors import Refused
from tiltyard.web.desk.plans import minutes_of
from tiltyard.words.language import gettext, ngettext

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Announcement
    from tiltyard.core.structure import Announced
    from tiltyard.web.event_view import EventView


def suggested_text(view: EventView, item: Announcement) -> str:
    """Return a sentence for an announcement, made from what the organizer decided."""
    details = view.event.details
    plan = _plan(view)
    if item.id == "rounds" and plan is not None:
        said = ngettext("%(num)d Swiss round", "%(num)d Swiss rounds", plan.rounds)
        return said % {"num": plan.rounds}
    if item.id == "cut" and plan is not None:
        if not plan.cut:
            return gettext("There is no cut")
        return gettext("After the Swiss rounds the top %(cut)d go on") % {"cut": plan.cut}
    if item.id == "round_length":
        lengths = ", ".join(map(str, minutes_of(view.rules)))
        return gettext("Rounds last %(minutes)s minutes") % {"minutes": lengths}
    said_by_details = {
        "play_area": details.play_area,
        "special_scenario": details.special_scenario,
        "event_details": details.notes,
    }
    return said_by_details.get(item.id, "")


def _plan(view: EventView) -> Announced | None:
    """Return the plan for those who are registered; as few as two where nobody is yet."""
    event = view.event
    players = sum(1 for one in event.entrants.values() if not one.spare)
    try:
        return plan_at_start(event.details, view.rules, max(2, players))
    except Refused:
        return None
