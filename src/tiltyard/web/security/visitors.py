"""Who is asking: a browser with a session, or somebody we do not know."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from tiltyard.day.event import original_of
from tiltyard.store.keyring import Session
from tiltyard.store.port import StoreRefused
from tiltyard.web.security.secrets import (
    form_token,
    key_of,
    new_session,
    pass_of,
    session_key,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from tiltyard.day.event import Event
    from tiltyard.engine.tournament import PersonId
    from tiltyard.store.keyring import Account, Keyring

STAFF_IDLE = timedelta(hours=14)
STAFF_LONGEST = timedelta(days=14)
PLAYER_IDLE = timedelta(days=7)
PLAYER_LONGEST = timedelta(days=60)
SEEN_EVERY = timedelta(minutes=5)
KEPT_AFTER_ITS_END = timedelta(days=400)
"""When a session that is over is forgotten: a clock that is months ahead ends none for good."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent this request. `secret` is the text of the cookie, empty without one."""

    secret: str = ""
    session: Session | None = None
    account: Account | None = None
    account_seats: Mapping[str, str] | None = None
    language: str = "en"

    @property
    def form_token(self) -> str:
        """What a form of this browser must carry."""
        return form_token(self.secret) if self.secret else ""

    @property
    def pass_elsewhere(self) -> str:
        """What a player's page shows at another server of the hall; nothing for an account."""
        shown = pass_of(self.secret) if self.secret else ""
        session = self.session
        if session is None or session.account or session.key != session_key(shown):
            return ""
        return shown

    @property
    def is_owner(self) -> bool:
        """Whether this server is theirs."""
        return self.account is not None and self.account.owner

    @property
    def may_create(self) -> bool:
        """Whether they may set up events."""
        return self.account is not None and (self.account.owner or self.account.may_create)

    def person(self, event: Event) -> PersonId | None:
        """Return as whom they act at an event, or none.

        The owner of the server takes the organizer's chair where no other seat is theirs.
        """
        seat = self.own_seat(event)
        if seat is None and self.is_owner:
            seat = next(iter(_organizers(event)), None)
        return seat

    def own_seat(self, event: Event) -> PersonId | None:
        """Return the seat that was given to this browser or its account, or none."""
        if self.session is None:
            return None
        name = original_of(event.id)
        seat = self.session.seats.get(name) or (self.account_seats or {}).get(name)
        if event.is_rehearsal and seat not in _organizers(event):
            return None  # a rehearsal is nobody's but the organizer's
        return seat


def _organizers(event: Event) -> list[PersonId]:
    return [staff.person for staff in event.staff if staff.role == "organizer"]


NOBODY = Visitor()


def visitor_of(keyring: Keyring, secret: str, language: str, now: datetime) -> Visitor:
    """Return who holds this cookie; one that is unknown, ended or idle for long is nobody's.

    That somebody was seen is kept if it can be: a full disk stops no reading.
    """
    session = _session(keyring, secret) if secret else None
    if session is None or not is_open(session, now):
        return Visitor(secret=secret, language=language)
    if now - session.seen >= SEEN_EVERY:
        session = replace(session, seen=now)
        with suppress(StoreRefused):
            keyring.saw(session.key, now)
    account = keyring.account(session.account) if session.account else None
    seats = keyring.seats(account.id) if account is not None else None
    return Visitor(secret, session, account, seats, language)


def _session(keyring: Keyring, secret: str) -> Session | None:
    """Return the session of a cookie; those of earlier versions are kept under its plain hash."""
    return keyring.session(session_key(pass_of(secret))) or keyring.session(key_of(secret))


def is_open(session: Session, now: datetime) -> bool:
    """Whether a session has neither ended nor been idle for too long."""
    idle = STAFF_IDLE if session.account else PLAYER_IDLE
    return now < session.ends and now - session.seen < idle


def begin_session(
    keyring: Keyring,
    now: datetime,
    *,
    account: str = "",
    seats: Mapping[str, str] | None = None,
    device: str = "",
    before: Visitor = NOBODY,
) -> str:
    """Open a new session and return its secret; the old one of this browser ends."""
    if before.session is not None:
        keyring.end_session(before.session.key)
    secret = new_session()
    longest = STAFF_LONGEST if account else PLAYER_LONGEST
    key = session_key(pass_of(secret))
    keyring.open_session(
        Session(key, account, dict(seats or {}), device[:200], now, now, now + longest)
    )
    return secret
