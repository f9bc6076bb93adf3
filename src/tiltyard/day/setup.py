"""The event itself: set up, announced, started, changed, finished; and taking acts back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.context import (
    STAYS,
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Question,
    Scene,
    Stays,
    confirmed,
    told,
)
from tiltyard.day.event import (
    PLAN,
    PLAN_AFTER_START,
    Appointment,
    Confirmation,
    Event,
    PlanChange,
    Planned,
    Prize,
    Told,
    round_of,
    with_changed_basis,
    with_match,
    with_person,
    with_round,
)
from tiltyard.day.facts import (
    ActUndone,
    CheckInOpened,
    ClinchShown,
    ConcernsConfirmed,
    Details,
    DeviationExplained,
    EventAnnounced,
    EventArchived,
    EventCreated,
    EventDeleted,
    EventDescribed,
    EventFinished,
    EventReopened,
    EventStarted,
    Fact,
    InformationChanged,
    ItemAnnounced,
    LanguageChosen,
    ListsLocked,
    LossesWithoutGame,
    NumbersPublished,
    PlanAnnounced,
    PlanChanged,
    PrizeAwarded,
    Recorded,
    RegistrationOpened,
    RulesetKept,
    TablesArranged,
    ToldValue,
)
from tiltyard.day.lists import locked_at_start
from tiltyard.day.plan import (
    is_of_the_plan,
    is_told,
    plan_at_start,
    players_expected,
    tells_scenarios,
    values_now,
)
from tiltyard.day.policy import require_may_undo, row_of
from tiltyard.day.rights import BEFORE, FLOOR, LATE, OPEN, ORGANIZERS, RUNNING, Right
from tiltyard.day.start import (
    require_details,
    required_announcements,
    start_gate,
    tidy_details,
    untold,
)
from tiltyard.day.visibility import told_blockers
from tiltyard.engine.errors import NothingToDraw, Phrase, Refused, Term, TiltyardError
from tiltyard.engine.flow import pairings
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.structure import require_opponents
from tiltyard.engine.tournament import PersonId

if TYPE_CHECKING:
    from tiltyard.day.start import Blocker
    from tiltyard.engine.ruleset import Announcement


# ------------------------------------------------------------------------------
# Deciding about the plan: tell it to all players, and change it after the start.


def announce_item(scene: Scene, command: AnnounceItem) -> Iterator[Fact]:
    """Tell all players; what the program can compute is told with its values."""
    known = {item.id: item for item in scene.rules.announcements}
    if command.item not in known:
        raise Refused(
            "nothing-announced-here",
            clause=scene.rules.structure.clause,
            item=command.item[:40],
            known=tuple(known),
        )
    item = known[command.item]
    if item.tells:
        values = values_now(scene.event, scene.rules, item)
        players = players_expected(scene.event)
        yield PlanAnnounced(item.id, values, players, tidy(command.text))
    else:
        yield ItemAnnounced(item.id, tidy(command.text) or _written(scene.event.details, item))


def _written(details: Details, item: Announcement) -> str:
    """Return what the details have to say about an announcement without values."""
    said = [getattr(details, name) for name in item.about]
    return said[0] if len(said) == 1 and isinstance(said[0], str) else ""


def lapsed(scene: Scene, details: Details) -> tuple[str, ...]:
    """Return what players were told and is no longer true."""
    before = scene.event.details
    return tuple(
        item.id
        for item in scene.rules.announcements
        if item.id in scene.event.announced
        and item.id not in scene.event.told  # its values are compared instead
        and any(getattr(before, name) != getattr(details, name) for name in item.about)
    )


def change_plan(scene: Scene, command: ChangePlan) -> Iterator[Fact]:
    """Change rounds and cut after the start, against what was announced, if that is meant."""
    event = scene.event
    details = replace(
        event.details, structure="custom", swiss_rounds=command.swiss_rounds, cut=command.cut
    )
    require_details(details, scene.document, scene.rules)
    if event.qualification is not None or event.past_the_cut:
        raise Refused("change-plan-cut-made", clause=scene.rules.cut.clause)
    played = len(event.rounds)
    if command.swiss_rounds < played:
        raise Refused(
            "rounds-published-already", clause=scene.rules.structure.clause, played=played
        )
    if (command.swiss_rounds, command.cut) == (event.swiss_rounds, event.cut):
        raise Refused("plan-already")
    playing = [
        entrant
        for entrant in event.entrants.values()
        if entrant.state == "active" and not entrant.spare
    ]
    if playing and command.swiss_rounds > (event.swiss_rounds or 0):
        require_opponents(scene.rules, command.swiss_rounds, len(playing))
    yield from confirmed(scene, _against_the_announcement(scene, command), PLAN)
    yield PlanChanged(command.swiss_rounds, command.cut, tidy(command.reason))


def _against_the_announcement(scene: Scene, command: ChangePlan) -> Iterator[Question]:
    """Yield by which rules rounds and cut stand as they were announced before the start."""
    event, rules = scene.event, scene.rules
    stands = {name: item.stands_by for item in rules.announcements for name in item.tells}
    if command.cut != event.cut:
        yield Question(
            PLAN_AFTER_START,
            stands.get("cut", rules.cut.clause),
            {"points": event.cut_points, "cut": event.cut},
            _cut_wording(event),
        )
    if command.swiss_rounds != event.swiss_rounds:
        yield Question(
            PLAN_AFTER_START,
            stands.get("rounds", rules.structure.clause),
            {"rounds": event.swiss_rounds},
            "rounds-were-announced",
        )


def _cut_wording(event: Event) -> str:
    if event.cut_points:
        return "cut-by-points-was-announced"
    return "cut-was-announced" if event.cut else "no-cut-was-announced"


def untold_since_the_start(event: Event, rules: Ruleset, document: Ruleset) -> tuple[Blocker, ...]:
    """Return what was changed after the start and has not been announced anew."""
    changed = any(plan_change.asked for plan_change in event.plan_changes)
    return tuple(
        replace(untold(event, rules, item), clause=item.stands_by)
        for item in required_announcements(event, rules, document)
        if (tells_scenarios(item) or (changed and is_of_the_plan(item)))
        and not is_told(event, rules, item)
    )


def require_told(scene: Scene) -> None:
    """Refuse to go on with a plan that was changed and not announced anew."""
    for blocker in untold_since_the_start(scene.event, scene.rules, scene.document):
        raise Refused(blocker.sentence, clause=blocker.clause).naming(blocker.facts)


# ------------------------------------------------------------------------------
# Deciding in which language an event speaks where nobody has chosen one for himself.


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Say in which language papers, screens and files are made: a code such as `de`."""

    NAME: ClassVar[str] = "choose-language"
    language: str


