"""The desk: catch up, decide, append, fold. Every use of the program goes through here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.day.consequences import Account, account
from tiltyard.day.event import REHEARSAL, Event, original_of
from tiltyard.day.facts import ERASING, ActUndone, Details, Fact, Recorded
from tiltyard.day.fold import fold
from tiltyard.engine.errors import Fault, Refused
from tiltyard.engine.rosters.list_reading import ReadList, no_reader
from tiltyard.service.clock import Clock, SteadyClock
from tiltyard.service.event_cache import ENGINE, LiveEvents, turn_at
from tiltyard.store import codec
from tiltyard.store.person_keys import forgotten_in, naming
from tiltyard.store.port import Act, Answer, Conflict, Draft, WrongStore

if TYPE_CHECKING:
    from tiltyard.day.context import Command, Scene
    from tiltyard.day.setup import CreateEvent
    from tiltyard.day.table import Decision
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.event_cache import Level, Library, LiveEvent
    from tiltyard.store.port import Entry, Store

ORGANIZER = "p1"
LONGEST_EVENT_ID = 64
_EVENT_ID = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST_EVENT_ID - 1}}}")
_KEY = re.compile(r"[ -~]{1,128}")
_LONGEST_PERSON = 200
_TRIES = 20


def new_seed() -> str:
    """Return a seed nobody can guess."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was recorded: its facts, the event after it, and whether it was a retry."""

    event: Event
    facts: tuple[Recorded, ...]
    repeated: bool = False


