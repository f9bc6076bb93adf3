"""The store of one laptop: one SQLite file, which one process writes through one connection."""

from __future__ import annotations

import os
from contextlib import contextmanager, nullcontext, suppress
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw

from tiltyard.store.adoption import check_adopted
from tiltyard.store.chain import Verifier, genesis, seal
from tiltyard.store.disk import free_space, put_in_place, refuse_network
from tiltyard.store.failpoints import failpoint
from tiltyard.store.idempotency import Row, check_act, check_expected, compare, rows_of
from tiltyard.store.lock_file import LockFile
from tiltyard.store.person_keys import FORGOTTEN, keys_of, opened_page, sealed
from tiltyard.store.port import (
    Answer,
    Damaged,
    Head,
    InUse,
    Snapshot,
    StoreRefused,
    Unwritable,
    WrongStore,
)
from tiltyard.store.snapshots import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from tiltyard.store.disk import Space
    from tiltyard.store.port import Act, Draft, Entry


# ------------------------------------------------------------------------------
# Checking a whole SQLite file before anything is served from it.

FORMAT = "tiltyard/log/1"


def check_file(connection: apsw.Connection, path: Path) -> None:
    """Check the pages, every chain and every answer; Damaged names the file and the fact."""
    told = connection.execute("PRAGMA quick_check(1)").get
    if told != "ok":
        raise Damaged("store-damaged", file=str(path), told=str(told))
    if connection.execute("SELECT value FROM meta WHERE name = 'format'").get != FORMAT:
        raise Damaged("store-without-format", file=str(path))
    streams = set()
    for (stream,) in connection.execute(STREAMS):
        check_stream(connection, stream, str(path))
        streams.add(stream)
    for (stream,) in connection.execute("SELECT DISTINCT stream FROM answers"):
        if stream not in streams:
            raise Verifier(stream, place=str(path)).damaged(1, "answers-without-log")


def check_stream(connection: apsw.Connection, stream: str, place: str) -> Head:
    """Check one log from its first fact to its last, bodies left alone."""
    verifier = Verifier(stream, place=place)
    rows = rows_of(_checked(connection, verifier))
    kept = [Row(*row) for row in connection.execute(ANSWERS, (stream,))]
    compare(rows, kept, verifier)
    return verifier.head


def _checked(connection: apsw.Connection, verifier: Verifier) -> Iterator[bytes]:
    check = verifier.check
    for number, line, link in connection.execute(LINES, (verifier.stream,)):
        check(number, line, link)
        yield line


LINES = "SELECT number, CAST(line AS BLOB), hash FROM facts WHERE stream = ? ORDER BY number"
ANSWERS = """
    SELECT actor, "key", fingerprint, "first", "last" FROM answers
    WHERE stream = ? ORDER BY "first"
"""
STREAMS = """
    WITH RECURSIVE found (stream) AS (
        SELECT min(stream) FROM facts
        UNION ALL
        SELECT (SELECT min(facts.stream) FROM facts WHERE facts.stream > found.stream)
        FROM found WHERE found.stream IS NOT NULL
    )
    SELECT stream FROM found WHERE stream IS NOT NULL
"""


# ------------------------------------------------------------------------------
# Opening a SQLite file the one way that keeps its promises, and refusing everything else.

APPLICATION = 0x54494C54  # "TILT"
MAGIC = b"SQLite format 3\0"
PAGES_AT_A_TURN = 256


class Settings(NamedTuple):
    """How the file is kept; the defaults are what is shipped, tests measure the others."""

    synchronous: int = 2  # FULL: a commit is on the disk before it is acknowledged
    checkpoint_pages: int = 1_000
    vfs: str | None = None


SHIPPED = Settings()


def migrations(kind: str = "sqlite") -> dict[int, str]:
    """Return the numbered steps that lead to the present tables."""
    folder = files("tiltyard.store") / "migrations" / kind
    steps = {int(file.name[:4]): file.read_text("utf-8") for file in folder.iterdir()}
    return dict(sorted(steps.items()))


def statements(step: str) -> list[str]:
    """Return the single statements of a step."""
    return [part for part in step.split(";\n") if part.strip()]


def prepare(path: Path, settings: Settings, steps: Mapping[int, str]) -> apsw.Connection:
    """Make the file if there is none, bring an older one up to date after a backup, open it."""
    newest = max(steps)
    if not path.exists():
        _make(path, settings, steps)
    connection = connect(path, settings)
    try:
        version = refuse_newer(connection, path, newest)
        if version < newest:
            copy_to(connection, path.with_name(f"{path.name}.before-{newest:04}"), nullcontext())
            migrate(connection, steps, version)
    except BaseException:
        connection.close(True)
        raise
    return connection


