"""One process owns a store file: a lock beside it, let go by the system when the process ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tiltyard.store.port import InUse, Unwritable

if TYPE_CHECKING:
    from pathlib import Path

Opened = TypeVar("Opened")
PAUSE = 0.05  # seconds between two tries

if sys.platform == "win32":
    import msvcrt

    _PLACE = 1 << 30  # behind the process id, so that others can read it

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
            holder = os.read(self._descriptor, 20).decode(errors="replace").strip()
            os.close(self._descriptor)
            raise InUse("desk-already-open-process", process=holder, holder=holder) from error
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
