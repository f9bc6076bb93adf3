"""Telling other processes what was appended to a database, and hearing it from them.

Nobody depends on being told: a process that is killed after its commit tells nothing, so whoever
listens also looks at the ends of all logs, often enough for pages to follow within a second.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING

import psycopg

from tiltyard.store.port import StoreRefused
from tiltyard.store.postgres_connections import connect, place_of, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.store.postgres_connections import Connection

LOOK_EVERY = 0.5  # seconds between two looks at the ends of all logs
TELL_EVERY = 0.02  # seconds between two messages to all others
PATIENCE = 5.0  # seconds a listener waits for an answer before it connects anew
GOODBYE = 2.0  # seconds that closing waits for the last message


class Notifier:
    """Tells what was appended, after the commit and on a connection of its own.

    The server lets one transaction at a time commit a message, whatever it is about: inside the
    append, all events would wait for each other. Of messages that come quickly after one another
    the newest of each log is told.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._wake = Condition()
        self._waiting: dict[str, int] = {}
        self._ending = False
        self._thread: Thread | None = None
        self._connection: Connection | None = None

    def tell(self, stream: str, number: int) -> None:
        """Let all who listen know how long a log is now; nobody waits for it."""
        with self._wake:
            if self._ending:
                return
            self._waiting[stream] = max(number, self._waiting.get(stream, 0))
            if self._thread is None:
                self._thread = Thread(target=self._run, name="notifier", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Tell what is left and end."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(GOODBYE)

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._waiting or self._ending)
                news, self._waiting = self._waiting, {}
            if not news:
                break
            self._send(news)
            with self._wake:
                self._wake.wait_for(lambda: self._ending, TELL_EVERY)
        self._drop()

    def _send(self, news: dict[str, int]) -> None:
        """Send it, or forget it: whoever listens looks for themselves."""
        try:
            if self._connection is None or self._connection.closed:
                self._connection = connect(self._address, patience=PATIENCE)
                self._connection.execute("SET synchronous_commit = off")  # it carries no facts
            messages = [f"{stream} {number}" for stream, number in news.items()]
            self._connection.execute(_NOTIFY, (messages,))
        except (psycopg.Error, StoreRefused):
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()


class Follower:
    """A connection that listens, and looks for itself what nobody told it.

    It stays open between two calls.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = Lock()
        self._connection: Connection | None = None
        self._closing = Event()
        self._known: dict[str, int] = {}
        self._look_at = 0.0

    def follow(self, timeout: float) -> Iterator[tuple[str, int]]:
        """Yield streams and numbers until nothing came for `timeout` seconds."""
        with self._lock:
            lost, ends = False, monotonic() + timeout
            while not self._closing.is_set():
                try:
                    news = self._news(ends - monotonic())
                except psycopg.Error as error:
                    self._drop()
                    if self._closing.is_set():
                        return
                    if lost:
                        raise refusal(error, place_of(self._address)) from error
                    lost = True
                    continue
                lost = False
                yield from news
                if news:
                    ends = monotonic() + timeout
                elif monotonic() >= ends:
                    return

    def _news(self, limit: float) -> list[tuple[str, int]]:
        """Return what is new, after having waited for it until the next look at most."""
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._address, patience=PATIENCE)
            self._connection.execute("LISTEN tiltyard")
            self._look_at = 0.0
        wait = min(limit, self._look_at - monotonic())
        news = self._told(self._connection, wait) if wait > 0 else []
        if monotonic() >= self._look_at:
            news += self._looked(self._connection)
            self._look_at = monotonic() + LOOK_EVERY
        return news

    def _told(self, connection: Connection, wait: float) -> list[tuple[str, int]]:
        """Return what is new of the next message."""
        news = []
        for notice in connection.notifies(timeout=wait, stop_after=1):
            stream, _, number = notice.payload.rpartition(" ")
            if int(number) > self._known.get(stream, 0):
                self._known[stream] = int(number)
                news.append((stream, int(number)))
        return news

    def _looked(self, connection: Connection) -> list[tuple[str, int]]:
        """Return the logs that do not end where they ended when they were last heard of."""
        news = []
        for stream, number in connection.execute(_HEADS).fetchall():
            if number != self._known.get(stream):
                self._known[stream] = number
                news.append((stream, number))
        return news

    def close(self) -> None:
        """Stop listening; a call that is waiting ends."""
        self._closing.set()
        self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()


_NOTIFY = "SELECT pg_notify('tiltyard', message) FROM unnest(%s::text[]) AS message"
_HEADS = """
    WITH RECURSIVE ends (stream, number) AS (
        (SELECT stream, number FROM facts ORDER BY stream DESC, number DESC LIMIT 1)
        UNION ALL
        SELECT before.stream, before.number FROM ends CROSS JOIN LATERAL (
            SELECT stream, number FROM facts WHERE facts.stream < ends.stream
            ORDER BY stream DESC, number DESC LIMIT 1
        ) AS before
    )
    SELECT stream, number FROM ends ORDER BY stream
"""