def _make(path: Path, settings: Settings, steps: Mapping[int, str]) -> None:
    """Make a new file under another name first, so that a half-made one never counts."""
    fresh = path.with_name(f"{path.name}.new")
    clear_away(fresh)
    connection = _opened(fresh, settings, "exclusive")
    try:
        with connection:
            connection.execute(f"PRAGMA application_id={APPLICATION}")
        migrate(connection, steps, 0)
    finally:
        connection.close()
    put_in_place(fresh, path)


def migrate(connection: apsw.Connection, steps: Mapping[int, str], version: int) -> None:
    """Take the steps behind a version, each in one transaction."""
    for number, step in steps.items():
        if number > version:
            with connection:
                for statement in statements(step):
                    connection.execute(statement)
                    failpoint("in-migration")
                connection.execute(f"PRAGMA user_version={number:d}")
            failpoint("in-migration")


def connect(path: Path, settings: Settings) -> apsw.Connection:
    """Open a file of ours with the settings, each read back.

    Others may read beside us through the index `<file>-shm`. Where a full or broken disk has no
    room for it, the index is kept in memory, and nobody else reads meanwhile.
    """
    refuse_what_is_not_one_file(path)
    try:
        return _connected(path, settings, "normal")
    except (apsw.FullError, apsw.IOError, apsw.CantOpenError):
        return _connected(path, settings, "exclusive")


def refuse_what_is_not_one_file(path: Path) -> None:
    """Refuse an empty file, and one with a second name: its newest facts lie beside one name."""
    found = path.stat()
    if found.st_size == 0:
        raise WrongStore("empty-tiltyard-never-leaves-empty", file=str(path), path=path)
    if found.st_nlink > 1:
        raise WrongStore("store-has-two-names", file=str(path), path=path, names=found.st_nlink)


def refuse_what_is_not_ours(connection: apsw.Connection, path: Path) -> None:
    """Refuse a database of another program."""
    if pragma(connection, "application_id") != APPLICATION:
        raise WrongStore("sqlite-database-but-not-one", file=str(path), path=path)


def refuse_newer(connection: apsw.Connection, path: Path, newest: int) -> int:
    """Return the version of the tables; one that this program does not know is refused."""
    version = pragma(connection, "user_version")
    if version > newest:
        raise WrongStore(
            "store-of-newer-version", file=str(path), path=path, version=version, newest=newest
        )
    return version


def _connected(path: Path, settings: Settings, locking: str) -> apsw.Connection:
    connection = _opened(path, settings, locking)
    try:
        refuse_what_is_not_ours(connection, path)
        _set(connection, path, "journal_mode", "wal", "wal")
        _set(connection, path, "synchronous", str(settings.synchronous), settings.synchronous)
        _set(connection, path, "foreign_keys", "on", 1)
        connection.pragma("fullfsync", True)
        connection.pragma("cell_size_check", True)
        connection.pragma("trusted_schema", False)
        connection.pragma("temp_store", "memory")
        connection.pragma("secure_delete", True)  # what was erased is overwritten
    except BaseException:
        connection.close(True)
        raise
    return connection


def _opened(path: Path, settings: Settings, locking: str) -> apsw.Connection:
    connection = apsw.Connection(str(path), vfs=settings.vfs)
    connection.set_busy_timeout(1_000)
    _set(connection, path, "locking_mode", locking, locking)
    return connection


def _set(connection: apsw.Connection, path: Path, name: str, value: str, wanted: str | int) -> None:
    """Make a setting and read it back: one that was not taken is refused."""
    connection.pragma(name, value)
    found = connection.pragma(name)
    if found != wanted:
        raise Unwritable(
            "cannot-kept-safely-not",
            file=str(path),
            path=path,
            name=name,
            found=found,
            wanted=wanted,
        )


def pragma(connection: apsw.Connection, name: str) -> int:
    """Return a number that the file says of itself."""
    value = connection.pragma(name)
    assert isinstance(value, int)
    return value


