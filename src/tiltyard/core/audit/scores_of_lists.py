"""Whether the lists allow the scores on the slips: more than they cost, all of it, or too little.

A file knows only what a list costs in total. Where every round has a list of its own (Escalation),
one total says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding
from tiltyard.core.ids import Place
from tiltyard.core.rosters.reachable import below_total, doubts
from tiltyard.core.scoring import Setting, available_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.core.audit.findings import Severity
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.rosters.reachable import Doubt, Reach
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Match, Tournament


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