def require_language(code: str) -> str:
    """Return the code of a language, or refuse what can be none."""
    if not (code.isascii() and code.isalpha() and code.islower() and len(code) in {2, 3}):
        raise Refused("no-code-language", field="language", code_=code[:40])
    return code


def _choose(scene: Scene, command: ChooseLanguage) -> Iterator[Fact]:
    language = require_language(command.language)
    if language == scene.event.language:
        raise Refused("language-already", field="language")
    yield LanguageChosen(language)


@dataclass(frozen=True, slots=True)
class ShowClinch:
    """Say who reads what players still need: everybody, and players on their own page."""

    NAME: ClassVar[str] = "show-clinch"
    public: bool
    players: bool


def _show_clinch(scene: Scene, command: ShowClinch) -> Iterator[Fact]:
    event = scene.event
    if (event.clinch_public, event.clinch_players) == (command.public, command.players):
        raise Refused("clinch-shown-already", field="public")
    yield ClinchShown(command.public, command.players)


# ------------------------------------------------------------------------------
# Deciding about taking back: which acts may be undone, and what to do instead.


ELSEWHERE = frozenset({"import"})
"""How an event came here otherwise: no act of the table, and never undone."""


def decide_undo(scene: Scene, reason: str, first: int | None) -> Iterator[Fact]:
    """Take back the last act if that is safe, and if it is the one that was looked at."""
    last = scene.event.last_act
    if last is None:
        raise Refused("nothing-done-yet")
    if first not in {None, last.first}:
        raise Refused("something-else-done-since-you", act=last.act)
    row = row_of(last.act)
    if last.act in ELSEWHERE or (row and not row.undoable):
        raise Refused(f"{last.act}-not-undone")
    if row is None:
        raise Refused("act-of-another-version", act=last.act)
    require_may_undo(scene.event, scene.rules, scene.person, last)
    if last.actor != scene.person and not tidy(reason):
        raise Refused(
            "done-by-somebody-else",
            clause=scene.rules.staff.clause,
            actor=scene.name(last.actor),
            act=Term(last.act),
        )
    yield ActUndone(last.first, last.last, last.act, tidy(reason))


