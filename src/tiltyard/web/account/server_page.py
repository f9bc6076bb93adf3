"""The server, for its owner: who may set up events, how phones come in, where everything lies."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from tiltyard import __version__
from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import require_name
from tiltyard.store.keyring import Account
from tiltyard.store.mirrored import Mirrored
from tiltyard.web.account.joining import INVITATION, make_link
from tiltyard.web.account.player_seats import PLAIN_PHONES
from tiltyard.web.desk.frame import clock_jumped
from tiltyard.words.refusals import refusal_text

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply


def server_page(asked: Asked) -> Reply:
    """Show the server to its owner."""
    return _page(asked)


def invite_organizer(asked: Asked) -> Reply:
    """Make an account that may set up events, and the link that opens it; shown once."""
    keyring, now = asked.site.keyring, asked.site.desk.clock.now()
    known = asked.form.text("account")
    if known:
        account = _other(asked, known)
    else:
        name = require_name(asked.form.text("name"), "the-organizer")
        account = Account(uuid4().hex, name, may_create=True)
        keyring.add_account(account)
    secret = make_link(keyring, now, "invitation", "", account.id, now + INVITATION)
    return _page(asked, link=f"{asked.site.settings.address}/j/{secret}", invited=account.name)


def remove_organizer(asked: Asked) -> Reply:
    """Forget an account: its sessions, seats, links and tokens end at once."""
    account = _other(asked, asked.form.text("account"))
    asked.site.keyring.revoke_links("", account.id)
    asked.site.keyring.remove_account(account.id)
    return asked.redirect("/desk/server")


def decide_plain_phones(asked: Asked) -> Reply:
    """Keep the owner's decision whether players may sign in without encryption."""
    allowed = asked.form.text("allowed")
    if allowed not in {"yes", "no"}:
        raise Refused("not-yes-or-no", field="allowed")
    asked.site.keyring.settle(PLAIN_PHONES, allowed)
    return asked.redirect("/desk/server")


def _other(asked: Asked, account: str) -> Account:
    found = asked.site.keyring.account(account)
    if found is None or found.owner:
        raise Refused("no-such-account")
    return found


def _page(asked: Asked, *, link: str = "", invited: str = "") -> Reply:
    site = asked.site
    store = site.desk.store
    mirrored = isinstance(store, Mirrored)
    trouble = store.copy.trouble if isinstance(store, Mirrored) else None
    return asked.page(
        "account/server.html",
        accounts=site.keyring.accounts(),
        link=link,
        invited=invited,
        days=INVITATION.days,
        version=__version__,
        mirrored=mirrored,
        trouble=refusal_text(trouble) if trouble else "",
        behind=_behind(asked),
        jumped=clock_jumped(asked),
        plain_phones=site.settings.plain_phones or site.keyring.settled(PLAIN_PHONES) == "yes",
    )


def _behind(asked: Asked) -> int:
    store = asked.site.desk.store
    if not isinstance(store, Mirrored):
        return 0
    return sum(store.copy.lag(event) for event in asked.site.desk.events())
