"""Players who register themselves: a name, and everything else if they like."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.core.decide.players import RegisterPlayer
from tiltyard.core.decide.shown_names import ChooseShownName
from tiltyard.core.errors import Refused
from tiltyard.core.ids import PlayerId
from tiltyard.core.policy import refusal
from tiltyard.web.account.player_seats import (
    phones_allowed,
    require_phones_allowed,
    take_seat,
)
from tiltyard.web.acts.commands import command_of
from tiltyard.web.asked import Form
from tiltyard.web.errors import TooMany
from tiltyard.web.security.limits import Allowance

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.web.asked import Asked, Reply

REGISTRATIONS = Allowance(burst=300, per_second=2)
"""How many may register at one event: a queue at the door, and no flood."""

_NOT_ASKED = "s"  # somebody nobody knows yet


def register_page(asked: Asked) -> Reply:
    """Ask for a name; whoever has a seat already is sent to it."""
    if asked.person in asked.view.event.entrants:
        return asked.redirect(f"/e/{asked.view.event.id}/me")
    return asked.event_page(
        "account/register.html",
        closed=_closed(asked),
        allowed=phones_allowed(asked),
        new_key=secrets.token_hex(16),
    )


def register(asked: Asked) -> Reply:
    """Register somebody as themselves, and let this browser be theirs.

    The id follows from the key of the form: sent twice, it is the same person.
    """
    require_phones_allowed(asked)
    event, form = asked.view.event, asked.form
    if not asked.site.limits.allow(REGISTRATIONS, event.id):
        raise TooMany
    key = form.text("key")
    if len(key) < 16:  # as long as the page makes it
        raise Refused("this page is too old to be sent", fix="open the page again")
    person = "s" + sha256(key.encode()).hexdigest()[:20]
    fields = [("person", person)]
    fields += [(name, form.text(name)) for name in ("name", "faction", "affiliations")]
    command = command_of(RegisterPlayer.NAME, Form(fields), event)
    asked.site.do(event.id, person, command, key=key)
    _choose_shown_name(asked, person, key)
    take_seat(asked, event.id, person)
    return asked.redirect(f"/e/{event.id}/me")


def _choose_shown_name(asked: Asked, person: PersonId, key: str) -> None:
    """Keep how the name is shown in public, unless it is as it is without a choice."""
    shown = asked.form.text("shown") or "full"
    event = asked.site.desk.event(asked.view.event.id)
    if shown == event.shown_name(PlayerId(person)):
        return
    form = Form([("player", person), ("shown", shown)])
    command = command_of(ChooseShownName.NAME, form, event)
    asked.site.do(event.id, person, command, key=f"{key}-shown")


def _closed(asked: Asked) -> Refused | None:
    """Return why nobody registers here now, or none."""
    view = asked.view
    return refusal(view.event, view.rules, _NOT_ASKED, RegisterPlayer.NAME, (_NOT_ASKED,))
