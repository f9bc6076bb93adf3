"""Backups, getting events back, and the second copy."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.formats.log_file import is_log, read_whole
from tiltyard.service.exporting import folded
from tiltyard.store.disk import put_in_place
from tiltyard.store.opening import file_of, open_store, shown
from tiltyard.store.port import Damaged, Head, StoreRefused, Unwritable, WrongStore
from tiltyard.store.second_copy import ENDING, Mirrored, SecondCopy, keys_in
from tiltyard.store.sqlite import MAGIC, SqliteStore, clear_away
from tiltyard.store.sqlite_reading import SqliteReader
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.store.port import Entry, Store

Logs = dict[str, list["Entry"]]


@dataclass(slots=True)
class Source:
    """What a backup holds: every log, checked, and what is to be said about it."""

    logs: Logs = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def heads(self) -> dict[str, Head]:
        """How far each log goes."""
        return {
            name: Head(entries[-1].number, entries[-1].hash) for name, entries in self.logs.items()
        }


@dataclass(frozen=True, slots=True)
class CopyState:
    """How far the second copy of an event is behind; `trouble` says what keeps it there."""

    event: str
    facts: int
    copied: int
    trouble: TiltyardError | None = None

    @property
    def lag(self) -> int:
        """How many facts are not in the copy."""
        return self.facts - self.copied


# ---------------------------------------------------------------------------------- second copy


class _KeptTwice(Mirrored):
    """A store whose copy is brought up to date within each act; trouble is told at the end."""

    def __init__(
        self, store: Store, copy: SecondCopy, tell: Callable[[StoreRefused], None]
    ) -> None:
        super().__init__(store, copy, wait=True)
        self._tell_people = tell

    def close(self) -> None:
        trouble = self.copy.trouble if self.copy is not None else None
        super().close()
        if trouble is not None:
            self._tell_people(trouble)


def kept_twice(store: Store, directory: str | Path, tell: Callable[[StoreRefused], None]) -> Store:
    """Return a store that keeps a second copy in a directory after each act."""
    return _KeptTwice(store, SecondCopy(store, directory), tell)


def copy_status(store: Store, directory: str | Path) -> list[CopyState]:
    """Return for each event how far its second copy goes, read from the copy itself."""
    copy = SecondCopy(store, directory)
    return [_state_of(store, copy, name) for name in store.streams()]


def _state_of(store: Store, copy: SecondCopy, name: str) -> CopyState:
    head = store.head(name)
    file = copy.file_of(name)
    try:
        found, entries = read_whole(_lines(file), str(file), torn_tail=True)
    except (StoreRefused, Refused) as no:
        return CopyState(name, head.number, 0, no)
    number = len(entries)
    if found != name or number > head.number or not _fits(store, name, entries):
        other = Refused("copy-tells-another-story", file=str(file))
        return CopyState(name, head.number, 0, other)
    return CopyState(name, head.number, number)


def _fits(store: Store, name: str, entries: list[Entry]) -> bool:
    """Whether the last fact of a copy is the one that the store has in its place."""
    if not entries:
        return True
    here = next(iter(store.read(name, len(entries) - 1)), None)
    return here is not None and here.hash == entries[-1].hash


def keep_second_copy(store: Store, folder: str) -> str:
    """Keep a second copy in a folder from now on, or nowhere if it is empty; return the folder."""
    if not isinstance(store, Mirrored):
        raise Refused("second-copy-not-here", field="folder")
    if not folder.strip():
        store.keep_no_copy()
        return ""
    place = Path(folder.strip())
    if "\0" in folder or not place.is_absolute():
        raise Refused("second-copy-needs-whole-path", field="folder")
    if not place.is_dir():
        raise Refused("second-copy-folder-not-there", folder=str(place), field="folder")
    own = getattr(store.store, "path", None)
    if own is not None and own.parent == place.resolve():
        raise Refused("second-copy-beside-the-store", folder=str(place), field="folder")
    store.keep_copy_in(place)
    return str(place)


# -------------------------------------------------------------------------------------- backup


def back_up(store: Store, target: Path, *, folder: bool = False) -> dict[str, Head]:
    """Write a backup while the store is in use, read it again, and return what it holds.

    A SQLite store becomes one file; any store becomes a folder of logs, if the target is one or
    is to become one.
    """
    plain = store.store if isinstance(store, Mirrored) else store
    if isinstance(plain, SqliteStore) and not folder and not target.is_dir():
        if target.exists():
            raise Refused("back-up-already", target=target)
        try:
            plain.backup(target)
        except OSError as error:
            raise _unwritable(target, error) from error
        return read_source(target).heads
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(target, error) from error
    copy = SecondCopy(plain, target)
    if not copy.ship_now():
        if copy.trouble is None:
            raise Unwritable("backup-cannot-be-written", folder=str(target))
        raise Unwritable("backup-failed", error=copy.trouble)
    return read_source(target).heads


def backup_file(store: Store) -> bytes:
    """Return a backup of all events as one file that `tiltyard restore` reads, checked."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "backup.db"
        plain = store.store if isinstance(store, Mirrored) else store
        try:
            if isinstance(plain, SqliteStore):
                plain.backup(target)
            else:
                logs = {name: list(plain.read(name)) for name in plain.streams()}
                _restore_into(Source(logs), str(target))
            read_source(target)
            return target.read_bytes()
        except OSError as error:
            raise _unwritable(target, error) from error


