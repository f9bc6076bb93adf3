"""The waiting list: players who registered themselves and wait for the approval of the desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from tiltyard.day.context import Act, ActFacts, AnyAct, Command, Folds, the_player
from tiltyard.day.event import Waiting
from tiltyard.day.facts import (
    ApprovalSet,
    ContactNoted,
    PlayerRegistered,
    RegistrationDeclined,
    RegistrationRequested,
    ShownNameChosen,
)
from tiltyard.day.people import (
    RegisterPlayer,
    decide_registration,
    is_of_the_floor,
    without_waiting,
)
from tiltyard.day.rights import BEFORE, ENTRY, FLOOR, ORGANIZERS, Right
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PersonId, PlayerId

if TYPE_CHECKING:
    from tiltyard.day.context import Scene
    from tiltyard.day.event import Event
    from tiltyard.day.facts import Fact, Recorded


@dataclass(frozen=True, slots=True)
class SetApproval:
    """Say whether players who register themselves wait until the desk approves them."""

    NAME: ClassVar[str] = "set-approval"
    required: bool = False


@dataclass(frozen=True, slots=True)
class ApproveRegistration:
    """Let somebody take part who registered themselves and waits."""

    NAME: ClassVar[str] = "approve-registration"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeclineRegistrations:
    """Take people off the waiting list, and erase what they wrote; or oneself."""

    NAME: ClassVar[str] = "decline-registrations"
    players: tuple[PlayerId, ...]


# ------------------------------------------------------------------------------
# Deciding.


def _set_approval(scene: Scene, command: SetApproval) -> Iterator[Fact]:
    if command.required == scene.event.approval:
        raise Refused("approval-unchanged", field="required")
    yield ApprovalSet(command.required)


def _approve(scene: Scene, command: ApproveRegistration) -> Iterator[Fact]:
    waiting = _the_waiting(scene.event, command.player)
    asked = RegisterPlayer(
        name=waiting.name,
        person=waiting.id,
        faction=waiting.faction,
        affiliations=waiting.affiliations,
        shown=waiting.shown,
        contact=waiting.contact,
    )
    yield from decide_registration(scene, asked)


def _decline(scene: Scene, command: DeclineRegistrations) -> Iterator[Fact]:
    if not command.players:
        raise Refused("decline-nobody-named", field="players")
    if not is_of_the_floor(scene) and set(command.players) != {scene.person}:
        raise Refused("decline-another", clause=scene.rules.staff.clause, field="players")
    for player in dict.fromkeys(command.players):
        yield RegistrationDeclined(_the_waiting(scene.event, player).id)


def _the_waiting(event: Event, player: PlayerId) -> Waiting:
    waiting = event.waiting.get(player)
    if waiting is None:
        raise Refused("not-on-the-waiting-list", field="player")
    return waiting


def _those_who_wait(event: Event, command: DeclineRegistrations) -> Iterable[PersonId]:
    return command.players


# ------------------------------------------------------------------------------
# How facts change the state, and from the facts of an act back to its command.


def _fold_approval_set(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ApprovalSet)
    return replace(event, approval=fact.required)


def _fold_requested(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RegistrationRequested)
    waiting = Waiting(
        fact.player,
        fact.name,
        recorded.at,
        fact.faction,
        fact.affiliations,
        fact.shown,
        fact.contact,
    )
    return replace(event, waiting=event.waiting | {fact.player: waiting})


def _fold_declined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RegistrationDeclined)
    return without_waiting(event, fact.player)


def _tell_approve(told: ActFacts) -> Command:
    return ApproveRegistration(told.the(PlayerRegistered).player)


def _tell_decline(told: ActFacts) -> Command:
    gone = (fact.player for fact in told.facts if isinstance(fact, RegistrationDeclined))
    return DeclineRegistrations(tuple(gone))


ACTS: tuple[AnyAct, ...] = (
    Act(
        SetApproval,
        _set_approval,
        facts=(ApprovalSet,),
        rights=(Right(ORGANIZERS, BEFORE),),
    ),
    Act(
        ApproveRegistration,
        _approve,
        facts=(PlayerRegistered, ContactNoted, ShownNameChosen),
        rights=(Right(FLOOR, ENTRY),),
        concerns=the_player,
        tell=_tell_approve,
    ),
    Act(
        DeclineRegistrations,
        _decline,
        facts=(RegistrationDeclined,),
        rights=(Right(FLOOR, ENTRY), Right(("spectator",), ENTRY, "own")),
        concerns=_those_who_wait,
        tell=_tell_decline,
        undoable=False,
    ),
)

FOLDS: Folds = {
    ApprovalSet: _fold_approval_set,
    RegistrationRequested: _fold_requested,
    RegistrationDeclined: _fold_declined,
}
