"""A whole log looked at again: its seed, everybody's rights, every act decided once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import chain, groupby, takewhile, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.context import Command, Scene, Untold
from tiltyard.day.event import PLAN, Event
from tiltyard.day.facts import (
    ActUndone,
    CardsSet,
    ConcernsConfirmed,
    CutMade,
    DeviationExplained,
    EventCreated,
    LanguageChosen,
    ListAmended,
    ListSaved,
    ListsLocked,
    ListSubmitted,
    PairingsChangedByHand,
    PlaceOffered,
    PlanChanged,
    Recorded,
    ResultConfirmed,
    ResultReported,
    RoundDiscarded,
    RoundDrawn,
    RoundSalted,
    RulesetKept,
    TableChanged,
)
from tiltyard.day.fold import evolve, fold
from tiltyard.day.policy import require_right
from tiltyard.day.setup import CreateEvent, commitment
from tiltyard.day.table import BY_NAME, act_of, decide
from tiltyard.engine.chance import salt_of
from tiltyard.engine.errors import Phrase, Refused, TiltyardError
from tiltyard.engine.flow import findings
from tiltyard.engine.options import with_options
from tiltyard.engine.rosters.list_reading import ReadList, no_reader
from tiltyard.engine.rosters.roster import Roster
from tiltyard.formats.log_file import is_log, read_without_seed, withholds_seed
from tiltyard.service.backup import read_logs
from tiltyard.service.event_cache import ENGINE, document_of
from tiltyard.service.exporting import readable
from tiltyard.service.importing import ENGINE as IMPORTED
from tiltyard.service.importing import IMPORT
from tiltyard.service.sealed_chain import hashes_before
from tiltyard.store.chain import genesis
from tiltyard.store.port import Damaged, Head
from tiltyard.text.refusals import shown
from tiltyard.text.say import filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.day.facts import Fact
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId
    from tiltyard.store.port import Entry, Store


# ------------------------------------------------------------------------------
# Whether whoever did an act had the right to: asked again of the one table of rights.


Found = tuple[str, str, dict[str, object]]
"""The sort of what is wrong, the code of its sentence, and what that names."""


def follows(act: tuple[Recorded, ...]) -> Iterator[Found]:
    """Yield what is wrong with an act nobody knows and for facts it cannot lead to."""
    row = BY_NAME.get(act[0].cause)
    if row is None:
        yield "unknown-act", "unknown-act", {"act": act[0].cause}
        return
    asked_back = takewhile(lambda recorded: isinstance(recorded.fact, ConcernsConfirmed), act)
    begins = sum(1 for _ in asked_back)
    for recorded in (
        act[begins:] if begins < len(act) else act
    ):  # every act may have been asked back
        if not isinstance(recorded.fact, row.facts):
            yield (
                "foreign-fact",
                "foreign-fact",
                {"fact": recorded.fact.NAME, "act": recorded.cause},
            )


def check_rights(
    event: Event, rules: Ruleset, act: tuple[Recorded, ...], command: Command
) -> Iterator[Found]:
    """Yield what is wrong for everything the actor had no right to."""
    first = act[0]
    who = event.people.get(first.actor, first.actor)
    concerned = act_of(command).concerns(event, command)
    try:
        role = require_right(event, rules, first.actor, first.cause, concerned)
    except Refused as no:
        yield "no-right", "no-right", {"person": who, "error": no}
    else:
        for other in dict.fromkeys(recorded.role for recorded in act if recorded.role != role):
            yield "other-role", "other-role", {"person": who, "role": role, "other": other}
    for recorded in act:
        yield from _own_word(event, recorded)


def _own_word(event: Event, recorded: Recorded) -> Iterator[Found]:
    """Players speak for themselves, and nobody confirms their own report."""
    fact = recorded.fact
    if isinstance(fact, (ResultReported, ResultConfirmed)):
        if fact.player != recorded.actor:
            yield (
                "not-their-word",
                "not-their-word",
                {"actor": recorded.actor, "player": fact.player},
            )
        if isinstance(fact, ResultConfirmed):
            game = event.game(fact.match)
            others = (
                []
                if game is None
                else [filed for filed in game.filed if filed.by != recorded.actor]
            )
            entered = game is not None and game.slip == fact.slip and game.entered_by is not None
            if not entered and all(filed.slip.digest != fact.slip.digest for filed in others):
                yield "own-report", "own-report", {"actor": recorded.actor}


# ------------------------------------------------------------------------------
# Whether the facts of an act follow from it: decided once more, on the event before it.


_ENCODER = msgspec.json.Encoder(order="sorted")

Finding = tuple[str, str, int, dict[str, object]]
"""The sort of it, the code of its sentence, the number of the fact, what the sentence names."""


def check_decision(
    scene: Scene, act: tuple[Recorded, ...], command: Command, *, seed_known: bool
) -> Iterator[Finding]:
    """Yield what differs between the facts of an act and those that are decided again."""
    first = act[0]
    row = act_of(command)
    code = row.finding
    if not seed_known and row.by_lot:
        return
    try:
        again = decide(scene, command)
    except TiltyardError as no:
        wording = "not-decided-clause" if no.clause else "not-decided"
        yield code, wording, first.number, {"error": no, "clause": no.clause}
        return
    written = [recorded for recorded in act if seed_known or not _depends_on_lots(recorded.fact)]
    expected = [fact for fact in again.facts if seed_known or not _depends_on_lots(fact)]
    for recorded, fact in zip_longest(written, expected):
        if recorded is None:
            yield code, "not-decided-missing", act[-1].number, {"fact": fact.NAME}
        elif fact is None:
            yield code, "not-decided-foreign", recorded.number, {"fact": recorded.fact.NAME}
        else:
            yield from _compared(code, recorded, fact)


def confirmed_in(act: tuple[Recorded, ...]) -> frozenset[str]:
    """Return the codes of what was asked back and confirmed in an act."""
    said = (recorded.fact for recorded in act if isinstance(recorded.fact, ConcernsConfirmed))
    return frozenset(code for fact in said for code in fact.codes)


def _depends_on_lots(fact: Fact) -> bool:
    """Whether who is asked depends on ranks that lots may decide, or a seal on the seed."""
    return isinstance(fact, PlaceOffered | ListsLocked)


def _compared(code: str, recorded: Recorded, again: Fact) -> Iterator[Finding]:
    """Yield each value that differs; a draw says by which version and from where it was drawn."""
    if type(recorded.fact) is not type(again):
        facts: dict[str, object] = {"due": again.NAME, "fact": recorded.fact.NAME}
        yield code, "not-decided-other", recorded.number, facts
        return
    different = [
        name
        for name in _differences(recorded.fact, again)
        if not (isinstance(recorded.fact, RoundDrawn) and name == "position")
    ]  # the position is looked at without the seed as well
    if different == ["engine"]:
        return  # another version draws the same
    for name in different:
        said = getattr(recorded.fact, name)
        if isinstance(recorded.fact, RoundDrawn) and name == "engine":
            engines = {"said": said, "due": getattr(again, name)}
            yield "engine", "other-engine", recorded.number, engines
        else:
            yield code, "not-decided-different", recorded.number, {"value": name}


def _differences(recorded: Fact, again: Fact) -> Iterator[str]:
    """Yield the names of the values that would be written differently."""
    for value in fields(recorded):
        mine, other = getattr(recorded, value.name), getattr(again, value.name)
        if mine != other and _ENCODER.encode(mine) != _ENCODER.encode(other):
            yield value.name


# ------------------------------------------------------------------------------
# What there is to verify: a log file, a store file, a folder of logs, or an event of the store.


@dataclass(slots=True)
class Verified:
    """What was found in one place: a verdict for each log, or what is wrong with the place."""

    kind: str
    verdicts: list[Verdict] = field(default_factory=list)
    damage: Damaged | None = None

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong anywhere."""
        return self.damage is None and all(verdict.is_clean for verdict in self.verdicts)


