"""The documentation, served by the desk itself: there without internet."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.documentation import found, pages, pictures, shelves, start_page
from tiltyard.web.errors import NotFound
from tiltyard.web.routes import Route
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.web.documentation import HelpPage
    from tiltyard.web.request import Asked, Reply

LONGEST_SEARCH = 80
Kept = TypeVar("Kept")


def help_index(asked: Asked) -> Reply:
    """Show all pages, or those that fit what somebody looks for."""
    words = asked.query.text("q")[:LONGEST_SEARCH]
    language = asked.visitor.language
    return asked.page(
        "public/help.html",
        start=None if words else start_page(language),
        shelves=titled_shelves(language),
        words=words,
        hits=found(words),
    )


def help_page(asked: Asked) -> Reply:
    """Show one page."""
    return asked.page("public/help_page.html", page=_kept(pages(), asked.path["page"]))


def help_picture(asked: Asked) -> Reply:
    """Send a picture of the documentation."""
    picture = _kept(pictures(), asked.path["name"])
    return asked.reply(picture.body, media_type=picture.type, headers={"cache-control": REVALIDATE})


def _kept(kept: Mapping[str, Kept], name: str) -> Kept:
    if name not in kept:
        raise NotFound("no-such-help-page")
    return kept[name]


def titled_shelves(language: str) -> list[tuple[str, tuple[HelpPage, ...]]]:
    """Return every shelf with its title."""
    with speaking(language):
        titles = {
            "tutorial": say("web.help-tutorial"),
            "howto": say("web.help-howto"),
            "reference": say("web.help-reference"),
            "explanation": say("web.help-explanation"),
            "decisions": say("web.help-decisions"),
        }
    return [(titles[shelf], kept) for shelf, kept in shelves().items()]


ROUTES: tuple[Route, ...] = (
    Route("GET", "/help", "everybody", help_index),
    Route("GET", "/help/pictures/{name}", "everybody", help_picture),
    Route("GET", "/help/{page}", "everybody", help_page),
)
