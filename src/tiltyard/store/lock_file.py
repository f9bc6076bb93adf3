"""One process owns a store file: a lock beside it, let go by the system when the process ends."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from tiltyard.store.port import InUse, Unwritable

if TYPE_CHECKING:
    from pathlib import Path

Opened = TypeVar("Opened")
PAUSE = 0.05  # seconds between two tries

if sys.platform == "win32":
    import msvcrt

    def _folder_opened(folder: Path) -> int:
        return os.open(folder / ".tiltyard-copy.lock", os.O_RDWR | os.O_CREAT, 0o600)

    _PLACE = 1 << 30  # behind the process id, so that others can read it

    def _lock(descriptor: int, *, shared: bool = False) -> None:  # none here
        os.lseek(descriptor, _PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _folder_opened(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _lock(descriptor: int, *, shared: bool = False) -> None:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)


class LockFile:
    """Holds the lock from its making until it is let go; the file itself stays."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unwritable(
                "init-cannot-written", file=str(path), path=path, strerror=error.strerror
            ) from error
        try:
            _lock(self._descriptor)
        except OSError as error:
            refused = _already_open(self._descriptor)
            os.close(self._descriptor)
            raise refused from error
        self._write_process()

    def _write_process(self) -> None:
        """Name the process for others; the lock holds without it, also on a full disk."""
        with suppress(OSError):
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, f"{os.getpid()}\n".encode())

    @property
    def is_free(self) -> bool:
        """Whether the lock was let go."""
        return self._descriptor < 0

    def let_go(self) -> None:
        """Allow the next process in."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _already_open(descriptor: int) -> InUse:
    """Name the process that holds a lock; "?" where the disk had no room to note it."""
    holder = os.read(descriptor, 20).decode(errors="replace").strip() or "?"
    return InUse("desk-already-open-process", process=holder, holder=holder)


@contextmanager
def nobody_writes(path: Path) -> Iterator[None]:
    """Keep writers out of a file without writing anything; where one is at work, InUse.

    Without a lock beside the file nobody has ever written there.
    """
    try:
        descriptor = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        try:
            _lock(descriptor, shared=True)
        except OSError as error:
            raise _already_open(descriptor) from error
        yield
    finally:
        os.close(descriptor)


@contextmanager
def one_at_a_time(folder: Path, wait: float = 5.0) -> Iterator[None]:
    """Let one process after the other write into a folder; a disk without locks has none."""
    descriptor = _folder_opened(folder)
    try:
        when_free(lambda: _lock_or_wait(descriptor), wait)
        yield
    finally:
        os.close(descriptor)


def _lock_or_wait(descriptor: int) -> None:
    try:
        _lock(descriptor)
    except OSError as error:
        if error.errno in _HELD:
            raise InUse("second-copy-in-use") from error


_HELD = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})


def when_free(
    opening: Callable[[], Opened], wait: float, sleep: Callable[[float], None] = time.sleep
) -> Opened:
    """Open what another process may hold for a moment: try for `wait` seconds, then refuse."""
    for _ in range(round(wait / PAUSE)):
        try:
            return opening()
        except InUse:
            sleep(PAUSE)
    return opening()
