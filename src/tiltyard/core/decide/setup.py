"""Deciding about the event itself: set up, announce, start, finish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from tiltyard.core.decide.gate import start_gate, tidy_details
from tiltyard.core.decide.language import require_language
from tiltyard.core.decide.lists import locked_at_start
from tiltyard.core.decide.planning import announce_item, change_plan, lapsed
from tiltyard.core.decide.scene import Act, Acts, Scene
from tiltyard.core.decide.undoing import decide_undo
from tiltyard.core.errors import NothingToDraw, Phrase, Refused, TiltyardError
from tiltyard.core.facts import Fact, setup
from tiltyard.core.facts.setup import Details
from tiltyard.core.flow import pairings
from tiltyard.core.ids import PersonId
from tiltyard.core.plain_text import require_name, tidy
from tiltyard.core.ruleset import Ruleset
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.core.state.event import Event
from tiltyard.core.structure import plan_at_start
from tiltyard.core.who_hears import told_blockers

SHORTEST_SEED = 32
"""How many characters of a seed nobody guesses."""


@dataclass(frozen=True, slots=True)
class CreateEvent:
    """Set up an event; whoever does so is its organizer. The seed is 256 random bits."""

    NAME: ClassVar[str] = "create-event"
    event: str
    details: Details
    organizer_name: str
    seed: str = field(repr=False)
    language: str = ""


@dataclass(frozen=True, slots=True)
class DescribeEvent:
    """Change what the event is."""

    NAME: ClassVar[str] = "describe-event"
    details: Details
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnnounceEvent:
    """Make the event public and fix its ruleset version."""

    NAME: ClassVar[str] = "announce-event"


@dataclass(frozen=True, slots=True)
class AnnounceItem:
    """Tell all players one of the things they must know before the start.

    What the program can compute has its values added; `text` is what else was said.
    """

    NAME: ClassVar[str] = "announce-item"
    item: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class OpenRegistration:
    """Let players register themselves."""

    NAME: ClassVar[str] = "open-registration"


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    """Open the doors."""

    NAME: ClassVar[str] = "open-check-in"


@dataclass(frozen=True, slots=True)
class StartEvent:
    """Begin with those who are here."""

    NAME: ClassVar[str] = "start-event"


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """Play another number of rounds, or another cut, than announced."""

    NAME: ClassVar[str] = "change-plan"
    swiss_rounds: int
    cut: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class ArrangeTables:
    """Say how the tables of the hall are numbered."""

    NAME: ClassVar[str] = "arrange-tables"
    first: int = 1
    out_of_use: tuple[int, ...] = ()
    avoid_repeats: bool = False


@dataclass(frozen=True, slots=True)
class AwardPrize:
    """Give somebody a prize."""

    NAME: ClassVar[str] = "award-prize"
    title: str
    recipient: PersonId
    criterion: str = ""


@dataclass(frozen=True, slots=True)
class FinishEvent:
    """End the event; before the plan is played out that needs a reason."""

    NAME: ClassVar[str] = "finish-event"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenEvent:
    """Open a finished event again."""

    NAME: ClassVar[str] = "reopen-event"
    reason: str


@dataclass(frozen=True, slots=True)
class ArchiveEvent:
    """Put the event away for good."""

    NAME: ClassVar[str] = "archive-event"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last act, where that is safe; `first` names the fact it was seen to begin with.

    Somebody else's act is taken back with a reason.
    """

    NAME: ClassVar[str] = "undo"
    reason: str = ""
    first: int | None = None


def create_event(scene: Scene, command: CreateEvent) -> Iterator[Fact]:
    """Check the details and commit to the seed."""
    if scene.event.version:
        raise Refused("event-exists-already")
    if len(command.seed) < SHORTEST_SEED:
        raise Refused("seed-event-too-short")
    details = tidy_details(command.details, scene.document)
    yield setup.EventCreated(
        event=command.event,
        details=details,
        organizer=scene.person,
        organizer_name=require_name(command.organizer_name, "the-organizer"),
        seed=command.seed,
        commitment=commitment(command.seed),
        engine=scene.engine,
    )
    if command.language:
        yield setup.LanguageChosen(require_language(command.language))


def commitment(seed: str) -> str:
    """Return what is public of a seed from the beginning: its SHA-256."""
    return sha256(seed.encode()).hexdigest()


def _describe(scene: Scene, command: DescribeEvent) -> Iterator[Fact]:
    if command.details.ruleset.partition("@")[0] != scene.document.id:
        raise Refused("ruleset-event-cannot-changed", clause=scene.document.clause, field="ruleset")
    details = tidy_details(command.details, scene.document)
    if details == scene.event.details:
        raise Refused("describe-nothing-would-change")
    yield setup.EventDescribed(details, tidy(command.reason), lapsed(scene, details))


def _announce(scene: Scene, command: AnnounceEvent) -> Iterator[Fact]:
    details = scene.event.details
    structure = scene.rules.structure
    if structure.kind == "tables" and details.structure is None:
        raise Refused("event-basic-advanced-custom", clause=structure.clause, field="structure")
    by_table = structure.kind == "tables" and details.structure in {"basic", "advanced"}
    if not by_table:
        plan_at_start(details, scene.rules, 2)
    yield setup.EventAnnounced(scene.document.name)


