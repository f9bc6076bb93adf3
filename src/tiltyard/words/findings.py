"""Findings of a check in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.catalogue import listed, sentence, word
from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.audit import Finding


def finding_text(finding: Finding, names: Mapping[str, str]) -> str:
    """Return a finding as a sentence that names the players."""
    facts: dict[str, object] = dict(finding.facts)
    for key, value in finding.facts.items():
        if isinstance(value, list):
            facts[key] = listed(str(one) for one in value)
            people = listed(names.get(str(one), str(one)) for one in value)
            facts[f"{key}_names"] = people or gettext("nobody, but have a bye")
    if isinstance(facts.get("kind"), str):
        facts["kind"] = word(str(facts["kind"]))
    if isinstance(facts.get("player"), str):
        facts["player"] = names.get(str(facts["player"]), facts["player"])
    facts["names"] = listed(names.get(player, player) for player in finding.players)
    text = sentence("findings", finding.code, facts)
    if "confirmed_by" in finding.facts:
        insisted = gettext("{finding} ({by} confirmed it when asked back)")
        return insisted.format(finding=text, by=finding.facts["confirmed_by"])
    if "reason" in finding.facts:
        changed = gettext("{finding} (changed by {by}: {reason})")
        by, reason = finding.facts["by"], finding.facts["reason"]
        return changed.format(finding=text, by=by, reason=reason)
    return text
