"""A store with a second copy behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.store.port import Act, Answer, Draft, Entry, Head, Snapshot, Store
    from tiltyard.store.second_copy import SecondCopy


class Mirrored:
    """Passes everything on, and tells the copy what is new.

    With `wait` an act is acknowledged only after it was shipped; trouble with the copy is noted
    there and does not stop the event.
    """

    def __init__(self, store: Store, copy: SecondCopy, *, wait: bool = False) -> None:
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

    def _tell(self, stream: str) -> None:
        if self._wait:
            self.copy.ship_now(stream)
        else:
            self.copy.nudge()

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
        self.copy.stop()
        self.store.close()
