"""Findings of a check in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.catalogue import listed, sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.audit import Finding


def finding_text(finding: Finding, names: Mapping[str, str]) -> str:
    """Return a finding as a sentence that names the players."""
    facts: dict[str, object] = dict(finding.facts)
    for key, value in finding.facts.items():
        if isinstance(value, list):
            facts[key] = listed(str(one) for one in value)
            facts[f"{key}_names"] = listed(names.get(str(one), str(one)) for one in value)
    facts["names"] = listed(names.get(player, player) for player in finding.players)
    return sentence("findings", finding.code, facts)
