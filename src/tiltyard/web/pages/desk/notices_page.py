"""Announcements at the desk: write one, who has seen it, and what was said before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.day.notices import ACTS, LONGEST_NOTICE
from tiltyard.text.language import speaking
from tiltyard.views.notices import desk_notices
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.schedule import schedule_now

if TYPE_CHECKING:
    from tiltyard.day.event import Notice
    from tiltyard.engine.tournament import PersonId
    from tiltyard.web.request import Asked, Reply


def notices_page(asked: Asked) -> Reply:
    """Show all announcements of the organizer's own, and the form for the next."""
    view, seen = asked.view, asked.site.seen_notices

    def seen_by(notice: Notice) -> frozenset[PersonId]:
        return seen.by(view.event.id, notice)

    found = desk_notices(view.event, view.clock.now(), seen_by)
    with speaking(asked.visitor.language):
        schedule = schedule_now(view)
    return desk_page(
        asked,
        "desk/notices.html",
        current=[desk_notice for desk_notice in found if desk_notice.state == "current"],
        past=[desk_notice for desk_notice in found if desk_notice.state != "current"],
        longest=LONGEST_NOTICE,
        schedule=schedule,
        can={act.name: may(asked, act.name) for act in ACTS},
    )
