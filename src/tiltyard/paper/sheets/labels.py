"""Things to cut out: proxies of damaged cards, and labels for terrain of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.guidance import day_text
from tiltyard.paper.paper import Sheet
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.event import Proxy, TerrainPiece
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class ProxyCard:
    """A stand-in for a card: its name, what cannot be read any more, who made it and when."""

    card: str
    information: str
    player: str
    leader: str
    date: str


@dataclass(frozen=True, slots=True)
class ProxyCards:
    """Proxies in the size of a card; `clause` says that there may be such a thing."""

    title: str
    made_by: str
    hint: str
    clause: str
    cards: tuple[ProxyCard, ...]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword of a piece of terrain; `value` is its X, empty where it has none."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Label:
    """The label of a piece of terrain."""

    name: str
    capacity: str
    keywords: tuple[Keyword, ...]
    size: str


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels to cut out and lay beside the terrain."""

    capacity: str
    clause: str
    labels: tuple[Label, ...]


def proxies(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the proxies leaders made, or those of one player."""
    made = [proxy for proxy in view.event.proxies if wanted.player in {None, proxy.player}]
    if not made:
        raise Refused("proxies-no-proxy-made")
    body = ProxyCards(
        title=say("common.proxy"),
        made_by=say("paper.made-by"),
        hint=say("paper.the-original-stays-near-the"),
        clause=view.rules.components.proxies_clause,
        cards=tuple(_proxy(view, proxy) for proxy in made),
    )
    return Sheet(say("paper.proxies"), body)


def _proxy(view: PaperView, proxy: Proxy) -> ProxyCard:
    made = proxy.made.astimezone(view.printed.tzinfo).date()
    return ProxyCard(
        proxy.card,
        proxy.information,
        view.name(proxy.player),
        view.name(proxy.leader),
        day_text(made),
    )


def terrain(view: PaperView, wanted: Wanted) -> Sheet:
    """Return a label for every piece of terrain that was there before."""
    pieces = view.event.list_desk.terrain.values()
    if not pieces:
        raise Refused("no-piece-terrain-labelled")
    chart = view.rules.lists.existing_terrain
    body = Labels(
        capacity=say("common.capacity"),
        clause=chart.clause if chart is not None else "",
        labels=tuple(_label(terrain_piece) for terrain_piece in pieces),
    )
    return Sheet(say("paper.terrain-labels"), body)


def _label(piece: TerrainPiece) -> Label:
    keywords = tuple(
        Keyword(keyword, str(piece.values[keyword]) if keyword in piece.values else "")
        for keyword in piece.keywords
    )
    whole, tenths = divmod(piece.diameter, 10)
    inches = f"{whole}.{tenths}" if tenths else str(whole)
    size = say("paper.inches-across", inches=inches)
    return Label(piece.name, str(piece.capacity), keywords, size)