def _open_registration(scene: Scene, command: OpenRegistration) -> Iterator[Fact]:
    yield setup.RegistrationOpened()


def _open_check_in(scene: Scene, command: OpenCheckIn) -> Iterator[Fact]:
    yield setup.CheckInOpened()


def _start(scene: Scene, command: StartEvent) -> Iterator[Fact]:
    blockers = start_gate(scene.event, scene.rules, scene.document)
    blockers = tuple(told_blockers(scene.event, scene.rules, scene.person, blockers))
    if blockers:
        first = blockers[0]
        codes = [blocker.code for blocker in blockers]
        raise Refused(first.sentence, clause=first.clause, blockers=codes).naming(first.facts)
    here = sum(1 for one in scene.event.entrants.values() if one.state == "checked_in")
    plan = plan_at_start(scene.event.details, scene.rules, here)
    yield setup.EventStarted(plan.rounds, plan.cut or None, plan.clause)
    yield from locked_at_start(scene.event)


def _arrange_tables(scene: Scene, command: ArrangeTables) -> Iterator[Fact]:
    numbers = (command.first, *command.out_of_use)
    if any(not 0 < number <= 100_000 for number in numbers):
        raise Refused("tables-no-whole-numbers", clause=scene.rules.tables.clause)
    out = tuple(sorted(set(command.out_of_use)))
    yield setup.TablesArranged(command.first, out, command.avoid_repeats)


def _award(scene: Scene, command: AwardPrize) -> Iterator[Fact]:
    if command.recipient not in scene.event.people:
        raise Refused("award-nobody-here-id")
    entrant = scene.event.entrants.get(command.recipient)  # type: ignore[call-overload]
    if entrant is not None and entrant.spare:
        raise Refused(
            "spare-player-cannot-win-prize",
            clause=scene.rules.spare.unranked_clause or scene.rules.spare.clause,
        )
    if entrant is not None and entrant.state == "disqualified":
        raise Refused(
            "disqualified", clause=scene.rules.leaving.disqualified_clause, entrant=entrant.name
        )
    title = require_name(command.title, "the-prize")
    yield setup.PrizeAwarded(title, command.recipient, tidy(command.criterion))


def _finish(scene: Scene, command: FinishEvent) -> Iterator[Fact]:
    event = scene.event
    if event.draft is not None:
        raise Refused("drawn-round-waiting")
    if event.current is not None and not event.current.is_closed:
        raise Refused("games-still-being-played")
    left = what_is_left(event, scene.rules, scene.document)
    if left and not command.reason.strip():
        raise Refused("plan-not-played-out", clause=scene.rules.structure.clause, left=left)
    yield setup.EventFinished(tidy(command.reason))


def what_is_left(event: Event, rules: Ruleset, document: Ruleset) -> Phrase | TiltyardError | None:
    """Return what the plan still asks for, in words; nothing: it is played out."""
    planned = event.swiss_rounds or 0
    swiss = event.swiss_played
    if swiss < planned:
        return Phrase("phrases.swiss-rounds-played", {"played": swiss, "planned": planned})
    if event.qualification is None and event.has_cut:
        return Phrase("phrases.cut-not-made")
    if not event.has_cut and event.swiss_rounds != 0:
        return None
    if event.details.swiss_after_cut:
        return _left_after_cut(event)
    try:
        pairings(as_tournament(event), document)
    except NothingToDraw:
        return None
    except TiltyardError as no:
        return no
    return Phrase("phrases.bracket-not-decided")


def _left_after_cut(event: Event) -> Phrase | TiltyardError | None:
    planned = event.details.swiss_after_cut
    played = sum(1 for one in event.rounds if one.stage > 1)
    if played >= planned:
        return None
    return Phrase("phrases.rounds-after-cut-played", {"played": played, "planned": planned})


def _reopen(scene: Scene, command: ReopenEvent) -> Iterator[Fact]:
    yield setup.EventReopened(tidy(command.reason))


def _archive(scene: Scene, command: ArchiveEvent) -> Iterator[Fact]:
    yield setup.EventArchived()


def _undo(scene: Scene, command: Undo) -> Iterator[Fact]:
    return decide_undo(scene, command.reason, command.first)


DECIDE_SETUP: Acts = {
    DescribeEvent: Act(_describe),
    AnnounceEvent: Act(_announce),
    AnnounceItem: Act(announce_item),
    OpenRegistration: Act(_open_registration),
    OpenCheckIn: Act(_open_check_in),
    StartEvent: Act(_start),
    ChangePlan: Act(change_plan),
    ArrangeTables: Act(_arrange_tables),
    AwardPrize: Act(_award),
    FinishEvent: Act(_finish),
    ReopenEvent: Act(_reopen),
    ArchiveEvent: Act(_archive),
    Undo: Act(_undo),
}
