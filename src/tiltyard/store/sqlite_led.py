"""A SQLite store that records only while its server leads, and that can be copied fact by fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import Phrase
from tiltyard.store.chain import Verifier
from tiltyard.store.idempotency import rows_of
from tiltyard.store.lead import Lead, heads_of, lead_file
from tiltyard.store.person_keys import keys_of, opened_entry
from tiltyard.store.second_copy import Mirrored
from tiltyard.store.sqlite import SHIPPED, SqliteStore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tiltyard.store.lead import Heads
    from tiltyard.store.port import Act, Answer, Draft, Entry, Store
    from tiltyard.store.sqlite import Settings


class LedStore(SqliteStore):
    """Logs of a server that leads, alone or with a standby, or that copies those of another."""

    def __init__(
        self,
        path: str | Path,
        settings: Settings = SHIPPED,
        steps: Mapping[int, str] | None = None,
    ) -> None:
        super().__init__(path, settings, steps)
        try:
            self.lead = Lead(lead_file(self.path))
        except BaseException:
            self.close()
            raise

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        self.lead.require()
        self.lead.require_standby()
        with self._lock:
            self.lead.require()
            answer = super().append(stream, expected, act, drafts)
        self.lead.recorded()
        self.lead.wait_until_confirmed(stream, answer.last)
        return answer

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        found = super().answer(stream, actor, key, fingerprint)
        if found is not None:
            self.lead.wait_until_confirmed(stream, found.last)
        return found

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        self.lead.require()
        self.lead.require_standby()
        with self._lock:
            self.lead.require()
            super().adopt(stream, entries)
        self.lead.recorded()
        self.lead.wait_until_confirmed(stream, entries[-1].number if entries else 0)

    def extend(self, stream: str, entries: Sequence[Entry]) -> None:
        """Take over facts of the server that leads, behind those that are here; chain checked."""
        with self._lock, self._refusing():
            with self._transaction() as connection:
                head = self._head(connection, stream)
                verifier = Verifier(stream, head, Phrase("store-places.log-to-take-over"))
                for entry in entries:
                    kept = verifier.open(entry.number, entry.line, entry.hash)
                    if entry not in (kept, opened_entry(stream, kept, entry.keys)):
                        raise verifier.damaged(entry.number, "fact-differs-from-its-line")
                rows = rows_of(entry.line for entry in entries)
                for row in rows:
                    if self._row(connection, stream, row.actor, row.key) is not None:
                        raise verifier.damaged(row.first, "fact-with-key-of-another", key=row.key)
                self._insert(connection, stream, entries, rows, "in-adopt")
                self._insert_keys(connection, stream, keys_of(entries))
            self._checkpoint_if_due()
        self.lead.recorded()

    def heads(self) -> Heads:
        """Return the ends of all logs."""
        return heads_of({stream: self.head(stream) for stream in self.streams()})


def led(store: Store) -> LedStore | None:
    """Return the store below that may lead or follow; none for every other kind."""
    kept = store.store if isinstance(store, Mirrored) else store
    return kept if isinstance(kept, LedStore) else None
