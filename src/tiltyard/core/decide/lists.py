"""Deciding about army lists: drafted, handed in, given back, approved, put right, locked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from tiltyard.core.decide.amended_lists import errors_amended
from tiltyard.core.decide.routing import left_to_decider
from tiltyard.core.decide.scene import Act, Acts, Scene, the_player
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, judging, lists
from tiltyard.core.ids import PlayerId
from tiltyard.core.plain_text import tidy
from tiltyard.core.rosters.at_the_event import (
    errors_of,
    list_of,
    lists_here,
    missing_lists,
    reads_lists,
)
from tiltyard.core.rosters.roster import Roster
from tiltyard.core.rosters.seal import digest, seal
from tiltyard.core.state.event import Event
from tiltyard.core.state.lists import ArmyList

_OFFENCES = ("cheating", "list", "other")


@dataclass(frozen=True, slots=True)
class SaveList:
    """Keep a list to go on with later; only its player sees it."""

    NAME: ClassVar[str] = "save-list"
    player: PlayerId
    text: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class SubmitList:
    """Hand in a list; without a text, the one that was kept."""

    NAME: ClassVar[str] = "submit-list"
    player: PlayerId
    text: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class ReceiveListsOnPaper:
    """Note that lists were handed in on paper; without players: all that are missing."""

    NAME: ClassVar[str] = "receive-lists-on-paper"
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class ReturnList:
    """Give a list back to be put right."""

    NAME: ClassVar[str] = "return-list"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ApproveList:
    """Approve the list one has looked at; errors that may be waived need a reason."""

    NAME: ClassVar[str] = "approve-list"
    player: PlayerId
    digest: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ApproveCleanLists:
    """Approve every list that was handed in and has no error."""

    NAME: ClassVar[str] = "approve-clean-lists"


@dataclass(frozen=True, slots=True)
class AmendList:
    """Complete or put right a list that was handed in, from the components in use."""

    NAME: ClassVar[str] = "amend-list"
    player: PlayerId
    text: str
    reason: str
    form: str = ""
    significant: bool = False


@dataclass(frozen=True, slots=True)
class SetListDeadline:
    """Say until when players hand in their lists themselves; none: until the start."""

    NAME: ClassVar[str] = "set-list-deadline"
    until: datetime | None = None


# ------------------------------------------------------------------------------------ handing in


def _save(scene: Scene, command: SaveList) -> Iterator[Fact]:
    army = _own_list(scene, command.player)
    if army is not None and army.is_handed_in:
        raise Refused("list-handed-already", clause=scene.rules.lists.clause)
    if army is not None and army.text == command.text:
        raise Refused("draft-kept-already")
    form, roster = _read(scene, command.text, command.form)
    yield lists.ListSaved(command.player, command.text, form, roster)


def _submit(scene: Scene, command: SubmitList) -> Iterator[Fact]:
    army = _own_list(scene, command.player)
    text, form = command.text, command.form
    if not text.strip():
        if army is None or army.state != "draft":
            raise Refused(
                "no-list-hand",
                clause=scene.rules.lists.content_clause or scene.rules.lists.clause,
                field="text",
            )
        text, form = army.text, army.form
    read_as, roster = _read(scene, text, form)
    yield lists.ListSubmitted(command.player, text, read_as, roster)
    if scene.event.phase == "running":
        yield lists.ListsLocked((_seal(scene.event, command.player, text),))


def _own_list(scene: Scene, player: PlayerId) -> ArmyList | None:
    """Return the list as it stands, if it may still be replaced by whoever acts."""
    event, rules = scene.event, scene.rules
    entrant = scene.entrant(player)
    if entrant.spare:
        raise Refused("spare-player-hands-no-list", clause=rules.spare.clause)
    army = list_of(event, player)
    played = event.phase == "running" and army is not None and army.state == "on_paper"
    if army is not None and (army.is_locked or played):
        raise Refused("list-locked", clause=rules.lists.same_clause or rules.lists.clause)
    leader = scene.person != player
    late = event.list_desk.deadline is not None and scene.at > event.list_desk.deadline
    if leader:
        _require_open_to_leaders(scene, army)
    if leader and not late and army is not None and army.state == "draft":
        raise Refused("draft-players-own", clause=rules.lists.clause)
    asked = army is not None and army.asked
    if late and not leader and not asked:
        raise Refused("time-handing-lists-over", clause=rules.lists.clause)
    return army


def _require_open_to_leaders(scene: Scene, army: ArmyList | None) -> None:
    """Refuse a leader who plays, and another list over one that was handed in."""
    _require_reader(scene)
    if army is not None and army.is_handed_in and army.state != "on_paper":
        raise Refused("list-handed-player", clause=scene.rules.lists.amend_clause)


def _require_reader(scene: Scene) -> None:
    if not reads_lists(scene.event, scene.rules, scene.person):
        raise Refused(
            "players-read-own-list-only",
            clause=scene.rules.staff.rules_on_leader_clause or scene.rules.staff.clause,
        )


def _read(scene: Scene, text: str, form: str) -> tuple[str, Roster]:
    return scene.read_list(scene.rules, text, form)


def _on_paper(scene: Scene, command: ReceiveListsOnPaper) -> Iterator[Fact]:
    players = command.players or tuple(
        player
        for player in missing_lists(scene.event, scene.rules)
        if list_of(scene.event, player) is None
    )
    if not players:
        raise Refused("no-list-missing", clause=scene.rules.lists.clause)
    for player in dict.fromkeys(players):
        entrant = scene.entrant(player)
        army = list_of(scene.event, player)
        if entrant.spare or (army is not None and army.is_handed_in):
            raise Refused("list-not-missing", clause=scene.rules.lists.clause, entrant=entrant.name)
        yield lists.ListReceivedOnPaper(player)


# -------------------------------------------------------------------------------------- checking


def _handed_in(scene: Scene, player: PlayerId) -> ArmyList:
    entrant = scene.entrant(player)
    _require_reader(scene)
    army = list_of(scene.event, player)
    if army is None or not army.is_handed_in:
        raise Refused("handed-no-list", clause=scene.rules.lists.clause, entrant=entrant.name)
    return army


def _return(scene: Scene, command: ReturnList) -> Iterator[Fact]:
    army = _handed_in(scene, command.player)
    if army.is_locked:
        raise Refused(
            "list-locked-for-leaders",
            clause=scene.rules.lists.same_clause or scene.rules.lists.clause,
        )
    if army.state == "on_paper":
        raise Refused("list-is-on-paper")
    yield lists.ListReturned(command.player, tidy(command.reason))


def _approve(scene: Scene, command: ApproveList) -> Iterator[Fact]:
    army = _handed_in(scene, command.player)
    errors = errors_of(scene.event, scene.rules, army)
    if army.state == "approved" and not errors:
        raise Refused("list-approved-already")
    if army.state == "on_paper":
        raise Refused("approve-list-paper")
    if command.digest != digest(army.text):
        raise Refused("list-changed-since-you-looked")
    reason = tidy(command.reason)
    for error in errors:
        if not error.waivable:
            raise Refused("list-errors-which-cannot-approved", clause=error.clause)
        if not reason:
            raise Refused("list-error-only-allowed-reason", clause=error.clause, field="reason")
    waived = tuple(dict.fromkeys((*army.waived, *(error.code for error in errors))))
    yield lists.ListApproved(command.player, command.digest, reason, waived)
    if scene.event.phase == "running" and not army.is_locked:
        yield lists.ListsLocked((_seal(scene.event, command.player, army.text),))


def _approve_clean(scene: Scene, command: ApproveCleanLists) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    clean = [
        army
        for army in lists_here(event)
        if army.state == "submitted" and not errors_of(event, rules, army)
    ]
    mine = [army for army in clean if army.player != scene.person]
    if not mine:
        raise Refused("no-list-waiting-no-errors", clause=rules.lists.clause)
    for army in mine:
        _handed_in(scene, army.player)
        yield lists.ListApproved(army.player, digest(army.text))
    seals = tuple(_seal(event, army.player, army.text) for army in mine if not army.is_locked)
    if event.phase == "running" and seals:
        yield lists.ListsLocked(seals)


def _amend(scene: Scene, command: AmendList) -> Iterator[Fact]:
    army = _handed_in(scene, command.player)
    form, roster = _read(scene, command.text, command.form)
    if command.text == army.text:
        raise Refused("amend-nothing-would-change", clause=scene.rules.lists.amend_clause)
    errors = errors_amended(scene, army, command.text, roster)
    yield lists.ListAmended(
        player=command.player,
        before=army.text,
        text=command.text,
        form=form,
        roster=roster,
        reason=tidy(command.reason),
        significant=command.significant,
        approved=all(error.waivable for error in errors),
        waived=tuple(dict.fromkeys(error.code for error in errors if error.waivable)),
    )
    if scene.event.phase in {"running", "finished"}:
        yield lists.ListsLocked((_seal(scene.event, command.player, command.text),))
    if command.significant:
        name, category = f"i{len(scene.event.incidents) + 1}", _offence(scene)
        yield judging.IncidentRecorded(
            incident=name,
            category=category,
            people=(command.player,),
            finding="the list was changed in a way that may have been an advantage",
        )
        yield from left_to_decider(scene, name, category, (command.player,))


def _offence(scene: Scene) -> str:
    """Return the category of a list that hides an advantage."""
    known = [category.id for category in scene.rules.conduct.categories]
    return next((one for one in _OFFENCES if one in known), known[0])


# --------------------------------------------------------------------------------------- locking


def locked_at_start(event: Event) -> Iterator[Fact]:
    """Yield the lock of every list of those who are here, if there is one."""
    seals = tuple(
        _seal(event, army.player, army.text)
        for army in lists_here(event)
        if army.is_handed_in and army.text and event.entrants[army.player].state == "checked_in"
    )
    if seals:
        yield lists.ListsLocked(seals)


def _seal(event: Event, player: PlayerId, text: str) -> lists.Seal:
    return lists.Seal(player, seal(event.seed, event.id, player, text))


def _deadline(scene: Scene, command: SetListDeadline) -> Iterator[Fact]:
    until = command.until
    if until is not None and until.tzinfo is None:
        raise Refused("deadline-needs-time-zone", clause=scene.rules.lists.clause, field="until")
    try:
        yield lists.ListDeadlineSet(until.astimezone(UTC) if until is not None else None)
    except OverflowError:
        raise Refused("no-such-time", clause=scene.rules.lists.clause, field="until") from None


DECIDE_LISTS: Acts = {
    SaveList: Act(_save, the_player),
    SubmitList: Act(_submit, the_player),
    ReceiveListsOnPaper: Act(_on_paper),
    ReturnList: Act(_return, the_player),
    ApproveList: Act(_approve, the_player),
    ApproveCleanLists: Act(_approve_clean),
    AmendList: Act(_amend, the_player),
    SetListDeadline: Act(_deadline),
}
