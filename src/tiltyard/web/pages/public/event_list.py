"""The list of events: what is on today first, then what comes, then what is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TiltyardError
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.pages.public.overview import standing_sentence

if TYPE_CHECKING:
    from datetime import date

    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked

_OVER = frozenset({"finished", "archived"})
_LATER = 999_999_999


@dataclass(frozen=True, slots=True)
class Card:
    """An event on the list."""

    view: EventView
    state: str
    badge: str
    shape: str
    mine: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of the list."""

    title: str
    cards: tuple[Card, ...]


def shelves(asked: Asked) -> tuple[Shelf, ...]:
    """Return everything that is announced, in the order in which people look for it."""
    today = asked.site.desk.clock.now().astimezone().date()
    views = _announced(asked)
    now = [view for view in views if is_on(view, today)]
    over = [view for view in views if view.event.phase in _OVER and view not in now]
    coming = [view for view in views if view not in now and view not in over]
    with speaking(asked.visitor.language):
        found = (
            Shelf(say("public.today"), _cards(asked, now)),
            Shelf(say("public.coming"), _cards(asked, coming)),
            Shelf(say("common.finished"), _cards(asked, over, newest=True)),
        )
    return tuple(shelf for shelf in found if shelf.cards)


def is_on(view: EventView, today: date) -> bool:
    """Whether an event belongs to today: it runs, or one of its days is today."""
    event = view.event
    if event.phase in {"check_in", "running"}:
        return True
    first = event.details.date
    if first is None:
        return False
    return first <= today < first + timedelta(days=max(1, event.details.days))


def _announced(asked: Asked) -> list[EventView]:
    """Return all events that are public; one that cannot be read is missing, not the whole list."""
    found: list[EventView] = []
    for name in asked.site.desk.events():
        try:
            view = asked.site.view(name)
        except TiltyardError:
            continue
        if view.event.is_public:
            found.append(view)
    return found


def _cards(asked: Asked, views: list[EventView], *, newest: bool = False) -> tuple[Card, ...]:
    def place(view: EventView) -> tuple[bool, int, str]:
        day = view.event.details.date
        number = day.toordinal() if day is not None else _LATER
        running = view.event.phase == "running"
        return (not running, -number if newest else number, view.event.details.name)

    return tuple(_card(asked, view) for view in sorted(views, key=place))


def _card(asked: Asked, view: EventView) -> Card:
    badges = {
        "announced": (say("public.announced"), ""),
        "registration": (say("public.registration-open"), "live"),
        "check_in": (say("public.check-in-open"), "live"),
        "running": (say("common.running"), "live"),
        "finished": (say("common.finished-2"), "over"),
        "archived": (say("common.finished-2"), "over"),
    }
    badge, shape = badges[view.event.phase]
    return Card(view, standing_sentence(view), badge, shape, _mine(asked, view))


def _mine(asked: Asked, view: EventView) -> str:
    """Return where somebody who is known here goes on: the desk, or their own place."""
    person = asked.visitor.person(view.event)
    if person is None:
        return ""
    if view.is_staff(person):
        return "desk"
    return "me" if person in view.event.entrants else ""
