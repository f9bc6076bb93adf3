"""How a game ends, in the words of slips and of the sheet for adding up."""

from __future__ import annotations

from tiltyard.words.say import say


def ending_title(end: str) -> str:
    """Return how a game ended."""
    titles = {
        "destroyed": say("paper.one-side-destroyed"),
        "mutual": say("paper.both-destroyed"),
        "rounds": say("paper.all-game-rounds-played"),
        "time": say("common.time-was-called"),
        "concession": say("paper.one-side-concedes"),
        "intentional_draw": say("paper.draw-by-agreement"),
    }
    return titles.get(end, end)
