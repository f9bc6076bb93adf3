"""Links that let somebody in: opened as often as one likes, used by pressing the button."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from tiltyard.core.plain_text import require_name
from tiltyard.store.keyring import Account, Link
from tiltyard.web.account.player_seats import (
    phones_allowed,
    require_phones_allowed,
    require_staff_allowed,
    take_seat,
)
from tiltyard.web.asked import Cookie
from tiltyard.web.errors import NotFound
from tiltyard.web.security.secrets import key_of, new_link
from tiltyard.web.security.visitors import STAFF_LONGEST, begin_session

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.store.keyring import Keyring, Purpose
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.site import Site

INVITATION = timedelta(days=7)


def make_link(
    keyring: Keyring,
    now: datetime,
    purpose: Purpose,
    event: str = "",
    person: str = "",
    ends: datetime | None = None,
    *,
    made_by: str = "",
) -> str:
    """Return the secret of a new link; older ones of this person and purpose end."""
    keyring.revoke_links(event, person, purpose)
    secret = new_link()
    keyring.add_link(Link(key_of(secret), purpose, event, person, now, ends, made_by=made_by))
    return secret


def join_page(asked: Asked) -> Reply:
    """Show whose link this is, with one button; looking at it never uses it up."""
    link = _link(asked)
    view = asked.site.view(link.event) if link.event else None
    name = view.name(link.person) if view is not None else _invited(asked, link)
    return asked.page(
        "account/join.html",
        link=link,
        event_view=view,
        name=name,
        allowed=link.purpose == "owner" or phones_allowed(asked),
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
    asked.cookies.append(_cookie(asked.site, secret, STAFF_LONGEST.total_seconds()))
    return asked.redirect(f"/e/{link.event}/desk" if link.event else "/desk")


def _account_of(asked: Asked, link: Link) -> Account:
    """Return the account a link opens, not kept yet: the owner's, or one for a seat."""
    keyring = asked.site.keyring
    if link.purpose == "owner":
        known = next((one for one in keyring.accounts() if one.owner), None)
        if known is not None:
            return known
        name = require_name(asked.form.text("name") or "Organizer", "the-organizer")
        return Account(uuid4().hex, name, owner=True, may_create=True)
    if not link.event:
        invited = keyring.account(link.person)
        if invited is None:
            raise _ended()
        return invited
    name = asked.site.view(link.event).name(link.person)
    return asked.visitor.account or Account(uuid4().hex, name)


def _seat(keyring: Keyring, link: Link, account: Account) -> None:
    """Keep an account that is new, and the seat a link gives."""
    if keyring.account(account.id) is None:
        keyring.add_account(account)
    if link.event:
        keyring.give_seat(account.id, link.event, link.person)


def _invited(asked: Asked, link: Link) -> str:
    """Return the name of the account a link opens that belongs to no event."""
    account = asked.site.keyring.account(link.person)
    return account.name if account is not None else ""


def _link(asked: Asked) -> Link:
    link = asked.site.keyring.link(key_of(asked.path["secret"]))
    now = asked.site.desk.clock.now()
    if link is None or (link.ends is not None and now >= link.ends):
        raise _ended()
    if link.purpose != "player" and link.used is not None:
        raise _ended()
    return link


def _ended() -> NotFound:
    return NotFound("link-does-not-work-any")


def _device(asked: Asked) -> str:
    return asked.headers.get("user-agent", "")


def _cookie(site: Site, secret: str, longest: float) -> Cookie:
    return Cookie(site.settings.cookie, secret, int(longest))
