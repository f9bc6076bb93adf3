"""Whether the slips hold together: with numbers stated for them, with the lists."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding
from tiltyard.core.audit.scores_of_lists import check_score_of_list
from tiltyard.core.ids import Place
from tiltyard.core.ledger import score_lines
from tiltyard.core.scoring import Setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Match, Tournament


def check_totals(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Name every list that costs more than the ruleset allows."""
    if not rules.lists.limits:
        return
    most, clause = max(rules.lists.limits), rules.lists.limits_clause
    for player in tournament.players:
        if player.total is not None and player.total > most and not player.spare:
            facts = {"total": player.total, "most": most}
            yield Finding("list-over-limit", clause, None, (player.id,), facts=facts)


def check_slips(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Go through every closed match."""
    totals = {player.id: player.total for player in tournament.players}
    swiss_before = 0
    for number, stage in enumerate(tournament.stages):
        for index, round_ in enumerate(stage.rounds):
            setting = Setting(
                stage.kind, (swiss_before if stage.kind == "swiss" else 0) + index + 1
            )
            for which, match in enumerate(round_.matches):
                if not match.is_open:
                    where = Place(number, index, which)
                    yield from _stated(rules, setting, match, where)
                    yield from _unused(rules, match, where)
                    yield from _needless(rules, match, where)
                    doubted = check_score_of_list(rules, setting, match, where, totals)
                    yield from _insisted_on(doubted, match)
        swiss_before += len(stage.rounds) if stage.kind == "swiss" else 0


def _insisted_on(findings: Iterator[Finding], match: Match) -> Iterator[Finding]:
    """Yield the findings; where somebody insisted on the report, errors become notices."""
    for finding in findings:
        if match.confirmed is None:
            yield finding
        else:
            facts = {**finding.facts, "confirmed_by": match.confirmed.by}
            yield replace(finding, severity="notice", facts=facts)


def _stated(rules: Ruleset, setting: Setting, match: Match, where: Place) -> Iterator[Finding]:
    if match.stated is None or setting.stage == "elimination":
        return
    lines = [line for _, _, line in score_lines(rules, setting, match)]
    for key in ("tp", "mov"):
        stated: tuple[int, ...] | None = getattr(match.stated, key)
        if stated is None:
            continue
        for player, line, claimed in zip(match.players, lines, stated, strict=True):
            right: int = getattr(line, key)
            if claimed != right:
                facts = {"key": key, "stated": claimed, "right": right}
                code = "wrong-number" if match.kind == "game" else "wrong-award"
                clause = (
                    line.because[-1].clause
                    if key == "tp" or not line.played
                    else (rules.margin.clause)
                )
                yield Finding(code, clause, where, (player,), facts=facts)


def _unused(rules: Ruleset, match: Match, where: Place) -> Iterator[Finding]:
    report = match.report
    if report is not None and any(report.objectives) and not rules.score.objectives:
        yield Finding(
            "objectives-not-counted", rules.score.clause, where, match.players, severity="notice"
        )


def _needless(rules: Ruleset, match: Match, where: Place) -> Iterator[Finding]:
    """After a Final Flurry roll that decides there is nothing left to roll for."""
    rolls = match.report.flurry if match.report is not None else ()
    if any(first != second for first, second in rolls[:-1]):
        clause = next(
            (one.level.clause for one in rules.outcomes.values() if one.level), rules.score.clause
        )
        yield Finding("rolled-on", clause, where, match.players, severity="warning")
