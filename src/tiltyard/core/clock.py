"""How long a round lasts, by the kind of its stage and its place in it, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.ruleset import value_of_round

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.core.ids import StageKind
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import Timer


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


def elapsed_seconds(timer: Timer, now: datetime) -> int:
    """Return how long a round has been played, pauses not counted; never less than nothing."""
    if timer.started is None:
        return 0
    until = timer.paused or now
    return max(0, int((until - timer.started).total_seconds()) - timer.paused_seconds)


def remaining_seconds(timer: Timer, now: datetime, extension: int = 0) -> int | None:
    """Return what is left for a table, with its extension in minutes; none: untimed.

    Once time was called only an extension is left.
    """
    if timer.minutes is None:
        return None
    length = 60 * timer.minutes
    if timer.called is not None:
        length = min(length, elapsed_seconds(timer, timer.called))
    return max(0, length + 60 * extension - elapsed_seconds(timer, now))
