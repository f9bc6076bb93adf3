"""Whether somebody rested more often than the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.audit.findings import Finding, Severity
from tiltyard.core.pairing.byes import resting_candidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import Place
    from tiltyard.core.pairing import Field
    from tiltyard.core.tournament import Match, Round


def check_byes(field: Field, round_: Round, where: Place) -> Iterator[Finding]:
    """Name every further bye of one player: an error, or a warning where nobody had fewer."""
    for index, match in enumerate(round_.matches):
        if not rests_too_often(field, match):
            continue
        player = next(one for one in match.players if one in field.ledger.records)
        facts: dict[str, object] = {"byes": field.ledger.records[player].byes + 1}
        if match.override is not None:
            facts |= {"by": match.override.by, "reason": match.override.reason}
        severity: Severity = "error" if match.override is None else "notice"
        clause = field.rules.bye.max_clause
        if player in resting_candidates(field):
            severity, clause = "warning", field.rules.bye.second_clause
        place = where._replace(match=index)
        yield Finding("second-bye", clause, place, (player,), severity, facts)


def rests_too_often(field: Field, match: Match) -> bool:
    """Whether a match is a bye, or a game against the Spare Player, beyond what one may have."""
    rests = match.kind == "bye" or field.spare in match.players
    most = field.rules.bye.max_per_player
    if not rests or most == "unlimited":
        return False
    if field.repeats_allowed and field.rules.bye.repeat_in_final:
        return False
    records = field.ledger.records
    return any(records[one].byes >= most for one in match.players if one in records)
