"""Deciding whether components may be used: asked once, ruled once, kept for the whole event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene, the_player
from tiltyard.core.deciders import require_decider
from tiltyard.core.errors import Phrase, Refused
from tiltyard.core.facts import Fact, judging
from tiltyard.core.ids import PersonId, PlayerId
from tiltyard.core.plain_text import tidy
from tiltyard.core.ruleset_people import ComponentQuestion
from tiltyard.core.state.event import Event


@dataclass(frozen=True, slots=True)
class AskAboutComponent:
    """Ask whether a component of a player may be used at this event."""

    NAME: ClassVar[str] = "ask-about-component"
    player: PlayerId
    kind: str
    description: str


@dataclass(frozen=True, slots=True)
class RuleOnComponent:
    """Allow a component for the rest of the event, or not."""

    NAME: ClassVar[str] = "rule-on-component"
    request: str
    allowed: bool
    note: str = ""


def _ask(scene: Scene, command: AskAboutComponent) -> Iterator[Fact]:
    question = _question(scene, command.kind)
    scene.entrant(command.player)
    description = tidy(command.description)
    if not description:
        raise Refused(
            "nobody-can-tell-which-component", clause=question.clause, field="description"
        )
    name = f"k{len(scene.event.list_desk.conversions) + 1}"
    yield judging.ComponentRulingAsked(name, command.player, question.kind, description)


def _question(scene: Scene, kind: str) -> ComponentQuestion:
    components = scene.rules.components
    known = {one.kind: one for one in components.questions}
    if kind not in known:
        raise Refused(
            "no-ruling",
            clause=components.ineligible_clause,
            field="kind",
            game=scene.rules.game,
            kind=kind[:40],
            known=tuple(known) or (Phrase("things.nothing"),),
        )
    return known[kind]


def _rule(scene: Scene, command: RuleOnComponent) -> Iterator[Fact]:
    asked = scene.event.list_desk.conversions.get(command.request)
    if asked is None:
        raise Refused(
            "nobody-asked-question",
            clause=scene.rules.components.ineligible_clause,
            request=command.request[:20],
        )
    matter = _question(scene, asked.kind).matter
    require_decider(scene.event, scene.rules, scene.person, matter, (asked.player,))
    yield judging.ComponentRulingGiven(command.request, command.allowed, tidy(command.note))


def _whose_it_is(event: Event, command: RuleOnComponent) -> Iterable[PersonId]:
    asked = event.list_desk.conversions.get(command.request)
    return (asked.player,) if asked is not None else ()


DECIDE_COMPONENT_RULINGS: Acts = {
    AskAboutComponent: Act(_ask, the_player),
    RuleOnComponent: Act(_rule, _whose_it_is),
}
