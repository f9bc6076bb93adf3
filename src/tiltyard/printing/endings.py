"""How a game ends, in the words of slips and of the sheet for adding up."""

from __future__ import annotations

from tiltyard.words.language import gettext


def ending_title(end: str) -> str:
    """Return how a game ended."""
    titles = {
        "destroyed": gettext("one side destroyed"),
        "mutual": gettext("both destroyed"),
        "rounds": gettext("all game rounds played"),
        "time": gettext("time was called"),
        "concession": gettext("one side concedes"),
        "intentional_draw": gettext("draw by agreement"),
    }
    return titles.get(end, end)