# ------------------------------------------------------------------------------
# Deciding about the event itself: set up, announce, start, finish.

INFORMATION = ("name", "venue", "contact", "notes")
"""The details that people read and no rule fixes: they change at any time."""

_TIME_OF_DAY = re.compile("([01]?[0-9]|2[0-3])(?:[:.]([0-5][0-9]))?")

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
class ChangeInformation:
    """Change what people read about the event; what is not told stays.

    `starts` is a time of day such as `10:30`. What the rules fix is `describe-event`.
    """

    NAME: ClassVar[str] = "change-information"
    name: str | Stays = STAYS
    venue: str | Stays = STAYS
    contact: str | Stays = STAYS
    notes: str | Stays = STAYS
    starts: str | Stays = STAYS
    price: str | Stays = STAYS


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
class DeleteEvent:
    """Put an event away that was never played; it disappears from every list and page."""

    NAME: ClassVar[str] = "delete-event"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last act, where that is safe; `first` names the fact it was seen to begin with.

    Somebody else's act is taken back with a reason.
    """

    NAME: ClassVar[str] = "undo"
    reason: str = ""
    first: int | None = None


def _create(scene: Scene, command: CreateEvent) -> Iterator[Fact]:
    """Check the details and commit to the seed."""
    if scene.event.version:
        raise Refused("event-there-already", name=command.event)
    if len(command.seed) < SHORTEST_SEED:
        raise Refused("seed-event-too-short")
    details = tidy_details(command.details, scene.document)
    yield EventCreated(
        event=command.event,
        details=details,
        organizer=scene.person,
        organizer_name=require_name(command.organizer_name, "the-organizer"),
        seed=command.seed,
        commitment=commitment(command.seed),
        engine=scene.engine,
    )
    if scene.document.files:
        yield RulesetKept(scene.document.name, scene.document.files)
    if command.language:
        yield LanguageChosen(require_language(command.language))


def commitment(seed: str) -> str:
    """Return what is public of a seed from the beginning: its SHA-256."""
    return sha256(seed.encode()).hexdigest()


def _describe(scene: Scene, command: DescribeEvent) -> Iterator[Fact]:
    if command.details.ruleset.partition("@")[0] != scene.document.id:
        raise Refused("ruleset-event-cannot-changed", clause=scene.document.clause, field="ruleset")
    details = tidy_details(command.details, scene.document)
    _require_change(changes=details != scene.event.details)
    yield EventDescribed(details, tidy(command.reason), lapsed(scene, details))


def _change_information(scene: Scene, command: ChangeInformation) -> Iterator[Fact]:
    before = scene.event.details
    details = replace(
        before,
        name=require_name(told(command.name, before.name), "the-event"),
        venue=tidy(told(command.venue, before.venue)),
        contact=tidy(told(command.contact, before.contact)),
        notes=tidy(told(command.notes, before.notes)),
    )
    starts = require_time(told(command.starts, scene.event.starts))
    changed = {
        name: getattr(details, name)
        for name in INFORMATION
        if getattr(details, name) != getattr(before, name)
    }
    price = tidy(told(command.price, scene.event.price))
    changed |= {"starts": starts} if starts != scene.event.starts else {}
    changed |= {"price": price} if price != scene.event.price else {}
    _require_change(changes=bool(changed))
    yield InformationChanged(**changed, lapsed=lapsed(scene, details))


def _require_change(*, changes: bool) -> None:
    """Refuse a description that says what the event says already."""
    if not changes:
        raise Refused("describe-nothing-would-change")


def require_time(text: str) -> str:
    """Return a time of day as clocks show it, or refuse what is none; nothing stays nothing."""
    said = tidy(text)
    if not said:
        return ""
    read = _TIME_OF_DAY.fullmatch(said)
    if read is None:
        raise Refused("no-time-of-day", field="starts", text=said[:20])
    return f"{int(read[1]):02d}:{read[2] or '00'}"


def _announce(scene: Scene, command: AnnounceEvent) -> Iterator[Fact]:
    details = scene.event.details
    structure = scene.rules.structure
    if structure.kind == "tables" and details.structure is None:
        raise Refused("event-basic-advanced-custom", clause=structure.clause, field="structure")
    by_table = structure.kind == "tables" and details.structure in {"basic", "advanced"}
    if not by_table:
        plan_at_start(details, scene.rules, 2)
    yield EventAnnounced(scene.document.name)


def _open_registration(scene: Scene, command: OpenRegistration) -> Iterator[Fact]:
    yield RegistrationOpened()


def _open_check_in(scene: Scene, command: OpenCheckIn) -> Iterator[Fact]:
    yield CheckInOpened()


def _start(scene: Scene, command: StartEvent) -> Iterator[Fact]:
    blockers = start_gate(scene.event, scene.rules, scene.document)
    blockers = tuple(told_blockers(scene.event, scene.rules, scene.person, blockers))
    if blockers:
        first = blockers[0]
        codes = [blocker.code for blocker in blockers]
        raise Refused(first.sentence, clause=first.clause, blockers=codes).naming(first.facts)
    here = sum(1 for entrant in scene.event.entrants.values() if entrant.state == "checked_in")
    plan = plan_at_start(scene.event.details, scene.rules, here)
    yield EventStarted(plan.rounds, plan.cut or None, plan.clause)
    yield from locked_at_start(scene.event)


def _arrange_tables(scene: Scene, command: ArrangeTables) -> Iterator[Fact]:
    numbers = (command.first, *command.out_of_use)
    if any(not 0 < number <= 100_000 for number in numbers):
        raise Refused("tables-no-whole-numbers", clause=scene.rules.tables.clause)
    out = tuple(sorted(set(command.out_of_use)))
    yield TablesArranged(command.first, out, command.avoid_repeats)


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
    yield PrizeAwarded(title, command.recipient, tidy(command.criterion))


def _finish(scene: Scene, command: FinishEvent) -> Iterator[Fact]:
    event = scene.event
    if event.draft is not None:
        raise Refused("drawn-round-waiting")
    if event.current is not None and not event.current.is_closed:
        raise Refused("games-still-being-played")
    left = what_is_left(event, scene.rules, scene.document)
    if left and not command.reason.strip():
        raise Refused("plan-not-played-out", clause=scene.rules.structure.clause, left=left)
    yield EventFinished(tidy(command.reason))


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
    played = sum(1 for round_ in event.rounds if round_.stage > 1)
    if played >= planned:
        return None
    return Phrase("phrases.rounds-after-cut-played", {"played": played, "planned": planned})


def _reopen(scene: Scene, command: ReopenEvent) -> Iterator[Fact]:
    yield EventReopened(tidy(command.reason))


def _archive(scene: Scene, command: ArchiveEvent) -> Iterator[Fact]:
    yield EventArchived()


def _delete(scene: Scene, command: DeleteEvent) -> Iterator[Fact]:
    yield EventDeleted()


def _undo(scene: Scene, command: Undo) -> Iterator[Fact]:
    return decide_undo(scene, command.reason, command.first)


# ------------------------------------------------------------------------------
# How facts about the event itself change the state.


def _fold_event_created(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, EventCreated)
    return replace(
        with_person(event, fact.organizer, fact.organizer_name),
        id=fact.event,
        details=fact.details,
        seed=fact.seed,
        commitment=fact.commitment,
        seed_public=fact.imported,
        staff=(Appointment(fact.organizer, "organizer"),),
    )


def _fold_ruleset_kept(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RulesetKept)
    return replace(event, ruleset_files=fact.files)


def _fold_event_described(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, EventDescribed)
    still_true = {item: text for item, text in event.announced.items() if item not in fact.lapsed}
    return replace(event, details=fact.details, announced=still_true)


def _fold_information_changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, InformationChanged)
    said = {name: getattr(fact, name) for name in INFORMATION if getattr(fact, name) is not None}
    still_true = {item: text for item, text in event.announced.items() if item not in fact.lapsed}
    return replace(
        event,
        details=replace(event.details, **said),
        starts=event.starts if fact.starts is None else fact.starts,
        price=event.price if fact.price is None else fact.price,
        announced=still_true,
    )


def _fold_event_announced(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, EventAnnounced)
    return replace(event, phase="announced", details=replace(event.details, ruleset=fact.ruleset))


def _fold_item_announced(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ItemAnnounced)
    told = {item: other for item, other in event.told.items() if item != fact.item}
    return replace(event, announced=_newest(event, fact.item, fact.text), told=told)


def _newest(event: Event, item: str, text: str) -> dict[str, str]:
    """Return what was announced, the newest at its end."""
    earlier = {name: said for name, said in event.announced.items() if name != item}
    return earlier | {item: text}


def _fold_plan_announced(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlanAnnounced)
    known = event.told.get(fact.item)
    before: tuple[ToldValue, ...] = ()
    if known is not None:
        before = known.values if known.values != fact.values else known.before
    told = Told(fact.values, before)
    return replace(
        event,
        announced=_newest(event, fact.item, fact.text),
        told=event.told | {fact.item: told},
    )


def _fold_registration_opened(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="registration")


def _fold_check_in_opened(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="check_in")


def _fold_event_started(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, EventStarted)
    entrants = {
        player: replace(entrant, state="active") if entrant.state == "checked_in" else entrant
        for player, entrant in event.entrants.items()
    }
    return replace(
        event,
        phase="running",
        swiss_rounds=fact.swiss_rounds,
        cut=fact.cut,
        entrants=entrants,
    )


def _fold_plan_changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlanChanged)
    said = f"drawn before the plan was changed: {fact.reason}"
    asked = PLAN_AFTER_START in event.confirmed_about(PLAN)
    change = PlanChange(
        Planned(event.swiss_rounds, event.cut),
        Planned(fact.swiss_rounds, fact.cut),
        fact.reason,
        recorded.actor,
        asked,
    )
    return replace(
        with_changed_basis(event, recorded.actor, said),
        swiss_rounds=fact.swiss_rounds,
        cut=fact.cut,
        plan_changes=(*event.plan_changes, change),
        stale="plan-changed" if event.draft else "",
    )


def _fold_tables_arranged(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, TablesArranged)
    return replace(
        with_changed_basis(event, recorded.actor, "drawn before the tables were arranged anew"),
        first_table=fact.first,
        tables_out_of_use=fact.out_of_use,
        avoid_table_repeats=fact.avoid_repeats,
        stale="tables-arranged" if event.draft else "",
    )


def _fold_language_chosen(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, LanguageChosen)
    return replace(event, language=fact.language)


def _fold_clinch_shown(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ClinchShown)
    return replace(event, clinch_public=fact.public, clinch_players=fact.players)


def _fold_prize_awarded(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PrizeAwarded)
    return replace(event, prizes=(*event.prizes, Prize(fact.title, fact.recipient, fact.criterion)))


def _fold_event_finished(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, EventFinished)
    return replace(event, phase="finished", seed_public=True, finish_reason=fact.reason)


def _fold_event_reopened(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="running")


def _fold_concerns_confirmed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ConcernsConfirmed)
    said = Confirmation(fact.about, fact.codes, recorded.actor, recorded.at)
    return replace(event, confirmations=(*event.confirmations, said))


def _fold_event_archived(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="archived", never_announced=event.phase == "draft")


def _fold_event_deleted(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="archived", deleted=True)


# ------------------------------------------------------------------------------
# How the facts of an imported file change the state.


def _fold_losses_without_game(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, LossesWithoutGame)
    home = round_of(event, fact.round)
    return with_round(event, replace(home, unpaired=(*home.unpaired, *fact.players)))


def _fold_deviation_explained(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DeviationExplained)
    said = (fact.by, fact.reason)
    if fact.where == PLAN:
        changed = replace(event.plan_changes[-1], by=fact.by, reason=fact.reason)
        return replace(event, plan_changes=(*event.plan_changes[:-1], changed))
    if "." not in fact.where:
        assert event.qualification is not None
        cut = replace(event.qualification, basis_changed=said)
        return replace(event, qualification=cut)
    game = event.game(fact.where)
    if game is None:
        return with_round(event, replace(round_of(event, fact.where), basis_changed=said))
    return with_match(event, replace(game, override=said))


def _fold_numbers_published(event: Event, _: Recorded) -> Event:
    """Change nothing: numbers are computed, and what others published is only compared."""
    return event


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


def _tell_announce_item(told: ActFacts) -> Command:
    said = told.maybe(PlanAnnounced) or told.the(ItemAnnounced)
    return AnnounceItem(said.item, said.text)


ACTS: tuple[AnyAct, ...] = (
    Act(
        CreateEvent,
        _create,
        facts=(EventCreated, RulesetKept, LanguageChosen),
        rights=(),
        undoable=False,
        secret=True,
        begins=True,
    ),
    Act(
        ChooseLanguage,
        _choose,
        facts=(LanguageChosen,),
        rights=(Right(ORGANIZERS, (*OPEN, "finished")),),
    ),
    Act(
        ShowClinch,
        _show_clinch,
        facts=(ClinchShown,),
        rights=(Right(ORGANIZERS, (*OPEN, "finished")),),
    ),
    Act(
        DescribeEvent,
        _describe,
        facts=(EventDescribed,),
        rights=(
            Right(("organizer",), ("draft",)),
            Right(("organizer",), ("announced", "registration", "check_in"), reason=True),
        ),
    ),
    Act(
        ChangeInformation,
        _change_information,
        facts=(InformationChanged,),
        rights=(Right(ORGANIZERS, (*OPEN, "finished")),),
    ),
    Act(
        AnnounceEvent,
        _announce,
        facts=(EventAnnounced,),
        rights=(Right(("organizer",), ("draft",)),),
        undoable=False,
        whole=True,
    ),
    Act(
        AnnounceItem,
        announce_item,
        facts=(ItemAnnounced, PlanAnnounced),
        rights=(Right((*ORGANIZERS, "marshal"), OPEN),),
        tell=_tell_announce_item,
    ),
    Act(
        OpenRegistration,
        _open_registration,
        facts=(RegistrationOpened,),
        rights=(Right(ORGANIZERS, ("announced",)),),
        whole=True,
    ),
    Act(
        OpenCheckIn,
        _open_check_in,
        facts=(CheckInOpened,),
        rights=(Right(ORGANIZERS, ("announced", "registration")),),
        whole=True,
    ),
    Act(
        StartEvent,
        _start,
        facts=(EventStarted, ListsLocked),
        rights=(Right(ORGANIZERS, ("check_in",)),),
        finding="start",
        whole=True,
    ),
    Act(
        ChangePlan,
        change_plan,
        facts=(PlanChanged,),
        rights=(Right(("organizer",), RUNNING, reason=True),),
    ),
    Act(
        ArrangeTables,
        _arrange_tables,
        facts=(TablesArranged,),
        rights=(Right(FLOOR, OPEN),),
    ),
    Act(
        AwardPrize,
        _award,
        facts=(PrizeAwarded,),
        rights=(Right(ORGANIZERS, LATE),),
    ),
    Act(
        FinishEvent,
        _finish,
        facts=(EventFinished,),
        rights=(Right(ORGANIZERS, RUNNING),),
        undoable=False,
        whole=True,
    ),
    Act(
        ReopenEvent,
        _reopen,
        facts=(EventReopened,),
        rights=(Right(("organizer",), ("finished",), reason=True),),
        undoable=False,
        whole=True,
    ),
    Act(
        ArchiveEvent,
        _archive,
        facts=(EventArchived,),
        rights=(Right(("organizer",), (*BEFORE, "finished")),),
        undoable=False,
        whole=True,
    ),
    Act(
        DeleteEvent,
        _delete,
        facts=(EventDeleted,),
        rights=(Right(("organizer",), BEFORE),),
        undoable=False,
        whole=True,
    ),
    Act(
        Undo,
        _undo,
        facts=(ActUndone,),
        rights=(Right(FLOOR, (*OPEN, "finished")),),
        whole=True,
    ),
)


FOLDS: Folds = {
    EventCreated: _fold_event_created,
    RulesetKept: _fold_ruleset_kept,
    EventDescribed: _fold_event_described,
    InformationChanged: _fold_information_changed,
    EventAnnounced: _fold_event_announced,
    ItemAnnounced: _fold_item_announced,
    PlanAnnounced: _fold_plan_announced,
    RegistrationOpened: _fold_registration_opened,
    CheckInOpened: _fold_check_in_opened,
    EventStarted: _fold_event_started,
    PlanChanged: _fold_plan_changed,
    TablesArranged: _fold_tables_arranged,
    LanguageChosen: _fold_language_chosen,
    ClinchShown: _fold_clinch_shown,
    PrizeAwarded: _fold_prize_awarded,
    EventFinished: _fold_event_finished,
    EventReopened: _fold_event_reopened,
    EventArchived: _fold_event_archived,
    EventDeleted: _fold_event_deleted,
    ConcernsConfirmed: _fold_concerns_confirmed,
    LossesWithoutGame: _fold_losses_without_game,
    DeviationExplained: _fold_deviation_explained,
    NumbersPublished: _fold_numbers_published,
}
