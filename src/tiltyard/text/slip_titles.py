"""What the numbers of a slip are called: in the words of the game, or else of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Score

_COUNTS = {
    "destroyed_points": "common.points-destroyed",
    "victory_points": "common.victory-points",
    "games": "common.games-won",
}


def score_title(score: Score) -> str:
    """Return what the score of a game counts."""
    return ruleset_text(score.title) or say(_COUNTS[score.counts])


def objectives_title(score: Score) -> str:
    """Return what the second number of each side is."""
    return ruleset_text(score.objectives_title) or say("common.objective-points-on-top")
