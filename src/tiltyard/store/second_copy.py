"""A second copy of every log in another directory, best on a stick that goes home with somebody.

The copy follows the store: after each append, after having been unplugged, after a crash. Trouble
with it is remembered and shown, and never stands in the way of a result.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING

from tiltyard.store.chain import fact_line, genesis, header, read_log
from tiltyard.store.disk import put_in_place, sync_directory
from tiltyard.store.lock_file import one_at_a_time
from tiltyard.store.person_keys import keys_line, read_keys
from tiltyard.store.port import Damaged, Head, StoreRefused, Unwritable, WrongStore

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tiltyard.store.port import Act, Answer, Draft, Entry, Snapshot, Store


ENDING = ".tiltyard-log"
KEYS_ENDING = ".tiltyard-keys"
AT_A_TIME = 1_000  # facts written before each sync


class SecondCopy:
    """Ships facts from a store into a directory: by hand, or in the background."""

    def __init__(self, store: Store, directory: str | Path, every: float = 10.0) -> None:
        self.directory = Path(directory)
        self._store = store
        self._every = every
        self._lock = RLock()
        self._troubles: dict[str, StoreRefused] = {}
        self._kept: dict[str, Head] = {}
        self._sizes: dict[str, int] = {}
        self._wanted = Event()
        self._ending = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """Bring the copy up to date in the background, now and whenever it is behind."""
        self._ending = False
        self.nudge()
        self._thread = Thread(target=self._run, name="second copy", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ship what is left and end."""
        self._ending = True
        self._wanted.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def nudge(self) -> None:
        """Say that there is something new."""
        self._wanted.set()

    def ship_now(self, stream: str | None = None) -> bool:
        """Bring the copy up to date; False, and the trouble noted, if that does not work."""
        with self._lock:
            try:
                names = self._store.streams() if stream is None else (stream,)
            except StoreRefused:
                return False  # the store's own trouble, and said there
            failed = [name for name in names if not self._shipped(name)]
            return not failed

    @property
    def trouble(self) -> StoreRefused | None:
        """What keeps the copy from being complete."""
        return next(iter(self._troubles.copy().values()), None)

    def _shipped(self, stream: str) -> bool:
        try:
            self._ship(stream)
        except OSError as error:
            self._troubles[stream] = Unwritable(
                "second-copy-cannot-be-written",
                folder=str(self.directory),
                reason=error.strerror or str(error),
            )
        except StoreRefused as error:
            self._troubles[stream] = error
        else:
            self._troubles.pop(stream, None)
            return True
        self._sizes.pop(stream, None)  # believe nothing about the copy: read it at the next try
        return False

    def lag(self, stream: str) -> int:
        """Return how many facts of a stream are not known to be in the copy."""
        kept = self._kept.get(stream)
        return max(0, self._store.head(stream).number - (kept.number if kept else 0))

    def behind(self) -> int:
        """Return how many facts of all streams are not known to be in the copy."""
        return sum(self.lag(stream) for stream in self._store.streams())

    def file_of(self, stream: str) -> Path:
        """Return the copy of a stream; its name is safe on every kind of disk."""
        name = re.sub(rb"[^a-z0-9_-]", lambda found: b"%%%02X" % found[0][0], stream.encode())
        return self.directory / (name.decode() + ENDING)

    def _run(self) -> None:
        while not self._ending:
            told = self._wanted.wait(self._every)
            self._wanted.clear()
            if told or self._is_behind():
                self.ship_now()
        self.ship_now()

    def _is_behind(self) -> bool:
        """Whether there is something to do that nobody told: a stick is back, say."""
        try:
            return self.trouble is not None or self.behind() > 0
        except StoreRefused:
            return False

    def _ship(self, stream: str) -> None:
        with one_at_a_time(self.directory):
            self._ship_alone(stream)

    def _ship_alone(self, stream: str) -> None:
        file = self.file_of(stream)
        kept = self._kept_in(file, stream)
        self._refuse_to_overwrite(file, stream, kept)
        self._ship_keys(file, stream)
        entries = self._store.read(stream, kept.number)
        while batch := list(islice(entries, AT_A_TIME)):
            data = b"".join(map(fact_line, batch))
            with file.open("ab") as writing:
                writing.write(data)
                writing.flush()
                os.fsync(writing.fileno())
            self._sizes[stream] += len(data)
            self._kept[stream] = Head(batch[-1].number, batch[-1].hash)

    def _ship_keys(self, file: Path, stream: str) -> None:
        """Write the keys to the texts of a log beside its copy; those that were erased go."""
        line = keys_line(self._store.keys(stream))
        beside = keys_beside(file)
        if _content(beside) != line:
            part = beside.with_name(f"{beside.name}.part")
            part.write_bytes(line)
            put_in_place(part, beside)

    def _kept_in(self, file: Path, stream: str) -> Head:
        """Return how far the copy goes, after reading and mending it if it is not as we left it."""
        size = file.stat().st_size if file.exists() else -1
        if size >= 0 and self._sizes.get(stream) == size:
            return self._kept[stream]
        if size >= 0:
            try:
                return self._reopened(file, stream)
            except (Damaged, WrongStore):
                aside = file.with_name(f"{file.name}.damaged")
                file.replace(aside)
        self._begin(file, stream)
        return self._kept[stream]

    def _begin(self, file: Path, stream: str) -> None:
        part = file.with_name(f"{file.name}.part")
        part.write_bytes(header(stream))
        put_in_place(part, file)
        self._sizes[stream] = file.stat().st_size
        self._kept[stream] = genesis(stream)

    def _reopened(self, file: Path, stream: str) -> Head:
        """Read a copy found in the directory; a torn last line is cut off."""
        with file.open("rb") as reading:
            lines = list(reading)
        found, entries = read_log(lines, torn_tail=True, place=str(file))
        if found != stream:
            raise WrongStore("copy-of-another-event", file=file, found=found, stream=stream)
        whole = sum(map(len, lines[: len(entries) + 1]))
        with file.open("r+b") as mending:
            mending.truncate(whole)
            os.fsync(mending.fileno())
        sync_directory(file.parent)
        head = Head(entries[-1].number, entries[-1].hash) if entries else genesis(stream)
        self._sizes[stream], self._kept[stream] = whole, head
        return head

    def _refuse_to_overwrite(self, file: Path, stream: str, kept: Head) -> None:
        """Stop when the copy knows more than the store, or something else."""
        here = self._store.head(stream)
        if kept.number > here.number:
            raise Damaged(
                "second-copy-facts-store-lost",
                stream=stream,
                number=here.number + 1,
                file=file,
                other_number=kept.number - here.number,
            )
        there = None
        if kept.number == here.number:
            there = here.hash
        elif kept.number:
            with suppress(StopIteration):
                there = next(iter(self._store.read(stream, kept.number - 1))).hash
        if kept.number and there != kept.hash:
            raise Damaged(
                "second-copy-tells-another-story", stream=stream, number=kept.number, file=file
            )


