"""Joining an event: by link, by short code, or by registering oneself."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from tiltyard.day.event import original_of
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.policy import refusal
from tiltyard.day.waiting_list import DeclineRegistrations
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.tournament import PlayerId
from tiltyard.store.keyring import Account, Link
from tiltyard.web.errors import Forbidden, NotFound, TooMany
from tiltyard.web.forms.commands import command_of
from tiltyard.web.request import Cookie, Form
from tiltyard.web.security.credentials import require_login, require_password
from tiltyard.web.security.limits import CLAIM, CLAIMS, Allowance
from tiltyard.web.security.secrets import (
    SHORTEST_PASSWORD,
    key_of,
    new_link,
    read_code,
    slow_check,
    slow_hash,
)
from tiltyard.web.security.visitors import PLAYER_LONGEST, STAFF_LONGEST, begin_session

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.day.event import Event
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Done
    from tiltyard.store.keyring import Keyring, Purpose
    from tiltyard.web.request import Asked, Reply
    from tiltyard.web.site import Site


# ------------------------------------------------------------------------------
# A player's seat in a browser: whether it may be taken here, and taking it.

PLAIN_PHONES = "plain_phones"
"""The owner's decision that people may sign in without encryption: "yes" or nothing."""


def phones_allowed(asked: Asked) -> bool:
    """Whether people may sign in by this request: encrypted, here, or as the owner decided."""
    source = asked.source
    return source.encrypted or source.here or plain_wanted(asked.site)


def phones_open(asked: Asked) -> bool:
    """Whether people may sign in from other devices: encrypted, or as the owner decided."""
    return asked.site.settings.encrypted or plain_wanted(asked.site)


def plain_wanted(site: Site) -> bool:
    """Whether the owner consented to people who sign in without encryption."""
    return site.settings.plain_phones or site.keyring.settled(PLAIN_PHONES) == "yes"


_THIS_COMPUTER = frozenset({"", "127.0.0.1", "::1", "localhost"})


def phones_undecided(asked: Asked) -> bool:
    """Whether the owner has to be asked once: on a network, unencrypted, and nothing decided."""
    settings = asked.site.settings
    if settings.listens_on in _THIS_COMPUTER or settings.demo or settings.read_only:
        return False
    return not phones_open(asked) and not asked.site.keyring.settled(PLAIN_PHONES)


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
    asked.cookies.append(Cookie(asked.source.cookie, secret, int(PLAYER_LONGEST.total_seconds())))


# ------------------------------------------------------------------------------
# Claiming a device with a short code: number or name, the code, and ten tries from an address.

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
    _require_few_tries(asked, name)
    player = _whose(asked.site.desk.event(name), asked.form.text("who"))
    if not _fits(asked, name, player):
        asked.site.claims.failed(name, asked.site.desk.clock.now())
        raise Refused("wrong-number-or-code", field="code")
    asked.site.keyring.drop_code(name, player)
    take_seat(asked, name, player)
    return asked.redirect(f"/e/{name}/me")


def _require_few_tries(asked: Asked, event: str) -> None:
    """Count tries by address, and whom they are for: a browser's cookie is its own to choose.

    The code itself stays valid, so nobody makes it worthless for its owner elsewhere.
    """
    limits, network = asked.site.limits, asked.source.network
    who = tidy(asked.form.text("who")).casefold()
    if not limits.allow(CLAIM, f"{network} {event} {who}") or not limits.allow(CLAIMS, network):
        raise TooMany


def _whose(event: Event, typed: str) -> PersonId:
    """Return whose number or name this is; nobody's is an id without a code."""
    said = tidy(typed).casefold()
    found = [
        entrant.id
        for entrant in event.entrants.values()
        if said in {str(entrant.number), entrant.name.casefold()}
    ]
    return found[0] if len(found) == 1 else ""


def _fits(asked: Asked, event: str, player: PersonId) -> bool:
    """Compare a code; it takes as long for nobody as for somebody."""
    code = asked.site.keyring.code(event, player)
    good = code is not None and asked.site.desk.clock.now() < code.ends
    kept = code.hash if good and code is not None else ""
    return slow_check(kept, read_code(asked.form.text("code")))


