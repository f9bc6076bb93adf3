"""Findings of a check in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.announcements import rounds_and_any_cut
from tiltyard.text.say import listed, say, sentence, word, wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.audit.findings import Finding


def finding_text(finding: Finding, names: Mapping[str, str]) -> str:
    """Return a finding as a sentence that names the players."""
    facts: dict[str, object] = dict(finding.facts)
    for key, value in finding.facts.items():
        if isinstance(value, list):
            facts[key] = listed(str(entry) for entry in value)
            people = listed(names.get(str(entry), str(entry)) for entry in value)
            facts[f"{key}_names"] = people or say("phrases.nobody-but-have-a-bye")
    if isinstance(facts.get("kind"), str):
        facts["kind"] = word(str(facts["kind"]))
    if isinstance(facts.get("player"), str):
        facts["player"] = names.get(str(facts["player"]), facts["player"])
    facts["names"] = listed(names.get(player, player) for player in finding.players)
    if finding.code == "plan-changed":
        facts["announced"] = _plan(facts["announced_rounds"], facts["announced_cut"])
        facts["plan"] = _plan(facts["rounds"], facts["cut"])
    text = sentence("findings", finding.code, facts)
    if "confirmed_by" in finding.facts:
        insisted = wording("phrases.confirmed-it-when-asked-back")
        return insisted.format(finding=text, by=finding.facts["confirmed_by"])
    if "reason" in finding.facts:
        changed = wording("phrases.changed-by")
        by, reason = finding.facts["by"], finding.facts["reason"]
        return changed.format(finding=text, by=by, reason=reason)
    return text


def _plan(rounds: object, cut: object) -> str:
    return rounds_and_any_cut(
        rounds if isinstance(rounds, int) else 0, cut if isinstance(cut, int) else None
    )
