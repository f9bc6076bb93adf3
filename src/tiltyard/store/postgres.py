"""The store of a federation: any number of processes on one PostgreSQL database."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from threading import Event, Lock, RLock
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import DeadlockDetected, SerializationFailure, UniqueViolation

from tiltyard.engine.errors import Phrase
from tiltyard.store.adoption import check_adopted
from tiltyard.store.chain import Verifier, genesis, seal
from tiltyard.store.failpoints import failpoint
from tiltyard.store.idempotency import Row, check_act, check_expected, compare, rows_of
from tiltyard.store.port import (
    Answer,
    Conflict,
    Damaged,
    Head,
    Snapshot,
    StoreRefused,
    Unwritable,
    WrongStore,
)
from tiltyard.store.snapshots import digest
from tiltyard.store.sqlite import migrations, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tiltyard.store.port import Act, Draft, Entry


# ------------------------------------------------------------------------------
# Connecting to a PostgreSQL database the one way that keeps its promises.

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


# ------------------------------------------------------------------------------
# Hearing what other processes append to the same database.

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


# ------------------------------------------------------------------------------
# The store of a federation: any number of processes on one PostgreSQL database.

T = TypeVar("T")
PAGE = 500
BATCH = 1_000
_LOST = (psycopg.OperationalError, psycopg.InterfaceError)
_RACED = (UniqueViolation, SerializationFailure, DeadlockDetected)


class PostgresStore:
    """Logs in a database; the unique numbers of a log settle who was first."""

    def __init__(self, address: str, steps: Mapping[int, str] | None = None) -> None:
        self._address = address
        self._place = place_of(address)
        self._lock = RLock()
        self._connection: Connection | None = None
        self._closed = False
        self._follower = Follower(address, self._place)
        known = migrations("postgres") if steps is None else steps
        try:
            self._do(lambda connection: prepare(connection, address, known))
        except BaseException:
            self.close()
            raise

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        check_act(stream, act, drafts)
        failpoint("before-begin")
        tries = 0

        def attempt(connection: Connection) -> Answer:
            nonlocal tries
            tries += 1
            try:
                return self._append(connection, stream, expected, act, drafts, tries > 1)
            except _RACED:
                return self._beaten(connection, stream, expected, act)

        return self._do(attempt)

    def _append(
        self,
        connection: Connection,
        stream: str,
        expected: int,
        act: Act,
        drafts: Sequence[Draft],
        again: bool,  # noqa: FBT001 - the connection was lost at the first try
    ) -> Answer:
        with connection.transaction():
            failpoint("after-begin")
            head, row = self._state(connection, stream, act)
            if row is not None:
                answer = row.again(act.fingerprint)
                return Answer(*row[-2:]) if again and row.first == expected + 1 else answer
            self._check_expected(stream, expected, head)
            entries = tuple(seal(stream, head, act, drafts))
            row = Row(act.actor, act.key, act.fingerprint, entries[0].number, entries[-1].number)
            self._insert(connection, stream, entries, (row,), "after-insert")
            failpoint("before-commit")
        failpoint("after-commit")
        return Answer(row.first, row.last)

    def _check_expected(self, stream: str, expected: int, head: Head) -> None:
        check_expected(stream, expected, head)

    def _beaten(self, connection: Connection, stream: str, expected: int, act: Act) -> Answer:
        """Somebody else was faster: with the same request, or with another one."""
        head, row = self._state(connection, stream, act)
        if row is not None:
            return row.again(act.fingerprint)
        check_expected(stream, expected, head)
        raise Conflict(
            "being-written-same-moment", expected=expected, actual=head.number, stream=stream
        )

    @staticmethod
    def _insert(
        connection: Connection,
        stream: str,
        entries: Sequence[Entry],
        rows: Sequence[Row],
        place: str,
    ) -> None:
        for start in range(0, len(entries), BATCH):
            batch = entries[start : start + BATCH]
            numbers = [entry.number for entry in batch]
            lines = [entry.line.decode() for entry in batch]
            connection.execute(_FACTS, (stream, numbers, lines, [entry.hash for entry in batch]))
            failpoint(place)
        for start in range(0, len(rows), BATCH):
            columns = [list(column) for column in zip(*rows[start : start + BATCH], strict=True)]
            connection.execute(_ANSWERS, (stream, *columns))
            failpoint(place)
        connection.execute(_NOTIFY, (f"{stream} {entries[-1].number}",))

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        row = self._do(lambda connection: self._row(connection, stream, actor, key))
        return None if row is None else row.again(fingerprint)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        start = self._do(lambda connection: self._link(connection, stream, after))
        if start is None:
            return
        verifier = Verifier(stream, start, self._place)
        while True:
            rows = self._do(lambda connection: _page(connection, stream, verifier.number))
            for number, line, link in rows:
                yield verifier.open(number, line.encode(), link)
            if len(rows) < PAGE:
                return

    def follow(self, timeout: float) -> Iterator[tuple[str, int]]:
        """Yield what other processes append, until nothing came for so many seconds.

        After (re)connecting, the ends of all logs come first: nothing is missed in between.
        """
        return self._follower.follow(timeout)

    def head(self, stream: str) -> Head:
        return self._do(lambda connection: self._head(connection, stream))

    def streams(self) -> tuple[str, ...]:
        found = self._do(lambda connection: connection.execute(_STREAMS).fetchall())
        return tuple(stream for (stream,) in found)

    def verify(self, stream: str) -> Head:
        verifier = Verifier(stream, place=self._place)

        def lines(connection: Connection) -> Iterator[bytes]:
            while rows := _page(connection, stream, verifier.number):
                for number, text, link in rows:
                    line = text.encode()
                    verifier.check(number, line, link)
                    yield line

        def check(connection: Connection) -> Head:
            nonlocal verifier
            verifier = Verifier(stream, place=self._place)
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                rows = rows_of(lines(connection))
                kept = connection.execute(_ALL_ANSWERS, (stream,)).fetchall()
            compare(rows, [Row(*row) for row in kept], verifier)
            return verifier.head

        return self._do(check)

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        rows = check_adopted(stream, entries)

        def take_over(connection: Connection) -> None:
            try:
                with connection.transaction():
                    check_expected(stream, 0, self._head(connection, stream))
                    if entries:
                        self._insert(connection, stream, entries, rows, "in-adopt")
            except _RACED:
                check_expected(stream, 0, self._head(connection, stream))
                raise

        self._do(take_over)

    def snapshot(self, stream: str) -> Snapshot | None:
        row = self._do(lambda connection: connection.execute(_SNAPSHOT, (stream,)).fetchone())
        if row is None:
            return None
        *parts, kept, link = row
        snapshot = Snapshot(*parts)
        return snapshot if link == snapshot.hash and digest(stream, snapshot) == kept else None

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        values = (stream, *snapshot, digest(stream, snapshot))

        def keep(connection: Connection) -> None:
            with connection.transaction():
                connection.execute(_KEEP, values)
                failpoint("in-snapshot")
            failpoint("in-snapshot")

        self._do(keep)

    def close(self) -> None:
        failpoint("in-shutdown")
        self._follower.close()
        with self._lock:
            self._closed = True
            self._drop()
        failpoint("in-shutdown")

    # The connection

    def _do(self, work: Callable[[Connection], T]) -> T:
        """Do something with the connection; a lost one is made anew, and it is done once more.

        That is safe for appending too: a retried act finds its answer.
        """
        with self._lock, self._refusing():
            try:
                return work(self._open())
            except _LOST:
                if self._connection is not None and not self._connection.closed:
                    raise
                self._drop()
            return work(self._open())

    def _open(self) -> Connection:
        if self._closed:
            raise Unwritable("postgres-store-closed", place=self._place)
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._address)
        return self._connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn errors of the server into refusals."""
        try:
            yield
        except psycopg.Error as error:
            raise refusal(error, self._place) from error

    # Rows

    @staticmethod
    def _state(connection: Connection, stream: str, act: Act) -> tuple[Head, Row | None]:
        """Return the end of a log and the answer to a key, both of the same moment."""
        values = {"stream": stream, "actor": act.actor, "key": act.key}
        found = connection.execute(_STATE, values).fetchone()
        assert found is not None
        number, link, *answer = found
        head = genesis(stream) if number is None else Head(number, link)
        return head, None if answer[0] is None else Row(*answer)

    @staticmethod
    def _head(connection: Connection, stream: str) -> Head:
        row = connection.execute(_LAST, (stream,)).fetchone()
        return genesis(stream) if row is None else Head(*row)

    @staticmethod
    def _link(connection: Connection, stream: str, number: int) -> Head | None:
        if number <= 0:
            return genesis(stream)
        row = connection.execute(_HASH, (stream, number)).fetchone()
        return None if row is None else Head(number, row[0])

    @staticmethod
    def _row(connection: Connection, stream: str, actor: str, key: str) -> Row | None:
        row = connection.execute(_ANSWER, (stream, actor, key)).fetchone()
        return None if row is None else Row(*row)