def _events(asked: Asked) -> list[tuple[str, str]]:
    """Return the events somebody may claim a seat at."""
    views = [asked.site.view(name) for name in asked.site.desk.events()]
    return [
        (view.event.id, view.event.details.name) for view in views if view.event.phase not in _OVER
    ]


# ------------------------------------------------------------------------------
# Links that let somebody in: opened as often as one likes, used by pressing the button.

INVITATION = timedelta(days=7)
DESK_LINK_USED = "desk-link-was-used"


def make_link(
    keyring: Keyring,
    now: datetime,
    purpose: Purpose,
    event: str = "",
    person: str = "",
    ends: datetime | None = None,
    *,
    made_by: str = "",
    beside_older: bool = False,
) -> str:
    """Return the secret of a new link; older ones of this person and purpose end, or stay."""
    if original_of(event) != event:
        raise Refused("no-links-in-a-rehearsal")
    if not beside_older:
        keyring.revoke_links(event, person, purpose)
    secret = new_link()
    keyring.add_link(Link(key_of(secret), purpose, event, person, now, ends, made_by=made_by))
    return secret


def join_page(asked: Asked) -> Reply:
    """Show whose link this is, with one button; looking at it never uses it up."""
    try:
        link = _link(asked)
    except NotFound as no:
        if no.code == DESK_LINK_USED and asked.visitor.is_owner:
            return asked.redirect("/desk")
        raise
    view = asked.site.view(link.event) if link.event else None
    name = view.name(link.person) if view is not None else _opened_name(asked, link)
    return asked.page(
        "account/join.html",
        link=link,
        event_view=view,
        name=name,
        allowed=link.purpose == "owner" or phones_allowed(asked),
        shortest=SHORTEST_PASSWORD,
    )


def join(asked: Asked) -> Reply:
    """Let somebody in; a link that works once is used up when nothing can be refused any more."""
    link = _link(asked)
    if link.purpose == "player":
        require_phones_allowed(asked)
        take_seat(asked, link.event, link.person)
        return asked.redirect(f"/e/{link.event}/me")
    if link.purpose != "owner":
        require_staff_allowed(asked)
    account, now = _account_of(asked, link), asked.site.desk.clock.now()
    if not asked.site.keyring.use_link(link.key, now):
        raise _ended()
    _seat(asked.site.keyring, link, account)
    secret = begin_session(
        asked.site.keyring, now, account=account.id, device=_device(asked), before=asked.visitor
    )
    asked.cookies.append(Cookie(asked.source.cookie, secret, int(STAFF_LONGEST.total_seconds())))
    return asked.redirect(_first_page(asked, link))


def _first_page(asked: Asked, link: Link) -> str:
    """Return where somebody begins: judges at their queue, others at the desk."""
    if link.purpose == "owner" and phones_undecided(asked):
        return "/desk/phones"
    if not link.event:
        return "/desk"
    view = asked.site.view(link.event)
    only_judges = view.is_leader(link.person) and not view.is_floor(link.person)
    return f"/e/{link.event}/judge" if only_judges else f"/e/{link.event}/desk"


def _account_of(asked: Asked, link: Link) -> Account:
    """Return the account a link opens, not kept yet: the owner's, or one for a seat."""
    keyring = asked.site.keyring
    if link.purpose == "owner":
        return _owner(keyring) or _first_owner(asked)
    if not link.event:
        invited = keyring.account(link.person)
        if invited is None:
            raise _ended()
        return invited
    name = asked.site.view(link.event).name(link.person)
    return asked.visitor.account or Account(uuid4().hex, name)


def _first_owner(asked: Asked) -> Account:
    """Return the account the first start makes; with a password if one was typed."""
    form = asked.form
    name = require_name(form.text("name") or "Organizer", "the-organizer")
    login, password = "", ""
    if form.text("login") or form.text("password"):
        login = require_login(form.text("login"))
        password = slow_hash(require_password(form.text("password"), login))
    return Account(uuid4().hex, name, login, password, owner=True, may_create=True)


