"""The cut: who goes on, who just misses it, places that are offered, and the bracket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.day.rounds import MakeCut
from tiltyard.text.announcements import who_goes_on
from tiltyard.text.language import speaking
from tiltyard.views.bracket import has_left
from tiltyard.web.bracket_picture import bracket_picture
from tiltyard.web.errors import refusal_words
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.standings_page import standing_lines

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_JUST_MISSED = 4


def cut_page(asked: Asked) -> Reply:
    """Show the cut before and after it is made."""
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/cut.html", **_values(asked, asked.view))


def _values(asked: Asked, view: EventView) -> dict[str, Any]:
    event = view.event
    made = event.qualification
    rows = view.standings.rows if view.standings is not None else ()
    lines = {line.row.player: line for line in standing_lines(rows)}
    seeds = view.standings.going_on if view.standings is not None else ()
    left_out = (line for line in lines.values() if not line.row.goes_on)
    missed = [line for line in left_out if line.row.status == "active"]
    return {
        "made": made,
        "title": who_goes_on(event),
        "refused": refusal_words(asked.site.desk.refusal(event.id, asked.me, MakeCut())),
        "seeds": [
            (number, view.name(player), lines.get(player), has_left(event, player))
            for number, player in enumerate(seeds, 1)
        ],
        "missed": missed[:_JUST_MISSED] if made is None else [],
        "picture": bracket_picture(view, event.people),
        "can": {act: may(asked, act) for act in ("make-cut", "take-place", "decline-place")},
        "rules": view.rules,
    }
