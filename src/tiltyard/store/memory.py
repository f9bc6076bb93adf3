"""A store that forgets everything at the end: for tests, trials and simulations."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING

from tiltyard.store.adoption import check_adopted
from tiltyard.store.chain import Verifier, genesis, opened, seal
from tiltyard.store.idempotency import Row, check_act, check_expected
from tiltyard.store.person_keys import FORGOTTEN, keys_of, opened_entry, sealed
from tiltyard.store.port import Answer, Head, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tiltyard.store.port import Act, Draft, Entry


class MemoryStore:
    """Logs in lists."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._logs: dict[str, list[Entry]] = {}
        self._answers: dict[tuple[str, str, str], Row] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._keys: dict[str, dict[str, bytes]] = {}

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        check_act(stream, act, drafts)
        with self._lock:
            known = self.answer(stream, act.actor, act.key, act.fingerprint)
            if known is not None:
                return known
            head = self.head(stream)
            check_expected(stream, expected, head)
            written, keys = sealed(stream, act, drafts, lambda: self._keys.get(stream, {}))
            entries = list(seal(stream, head, act, written))
            row = Row(act.actor, act.key, act.fingerprint, entries[0].number, entries[-1].number)
            self._logs.setdefault(stream, []).extend(entries)
            self._keys.setdefault(stream, {}).update(keys)
            if FORGOTTEN in keys.values():
                self._snapshots.pop(stream, None)
            self._answers[stream, act.actor, act.key] = row
        return Answer(row.first, row.last)

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        row = self._answers.get((stream, actor, key))
        return None if row is None else row.again(fingerprint)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        with self._lock:
            entries = self._logs.get(stream, [])[after:]
            keys = dict(self._keys.get(stream, {}))
        for entry in entries:
            yield opened_entry(stream, entry, keys)

    def head(self, stream: str) -> Head:
        with self._lock:
            log = self._logs.get(stream)
            return Head(log[-1].number, log[-1].hash) if log else genesis(stream)

    def streams(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._logs))

    def verify(self, stream: str) -> Head:
        verifier = Verifier(stream, place=f"memory: {stream}")
        for entry in self.read(stream):
            verifier.check(entry.number, entry.line, entry.hash)
        return verifier.head

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        rows = check_adopted(stream, entries)
        with self._lock:
            check_expected(stream, 0, self.head(stream))
            if entries:
                self._logs[stream] = [opened(entry.line, entry.hash) for entry in entries]
                self._keys[stream] = keys_of(entries)
            self._answers.update({(stream, row.actor, row.key): row for row in rows})

    def keys(self, stream: str) -> Mapping[str, bytes]:
        with self._lock:
            return dict(self._keys.get(stream, {}))

    def scrub(self) -> bool:
        return True

    def snapshot(self, stream: str) -> Snapshot | None:
        kept = self._snapshots.get(stream)
        if kept is None or not 0 < kept.number <= self.head(stream).number:
            return None
        return kept if kept.hash == self._logs[stream][kept.number - 1].hash else None

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        self._snapshots[stream] = snapshot

    def close(self) -> None:
        """Nothing is held."""
