"""The public pages: found ready by the front door, made here when they are asked for first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.language import LANGUAGES
from tiltyard.web.errors import NotFound
from tiltyard.web.pages.public.charts_page import ROUTES as STATISTICS
from tiltyard.web.pages.public.downloads import ROUTES as DOWNLOADS
from tiltyard.web.pages.public.draw_check import ROUTES as DRAWS
from tiltyard.web.pages.public.event_list import shelves
from tiltyard.web.pages.public.help_page import ROUTES as HELP
from tiltyard.web.pages.public.public_lists import ROUTES as LISTS
from tiltyard.web.pages.public.public_pages import GAMES, PAGES, PLAYERS, ROUNDS
from tiltyard.web.pages.public.rule_page import ROUTES as RULES
from tiltyard.web.pages.public.share_cards import ROUTES as SHARE_CARDS
from tiltyard.web.pages.public.well_known import ROUTES as WELL_KNOWN
from tiltyard.web.pages.public.what_if_page import ROUTES as WHAT_IF
from tiltyard.web.request import Cookie
from tiltyard.web.routes import Route
from tiltyard.web.sizes import SIZES

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

_YEAR = 365 * 24 * 3600


def events(asked: Asked) -> Reply:
    """List the events."""
    is_empty = not asked.site.desk.events()
    return asked.page(
        "public/events.html",
        shelves=shelves(asked),
        is_empty=is_empty,
        is_open=True,
        cacheable=True,
    )


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
    return asked.redirect(asked.came_from)


def choose_size(asked: Asked) -> Reply:
    """Remember how large pages are in this browser."""
    size = asked.path["size"]
    if size not in SIZES:
        raise NotFound("no-such-size")
    asked.cookies.append(Cookie("size", size, _YEAR))
    return asked.redirect(asked.came_from)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/", "everybody", events),
    Route("GET", "/language/{code}", "everybody", choose_language),
    Route("GET", "/size/{size}", "everybody", choose_size),
    *(
        Route("GET", f"/e/{{event}}{suffix}", "everybody", event_page)
        for suffix in PAGES
        if suffix != "/screen"
    ),
    Route("GET", f"/e/{{event}}{ROUNDS}{{round}}", "everybody", event_page),
    Route("GET", f"/e/{{event}}{PLAYERS}{{player}}", "everybody", event_page),
    Route("GET", f"/e/{{event}}{GAMES}{{match}}", "everybody", event_page),
    *LISTS,
    *STATISTICS,
    *WHAT_IF,
    *DOWNLOADS,
    *RULES,
    *DRAWS,
    *HELP,
    *SHARE_CARDS,
    *WELL_KNOWN,
)
