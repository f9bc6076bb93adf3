"""Claiming a device with a short code: number or name, the code, and ten tries in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import tidy
from tiltyard.web.account.player_seats import (
    phones_allowed,
    require_phones_allowed,
    take_seat,
)
from tiltyard.web.errors import TooMany
from tiltyard.web.security.limits import CLAIM, CLAIMS
from tiltyard.web.security.secrets import read_code, slow_check

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.state import Event
    from tiltyard.web.asked import Asked, Reply

_OVER = frozenset({"draft", "finished", "archived"})


def claim_page(asked: Asked) -> Reply:
    """Ask for number or name and the code."""
    return asked.page(
        "account/claim.html",
        events=_events(asked),
        chosen=asked.path.get("event", ""),
        allowed=phones_allowed(asked),
    )


def claim(asked: Asked) -> Reply:
    """Let somebody in whose code fits; what does not fit is refused in one and the same way."""
    require_phones_allowed(asked)
    name = asked.path.get("event") or asked.form.text("event")
    if not asked.site.is_public(name):
        raise Refused("choose-event", field="event")
    now = asked.site.desk.clock.now()
    if asked.site.claims.resting_until(name, now) is not None:
        raise Refused("codes-switched-off-some-minutes")
    _require_few_tries(asked, name)
    player = _whose(asked.site.desk.event(name), asked.form.text("who"))
    if not _fits(asked, name, player):
        asked.site.claims.failed(name, now)
        raise Refused("wrong-number-or-code", field="code")
    asked.site.keyring.drop_code(name, player)
    take_seat(asked, name, player)
    return asked.redirect(f"/e/{name}/me")


def _require_few_tries(asked: Asked, event: str) -> None:
    """Count tries by whom they are for, and in all: a browser's cookie is its own to choose."""
    limits, who = asked.site.limits, tidy(asked.form.text("who")).casefold()
    if not limits.allow(CLAIM, f"{event} {who}") or not limits.allow(CLAIMS, "all"):
        raise TooMany


def _whose(event: Event, typed: str) -> PersonId:
    """Return whose number or name this is; nobody's is an id without a code."""
    said = tidy(typed).casefold()
    found = [
        one.id for one in event.entrants.values() if said in {str(one.number), one.name.casefold()}
    ]
    return found[0] if len(found) == 1 else ""


def _fits(asked: Asked, event: str, player: PersonId) -> bool:
    """Compare a code: the try is taken first, and it takes as long for nobody as for somebody."""
    keyring = asked.site.keyring
    code = keyring.code(event, player)
    left = keyring.count_try(event, player)
    now = asked.site.desk.clock.now()
    good = code is not None and left >= 0 and now < code.ends
    kept = code.hash if good and code is not None else ""
    return slow_check(kept, read_code(asked.form.text("code")))


def _events(asked: Asked) -> list[tuple[str, str]]:
    """Return the events somebody may claim a seat at."""
    views = [asked.site.view(name) for name in asked.site.desk.events()]
    return [
        (view.event.id, view.event.details.name) for view in views if view.event.phase not in _OVER
    ]
