"""What the checks of a list found, in words: what is wrong, and what to change."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tiltyard.text.language import ruleset_text
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import listed, say, sentence, sentences, word, wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.results import DoubtedGame
    from tiltyard.engine.rosters.list_findings import Finding


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


# ------------------------------------------------------------------------------
# Results that a list cannot give, in words: why, and who insisted on them.


def mark_texts(doubted: DoubtedGame, names: Mapping[str, str]) -> list[str]:
    """Return what cannot be about a result, and whether somebody insisted on it."""
    texts = [refusal_text(question) for question in doubted.questions]
    if not doubted.insisted:
        return [*texts, say("phrases.nobody-was-asked-about-it")]
    who = listed(names.get(person, person) for person in doubted.insisted)
    said = wording("phrases.recorded-although-the-list-cant")
    return [*texts, said.format(names=who)]