def keys_beside(file: Path) -> Path:
    """Return where the keys to the texts of a copied log lie."""
    return file.with_name(file.name.removesuffix(ENDING) + KEYS_ENDING)


def keys_in(file: Path) -> dict[str, bytes]:
    """Return the keys that lie beside a copied log; none where there is no such file."""
    beside = keys_beside(file)
    line = _content(beside)
    return read_keys(line, str(beside)) if line else {}


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


# ------------------------------------------------------------------------------
# A store with a second copy behind it.


class Mirrored:
    """Passes everything on, and tells the copy what is new, if there is one.

    With `wait` an act is acknowledged only after it was shipped; trouble with the copy is noted
    there and does not stop the event.
    """

    def __init__(self, store: Store, copy: SecondCopy | None, *, wait: bool = False) -> None:
        self.store = store
        self.copy = copy
        self._wait = wait

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        answer = self.store.append(stream, expected, act, drafts)
        self._tell(stream)
        return answer

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        self.store.adopt(stream, entries)
        self._tell(stream)

    def keys(self, stream: str) -> Mapping[str, bytes]:
        return self.store.keys(stream)

    def scrub(self) -> bool:
        done = self.store.scrub()
        return (self.copy is None or self.copy.ship_now()) and done

    def keep_copy_in(self, directory: Path) -> None:
        """Keep the copy in another directory from now on; where that fails, nothing changes."""
        copy = SecondCopy(self.store, directory)
        if not copy.ship_now() and copy.trouble is not None:
            raise copy.trouble
        copy.start()
        before, self.copy = self.copy, copy
        if before is not None:
            before.stop()

    def keep_no_copy(self) -> None:
        """Keep no copy from now on; what was copied stays where it is."""
        before, self.copy = self.copy, None
        if before is not None:
            before.stop()

    def _tell(self, stream: str) -> None:
        copy = self.copy
        if copy is None:
            return
        if self._wait:
            copy.ship_now(stream)
        else:
            copy.nudge()

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        return self.store.answer(stream, actor, key, fingerprint)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        return self.store.read(stream, after)

    def head(self, stream: str) -> Head:
        return self.store.head(stream)

    def streams(self) -> tuple[str, ...]:
        return self.store.streams()

    def verify(self, stream: str) -> Head:
        return self.store.verify(stream)

    def snapshot(self, stream: str) -> Snapshot | None:
        return self.store.snapshot(stream)

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        self.store.keep_snapshot(stream, snapshot)

    def close(self) -> None:
        if self.copy is not None:
            self.copy.stop()
        self.store.close()


def copy_of(store: Store) -> SecondCopy | None:
    """Return the second copy that a store keeps now."""
    return store.copy if isinstance(store, Mirrored) else None
