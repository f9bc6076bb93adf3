"""Who can open the doors of an event: seats, sessions, links and tokens."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from tiltyard.day.seats import may_close_seat
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import require_name
from tiltyard.service.forgetting import leave_sessions
from tiltyard.store.keyring import Scope, Token
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.pages.desk.frame import desk_page
from tiltyard.web.security.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from tiltyard.store.keyring import Account, Session
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# Sessions as people recognise them: a browser, a system, when it was last seen.

HANDLE = 16
"""How much of a session's key names it in a form; the key itself opens nothing."""

_BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@dataclass(frozen=True, slots=True)
class Device:
    """A session of somebody; `here` marks the one that asks."""

    handle: str
    name: str
    began: datetime
    seen: datetime
    here: bool


def devices(asked: Asked, sessions: Iterable[Session]) -> list[Device]:
    """Return sessions as a list to choose from, the latest first."""
    own = asked.visitor.session
    found = [
        Device(
            session.key[:HANDLE],
            device_name(session.device),
            session.began,
            session.seen,
            own is not None and session.key == own.key,
        )
        for session in sessions
    ]
    return sorted(found, key=lambda device: device.seen, reverse=True)


def device_name(agent: str) -> str:
    """Return what a browser calls itself in two words."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in agent), "")
    if not browser and "Safari/" in agent:
        browser = "Safari"
    system = next((name for mark, name in _SYSTEMS.items() if mark in agent), "")
    if browser and system:
        return say("account.on", browser=browser, system=system)
    return browser or system or say("account.a-browser-we-do-not")


# ------------------------------------------------------------------------------
# Who can open the doors of an event: seats, sessions, links and tokens, each to be taken away.

TOKEN_BYTES = 32
MARK = "tiltyard_"
"""How a token begins, so that people and scanners know what they found."""


@dataclass(frozen=True, slots=True)
class Made:
    """A link that works: who made it, and when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Holder:
    """A person of the event and every door they can open."""

    person: str
    name: str
    accounts: tuple[str, ...]
    devices: list[Device]
    links: list[Made]
    own: bool
    may_end: bool

    @property
    def has_any(self) -> bool:
        """Whether there is anything to take away."""
        return bool(self.accounts or self.devices or self.links)


def access_page(asked: Asked) -> Reply:
    """Show who can come in, and how."""
    return _page(asked)


def log_out(asked: Asked) -> Reply:
    """End every session of a person at this event; a link or a password lets them in again."""
    person = _person(asked)
    _require_may_end(asked, person)
    leave_sessions(asked.site.keyring, asked.view.event.id, person)
    keyring = asked.site.keyring
    for account, seat in keyring.holders(asked.view.event.id):
        if seat == person and not account.owner:
            for session in keyring.sessions(account=account.id):
                keyring.end_session(session.key)
    asked.tell_next("account.is-signed-out", name=asked.view.event.people[person])
    return asked.redirect(_here(asked))


def revoke(asked: Asked) -> Reply:
    """Take everything from a person that lets them in: seat, sessions, links, code, tokens."""
    person, event, keyring = _person(asked), asked.view.event.id, asked.site.keyring
    if person == asked.me:
        raise Refused("you-would-lock-yourself-out")
    _require_may_end(asked, person)
    leave_sessions(asked.site.keyring, asked.view.event.id, person)
    keyring.take_seat(event, person)
    keyring.revoke_links(event, person)
    keyring.drop_code(event, person)
    for token in keyring.tokens(event):
        if token.person == person:
            keyring.revoke_token(event, token.key)
    asked.tell_next("account.cannot-come-in", name=asked.view.event.people[person])
    return asked.redirect(_here(asked))


def make_token(asked: Asked) -> Reply:
    """Make a token that acts as oneself, and show it once."""
    label = require_name(asked.form.text("label"), "the-token")
    scope = asked.form.text("scope")
    if scope not in get_args(Scope):
        raise Refused("no-such-scope", field="scope")
    secret = MARK + secrets.token_urlsafe(TOKEN_BYTES)
    asked.site.keyring.add_token(
        Token(
            key_of(secret),
            asked.view.event.id,
            asked.me,
            scope,  # type: ignore[arg-type]
            label,
            asked.site.desk.clock.now(),
        )
    )
    return _page(asked, token=secret)


def end_token(asked: Asked) -> Reply:
    """Revoke a token."""
    asked.site.keyring.revoke_token(asked.view.event.id, asked.form.text("token"))
    asked.tell_next("account.token-is-ended")
    return asked.redirect(_here(asked))


# ---------------------------------------------------------------------------- parts


def _page(asked: Asked, token: str = "") -> Reply:
    view = asked.view
    doors = _doors(asked)
    with speaking(asked.visitor.language):
        staff = [
            _holder(asked, name, doors)
            for name in dict.fromkeys(a.person for a in view.event.staff)
        ]
        others = [
            _holder(asked, player, doors)
            for player in view.event.entrants
            if not view.is_staff(player)
        ]
    return desk_page(
        asked,
        "account/access.html",
        staff=staff,
        players=[holder for holder in others if holder.has_any],
        tokens=asked.site.keyring.tokens(view.event.id),
        token=token,
        names=view.event.people,
        webhooks=asked.site.webhooks.anything,
    )


@dataclass(frozen=True, slots=True)
class _Doors:
    """The accounts and the working links of an event, by person."""

    accounts: dict[str, list[Account]]
    links: dict[str, list[Made]]


def _doors(asked: Asked) -> _Doors:
    event, keyring = asked.view.event.id, asked.site.keyring
    now = asked.site.desk.clock.now()
    accounts: dict[str, list[Account]] = {}
    for account, person in keyring.holders(event):
        accounts.setdefault(person, []).append(account)
    links: dict[str, list[Made]] = {}
    for link in keyring.links(event):
        if (link.purpose == "player" or link.used is None) and (
            link.ends is None or now < link.ends
        ):
            by = asked.view.name(link.made_by) if link.made_by else ""
            links.setdefault(link.person, []).append(Made(by, link.made))
    return _Doors(accounts, links)


def _holder(asked: Asked, person: str, doors: _Doors) -> Holder:
    keyring, now = asked.site.keyring, asked.site.desk.clock.now()
    accounts = doors.accounts.get(person, [])
    sessions: list[Session] = list(keyring.sessions(event=asked.view.event.id, person=person))
    for account in accounts:
        sessions += keyring.sessions(account=account.id)
    return Holder(
        person,
        asked.view.name(person),
        tuple(other.name for other in accounts),
        devices(
            asked, {session.key: session for session in sessions if now < session.ends}.values()
        ),
        doors.links.get(person, []),
        person == asked.me,
        may_close_seat(asked.view.event, asked.me, person),
    )


def _person(asked: Asked) -> str:
    person = asked.form.text("person")
    if person not in asked.view.event.people:
        raise Refused("person-nobody-here-id", field="person")
    return person


def _require_may_end(asked: Asked, person: str) -> None:
    """Refuse to shut the organizer out: what only they may open, only they may end."""
    if not may_close_seat(asked.view.event, asked.me, person):
        raise Refused("only-organizer-ends-organizers-access")


def _here(asked: Asked) -> str:
    return f"/e/{asked.view.event.id}/desk/access"
