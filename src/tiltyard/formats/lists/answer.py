"""What is said about a list, for programs: its totals, its cards, and what the checks found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.engine.rosters.checks import totals
from tiltyard.text.list_findings import finding_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.rosters.list_findings import Finding
    from tiltyard.engine.rosters.roster import Entry, Listed, Roster
    from tiltyard.engine.ruleset import Ruleset

FORMAT = "tiltyard/list-findings/1"


def list_document(
    form: str, roster: Roster, rules: Ruleset, findings: Sequence[Finding]
) -> dict[str, Any]:
    """Return the short answer: totals, whether anything keeps the list out, every finding."""
    costs = totals(roster, rules)
    return {
        "ok": all(finding.severity != "error" for finding in findings),
        "total": costs[-1],
        "totals": list(costs),
        "faction": roster.faction,
        "name": roster.name,
        "form": form,
        "findings": [_finding(finding) for finding in findings],
    }


def whole_document(
    form: str, roster: Roster, rules: Ruleset, findings: Sequence[Finding]
) -> dict[str, Any]:
    """Return the short answer with the list as it was read."""
    return {
        "format": FORMAT,
        "ruleset": rules.name,
        "catalogue": roster.catalogue,
        **list_document(form, roster, rules, findings),
        "musters": [
            {"declared": muster.declared, "entries": [_entry(entry) for entry in muster.entries]}
            for muster in roster.musters
        ],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    message, fix = finding_words(finding)
    document: dict[str, Any] = {
        "code": finding.code,
        "severity": finding.severity,
        "clause": finding.clause,
        "where": finding.where,
        "message": message,
        "fix": fix,
    }
    if finding.muster is not None:
        document["muster"] = finding.muster
    if finding.waivable:
        document["waivable"] = True
    return document


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "section": entry.section,
        "points": entry.points,
        **_card(entry.card),
        "upgrades": [{**_card(card), "points": card.points} for card in entry.upgrades],
    }


def _card(card: Listed) -> dict[str, Any]:
    known = {"card": card.card, "slot": card.slot, "type": card.type, "could_be": card.could_be}
    return {"name": card.shown, **{key: value for key, value in known.items() if value}}