def _unwritable(target: Path, error: OSError) -> Unwritable:
    reason = (error.strerror or "cannot be written").lower()
    return Unwritable("backup-unwritable", target=target, reason=reason)


# ------------------------------------------------------------------------------------- restore


def read_source(source: Path) -> Source:
    """Read a backup, a log file or a second copy from end to end; nothing in it is changed."""
    found = read_logs(source)
    for name, entries in found.logs.items():
        folded(name, entries, f"{source}: {name}")
    if not found.logs:
        raise WrongStore("holds-no-events", source=source)
    return found


def read_logs(source: Path) -> Source:
    """Read the logs of a backup with their chains; what they tell is not looked at."""
    if source.is_dir():
        return _read_folder(source)
    try:
        with source.open("rb") as file:
            start = file.read(64)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise Refused("read-logs-failed", source=source, reason=reason) from None
    if start.startswith(MAGIC):
        return _read_sqlite(source)
    if is_log(start):
        beside = keys_in(source) if source.name.endswith(ENDING) else {}
        name, entries = read_whole(_lines(source), str(source), keys=beside)
        return Source({name: entries})
    raise WrongStore("no-backup-tiltyard", source=source)


def _read_folder(folder: Path) -> Source:
    found = Source()
    for file in sorted(folder.glob(f"*{ENDING}")):
        lines = _lines(file)
        name, entries = read_whole(lines, str(file), torn_tail=True, keys=keys_in(file))
        if len(entries) + 1 < len(lines):
            found.notes.append(say("terminal.torn-line", file=file))
        if entries:
            found.logs[name] = entries
    return found


def _lines(file: Path) -> list[bytes]:
    try:
        with file.open("rb") as reading:
            return list(reading)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise Refused("list-batch-unreadable", file=file, reason=reason) from None


def _read_sqlite(source: Path) -> Source:
    """Read a store file as it stands, also one that a desk is writing."""
    store = SqliteReader(source)
    try:
        return Source({name: list(store.read(name)) for name in store.streams()})
    finally:
        store.close()


def restore(source: Path, address: str) -> Source:
    """Bring every event of a backup into a store that has none; compare them afterwards."""
    found = read_source(source)
    file = _file_of(address)
    if file is not None and not file.exists():
        _restore_new(found, file)
    else:
        _restore_into(found, address)
    _compare(found, address)
    return found


def _file_of(address: str) -> Path | None:
    if address == "memory:" or address.startswith(("postgresql://", "postgres://")):
        return None
    return file_of(address)


def _restore_new(found: Source, file: Path) -> None:
    """Make the file under another name first: it is there with everything, or not at all."""
    part = file.with_name(f"{file.name}.restoring")
    clear_away(part)
    _restore_into(found, str(part))
    put_in_place(part, file)
    part.with_name(f"{part.name}.lock").unlink(missing_ok=True)


def _restore_into(found: Source, address: str) -> None:
    try:
        store = open_store(address)
    except (Damaged, WrongStore) as no:
        raise Refused("store-there-but-unusable", address=shown(address), error=no) from no
    try:
        if store.streams():
            raise Refused("holds-events-already-nothing-overwritten", address=shown(address))
        for name, entries in found.logs.items():
            store.adopt(name, entries)
    finally:
        store.close()


def _compare(found: Source, address: str) -> None:
    store = open_store(address)
    try:
        for name, head in found.heads.items():
            if store.verify(name) != head:
                raise Damaged("did-not-arrive-sent", name=name)
    finally:
        store.close()
