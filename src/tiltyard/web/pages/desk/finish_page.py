"""The end: what is left, prizes, the champion, the seed and how to verify it, the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import MediaType

from tiltyard.day.reminders import guidance
from tiltyard.day.setup import FinishEvent, what_is_left
from tiltyard.day.visibility import as_told_to
from tiltyard.service.exporting import export_event, readable_lists
from tiltyard.text.language import speaking
from tiltyard.text.refusals import value_text
from tiltyard.web.errors import refusal_words
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.importing_page import is_imported
from tiltyard.web.pages.public.downloads import offers

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_ACTS = ("award-prize", "finish-event", "reopen-event", "archive-event")

_PODIUM = 3


def finish_page(asked: Asked) -> Reply:
    """Show what is left to do, or how it ended."""
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/finish.html", **_values(asked, asked.view))


def _values(asked: Asked, view: EventView) -> dict[str, Any]:
    event = view.event
    running = event.phase == "running"
    left = what_is_left(event, view.rules, view.document) if running else None
    early = FinishEvent(reason="?")
    no = asked.site.desk.refusal(event.id, asked.me, early) if running else None
    people = sorted(event.people.items(), key=lambda pair: pair[1].casefold())
    spares = {entrant.id for entrant in event.entrants.values() if entrant.spare}
    return {
        "left": value_text(left),
        "refused": refusal_words(no),
        "champions": champions(view),
        "podium": podium(view),
        "people": [(person, name) for person, name in people if person not in spares],
        "can": {act: may(asked, act) for act in _ACTS},
        "guidance": guidance(view.rules, "end"),
        "is_organizer": view.is_organizer(asked.me),
        "imported": is_imported(asked),
        "files": offers(view),
    }


def champions(view: EventView) -> list[str]:
    """Return who stands first once everything is played."""
    if view.event.phase not in {"finished", "archived"} or not view.event.rounds:
        return []
    return [row.name for row in view.standings.first] if view.standings is not None else []


def podium(view: EventView) -> list[tuple[int, str]]:
    """Return who came next, down to the third place, with their places."""
    rows = view.standings.rows if champions(view) and view.standings is not None else ()
    return [
        (row.rank, row.name) for row in rows if row.rank is not None and 1 < row.rank <= _PODIUM
    ]


def export_file(asked: Asked) -> Reply:
    """Give the event as a file for other programs; a seed that is still secret is not in it."""
    rules = asked.view.rules
    event = as_told_to(asked.view.event, rules, asked.me)
    text = export_event(event, rules, readable_lists(event, rules), public=True).text
    headers = {"content-disposition": f'attachment; filename="{event.id}.tiltyard.json"'}
    return asked.reply(text, media_type=MediaType.JSON, headers=headers)
