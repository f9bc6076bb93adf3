"""What an announcement without values could say: the organizer reads it and changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.staff import leaders
from tiltyard.web.rendering import day_text
from tiltyard.words.say import listed, say

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Announcement
    from tiltyard.web.event_view import EventView


def suggested_text(view: EventView, item: Announcement) -> str:
    """Return words for an announcement that has no values, from what is settled; else nothing."""
    suggested = {"second_leader": _second_leader, "event_details": _event_details}
    if item.id in suggested:
        return suggested[item.id](view)
    return view.event.details.play_area if item.id == "play_area" else ""


def _second_leader(view: EventView) -> str:
    event = view.event
    others = [one for one in leaders(event, view.rules) if one not in event.entrants]
    if not others:
        return ""
    names = listed(view.name(one) for one in others)
    return say("desk.in-the-games-of-a", names=names)


def _event_details(view: EventView) -> str:
    details = view.event.details
    if details.notes:
        return details.notes
    known = [details.name, day_text(details.date) if details.date else "", details.venue]
    if details.points_limit:
        known.append(say("desk.points-limit", points=details.points_limit))
    return ", ".join(one for one in known if one)
