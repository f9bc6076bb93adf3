"""Which structure for a field: the document's and those near it, each played many times.

The strength model is that of `simulate`; its luck is set so that in simulated events the player who
stands higher wins a later Swiss game as often as in the shared real events (docs/algorithms).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.dev.simulate import Scenario, minutes_of, play_many, tally
from tiltyard.engine.errors import Refused
from tiltyard.engine.structure import STRUCTURES, plan_for
from tiltyard.engine.tournament import Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tiltyard.dev.simulate import Minutes, Tally
    from tiltyard.engine.ruleset import Ruleset

FieldKind = Literal["even", "typical", "uneven"]
REAL_LUCK = 75
"""Luck of a game where strengths differ by 100, as 1,353 real games have it."""

LUCK_OF: dict[FieldKind, int] = {"even": 2 * REAL_LUCK, "typical": REAL_LUCK, "uneven": 40}
TURNAROUND = (10, 15, 25)
"""Minutes between the end of a round and the next start: quick, usual, slow."""

UNTIMED = (60, 90, 150)
"""Minutes of a round without a limit: quick, usual, slow."""


Reason = tuple[str, dict[str, object]]
ONE, SEVERAL = 0.5, 1.5
OFTEN = 0.05
"""How often something has to happen to be said."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan and where it comes from: the document's table, its suggestion, or near them."""

    plan: Plan
    source: Literal["basic", "advanced", "document", "custom"]


@dataclass(frozen=True, slots=True)
class Advice:
    """A candidate with what to expect of it; minutes of the day: at best, usual, at worst."""

    candidate: Candidate
    minutes: tuple[int, int, int]
    fits: bool
    report: Tally

    @property
    def lot(self) -> float:
        """How often a lot decides the cut, or without one the winner."""
        decided = self.report.cut_decided_by if self.candidate.plan.cut else None
        return (self.report.first_decided_by if decided is None else decided).get("lot", 0.0)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What speaks for or against it, as codes of sentences."""
        return tuple(_reasons(self))


def _reasons(advice: Advice) -> Iterator[Reason]:
    plan, report = advice.candidate.plan, advice.report
    if plan.cut:
        yield "bracket-settles", {"cut": plan.cut}
    elif report.undefeated >= SEVERAL:
        yield "several-undefeated", {"number": f"{report.undefeated:.1f}"}
    elif report.undefeated >= ONE:
        yield "one-undefeated", {}
    if advice.lot >= OFTEN:
        yield "lots-decide", {"number": round(100 * advice.lot)}
    if report.repeats >= OFTEN:
        yield "repeats-needed", {}
    if report.byes >= (plan.swiss_rounds or 1):
        yield "bye-each-round", {}


def candidates(rules: Ruleset, players: int) -> tuple[Candidate, ...]:
    """Return the plans of the document for a field, then custom ones a round or a cut away."""
    found: dict[tuple[int, int], Candidate] = {}
    for candidate in _of_the_document(rules, players):
        found.setdefault(_key(candidate.plan), candidate)
    for candidate in tuple(found.values()):
        for plan in _near(rules, candidate.plan, players):
            found.setdefault(_key(plan), Candidate(plan, "custom"))
    return tuple(found.values())


def _key(plan: Plan) -> tuple[int, int]:
    return plan.swiss_rounds or 0, plan.cut or 0


def _of_the_document(rules: Ruleset, players: int) -> Iterator[Candidate]:
    structure = rules.structure
    if structure.kind == "formats":
        for games in sorted({row.games[0] for row in structure.formats}):
            yield Candidate(Plan(games), "document")
        return
    names: tuple[str | None, ...] = STRUCTURES if structure.kind == "tables" else (None,)
    for name in names:
        try:
            announced = plan_for(rules, players, name)
        except Refused:
            continue
        source: Literal["basic", "advanced", "document"] = (
            "basic" if name == "basic" else "advanced" if name == "advanced" else "document"
        )
        yield Candidate(Plan(announced.rounds, announced.cut or None), source)


def _near(rules: Ruleset, plan: Plan, players: int) -> Iterator[Plan]:
    rounds = plan.swiss_rounds or 0
    for other in (rounds - 1, rounds + 1):
        if 2 <= other < players:
            yield Plan(other, plan.cut)
    sizes = [size for size in rules.cut.sizes if size * 2 <= players]
    for size in (None, *sizes):
        if size != plan.cut:
            yield Plan(rounds, size)


def minutes_of_day(clock: Minutes) -> tuple[int, int, int]:
    """Return how long a day takes from the first start to the last result."""
    rounds = clock.timed_rounds + clock.untimed_rounds
    quick, usual, slow = (
        clock.timed + clock.untimed_rounds * untimed + max(rounds - 1, 0) * between
        for between, untimed in zip(TURNAROUND, UNTIMED, strict=True)
    )
    return quick, usual, slow


def advise(
    rules: Ruleset,
    players: int,
    *,
    hours: float | None = None,
    field: FieldKind = "typical",
    runs: int = 200,
    seed: str = "advice",
    workers: int = 1,
    advance: Callable[[int], None] | None = None,
) -> tuple[Advice, ...]:
    """Play every candidate and return them: those that fit first, then by how the best fare."""
    found = []
    for candidate in candidates(rules, players):
        scenario = Scenario(rules, players, candidate.plan, seed, luck=LUCK_OF[field])
        clock = minutes_of(rules, candidate.plan, None, 1)
        report = tally(scenario, play_many(scenario, runs, workers, advance), clock)
        minutes = minutes_of_day(clock)
        fits = hours is None or minutes[1] <= hours * 60
        found.append(Advice(candidate, minutes, fits, report))
    return tuple(sorted(found, key=_better_first))


def _better_first(advice: Advice) -> tuple[bool, bool, float]:
    custom = advice.candidate.source == "custom"
    return not advice.fits, custom, -advice.report.best_wins.value
