"""A SQLite store opened for reading only: beside the process that writes it, or from a dead disk.

Nothing is written to the file, and nobody who writes has to wait. Where the disk has no room for
the files that reading beside a writer needs, and nobody writes, the file is read as it stands.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import RLock
from time import sleep
from typing import TYPE_CHECKING

import apsw

from tiltyard.store.disk import refuse_network
from tiltyard.store.lock_file import nobody_writes
from tiltyard.store.port import Unwritable
from tiltyard.store.sqlite import (
    SHIPPED,
    SqliteStore,
    check_file,
    leftovers,
    lock_of,
    migrations,
    prepare,
    refuse_newer,
    refuse_what_is_not_one_file,
    refuse_what_is_not_ours,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from tiltyard.store.port import Head

_NO_ROOM = (apsw.FullError, apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError)
LOOK_AGAIN = 0.5  # seconds between two looks for what another process recorded
_FLAGS = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI


class SqliteReader(SqliteStore):
    """Logs of a file that another process may be writing; every act is refused.

    With `pinned` all is read as it stood at the opening; else each reading finds what is new.
    """

    def __init__(self, path: str | Path, *, pinned: bool = True) -> None:
        self.path = Path(path).resolve()
        self._pinned = pinned
        self._settings = SHIPPED
        self._lock = RLock()
        self._connection: apsw.Connection | None = None
        self._unsettled = False
        self._kept = ExitStack()
        self._closed = False
        self._known: dict[str, Head] = {}
        refuse_network(self.path)
        try:
            with self._refusing():
                check_file(self._open(), self.path)
        except BaseException:
            self.close()
            raise

    def follow(self, timeout: float) -> Iterator[tuple[str, int]]:
        """Yield every log that the process beside us makes longer; end after that much silence."""
        silent = 0.0
        while not self._is_closed and silent < timeout:
            news = [
                (stream, head.number)
                for stream, head in self._ends()
                if self._is_news(stream, head)
            ]
            silent = 0.0 if news else silent + LOOK_AGAIN
            yield from news
            sleep(LOOK_AGAIN)

    def head(self, stream: str) -> Head:
        with self._reading() as connection:
            return self._head(connection, stream)

    def _ends(self) -> list[tuple[str, Head]]:
        with suppress(Unwritable):
            return [(stream, self.head(stream)) for stream in self.streams()]
        return []

    def _is_news(self, stream: str, head: Head) -> bool:
        known = self._known.get(stream)
        self._known[stream] = head
        return known != head

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._drop()
            self._kept.close()

    def _transaction(self) -> NoReturn:
        """Refuse whatever would write."""
        raise Unwritable("store-opened-for-reading")

    @property
    def _is_closed(self) -> bool:
        return self._closed

    def _open(self) -> apsw.Connection:
        if self._connection is None and not self._is_closed:
            refuse_what_is_not_one_file(self.path)
            self._connection = self._beside_a_writer() or self._as_it_stands()
            if self._pinned:
                self._connection.execute("BEGIN")
                self._connection.execute("SELECT value FROM meta").fetchall()
        return super()._open()

    def _beside_a_writer(self) -> apsw.Connection | None:
        """Open the file as it is being written; None where that needs what the disk lacks."""
        index = self.path.with_name(f"{self.path.name}-shm")
        if not lock_of(self.path).exists() and not index.exists():
            return None  # a backup: nothing is put beside it
        try:
            return self._connected("mode=ro")
        except _NO_ROOM:
            return None

    def _as_it_stands(self) -> apsw.Connection:
        """Open a file that nobody writes: itself, or a copy with what a crash left beside it."""
        self._kept.enter_context(nobody_writes(lock_of(self.path)))
        if not _has_leftovers(self.path):
            connection = self._connected("immutable=1")
            if connection is not None:
                return connection
        folder = Path(self._kept.enter_context(_temporary_folder(self.path)))
        copy = folder / self.path.name
        try:
            for name in (self.path, *filter(Path.exists, leftovers(self.path))):
                shutil.copyfile(name, folder / name.name)
        except OSError as error:
            raise _no_room(self.path, error) from error
        return prepare(copy, SHIPPED, migrations())

    def _connected(self, how: str) -> apsw.Connection | None:
        """Open the file; None if its tables are those of an earlier version."""
        connection = apsw.Connection(f"{self.path.as_uri()}?{how}", flags=_FLAGS)
        try:
            connection.set_busy_timeout(1_000)
            connection.pragma("cell_size_check", True)
            connection.pragma("trusted_schema", False)
            connection.pragma("temp_store", "memory")
            refuse_what_is_not_ours(connection, self.path)
            newest = max(migrations())
            if refuse_newer(connection, self.path, newest) == newest:
                return connection
        except BaseException:
            connection.close(True)
            raise
        connection.close(True)
        return None


def _has_leftovers(path: Path) -> bool:
    """Whether facts may lie beside the file."""
    for name in leftovers(path):
        with suppress(FileNotFoundError):
            if name.stat().st_size:
                return True
    return False


def _temporary_folder(path: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory()
    except OSError as error:
        raise _no_room(path, error) from error


def _no_room(path: Path, error: OSError) -> Unwritable:
    reason = (error.strerror or str(error)).lower()
    return Unwritable("store-no-room-to-read", file=str(path), reason=reason)
