"""The public pages of an event: a template and what it shows, by the end of the address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView

Context = Callable[["EventView"], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PublicPage:
    """One page: its template and the values for it, which hold nothing private."""

    template: str
    context: Context


def _nothing(view: EventView) -> dict[str, Any]:
    return {}


PAGES: dict[str, PublicPage] = {
    "": PublicPage("public/event.html", _nothing),
    "/pairings": PublicPage("public/pairings.html", _nothing),
    "/standings": PublicPage("public/standings.html", _nothing),
}


def find_page(view: EventView, suffix: str) -> PublicPage | None:
    """Return the page with this end of its address, if this event has it."""
    return PAGES.get(suffix)


def tags_of(view: EventView) -> dict[str, str]:
    """Return tags of what concerns every phone: the round, its tables' clock, what was told."""
    event, round_ = view.event, view.event.current
    timer = round_.timer if round_ is not None else None
    said = (event.phase, round_.id if round_ else "", round_.attempt if round_ else 0, timer)
    about = repr((said, sorted(event.announced.items()), event.qualification))
    return {"me": sha256(about.encode()).hexdigest()[:10]}
