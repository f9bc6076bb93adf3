"""The public pages: found ready by the front door, made here when they are asked for first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.language import LANGUAGES
from tiltyard.web.errors import NotFound
from tiltyard.web.pages.public.charts_page import ROUTES as STATISTICS
from tiltyard.web.pages.public.downloads import ROUTES as DOWNLOADS
from tiltyard.web.pages.public.event_list import shelves
from tiltyard.web.pages.public.public_lists import ROUTES as LISTS
from tiltyard.web.pages.public.public_pages import PAGES, ROUNDS
from tiltyard.web.request import Cookie
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

_YEAR = 365 * 24 * 3600


def events(asked: Asked) -> Reply:
    """List the events."""
    return asked.page("public/events.html", shelves=shelves(asked))


def event_page(asked: Asked) -> Reply:
    """Show one of the public pages of an event."""
    event = asked.path["event"]
    suffix = asked.address.partition("?")[0].removeprefix(f"/e/{event}").rstrip("/")
    if not asked.site.is_public(event):
        raise NotFound("event-page-not-announced")
    page = asked.site.publisher.page(event, suffix, asked.visitor.language)
    if page is None:
        raise NotFound("no-such-page")
    return asked.reply(page.plain.body, headers=dict(page.plain.headers))


def choose_language(asked: Asked) -> Reply:
    """Remember the language of this browser."""
    code = asked.path["code"]
    if code not in LANGUAGES:
        raise NotFound("we-do-not-speak-language")
    asked.cookies.append(Cookie("lang", code, _YEAR))
    referer = asked.headers.get("referer", "")
    host = asked.headers.get("host", "")
    back = referer.partition(f"//{host}")[2] if host and f"//{host}/" in referer else "/"
    return asked.redirect(back)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/", "everybody", events),
    Route("GET", "/language/{code}", "everybody", choose_language),
    *(
        Route("GET", f"/e/{{event}}{suffix}", "everybody", event_page)
        for suffix in PAGES
        if suffix != "/screen"
    ),
    Route("GET", f"/e/{{event}}{ROUNDS}{{round}}", "everybody", event_page),
    *LISTS,
    *STATISTICS,
    *DOWNLOADS,
)
