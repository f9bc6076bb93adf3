"""Places where a test may end the process as a power cut would: TILTYARD_FAILPOINT=name[:k]."""

from __future__ import annotations

import os

NAMES = (
    "before-begin",
    "after-begin",
    "after-insert",
    "before-commit",
    "after-commit",
    "in-checkpoint",
    "in-snapshot",
    "in-backup",
    "in-migration",
    "in-adopt",
    "in-shutdown",
)
ENDED = 137

_name, _, _count = os.environ.get("TILTYARD_FAILPOINT", "").partition(":")
_left = int(_count or 1)


def failpoint(name: str) -> None:
    """End the process here, if this is the named place and it was reached often enough."""
    global _left  # noqa: PLW0603 - one counter for the one place of the process
    if name == _name:
        _left -= 1
        if _left == 0:
            os._exit(ENDED)
