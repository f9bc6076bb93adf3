"""Connections to a PostgreSQL database: made the one way that keeps its promises, and a few each.

Threads of one process do not wait for each other: each takes a connection while it needs one.
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack, contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import ConnectionTimeout
from psycopg.pq import TransactionStatus

from tiltyard.engine.errors import Phrase
from tiltyard.store.failpoints import failpoint
from tiltyard.store.port import Damaged, StoreRefused, Unwritable, WrongStore
from tiltyard.store.sqlite import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from psycopg.abc import PQGen

T = TypeVar("T")

SCHEMA = "tiltyard"
MOST = 8  # connections of one process to one schema
PATIENCE = 20.0  # seconds without an answer, after which a connection counts as lost
SETTINGS = {
    "search_path": SCHEMA,
    "synchronous_commit": "on",
    "statement_timeout": "15s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "5s",
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


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that gives up a server which no longer answers, however it keeps silent.

    A stopped server and a stalled network acknowledge every packet: no setting of the server and
    none of the socket ends that waiting.
    """

    patience = PATIENCE

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.patience)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:  # not an answer of the server
                self.pgconn.finish()
            raise


def connect(address: str, schema: str = SCHEMA, patience: float | None = None) -> Connection:
    """Open a connection with the settings, each that matters read back."""
    patience = PATIENCE if patience is None else patience
    connection = Connection.connect(
        address,
        autocommit=True,
        connect_timeout=max(2, min(10, int(patience))),
        application_name="tiltyard",
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
        tcp_user_timeout=20_000,
    )
    connection.patience = patience
    try:
        for name, value in {**SETTINGS, "search_path": schema}.items():
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
# A few connections for all threads of a process.

LOST = (psycopg.OperationalError, psycopg.InterfaceError)


class Connections:
    """At most so many connections at once: made when they are needed, lost ones made anew."""

    def __init__(
        self, address: str, schema: str = SCHEMA, *, most: int = MOST, patience: float | None = None
    ) -> None:
        self.address = address
        self.place = place_of(address)
        self._schema = schema
        self._patience = patience
        self._room = most
        self._waiting: deque[Lock] = deque()
        self._lock = Lock()
        self._free: list[Connection] = []
        self._closed = False

    def do(self, work: Callable[[Connection], T]) -> T:
        """Do something with a connection; if it was lost, once more with a new one."""
        with self._refusing(), self._place():
            connection = self._taken()
            try:
                return work(connection)
            except LOST:
                if not connection.closed:
                    raise
            finally:
                self._give_back(connection)
            connection = self._new()
            try:
                return work(connection)
            finally:
                self._give_back(connection)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Lend a connection for one transaction; one that was lost before it is made anew."""
        with self._refusing(), self._place(), ExitStack() as ending:
            connection = self._taken()
            ending.callback(lambda: self._give_back(connection))
            block = ending.enter_context(ExitStack())
            try:
                block.enter_context(connection.transaction())
            except LOST:
                if not connection.closed:
                    raise
                connection = self._new()
                block.enter_context(connection.transaction())
            yield connection

    def close(self) -> None:
        """Let go of them; those in use are closed when they are given back."""
        with self._lock:
            self._closed = True
        self._drop()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn errors of the server into refusals."""
        try:
            yield
        except psycopg.Error as error:
            raise refusal(error, self.place) from error

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Wait until fewer are in use than there may be; who came first is next."""
        self._wait_in_line()
        try:
            yield
        finally:
            with self._lock:
                if self._waiting:
                    self._waiting.popleft().release()
                else:
                    self._room += 1

    def _wait_in_line(self) -> None:
        gate = Lock()
        with self._lock:
            if self._room:
                self._room -= 1
                return
            gate.acquire()
            self._waiting.append(gate)
        if gate.acquire(timeout=self._patience or PATIENCE):
            return
        with self._lock:
            if gate in self._waiting:
                self._waiting.remove(gate)
                raise ConnectionTimeout("connection timeout expired")

    def _taken(self) -> Connection:
        with self._lock:
            if self._free:
                return self._free.pop()
        return self._new()

    def _new(self) -> Connection:
        if self._closed:
            raise Unwritable("postgres-store-closed", place=self.place)
        return connect(self.address, self._schema, self._patience)

    def _give_back(self, connection: Connection) -> None:
        if connection.closed:
            self._drop()  # the others broke with it, most likely
            return
        idle = connection.info.transaction_status == TransactionStatus.IDLE
        with self._lock:
            if idle and not self._closed:
                self._free.append(connection)
                return
        _close(connection)

    def _drop(self) -> None:
        with self._lock:
            free, self._free = self._free, []
        for connection in free:
            _close(connection)


def _close(connection: Connection) -> None:
    with suppress(psycopg.Error):
        connection.close()
