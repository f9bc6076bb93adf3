"""The page behind every clause mark: the rule in our words, its document and its section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar import MediaType

from tiltyard.clauses.cards import rule_cards
from tiltyard.web.errors import NotFound
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

MOST = 40
"""How many clauses one mark cites at most."""


def rule_page(asked: Asked) -> Reply:
    """Show what clauses say to readers of one game (`in`); made for nobody in particular."""
    cards = rule_cards(asked.path["clauses"].split(",")[:MOST], asked.query.text("in"))
    if not cards:
        raise NotFound("no-such-rule")
    html = asked.site.renderer.render("public/rule.html", asked.visitor.language, cards=cards)
    return asked.reply(html, media_type=MediaType.HTML)


ROUTES: tuple[Route, ...] = (Route("GET", "/rules/{clauses}", "everybody", rule_page),)
