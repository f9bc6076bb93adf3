"""A whole log looked at again: its seed, every draw, every cut, and who was allowed to do what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Literal, cast

from tiltyard.app.desk import ENGINE
from tiltyard.app.import_facts import ENGINE as IMPORTED
from tiltyard.app.import_facts import IMPORT
from tiltyard.app.verifying_rights import check_rights
from tiltyard.core.decide import ALL_ACTS
from tiltyard.core.decide.drawing import DrawRound, MakeCut, PublishRound
from tiltyard.core.decide.leaving import TakePlace
from tiltyard.core.decide.scene import Act, Command, Scene
from tiltyard.core.decide.setup import StartEvent, commitment
from tiltyard.core.errors import TiltyardError
from tiltyard.core.facts import Fact, Recorded, imported, rounds, setup
from tiltyard.core.flow import findings
from tiltyard.core.options import with_options
from tiltyard.core.state import Event, evolve, fold
from tiltyard.core.state.as_tournament import as_tournament

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.store.port import Head

Library = Callable[[str], "Ruleset"]
SeedState = Literal["matches", "differs", "withheld"]
NEEDS_SEED = (
    "the seed against its commitment",
    "every draw, cut and card against the lots",
    "the check of the whole tournament",
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is not as it should be; `number` is the fact, none: the log as a whole."""

    code: str
    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """Something unusual that was done in the open: where, by whom, and why."""

    where: str
    by: str
    reason: str


@dataclass(slots=True)
class Verdict:
    """What a log was found to be."""

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
        text = "a log begins with the event being set up"
        verdict.troubles.append(Trouble("no-beginning", text, 1))
        return verdict
    try:
        for _, act in groupby(chain((first,), log), key=_act):
            replay.take(tuple(act))
    except (AssertionError, KeyError, IndexError, ValueError, TypeError):
        number = replay.event.version + 1
        verdict.troubles.append(
            Trouble("does-not-follow", "does not follow from the facts before it", number)
        )
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
            self._begin(act[0])
        elif act[0].cause == IMPORT:
            self._trouble("import-later", "only the first act of a log can be an import", act[0])
        else:
            for code, text in check_rights(self.event, self._scene(act[0]).rules, act):
                self._trouble(code, text, act[0])
        for one in act:
            self._look_at(one)
            self._past.append(one)
            self._go_on(one)

    def _begin(self, first: Recorded) -> None:
        fact = first.fact
        assert isinstance(fact, setup.EventCreated)
        if fact.event != self.verdict.event:
            self._trouble("other-event", f"this is the log of the event {fact.event}", first)
        if first.actor != fact.organizer or first.role != "organizer":
            self._trouble("not-the-organizer", "whoever sets up an event is its organizer", first)
        self.verdict.commitment = fact.commitment
        if commitment(fact.seed) == fact.commitment:
            self.verdict.seed = "matches"
        elif fact.seed == "":
            self.verdict.seed = "withheld"
        else:
            self.verdict.seed = "differs"
            self._trouble("seed", "the seed is not the one that was committed to", first)

    def _go_on(self, one: Recorded) -> None:
        before = self.event.details
        if isinstance(one.fact, setup.ActUndone):
            self.event = fold(self._past)
        else:
            self.event = evolve(self.event, one)
        if self.event.details != before:
            self._document = self._library(self.event.details.ruleset)
            self._rules = with_options(self._document, self.event.details.options)

    def _scene(self, one: Recorded) -> Scene:
        assert self._rules is not None
        assert self._document is not None
        return Scene(self.event, self._rules, self._document, one.actor, one.at, ENGINE)

    def _trouble(self, code: str, text: str, one: Recorded | None = None) -> None:
        self.verdict.troubles.append(Trouble(code, text, one.number if one else None))

    # ---------------------------------------------------------------------------- decided again

    def _look_at(self, one: Recorded) -> None:
        fact = one.fact
        self._list_unusual(one)
        if isinstance(fact, rounds.RoundDrawn):
            self._look_at_draw(one, fact)
        elif one.cause == IMPORT:
            return
        elif isinstance(fact, rounds.CutMade):
            self.verdict.cuts += 1
            self._decide_again(one, MakeCut(), "cut")
        elif isinstance(fact, rounds.PlaceTaken):
            self._decide_again(one, TakePlace(fact.player), "place")
        elif isinstance(fact, rounds.RoundPublished):
            self._decide_again(one, PublishRound(), "publication")
        elif isinstance(fact, setup.EventStarted):
            self._decide_again(one, StartEvent(), "start")

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
        elif isinstance(fact, imported.DeviationExplained):
            self.verdict.overrides.append(self._explained(fact.where, fact.by, fact.reason))

    def _look_at_draw(self, one: Recorded, fact: rounds.RoundDrawn) -> None:
        if one.cause == IMPORT and fact.engine == IMPORTED:
            self.verdict.imported += 1
            return
        if fact.position != one.number - 1:
            self._trouble("position", f"was drawn from fact {fact.position}", one)
        if self.verdict.seed == "matches":
            self.verdict.draws += 1
            self._decide_again(one, DrawRound(allow_rematch=fact.allow_rematch), "draw")

    def _decide_again(self, one: Recorded, command: Command, code: str) -> None:
        """Decide an act once more from what stood before it, and compare what follows."""
        if self.verdict.seed != "matches" and code != "publication":
            return
        act = cast("Act[Command]", ALL_ACTS[type(command)])
        try:
            again = next(iter(act.decide(self._scene(one), command)))
        except TiltyardError as no:
            self._trouble(code, f"would be refused: {no.message}", one)
            return
        for name in _differences(one.fact, again):
            written = getattr(one.fact, "engine", ENGINE)
            by = "" if written == ENGINE else f" (recorded by {written})"
            self._trouble(code, f"{name} would be different when decided again{by}", one)

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
        tournament = as_tournament(self.event)
        try:
            found = findings(tournament, self._document)
        except TiltyardError as no:
            self._trouble("check", f"the tournament cannot be read: {no.message}")
            return
        names = {player.id: player.name for player in tournament.players}
        for finding in found:
            if finding.severity == "error":
                who = ", ".join(names.get(player, player) for player in finding.players)
                self._trouble("check", f"{finding.code} ({finding.clause}) {who}".strip())


def _differences(recorded: Fact, again: Fact) -> Iterator[str]:
    """Yield what differs between a fact and the same fact decided again; reasons may be worded."""
    if type(recorded) is not type(again):
        yield "what follows"
        return
    if isinstance(recorded, rounds.RoundDrawn) and isinstance(again, rounds.RoundDrawn):
        for name in ("round", "kind", "attempt", "seeds", "cards"):
            if getattr(recorded, name) != getattr(again, name):
                yield name
        if _bare(recorded) != _bare(again):
            yield "matches"
    elif isinstance(recorded, rounds.CutMade) and isinstance(again, rounds.CutMade):
        if recorded.seeds != again.seeds:
            yield "seeds"
    elif recorded != again:
        yield "it"


def _bare(drawn: rounds.RoundDrawn) -> list[rounds.Pairing]:
    return [replace(match, why=()) for match in drawn.matches]
