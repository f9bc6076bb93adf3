"""A player's seat in a browser: whether it may be taken here, and taking it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.web.asked import Cookie
from tiltyard.web.errors import Forbidden
from tiltyard.web.security.visitors import PLAYER_LONGEST, begin_session

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.web.asked import Asked

PLAIN_PHONES = "plain_phones"
"""The owner's decision that people may sign in without encryption: "yes" or nothing."""

_THIS_COMPUTER = frozenset({"127.0.0.1", "::1"})


def on_this_computer(asked: Asked) -> bool:
    """Whether a request never left the computer that runs Tiltyard."""
    return asked.client in _THIS_COMPUTER


def phones_allowed(asked: Asked) -> bool:
    """Whether people may sign in here: encrypted, on this computer, or as the owner decided."""
    return on_this_computer(asked) or phones_open(asked)


def phones_open(asked: Asked) -> bool:
    """Whether people may sign in from other devices: encrypted, or as the owner decided."""
    settings = asked.site.settings
    return (
        settings.encrypted
        or settings.plain_phones
        or asked.site.keyring.settled(PLAIN_PHONES) == "yes"
    )


def require_phones_allowed(asked: Asked) -> None:
    """Refuse to let players in over a network where others can read along, unless it is wanted."""
    if not phones_allowed(asked):
        raise Forbidden("players-cannot-sign-network-yet")


def require_staff_allowed(asked: Asked) -> None:
    """Refuse to let staff in over such a network; their sessions are worth more than a player's."""
    if not phones_allowed(asked):
        raise Forbidden("staff-cannot-sign-network-yet")


def take_seat(asked: Asked, event: str, player: PersonId) -> None:
    """Let this browser act as a player; seats at other events stay, an account is signed out."""
    session = asked.visitor.session
    seats = {**(session.seats if session is not None else {}), event: player}
    secret = begin_session(
        asked.site.keyring,
        asked.site.desk.clock.now(),
        seats=seats,
        device=asked.headers.get("user-agent", ""),
        before=asked.visitor,
    )
    cookie = asked.site.settings.cookie
    asked.cookies.append(Cookie(cookie, secret, int(PLAYER_LONGEST.total_seconds())))
