"""Is a slip complete, and can it be? What its ending needs, and what no table can show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import SlipRefused

if TYPE_CHECKING:
    from tiltyard.core.ids import StageKind
    from tiltyard.core.ruleset import Outcome, Ruleset
    from tiltyard.core.tournament import Report


def require_complete(rules: Ruleset, stage: StageKind, available: int, report: Report) -> Outcome:
    """Return the outcome a slip describes, or refuse the slip with what it lacks."""
    outcome = rules.outcomes.get(report.end)
    if outcome is None:
        choices = ", ".join(rules.outcomes)
        raise SlipRefused(
            "game-cannot-end",
            clause=rules.clause,
            field="end",
            game=rules.game,
            end=report.end,
            choices=choices,
        )
    if stage not in outcome.stages:
        raise SlipRefused(
            "not-allowed-stage",
            clause=outcome.stages_clause,
            field="end",
            end=report.end,
            stage=stage,
        )
    for name in outcome.needs:
        if getattr(report, name) is None:
            clause = outcome.need_clauses.get(name, outcome.clause)
            raise SlipRefused(f"ending-needs-{name}", clause=clause, field=name, end=report.end)
    if available and report.score is not None:
        _require_possible(rules, available, report.score)
    return outcome


def has_scores(rules: Ruleset, report: Report) -> bool:
    """Whether a game has scores to show: on its slip, or put in their place by its ending."""
    outcome = rules.outcomes.get(report.end)
    return report.score is not None or (outcome is not None and outcome.counted is not None)


def _require_possible(rules: Ruleset, available: int, score: tuple[int, int]) -> None:
    if score[0] > available or score[1] > available:
        raise SlipRefused(
            "score-more-than-whole-worth",
            clause=rules.score.wipe_out_clause,
            field="score",
            score=max(score),
            terms=rules.terms["list"],
            available=available,
        )
