"""The hashes of a log in clear, computed again from the sealed one that it became."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.day.facts import LogSealed
from tiltyard.store import codec
from tiltyard.store.chain import genesis, relined

if TYPE_CHECKING:
    from tiltyard.store.port import Entry


def hashes_before(stream: str, entries: Sequence[Entry]) -> tuple[list[bytes], bool]:
    """Return the hashes to compare salts with, and whether a sealed log is the one it names.

    Where a text cannot be opened any more, or the seed is withheld, the old chain ends, and only
    what the log says of it is known.
    """
    hashes = [entry.hash for entry in entries]
    told = next((entry for entry in reversed(entries) if entry.name == LogSealed.NAME), None)
    fact = codec.recorded(told).fact if told is not None else None
    if not isinstance(fact, LogSealed):
        return hashes, True
    link = genesis(stream).hash
    whole = sha256(link + entries[0].line).digest() == entries[0].hash
    for place, entry in enumerate(entries[: fact.facts]):
        whole = whole and not entry.closed
        if whole:
            line = relined(entry.line, entry.body) if entry.number in fact.sealed else entry.line
            link = sha256(link + line).digest()
            hashes[place] = link
        else:
            hashes[place] = bytes.fromhex(fact.links.get(str(entry.number), ""))
    return hashes, not whole or link.hex() == fact.head
