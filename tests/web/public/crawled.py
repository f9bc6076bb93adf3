"""Every public page of every event, as everybody reads it."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from tiltyard.web.pages.public.public_pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.hall import Browser, WebHall


def addresses(hall: WebHall, event: str) -> Iterator[str]:
    """Yield the public addresses of an event."""
    for suffix in PAGES:
        yield f"/e/{event}{suffix}"
    for round_ in hall.desk.event(event).rounds:
        yield f"/e/{event}/rounds/{round_.id}"
    for round_ in hall.desk.event(event).rounds:
        yield from (f"/e/{event}/games/{match}" for match in round_.games)
    yield from (f"/e/{event}/players/{player}" for player in hall.desk.event(event).entrants)
    yield f"/e/{event}/statistics"
    yield f"/e/{event}/state.json"
    yield f"/e/{event}/draws.json"


def crawl(hall: WebHall, browser: Browser, language: str = "en") -> dict[str, str]:
    """Return the text of every public page by its address, and of the list of events."""
    paths = ["/", *(one for event in hall.desk.events() for one in addresses(hall, event))]
    found = {}
    for path in paths:
        answer = browser.get(path, **{"accept-language": language})
        if answer.status_code == 200:
            found[path] = unescape(answer.text)
    return found
