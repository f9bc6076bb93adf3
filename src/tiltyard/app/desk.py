"""The desk: load, decide, append, publish. One live state per open event, folded forward."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import RLock
from typing import TYPE_CHECKING

from tiltyard import __version__
from tiltyard.app.clock import Clock, SteadyClock
from tiltyard.core.consequences import Account, account
from tiltyard.core.decide import Decision, decide, refusal_of
from tiltyard.core.decide.scene import Command, Scene
from tiltyard.core.decide.setup import CreateEvent
from tiltyard.core.errors import Fault, Refused
from tiltyard.core.facts import Fact, Recorded
from tiltyard.core.facts.setup import ActUndone, Details
from tiltyard.core.options import with_options
from tiltyard.core.state import Event, evolve, fold
from tiltyard.core.state.evolve import reaches_back
from tiltyard.store import codec
from tiltyard.store.errors import Conflict
from tiltyard.store.port import Act, Answer, Snapshot

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.store.port import Store

ENGINE = f"tiltyard {__version__}"
ORGANIZER = "p1"
_EVENT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_TRIES = 20
_SNAPSHOT_EVERY = 2000

Library = Callable[[str], "Ruleset"]


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was recorded: its facts, the event after it, and whether it was a retry."""

    event: Event
    facts: tuple[Recorded, ...]
    repeated: bool = False


@dataclass(slots=True)
class _Open:
    """An event kept in memory, with the rules as its organizer uses them."""

    event: Event
    document: Ruleset
    rules: Ruleset
    snapshot: int = 0
    lock: RLock = field(default_factory=RLock)