def _seat(keyring: Keyring, link: Link, account: Account) -> None:
    """Keep an account that is new, and the seat a link gives."""
    if keyring.account(account.id) is None:
        keyring.add_account(account)
    if link.event:
        keyring.give_seat(account.id, link.event, link.person)


def _opened_name(asked: Asked, link: Link) -> str:
    """Return the name of the account a link opens that belongs to no event; "" for a new one."""
    keyring = asked.site.keyring
    account = _owner(keyring) if link.purpose == "owner" else keyring.account(link.person)
    return account.name if account is not None else ""


def _owner(keyring: Keyring) -> Account | None:
    """Return the account of whoever runs this server, if there is one yet."""
    return next((account for account in keyring.accounts() if account.owner), None)


def _link(asked: Asked) -> Link:
    link = asked.site.keyring.link(key_of(asked.path["secret"]))
    now = asked.site.desk.clock.now()
    if link is None:
        raise _ended()
    over = link.used is not None or (link.ends is not None and now >= link.ends)
    if link.purpose == "owner" and over:
        raise NotFound(DESK_LINK_USED)
    if link.ends is not None and now >= link.ends:
        raise _ended()
    if link.purpose != "player" and link.used is not None:
        raise _ended()
    return link


def _ended() -> NotFound:
    return NotFound("link-does-not-work-any")


def _device(asked: Asked) -> str:
    return asked.headers.get("user-agent", "")


# ------------------------------------------------------------------------------
# Players who register themselves: a name, and everything else if they like.

REGISTRATIONS = Allowance(burst=1_000, per_second=10)
"""How many may register at one event: the whole hall at once, and no flood."""

REGISTRATIONS_FROM = Allowance(burst=60, per_second=0.1)
"""How many may register at one event from one address: a club at once, and no invented crowd."""

REGISTRATIONS_HERE = Allowance(burst=10, per_second=0.1)
"""How often one browser may try."""

_AT_ONCE = timedelta(minutes=1)

_ASKED = ("name", "faction", "affiliations", "shown", "door_code", "contact")

_NOT_ASKED = "s"  # somebody nobody knows yet


def register_page(asked: Asked) -> Reply:
    """Ask for a name; whoever has a seat already, or waits for one, is sent to it."""
    event = asked.view.event
    if asked.person in event.entrants or asked.person in event.waiting:
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
    if asked.person in event.entrants or asked.person in event.waiting:
        return asked.redirect(f"/e/{event.id}/me")
    limits = asked.site.limits
    if not limits.allow(REGISTRATIONS_HERE, asked.visitor.form_token):
        raise TooMany
    if not limits.allow(REGISTRATIONS_FROM, f"{asked.source.network} {event.id}"):
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
    fields += [(name, form.text(name)) for name in _ASKED]
    command = command_of(RegisterPlayer.NAME, Form(fields), event)
    done = asked.site.do(event.id, person, command, key=key, confirmed=asked.confirmed)
    if done.repeated and not _still_theirs(asked, person, done):
        raise Forbidden("form-sent-before-what-gave")
    take_seat(asked, event.id, person)
    return asked.redirect(f"/e/{event.id}/me")


def cancel_registration(asked: Asked) -> Reply:
    """Take whoever asks off the waiting list; what they wrote is erased."""
    event = asked.view.event
    person = asked.person
    if person is None or person not in event.waiting:
        raise Forbidden("nobody-waiting-here")
    asked.site.do(event.id, person, DeclineRegistrations((PlayerId(person),)))
    return asked.redirect(f"/e/{event.id}")


def _still_theirs(asked: Asked, person: PersonId, done: Done) -> bool:
    """Whether the session still stands that registering began; revoked, it does not come back."""
    sessions = asked.site.keyring.sessions(event=asked.view.event.id, person=person)
    return any(session.began - done.facts[0].at < _AT_ONCE for session in sessions)


def _closed(asked: Asked) -> Refused | None:
    """Return why nobody registers here now, or none."""
    view = asked.view
    return refusal(view.event, view.rules, _NOT_ASKED, RegisterPlayer.NAME, (_NOT_ASKED,))
