"""What there is to verify: a log file, a store file, a folder of logs, or an event of the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tiltyard.app.log_files import readable
from tiltyard.app.safe_keeping import read_logs
from tiltyard.app.verifying import Library, Verdict, verify_log
from tiltyard.core.errors import Phrase, Refused
from tiltyard.formats.log_file import is_log, read_without_seed, withholds_seed
from tiltyard.store.chain import genesis
from tiltyard.store.errors import Damaged
from tiltyard.store.port import Head

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tiltyard.store.port import Entry, Store


@dataclass(slots=True)
class Verified:
    """What was found in one place: a verdict for each log, or what is wrong with the place."""

    kind: str
    verdicts: list[Verdict] = field(default_factory=list)
    damage: Damaged | None = None

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong anywhere."""
        return self.damage is None and all(one.is_clean for one in self.verdicts)


def is_tournament_file(target: str) -> bool:
    """Whether a target is a file, but neither a log nor a store: then `check` reads it."""
    path = Path(target)
    return target == "-" or (path.is_file() and not _start(path).startswith(b"SQLite")
                             and not is_log(_start(path)))  # fmt: skip


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(256)


def verify_target(
    target: str, open_here: Callable[[], Store], library: Library, seed: str | None = None
) -> Verified:
    """Verify a file, a folder, or an event of the store that `open_here` opens."""
    path = Path(target)
    try:
        if path.is_file() and withholds_seed(_start(path)):
            name, entries = read_without_seed(path.read_bytes().splitlines(True), target, seed)
            return Verified("log without seed", [_verdict(name, entries, library)])
        if path.exists():
            kind = "folder of logs" if path.is_dir() else "log"
            kind = "store" if path.is_file() and not is_log(_start(path)) else kind
            logs = read_logs(path).logs
            return Verified(kind, [_verdict(name, logs[name], library) for name in logs])
        return _verify_event(target, open_here, library)
    except Damaged as damage:
        return Verified("damaged", damage=damage)


def _verify_event(name: str, open_here: Callable[[], Store], library: Library) -> Verified:
    store = open_here()
    try:
        if not store.head(name).number:
            known = tuple(store.streams())
            code = "neither-file-nor-event" if known else "neither-file-nor-event-yet"
            raise Refused(code, name=name[:70], known=known)
        return Verified("event", [_verdict(name, list(store.read(name)), library)])
    finally:
        store.close()


def _verdict(name: str, entries: Sequence[Entry], library: Library) -> Verdict:
    head = Head(entries[-1].number, entries[-1].hash) if entries else genesis(name)
    facts = [
        readable(entry, Phrase("store-places.fact", {"place": name, "number": entry.number}))
        for entry in entries
    ]
    return verify_log(name, facts, head, library)