def copy_to(
    connection: apsw.Connection, target: Path, turn: AbstractContextManager[object]
) -> None:
    """Copy the open database into a file that is there whole or not at all.

    A few pages at a turn, so that others go on writing through the same connection meanwhile.
    """
    part = target.with_name(f"{target.name}.part")
    clear_away(part)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds the seed
    except OSError as error:
        raise apsw.CantOpenError(str(error)) from error
    copy = apsw.Connection(str(part))
    try:
        copy.pragma("journal_mode", "off")
        copy.pragma("synchronous", 0)
        with turn:
            backup = copy.backup("main", connection, "main")
        try:
            while not backup.done:
                with turn:
                    backup.step(PAGES_AT_A_TURN)
                failpoint("in-backup")
        finally:
            with turn:
                backup.close(True)
    finally:
        copy.close()
    put_in_place(part, target)
    failpoint("in-backup")


def leftovers(path: Path) -> tuple[Path, Path]:
    """Return the names of the files with facts that SQLite may have left beside one."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal")


def clear_away(path: Path) -> None:
    """Remove a file and what SQLite may have left beside it."""
    for name in (path, *leftovers(path), path.with_name(f"{path.name}-shm")):
        name.unlink(missing_ok=True)


def lock_of(path: Path) -> Path:
    """Return the lock of the process that writes a file."""
    return path.with_name(f"{path.name}.lock")


def refusal(error: apsw.Error, path: Path) -> StoreRefused:
    """Say what SQLite's error means for the people at the desk, and the way out."""
    kind, code = next(
        (row[1:] for row in _REFUSALS if isinstance(error, row[0])),
        (Unwritable, "store-cannot-be-written"),
    )
    if isinstance(error, apsw.NotADBError) and not _begins_as_sqlite(path):
        kind, code = WrongStore, "store-not-a-tiltyard-file"
    return kind(code, file=str(path), error=str(error))


def _begins_as_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == MAGIC


_REFUSALS: tuple[tuple[type[apsw.Error], type[StoreRefused], str], ...] = (
    (apsw.FullError, Unwritable, "store-disk-full"),
    (apsw.ReadOnlyError, Unwritable, "store-read-only"),
    (apsw.PermissionsError, Unwritable, "store-may-not-be-written"),
    (apsw.CantOpenError, Unwritable, "store-cannot-be-opened"),
    (apsw.IOError, Unwritable, "store-disk-reports-error"),
    (apsw.CorruptError, Damaged, "store-file-damaged"),
    (apsw.NotADBError, Damaged, "store-file-damaged"),
    (apsw.BusyError, InUse, "store-in-use"),
    (apsw.LockedError, InUse, "store-in-use"),
)


# ------------------------------------------------------------------------------
# The store of one laptop: one SQLite file, which one process writes through one connection.

PAGE = 500  # facts read at a time, so that a long reading never keeps a writer waiting


