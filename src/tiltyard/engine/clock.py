"""How long a round lasts, by the kind of its stage and its place in it, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.ruleset import value_of_round

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import StageKind


@dataclass(frozen=True, slots=True)
class Length:
    """Minutes of a round (none: untimed) and the clause that says so."""

    minutes: int | None
    clause: str


def round_length(rules: Ruleset, stage: StageKind, number: int, *, final: bool = False) -> Length:
    """Return the length of a round; `final` is the last round of an elimination stage."""
    if stage == "swiss":
        entry = rules.clock.swiss
    elif final and not rules.clock.final.same_as_elimination:
        entry = rules.clock.final
    else:
        entry = rules.clock.elimination
    minutes = entry.minutes
    if entry.same_as_swiss and not minutes:
        minutes = rules.clock.swiss.minutes
    return Length(value_of_round(minutes, number) if minutes else None, entry.clause)
