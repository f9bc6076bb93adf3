"""The keyring in a PostgreSQL database: a schema of its own, beside the logs."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from threading import RLock
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.errors import UniqueViolation

from tiltyard.store.keyring_sql import SqlKeyring
from tiltyard.store.port import WrongStore
from tiltyard.store.postgres import MIGRATING, connect, place_of, refusal
from tiltyard.store.sqlite import migrations, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.errors import Phrase
    from tiltyard.store.postgres import Connection

KIND = "keyring_postgres"
SCHEMA = "tiltyard_keys"
_LOST = (psycopg.OperationalError, psycopg.InterfaceError)


class PostgresKeyring(SqlKeyring):
    """One connection of each process, opened again when it was lost."""

    DOUBLED = UniqueViolation

    def __init__(self, address: str) -> None:
        self._address = address
        self._place = place_of(address)
        self._lock = RLock()
        self._connection: Connection | None = None
        self._inside = False
        try:
            with self._lock:
                _prepare(self._opened(), self._place)
        except psycopg.Error as error:
            raise refusal(error, self._place) from error

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _run(self, statement: str, *values: Any) -> list[Any]:
        query = statement.replace("?", "%s").encode()
        with self._lock:
            try:
                return self._rows(query, values)
            except _LOST as error:
                if self._inside:
                    raise
                self._forget()
                with suppress(*_LOST):
                    return self._rows(query, values)
                raise refusal(error, self._place) from error
            except UniqueViolation:
                raise
            except psycopg.Error as error:
                raise refusal(error, self._place) from error

    def _rows(self, query: bytes, values: tuple[Any, ...]) -> list[Any]:
        found = self._opened().execute(query, values)
        return found.fetchall() if found.description is not None else []

    @contextmanager
    def _together(self) -> Iterator[None]:
        with self._lock:
            if self._inside:
                yield
                return
            self._inside = True
            try:
                with self._opened().transaction():
                    yield
            except _LOST as error:
                self._forget()
                raise refusal(error, self._place) from error
            except UniqueViolation:
                raise
            except psycopg.Error as error:
                raise refusal(error, self._place) from error
            finally:
                self._inside = False

    def _opened(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._address)
            self._connection.execute("SELECT set_config('search_path', %s, false)", (SCHEMA,))
        return self._connection

    def _forget(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None


def _prepare(connection: Connection, place: Phrase) -> None:
    """Make the tables or bring them up to date; several processes may come at once."""
    steps = migrations(KIND)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}".encode())
        connection.execute("CREATE TABLE IF NOT EXISTS version (number integer PRIMARY KEY)")
        row = connection.execute("SELECT coalesce(max(number), 0) FROM version").fetchone()
        version = 0 if row is None else int(row[0])
        if version > max(steps):
            raise WrongStore("log-of-newer-tiltyard", place=place)
        for number, step in steps.items():
            if number > version:
                for statement in statements(step):
                    connection.execute(statement.encode())
                connection.execute("INSERT INTO version VALUES (%s)", (number,))
