"""Taking over a whole log from elsewhere: nothing in it is believed before it is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import Phrase
from tiltyard.store.chain import Verifier
from tiltyard.store.idempotency import rows_of
from tiltyard.store.person_keys import opened_entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.store.idempotency import Row
    from tiltyard.store.port import Entry


def check_adopted(stream: str, entries: Sequence[Entry]) -> list[Row]:
    """Check a log from its first fact on; return the answers that belong to it."""
    verifier = Verifier(stream, place=Phrase("store-places.log-to-take-over"))
    for entry in entries:
        kept = verifier.open(entry.number, entry.line, entry.hash)
        if entry not in (kept, opened_entry(stream, kept, entry.keys)):
            raise verifier.damaged(entry.number, "fact-differs-from-its-line")
    rows = rows_of(entry.line for entry in entries)
    seen: set[tuple[str, str]] = set()
    for row in rows:
        if (row.actor, row.key) in seen:
            raise verifier.damaged(row.first, "fact-with-key-of-another", key=row.key)
        seen.add((row.actor, row.key))
    return rows
