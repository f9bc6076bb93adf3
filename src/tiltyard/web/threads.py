"""The threads that answer: those who are signed in never wait behind those who are not."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from tiltyard.web.security.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

FOR_PEOPLE = 16  # most of them wait for the disk or the database, so more than there are cores
FOR_ANYBODY = 10  # what is public is ready at the front door; the rest must not crowd out the desk
MOST_KNOWN = 50_000


class Working:
    """Two rooms of threads: one for people with a session or a token, one for everybody else.

    Whom a secret belongs to is found out by a thread, so somebody's first request is answered in
    the room for everybody, and the next ones in the other.
    """

    def __init__(self) -> None:
        self._people = ThreadPoolExecutor(FOR_PEOPLE, "people")
        self._anybody = ThreadPoolExecutor(FOR_ANYBODY, "anybody")
        self._known: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    async def run(self, secret: str, work: Callable[..., T], *values: Any) -> T:
        """Do something in a thread of the room in which whoever has this secret is answered."""
        known = bool(secret) and key_of(secret) in self._known
        room = self._people if known else self._anybody
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(room, copy_context().run, work, *values)

    def met(self, secret: str, *, known: bool) -> None:
        """Keep in mind whether a secret is somebody's."""
        if not secret:
            return
        key = key_of(secret)
        with self._lock:
            self._known.pop(key, None)
            if known:
                self._known[key] = None
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def close(self) -> None:
        """End after what is being answered."""
        for room in (self._people, self._anybody):
            room.shutdown(cancel_futures=True)
