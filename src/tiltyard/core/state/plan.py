"""The plan of an event as players were told it, and as it was changed after the start."""

from __future__ import annotations

from dataclasses import dataclass

from tiltyard.core.facts.setup import ToldValue
from tiltyard.core.ids import PersonId

PLAN = "plan"
"""What was asked back about the plan is kept under this name."""
PLAN_AFTER_START = "plan-after-start"
"""The code under which a change of the plan after the start is confirmed."""


@dataclass(frozen=True, slots=True)
class Told:
    """The values of an announcement, and those that were told before where they differ."""

    values: tuple[ToldValue, ...]
    before: tuple[ToldValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """So many Swiss rounds, and a cut to so many players; none: no cut to a number of players."""

    swiss_rounds: int | None
    cut: int | None


@dataclass(frozen=True, slots=True)
class PlanChange:
    """Rounds and cut that were changed after the start: by whom, and why.

    `asked` says that whoever did it confirmed what it means; players are told again.
    """

    before: Planned
    after: Planned
    reason: str
    by: PersonId
    asked: bool = False
