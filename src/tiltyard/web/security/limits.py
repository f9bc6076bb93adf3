"""How often somebody may ask, and codes that are tried out too often."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Lock

# ------------------------------------------------------------------------------
# Watches codes that are tried out: after too many wrong ones at an event, staff is told.

MOST_FAILURES = 200
WITHIN = timedelta(minutes=10)
TOLD = timedelta(minutes=10)


class ClaimWatch:
    """The failures of the last minutes, event by event; they stop nobody."""

    def __init__(self) -> None:
        self._failures: dict[str, deque[datetime]] = {}
        self._told: dict[str, datetime] = {}
        self._lock = Lock()

    def failed(self, event: str, now: datetime) -> None:
        """Count a code that did not fit."""
        with self._lock:
            failures = self._failures.setdefault(event, deque(maxlen=MOST_FAILURES))
            failures.append(now)
            if len(failures) == MOST_FAILURES and now - failures[0] < WITHIN:
                self._told[event] = now + TOLD
                failures.clear()

    def tried_out(self, event: str, now: datetime) -> bool:
        """Whether codes are being tried out at an event: what staff is told."""
        until = self._told.get(event)
        return until is not None and now < until


# ------------------------------------------------------------------------------
# How often somebody may ask: counted by session, and only as a last line by address.


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, and so many more each second."""

    burst: float
    per_second: float


SESSION = Allowance(burst=60, per_second=15)
ADDRESS = Allowance(burst=12_000, per_second=3_000)
SIGN_IN = Allowance(burst=10, per_second=0.02)
"""Tries of one name from one address, or from one known device."""

SIGN_INS = Allowance(burst=200, per_second=0.1)
"""Tries of one name by strangers everywhere."""

CLAIM = Allowance(burst=10, per_second=0.002)
"""Tries of one player's code from one address."""

CLAIMS = Allowance(burst=300, per_second=2)
"""Tries of codes from one address: a whole hall may be one."""

PRINTING = Allowance(burst=30, per_second=0.5)
IMPORTING = Allowance(burst=20, per_second=0.2)
_MOST = 50_000
_TIDY_EVERY = 1.0  # seconds: going through all of them takes a while


class Limits:
    """A bucket for each name; what flows in while nobody asks is the allowance."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[Allowance, bytes], tuple[float, float]] = {}
        self._lock = Lock()
        self._tidied = float("-inf")

    def allow(self, allowance: Allowance, name: str) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        key = allowance, sha256(name.encode("utf-8", "replace")).digest()
        with self._lock:
            left, since = self._buckets.pop(key, (allowance.burst, now))
            left = min(allowance.burst, left + (now - since) * allowance.per_second)
            allowed = left >= 1
            self._make_room(now)
            self._buckets[key] = (left - 1 if allowed else left, now)
            return allowed

    def _make_room(self, now: float) -> None:
        """Keep no more than fit: whoever asked longest ago is forgotten first."""
        if len(self._buckets) >= _MOST and now - self._tidied >= _TIDY_EVERY:
            self._tidy(now)
        while len(self._buckets) >= _MOST:
            del self._buckets[next(iter(self._buckets))]

    def _tidy(self, now: float) -> None:
        """Forget whoever has not asked for so long that nothing is counted any more."""
        self._tidied = now
        full = [
            key
            for key, (left, since) in self._buckets.items()
            if left + (now - since) * key[0].per_second >= key[0].burst
        ]
        for key in full:
            del self._buckets[key]
