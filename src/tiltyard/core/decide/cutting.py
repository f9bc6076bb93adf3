"""Deciding who goes on: when the cut is due, whether it still stands."""

from __future__ import annotations

from tiltyard.core.cut import qualified
from tiltyard.core.decide.scene import Scene
from tiltyard.core.errors import Refused
from tiltyard.core.ids import PlayerId
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.core.state.event import Event, Qualification


def cut_is_due(event: Event) -> bool:
    """Whether the Swiss rounds before a planned cut are published."""
    played = event.swiss_played
    return bool(event.cut and played and played >= (event.swiss_rounds or 0))


def require_cut_stands(scene: Scene) -> None:
    """Refuse to go on from a cut that is no longer true, or while a place is offered."""
    event, cut = scene.event, scene.event.qualification
    if cut is None or event.past_the_cut:
        return
    if cut.offered is not None:
        raise Refused(
            f"{scene.name(cut.offered)} has not answered yet",
            clause=scene.rules.cut.replace_clause,
            fix="let them take the place or decline it",
        )
    if scene.rules.cut.replace == "next_rank" and qualified_now(scene) != cut.seeds:
        raise Refused(
            "the standings changed since the cut was made",
            clause=scene.rules.cut.clause,
            fix="make the cut again",
        )


def qualified_now(scene: Scene) -> tuple[PlayerId, ...]:
    """Return who would go on by the standings as they are now."""
    return qualified(as_tournament(scene.event), scene.rules, 1, scene.event.cut or 0)


def places_stay_empty(scene: Scene, made: Qualification) -> bool:
    """Whether somebody left the bracket whom this event does not replace."""
    return scene.rules.cut.replace != "next_rank" and any(
        scene.event.entrants[seed].state != "active" for seed in made.seeds
    )
