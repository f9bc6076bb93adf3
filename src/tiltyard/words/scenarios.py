"""Special scenarios in words: of one round, and of the whole event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.state.scenarios import EVERY_ROUND, played_scenarios
from tiltyard.words.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.state import Event
    from tiltyard.core.state.scenarios import Scenario


def scenario_text(scenario: Scenario) -> str:
    """Return the name of a scenario with its extra rules."""
    return f"{scenario.name}: {scenario.text}" if scenario.text else scenario.name


def scenario_lines(event: Event) -> Iterator[str]:
    """Yield which scenarios are played in which rounds; what was said of all of them first."""
    if event.details.special_scenario:
        yield event.details.special_scenario
    played = list(played_scenarios(event))
    for number, scenario in played:
        yield round_scenario(number, scenario_text(scenario), alone=len(played) == 1)


def round_scenario(number: int, scenario: str, *, alone: bool) -> str:
    """Return the scenario of a round, or of every round; `alone`: no round has another one."""
    if not scenario:
        scenario = say("phrases.no-special-scenario")
    if number != EVERY_ROUND:
        return say("phrases.round-2", round=number, scenario=scenario)
    text = wording("phrases.every-round")
    if not alone:
        text = wording("phrases.every-other-round")
    return text.format(scenario=scenario)
