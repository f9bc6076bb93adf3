"""Where papers are set: few at a time, so that the desk goes on while somebody prints."""

from __future__ import annotations

from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

from tiltyard.web.errors import TooMany

if TYPE_CHECKING:
    from collections.abc import Iterator

AT_ONCE = 2
MOST_INSIDE = 8  # with those who wait; each of them keeps a thread
PATIENCE = 20.0  # seconds


class PressBusy(TooMany):
    """More papers are being set than the desk can spare threads for."""

    def __init__(self) -> None:
        super().__init__("press-busy")


class PressRoom:
    """Places at the press; whoever finds too many waiting is sent away at once."""

    def __init__(
        self, at_once: int = AT_ONCE, most: int = MOST_INSIDE, patience: float = PATIENCE
    ) -> None:
        self._places = BoundedSemaphore(at_once)
        self._most = most
        self._patience = patience
        self._inside = 0
        self._lock = Lock()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Wait for a place at the press and keep it while something is set."""
        with self._lock:
            if self._inside >= self._most:
                raise PressBusy
            self._inside += 1
        try:
            if not self._places.acquire(timeout=self._patience):
                raise PressBusy
            try:
                yield
            finally:
                self._places.release()
        finally:
            with self._lock:
                self._inside -= 1
