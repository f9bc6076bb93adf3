"""The time of the day: steady within a process, whatever happens to the computer's clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

JUMP = timedelta(seconds=2)


class Clock(Protocol):
    """Something that says how late it is."""

    def now(self) -> datetime:
        """Return the time in UTC."""


def _elapsed() -> float:
    """Return seconds that only ever grow, also while the laptop sleeps where the system can."""
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class SteadyClock:
    """UTC at the start of the process plus the monotonic time since: it never jumps."""

    def __init__(self) -> None:
        self._wall = datetime.now(UTC)
        self._start = _elapsed()

    def now(self) -> datetime:
        """Return the steady time."""
        return self._wall + timedelta(seconds=_elapsed() - self._start)

    def jumped(self) -> timedelta | None:
        """Return how far the computer's clock has moved away, if by more than two seconds."""
        difference = datetime.now(UTC) - self.now()
        return difference if abs(difference) > JUMP else None
