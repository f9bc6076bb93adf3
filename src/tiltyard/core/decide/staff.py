"""Deciding about staff: appointments, duty, the head marshal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.confirmation import confirmed
from tiltyard.core.decide.same_person import about_a_leader
from tiltyard.core.decide.scene import Act, Acts, Scene
from tiltyard.core.errors import Refused, RulesetText
from tiltyard.core.facts import Fact, people
from tiltyard.core.ids import PersonId
from tiltyard.core.plain_text import require_name, tidy
from tiltyard.core.ruleset_people import Role, RoleId
from tiltyard.core.staff import holders, role_of, tier_of
from tiltyard.core.state.event import Event


@dataclass(frozen=True, slots=True)
class AppointStaff:
    """Give somebody a role; without an id a new person is entered by name."""

    NAME: ClassVar[str] = "appoint-staff"
    role: RoleId
    name: str = ""
    person: PersonId = ""


@dataclass(frozen=True, slots=True)
class ReleaseStaff:
    """Take a role from somebody."""

    NAME: ClassVar[str] = "release-staff"
    person: PersonId
    role: RoleId


@dataclass(frozen=True, slots=True)
class ChangeDuty:
    """Go off duty, or on duty again."""

    NAME: ClassVar[str] = "change-duty"
    person: PersonId
    role: RoleId
    on_duty: bool


@dataclass(frozen=True, slots=True)
class NameHeadMarshal:
    """Say which of several marshals has the last word."""

    NAME: ClassVar[str] = "name-head-marshal"
    person: PersonId


@dataclass(frozen=True, slots=True)
class HandOver:
    """Make somebody else the organizer; there is exactly one at any time."""

    NAME: ClassVar[str] = "hand-over"
    reason: str
    person: PersonId = ""
    name: str = ""


_PERSON_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def new_person(event: Event) -> PersonId:
    """Return the next id; one that was ever given is not given again."""
    return f"p{event.people_ever + 1}"


def require_person_id(person: PersonId) -> PersonId:
    """Return an id somebody brings along, or refuse what cannot be one."""
    if not _PERSON_ID.fullmatch(person):
        raise Refused("cannot-id-person", field="person")
    return person


def _known_role(scene: Scene, name: RoleId) -> Role:
    role = role_of(scene.rules, name)
    if role is None or not role.leader:
        able = ", ".join(one.id for one in scene.rules.staff.roles if one.leader)
        raise Refused(
            "no-staff-role",
            clause=scene.rules.staff.clause,
            field="role",
            game=scene.rules.game,
            name=name,
            able=able,
        )
    return role


def _appoint(scene: Scene, command: AppointStaff) -> Iterator[Fact]:
    event = scene.event
    role = _known_role(scene, command.role)
    person = command.person or new_person(event)
    if command.person and command.person not in event.people:
        raise Refused("appoint-nobody-here-id")
    held = holders(event, role.id)
    if person in held:
        raise Refused("role-held-already", person=scene.name(person), role=RulesetText(role.title))
    if role.most is not None and len(held) >= role.most:
        raise Refused(
            "role-held-often-enough",
            clause=role.clause,
            most=role.most,
            role=RulesetText(role.title),
            held=scene.name(held[0]),
        )
    if person in event.entrants and event.entrants[person].state != "dropped":  # type: ignore[index]
        _require_player_may_lead(scene, role)
    name = event.people.get(person) or require_name(command.name, "a-member-of-staff")
    if not command.person:
        yield from confirmed(scene, about_a_leader(scene, role.id, name), about=person)
    yield people.StaffAppointed(person, name, role.id)


def _require_player_may_lead(scene: Scene, role: Role) -> None:
    tier = tier_of(scene.event, scene.rules)
    judges_may = role.id == "judge" and tier.judge_play is not None
    allowed = tier.judge_play if judges_may else tier.leader_play
    if allowed == "forbidden":
        clause = tier.judge_play_clause if judges_may else tier.leader_play_clause
        raise Refused("no-leader-plays-event", clause=clause, tier=RulesetText(tier.title))


def _release(scene: Scene, command: ReleaseStaff) -> Iterator[Fact]:
    role = _known_role(scene, command.role)
    held = holders(scene.event, role.id)
    if command.person not in held:
        raise Refused(
            "role-not-held", person=scene.name(command.person), role=RulesetText(role.title)
        )
    if role.id == "organizer" and len(held) == 1:
        raise Refused("every-event-organizer", clause=role.clause)
    yield people.StaffReleased(command.person, role.id)


def _change_duty(scene: Scene, command: ChangeDuty) -> Iterator[Fact]:
    role = _known_role(scene, command.role)
    mine = [
        one for one in scene.event.staff if (one.person, one.role) == (command.person, command.role)
    ]
    if not mine:
        raise Refused(
            "duty-of-role-not-held", person=scene.name(command.person), role=RulesetText(role.title)
        )
    if not role.toggles_duty:
        raise Refused("no-off-duty-status-here", clause=role.clause, role=RulesetText(role.title))
    if mine[0].on_duty == command.on_duty:
        raise Refused("duty-unchanged")
    yield people.DutyChanged(command.person, command.role, command.on_duty)


def _name_head(scene: Scene, command: NameHeadMarshal) -> Iterator[Fact]:
    if command.person not in holders(scene.event, "marshal"):
        raise Refused(
            "no-marshal", clause=scene.rules.staff.clause, person=scene.name(command.person)
        )
    yield people.HeadMarshalNamed(command.person)


def _hand_over(scene: Scene, command: HandOver) -> Iterator[Fact]:
    event = scene.event
    role = _known_role(scene, "organizer")
    person = command.person or new_person(event)
    if command.person and command.person not in event.people:
        raise Refused("hand-over-nobody-here-id")
    if person in holders(event, role.id):
        raise Refused("hand-over-already", person=scene.name(person), role=RulesetText(role.title))
    if person in event.entrants and event.entrants[person].state != "dropped":  # type: ignore[index]
        _require_player_may_lead(scene, role)
    name = event.people.get(person) or require_name(command.name, "the-organizer")
    if not command.person:
        yield from confirmed(scene, about_a_leader(scene, role.id, name), about=person)
    yield people.StaffReleased(scene.person, role.id, tidy(command.reason))
    yield people.StaffAppointed(person, name, role.id)


def _the_person(event: Event, command: ChangeDuty) -> Iterable[PersonId]:
    return (command.person,)


DECIDE_STAFF: Acts = {
    AppointStaff: Act(_appoint),
    ReleaseStaff: Act(_release),
    ChangeDuty: Act(_change_duty, _the_person),
    NameHeadMarshal: Act(_name_head),
    HandOver: Act(_hand_over),
}
