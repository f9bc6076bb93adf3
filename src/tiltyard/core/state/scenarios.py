"""Special scenarios: which one is played in which round of the day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.state.event import DayRound, Event

EVERY_ROUND = 0
"""Where the scenario of every round without one of its own is kept."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A special scenario: what it is called, and its extra rules; without a name it is none."""

    name: str
    text: str = ""


def place_of_round(event: Event, round_: DayRound) -> int:
    """Return which round of the day it is, counted from 1 over all stages."""
    ids = [one.id for one in event.rounds]
    return ids.index(round_.id) + 1 if round_.id in ids else len(ids) + 1


def scenario_at(event: Event, number: int) -> Scenario | None:
    """Return the special scenario of the round with this number; none if it has none."""
    found = event.scenarios.get(number, event.scenarios.get(EVERY_ROUND))
    return found if found is not None and found.name else None


def scenario_of(event: Event, round_: DayRound) -> Scenario | None:
    """Return the special scenario of a round, drawn or published."""
    return scenario_at(event, place_of_round(event, round_))


def played_scenarios(event: Event) -> Iterator[tuple[int, Scenario]]:
    """Yield every scenario with its round; a round without one only where all others have one."""
    every = event.scenarios.get(EVERY_ROUND)
    for number, scenario in sorted(event.scenarios.items()):
        if scenario.name or (number != EVERY_ROUND and every is not None and every.name):
            yield number, scenario


def has_scenarios(event: Event) -> bool:
    """Whether any round is played with a special scenario."""
    return any(one.name for one in event.scenarios.values())
