"""The whole log of an event as a file, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.app.desk import require_event_id
from tiltyard.core.errors import Phrase, Refused
from tiltyard.core.facts.setup import EventCreated
from tiltyard.core.state import fold
from tiltyard.core.who_reads import holds_secrets, is_unpublished
from tiltyard.formats.log_file import read_whole, write_without_seed
from tiltyard.store import codec
from tiltyard.store.errors import Damaged, WrongStore
from tiltyard.store.log_lines import write_log
from tiltyard.store.port import Head

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.core.facts import Recorded
    from tiltyard.core.state import Event
    from tiltyard.store.port import Entry, Store


def require_event(store: Store, name: str) -> None:
    """Refuse the name of an event that is not there."""
    if not store.head(name).number:
        known = ", ".join(store.streams()) or "none yet"
        raise Refused("event-unknown", name=name[:70], known=known)


def export_log(store: Store, name: str, *, without_seed: bool = False) -> Iterator[bytes]:
    """Yield the log of an event as the lines of a file."""
    require_event(store, name)
    write = write_without_seed if without_seed else write_log
    return write(name, store.read(name))


def require_no_secrets(store: Store, name: str) -> None:
    """Refuse a log with secrets in it for somebody who looks on: the chain covers every word."""
    require_event(store, name)
    facts = [codec.recorded(entry) for entry in store.read(name)]
    event = fold(facts)
    if any(is_unpublished(event, one) for one in facts):
        raise Refused("log-holds-round-drawn-not")
    if any(holds_secrets(one.fact) for one in facts):
        raise Refused("log-holds-lists-what-only")


def import_log(
    store: Store, lines: Sequence[bytes], place: str, *, must_end_with: str | None = None
) -> Head:
    """Take over a whole log, or refuse it and change nothing.

    A log that was cut off between two lines looks whole; whoever knows its head names it.
    """
    name, entries = read_whole(lines, place)
    require_event_id(name)
    folded(name, entries, place)
    here = store.head(name)
    there = Head(entries[-1].number, entries[-1].hash)
    if must_end_with is not None and there.hash.hex() != must_end_with.lower():
        raise Damaged(
            "ends-fact-line-head",
            number=there.number,
            place=place,
            other_number=there.number + 1,
            hex=there.hash.hex(),
            must_end_with=must_end_with[:70],
        )
    if here.number:
        same = "the same log" if here == there else f"another log of {here.number} facts"
        raise Refused("import-log-event-already", name=name, same=same)
    store.adopt(name, entries)
    return there


def folded(name: str, entries: Sequence[Entry], place: str) -> Event:
    """Return what a log adds up to; one that adds up to nothing is refused."""
    if not entries:
        raise Damaged("holds-no-facts", stream=name, place=place)
    facts = [readable(entry, fact_at_line(place, entry.number)) for entry in entries]
    first = facts[0].fact
    if not isinstance(first, EventCreated) or first.event != name:
        raise Damaged("first-fact-of-another-event", number=1, place=place, name=name)
    try:
        return fold(facts)
    except (AssertionError, KeyError, IndexError, ValueError, TypeError) as error:
        raise Damaged("holds-facts-do-not-follow", place=place) from error


def fact_at_line(place: str, number: int) -> Phrase:
    """Return where a fact stands in a log file; its first line is the head of the log."""
    facts = {"place": place, "number": number, "line": number + 1}
    return Phrase("store-places.fact-at-line", facts)


def readable(entry: Entry, where: Phrase) -> Recorded:
    """Return an entry from elsewhere as a fact, or refuse it and say where it stands."""
    try:
        return codec.recorded_exactly(entry)
    except WrongStore as error:
        raise WrongStore("fact-of-log-unreadable", place=where, error=error) from error
