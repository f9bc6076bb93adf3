"""Hearing what other processes append to the same database."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Lock
from typing import TYPE_CHECKING

import psycopg

from tiltyard.store.postgres_database import connect, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.errors import Phrase
    from tiltyard.store.postgres_database import Connection

_HEADS = "SELECT stream, max(number) FROM facts GROUP BY stream ORDER BY stream"


class Follower:
    """A connection that only listens; it stays open between two calls, so nothing is missed."""

    def __init__(self, address: str, place: Phrase) -> None:
        self._address = address
        self._place = place
        self._lock = Lock()
        self._connection: Connection | None = None
        self._closing = Event()

    def follow(self, timeout: float) -> Iterator[tuple[str, int]]:
        """Yield streams and numbers until nothing came for `timeout` seconds."""
        with self._lock:
            lost = False
            while not self._closing.is_set():
                try:
                    if self._connection is None or self._connection.closed:
                        yield from self._begin()
                    heard = False
                    for stream, number in self._heard(timeout):
                        heard, lost = True, False
                        yield stream, number
                    if not heard:
                        return
                except psycopg.Error as error:
                    self._drop()
                    if self._closing.is_set():
                        return
                    if lost:
                        raise refusal(error, self._place) from error
                    lost = True

    def _begin(self) -> Iterator[tuple[str, int]]:
        self._connection = connect(self._address)
        self._connection.execute("LISTEN tiltyard")
        yield from self._connection.execute(_HEADS).fetchall()

    def _heard(self, timeout: float) -> Iterator[tuple[str, int]]:
        assert self._connection is not None
        for notice in self._connection.notifies(timeout=timeout, stop_after=1):
            stream, _, number = notice.payload.rpartition(" ")
            yield stream, int(number)

    def close(self) -> None:
        """Stop listening; a call that is waiting ends."""
        self._closing.set()
        self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()
