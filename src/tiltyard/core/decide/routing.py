"""Deciding whose a call or an incident is: kinds of calls, observations, what is set aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene
from tiltyard.core.deciders import (
    call_kinds,
    concerned_by,
    matter_of_category,
    refusal_to_decide,
    require_decider,
)
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, judging
from tiltyard.core.ids import PersonId
from tiltyard.core.plain_text import tidy
from tiltyard.core.state.event import Event
from tiltyard.core.state.judging import Call, Incident


@dataclass(frozen=True, slots=True)
class SayCallKind:
    """Say what a call is about, so that it comes to whoever decides that."""

    NAME: ClassVar[str] = "say-call-kind"
    call: str
    kind: str


@dataclass(frozen=True, slots=True)
class SetAsideIncident:
    """Decide that nothing follows from a report or an observation."""

    NAME: ClassVar[str] = "set-aside-incident"
    incident: str
    reason: str


# ------------------------------------------------------------------------------------------ calls


def the_call(scene: Scene, name: str) -> Call:
    """Return a judge call, or refuse."""
    call = scene.event.calls.get(name)
    if call is None:
        raise Refused("no-judge-call", name=name[:20])
    return call


def require_call_kind(scene: Scene, kind: str) -> None:
    """Refuse a kind of call that the document does not know."""
    known = [one.id for one in call_kinds(scene.rules)]
    if kind not in known:
        raise Refused(
            "no-kind-judge-call-here",
            clause=scene.rules.staff.clause,
            field="kind",
            kind=kind[:40],
            known=tuple(known),
        )


def _say_kind(scene: Scene, command: SayCallKind) -> Iterator[Fact]:
    call = the_call(scene, command.call)
    require_call_kind(scene, command.kind)
    if call.state != "open":
        raise Refused("call-kind-ruled-already", clause=scene.rules.staff.appeal_clause)
    if call.kind == command.kind:
        raise Refused("call-kind-already")
    _, game = scene.game(call.match)
    require_decider(scene.event, scene.rules, scene.person, call.kind, game.players)
    yield judging.CallKindSaid(command.call, command.kind)


def _players_of_the_call(event: Event, command: SayCallKind) -> Iterable[PersonId]:
    call = event.calls.get(command.call)
    game = event.game(call.match) if call else None
    return game.players if game else ()


# -------------------------------------------------------------------------------------- incidents


def open_incident(scene: Scene, name: str) -> Incident:
    """Return a report or an observation that nobody has answered, or refuse."""
    incident = scene.event.incidents.get(name)
    if incident is None or incident.handled:
        raise Refused("no-open-report", clause=scene.rules.conduct.clause, name=name[:20])
    return incident


def require_incident_decider(scene: Scene, incident: Incident) -> None:
    """Refuse to close what another leader observed for whoever decides it."""
    matter = matter_of_category(scene.rules, incident.category)
    concerned = concerned_by(scene.event, incident)
    require_decider(scene.event, scene.rules, scene.person, matter, concerned)


def left_to_decider(
    scene: Scene, incident: str, category: str, concerned: Iterable[PersonId]
) -> Iterator[Fact]:
    """Yield that an incident is an observation, if another decides what follows from it."""
    matter = matter_of_category(scene.rules, category)
    no = refusal_to_decide(scene.event, scene.rules, scene.person, matter, concerned)
    if no is not None:
        yield judging.IncidentObserved(incident, matter)


def _set_aside(scene: Scene, command: SetAsideIncident) -> Iterator[Fact]:
    require_incident_decider(scene, open_incident(scene, command.incident))
    yield judging.IncidentSetAside(command.incident, tidy(command.reason))


def _people_of_the_incident(event: Event, command: SetAsideIncident) -> Iterable[PersonId]:
    incident = event.incidents.get(command.incident)
    return concerned_by(event, incident) if incident is not None else ()


DECIDE_ROUTING: Acts = {
    SayCallKind: Act(_say_kind, _players_of_the_call),
    SetAsideIncident: Act(_set_aside, _people_of_the_incident),
}
