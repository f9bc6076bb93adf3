"""Players who register themselves: a name, and everything else if they like."""

from __future__ import annotations

from datetime import timedelta
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
from tiltyard.web.errors import Forbidden, TooMany
from tiltyard.web.security.limits import Allowance

if TYPE_CHECKING:
    from tiltyard.app.desk import Done
    from tiltyard.core.ids import PersonId
    from tiltyard.web.asked import Asked, Reply

REGISTRATIONS = Allowance(burst=1_000, per_second=10)
"""How many may register at one event: the whole hall at once, and no flood."""

REGISTRATIONS_HERE = Allowance(burst=10, per_second=0.1)
"""How often one browser may try."""

_AT_ONCE = timedelta(minutes=1)

_NOT_ASKED = "s"  # somebody nobody knows yet


def register_page(asked: Asked) -> Reply:
    """Ask for a name; whoever has a seat already is sent to it."""
    if asked.person in asked.view.event.entrants:
        return asked.redirect(f"/e/{asked.view.event.id}/me")
    return asked.event_page(
        "account/register.html",
        closed=_closed(asked),
        allowed=phones_allowed(asked),
    )


def register(asked: Asked) -> Reply:
    """Register somebody as themselves, and let this browser be theirs.

    The id follows from the form and the browser: sent twice, it is the same person. The key of
    the form alone, which others may read in the log, is worth nothing in another browser.
    """
    require_phones_allowed(asked)
    event, form = asked.view.event, asked.form
    if asked.person in event.entrants:
        return asked.redirect(f"/e/{event.id}/me")
    limits = asked.site.limits
    if not limits.allow(REGISTRATIONS_HERE, asked.visitor.form_token):
        raise TooMany
    if not limits.allow(REGISTRATIONS, event.id):
        raise TooMany
    if len(form.text("key")) < 16:  # as long as the page makes it
        raise Refused("page-too-old-sent")
    if not form.text("shown"):
        raise Refused("how-your-name-shown-public", field="shown")
    key = asked.own_key(form.text("key"))
    person = "s" + sha256(key.encode()).hexdigest()[:20]
    fields = [("person", person)]
    fields += [(name, form.text(name)) for name in ("name", "faction", "affiliations")]
    command = command_of(RegisterPlayer.NAME, Form(fields), event)
    done = asked.site.do(event.id, person, command, key=key, confirmed=asked.confirmed)
    if done.repeated and not _still_theirs(asked, person, done):
        raise Forbidden("form-sent-before-what-gave")
    _choose_shown_name(asked, person, key)
    take_seat(asked, event.id, person)
    return asked.redirect(f"/e/{event.id}/me")


def _still_theirs(asked: Asked, person: PersonId, done: Done) -> bool:
    """Whether the session still stands that registering began; revoked, it does not come back."""
    sessions = asked.site.keyring.sessions(event=asked.view.event.id, person=person)
    return any(one.began - done.facts[0].at < _AT_ONCE for one in sessions)


def _choose_shown_name(asked: Asked, person: PersonId, key: str) -> None:
    """Keep how the name is shown in public, unless it is as it is without a choice."""
    shown = asked.form.text("shown")
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
