"""A whole log looked at again: its seed, everybody's rights, and every act decided once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import TYPE_CHECKING, Literal

from tiltyard.app.import_facts import ENGINE as IMPORTED
from tiltyard.app.import_facts import IMPORT
from tiltyard.app.live import ENGINE
from tiltyard.app.retold import Untold, as_recorded, retold
from tiltyard.app.verifying_decisions import check_decision, confirmed_in
from tiltyard.app.verifying_rights import check_rights, follows
from tiltyard.core.decide.scene import Scene
from tiltyard.core.decide.setup import CreateEvent, commitment
from tiltyard.core.errors import TiltyardError
from tiltyard.core.facts import Recorded, imported, rounds, setup
from tiltyard.core.flow import findings
from tiltyard.core.options import with_options
from tiltyard.core.state import Event, evolve, fold
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.core.state.plan import PLAN
from tiltyard.words.refusals import shown
from tiltyard.words.say import filled

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.store.port import Head

Library = Callable[[str], "Ruleset"]
SeedState = Literal["matches", "differs", "withheld"]
NEEDS_SEED = (
    "the seed against its commitment",
    "every draw, cut and card against the lots",
    "pairings changed by hand, and who was asked to take a free place",
    "the check of the whole tournament",
)
CONFIRMED = setup.ConcernsConfirmed
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

    `engine` is the version that set the event up. What an earlier version decided and this one
    would not is listed under `earlier`: rules may have become stricter since.
    """

    event: str
    name: str
    facts: int
    head: bytes
    commitment: str = ""
    seed: SeedState = "matches"
    phase: str = ""
    draws: int = 0
    imported: int = 0
    cuts: int = 0
    acts: int = 0
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
        """What could not be looked at without the seed."""
        return NEEDS_SEED if self.seed == "withheld" else ()


def verify_log(stream: str, facts: Iterable[Recorded], head: Head, library: Library) -> Verdict:
    """Replay a log whose chain is whole, and say everything that is wrong with what it tells."""
    verdict = Verdict(stream, stream, head.number, head.hash)
    replay = _Replay(verdict, library)
    log = iter(facts)
    first = next(log, None)
    if first is None or not isinstance(first.fact, setup.EventCreated):
        verdict.troubles.append(Trouble("no-beginning", "no-beginning", 1))
        return verdict
    try:
        for _, act in groupby(chain((first,), log), key=_act):
            replay.take(tuple(act))
    except TiltyardError as no:
        number = replay.event.version
        if number <= 1:
            raise
        verdict.troubles.append(Trouble("does-not-follow", "refused", number, {"error": no}))
        return verdict
    except _IMPOSSIBLE:
        number = replay.event.version + 1
        verdict.troubles.append(Trouble("does-not-follow", "does-not-follow", number))
        return verdict
    replay.finish()
    return verdict


def _act(one: Recorded) -> tuple[str, str, str]:
    return one.actor, one.cause, one.key


