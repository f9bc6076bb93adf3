"""Every act: may this person do it now, and which facts follow? A refusal changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from tiltyard.core.decide.checks import DECIDE_CHECKS
from tiltyard.core.decide.component_rulings import DECIDE_COMPONENT_RULINGS
from tiltyard.core.decide.components import DECIDE_COMPONENTS
from tiltyard.core.decide.drawing import DECIDE_DRAWING
from tiltyard.core.decide.judging import DECIDE_JUDGING
from tiltyard.core.decide.language import DECIDE_LANGUAGE
from tiltyard.core.decide.leaving import DECIDE_LEAVING
from tiltyard.core.decide.list_matters import DECIDE_LIST_MATTERS
from tiltyard.core.decide.lists import DECIDE_LISTS
from tiltyard.core.decide.players import DECIDE_PLAYERS
from tiltyard.core.decide.results import DECIDE_RESULTS
from tiltyard.core.decide.routing import DECIDE_ROUTING
from tiltyard.core.decide.scenarios import DECIDE_SCENARIOS
from tiltyard.core.decide.scene import Act, Acts, Command, Scene
from tiltyard.core.decide.setup import DECIDE_SETUP, CreateEvent, create_event
from tiltyard.core.decide.sharing import DECIDE_SHARING
from tiltyard.core.decide.shown_names import DECIDE_SHOWN_NAMES
from tiltyard.core.decide.staff import DECIDE_STAFF
from tiltyard.core.decide.timing import DECIDE_TIMING
from tiltyard.core.decide.waiving_lists import DECIDE_WAIVING
from tiltyard.core.policy import require_right

if TYPE_CHECKING:
    from tiltyard.core.facts import Fact

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
