"""The documentation, served by the desk itself: there without internet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.documentation import found, pages, shelves
from tiltyard.web.errors import NotFound
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

LONGEST_SEARCH = 80


def help_index(asked: Asked) -> Reply:
    """Show all pages, or those that fit what somebody looks for."""
    words = asked.query.text("q")[:LONGEST_SEARCH]
    with speaking(asked.visitor.language):
        titles = _titles()
    titled = [(titles[shelf], kept) for shelf, kept in shelves().items()]
    return asked.page("public/help.html", shelves=titled, words=words, hits=found(words))


def help_page(asked: Asked) -> Reply:
    """Show one page."""
    page = pages().get(asked.path["page"])
    if page is None:
        raise NotFound("no-such-help-page")
    return asked.page("public/help_page.html", page=page)


def _titles() -> dict[str, str]:
    return {
        "tutorial": say("web.help-tutorial"),
        "howto": say("web.help-howto"),
        "reference": say("web.help-reference"),
        "explanation": say("web.help-explanation"),
        "decisions": say("web.help-decisions"),
    }


ROUTES: tuple[Route, ...] = (
    Route("GET", "/help", "everybody", help_index),
    Route("GET", "/help/{page}", "everybody", help_page),
)
