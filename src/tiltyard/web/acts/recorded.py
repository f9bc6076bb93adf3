"""What is said of an act that is recorded already: whatever goes wrong now, it stays recorded."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("tiltyard.web")


def recorded_text(say: Callable[[], str]) -> str:
    """Return the sentence about a recorded act; one that cannot be made is a plain one."""
    try:
        return say()
    except Exception:
        log.exception("what was recorded cannot be put into words")
        return gettext("It is recorded.")