def is_tournament_file(target: str) -> bool:
    """Whether a target is a file, but neither a log nor a store: then `check` reads it."""
    path = Path(target)
    return target == "-" or (path.is_file() and not _start(path).startswith(b"SQLite")
                             and not is_log(_start(path)))  # fmt: skip


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(256)


def verify_target(
    target: str, open_here: Callable[[], Store], library: Library, seed: str | None = None
) -> Verified:
    """Verify a file, a folder, or an event of the store that `open_here` opens."""
    path = Path(target)
    try:
        if path.is_file() and withholds_seed(_start(path)):
            name, entries = read_without_seed(path.read_bytes().splitlines(True), target, seed)
            return Verified("log without seed", [verdict_of(name, entries, library)])
        if path.exists():
            kind = "folder of logs" if path.is_dir() else "log"
            kind = "store" if path.is_file() and not is_log(_start(path)) else kind
            logs = read_logs(path).logs
            return Verified(kind, [verdict_of(name, logs[name], library) for name in logs])
        return _verify_event(target, open_here, library)
    except Damaged as damage:
        return Verified("damaged", damage=damage)


def _verify_event(name: str, open_here: Callable[[], Store], library: Library) -> Verified:
    store = open_here()
    try:
        if not store.head(name).number:
            known = tuple(store.streams())
            code = "neither-file-nor-event" if known else "neither-file-nor-event-yet"
            raise Refused(code, name=name[:70], known=known)
        return Verified("event", [verdict_of(name, list(store.read(name)), library)])
    finally:
        store.close()


