"""The table of acts: every act of the day as one row. A refusal changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from tiltyard.day import (
    clock,
    components,
    judging,
    lists,
    notices,
    people,
    results,
    rounds,
    sealing,
    seats,
    setup,
    soft_scores,
    waiting_list,
)
from tiltyard.day.policy import require_right
from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from tiltyard.day.context import Act, AnyAct, Command, Scene
    from tiltyard.day.facts import Fact

ACTS: tuple[AnyAct, ...] = (
    *setup.ACTS,
    *notices.ACTS,
    *people.ACTS,
    *waiting_list.ACTS,
    *seats.ACTS,
    *sealing.ACTS,
    *lists.ACTS,
    *rounds.ACTS,
    *clock.ACTS,
    *results.ACTS,
    *soft_scores.ACTS,
    *judging.ACTS,
    *components.ACTS,
)
BY_NAME: dict[str, AnyAct] = {act.name: act for act in ACTS}
FOR_PROGRAMS: dict[str, AnyAct] = {act.name: act for act in ACTS if not act.secret}
BY_COMMAND: dict[type, AnyAct] = {act.command: act for act in ACTS}


@dataclass(frozen=True, slots=True)
class Decision:
    """The facts that follow from an act, and the role in which it was done."""

    role: str
    facts: tuple[Fact, ...]


def decide(scene: Scene, command: Command) -> Decision:
    """Return the facts of an act, or refuse it: with the clause and the way out."""
    act = act_of(command)
    role = "organizer" if act.begins else _role_for(act, scene, command)
    return Decision(role, tuple(act.decide(scene, command)))


def _role_for(act: Act[Command], scene: Scene, command: Command) -> str:
    """Return the role in which somebody does an act, or refuse it."""
    return require_right(
        scene.event,
        scene.rules,
        scene.person,
        command.NAME,
        act.concerns(scene.event, command),
        getattr(command, "reason", None),
    )


def act_of(command: Command) -> Act[Command]:
    """Return the row of a command."""
    return cast("Act[Command]", BY_COMMAND[type(command)])


def act_named(name: str) -> AnyAct:
    """Return the row of an act by its name, or refuse."""
    if name not in FOR_PROGRAMS:
        raise Refused("no-such-act", deed=name[:40], acts=tuple(FOR_PROGRAMS))
    return FOR_PROGRAMS[name]