def _page(connection: Connection, stream: str, after: int) -> list[tuple[int, str, bytes]]:
    return connection.execute(_PAGE, (stream, after, PAGE)).fetchall()


_FACTS = """
    INSERT INTO facts (stream, number, line, hash)
    SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::bytea[])
"""
_ANSWERS = """
    INSERT INTO answers (stream, actor, key, fingerprint, first, last)
    SELECT %s, * FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::bigint[])
"""
_STATE = """
    SELECT f.number, f.hash, a.actor, a.key, a.fingerprint, a.first, a.last
    FROM (SELECT 1) AS once
    LEFT JOIN LATERAL (
        SELECT number, hash FROM facts WHERE stream = %(stream)s ORDER BY number DESC LIMIT 1
    ) AS f ON true
    LEFT JOIN answers a ON a.stream = %(stream)s AND a.actor = %(actor)s AND a.key = %(key)s
"""
_NOTIFY = "SELECT pg_notify('tiltyard', %s)"
_LAST = "SELECT number, hash FROM facts WHERE stream = %s ORDER BY number DESC LIMIT 1"
_HASH = "SELECT hash FROM facts WHERE stream = %s AND number = %s"
_PAGE = """
    SELECT number, line, hash FROM facts
    WHERE stream = %s AND number > %s ORDER BY number LIMIT %s
"""
_STREAMS = """
    WITH RECURSIVE found (stream) AS (
        (SELECT stream FROM facts ORDER BY stream LIMIT 1)
        UNION ALL
        SELECT (SELECT f.stream FROM facts f WHERE f.stream > found.stream ORDER BY 1 LIMIT 1)
        FROM found WHERE found.stream IS NOT NULL
    )
    SELECT stream FROM found WHERE stream IS NOT NULL
"""
_ANSWER = """
    SELECT actor, key, fingerprint, first, last FROM answers
    WHERE stream = %s AND actor = %s AND key = %s
"""
_ALL_ANSWERS = """
    SELECT actor, key, fingerprint, first, last FROM answers WHERE stream = %s ORDER BY first
"""
_SNAPSHOT = """
    SELECT s.number, s.hash, s.engine, s.state, s.digest, f.hash FROM snapshots s
    LEFT JOIN facts f ON f.stream = s.stream AND f.number = s.number WHERE s.stream = %s
"""
_KEEP = """
    INSERT INTO snapshots (stream, number, hash, engine, state, digest)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (stream) DO UPDATE SET number = excluded.number, hash = excluded.hash,
        engine = excluded.engine, state = excluded.state, digest = excluded.digest
"""
