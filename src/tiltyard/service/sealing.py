"""Logs in clear, as earlier versions wrote them, carried over into logs whose texts are sealed.

The facts stay what they are: numbers, times, people, keys of acts. Their lines change, and so does
every hash behind the first of them. The last fact of the new log says which hash the old one
ended with; as long as every text can be opened, the old chain is computed again from the new log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from tiltyard.day.facts import RoundSalted
from tiltyard.day.roles import holders
from tiltyard.day.sealing import RecordSealing
from tiltyard.engine.errors import Refused
from tiltyard.service.desk import Desk
from tiltyard.service.verifying import verdict_of
from tiltyard.store import codec
from tiltyard.store.chain import genesis, opened, relined
from tiltyard.store.person_keys import PERSONAL, is_sealed, keys_of, opened_entry, sealed
from tiltyard.store.port import Act, Draft
from tiltyard.store.sqlite import clear_away, leftovers, lock_of
from tiltyard.store.sqlite_led import LedStore

if TYPE_CHECKING:
    from pathlib import Path

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.store.port import Entry, Store

PART = ".sealing"
KEPT = ".unsealed"


def in_clear(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Return the numbers of the facts whose texts about people are not sealed."""
    return tuple(
        entry.number
        for entry in entries
        if entry.name in PERSONAL and not is_sealed(entry.line) and _with_texts_sealed(entry)[1]
    )


def sealed_log(stream: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the same facts as a log whose texts about people are sealed; one key for each."""
    keys = keys_of(entries)
    link = genesis(stream).hash
    found: list[Entry] = []
    for entry in entries:
        line = entry.line
        if entry.name in PERSONAL and not is_sealed(line):
            body, fresh = _with_texts_sealed(entry, stream, keys)
            keys |= fresh
            line = relined(line, body)
        link = sha256(link + line).digest()
        found.append(opened_entry(stream, opened(line, link, stream), keys))
    return found


def _with_texts_sealed(
    entry: Entry, stream: str = "", keys: dict[str, bytes] | None = None
) -> tuple[bytes, dict[str, bytes]]:
    """Return the body of a fact with its texts sealed, and the keys that were made for it."""
    act = Act(entry.actor, entry.role, entry.at, entry.cause, entry.key, "")
    known = {} if keys is None else keys
    (draft,), fresh = sealed(stream, act, [Draft(entry.name, entry.body)], lambda: known)
    return draft.body, fresh


def sealing_of(entries: Sequence[Entry]) -> RecordSealing:
    """Return what is recorded of a log in clear when it is carried over."""
    hashes = {entry.number: entry.hash.hex() for entry in entries}
    salted = (codec.recorded(entry) for entry in entries if entry.name == RoundSalted.NAME)
    heads = {fact.head for told in salted if isinstance(fact := told.fact, RoundSalted)}
    links = {str(number): link for number, link in hashes.items() if link in heads}
    last = entries[-1]
    return RecordSealing(last.hash.hex(), last.number, in_clear(entries), links)


# ------------------------------------------------------------------------------
# A whole store: a new file with sealed logs takes its place, the old one keeps another name.

Library = Callable[[str], "Ruleset"]


def seal_store(path: Path, library: Library) -> tuple[tuple[str, ...], Path | None]:
    """Seal every log of a store; return the events, and under which name the old file lies.

    Nothing takes the place of anything before every new log was verified like the old one.
    """
    part = path.with_name(f"{path.name}{PART}")
    _clear_away(part)
    try:
        with closing(LedStore(path)) as old, closing(LedStore(part)) as new:
            old.lead.require()
            events = tuple(_carried(old, new, library))
    except BaseException:
        _clear_away(part)
        raise
    if not events:
        _clear_away(part)
        return (), None
    names = (path.with_name(f"{path.name}{KEPT}-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    for left in leftovers(path):
        left.unlink(missing_ok=True)
    path.replace(kept)
    part.replace(path)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    _clear_away(part)
    return events, kept


def _clear_away(part: Path) -> None:
    clear_away(part)
    lock_of(part).unlink(missing_ok=True)


def _carried(old: Store, new: Store, library: Library) -> Iterator[str]:
    """Carry every log over, and yield the events of which one was in clear."""
    desk = Desk(new, library)
    for stream in old.streams():
        entries = list(old.read(stream))
        if not in_clear(entries):
            new.adopt(stream, entries)
            continue
        new.adopt(stream, sealed_log(stream, entries))
        organizer = holders(desk.event(stream), "organizer")[0]
        desk.do(stream, organizer, sealing_of(entries))
        before = verdict_of(stream, entries, library)
        after = verdict_of(stream, list(new.read(stream)), library)
        if before.troubles != after.troubles:
            raise Refused("sealed-log-verifies-otherwise", event=stream)
        yield stream
