"""What belongs to the lists of an event: legal products, conversions, terrain, season cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.components import RuleOnComponent
from tiltyard.day.list_access import DEPLOYMENT, reads_lists
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.rosters.setup import inches
from tiltyard.text.language import speaking
from tiltyard.text.say import wording
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.judge.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Conversion
    from tiltyard.engine.ruleset import ExistingTerrain
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_ACTS = ("rule-on-product", "label-terrain", "count-terrain", "ask-about-component", "draw-mats")


@dataclass(frozen=True, slots=True)
class Width:
    """A row of the chart: how wide a piece is, and how much it holds."""

    text: str
    capacity: int


@dataclass(frozen=True, slots=True)
class SeasonCards:
    """The cards of a kind that are drawn from at the event."""

    kind: str
    cards: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Asking:
    """A conversion somebody asks for, and whether the visitor may answer."""

    conversion: Conversion
    name: str
    by: str
    may_decide: bool


def list_matters_page(asked: Asked) -> Reply:
    """Show what the organizer rules on beside the lists themselves."""
    with speaking(asked.visitor.language):
        return desk_page(asked, "desk/list_matters.html", **_values(asked))


def _values(asked: Asked) -> dict[str, Any]:
    view = asked.view
    event, rules = view.event, view.rules
    reads = reads_lists(event, rules, asked.me) or view.is_organizer(asked.me)
    asking = tuple(_asking(asked)) if reads else ()
    return {
        "lists": rules.lists,
        "questions": rules.components.questions,
        "legality": rules.legality,
        "rulings": sorted(event.list_desk.rulings.items(), key=lambda entry: entry[0].casefold()),
        "waiting": [other for other in asking if other.conversion.approved is None],
        "answered": [other for other in asking if other.conversion.approved is not None],
        "players": _players(view),
        "reads": reads,
        "terrain": tuple(event.list_desk.terrain.values()),
        "deployments": tuple(event.list_desk.deployments.values()),
        "deployment_cards": _deployment_cards(view),
        "widths": tuple(_widths(rules.lists.existing_terrain)),
        "inches": inches,
        "season": tuple(_season(view)),
        "own_cards": any(draw.own for draw in rules.draws.values()),
        "mats_clause": rules.components.mats_clause,
        "mats": event.list_desk.mats,
        "may_do": {act: may(asked, act) for act in _ACTS},
    }


def _asking(asked: Asked) -> Iterator[Asking]:
    view, bench = asked.view, Bench(asked.view, asked.me)
    for conversion in view.event.list_desk.conversions.values():
        yield Asking(
            conversion,
            view.name(conversion.player),
            view.name(conversion.decided_by) if conversion.decided_by else "",
            bench.may(RuleOnComponent(conversion.id, allowed=True)),
        )


def _players(view: EventView) -> list[tuple[str, str]]:
    return sorted(
        (
            (entrant.id, entrant.name)
            for entrant in view.event.entrants.values()
            if not entrant.spare
        ),
        key=lambda pair: pair[1].casefold(),
    )


def _widths(chart: ExistingTerrain | None) -> Iterator[Width]:
    """Yield the chart of existing terrain, from small to wide."""
    least = 0
    for row in chart.widths if chart is not None else ():
        values = {"least": inches(least), "below": inches(row.most), "most": inches(row.most)}
        text = wording("desk.from-to-less-than-inches")
        if not least:
            text = wording("desk.less-than-inches")
        elif chart is not None and row.most == chart.widest:
            text = wording("desk.from-to-inches")
        yield Width(text.format(**values), row.capacity)
        least = row.most


def _deployment_cards(view: EventView) -> tuple[str, ...]:
    """Return the deployment cards of the event's day, to choose from."""
    draw = view.rules.draws.get(DEPLOYMENT)
    return tuple(pool_on(draw, view.event.details.date)[0].cards) if draw is not None else ()


def _season(view: EventView) -> Iterator[SeasonCards]:
    for kind, draw in view.rules.draws.items():
        pool, _ = pool_on(draw, view.event.details.date)
        yield SeasonCards(kind, tuple(pool.cards), pool.clause)
