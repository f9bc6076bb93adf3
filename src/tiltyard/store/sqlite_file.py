"""Opening a SQLite file the one way that keeps its promises, and refusing everything else."""

from __future__ import annotations

import os
from contextlib import nullcontext
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import apsw

from tiltyard.store.disk import put_in_place
from tiltyard.store.errors import Damaged, InUse, StoreRefused, Unwritable, WrongStore
from tiltyard.store.failpoints import failpoint

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

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
        version = _pragma(connection, "user_version")
        if version > newest:
            raise WrongStore(
                "store-of-newer-version",
                file=str(path),
                path=path,
                version=version,
                newest=newest,
            )
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
    for name in (fresh, *leftovers(fresh)):
        name.unlink(missing_ok=True)
    connection = _opened(fresh, settings)
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
    """Open a file of ours with the settings, each read back."""
    if path.stat().st_size == 0:
        raise WrongStore("empty-tiltyard-never-leaves-empty", file=str(path), path=path)
    connection = _opened(path, settings)
    try:
        if _pragma(connection, "application_id") != APPLICATION:
            raise WrongStore("sqlite-database-but-not-one", file=str(path), path=path)
        _set(connection, path, "journal_mode", "wal", "wal")
        _set(connection, path, "synchronous", str(settings.synchronous), settings.synchronous)
        _set(connection, path, "foreign_keys", "on", 1)
        connection.pragma("fullfsync", True)
        connection.pragma("cell_size_check", True)
        connection.pragma("trusted_schema", False)
        connection.pragma("temp_store", "memory")
    except BaseException:
        connection.close(True)
        raise
    return connection


def _opened(path: Path, settings: Settings) -> apsw.Connection:
    connection = apsw.Connection(str(path), vfs=settings.vfs)
    connection.set_busy_timeout(1_000)
    _set(connection, path, "locking_mode", "exclusive", "exclusive")
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


def _pragma(connection: apsw.Connection, name: str) -> int:
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
    for name in (part, *leftovers(part)):
        name.unlink(missing_ok=True)
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
    """Return the names of the files that SQLite may have left beside one."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal")


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
