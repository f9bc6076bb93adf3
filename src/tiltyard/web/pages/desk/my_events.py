"""The events of whoever is signed in, each with what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from tiltyard.day.reminders import reminders
from tiltyard.day.visibility import told_reminders
from tiltyard.engine.errors import TiltyardError
from tiltyard.rulesets.loader import load_all
from tiltyard.text.language import speaking
from tiltyard.text.reminders import reminder_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Event, Phase
    from tiltyard.day.reminders import Reminder
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

PHASES: tuple[Phase, ...] = (
    "running",
    "check_in",
    "registration",
    "announced",
    "draft",
    "finished",
    "archived",
)
_PRESSING = frozenset({"blocks", "overdue", "next"})


@dataclass(frozen=True, slots=True)
class MyEvent:
    """An event of the list: where it is, what comes next, and where its page is."""

    event: Event
    game: str
    place: str
    players: int
    next: Reminder | None
    text: str
    may_copy: bool


def my_events(asked: Asked) -> Reply:
    """Show the events of this visitor by phase."""
    with speaking(asked.visitor.language):
        found = sorted(_mine(asked), key=lambda my_event: my_event.event.details.date or date.max)
    groups = [
        (phase, [my_event for my_event in found if my_event.event.phase == phase])
        for phase in PHASES
    ]
    shown = [group for group in groups if group[1]]
    return asked.page(
        "desk/my_events.html", groups=shown, rulesets=() if shown else load_all(), made=()
    )


def _mine(asked: Asked) -> Iterator[MyEvent]:
    for name in asked.site.desk.events():
        try:
            view = asked.site.view(name)
        except TiltyardError:
            continue  # an event that cannot be read says so when it is opened
        person = asked.visitor.person(view.event)
        if person is not None and not view.event.deleted:
            yield _listed(asked, view, person)


def _listed(asked: Asked, view: EventView, person: str) -> MyEvent:
    event = view.event
    staff = view.is_staff(person)
    pressing = None
    if staff:
        now = asked.site.desk.clock.now()
        found = reminders(event, view.rules, view.document, now)
        found = told_reminders(event, view.rules, person, found)
        pressing = next((reminder for reminder in found if reminder.urgency in _PRESSING), None)
    return MyEvent(
        event,
        view.document.game,
        f"/e/{event.id}/desk" if staff else f"/e/{event.id}/me",
        event.player_count,
        pressing,
        reminder_sentence(pressing, event.people, event) if pressing else "",
        staff and asked.visitor.may_create,
    )
