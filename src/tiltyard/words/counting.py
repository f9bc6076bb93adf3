"""A score counted from what is left of a list, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext
from tiltyard.words.spoken import spoken

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
        "list": spoken(rules.terms["list"]),
    }
    if counted.wiped_out and owner:
        text = gettext("%(name)s destroyed the whole %(list)s of %(owner)s: %(score)d points.")
    elif counted.wiped_out:
        text = gettext("%(name)s destroyed your whole %(list)s: %(score)d points.")
    elif owner:
        text = gettext(
            "%(name)s destroyed %(score)d points: %(left)d are left of the %(list)s of %(owner)s."
        )
    else:
        text = gettext("%(name)s destroyed %(score)d points: %(left)d are left of your %(list)s.")
    return text % facts
