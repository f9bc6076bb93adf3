"""Watches codes that are tried out: too many wrong ones at an event, and codes rest for a while.

Links go on working meanwhile. What is counted here is about one server and one hour: it is kept in
memory, the tries of a single code are kept for good in the keyring.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from threading import Lock

MOST_FAILURES = 200
WITHIN = timedelta(minutes=10)
REST = timedelta(minutes=10)


class ClaimWatch:
    """The failures of the last minutes, event by event."""

    def __init__(self) -> None:
        self._failures: dict[str, deque[datetime]] = {}
        self._resting: dict[str, datetime] = {}
        self._lock = Lock()

    def failed(self, event: str, now: datetime) -> None:
        """Count a code that did not fit."""
        with self._lock:
            failures = self._failures.setdefault(event, deque(maxlen=MOST_FAILURES))
            failures.append(now)
            if len(failures) == MOST_FAILURES and now - failures[0] < WITHIN:
                self._resting[event] = now + REST
                failures.clear()

    def resting_until(self, event: str, now: datetime) -> datetime | None:
        """Return until when codes are off at an event, or none: what staff is told."""
        until = self._resting.get(event)
        return until if until is not None and now < until else None