class Desk:
    """Every use of the program goes through here: web, terminal, tests."""

    def __init__(
        self,
        store: Store,
        library: Library,
        clock: Clock | None = None,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(32),
    ) -> None:
        self.store = store
        self.clock = clock or SteadyClock()
        self._library = library
        self._new_seed = new_seed
        self._open: dict[str, _Open] = {}
        self._lock = RLock()

    # ------------------------------------------------------------------------------ reading

    def events(self) -> tuple[str, ...]:
        """Return the ids of all events."""
        return self.store.streams()

    def event(self, name: str) -> Event:
        """Return an event as it stands, with everything other processes recorded."""
        opened = self._opened(name)
        with opened.lock:
            self._catch_up(name, opened)
            return opened.event

    def rules(self, name: str) -> tuple[Ruleset, Ruleset]:
        """Return the rules as the organizer uses them, and the bare document."""
        opened = self._opened(name)
        return opened.rules, opened.document

    def log(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """Yield the facts of an event."""
        for entry in self.store.read(name, after):
            yield codec.recorded(entry)

    def scene(self, name: str, person: PersonId) -> Scene:
        """Return what a decision of this person would be made from."""
        event = self.event(name)
        opened = self._opened(name)
        return Scene(event, opened.rules, opened.document, person, self.clock.now(), ENGINE)

    def refusal(self, name: str, person: PersonId, command: Command) -> Refused | None:
        """Return why an act would be refused now, or none."""
        return refusal_of(self.scene(name, person), command)

    def what_would_change(self, name: str, person: PersonId, command: Command) -> Account:
        """Return what an act would change for people, without doing it."""
        scene = self.scene(name, person)
        decision = decide(scene, command)
        after = self._after(name, scene, command, decision)
        return account(scene.event, after, scene.document)

    def what_undo_takes_back(self, name: str) -> tuple[Recorded, ...]:
        """Return the facts of the last act, which undo would take back."""
        last = self.event(name).last_act
        if last is None:
            return ()
        return tuple(one for one in self.log(name, last.first - 1) if one.number <= last.last)

    def _after(self, name: str, scene: Scene, command: Command, decision: Decision) -> Event:
        facts = [
            Recorded(number, scene.at, scene.person, decision.role, command.NAME, "", fact)
            for number, fact in enumerate(decision.facts, scene.event.version + 1)
        ]
        if any(isinstance(one.fact, ActUndone) for one in facts):
            return fold([*self.log(name), *facts])
        return fold(facts, scene.event)

    # ------------------------------------------------------------------------------ writing

    def create(
        self,
        name: str,
        details: Details,
        organizer_name: str,
        *,
        person: PersonId = ORGANIZER,
        key: str | None = None,
    ) -> Done:
        """Set up a new event; the seed is drawn here and stays secret until the end."""
        require_event_id(name)
        document = self._library(details.ruleset)
        command = CreateEvent(name, details, organizer_name, self._new_seed())
        asked = _fingerprint(replace(command, seed=""))
        act_key = key or secrets.token_hex(8)
        known = self.store.answer(name, person, act_key, asked)
        if known is not None:
            return self._repeated(name, known)
        if self.store.head(name).number:
            raise Refused(f"there is an event {name!r} already", fix="another id")
        rules = with_options(document, details.options)
        scene = Scene(Event(), rules, document, person, self.clock.now(), ENGINE)
        decision = decide(scene, command)
        answer = self._append(name, 0, decision, scene, command.NAME, act_key, asked)
        return self._done(name, answer)

    def do(
        self,
        name: str,
        person: PersonId,
        command: Command,
        *,
        key: str | None = None,
        seen: int | None = None,
    ) -> Done:
        """Decide an act on the newest state and record its facts, or refuse it.

        `key` makes a retry harmless. `seen` is the version the person looked at: when it is given
        and the event has moved on, the act is refused and nothing is overwritten.
        """
        asked = _fingerprint(command)
        act_key = key or secrets.token_hex(8)
        opened = self._opened(name)
        with opened.lock:
            for _ in range(_TRIES):
                self._catch_up(name, opened)
                known = self.store.answer(name, person, act_key, asked) if key else None
                if known is not None:
                    return self._repeated(name, known)
                try:
                    return self._try(name, opened, person, command, act_key, asked, seen)
                except Conflict:
                    continue
        raise Conflict(
            "the event changes faster than this can be decided",
            fix="try again in a moment; nothing was recorded",
        )

    def _try(
        self,
        name: str,
        opened: _Open,
        person: PersonId,
        command: Command,
        key: str,
        asked: str,
        seen: int | None,
    ) -> Done:
        event = opened.event
        if seen is not None and seen != event.version:
            raise Refused(
                "the event has changed since you looked at it",
                fix="look again, then decide",
                seen=seen,
                version=event.version,
            )
        scene = Scene(event, opened.rules, opened.document, person, self.clock.now(), ENGINE)
        decision = decide(scene, command)
        answer = self._append(name, event.version, decision, scene, command.NAME, key, asked)
        if answer.repeated:
            return self._repeated(name, answer)
        facts = self._fold_forward(name, opened, answer, decision)
        return Done(opened.event, facts)

    def _append(
        self,
        name: str,
        expected: int,
        decision: Decision,
        scene: Scene,
        cause: str,
        key: str,
        asked: str,
    ) -> Answer:
        act = Act(scene.person, decision.role, scene.at, cause, key, asked)
        drafts = [codec.draft(fact) for fact in decision.facts]
        return self.store.append(name, expected, act, drafts)

    def _fold_forward(
        self, name: str, opened: _Open, answer: Answer, decision: Decision
    ) -> tuple[Recorded, ...]:
        """Fold what was just recorded, read back from its canonical bytes."""
        facts = tuple(codec.recorded(entry) for entry in self.store.read(name, answer.first - 1))
        if len(facts) < len(decision.facts):
            raise Fault("the log does not hold what was just recorded")
        self._take(name, opened, facts)
        return facts[: len(decision.facts)]

    # ------------------------------------------------------------------------------ the live state

    def _opened(self, name: str) -> _Open:
        with self._lock:
            opened = self._open.get(name)
            if opened is None:
                opened = self._open[name] = self._load(name)
            return opened

    def _load(self, name: str) -> _Open:
        if not self.store.head(name).number:
            known = ", ".join(self.events())
            raise Refused(
                f"there is no event {name[:70]!r}",
                fix=f"one of {known}" if known else "create it first: this store holds no event",
            )
        start, position = self._from_snapshot(name)
        facts = [codec.recorded(entry) for entry in self.store.read(name, position)]
        if start is not None and reaches_back(facts, position):
            start, position = None, 0
            facts = [codec.recorded(entry) for entry in self.store.read(name)]
        event = fold(facts, start)
        document = self._library(event.details.ruleset)
        return _Open(event, document, with_options(document, event.details.options), position)

    def _from_snapshot(self, name: str) -> tuple[Event | None, int]:
        kept = self.store.snapshot(name)
        if kept is None or kept.engine != ENGINE:
            return None, 0
        state = codec.decode_state(kept.state)
        return (state, kept.number) if state is not None else (None, 0)

    def _catch_up(self, name: str, opened: _Open) -> None:
        if self.store.head(name).number != opened.event.version:
            entries = self.store.read(name, opened.event.version)
            self._take(name, opened, tuple(codec.recorded(entry) for entry in entries))

    def _take(self, name: str, opened: _Open, facts: tuple[Recorded, ...]) -> None:
        before = opened.event
        if any(isinstance(one.fact, ActUndone) for one in facts):
            again = self._load(name)
            opened.event, opened.snapshot = again.event, again.snapshot
        else:
            for one in facts:
                opened.event = evolve(opened.event, one)
        if opened.event.details != before.details:
            opened.document = self._library(opened.event.details.ruleset)
            opened.rules = with_options(opened.document, opened.event.details.options)
        if opened.event.version - opened.snapshot >= _SNAPSHOT_EVERY:
            self.keep_snapshot(name)

    def keep_snapshot(self, name: str) -> None:
        """Keep the state as it is, so that the event opens quickly next time."""
        opened = self._opened(name)
        with opened.lock:
            head = self.store.head(name)
            if head.number != opened.event.version:
                return
            state = codec.encode_state(opened.event)
            self.store.keep_snapshot(name, Snapshot(head.number, head.hash, ENGINE, state))
            opened.snapshot = head.number

    def _repeated(self, name: str, answer: Answer) -> Done:
        return replace(self._done(name, answer), repeated=True)

    def _done(self, name: str, answer: Answer) -> Done:
        facts = tuple(one for one in self.log(name, answer.first - 1) if one.number <= answer.last)
        return Done(self.event(name), facts)


def require_event_id(name: str) -> None:
    """Refuse what cannot be the id of an event."""
    if not _EVENT_ID.fullmatch(name):
        raise Refused(
            f"{name[:70]!r} cannot be the id of an event",
            fix="small letters, digits and dashes, at most 64",
        )


def _fingerprint(command: Command) -> str:
    return sha256(codec.fingerprint_bytes(command)).hexdigest()


def facts_of(done: Done) -> tuple[Fact, ...]:
    """Return the bare facts of an act."""
    return tuple(one.fact for one in done.facts)