class SqliteStore:
    """Logs in a file that survives power cuts and is checked from end to end when it is opened."""

    def __init__(
        self,
        path: str | Path,
        settings: Settings = SHIPPED,
        steps: Mapping[int, str] | None = None,
    ) -> None:
        self.path = Path(path).resolve()
        self._settings = settings
        self._lock = RLock()
        self._connection: apsw.Connection | None = None
        self._heads: dict[str, Head] = {}  # known ends of logs: only this process appends
        self._waiting_pages = 0
        self._unsettled = False  # what an error left behind is not known to be on the disk
        refuse_network(self.path)
        self._held = LockFile(lock_of(self.path))
        try:
            with self._refusing():
                known = migrations() if steps is None else steps
                check_file(self._take(prepare(self.path, settings, known)), self.path)
        except BaseException:
            self._drop()
            self._held.let_go()
            raise

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        check_act(stream, act, drafts)
        with self._lock:
            failpoint("before-begin")
            try:
                answer = self._append(stream, expected, act, drafts)
            except apsw.Error as error:
                return self._settled(stream, act, error)
            self._checkpoint_if_due()
            return answer

    def _append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        with self._transaction() as connection:
            row = self._row(connection, stream, act.actor, act.key)
            if row is not None:
                return row.again(act.fingerprint)
            head = self._head(connection, stream)
            self._check_expected(stream, expected, head)
            written, keys = sealed(stream, act, drafts, lambda: self._keys(connection, stream))
            entries = tuple(seal(stream, head, act, written))
            row = Row(act.actor, act.key, act.fingerprint, head.number + 1, entries[-1].number)
            self._insert(connection, stream, entries, (row,), "after-insert")
            self._insert_keys(connection, stream, keys)
        self._heads[stream] = Head(row.last, entries[-1].hash)
        return Answer(row.first, row.last)

    def _check_expected(self, stream: str, expected: int, head: Head) -> None:
        check_expected(stream, expected, head)

    def _insert(
        self,
        connection: apsw.Connection,
        stream: str,
        entries: Sequence[Entry],
        rows: Sequence[Row],
        place: str,
    ) -> None:
        for entry in entries:
            values = (stream, entry.number, entry.line.decode(), entry.hash)
            connection.execute("INSERT INTO facts VALUES (?, ?, ?, ?)", values)
            failpoint(place)
        for row in rows:
            connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?)", (stream, *row))
            failpoint(place)

    @staticmethod
    def _insert_keys(connection: apsw.Connection, stream: str, keys: Mapping[str, bytes]) -> None:
        for person, key in keys.items():
            connection.execute(_KEEP_KEY, (stream, person, key))
        if FORGOTTEN in keys.values():
            connection.execute("DELETE FROM snapshots WHERE stream = ?", (stream,))

    def _settled(self, stream: str, act: Act, error: apsw.Error) -> Answer:
        """Find out what became of an act that ended in an error of the disk.

        When the connection had to be made anew, the act may have been complete after all.
        """
        refused = refusal(error, self.path)
        with suppress(apsw.Error, StoreRefused):
            connection = self._open()
            self._settle(connection)
            row = self._row(connection, stream, act.actor, act.key)
            if row is not None and row.fingerprint == act.fingerprint:
                return Answer(row.first, row.last)
        raise refused from error

    def _settle(self, connection: apsw.Connection) -> None:
        """See to it that all a new connection found is on the disk before any of it is answered."""
        if self._unsettled:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_FULL)
            self._unsettled = False

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        with self._reading() as connection:
            row = self._row(connection, stream, actor, key)
            if row is not None:
                self._settle(connection)
        return None if row is None else row.again(fingerprint)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        verifier = None
        while True:
            with self._reading() as connection:
                if verifier is None:
                    start = self._link(connection, stream, after)
                    if start is None:
                        return
                    verifier = Verifier(stream, start, str(self.path))
                rows: list[Any] = connection.execute(
                    _PAGE, (stream, verifier.number, PAGE)
                ).fetchall()
            yield from opened_page(verifier, rows, lambda: self.keys(stream))
            if len(rows) < PAGE:
                return

    def head(self, stream: str) -> Head:
        known = self._heads.get(stream)
        if known is not None and not self._is_closed:
            return known
        with self._reading() as connection:
            head = self._head(connection, stream)
            if head.number:
                self._heads[stream] = head
            return head

    def streams(self) -> tuple[str, ...]:
        with self._reading() as connection:
            return tuple(stream for (stream,) in connection.execute(STREAMS))

    def verify(self, stream: str) -> Head:
        with self._reading() as connection:
            return check_stream(connection, stream, str(self.path))

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        rows = check_adopted(stream, entries)
        with self._lock, self._refusing():
            with self._transaction() as connection:
                check_expected(stream, 0, self._head(connection, stream))
                self._insert(connection, stream, entries, rows, "in-adopt")
                self._insert_keys(connection, stream, keys_of(entries))
            self._checkpoint_if_due()

    def keys(self, stream: str) -> Mapping[str, bytes]:
        with self._reading() as connection:
            return self._keys(connection, stream)

    def scrub(self) -> bool:
        with self._lock, self._refusing():
            connection = self._open()
            connection.execute("VACUUM")
            try:
                left, _ = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            self._waiting_pages = 0
            return left <= 0

    def snapshot(self, stream: str) -> Snapshot | None:
        with self._reading() as connection:
            row = connection.execute(_SNAPSHOT, (stream,)).fetchone()
            if row is None:
                return None
            *parts, kept = row
            snapshot = Snapshot(*parts)
            if digest(stream, snapshot) != kept:
                return None
            fits = self._link(connection, stream, snapshot.number) if snapshot.number else None
        return snapshot if fits is not None and fits.hash == snapshot.hash else None

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        values = (stream, *snapshot, digest(stream, snapshot))
        with self._lock, self._refusing():
            with self._transaction() as connection:
                connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?,?,?)", values)
                failpoint("in-snapshot")
            failpoint("in-snapshot")
            self._checkpoint_if_due()

    def backup(self, target: str | Path) -> None:
        """Write a whole copy of the file, while others go on appending."""
        with self._reading() as connection:
            opened = connection
        with self._refusing():
            copy_to(opened, Path(target).resolve(), self._lock)

    def free_space(self) -> Space:
        """Return how much room is left on the disk of this file."""
        return free_space(self.path)

    def close(self) -> None:
        with self._lock:
            failpoint("in-shutdown")
            self._drop()
            failpoint("in-shutdown")
            self._held.let_go()

    # The connection

    def _open(self) -> apsw.Connection:
        """Return the connection, made anew when an error took it away."""
        if self._is_closed:
            raise Unwritable("sqlite-store-closed", file=str(self.path), path=self.path)
        if self._connection is None:
            return self._take(connect(self.path, self._settings))
        return self._connection

    @property
    def _is_closed(self) -> bool:
        return self._held.is_free

    def _take(self, connection: apsw.Connection) -> apsw.Connection:
        connection.set_wal_hook(self._count_pages)
        self._connection = connection
        return connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(apsw.Error):
                connection.close(True)

    def _count_pages(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._waiting_pages = pages
        return apsw.SQLITE_OK

    def _checkpoint_if_due(self) -> None:
        """Move what the write-ahead log holds into the file; when that fails, it waits there."""
        if self._waiting_pages >= self._settings.checkpoint_pages:
            failpoint("in-checkpoint")
            with suppress(apsw.Error):
                self._open().wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                self._waiting_pages = 0
            failpoint("in-checkpoint")

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        """Do everything or nothing; the lock is held by the caller."""
        try:
            connection = self._open()
            self._settle(connection)
            connection.execute("BEGIN IMMEDIATE")
            failpoint("after-begin")
            yield connection
            failpoint("before-commit")
            connection.execute("COMMIT")
            failpoint("after-commit")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._heads.clear()

    def _roll_back(self) -> None:
        """Undo; a connection that cannot even do that is given up and made anew."""
        if self._connection is not None and self._connection.in_transaction:
            try:
                self._connection.execute("ROLLBACK")
            except apsw.Error:
                self._unsettled = True
                self._drop()

    def place(self, stream: str, number: int) -> Head | None:
        """Return the place behind a fact, none if there is no such fact."""
        with self._reading() as connection:
            return self._link(connection, stream, number)

    def has_act(self, stream: str, actor: str, key: str) -> bool:
        """Whether an act was recorded here under its key."""
        with self._reading() as connection:
            return self._row(connection, stream, actor, key) is not None

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        with self._lock, self._refusing():
            yield self._open()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn errors of SQLite into refusals."""
        try:
            yield
        except apsw.Error as error:
            raise refusal(error, self.path) from error
        except UnicodeDecodeError as error:
            raise refusal(apsw.CorruptError(str(error)), self.path) from error

    # Rows

    @staticmethod
    def _head(connection: apsw.Connection, stream: str) -> Head:
        row = connection.execute(_LAST, (stream,)).fetchone()
        return genesis(stream) if row is None else Head(*row)

    @staticmethod
    def _link(connection: apsw.Connection, stream: str, number: int) -> Head | None:
        """Return the place behind a fact, None if there is no such fact."""
        if number <= 0:
            return genesis(stream)
        row = connection.execute(_HASH, (stream, number)).fetchone()
        return None if row is None else Head(number, row[0])

    @staticmethod
    def _keys(connection: apsw.Connection, stream: str) -> dict[str, bytes]:
        rows: list[Any] = connection.execute(_KEYS, (stream,)).fetchall()
        return dict(rows)

    @staticmethod
    def _row(connection: apsw.Connection, stream: str, actor: str, key: str) -> Row | None:
        row = connection.execute(_ANSWER, (stream, actor, key)).fetchone()
        return None if row is None else Row(*row)


_LAST = "SELECT number, hash FROM facts WHERE stream = ? ORDER BY number DESC LIMIT 1"
_HASH = "SELECT hash FROM facts WHERE stream = ? AND number = ?"
_PAGE = """
    SELECT number, CAST(line AS BLOB), hash FROM facts
    WHERE stream = ? AND number > ? ORDER BY number LIMIT ?
"""
_ANSWER = """
    SELECT actor, "key", fingerprint, "first", "last" FROM answers
    WHERE stream = ? AND actor = ? AND "key" = ?
"""
_KEYS = 'SELECT person, "key" FROM person_key WHERE stream = ?'
_KEEP_KEY = "INSERT OR REPLACE INTO person_key VALUES (?, ?, ?)"
_SNAPSHOT = "SELECT number, hash, engine, state, digest FROM snapshots WHERE stream = ?"
