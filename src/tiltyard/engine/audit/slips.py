"""Slips of a tournament: what they lack, and scores that cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.engine.audit.findings import Finding
from tiltyard.engine.bracket import is_final
from tiltyard.engine.clock import round_length
from tiltyard.engine.ledger import score_lines
from tiltyard.engine.rosters.reachable import below_total, doubts
from tiltyard.engine.scoring import Setting, available_points, needless_rolls
from tiltyard.engine.tournament import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.engine.audit.findings import Severity
    from tiltyard.engine.rosters.reachable import Doubt, Reach
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Match, PlayerId, Stage, Tournament


# ------------------------------------------------------------------------------
# Whether the slips hold together: with numbers stated for them, with the lists.


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
    """After a roll that decides there is nothing left to roll for."""
    clause = needless_rolls(rules, match.report) if match.report is not None else None
    if clause is not None:
        yield Finding("rolled-on", clause, where, match.players, severity="warning")


# ------------------------------------------------------------------------------
# Whether a game ended by time in a round that is played without a clock.


def check_untimed(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Name every game of an untimed round that time is said to have ended."""
    for number, stage in enumerate(tournament.stages):
        players = _players_of_bracket(stage)
        for index, round_ in enumerate(stage.rounds):
            final = stage.kind == "elimination" and is_final(rules, players, index + 1)
            length = round_length(rules, stage.kind, index + 1, final=final)
            if length.minutes is not None:
                continue
            for which, match in enumerate(round_.matches):
                if match.report is not None and match.report.end == "time":
                    yield Finding(
                        "time-in-untimed-game",
                        length.clause,
                        Place(number, index, which),
                        match.players,
                        severity="warning",
                    )


def _players_of_bracket(stage: Stage) -> int:
    """Return how many began: the seeds, or whoever stands in the first round."""
    if stage.seeds is not None:
        return len(stage.seeds)
    return sum(len(match.players) for match in stage.rounds[0].matches) if stage.rounds else 0


# ------------------------------------------------------------------------------
# Whether the lists allow the scores on the slips: more than they cost, all of it, or too little.


def check_scores(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Yield every score of a tournament that the opponent's total cannot give."""
    totals = {player.id: player.total for player in tournament.players}
    for number, stage in enumerate(tournament.stages):
        for index, round_ in enumerate(stage.rounds):
            for which, match in enumerate(round_.matches):
                setting, where = Setting(stage.kind, index + 1), Place(number, index, which)
                yield from check_score_of_list(rules, setting, match, where, totals)


def check_score_of_list(
    rules: Ruleset,
    setting: Setting,
    match: Match,
    where: Place,
    totals: Mapping[PlayerId, int | None],
) -> Iterator[Finding]:
    """Yield every score of a match that the opponent's total cannot give."""
    report = match.report
    if report is None or len(match.players) != 2 or len(rules.score.wipe_out) != 1:
        return
    first, second = (below_total(rules, totals.get(player)) for player in match.players)
    whole = available_points(rules, setting)
    for doubt in doubts(rules, report, (first, second), whole):
        given_up = report.end == "concession" and report.conceded != doubt.index
        sure = not given_up or doubt.code == "unreachable"
        yield _finding(match, where, doubt, sure=sure)
    if report.end == "destroyed" and report.survivor is not None:
        loser = (first, second)[1 - report.survivor]
        yield from _uncounted(rules, match, where, loser, report.survivor)


def _finding(match: Match, where: Place, doubt: Doubt, *, sure: bool) -> Finding:
    """Return a doubt as a finding; a whole list for a concession is only a warning (AMB-042)."""
    code = "whole-list-destroyed" if doubt.code == "nothing-left" else "list-not-destroyed"
    if doubt.code == "unreachable" or doubt.score > doubt.total:
        code = "score-above-total"
    facts = {"score": doubt.score, "total": doubt.total}
    players = (match.players[doubt.index],)
    severity: Severity = "error" if sure else "warning"
    return Finding(code, doubt.clause, where, players, severity=severity, facts=facts)


def _uncounted(
    rules: Ruleset, match: Match, where: Place, loser: Reach | None, survivor: int
) -> Iterator[Finding]:
    """Yield a survivor's score that is not the destroyed list: it counts whole all the same."""
    score = match.report.score if match.report is not None else None
    if loser is None or score is None or score[survivor] in {*rules.score.wipe_out, loser.total}:
        return
    if not loser.defeats(score[survivor]):
        facts = {"score": score[survivor], "total": loser.total}
        players = (match.players[survivor],)
        clause = rules.score.wipe_out_clause
        yield Finding("list-not-destroyed", clause, where, players, severity="warning", facts=facts)
