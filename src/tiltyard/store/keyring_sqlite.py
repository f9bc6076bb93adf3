"""The keyring in a SQLite file of its own, beside the store: `tiltyard.db.keys`."""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import apsw

from tiltyard.store.keyring_sql import SqlKeyring
from tiltyard.store.port import InUse, Unwritable, WrongStore
from tiltyard.store.sqlite import migrations, statements

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


class SqliteKeyring(SqlKeyring):
    """One connection, one lock; without a file everything is kept in memory."""

    DOUBLED = apsw.ConstraintError

    def __init__(self, path: Path | None = None) -> None:
        self._lock = RLock()
        self._database = _opened(path)

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
    if path is not None:
        _make_private(path)
    database = apsw.Connection(str(path) if path is not None else ":memory:")
    try:
        database.set_busy_timeout(2000)
        database.pragma("journal_mode", "wal")
        database.pragma("synchronous", "full")
        database.pragma("foreign_keys", True)
        version = cast("int", database.pragma("user_version"))
        steps = migrations(KIND)
        if version > max(steps):
            database.close()
            raise WrongStore("store-of-newer-tiltyard", path=path)
        for number, step in steps.items():
            if number > version:
                with database:
                    for statement in statements(step):
                        database.execute(statement)
                    database.execute(f"PRAGMA user_version={number:d}")
    except apsw.BusyError:
        database.close()
        raise InUse("held-another-process", path=path) from None
    return database


def _make_private(path: Path) -> None:
    """Make the file readable by its owner only, also one that was copied here."""
    if path.exists():
        path.chmod(0o600)
    else:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