def verdict_of(name: str, entries: Sequence[Entry], library: Library) -> Verdict:
    """Verify the entries of one log, its chain checked before."""
    head = Head(entries[-1].number, entries[-1].hash) if entries else genesis(name)
    facts = [
        readable(entry, Phrase("store-places.fact", {"place": name, "number": entry.number}))
        for entry in entries
    ]
    closed = {entry.number: entry.closed for entry in entries if entry.closed}
    hashes, is_the_same = hashes_before(name, entries)
    verdict = verify_log(name, facts, head, library, hashes, closed)
    if not is_the_same:
        verdict.troubles.append(Trouble("chain", "sealed-from-another-log"))
    return verdict


# ------------------------------------------------------------------------------
# A whole log looked at again: its seed, everybody's rights, and every act decided once more.

Library = Callable[[str], "Ruleset"]
SeedState = Literal["matches", "differs", "withheld"]
NEEDS_SEED = ("commitment", "draws", "by-hand", "check")
CONFIRMED = ConcernsConfirmed
Closed = Mapping[int, frozenset[str]]
NONE_CLOSED: Closed = {}
_IMPOSSIBLE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What the engine falls over when it is told of a day that cannot have been."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is not as it should be; `number` is the fact, none: the log as a whole.

    `code` is the sort of it, `wording` the code of its sentence, which names the facts.
    """

    code: str
    wording: str
    number: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What is wrong, in the language that is spoken."""
        return filled(f"verification.{self.wording}", shown(self.facts))


@dataclass(frozen=True, slots=True)
class Explained:
    """Something unusual that was done in the open: where, by whom, and why."""

    where: str
    by: str
    reason: str


