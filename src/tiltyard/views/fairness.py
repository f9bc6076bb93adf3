"""The fairness report of an event: the figures of its Swiss rounds beside those of real events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TiltyardError
from tiltyard.engine.fairness import Figure, Part, fairness
from tiltyard.engine.flow import findings
from tiltyard.views.statistics import clock_use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.audit.findings import Finding
    from tiltyard.views.event import EventVersion


@dataclass(frozen=True, slots=True)
class RealEvents:
    """A figure of a hundred in real events: in the middle one, and in nine of ten at most."""

    middle: str
    most: str


REAL_EVENTS = {
    "repeats": RealEvents("0", "0"),
    "floats": RealEvents("17", "35"),
    "lots": RealEvents("0", "0"),
    "other-orders": RealEvents("100", "100"),
}
"""98 events of the shared real data (docs/real-events.md), rounded; cuts in 29 of them."""


@dataclass(frozen=True, slots=True)
class FairnessRow:
    """A figure, and the same figure in real events where they are known."""

    figure: Figure
    real: RealEvents | None


def fairness_rows(version: EventVersion) -> tuple[FairnessRow, ...]:
    """Return every figure; nothing before the first round is closed."""
    try:
        figures = fairness(version.tournament, version.rules)
    except TiltyardError:
        return ()
    if not figures:
        return ()
    every = (*_with_avoidable(version, figures), _by_desk(version), *_time_used(version))
    return tuple(FairnessRow(figure, REAL_EVENTS.get(figure.code)) for figure in every)


def _with_avoidable(version: EventVersion, figures: tuple[Figure, ...]) -> Iterator[Figure]:
    """Yield the figures; after the repeats, which of them another pairing would have avoided."""
    for figure in figures:
        yield figure
        if figure.code == "repeats":
            parts = tuple(_avoidable(version)) if figure.value else ()
            yield Figure("avoidable-repeats", len(parts), parts, int(figure.value))


def _avoidable(version: EventVersion) -> Iterator[Part]:
    """Yield repeats that the check of the event calls a fault, or that somebody made by hand."""
    for finding in _findings(version):
        place = finding.where
        if finding.code != "rematch" or place is None or place.stage or place.round is None:
            continue
        if finding.severity == "error" or "by" in finding.facts:
            yield Part(finding.players, place.round + 1)


def _by_desk(version: EventVersion) -> Figure:
    """Count the results of Swiss games that staff entered or decided, not both players."""
    games = [
        (round_.number, game)
        for round_ in version.event.rounds
        if round_.stage == 1 and round_.kind == "swiss" and round_.is_closed
        for game in round_.games.values()
        if game.slip is not None
    ]
    parts = tuple(
        Part(game.players, number)
        for number, game in games
        if game.entered_by is not None or game.decided
    )
    return Figure("by-desk", len(parts), parts, len(games))


def _time_used(version: EventVersion) -> Iterator[Figure]:
    """Yield the minutes from the start of a round to that of the next, pauses and breaks in it."""
    parts = tuple(
        Part((), use.round.number, use.until_next // 60)
        for use in clock_use(version.event)
        if use.until_next is not None and use.round.stage == 1
    )
    if parts:
        longest = max(int(part.number or 0) for part in parts)
        yield Figure("time-used", longest, parts)


def _findings(version: EventVersion) -> tuple[Finding, ...]:
    try:
        return findings(version.tournament, version.document)
    except TiltyardError:
        return ()