class _Replay:
    """Walks through a log act by act, with the event as it stood before each."""

    def __init__(self, verdict: Verdict, library: Library) -> None:
        self.verdict = verdict
        self.event = Event()
        self._library = library
        self._past: list[Recorded] = []
        self._document: Ruleset | None = None
        self._rules: Ruleset | None = None

    def take(self, act: tuple[Recorded, ...]) -> None:
        """Look at one act and go on behind it."""
        self.verdict.acts += 1
        if not self._past:
            self._begin(act)
        elif act[0].cause == IMPORT:
            self._trouble("import-later", "import-later", act[0])
        else:
            self._decide_again(act)
        for one in act:
            self._look_at(one, act[0].number - 1)
            self._past.append(one)
            self._go_on(one)

    def _begin(self, act: tuple[Recorded, ...]) -> None:
        first = act[0]
        fact = first.fact
        assert isinstance(fact, setup.EventCreated)
        if first.cause not in {CreateEvent.NAME, IMPORT}:
            self._trouble("unknown-act", "sets-up-no-event", first, act=first.cause)
        if first.cause != IMPORT:
            for place, one in enumerate(act[1:]):
                if place == 0 and isinstance(one.fact, setup.LanguageChosen):
                    continue  # it was chosen as the event was set up
                self._trouble(
                    "foreign-fact", "foreign-fact", one, fact=one.fact.NAME, act=one.cause
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

    def _go_on(self, one: Recorded) -> None:
        before = self.event.details
        if isinstance(one.fact, setup.ActUndone):
            self.event = fold(self._past)
        else:
            self.event = evolve(self.event, one)
        if self.event.details != before:
            self._document = self._library(self.event.details.ruleset)
            self._rules = with_options(self._document, self.event.details.options)

    def _scene(self, act: tuple[Recorded, ...]) -> Scene:
        one = next((one for one in act if not isinstance(one.fact, CONFIRMED)), act[0])
        assert self._rules is not None
        assert self._document is not None
        return Scene(
            self.event,
            self._rules,
            self._document,
            one.actor,
            one.at,
            ENGINE,
            as_recorded(one.fact),
            confirmed_in(act),
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
                command = retold(self.event, first.cause, tuple(one.fact for one in act))
            except Untold:
                self._trouble("foreign-fact", "act-not-told", first, act=first.cause)
                return
            found = list(check_rights(self.event, scene.rules, act, command))
            if not found:
                known = self.verdict.seed == "matches"
                for finding in check_decision(scene, act, command, seed_known=known):
                    self._decided_otherwise(Trouble(*finding))
        for code, wording, facts in found:
            self._decided_otherwise(Trouble(code, wording, first.number, facts))

    def _decided_otherwise(self, trouble: Trouble) -> None:
        """List an act that would be decided otherwise; an earlier version had other rules."""
        earlier = self.verdict.engine not in {ENGINE, IMPORTED}
        (self.verdict.earlier if earlier else self.verdict.troubles).append(trouble)

    def _look_at(self, one: Recorded, before: int) -> None:
        self._list_unusual(one)
        if isinstance(one.fact, rounds.RoundDrawn):
            self._look_at_draw(one, one.fact, before)
        elif isinstance(one.fact, rounds.CutMade) and one.cause != IMPORT:
            self.verdict.cuts += 1

    def _list_unusual(self, one: Recorded) -> None:
        """List draws that were thrown away, and whatever is not as it was drawn."""
        fact = one.fact
        if isinstance(fact, rounds.RoundDiscarded):
            attempt = self.event.draft.attempt if self.event.draft else 0
            where = f"{fact.round}, attempt {attempt}"
            self.verdict.discarded.append(self._explained(where, one.actor, fact.reason))
        elif isinstance(fact, rounds.PairingsChangedByHand | rounds.CardsSet):
            self.verdict.overrides.append(self._explained(fact.round, one.actor, fact.reason))
        elif isinstance(fact, rounds.TableChanged):
            self.verdict.overrides.append(self._explained(fact.match, one.actor, fact.reason))
        elif isinstance(fact, setup.PlanChanged) and one.cause != IMPORT:
            self.verdict.overrides.append(self._explained(PLAN, one.actor, fact.reason))
        elif isinstance(fact, imported.DeviationExplained):
            self.verdict.overrides.append(self._explained(fact.where, fact.by, fact.reason))

    def _look_at_draw(self, one: Recorded, fact: rounds.RoundDrawn, before: int) -> None:
        if one.cause == IMPORT:
            self.verdict.imported += 1
            if fact.engine != IMPORTED:
                self._trouble("engine", "import-draws-nothing", one, engine=fact.engine)
            return
        if fact.position != before:
            self._trouble("position", "other-position", one, position=fact.position)
        if self.verdict.seed == "matches":
            self.verdict.draws += 1

    def _explained(self, where: str, person: PersonId, reason: str) -> Explained:
        return Explained(where, self.event.people.get(person, person), reason or "no reason given")

    # ------------------------------------------------------------------------------- the whole

    def finish(self) -> None:
        """Look at the event as it stands at the end."""
        assert self._document is not None
        self.verdict.name = self.event.details.name
        self.verdict.phase = self.event.phase
        if self.verdict.seed != "matches":
            return
        try:
            tournament = as_tournament(self.event)
            found = findings(tournament, self._document)
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