@dataclass(slots=True)
class Verdict:
    """What a log was found to be.

    `unread` acts rest on texts about people that can no longer be read, and would be decided
    otherwise without them. `engine` is the version that set the event up. What an earlier version
    decided and this one would not is listed under `earlier`: rules may have become stricter since.
    """

    event: str
    name: str
    facts: int
    head: bytes
    commitment: str = ""
    seed: SeedState = "matches"
    phase: str = ""
    draws: int = 0
    salted: int = 0
    imported: int = 0
    cuts: int = 0
    acts: int = 0
    unread: int = 0
    discarded: list[Explained] = field(default_factory=list)
    overrides: list[Explained] = field(default_factory=list)
    engine: str = ""
    earlier: list[Trouble] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong, as far as it could be looked at."""
        return not self.troubles

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What could not be looked at without the seed, by its code."""
        return NEEDS_SEED if self.seed == "withheld" else ()


def verify_log(
    stream: str,
    facts: Iterable[Recorded],
    head: Head,
    library: Library,
    hashes: Sequence[bytes] = (),
    closed: Closed = NONE_CLOSED,
) -> Verdict:
    """Replay a log whose chain is whole, and say everything that is wrong with what it tells.

    With the hashes of its facts, salts are compared with the log they were made from. `closed`
    are the people whose texts cannot be read, by the number of the fact.
    """
    verdict = Verdict(stream, stream, head.number, head.hash)
    replay = _Replay(verdict, library, hashes, closed)
    log = iter(facts)
    first = next(log, None)
    if first is None or not isinstance(first.fact, EventCreated):
        verdict.troubles.append(Trouble("no-beginning", "no-beginning", 1))
        return verdict
    try:
        for _, act in groupby(chain((first,), log), key=_act):
            replay.take(tuple(act))
        replay.finish()
    except TiltyardError as no:
        number = replay.event.version
        if number <= 1:
            raise
        verdict.troubles.append(Trouble("does-not-follow", "refused", number, {"error": no}))
    except _IMPOSSIBLE:
        number = replay.event.version + 1
        verdict.troubles.append(Trouble("does-not-follow", "does-not-follow", number))
    return verdict


def _act(recorded: Recorded) -> tuple[str, str, str]:
    return recorded.actor, recorded.cause, recorded.key


