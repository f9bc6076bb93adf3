"""Turns at one log: whoever was beaten by another process is next, instead of trying for ever.

Unique numbers decide who was first, with turns or without. A turn only sees to it that two
processes at one event both get on: without, the quicker one can win every time.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from threading import local
from typing import TYPE_CHECKING
from zlib import crc32

import psycopg

from tiltyard.store.port import StoreRefused
from tiltyard.store.postgres_connections import Connections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.store.postgres_connections import Connection

MOST = 4  # turns that one process waits for or has at once
LONGEST = "3s"  # a turn whose process does nothing for so long is over
_LOGS = 0x544C4F47 << 32


def number_of(stream: str) -> int:
    """Return the number of the advisory lock of a log."""
    return _LOGS | crc32(stream.encode())


class Turns:
    """Each turn is a transaction on a connection of its own that holds the lock of a log."""

    def __init__(self, address: str) -> None:
        self._connections = Connections(address, most=MOST)
        self._mine = local()

    @contextmanager
    def turn(self, stream: str) -> Iterator[None]:
        """Keep other processes from appending to a log meanwhile, as far as that can be had."""
        held = ExitStack()
        with suppress(StoreRefused, psycopg.Error):
            connection = held.enter_context(self._connections.transaction())
            connection.execute(_TAKE, {"longest": LONGEST, "log": number_of(stream)})
            self._mine.stream = stream
        try:
            yield
        finally:
            self._mine.stream = None
            with suppress(StoreRefused, psycopg.Error):  # what was done in it is done
                held.close()

    def has(self, stream: str) -> bool:
        """Whether it is the turn of this thread."""
        return getattr(self._mine, "stream", None) == stream

    def close(self) -> None:
        """Let go of the connections."""
        self._connections.close()


def wait_for_turn(connection: Connection, stream: str) -> None:
    """Wait until nobody else appends to a log, and keep them away until the transaction ends."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (number_of(stream),))


_TAKE = """
    SELECT set_config('idle_in_transaction_session_timeout', %(longest)s, true),
        pg_advisory_xact_lock(%(log)s)
"""
