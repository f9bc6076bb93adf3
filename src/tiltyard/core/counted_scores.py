"""Scores for readers of a file: what counts where a slip needed no score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.scoring import Setting, available_points, score_game

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Match, Round, Tournament


def with_counted_scores(tournament: Tournament, rules: Ruleset) -> Tournament:
    """Return a tournament in which every slip has its score where the contract asks for one.

    A concession that gives a fixed result, and a game that left nothing of both sides, need no
    score on the slip; other programs still read one.
    """
    stages, swiss_before = [], 0
    for stage in tournament.stages:
        before = swiss_before if stage.kind == "swiss" else 0
        rounds = tuple(
            _round(round_, rules, Setting(stage.kind, before + number))
            for number, round_ in enumerate(stage.rounds, 1)
        )
        swiss_before += len(rounds) if stage.kind == "swiss" else 0
        stages.append(replace(stage, rounds=rounds))
    return replace(tournament, stages=tuple(stages))


def _round(round_: Round, rules: Ruleset, setting: Setting) -> Round:
    return replace(round_, matches=tuple(_match(match, rules, setting) for match in round_.matches))


def _match(match: Match, rules: Ruleset, setting: Setting) -> Match:
    report = match.report
    if report is None or report.score is not None:
        return match
    counted, whole = rules.outcomes[report.end].counted, available_points(rules, setting)
    score = (whole, whole)
    if counted is not None and counted.rule == "fixed":
        first, second = score_game(rules, setting, report).lines
        score = (first.vp_for, second.vp_for)
    elif report.end != "mutual" or not whole:
        return match
    return match._replace(report=report._replace(score=score))
