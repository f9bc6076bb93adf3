"""Deciding which special scenario is played in which round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.confirmation import Question, confirmed
from tiltyard.core.decide.scene import Act, Acts, Scene
from tiltyard.core.errors import Refused, RulesetText
from tiltyard.core.facts import Fact, rounds
from tiltyard.core.plain_text import LONGEST_NAME, tidy
from tiltyard.core.staff import tier_of
from tiltyard.core.state.scenarios import EVERY_ROUND, has_scenarios

MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class SetScenario:
    """Give a round its special scenario; without a number every round, without a name none.

    Rounds are counted from 1 over the whole day, elimination rounds behind the Swiss ones.
    """

    NAME: ClassVar[str] = "set-scenario"
    number: int | None = None
    name: str = ""
    text: str = ""


def _set(scene: Scene, command: SetScenario) -> Iterator[Fact]:
    tier = tier_of(scene.event, scene.rules)
    clause = tier.special_scenarios_clause or tier.clause
    if not tier.special_scenarios:
        raise Refused(
            "set-special-scenarios-not-played-event",
            clause=clause,
            field="name",
            tier=RulesetText(tier.title),
        )
    name, text = tidy(command.name, LONGEST_NAME + 1), tidy(command.text)
    if len(name) > LONGEST_NAME:
        raise Refused(
            "name-scenario-too-long", clause=clause, field="name", longest_name=LONGEST_NAME
        )
    if text and not name:
        raise Refused("scenario-no-name", clause=clause, field="name")
    _require_not_begun(scene, command.number, clause)
    if name and scene.event.phase == "running":
        yield from confirmed(scene, _not_told(scene, clause), about=scene.event.id)
    yield rounds.ScenarioSet(command.number, name, text)


def _require_not_begun(scene: Scene, number: int | None, clause: str) -> None:
    """Refuse a round that has begun; one number for every round only before any has."""
    begun = sum(1 for one in scene.event.rounds if one.began or one.has_results)
    if number is not None and not 1 <= number <= MOST_ROUNDS:
        raise Refused(
            "no-round-of-number",
            clause=clause,
            field="number",
            number=number,
            most_rounds=MOST_ROUNDS,
        )
    if (number or EVERY_ROUND) <= begun and begun:
        code = "scenario-of-begun-round" if number else "scenarios-of-begun-event"
        raise Refused(code, clause=clause, field="number", number=number, next=begun + 1)


def _not_told(scene: Scene, clause: str) -> list[Question]:
    """Return the question whether an event that began without scenarios may have them."""
    if scene.event.details.special_scenario or has_scenarios(scene.event):
        return []
    return [
        Question(
            "scenario-not-announced",
            clause,
        )
    ]


DECIDE_SCENARIOS: Acts = {SetScenario: Act(_set)}
