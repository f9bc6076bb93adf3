"""Papers as PDF for the staff of an event, and badges with links that were just made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Wanted
from tiltyard.text.language import speaking
from tiltyard.web.errors import NotFound, TooMany
from tiltyard.web.pages.desk.links_page import addresses_of, chosen_players
from tiltyard.web.pages.desk.papers_page import papers_page
from tiltyard.web.printing import order_of, printed
from tiltyard.web.routes import Route
from tiltyard.web.security.limits import PRINTING

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant
    from tiltyard.service.exporting import Outgoing
    from tiltyard.web.printing import PaperOrder
    from tiltyard.web.request import Asked, Form, Reply

_CHOICES = ("round", "player", "table", "size", "language")
BADGES = "badges"


def paper_file(asked: Asked) -> Reply:
    """Print a paper; one that cannot be printed now is said on the page of the papers."""
    name, _, ending = asked.path["paper"].rpartition(".")
    if ending != "pdf":
        raise NotFound("no-such-paper")
    _require_seldom(asked)
    with speaking(asked.visitor.language):
        try:
            order = _order(asked, name, asked.query)
            file, warnings = printed(asked.site, asked.view, asked.me, order)
        except Refused as no:
            if type(no) is not Refused or asked.wants_json:
                raise
            return papers_page(asked, refused=no)
        for warning in warnings:
            asked.flash(warning, undoable=False)
    return _inline(asked, file)


def print_badges(asked: Asked) -> Reply:
    """Make links for the chosen players and print their badges with them, once."""
    _require_seldom(asked)
    with speaking(asked.visitor.language):
        try:
            players = _chosen(asked)
            some = players if asked.form.text("who") == "selected" else []
            wanted = Wanted(players=frozenset(player.id for player in some))
            order = replace(_order(asked, BADGES, asked.form), wanted=wanted)
            printed(asked.site, asked.view, asked.me, order)  # old links end only if it can be set
            links = addresses_of(asked, players)
        except Refused as no:
            return papers_page(asked, refused=no)
        file, warnings = printed(asked.site, asked.view, asked.me, order, links)
        for warning in warnings:
            asked.flash(warning, undoable=False)
    return _inline(asked, file)


def _chosen(asked: Asked) -> list[Entrant]:
    players = [entrant for entrant in chosen_players(asked) if not entrant.spare]
    if not players:
        raise Refused("everybody-link-already", field="who")
    return players


def _order(asked: Asked, name: str, form: Form) -> PaperOrder:
    said = {choice: form.text(choice) for choice in _CHOICES}
    return order_of(asked.view.event, name, said, asked.visitor.language)


def _require_seldom(asked: Asked) -> None:
    session = asked.visitor.session
    if session is not None and not asked.site.limits.allow(PRINTING, session.key):
        raise TooMany


def _inline(asked: Asked, file: Outgoing) -> Reply:
    headers = {"content-disposition": f'inline; filename="{file.name}"'}
    return asked.reply(file.body, media_type=file.kind, headers=headers)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/desk/papers", "staff", papers_page),
    Route("GET", "/e/{event}/print/{paper}", "staff", paper_file),
    Route("POST", "/e/{event}/desk/badges", "floor", print_badges),
)
