"""Many simulated runs as one report: shares with their intervals, means, and the minutes of a day.

Nothing here is recorded in an event, so shares and means are ordinary decimal numbers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from tiltyard.core.bracket import next_power_of_two
from tiltyard.core.clock import round_length
from tiltyard.core.structure import format_for
from tiltyard.tools.simulate import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Plan
    from tiltyard.tools.simulate import Run, Scenario

FORMAT = "tiltyard/simulation/1"
_NORMAL_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, and where the true share lies with 95 % confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Minutes:
    """The clock of an event: minutes of the timed rounds, and how many rounds have no limit."""

    timed: int
    timed_rounds: int
    untimed_rounds: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What the runs of a scenario show together."""

    scenario: Scenario
    runs: int
    minutes: Minutes
    best_wins: Share
    best_makes_cut: Share | None
    best_mean_rank: float
    best_mean_rank_by_round: tuple[float, ...]
    undefeated: float
    several_undefeated: Share
    repeats: float
    with_repeats: Share
    floats_by_round: tuple[float, ...]
    byes: float
    drops: float
    first_decided_by: dict[str, float]
    cut_decided_by: dict[str, float]


def tally(scenario: Scenario, runs: Sequence[Run], minutes: Minutes) -> Tally:
    """Return the report of some runs; their order does not matter."""
    cut = scenario.plan.cut is not None
    return Tally(
        scenario=scenario,
        runs=len(runs),
        minutes=minutes,
        best_wins=share(sum(run.best_wins for run in runs), len(runs)),
        best_makes_cut=share(sum(run.best_makes_cut for run in runs), len(runs)) if cut else None,
        best_mean_rank=_mean(run.best_ranks[-1] for run in runs if run.best_ranks),
        best_mean_rank_by_round=_means([run.best_ranks for run in runs]),
        undefeated=_mean(run.undefeated for run in runs),
        several_undefeated=share(sum(run.undefeated > 1 for run in runs), len(runs)),
        repeats=_mean(run.repeats for run in runs),
        with_repeats=share(sum(run.repeats > 0 for run in runs), len(runs)),
        floats_by_round=_means([run.floats for run in runs]),
        byes=_mean(run.byes for run in runs),
        drops=_mean(run.drops for run in runs),
        first_decided_by=_deciders(scenario, [run.first_decided_by for run in runs]),
        cut_decided_by=_deciders(scenario, [run.cut_decided_by for run in runs]),
    )


def share(count: int, total: int) -> Share:
    """Return a share with its Wilson interval, which also holds for shares near 0 and 1."""
    if not total:
        return Share(0.0, 0.0, 1.0)
    part, square = count / total, _NORMAL_95 * _NORMAL_95
    middle = (part + square / (2 * total)) / (1 + square / total)
    half = _NORMAL_95 * sqrt(part * (1 - part) / total + square / (4 * total * total))
    half /= 1 + square / total
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == total else middle + half
    return Share(part, low, high)


def _mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def _means(rows: Sequence[tuple[int, ...]]) -> tuple[float, ...]:
    """Return the mean of every column; a run that ended early is missing in the later ones."""
    longest = max(map(len, rows), default=0)
    return tuple(_mean(row[n] for row in rows if len(row) > n) for n in range(longest))


def _deciders(scenario: Scenario, found: Sequence[str | None]) -> dict[str, float]:
    """Return how often each key decided, in the order of the document's tie-breaks."""
    counted = Counter(one for one in found if one is not None)
    total = counted.total()
    keys = [entry.key for entry in scenario.rules.standings.order]
    order = [*keys, *sorted(key for key in counted if key not in keys)]
    return {key: counted[key] / total for key in order if counted[key]}


def minutes_of(rules: Ruleset, plan: Plan, points: int | None, days: int) -> Minutes:
    """Return the length of all rounds of a plan, by the document's clock or its format table."""
    swiss = plan.swiss_rounds or 0
    if points is not None:
        return Minutes(swiss * format_for(rules, points, days).minutes, swiss, 0)
    bracket = next_power_of_two(plan.cut).bit_length() - 1 if plan.cut else 0
    lengths = [round_length(rules, "swiss", n).minutes for n in range(1, swiss + 1)]
    lengths += [
        round_length(rules, "elimination", n, final=n == bracket).minutes
        for n in range(1, bracket + 1)
    ]
    timed = [length for length in lengths if length is not None]
    return Minutes(sum(timed), len(timed), len(lengths) - len(timed))


def simulation_document(report: Tally) -> dict[str, Any]:
    """Return the report for a program."""
    scenario = report.scenario
    return {
        "format": FORMAT,
        "ruleset": scenario.rules.name,
        "players": scenario.players,
        "plan": {"swiss_rounds": scenario.plan.swiss_rounds, "cut": scenario.plan.cut},
        "seed": scenario.seed,
        "runs": report.runs,
        "drop_rate": scenario.drop_rate / PARTS,
        "spread": scenario.spread,
        "luck": scenario.luck,
        "best_wins": _share_entry(report.best_wins),
        "best_makes_cut": report.best_makes_cut and _share_entry(report.best_makes_cut),
        "best_mean_rank": _rounded(report.best_mean_rank),
        "best_mean_rank_by_round": [_rounded(one) for one in report.best_mean_rank_by_round],
        "undefeated": _rounded(report.undefeated),
        "several_undefeated": _share_entry(report.several_undefeated),
        "repeats": _rounded(report.repeats),
        "with_repeats": _share_entry(report.with_repeats),
        "floats_by_round": [_rounded(one) for one in report.floats_by_round],
        "byes": _rounded(report.byes),
        "drops": _rounded(report.drops),
        "first_decided_by": _rounded_each(report.first_decided_by),
        "cut_decided_by": _rounded_each(report.cut_decided_by),
        "minutes": {
            "timed": report.minutes.timed,
            "timed_rounds": report.minutes.timed_rounds,
            "untimed_rounds": report.minutes.untimed_rounds,
        },
    }


def _rounded(number: float) -> float:
    return round(number, 4)


def _rounded_each(shares: dict[str, float]) -> dict[str, float]:
    return {key: _rounded(value) for key, value in shares.items()}


def _share_entry(one: Share) -> dict[str, float]:
    return {"share": _rounded(one.value), "low": _rounded(one.low), "high": _rounded(one.high)}
