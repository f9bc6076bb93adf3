"""The events that are open: one live state each, folded forward, never replayed for an act."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING

from tiltyard import __version__
from tiltyard.day.event import Event
from tiltyard.day.facts import ERASING, ActUndone
from tiltyard.day.fold import evolve, fold, reaches_back
from tiltyard.engine.errors import Refused
from tiltyard.engine.options import with_options
from tiltyard.rulesets.loader import load_files
from tiltyard.store import codec
from tiltyard.store.port import Head, Snapshot, StoreRefused
from tiltyard.store.second_copy import Mirrored

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from tiltyard.day.facts import Details, Recorded
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.store.port import Entry, Store

ENGINE = f"tiltyard {__version__}"
SNAPSHOT_EVERY = 2000
CROWDED = 1.0  # seconds in which an event counts as crowded after a lost race
_NEVER = datetime.min.replace(tzinfo=UTC)

Library = Callable[[str], "Ruleset"]


@dataclass(frozen=True, slots=True)
class Level:
    """An event as it stood after a whole act, with the rules as its organizer uses them.

    `head` is the end of the log it was folded from, `latest` the time of its last fact.
    """

    event: Event
    document: Ruleset
    rules: Ruleset
    head: Head
    latest: datetime


@dataclass(slots=True)
class LiveEvent:
    """An event kept in memory: `level` is exchanged as a whole, by whoever holds the lock."""

    level: Level
    snapshot: int = 0
    lock: RLock = field(default_factory=RLock)
    _nonce: tuple[bytes, str] = (b"", "")
    _crowded_until: float = 0.0

    @property
    def is_crowded(self) -> bool:
        """Whether another process was faster than this one a moment ago."""
        return monotonic() < self._crowded_until

    def was_beaten(self) -> None:
        """Remember that another process was faster."""
        self._crowded_until = monotonic() + CROWDED

    def nonce(self, new: Callable[[], str]) -> str:
        """Return what the next draw is salted with: another once anything has been recorded.

        It is kept nowhere else. A draw that was asked back about is decided with the same one, so
        nobody looks at several draws and takes the one they like.
        """
        if self._nonce[0] != self.head.hash:
            self._nonce = (self.head.hash, new())
        return self._nonce[1]

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.level.event

    @property
    def rules(self) -> Ruleset:
        """Its rules as the organizer uses them."""
        return self.level.rules

    @property
    def head(self) -> Head:
        """The end of the log as far as it is known here."""
        return self.level.head


def others_write(store: Store) -> bool:
    """Whether other processes may record in the same store: those that tell of it."""
    kept = store.store if isinstance(store, Mirrored) else store
    return hasattr(kept, "follow")


def turn_at(store: Store, name: str) -> AbstractContextManager[object] | None:
    """Return the turn at an event, in which no other process records; none where none can."""
    kept = store.store if isinstance(store, Mirrored) else store
    turn: Callable[[str], AbstractContextManager[object]] | None = getattr(kept, "turn", None)
    return None if turn is None else turn(name)


def document_of(event: Event, library: Library) -> Ruleset:
    """Return the ruleset of an event: the one it keeps, else one that comes with the program."""
    if event.ruleset_files:
        return load_files(event.details.ruleset, event.ruleset_files)
    return library(event.details.ruleset)


class LiveEvents:
    """Everything that is open in this process, kept level with the store."""

    def __init__(self, store: Store, library: Library) -> None:
        self._store = store
        self._library = library
        self._open: dict[str, LiveEvent] = {}
        self._lock = RLock()

    def opened(self, name: str) -> LiveEvent:
        """Return an event, loading it when it is asked for first."""
        known = self._open.get(name)
        if known is not None:
            return known
        with self._lock:
            live = self._open.get(name)
            if live is None:
                live = self._open[name] = self._load(name)
            return live

    def opened_or_new(self, name: str, details: Details) -> LiveEvent:
        """Return an event; one that is not there yet is empty, and kept once it is recorded."""
        head = self._store.head(name)
        if head.number:
            return self.opened(name)
        document = self._library(details.ruleset)
        rules = with_options(document, details.options)
        return LiveEvent(Level(Event(), document, rules, head, _NEVER))

    def keep(self, name: str, live: LiveEvent) -> None:
        """Keep an event that was just created, unless somebody opened it already."""
        with self._lock:
            self._open.setdefault(name, live)

    def level(self, name: str) -> Level:
        """Return an event level with the store, to be read.

        Where nobody else writes, a reader does not wait for an act that is being recorded: what
        stood before it is still true. Where others do, their acts are folded first.
        """
        live = self.opened(name)
        if live.lock.acquire(blocking=others_write(self._store)):
            try:
                self.catch_up(name, live)
            finally:
                live.lock.release()
        return live.level

    def catch_up(self, name: str, live: LiveEvent) -> None:
        """Fold what other processes recorded; load anew if the log is not the one we know."""
        head = self._store.head(name)
        if head == live.head:
            return
        entries = list(self._store.read(name, max(0, live.head.number - 1)))
        if not entries or entries[0].hash != live.head.hash:
            self._reload(name, live)
        else:
            self.take(name, live, entries[1:])

    def take(self, name: str, live: LiveEvent, entries: Sequence[Entry]) -> tuple[Recorded, ...]:
        """Fold entries of the log that follow on what is known, and return them as facts."""
        facts = tuple(codec.recorded(entry) for entry in entries)
        if any(isinstance(recorded.fact, (ActUndone, *ERASING)) for recorded in facts):
            self._reload(name, live)
        elif facts:
            before, last = live.level, entries[-1]
            event = before.event
            for recorded in facts:
                event = evolve(event, recorded)
            rules = before.document, before.rules
            known = before.event
            if (event.details, event.ruleset_files) != (known.details, known.ruleset_files):
                rules = self._rules(event)
            head, latest = Head(last.number, last.hash), max(before.latest, last.at)
            live.level = Level(event, *rules, head, latest)
        self._snapshot_if_due(name, live)
        return facts

    def keep_snapshot(self, name: str) -> None:
        """Keep the state as it is, so that the event opens quickly next time."""
        live = self.opened(name)
        with live.lock:
            state = codec.encode_state(live.event)
            snapshot = Snapshot(live.head.number, live.head.hash, ENGINE, state)
            self._store.keep_snapshot(name, snapshot)
            live.snapshot = live.head.number

    def _snapshot_if_due(self, name: str, live: LiveEvent) -> None:
        """A snapshot is a convenience: one that cannot be kept spoils no act."""
        if live.head.number - live.snapshot >= SNAPSHOT_EVERY:
            live.snapshot = live.head.number
            with suppress(StoreRefused, OverflowError):
                self.keep_snapshot(name)

    def _load(self, name: str) -> LiveEvent:
        if not self._store.head(name).number:
            known = ", ".join(self._store.streams())
            raise Refused("no-event" if known else "load-no-event", name=name[:70], known=known)
        start, position = self._from_snapshot(name)
        entries = list(self._store.read(name, max(0, position - 1)))
        facts = [codec.recorded(entry) for entry in entries if entry.number > position]
        if start is not None and reaches_back(facts, position):
            start, position = None, 0
            entries = list(self._store.read(name))
            facts = [codec.recorded(entry) for entry in entries]
        event = fold(facts, start)
        last = entries[-1]
        head = Head(last.number, last.hash)
        return LiveEvent(Level(event, *self._rules(event), head, last.at), position)

    def _reload(self, name: str, live: LiveEvent) -> None:
        again = self._load(name)
        live.level, live.snapshot = again.level, again.snapshot

    def _from_snapshot(self, name: str) -> tuple[Event | None, int]:
        kept = self._store.snapshot(name)
        if kept is None or kept.engine != ENGINE:
            return None, 0
        state = codec.decode_state(kept.state)
        return (state, kept.number) if state is not None else (None, 0)

    def _rules(self, event: Event) -> tuple[Ruleset, Ruleset]:
        document = document_of(event, self._library)
        return document, with_options(document, event.details.options)