class Desk:
    """Every use of the program goes through here: web, terminal, tests."""

    def __init__(
        self,
        store: Store,
        library: Library,
        clock: Clock | None = None,
        new_seed: Callable[[], str] = new_seed,
        read_list: ReadList = no_reader,
        new_nonce: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        self.store = store
        self.clock = clock or SteadyClock()
        self._library = library
        self.new_seed = new_seed
        self.new_nonce = new_nonce
        self._live = LiveEvents(store, self.document)
        self._rehearsals: dict[str, _Kept] = {}
        self.read_list = read_list

    # ------------------------------------------------------------------------------ rehearsals

    def open_rehearsal(self, name: str) -> str:
        """Return the id of a new rehearsal of an event; it is kept in memory and nowhere else."""
        for older in [known for known in self._rehearsals if original_of(known) == name]:
            del self._rehearsals[older]
        from tiltyard.store.memory import MemoryStore

        rehearsal = f"{name}{REHEARSAL}{secrets.token_hex(4)}"
        store = MemoryStore()
        self._rehearsals[rehearsal] = _Kept(store, LiveEvents(store, self.document))
        return rehearsal

    def rehearsal_of(self, name: str) -> str:
        """Return the rehearsal of an event that is open, if there is one."""
        return next((known for known in self._rehearsals if original_of(known) == name), "")

    def end_rehearsal(self, rehearsal: str) -> None:
        """Forget a rehearsal and everything in it."""
        self._rehearsals.pop(rehearsal, None)

    def _require_id(self, name: str) -> None:
        """Refuse what is neither an open rehearsal nor can be the id of an event."""
        if name not in self._rehearsals:
            require_event_id(name)

    def _of(self, name: str) -> _Kept:
        """Return where an event is kept: a rehearsal never with the others."""
        return self._rehearsals.get(name) or _Kept(self.store, self._live)

    # ------------------------------------------------------------------------------ reading

    def events(self) -> tuple[str, ...]:
        """Return the ids of all events."""
        return self.store.streams()

    def event(self, name: str) -> Event:
        """Return an event as it stands, with everything other processes recorded."""
        return self.level(name).event

    def rules(self, name: str) -> tuple[Ruleset, Ruleset]:
        """Return the rules as the organizer uses them, and the bare document."""
        level = self.level(name)
        return level.rules, level.document

    def document(self, ruleset: str) -> Ruleset:
        """Return the document an event with this ruleset would have."""
        return self._library(ruleset)

    def extend_library(self, extended: Callable[[Library], Library]) -> None:
        """Look rulesets up in what is made of the library so far."""
        self._library = extended(self._library)

    def level(self, name: str) -> Level:
        """Return an event and its rules as they stood at one moment, level with the store."""
        self._require_id(name)
        return self._of(name).live.level(name)

    def log(self, name: str, after: int = 0) -> Iterator[Recorded]:
        """Yield the facts of an event."""
        for entry in self._of(name).store.read(name, after):
            yield codec.recorded(entry)

    def scene(self, name: str, person: PersonId, confirmed: frozenset[str] = frozenset()) -> Scene:
        """Return what a decision of this person would be made from; a draw has other lots."""
        return self._scene(self.level(name), person, confirmed, self.new_nonce())

    def refusal(
        self,
        name: str,
        person: PersonId,
        command: Command,
        confirmed: frozenset[str] = frozenset(),
    ) -> Refused | None:
        """Return why an act would be refused now, or none."""
        try:
            for fact in _deciding().decide(self.scene(name, person, confirmed), command).facts:
                _draft(fact)
        except Refused as no:
            return no
        return None

    def what_would_change(
        self,
        name: str,
        person: PersonId,
        command: Command,
        confirmed: frozenset[str] = frozenset(),
    ) -> Account:
        """Return what an act would change for people, without doing it."""
        scene = self.scene(name, person, confirmed)
        decision = _deciding().decide(scene, command)
        return account(scene.event, self._after(name, scene, command, decision), scene.document)

    def what_undo_takes_back(self, name: str) -> tuple[Recorded, ...]:
        """Return the facts of the last act, which undo would take back."""
        last = self.event(name).last_act
        return self._between(name, last.first, last.last) if last is not None else ()

    def keep_snapshot(self, name: str) -> None:
        """Keep the state as it is, so that the event opens quickly next time."""
        self.level(name)
        self._of(name).live.keep_snapshot(name)

    def _scene(
        self, level: Level, person: PersonId, confirmed: frozenset[str], nonce: str
    ) -> Scene:
        """Return the scene of an act; its time is never earlier than that of the last fact."""
        at = max(self.clock.now(), level.latest)
        return _deciding().scene(
            level.event,
            level.rules,
            level.document,
            person,
            at,
            ENGINE,
            self.read_list,
            confirmed,
            level.head.hash.hex(),
            nonce,
        )

    def _between(self, name: str, first: int, last: int) -> tuple[Recorded, ...]:
        return tuple(takewhile(lambda recorded: recorded.number <= last, self.log(name, first - 1)))

    def _after(self, name: str, scene: Scene, command: Command, decision: Decision) -> Event:
        """Return the event as it would be; facts that cannot be folded are a fault of ours."""
        facts = [
            Recorded(number, scene.at, scene.person, decision.role, command.NAME, "", fact)
            for number, fact in enumerate(decision.facts, scene.event.version + 1)
        ]
        try:
            if any(isinstance(recorded.fact, ActUndone) for recorded in facts):
                return fold([*self.log(name), *facts])
            return fold(facts, scene.event)
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            raise Fault("leads-facts-do-not-fit", name=command.NAME, error=repr(error)) from error

    # ------------------------------------------------------------------------------ writing

    def create(
        self,
        name: str,
        details: Details,
        organizer_name: str,
        *,
        person: PersonId = ORGANIZER,
        key: str | None = None,
        language: str = "",
    ) -> Done:
        """Set up a new event; the seed is drawn here and stays secret until the end."""
        command = _deciding().create(name, details, organizer_name, self.new_seed(), language)
        return self.do(name, person, command, key=key)

    def do(
        self,
        name: str,
        person: PersonId,
        command: Command,
        *,
        key: str | None = None,
        seen: int | None = None,
        confirmed: frozenset[str] = frozenset(),
    ) -> Done:
        """Decide an act on the newest state and record its facts, or refuse it.

        `key` makes a retry harmless. `seen` is the version the person looked at: when it is given
        and the event has moved on, the act is refused and nothing is overwritten. `confirmed` are
        the codes of questions the act was asked back with and that were meant.
        """
        act_key = _required(person, key)
        asked = _fingerprint(command)
        self._require_id(name)
        live = self._opened(name, command)
        with live.lock, ExitStack() as turn:
            turns = turn_at(self._of(name).store, name)
            for _ in range(_TRIES):
                if turns is not None and live.is_crowded:
                    turn.enter_context(turns)
                    turns = None
                self._of(name).live.catch_up(name, live)
                known = self._of(name).store.answer(name, person, act_key, asked) if key else None
                if known is not None:
                    return self._repeated(name, known)
                try:
                    return self._try(name, live, person, command, act_key, asked, seen, confirmed)
                except Conflict:
                    live.was_beaten()
        raise Conflict("event-changes-faster-than-can")

    def _opened(self, name: str, command: Command) -> LiveEvent:
        """Return the event of an act; whoever creates one begins with nothing."""
        if isinstance(command, _deciding().create):
            return self._of(name).live.opened_or_new(name, command.details)
        return self._of(name).live.opened(name)

    def _try(
        self,
        name: str,
        live: LiveEvent,
        person: PersonId,
        command: Command,
        key: str,
        asked: str,
        seen: int | None,
        confirmed: frozenset[str],
    ) -> Done:
        version = live.event.version
        if seen is not None and seen != version:
            raise Refused("event-changed-since-you-looked", seen=seen, version=version)
        scene = self._scene(live.level, person, confirmed, live.nonce(self.new_nonce))
        decision = _deciding().decide(scene, command)
        answer = self._append(name, decision, scene, command, key, asked)
        if answer.repeated:
            return self._repeated(name, answer)
        entries = list(self._of(name).store.read(name, answer.first - 1))
        if len(entries) < len(decision.facts):
            raise Fault("log-does-not-hold-what")
        facts = self._of(name).live.take(name, live, entries)
        if any(isinstance(recorded.fact, ERASING) for recorded in facts):
            self._erase(name, entries)
        if not version:
            self._of(name).live.keep(name, live)
        return Done(live.event, facts[: len(decision.facts)])

    def _erase(self, name: str, entries: Sequence[Entry]) -> None:
        """Leave nothing in any file beside the log of people whose keys were erased with it."""
        from tiltyard.service.differences import differences_beside

        self.store.scrub()
        beside = differences_beside(self.store)
        if beside is not None:
            beside.forget(name, forgotten_in(entries))

    def _append(
        self,
        name: str,
        decision: Decision,
        scene: Scene,
        command: Command,
        key: str,
        asked: str,
    ) -> Answer:
        """Record facts that can be read back and folded, and no others."""
        people, gone = scene.event.people, scene.event.forgotten
        drafts = [naming(_draft(fact), people, gone) for fact in decision.facts]
        if not any(isinstance(fact, ActUndone) for fact in decision.facts):
            self._after(name, scene, command, decision)
        act = Act(scene.person, decision.role, scene.at, command.NAME, key, asked)
        return self._of(name).store.append(name, scene.event.version, act, drafts)

    def _repeated(self, name: str, answer: Answer) -> Done:
        return replace(self._done(name, answer), repeated=True)

    def _done(self, name: str, answer: Answer) -> Done:
        return Done(self.event(name), self._between(name, answer.first, answer.last))


class _Kept(NamedTuple):
    """A store, and the events of it that are open."""

    store: Store
    live: LiveEvents


class _Deciding(NamedTuple):
    """What acts are decided with."""

    decide: Callable[[Scene, Command], Decision]
    scene: type[Scene]
    create: type[CreateEvent]


@cache
def _deciding() -> _Deciding:
    """Load what decides acts; whoever only reads need not wait for it."""
    from tiltyard.day.context import Scene
    from tiltyard.day.setup import CreateEvent
    from tiltyard.day.table import decide

    return _Deciding(decide, Scene, CreateEvent)


def require_event_id(name: str) -> None:
    """Refuse what cannot be the id of an event."""
    if not _EVENT_ID.fullmatch(name):
        raise Refused("cannot-id-event", name=name[:70])


def _required(person: PersonId, key: str | None) -> str:
    """Return the key of an act; refuse people and keys that no log should hold."""
    if not person.isprintable() or not 1 <= len(person) <= _LONGEST_PERSON:
        raise Refused("nobody-can-id")
    if key is not None and not _KEY.fullmatch(key):
        raise Refused("key-unusable")
    return key or secrets.token_hex(8)


def _draft(fact: Fact) -> Draft:
    """Return a fact as it is recorded, if it can be read back exactly as it is."""
    draft = codec.draft(fact)
    try:
        same = codec.draft(codec.fact(draft.name, draft.body)) == draft
    except WrongStore:
        same = False
    if not same:
        raise Refused("value-wrong-kind-cannot-recorded", draft=draft.name.partition("/")[0])
    return draft


def _fingerprint(command: Command) -> str:
    if isinstance(command, _deciding().create):
        command = replace(command, seed="")  # a retry draws another
    try:
        return sha256(codec.fingerprint_bytes(command)).hexdigest()
    except (UnicodeEncodeError, TypeError) as error:
        raise Refused("qr-text-unreadable", error=str(error)) from None
