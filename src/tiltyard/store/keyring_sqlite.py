"""The keyring in a SQLite file of its own, beside the store: `tiltyard.db.keys`."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager, suppress
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import apsw

from tiltyard.store.keyring_sql import SqlKeyring
from tiltyard.store.port import Damaged, InUse, Unwritable, WrongStore
from tiltyard.store.sqlite import leftovers, migrations, statements

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KIND = "keyring_sqlite"
ENDING = ".keys"
_UNWRITABLE = (
    apsw.FullError,
    apsw.IOError,
    apsw.ReadOnlyError,
    apsw.BusyError,
    apsw.CantOpenError,
)


_NO_WAL = b"\x01\x01"  # a file of bytes has no write-ahead log beside it
_MADE_HERE = ("session", "session_seat", "link")
_ALL = {
    "session": "SELECT * FROM session",
    "session_seat": "SELECT * FROM session_seat",
    "link": "SELECT * FROM link",
}


class SqliteKeyring(SqlKeyring):
    """One connection, one lock; without a file everything is kept in memory."""

    DOUBLED = apsw.ConstraintError

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._lock = RLock()
        self._opening = secrets.token_hex(8)
        self._copied: dict[str, frozenset[str]] = {}
        self._database = _opened(path)

    def take_over(self, address: str) -> None:
        """Take over all that a file holds in place of what was here."""
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        source = apsw.Connection(address, flags=flags)
        try:
            with self._lock, self._database.backup("main", source, "main") as copying:
                copying.step()
        finally:
            source.close(True)
        _prepared(self._database, None)

    def content(self) -> bytes:
        """Return all that is kept, as the bytes of a file."""
        with self._lock:
            return self._database.serialize("main")

    @property
    def version(self) -> str:
        """A text that changes with everything that is kept."""
        with self._lock:
            others = self._database.pragma("data_version")  # what other processes changed
            return f"{self._opening}-{self._database.total_changes()}-{others}"

    def copy_from(self, content: bytes) -> None:
        """Take over another keyring; sessions and links that were made here stay beside it."""
        source = apsw.Connection(":memory:")
        try:
            source.deserialize("main", content[:18] + _NO_WAL + content[20:])
            with self._lock:
                own = {table: self._made_here(table) for table in _MADE_HERE}
                with self._database.backup("main", source, "main") as copying:
                    copying.step()
                _prepared(self._database, None)
                self._copied = {table: self._keys(table) for table in own}
                for table, rows in own.items():
                    for row in rows:
                        marks = ", ".join("?" * len(row))
                        statement = f"INSERT OR IGNORE INTO {table} VALUES ({marks})"  # noqa: S608
                        self._database.execute(statement, row)
                with suppress(apsw.BusyError):  # what was taken away there is left in no byte here
                    self._database.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except (apsw.NotADBError, apsw.CorruptError) as error:
            raise _damaged(None) from error
        finally:
            source.close(True)

    def _made_here(self, table: str) -> list[Any]:
        """Return the rows of a table that did not come with the last copy."""
        came = self._copied.get(table)
        if came is None:
            return []
        return [row for row in self._database.execute(_ALL[table]) if row[0] not in came]

    def _keys(self, table: str) -> frozenset[str]:
        return frozenset(row[0] for row in self._database.execute(_ALL[table]))

    def scrub(self) -> bool:
        with _translated(), self._lock:
            try:
                self._database.execute("VACUUM")
                left, _ = self._database.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            return left <= 0

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _run(self, statement: str, *values: Any) -> list[Any]:
        with _translated(), self._lock:
            return list(self._database.execute(statement, values))

    @contextmanager
    def _together(self) -> Iterator[None]:
        with _translated(), self._lock, self._database:
            yield


@contextmanager
def _translated() -> Iterator[None]:
    """Say in our words that nothing could be written, also where it shows only at the commit."""
    try:
        yield
    except _UNWRITABLE as error:
        raise Unwritable("keyring-cannot-written", error=str(error)) from error


def _opened(path: Path | None) -> apsw.Connection:
    """Open the file, readable by its owner only, and bring its tables up to date."""
    if path is None:
        return _prepared(apsw.Connection(":memory:"), None)
    _make_private(path)
    with _translated():
        database = apsw.Connection(str(path))
        try:
            return _prepared(database, path)
        except apsw.BusyError:
            database.close(True)
            raise InUse("held-another-process", path=path) from None
        except BaseException:
            database.close(True)
            raise


def _prepared(database: apsw.Connection, path: Path | None) -> apsw.Connection:
    """Bring the tables of a keyring up to date; one that is damaged is refused with its name."""
    try:
        database.set_busy_timeout(2000)
        database.pragma("journal_mode", "wal")
        database.pragma("synchronous", "full")
        database.pragma("foreign_keys", True)
        database.pragma("secure_delete", True)  # what was taken away is overwritten
        version = cast("int", database.pragma("user_version"))
        if database.pragma("quick_check", 1) != "ok":
            raise _damaged(path)
        steps = migrations(KIND)
        if version > max(steps):
            raise WrongStore("store-of-newer-tiltyard", path=path)
        for number, step in steps.items():
            if number > version:
                with database:
                    for statement in statements(step):
                        database.execute(statement)
                    database.execute(f"PRAGMA user_version={number:d}")
        for statement in _ALL.values():
            database.execute(f"{statement} LIMIT 0")  # the file of another program has no such
    except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError) as error:
        raise _damaged(path) from error
    return database


def _damaged(path: Path | None) -> Damaged:
    return Damaged("keyring-damaged", file=str(path))


def _make_private(path: Path) -> None:
    """Make the file readable by its owner only, also one that was copied here."""
    try:
        if path.exists():
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
        else:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Unwritable("keyring-not-writable-here", file=str(path), reason=reason) from error


def copy_in_memory(path: Path) -> SqliteKeyring:
    """Return what a keyring holds, read from a disk that may be full or read-only."""
    keyring = SqliteKeyring()
    if not path.exists() or not path.stat().st_size:
        return keyring
    for how in ("mode=ro", "immutable=1"):
        try:
            keyring.take_over(f"{path.resolve().as_uri()}?{how}")
        except (apsw.NotADBError, apsw.CorruptError) as error:
            raise _damaged(path) from error
        except _UNWRITABLE:
            continue
        return keyring
    raise _damaged(path)


def move_aside(path: Path) -> Path:
    """Give a keyring that cannot be used another name, with what belongs to it, and keep it."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    path.replace(aside)
    for name in leftovers(path):
        if name.exists():
            name.replace(aside.with_name(name.name.replace(path.name, aside.name)))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return aside
