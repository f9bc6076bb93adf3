"""The keyring in a PostgreSQL database: a schema of its own, beside the logs."""

from __future__ import annotations

from contextlib import contextmanager
from threading import local
from typing import TYPE_CHECKING, Any

from psycopg.errors import UniqueViolation

from tiltyard.store.keyring_sql import SqlKeyring
from tiltyard.store.port import StoreRefused, WrongStore
from tiltyard.store.postgres_connections import MIGRATING, Connections
from tiltyard.store.sqlite import migrations, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.errors import Phrase
    from tiltyard.store.postgres_connections import Connection

KIND = "keyring_postgres"
SCHEMA = "tiltyard_keys"


class PostgresKeyring(SqlKeyring):
    """A few connections of each process, each opened again when it was lost."""

    DOUBLED = UniqueViolation

    def __init__(self, address: str) -> None:
        super().__init__()
        self._connections = Connections(address, SCHEMA)
        self._inside = local()
        self._connections.do(lambda connection: _prepare(connection, self._connections.place))

    def scrub(self) -> bool:
        for table in ("account", "session", "token"):
            self._run(f"VACUUM FULL {table}")
        return True

    def close(self) -> None:
        self._connections.close()

    def _run(self, statement: str, *values: Any) -> list[Any]:
        query = statement.replace("?", "%s").encode()
        connection: Connection | None = getattr(self._inside, "connection", None)
        if connection is not None:
            return _rows(connection, query, values)
        try:
            return self._connections.do(lambda lent: _rows(lent, query, values))
        except StoreRefused as no:
            if isinstance(no.__cause__, UniqueViolation):
                raise no.__cause__ from None
            raise

    @contextmanager
    def _together(self) -> Iterator[None]:
        if getattr(self._inside, "connection", None) is not None:
            yield
            return
        with self._connections.transaction() as connection:
            self._inside.connection = connection
            try:
                yield
            finally:
                self._inside.connection = None


def _rows(connection: Connection, query: bytes, values: tuple[Any, ...]) -> list[Any]:
    found = connection.execute(query, values)
    return found.fetchall() if found.description is not None else []


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
