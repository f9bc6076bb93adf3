"""Facts in words as somebody of the staff may read them; what is not for them is only named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.facts import rounds
from tiltyard.core.who_reads import unread
from tiltyard.words.facts import fact_text, round_text
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.core.facts import Recorded
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state import Event


def told_text(one: Recorded, event: Event, rules: Ruleset, person: PersonId) -> str:
    """Return what happened as far as this person may read it."""
    hidden = unread(event, rules, person, one)
    if not hidden.whole:
        return fact_text(one.fact, event, hidden.parts)
    if isinstance(one.fact, rounds.RoundDrawn | rounds.PairingsChangedByHand | rounds.CardsSet):
        name = round_text(event, one.fact.round)
        return say("phrases.the-draw-of-is-not", round=name)
    return say("phrases.an-entry-in-the-log")


def is_told(one: Recorded, event: Event, rules: Ruleset, person: PersonId) -> bool:
    """Whether this person reads more of a fact than that it is there; if not, no name of it."""
    return not unread(event, rules, person, one).whole
