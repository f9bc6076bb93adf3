"""Phones that come from the other server of the hall, with their seat and what they did not send.

A page shows its pass, which stands for its cookie. It gets a ticket, goes there with it, and has a
session of its own at this server. What it could not send travels along and is sent from here, each
act under its old key, so none counts twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from tiltyard.web.arrivals import Arrival
from tiltyard.web.errors import Forbidden, TooMany
from tiltyard.web.pages.account.joining import plain_wanted
from tiltyard.web.request import Cookie
from tiltyard.web.security.limits import CLAIMS
from tiltyard.web.security.secrets import session_key
from tiltyard.web.security.visitors import PLAYER_LONGEST, begin_session, is_open

if TYPE_CHECKING:
    from tiltyard.store.keyring import Session
    from tiltyard.web.request import Asked, Form, Reply
    from tiltyard.web.security.sources import Source
    from tiltyard.web.site import Site

MOST_UNSENT = 50
LARGEST_UNSENT = 64 * 1024


# ------------------------------------------------------------------------------
# Asking for a ticket: a page of the other server shows its pass.


def expect(site: Site, source: Source, form: Form) -> str:
    """Return a ticket for the phone of a player, or refuse."""
    site.require_leader().lead.require()
    if not site.limits.allow(CLAIMS, f"arrive {source.network}"):
        raise TooMany
    if not (source.encrypted or source.here or plain_wanted(site)):
        raise Forbidden("arrival-needs-encryption")
    session = _session_of(site, form.text("pass"))
    event = form.text("event")
    if session is None or event not in session.seats:
        raise Forbidden("pass-opens-nothing")
    unsent = _unsent(form.text("outbox"), event, session.seats[event])
    return site.arrivals.expect(Arrival(event, session.seats, unsent))


def _session_of(site: Site, shown: str) -> Session | None:
    """Return the session of a player that a pass stands for; an account is carried nowhere."""
    session = site.keyring.session(session_key(shown)) if shown else None
    if session is None or session.account or not is_open(session, site.desk.clock.now()):
        return None
    return session


def _unsent(text: str, event: str, person: str) -> tuple[Mapping[str, Any], ...]:
    """Return acts as the outbox of a page keeps them, if they are this person's own."""
    try:
        found = msgspec.json.decode(text) if len(text) <= LARGEST_UNSENT else []
    except msgspec.DecodeError:
        found = []
    entries = found if isinstance(found, list) else []
    return tuple(
        entry
        for entry in entries[:MOST_UNSENT]
        if isinstance(entry, dict)
        and entry.get("me") == person
        and entry.get("state") == "waiting"
        and str(entry.get("address")).startswith(f"/e/{event}/do/")
    )


# ------------------------------------------------------------------------------
# Arriving with the ticket.


def arrive(asked: Asked) -> Reply:
    """Give a phone its seat here; a browser that has one at this event keeps it."""
    arrival = asked.site.arrivals.take(asked.path["secret"])
    known = asked.visitor.person(asked.site.desk.event(arrival.event))
    if known is None:
        _begin(asked, arrival)
    unsent = arrival.unsent if known in {None, arrival.person} else ()
    return asked.page(
        "account/arrive.html",
        event_id=arrival.event,
        unsent=msgspec.json.encode(unsent).decode(),
    )


def _begin(asked: Asked, arrival: Arrival) -> None:
    session = asked.visitor.session
    secret = begin_session(
        asked.site.keyring,
        asked.site.desk.clock.now(),
        seats={**arrival.seats, **(session.seats if session is not None else {})},
        device=asked.headers.get("user-agent", ""),
        before=asked.visitor,
    )
    asked.visitor = replace(asked.visitor, secret=secret)
    asked.cookies.append(Cookie(asked.source.cookie, secret, int(PLAYER_LONGEST.total_seconds())))
