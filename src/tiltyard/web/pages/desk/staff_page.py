"""The staff: who holds which task, who is on duty, and the invitation that lets them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.roles import final_authority, role_of
from tiltyard.engine.errors import Refused
from tiltyard.web.pages.account.joining import INVITATION, make_link
from tiltyard.web.pages.desk.frame import desk_page, may, may_open
from tiltyard.web.pages.desk.links_page import picture_of, record_opened

if TYPE_CHECKING:
    from tiltyard.day.event import Appointment
    from tiltyard.engine.ruleset import Role
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_ACTS = ("appoint-staff", "release-staff", "name-head-marshal", "hand-over")


@dataclass(frozen=True, slots=True)
class Member:
    """One role somebody holds; `account` says how far the invitation has come."""

    appointment: Appointment
    name: str
    role: Role
    account: str
    may_change_duty: bool
    plays: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """A link that was just made: shown once, kept nowhere."""

    person: str
    name: str
    address: str
    picture: str


def staff_page(asked: Asked) -> Reply:
    """Show everybody who runs the event."""
    return _page(asked)


def invite(asked: Asked) -> Reply:
    """Make an invitation for a member of staff and show it once."""
    view, person = asked.view, asked.form.text("person")
    if not view.is_staff(person):
        raise Refused("nobody-staff-id", field="person")
    record_opened(asked, [person], "invitation")
    now = asked.site.desk.clock.now()
    secret = make_link(
        asked.site.keyring,
        now,
        "invitation",
        view.event.id,
        person,
        now + INVITATION,
        made_by=asked.me,
    )
    address = f"{asked.site.settings.address}/j/{secret}"
    return _page(asked, Opened(person, view.name(person), address, picture_of(address)))


def _page(asked: Asked, opened: Opened | None = None) -> Reply:
    view = asked.view
    event = view.event
    return desk_page(
        asked,
        "desk/staff.html",
        members=_members(asked),
        roles=[role for role in view.rules.staff.roles if role.leader],
        others=[(person, name) for person, name in event.people.items()],
        last_word=final_authority(event, view.rules),
        may_do={act: may(asked, act) for act in _ACTS},
        may_invite=frozenset(
            appointment.person
            for appointment in event.staff
            if view.is_organizer(asked.me) and may_open(asked, appointment.person)
        ),
        opened=opened,
        days=INVITATION.days,
    )


def _members(asked: Asked) -> list[Member]:
    view = asked.view
    accounts = _accounts(asked)
    return [
        Member(
            appointment,
            view.name(appointment.person),
            role,
            accounts.get(appointment.person, ""),
            role.toggles_duty and may(asked, "change-duty", appointment.person),
            _plays(view, appointment.person),
        )
        for appointment in view.event.staff
        if (role := role_of(view.rules, appointment.role)) is not None
    ]


def _plays(view: EventView, person: str) -> bool:
    entrant = view.event.entrants.get(person)  # type: ignore[call-overload]
    return entrant is not None and not entrant.spare


def _accounts(asked: Asked) -> dict[str, str]:
    """Return for each person whether they signed in ("in") or were invited ("invited")."""
    event, keyring = asked.view.event.id, asked.site.keyring
    now = asked.site.desk.clock.now()
    found = {
        link.person: "invited"
        for link in keyring.links(event)
        if link.purpose == "invitation"
        and link.used is None
        and (link.ends is None or now < link.ends)
    }
    for _account, person in keyring.holders(event):
        found[person] = "in"
    return found
