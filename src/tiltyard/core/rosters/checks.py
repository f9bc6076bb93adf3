"""The checks of a list: small functions by name, each with the numbers of the ruleset's data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.rosters import (
    check_counts,
    check_factions,
    check_growth,
    check_names,
    check_points,
)
from tiltyard.core.rosters.check_factions import faction_named, factions_of
from tiltyard.core.rosters.check_frame import Inspection
from tiltyard.core.rosters.check_points import muster_for, total_in_round, totals
from tiltyard.core.rosters.check_written import written
from tiltyard.core.rosters.findings import Finding, Severity
from tiltyard.core.rosters.legality import legality_findings
from tiltyard.core.ruleset_lists import Check, CheckName

if TYPE_CHECKING:
    from tiltyard.core.rosters.circumstances import Circumstances
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.ruleset import Ruleset

__all__ = [
    "CHECKS",
    "REMARKS",
    "check_roster",
    "faction_named",
    "factions_of",
    "muster_for",
    "total_in_round",
    "totals",
]

Checking = Callable[[Inspection, Check], Iterator[Finding]]

CHECKS: dict[CheckName, Checking] = {
    "musters": check_points.musters,
    "points": check_points.points,
    "total": check_points.total,
    "ascending": check_points.ascending,
    "faction_named": check_factions.faction_named_at_all,
    "faction": check_factions.faction,
    "known_cards": check_names.known_cards,
    "unique_names": check_names.unique_names,
    "unique_once": check_names.unique_once,
    "section_count": check_counts.section_count,
    "copies": check_counts.copies,
    "traits_count": check_counts.traits_count,
    "capacity_pair": check_counts.capacity_pair,
    "growth": check_growth.growth,
    "per_type": check_counts.per_type,
    "regiments": check_counts.regiments,
    "reserve": check_counts.reserve,
    "commander": check_names.commander,
    "proxies": check_names.proxies,
    "duplicates": check_names.duplicates,
}

REMARKS: dict[str, Severity] = {
    "line-not-understood": "warning",
    "unknown-card": "warning",
    "stands-alone": "warning",
    "is-attached": "warning",
    "taken-as": "notice",
    "taken-as-title": "notice",
    "points-differ": "warning",
    "sum-differs": "warning",
    "factions-differ": "warning",
    "column-ignored": "notice",
    "commander-taken-as": "notice",
    "commander-not-aboard": "warning",
    "encoding-guessed": "warning",
}
"""What the reader of a list may remark, and how bad it is; anything else is a warning."""

_ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "notice": 2}


def check_roster(
    roster: Roster, rules: Ruleset, circumstances: Circumstances
) -> tuple[Finding, ...]:
    """Return all there is to say about a list: errors first, each group as the list goes."""
    inspection = Inspection(roster, rules, circumstances)
    tier = circumstances.tier or rules.tiers[0].id
    found = [
        finding
        for check in rules.lists.checks
        for finding in CHECKS[check.check](inspection, _in_tier(check, tier))
    ]
    found += written(inspection)
    found += legality_findings(roster, rules, circumstances)
    said = {(finding.code, finding.where) for finding in found}
    found += [one for one in _remarks(inspection) if (one.code, one.where) not in said]
    if len(roster.musters) > 1:
        found = [_of_several(one, rules) for one in found]
    return tuple(sorted(found, key=lambda finding: (_ORDER[finding.severity], finding.muster or 0)))


def _in_tier(check: Check, tier: str) -> Check:
    """Return a check as bad as it is in a tier; without one it is the first of the document."""
    severity = check.by_tier.get(tier)
    return check if severity is None else replace(check, severity=severity)


def _of_several(finding: Finding, rules: Ruleset) -> Finding:
    """Return a finding with the word of the game for one of several lists."""
    if finding.muster is None:
        return finding
    return replace(finding, facts={**finding.facts, "list": rules.terms.get("list", "list")})


def _remarks(inspection: Inspection) -> Iterator[Finding]:
    lists = inspection.rules.lists
    clause = lists.content_clause or lists.clause
    for remark in inspection.roster.remarks:
        severity = REMARKS.get(remark.code, "warning")
        yield Finding(remark.code, severity, clause, where=remark.where, facts=dict(remark.facts))
