"""A model of power cuts: what a disk may hold when the current goes away at any moment.

A recording file system stands under the real store and writes down every write, truncation, sync
and deletion. Afterwards the trace is cut after each operation. What was synced is there; of the
rest, nothing, everything, or any part (whole writes, or single sectors of 512 bytes) may have
reached the disk. The real store then opens each of these images.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

import apsw

from tests.store.making import act, facts
from tiltyard.store.port import Snapshot, StoreRefused, WrongStore
from tiltyard.store.sqlite import Settings, SqliteStore, migrations

SECTOR = 512
VARIANTS = ("nothing", "everything", "some writes", "some sectors", "a torn end")
NEXT = {**migrations(), 3: "CREATE TABLE more (a TEXT);\nALTER TABLE meta ADD COLUMN b TEXT;\n"}
_names = count()


class Operation(NamedTuple):
    kind: str  # create, write, truncate, sync, delete, acknowledged
    file: str = ""
    offset: int = 0
    data: bytes = b""


class Recorder(apsw.VFS):
    """The file system of the machine, with a notebook."""

    def __init__(self, trace):
        self.name = f"recorder-{next(_names)}"
        self.trace = trace
        super().__init__(self.name, "")

    def xOpen(self, name, flags):
        return RecordedFile(self, name, flags)

    def xDelete(self, filename, sync_directory):
        self.trace.append(Operation("delete", Path(filename).name, int(sync_directory)))
        super().xDelete(filename, sync_directory)


class RecordedFile(apsw.VFSFile):
    """A file whose writes are written down before they happen."""

    def __init__(self, recorder, name, flags):
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.name = Path(path).name
        self.trace = recorder.trace
        if not Path(path).exists():
            self.trace.append(Operation("create", self.name))
        super().__init__("", name, flags)

    def xWrite(self, data, offset):
        self.trace.append(Operation("write", self.name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size):
        self.trace.append(Operation("truncate", self.name, size))
        super().xTruncate(size)

    def xSync(self, _flags):
        self.trace.append(Operation("sync", self.name))


@dataclass
class ModelFile:
    """What is certainly on the disk, and what was written since."""

    durable: bytearray = field(default_factory=bytearray)
    waiting: list[Operation] = field(default_factory=list)
    named: bool = True  # its name is certainly in the directory
    gone: bool = False  # deleted, but the directory was not synced since

    def sync(self):
        for operation in self.waiting:
            _apply(self.durable, operation)
        self.waiting.clear()

    def image(self, variant, chance):
        content = bytearray(self.durable)
        for operation in _survivors(self.waiting, variant, chance):
            _apply(content, operation)
        return content


def _apply(content, operation):
    if operation.kind == "truncate":
        del content[operation.offset :]
        return
    end = operation.offset + len(operation.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[operation.offset : end] = operation.data


def _survivors(waiting, variant, chance):
    if variant == "nothing":
        return []
    if variant == "everything":
        return waiting
    if variant == "some writes":
        return [operation for operation in waiting if chance.random() < 0.5]
    if variant == "a torn end":
        kept = waiting[: chance.randint(0, len(waiting))]
        return [*kept[:-1], *_sectors(kept[-1:], chance)]
    return _sectors(waiting, chance)


def _sectors(waiting, chance):
    kept = []
    for operation in waiting:
        if operation.kind == "truncate":
            if chance.random() < 0.5:
                kept.append(operation)
            continue
        for start in range(0, len(operation.data), SECTOR):
            if chance.random() < 0.5:
                part = operation.data[start : start + SECTOR]
                kept.append(Operation("write", operation.file, operation.offset + start, part))
    return kept


class Disk:
    """The directory as the operations leave it."""

    def __init__(self, files):
        self.files = {name: ModelFile(bytearray(data)) for name, data in files.items()}

    def take(self, operation):
        if operation.kind == "create":
            self.files[operation.file] = ModelFile(named=False)
        elif operation.kind == "delete":
            if operation.offset:
                self.files.pop(operation.file, None)
                self._sync_directory()
            elif operation.file in self.files:
                self.files[operation.file].gone = True
        elif operation.kind == "sync":
            file = self.files[operation.file]
            file.sync()
            if not file.named:  # SQLite syncs the directory with the first sync of a new log
                self._sync_directory()
        elif operation.kind in {"write", "truncate"}:
            self.files[operation.file].waiting.append(operation)

    def _sync_directory(self):
        self.files = {name: file for name, file in self.files.items() if not file.gone}
        for file in self.files.values():
            file.named = True

    def image(self, variant, chance):
        """Return the files that might be found after a cut at this moment."""
        found = {}
        for name, file in self.files.items():
            if file.gone and (variant == "everything" or _maybe(variant, chance)):
                continue
            if not file.named and (variant == "nothing" or _maybe(variant, chance)):
                continue
            found[name] = bytes(file.image(variant, chance))
        return found


def _maybe(variant, chance):
    return variant not in {"nothing", "everything"} and chance.random() < 0.5


def record(folder, seed, synchronous, acts=60):
    """Run the real store over a recorder; return the files at the start, the trace, the lines."""
    chance = random.Random(seed)
    path = folder / "event.tiltyard"
    SqliteStore(path).close()
    start = {path.name: path.read_bytes()}
    trace = []
    recorder = Recorder(trace)
    settings = Settings(synchronous=synchronous, checkpoint_pages=12, vfs=recorder.name)
    store = SqliteStore(path, settings)
    last = 0
    for number in range(acts):
        key = f"k{number}"
        text = "x" * chance.choice((10, 300, 3_000))
        last = store.append("event", last, act(key), facts(chance.randint(1, 3), key, t=text)).last
        trace.append(Operation("acknowledged", offset=last))
        if number % 7 == 3:
            state = chance.randbytes(6_000)
            store.keep_snapshot("event", Snapshot(last, store.head("event").hash, "e", state))
        if number % 23 == 19:
            store.close()
            store = SqliteStore(path, settings)
    store.close()
    store = SqliteStore(path, settings, NEXT)  # with a migration
    last = store.append("event", last, act("new"), facts(2)).last
    trace.append(Operation("acknowledged", offset=last))
    lines = [entry.line for entry in store.read("event")]
    store.close()
    recorder.unregister()
    return start, trace, lines


def cut(folder, seed, images, synchronous=2):
    """Open so many images; count those that lost something acknowledged, and the corrupt."""
    chance = random.Random(seed)
    seen = Counter()
    round_of_records = count()
    while seen["images"] < images:
        source = folder / f"source-{next(round_of_records)}"
        source.mkdir()
        start, trace, lines = record(source, chance.random(), synchronous)
        disk, acknowledged = Disk(start), 0
        wanted = (images - seen["images"]) / (len(trace) * len(VARIANTS))
        for operation in trace:
            disk.take(operation)
            if operation.kind == "acknowledged":
                acknowledged = operation.offset
            for variant in VARIANTS:
                if seen["images"] < images and (wanted >= 1 or chance.random() < wanted * 1.1):
                    seen["images"] += 1
                    found = disk.image(variant, chance)
                    seen[_judged(folder / "image", found, lines, acknowledged)] += 1
        shutil.rmtree(source)
    return seen


def _opened(path):
    """Open an image: as the present version, or as the next one if it was migrated."""
    try:
        return SqliteStore(path)
    except WrongStore:
        return SqliteStore(path, steps=NEXT)


def _judged(folder, found, lines, acknowledged):
    """Open an image with the real store and say what became of the log."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in found.items():
        (folder / name).write_bytes(data)
    try:
        store = _opened(folder / "event.tiltyard")
    except StoreRefused:
        return "corrupt"
    try:
        kept = [entry.line for entry in store.read("event")]
        store.snapshot("event")
    except StoreRefused:
        return "corrupt"
    finally:
        store.close()
    if kept != lines[: len(kept)]:
        return "wrong"
    return "lost" if len(kept) < acknowledged else "whole"
