"""What is said of an act that is recorded already: whatever goes wrong now, it stays recorded."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("tiltyard.web")


def recorded_text(sentence: Callable[[], str]) -> str:
    """Return the sentence about a recorded act; one that cannot be made is a plain one."""
    try:
        return sentence()
    except Exception:
        log.exception("what was recorded cannot be put into words")
        return say("web.it-is-recorded")
