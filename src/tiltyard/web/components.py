"""Components at a table as pages show them: what is missing, how long, and what was ruled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.components import missing_clause, question_clause
from tiltyard.day.list_access import reads_lists

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.day.event import Game, Trouble
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.web.event_view import EventView

SearchState = Literal["reported", "running", "over", "missing", "open"]


@dataclass(frozen=True, slots=True)
class Search:
    """A component in trouble: whose, which if the reader hears it, and the granted time."""

    trouble: Trouble
    own: bool
    name: str
    component: str
    state: SearchState
    ends_ms: int | None
    seconds: int | None
    clause: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling on a component of a player, kept for the rest of the event."""

    name: str
    description: str
    allowed: bool
    note: str
    clause: str


def searches(view: EventView, person: PersonId, players: Iterable[PlayerId]) -> tuple[Search, ...]:
    """Return what players still miss; which component it is only for leaders and its owner."""
    here = tuple(players)
    return tuple(
        _search(view, person, trouble)
        for trouble in view.event.troubles.values()
        if trouble.player in here and not trouble.is_settled
    )


def _search(view: EventView, person: PersonId, trouble: Trouble) -> Search:
    components, ends = view.rules.components, trouble.search_ends
    now = view.clock.now()
    state: SearchState = "open"
    clause = missing_clause(components, trouble)
    if trouble.end is not None:
        state = "missing"
    elif trouble.searches and ends is None:
        state, clause = "reported", components.lost_extension_clause
    elif trouble.searches and ends is not None and now < ends:
        state, clause = "running", components.lost_extension_clause
    elif trouble.searches:
        state, clause = "over", components.lost_concession_clause
    own = person == trouble.player
    hears = own or view.is_leader(person)
    running = ends if state == "running" else None
    return Search(
        trouble,
        own,
        view.name(trouble.player),
        trouble.component if hears else "",
        state,
        int(running.timestamp() * 1000) if running is not None else None,
        int((running - now).total_seconds()) if running is not None else None,
        clause,
    )


def rulings(view: EventView, person: PersonId, game: Game | None) -> tuple[Ruled, ...]:
    """Return what was ruled on components at a table, for those who may hear of them.

    Leaders who read lists and the owner always do; the opponent once the round has begun.
    """
    return tuple(_rulings(view, person, game))


def _rulings(view: EventView, person: PersonId, game: Game | None) -> Iterator[Ruled]:
    event = view.event
    reads = reads_lists(event, view.rules, person)
    players = game.players if game is not None else ()
    round_ = event.current
    shown = round_ is not None and round_.began and person in players
    for conversion in event.list_desk.conversions.values():
        here = conversion.player == person or conversion.player in players
        if conversion.approved is None or not here:
            continue
        if reads or shown or conversion.player == person:
            clause = question_clause(view.rules, conversion.kind)
            yield Ruled(
                view.name(conversion.player),
                conversion.description,
                conversion.approved,
                conversion.note,
                clause,
            )
