"""Hearing what other processes record in the same database, so that our pages follow theirs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import TYPE_CHECKING

from tiltyard.store.port import StoreRefused
from tiltyard.store.second_copy import Mirrored

if TYPE_CHECKING:
    from tiltyard.store.port import Store

log = logging.getLogger("tiltyard.web")

LISTEN = 5.0  # seconds of silence after which we look whether we are to end
AGAIN = 2.0  # seconds before a database that does not answer is asked again

Follow = Callable[[float], Iterator[tuple[str, int]]]


def following(store: Store) -> Follow | None:
    """Return how a store tells of the facts of others; none if nobody else can write to it."""
    kept = store.store if isinstance(store, Mirrored) else store
    found: Follow | None = getattr(kept, "follow", None)
    return found


class Follower:
    """A thread that passes on which events have changed elsewhere."""

    def __init__(self, follow: Follow, changed: Callable[[str], None]) -> None:
        self._follow = follow
        self._changed = changed
        self._ending = Event()
        self._thread = Thread(target=self._run, name="follower", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End within a few seconds; the store's own `close` wakes whoever waits."""
        self._ending.set()

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                for event, _ in self._follow(LISTEN):
                    if self._ending.is_set():
                        return
                    self._changed(event)
            except StoreRefused as error:
                log.warning("the database does not tell what others record: %s", error)
                self._ending.wait(AGAIN)
            except Exception:
                log.exception("what others record is not heard")
                self._ending.wait(AGAIN)
