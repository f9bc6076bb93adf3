"""Every act: may this person do it now, and which facts follow? A refusal changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from tiltyard.day.clock import DECIDE_TIMING
from tiltyard.day.components import (
    DECIDE_CHECKS,
    DECIDE_COMPONENT_RULINGS,
    DECIDE_COMPONENTS,
    DECIDE_SHARING,
)
from tiltyard.day.context import Act, Acts, Command, Scene
from tiltyard.day.judging import DECIDE_JUDGING, DECIDE_ROUTING
from tiltyard.day.lists import DECIDE_LIST_MATTERS, DECIDE_LISTS, DECIDE_WAIVING
from tiltyard.day.people import DECIDE_LEAVING, DECIDE_PLAYERS, DECIDE_SHOWN_NAMES, DECIDE_STAFF
from tiltyard.day.policy import require_right
from tiltyard.day.results import DECIDE_RESULTS
from tiltyard.day.rounds import DECIDE_DRAWING, DECIDE_SCENARIOS
from tiltyard.day.setup import DECIDE_LANGUAGE, DECIDE_SETUP, CreateEvent, create_event

if TYPE_CHECKING:
    from tiltyard.day.facts import Fact

ALL_ACTS: Acts = {
    **DECIDE_SETUP,
    **DECIDE_LANGUAGE,
    **DECIDE_STAFF,
    **DECIDE_PLAYERS,
    **DECIDE_SHOWN_NAMES,
    **DECIDE_LISTS,
    **DECIDE_LIST_MATTERS,
    **DECIDE_WAIVING,
    **DECIDE_LEAVING,
    **DECIDE_DRAWING,
    **DECIDE_TIMING,
    **DECIDE_RESULTS,
    **DECIDE_JUDGING,
    **DECIDE_CHECKS,
    **DECIDE_SCENARIOS,
    **DECIDE_COMPONENTS,
    **DECIDE_SHARING,
    **DECIDE_COMPONENT_RULINGS,
    **DECIDE_ROUTING,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """The facts that follow from an act, and the role in which it was done."""

    role: str
    facts: tuple[Fact, ...]


def decide(scene: Scene, command: Command) -> Decision:
    """Return the facts of an act, or refuse it: with the clause and the way out."""
    if isinstance(command, CreateEvent):
        return Decision("organizer", tuple(create_event(scene, command)))
    act = cast("Act[Command]", ALL_ACTS[type(command)])
    role = require_right(
        scene.event,
        scene.rules,
        scene.person,
        command.NAME,
        act.concerns(scene.event, command),
        getattr(command, "reason", None),
    )
    return Decision(role, tuple(act.decide(scene, command)))
