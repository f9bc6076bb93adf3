"""Connecting to a PostgreSQL database the one way that keeps its promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tiltyard.core.errors import Phrase
from tiltyard.store.errors import Damaged, StoreRefused, Unwritable, WrongStore
from tiltyard.store.failpoints import failpoint
from tiltyard.store.sqlite_file import statements

if TYPE_CHECKING:
    from collections.abc import Mapping

Connection = psycopg.Connection[tuple[Any, ...]]

SCHEMA = "tiltyard"
SETTINGS = {
    "search_path": SCHEMA,
    "synchronous_commit": "on",
    "statement_timeout": "15s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "1min",
}
# What has to be so for an acknowledged fact to be kept; other servers that speak the protocol
# may not know a setting, which is then not theirs to get wrong.
REQUIRED = {
    "synchronous_commit": ("on", "remote_apply"),
    "fsync": ("on",),
    "server_encoding": ("UTF8",),
}
MIGRATING = 0x54494C54  # the advisory lock under which the tables are brought up to date


def place_of(address: str) -> Phrase:
    """Return what a database is called in sentences: never with its password."""
    parts = conninfo_to_dict(address)
    name, host = str(parts.get("dbname", "")), parts.get("host")
    if not host:
        return Phrase("store-places.database-here", {"name": name})
    return Phrase("store-places.database", {"name": name, "host": str(host)})


def connect(address: str) -> Connection:
    """Open a connection with the settings, each that matters read back."""
    connection = psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=10,
        application_name="tiltyard",
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
        tcp_user_timeout=20_000,
    )
    try:
        for name, value in SETTINGS.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        for name, wanted in REQUIRED.items():
            row = connection.execute("SELECT current_setting(%s, true)", (name,)).fetchone()
            if row is not None and row[0] is not None and row[0] not in wanted:
                raise WrongStore(
                    "may-lose-what-acknowledged",
                    address=place_of(address),
                    name=name,
                    row=row[0],
                    wanted=wanted[0],
                )
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(connection: Connection, address: str, steps: Mapping[int, str]) -> None:
    """Make the tables or bring them up to date; several processes may come at once."""
    newest = max(steps)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        version = _version(connection)
        if version > newest:
            raise WrongStore(
                "database-of-newer-version",
                address=place_of(address),
                version=version,
                newest=newest,
            )
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
        for number, step in steps.items():
            if number > version:
                for statement in statements(step):
                    connection.execute(statement.encode())
                    failpoint("in-migration")
        if version < newest:
            connection.execute(_SET_VERSION, (str(newest),))
            failpoint("in-migration")


def _version(connection: Connection) -> int:
    found = connection.execute("SELECT to_regclass(%s)", (f"{SCHEMA}.meta",)).fetchone()
    if found is None or found[0] is None:
        return 0
    row = connection.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
    return 0 if row is None else int(row[0])


def refusal(error: psycopg.Error, place: Phrase) -> StoreRefused:
    """Say what the server's error means for the people at the desk, and the way out."""
    state = error.sqlstate or ""
    told = str(error).strip().partition("\n")[0]
    kind: type[StoreRefused] = Unwritable
    if state == "53100":
        code = "database-disk-full"
    elif state in {"25006", "42501"}:
        code = "database-does-not-let-us-write"
    elif state.startswith("XX"):
        kind, code = Damaged, "database-damaged"
    elif state in {"42P07", "42P01", "42703", "3F000"}:
        kind, code = WrongStore, "database-not-as-left"
    else:
        code = "database-refused" if state else "database-cannot-be-reached"
    return kind(code, place=place, error=told)


_SET_VERSION = """
    INSERT INTO meta (name, value) VALUES ('version', %s)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
