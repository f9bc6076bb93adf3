"""Acts that only the server recorded which lost the lead: kept to be entered again, none is lost.

They lie beside the store of the official server, as lines of the other log with their hashes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count, groupby, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tiltyard.day.fold import fold
from tiltyard.engine.errors import Phrase
from tiltyard.service.peers import Copied
from tiltyard.store import codec
from tiltyard.store.chain import Verifier, genesis, opened
from tiltyard.store.disk import put_in_place
from tiltyard.store.lead import lead_file
from tiltyard.store.person_keys import opened_entry
from tiltyard.store.port import Head, Unwritable
from tiltyard.store.second_copy import Mirrored
from tiltyard.store.sqlite import SqliteStore, leftovers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tiltyard.day.event import Event
    from tiltyard.day.facts import Recorded
    from tiltyard.store.lead import Heads
    from tiltyard.store.port import Entry, Store
    from tiltyard.store.sqlite_led import LedStore

ENDING = ".differences"
_read = msgspec.json.Decoder(Copied).decode


def facts_of_our_own(store: LedStore, began: Heads) -> tuple[Copied, ...]:
    """Return the facts behind those with which the official server began its term.

    Where our log does not even lead there, all of it is returned.
    """
    found: list[Copied] = []
    for stream in store.streams():
        number, link = began.get(stream, (0, genesis(stream).hash.hex()))
        place = store.place(stream, number)
        if place is None and store.head(stream).number < number:
            continue
        same = place is not None and place.hash.hex() == link
        found += (
            Copied(stream, msgspec.Raw(entry.line), entry.hash.hex(), dict(entry.keys))
            for entry in store.read(stream, number if same else 0)
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class OtherBranch:
    """An event as the server left it that lost the lead, and what is missing here of it."""

    event: Event
    missing: tuple[Recorded, ...]

    @property
    def acts(self) -> int:
        """How many acts are missing."""
        return len({(fact.actor, fact.key) for fact in self.missing})


class Differences:
    """The facts of other branches that were told to this server."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._file = store.path.with_name(f"{store.path.name}{ENDING}")

    def take(self, facts: Sequence[Copied]) -> None:
        """Keep facts of another branch, each once, after its chain was checked."""
        kept = self._kept()
        known = {fact.hash for fact in kept}
        fresh: list[Copied] = []
        for stream, group in groupby(facts, lambda fact: fact.stream):
            together = list(group)
            self._check(stream, [_entry(fact) for fact in together])
            fresh += (fact for fact in together if fact.hash not in known and not self._has(fact))
        if fresh:
            self._write([*kept, *fresh])

    def forget(self, stream: str, people: Iterable[str]) -> None:
        """Drop the keys to texts about people who were forgotten; the file is written anew."""
        kept, gone = self._kept(), frozenset(people)
        left = [
            msgspec.structs.replace(fact, keys=_without(fact.keys, gone))
            if fact.stream == stream
            else fact
            for fact in kept
        ]
        if left != kept:
            self._write(left)

    def _write(self, facts: Sequence[Copied]) -> None:
        """Write the file anew: it is there whole or as it was before."""
        part = self._file.with_name(f"{self._file.name}.part")
        try:
            part.write_bytes(b"".join(msgspec.json.encode(fact) + b"\n" for fact in facts))
            put_in_place(part, self._file)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Unwritable("differences-not-kept", file=str(self._file), reason=reason) from error

    def branches(self, stream: str) -> list[OtherBranch]:
        """Return the branches of an event with acts that are missing here."""
        found = [self._branch(stream, entries) for entries in self._in_a_row(stream)]
        return [branch for branch in found if branch.missing]

    def _in_a_row(self, stream: str) -> list[list[Entry]]:
        """Return the kept facts of an event, those together that follow one another."""
        rows: list[list[Entry]] = []
        for entry in self._entries(stream):
            if rows and rows[-1][-1].number + 1 == entry.number:
                rows[-1].append(entry)
            else:
                rows.append([entry])
        return rows

    def _branch(self, stream: str, entries: list[Entry]) -> OtherBranch:
        """Return the event as that branch left it, and its acts that have no key here."""
        own = takewhile(lambda entry: entry.number < entries[0].number, self._store.read(stream))
        facts = tuple(codec.recorded(entry) for entry in chain(own, entries))
        missing = tuple(
            codec.recorded(entry)
            for entry in entries
            if not self._store.has_act(stream, entry.actor, entry.key)
        )
        return OtherBranch(fold(facts), missing)

    def counts(self) -> dict[str, int]:
        """Return for each event how many acts are missing here."""
        streams = sorted({fact.stream for fact in self._kept()})
        acts = {stream: sum(branch.acts for branch in self.branches(stream)) for stream in streams}
        return {stream: number for stream, number in acts.items() if number}

    def _check(self, stream: str, entries: list[Entry]) -> None:
        number = entries[0].number - 1
        start = self._store.place(stream, number) or Head(number, b"")
        verifier = Verifier(stream, start, Phrase("store-places.log-to-take-over"))
        for entry in entries:
            verifier.open(entry.number, entry.line, entry.hash)

    def _has(self, fact: Copied) -> bool:
        """Whether a fact stands in our own log at the same place."""
        place = self._store.place(fact.stream, _entry(fact).number)
        return place is not None and place.hash.hex() == fact.hash

    def _entries(self, stream: str) -> Iterator[Entry]:
        return (_entry(fact) for fact in self._kept() if fact.stream == stream)

    def _kept(self) -> list[Copied]:
        """Return what was told; a line that was cut off is left out, and told again."""
        try:
            lines = self._file.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        found: list[Copied] = []
        for line in lines:
            with suppress(msgspec.DecodeError):
                found.append(_read(line))
        return found


def differences_beside(store: Store) -> Differences | None:
    """Return what other branches recorded that lies beside a store; none where none can lie."""
    kept = store.store if isinstance(store, Mirrored) else store
    return Differences(kept) if isinstance(kept, SqliteStore) else None


def _without(keys: Mapping[str, bytes], people: frozenset[str]) -> dict[str, bytes]:
    return {person: key for person, key in keys.items() if person not in people}


def _entry(fact: Copied) -> Entry:
    entry = opened(bytes(fact.entry), bytes.fromhex(fact.hash), fact.stream)
    return opened_entry(fact.stream, entry, fact.keys)


def move_aside(store: Path) -> Path:
    """Give a closed store with another history another name, with all that belongs to it."""
    names = (store.with_name(f"{store.name}.split-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    keys = store.with_name(f"{store.name}.keys")
    belonging = (keys, *leftovers(keys), *leftovers(store), lead_file(store))
    store.replace(aside)
    for name in belonging:
        if name.exists():
            name.replace(name.with_name(name.name.replace(store.name, aside.name, 1)))
    for index in (store, keys):
        index.with_name(f"{index.name}-shm").unlink(missing_ok=True)
    return aside
