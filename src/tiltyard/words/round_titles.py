"""Rounds as people know them: by number, or as final and semifinal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.facts import bracket_text
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.core.state import Event
    from tiltyard.core.state.event import DayRound


def heading(text: str) -> str:
    """Return words as they stand in a heading."""
    return text[:1].upper() + text[1:]


def round_title(event: Event, round_: DayRound) -> str:
    """Return a round as its players know it."""
    if round_.kind == "elimination":
        return heading(bracket_text(event, round_.stage, round_.number))
    if round_.stage > 1:
        return say("common.round-after-the-cut", number=round_.number)
    return say("common.round-2", number=round_.number)
