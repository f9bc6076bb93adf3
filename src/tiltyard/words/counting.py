"""A score counted from what is left of a list, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import ruleset_text
from tiltyard.words.say import wording

if TYPE_CHECKING:
    from tiltyard.core.rosters.counting import Count
    from tiltyard.core.ruleset import Ruleset


def count_text(counted: Count, name: str, owner: str, rules: Ruleset) -> str:
    """Return what somebody scores against the list of another player; without owner: your own."""
    facts = {
        "name": name,
        "owner": owner,
        "score": counted.score,
        "left": counted.left,
        "lost": counted.gone,
        "list": ruleset_text(rules.terms["list"]),
    }
    if counted.wiped_out and owner:
        text = wording("phrases.destroyed-the-whole-of-points")
    elif counted.wiped_out:
        text = wording("phrases.destroyed-your-whole-points")
    elif owner:
        text = wording("phrases.destroyed-points-are-left-of")
    else:
        text = wording("phrases.destroyed-points-are-left-of-your")
    return text.format(**facts)
