"""The time of the day: steady while the computer runs, whatever happens to its clock.

Within a process time is counted on from its start. Between two processes on one store it is counted
on from a mark beside the store, by the seconds since the computer was switched on: rounds keep
their time when the server is started again with a clock that is wrong by hours.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tiltyard.store.second_copy import Mirrored
from tiltyard.store.sqlite import SqliteStore
from tiltyard.store.sqlite_reading import SqliteReader

if TYPE_CHECKING:
    from tiltyard.store.port import Store

JUMP = timedelta(seconds=2)
FURTHEST_AHEAD = timedelta(days=1)
"""How far the newest fact may lie in the future for time to go on from it."""
ENDING = ".clock"
"""What is added to the name of a store for the mark beside it."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_UPTIME = Path("/proc/uptime")


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

    def __init__(self, begins: datetime | None = None, file: Path | None = None) -> None:
        self._start = _elapsed()
        self._wall = begins or datetime.now(UTC)
        self._file = file

    def now(self) -> datetime:
        """Return the steady time."""
        return self._wall + timedelta(seconds=_elapsed() - self._start)

    def go_by(self, now: datetime) -> None:
        """Go by the time of the server that is copied: rounds keep their time at a take-over."""
        difference = now - self.now()
        if abs(difference) <= JUMP:
            return
        self._wall += difference
        mark = present_mark(now)
        if mark is not None and self._file is not None:
            _write(self._file, mark)

    def jumped(self) -> timedelta | None:
        """Return how far the computer's clock has moved away, if by more than two seconds."""
        difference = datetime.now(UTC) - self.now()
        return difference if abs(difference) > JUMP else None


# ------------------------------------------------------------------------------
# The time between two processes: a mark beside the store.


@dataclass(frozen=True, slots=True)
class Mark:
    """How late it was so many seconds after the computer was switched on."""

    boot: str
    uptime: float
    time: datetime


def present_mark(now: datetime) -> Mark | None:
    """Return the mark of this moment, where the system tells since when it has been running."""
    with suppress(OSError, ValueError):
        boot = _BOOT.read_text("ascii").strip()
        return Mark(boot, float(_UPTIME.read_text("ascii").split()[0]), now)
    return None


def time_to_begin(
    wall: datetime, here: Mark | None, kept: Mark | None, newest: datetime | None
) -> datetime:
    """Return the time a process begins with.

    If the computer has run on since the mark, time goes on from there, however its clock was set
    meanwhile. It never begins before the newest fact, unless that lies more than a day ahead: such
    a fact was recorded by a clock that was wrong.
    """
    begins = wall
    if here is not None and kept is not None and here.boot == kept.boot:
        counted = kept.time + timedelta(seconds=here.uptime - kept.uptime)
        begins = wall if abs(wall - counted) <= JUMP else counted
    if newest is not None and begins < newest <= begins + FURTHEST_AHEAD:
        begins = newest
    return begins


def clock_of(store: Store, *, of_this_computer: bool = False) -> SteadyClock:
    """Return the clock of a store; time goes on from where the process before left it.

    `of_this_computer` begins anew with the computer's own clock.
    """
    kept = store.store if isinstance(store, Mirrored) else store
    if not isinstance(kept, SqliteStore):
        return SteadyClock()
    file = kept.path.with_name(kept.path.name + ENDING)
    wall = datetime.now(UTC)
    here, before = present_mark(wall), None if of_this_computer else _read(file)
    begins = wall if of_this_computer else time_to_begin(wall, here, before, newest(kept))
    writes = not isinstance(kept, SqliteReader)
    if writes and here is not None and (before is None or before.boot != here.boot):
        _write(file, Mark(here.boot, here.uptime, begins))
    return SteadyClock(begins, file if writes else None)


def newest(store: Store) -> datetime | None:
    """Return the time of the newest fact of a store."""
    times = (
        entry.at
        for stream in store.streams()
        for entry in store.read(stream, store.head(stream).number - 1)
    )
    return max(times, default=None)


def _read(file: Path) -> Mark | None:
    """Return the mark of a file; one that cannot be read says nothing."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        said = json.loads(file.read_text("utf-8"))
        moment = datetime.fromisoformat(said["time"]).astimezone(UTC)
        return Mark(str(said["boot"]), float(said["uptime"]), moment)
    return None


def _write(file: Path, mark: Mark) -> None:
    """Keep a mark if the disk allows it."""
    fresh = file.with_name(file.name + ".new")
    said = {"boot": mark.boot, "uptime": mark.uptime, "time": mark.time.isoformat()}
    with suppress(OSError):
        fresh.write_text(json.dumps(said) + "\n", "utf-8")
        fresh.replace(file)