class _Replay:
    """Walks through a log act by act, with the event as it stood before each."""

    def __init__(
        self, verdict: Verdict, library: Library, hashes: Sequence[bytes], closed: Closed
    ) -> None:
        self.verdict = verdict
        self._hashes = hashes
        self._closed = closed
        self._unread = frozenset(person for people in closed.values() for person in people)
        self.event = Event()
        self._library = library
        self._past: list[Recorded] = []
        self._known_rules: tuple[Ruleset, Ruleset] | None = None

    def take(self, act: tuple[Recorded, ...]) -> None:
        """Look at one act and go on behind it."""
        self.verdict.acts += 1
        if not self._past:
            self._begin(act)
        elif act[0].cause == IMPORT:
            self._trouble("import-later", "import-later", act[0])
        else:
            self._decide_again(act)
        for recorded in act:
            self._look_at(recorded, act)
            self._past.append(recorded)
            self._go_on(recorded)

    def _begin(self, act: tuple[Recorded, ...]) -> None:
        first = act[0]
        fact = first.fact
        assert isinstance(fact, EventCreated)
        if first.cause not in {CreateEvent.NAME, IMPORT}:
            self._trouble("unknown-act", "sets-up-no-event", first, act=first.cause)
        if first.cause != IMPORT:
            settled = iter((RulesetKept, LanguageChosen))  # in this order, each once at the most
            for recorded in act[1:]:
                if not any(isinstance(recorded.fact, kind) for kind in settled):
                    self._trouble(
                        "foreign-fact",
                        "foreign-fact",
                        recorded,
                        fact=recorded.fact.NAME,
                        act=recorded.cause,
                    )
        if fact.event != self.verdict.event:
            self._trouble("other-event", "other-event", first, event=fact.event)
        if first.actor != fact.organizer or first.role != "organizer":
            self._trouble("not-the-organizer", "not-the-organizer", first)
        self.verdict.commitment = fact.commitment
        self.verdict.engine = fact.engine
        if commitment(fact.seed) == fact.commitment:
            self.verdict.seed = "matches"
        elif fact.seed == "":
            self.verdict.seed = "withheld"
        else:
            self.verdict.seed = "differs"
            self._trouble("seed", "other-seed", first)

    def _go_on(self, recorded: Recorded) -> None:
        before = self.event
        if isinstance(recorded.fact, ActUndone):
            self.event = fold(self._past)
        else:
            self.event = evolve(before, recorded)
        if (self.event.details, self.event.ruleset_files) != (before.details, before.ruleset_files):
            self._known_rules = None

    @property
    def _rules(self) -> tuple[Ruleset, Ruleset]:
        """The document of the event as it stands, and the rules as its organizer uses them."""
        if self._known_rules is None:
            document = document_of(self.event, self._library)
            self._known_rules = document, with_options(document, self.event.details.options)
        return self._known_rules

    def _scene(self, act: tuple[Recorded, ...]) -> Scene:
        first = next(
            (recorded for recorded in act if not isinstance(recorded.fact, CONFIRMED)), act[0]
        )
        document, rules = self._rules
        return Scene(
            self.event,
            rules,
            document,
            first.actor,
            first.at,
            ENGINE,
            _as_recorded(first.fact),
            confirmed_in(act),
            *_salted_with(act),
        )

    def _trouble(
        self, code: str, wording: str, recorded: Recorded | None = None, /, **facts: object
    ) -> None:
        number = recorded.number if recorded else None
        self.verdict.troubles.append(Trouble(code, wording, number, facts))

    # ---------------------------------------------------------------------------- decided again

    def _decide_again(self, act: tuple[Recorded, ...]) -> None:
        """Ask who may do such an act; if nothing is wrong with that, decide it once more."""
        first = act[0]
        found = list(follows(act))
        if not found:
            scene = self._scene(act)
            try:
                command = BY_NAME[first.cause].told(
                    self.event, tuple(recorded.fact for recorded in act)
                )
            except Untold:
                self._trouble("foreign-fact", "act-not-told", first, act=first.cause)
                return
            found = list(check_rights(self.event, scene.rules, act, command))
            if not found:
                known = self.verdict.seed == "matches"
                findings = list(check_decision(scene, act, command, seed_known=known))
                if findings and self._rests_on_unread(act, command):
                    self.verdict.unread += 1
                    return
                for finding in findings:
                    self._decided_otherwise(Trouble(*finding))
        for code, wording, facts in found:
            self._decided_otherwise(Trouble(code, wording, first.number, facts))

    def _rests_on_unread(self, act: tuple[Recorded, ...], command: Command) -> bool:
        """Whether an act may rest on a text that can no longer be read: a draw never does."""
        if not self._unread or act_of(command).by_lot:
            return False
        if any(
            recorded.number in self._closed or isinstance(recorded.fact, CONFIRMED)
            for recorded in act
        ):
            return True
        named = set(act_of(command).concerns(self.event, command))
        bodies = b"".join(_ENCODER.encode(recorded.fact) for recorded in act)
        named |= {person for person in self._unread if _ENCODER.encode(person) in bodies}
        return not self._unread.isdisjoint(named)

    def _decided_otherwise(self, trouble: Trouble) -> None:
        """List an act that would be decided otherwise; an earlier version had other rules."""
        earlier = self.verdict.engine not in {ENGINE, IMPORTED}
        (self.verdict.earlier if earlier else self.verdict.troubles).append(trouble)

    def _look_at(self, recorded: Recorded, act: tuple[Recorded, ...]) -> None:
        self._list_unusual(recorded)
        before = act[0].number - 1
        if isinstance(recorded.fact, RoundDrawn):
            self._look_at_draw(recorded, recorded.fact, before, salted=any(_salted_with(act)))
        elif isinstance(recorded.fact, RoundSalted) and recorded.cause != IMPORT:
            self._look_at_salt(recorded, recorded.fact, before)
        elif isinstance(recorded.fact, CutMade) and recorded.cause != IMPORT:
            self.verdict.cuts += 1

    def _list_unusual(self, recorded: Recorded) -> None:
        """List draws that were thrown away, and whatever is not as it was drawn."""
        fact = recorded.fact
        if isinstance(fact, RoundDiscarded):
            attempt = self.event.draft.attempt if self.event.draft else 0
            where = f"{fact.round}, attempt {attempt}"
            self.verdict.discarded.append(self._explained(where, recorded.actor, fact.reason))
        elif isinstance(fact, PairingsChangedByHand | CardsSet):
            self.verdict.overrides.append(self._explained(fact.round, recorded.actor, fact.reason))
        elif isinstance(fact, TableChanged):
            self.verdict.overrides.append(self._explained(fact.match, recorded.actor, fact.reason))
        elif isinstance(fact, PlanChanged) and recorded.cause != IMPORT:
            self.verdict.overrides.append(self._explained(PLAN, recorded.actor, fact.reason))
        elif isinstance(fact, DeviationExplained):
            self.verdict.overrides.append(self._explained(fact.where, fact.by, fact.reason))

    def _look_at_draw(
        self, recorded: Recorded, fact: RoundDrawn, before: int, *, salted: bool
    ) -> None:
        if recorded.cause == IMPORT:
            self.verdict.imported += 1
            if fact.engine != IMPORTED:
                self._trouble("engine", "import-draws-nothing", recorded, engine=fact.engine)
            return
        if fact.position != before:
            self._trouble("position", "other-position", recorded, position=fact.position)
        if self.verdict.salted and not salted:
            self._trouble("salt", "unsalted", recorded)
        if self.verdict.seed == "matches":
            self.verdict.draws += 1

    def _look_at_salt(self, recorded: Recorded, fact: RoundSalted, before: int) -> None:
        """Compare a salt with the log before its draw, and the draw with it."""
        self.verdict.salted += 1
        if self._hashes and self._hashes[before - 1].hex() != fact.head:
            self._trouble("salt", "salt-of-another-log", recorded)
        if fact.salt != salt_of(fact.head, fact.nonce):
            self._trouble("salt", "other-salt", recorded)

    def _explained(self, where: str, person: PersonId, reason: str) -> Explained:
        return Explained(where, self.event.people.get(person, person), reason)

    # ------------------------------------------------------------------------------- the whole

    def finish(self) -> None:
        """Look at the event as it stands at the end."""
        document = self._rules[0]
        self.verdict.name = self.event.details.name
        self.verdict.phase = self.event.phase
        if self.verdict.seed != "matches":
            return
        try:
            tournament = as_tournament(self.event)
            found = findings(tournament, document)
        except TiltyardError as no:
            self._trouble("check", "tournament-unreadable", error=no)
            return
        except _IMPOSSIBLE:
            self._trouble("check", "no-tournament")
            return
        names = {player.id: player.name for player in tournament.players}
        for finding in found:
            if finding.severity == "error":
                who = tuple(names.get(player, player) for player in finding.players)
                wording = "finding-about" if who else "finding"
                facts = {"finding": finding.code, "clause": finding.clause, "who": who}
                self._trouble("check", wording, **facts)


def _salted_with(act: tuple[Recorded, ...]) -> tuple[str, str]:
    """Return the head and the nonce an act's draw was salted with."""
    found = (recorded.fact for recorded in act if isinstance(recorded.fact, RoundSalted))
    return next(((fact.head, fact.nonce) for fact in found), ("", ""))


def _as_recorded(fact: Fact) -> ReadList:
    """Return a reader that has read a list as the fact says: card data may have changed since."""
    if not isinstance(fact, ListSaved | ListSubmitted | ListAmended):
        return no_reader
    read = (fact.form, fact.roster)

    def reads(rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
        return read

    return reads
