"""What the checks of a list found, in words: what is wrong, and what to change."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tiltyard.words.language import ruleset_text
from tiltyard.words.say import say, sentence, sentences, word

if TYPE_CHECKING:
    from tiltyard.core.rosters.findings import Finding

_OTHER = "other"


def finding_words(finding: Finding) -> tuple[str, str]:
    """Return a finding as a sentence, and the way out; of several lists it says which one.

    Remarks in old logs may have codes that are not known any more: they are said as they are.
    """
    code = finding.code if finding.code in sentences("list_findings") else _OTHER
    facts: dict[str, object] = defaultdict(str, finding.facts)
    facts["code"] = finding.code
    if "section" in finding.facts:
        facts["section"] = ruleset_text(str(finding.facts["section"]))
    if "trait" in finding.facts:
        facts["trait"] = word(str(finding.facts["trait"]))
    said = sentence("list_findings", code, facts)
    if finding.muster is not None:
        which = ruleset_text(str(finding.facts.get("list") or say("phrases.list")))
        said = say("phrases.list-number-finding", list=which, number=finding.muster, finding=said)
    return said, sentence("list_fixes", code, facts)
