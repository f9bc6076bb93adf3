"""Who can open the doors of an event: seats, sessions, links and tokens."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from tiltyard.day.seats import may_close_seat
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import require_name
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
            one.key[:HANDLE],
            device_name(one.device),
            one.began,
            one.seen,
            own is not None and one.key == own.key,
        )
        for one in sessions
    ]
    return sorted(found, key=lambda one: one.seen, reverse=True)


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
    _leave_sessions(asked, person)
    keyring = asked.site.keyring
    for account, seat in keyring.holders(asked.view.event.id):
        if seat == person and not account.owner:
            for session in keyring.sessions(account=account.id):
                keyring.end_session(session.key)
    return asked.redirect(_here(asked))


def revoke(asked: Asked) -> Reply:
    """Take everything from a person that lets them in: seat, sessions, links, code, tokens."""
    person, event, keyring = _person(asked), asked.view.event.id, asked.site.keyring
    if person == asked.me:
        raise Refused("you-would-lock-yourself-out")
    _require_may_end(asked, person)
    _leave_sessions(asked, person)
    keyring.take_seat(event, person)
    keyring.revoke_links(event, person)
    keyring.drop_code(event, person)
    for token in keyring.tokens(event):
        if token.person == person:
            keyring.revoke_token(event, token.key)
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
    return asked.redirect(_here(asked))


# ---------------------------------------------------------------------------- parts


def _page(asked: Asked, token: str = "") -> Reply:
    view = asked.view
    doors = _doors(asked)
    with speaking(asked.visitor.language):
        staff = [
            _holder(asked, one, doors) for one in dict.fromkeys(a.person for a in view.event.staff)
        ]
        others = [
            _holder(asked, one, doors) for one in view.event.entrants if not view.is_staff(one)
        ]
    return desk_page(
        asked,
        "account/access.html",
        staff=staff,
        players=[one for one in others if one.has_any],
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
    for one in keyring.links(event):
        if (one.purpose == "player" or one.used is None) and (one.ends is None or now < one.ends):
            by = asked.view.name(one.made_by) if one.made_by else ""
            links.setdefault(one.person, []).append(Made(by, one.made))
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
        tuple(one.name for one in accounts),
        devices(asked, {one.key: one for one in sessions if now < one.ends}.values()),
        doors.links.get(person, []),
        person == asked.me,
        may_close_seat(asked.view.event, asked.me, person),
    )


def _leave_sessions(asked: Asked, person: str) -> None:
    """Take this event's seat from browsers; one that holds no other seat is signed out."""
    event, keyring = asked.view.event.id, asked.site.keyring
    for session in keyring.sessions(event=event, person=person):
        seats = {name: seat for name, seat in session.seats.items() if name != event}
        if seats or session.account:
            keyring.open_session(replace(session, seats=seats))
        else:
            keyring.end_session(session.key)


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
