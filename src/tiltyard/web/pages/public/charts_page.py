"""The numbers of an event as pictures: never kept ready, since everybody may look for somebody.

Names are public names, and factions are shown when the lists are public, not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.charts.factions import factions_later
from tiltyard.charts.gallery import pictures_of
from tiltyard.charts.subject import Subject
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.language import speaking
from tiltyard.text.names import in_order
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


def statistics_page(asked: Asked) -> Reply:
    """Show the pictures, with one player marked if the address names one."""
    view = asked.view
    chosen = _chosen(view, asked.query.every("player"))
    with speaking(asked.visitor.language):
        pictures = pictures_of(subject_of(view, chosen))
        players = _players(view) if pictures else ()
        later = factions_later(view.event, view.rules)
    return asked.event_page(
        "public/statistics.html",
        suffix="/statistics",
        tag="",
        is_open=True,
        cacheable=True,
        pictures=pictures,
        players=players,
        chosen=chosen or "",
        later=later,
    )


def subject_of(view: EventView, chosen: PlayerId | None = None) -> Subject:
    """Return what everybody may see drawn of an event."""
    names = view.public_names
    return Subject(view.event, view.rules, view.tournament, view.history, names, chosen)


def _chosen(view: EventView, asked_for: tuple[str, ...]) -> PlayerId | None:
    """Return the player of the standings the address names; anything else is nobody."""
    player = PlayerId(asked_for[0]) if asked_for else None
    return player if player in view.rows else None


def _players(view: EventView) -> tuple[tuple[PlayerId, str], ...]:
    """Return everybody to choose from, in the order of the public names."""
    names = [(player, view.public_name(player)) for player in view.rows]
    return tuple(sorted(names, key=lambda pair: (in_order(pair[1]), pair[0])))


ROUTES: tuple[Route, ...] = (Route("GET", "/e/{event}/statistics", "everybody", statistics_page),)
