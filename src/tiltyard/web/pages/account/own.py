"""One's own account, and the server for its owner."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

from tiltyard import __version__
from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import require_name
from tiltyard.service.backup import backup_file, keep_second_copy
from tiltyard.service.retention import RETENTION, days_from
from tiltyard.store.keyring import SECOND_COPY, Account, LoginTaken
from tiltyard.store.second_copy import copy_of
from tiltyard.text.language import speaking
from tiltyard.text.refusals import refusal_text
from tiltyard.web.errors import Forbidden, TooMany
from tiltyard.web.pages.account.access import HANDLE, devices
from tiltyard.web.pages.account.joining import INVITATION, PLAIN_PHONES, make_link
from tiltyard.web.pages.account.signing_in import begin_as, sign_out
from tiltyard.web.pages.desk.frame import clock_jumped
from tiltyard.web.second_server import second_server
from tiltyard.web.security.credentials import require_login, require_password
from tiltyard.web.security.limits import SIGN_IN
from tiltyard.web.security.secrets import SHORTEST_PASSWORD, slow_check, slow_hash

if TYPE_CHECKING:
    from tiltyard.store.keyring import Session
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# One's own account: name, password, and the browsers that are signed in.


def account_page(asked: Asked) -> Reply:
    """Show who is signed in here, and where else."""
    session = asked.visitor.session
    seats = [] if session is None else _seats(asked, session)
    with speaking(asked.visitor.language):
        known = devices(asked, _sessions(asked))
    return asked.page(
        "account/account.html",
        account=asked.visitor.account,
        devices=known,
        seats=seats,
        shortest=SHORTEST_PASSWORD,
    )


def _seats(asked: Asked, session: Session) -> list[tuple[str, str, str]]:
    """Return the seats of this browser: event, its name, and the person's."""
    found = []
    for event, person in {**(asked.visitor.account_seats or {}), **session.seats}.items():
        try:
            view = asked.site.view(event)
        except Refused:
            continue  # an event that is not here any more
        found.append((event, view.event.details.name, view.name(person)))
    return found


def _sessions(asked: Asked) -> tuple[Session, ...]:
    account, session = asked.visitor.account, asked.visitor.session
    if account is not None:
        return asked.site.keyring.sessions(account=account.id)
    return (session,) if session is not None else ()


def change_name(asked: Asked) -> Reply:
    """Call an account something else."""
    account = _account(asked)
    name = require_name(asked.form.text("name"), "the-account")
    asked.site.keyring.add_account(replace(account, name=name))
    asked.tell_next("account.your-name-is-kept")
    return asked.redirect("/account")


def change_password(asked: Asked) -> Reply:
    """Set what to sign in with; every other browser is signed out."""
    account, form = _account(asked), asked.form
    if account.password:
        _require_current(asked, account)
    login = require_login(form.text("login"))
    password = require_password(form.text("password"), login)
    other = asked.site.keyring.account_by_login(login)
    if other is not None and other.id != account.id:
        raise LoginTaken("new-sign-in-name-taken", field="login")
    asked.site.keyring.add_account(replace(account, login=login, password=slow_hash(password)))
    for session in asked.site.keyring.sessions(account=account.id):
        asked.site.keyring.end_session(session.key)
    begin_as(asked, account)
    asked.tell_next("account.password-is-kept")
    return asked.redirect("/account")


def _require_current(asked: Asked, account: Account) -> None:
    if not asked.site.limits.allow(SIGN_IN, account.id):
        raise TooMany
    if not slow_check(account.password, asked.form.text("current")):
        raise Forbidden("present-password-does-not-fit", field="current")


def end_device(asked: Asked) -> Reply:
    """Sign one browser out."""
    handle = asked.form.text("session")
    for session in _sessions(asked):
        if len(handle) == HANDLE and session.key.startswith(handle):
            asked.site.keyring.end_session(session.key)
            asked.tell_next("account.browser-is-signed-out")
    return asked.redirect("/account")


def end_everywhere(asked: Asked) -> Reply:
    """Sign every browser of this account out, this one too."""
    for session in _sessions(asked):
        asked.site.keyring.end_session(session.key)
    return sign_out(asked)


def _account(asked: Asked) -> Account:
    account = asked.visitor.account
    if account is None:
        raise Refused("players-no-account-only-their")
    return account


# ------------------------------------------------------------------------------
# The server, for its owner: who may set up events, how phones come in, where everything lies.


def server_page(asked: Asked) -> Reply:
    """Show the server to its owner."""
    return owner_page(asked)


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
    return owner_page(asked, link=f"{asked.site.settings.address}/j/{secret}", invited=account.name)


def remove_organizer(asked: Asked) -> Reply:
    """Forget an account: its sessions, seats, links and tokens end at once."""
    account = _other(asked, asked.form.text("account"))
    asked.site.keyring.revoke_links("", account.id)
    asked.site.keyring.remove_account(account.id)
    asked.tell_next("account.organizer-is-removed", name=account.name)
    return asked.redirect("/desk/server")


def decide_plain_phones(asked: Asked) -> Reply:
    """Keep the owner's decision whether players may sign in without encryption."""
    allowed = asked.form.text("allowed")
    if allowed not in {"yes", "no"}:
        raise Refused("not-yes-or-no", field="allowed")
    asked.site.keyring.settle(PLAIN_PHONES, allowed)
    answer = "phones-may-sign-in" if allowed == "yes" else "phones-now-read"
    asked.tell_next(f"account.{answer}")
    return asked.redirect(asked.form.text("next") or "/desk/server")


def phones_page(asked: Asked) -> Reply:
    """Ask how phones connect, in plain words, with what each answer means."""
    return asked.page("account/phones.html")


def phone_check_page(asked: Asked) -> Reply:
    """Let a phone try the way to the desk, before the day."""
    return asked.page("account/phone_check.html")


def download_backup(asked: Asked) -> Reply:
    """Answer with a backup of all events, made now."""
    made = asked.site.desk.clock.now().astimezone()
    name = f"tiltyard-{made:%Y-%m-%d-%H%M}.db"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    body = backup_file(asked.site.desk.store)
    return asked.reply(body, media_type="application/vnd.sqlite3", headers=headers)


def choose_retention(asked: Asked) -> Reply:
    """Keep after how many days people are forgotten, and forget those who are due now."""
    days = days_from(asked.form.text("days"))
    asked.site.keyring.settle(RETENTION, "" if days is None else str(days))
    events = asked.site.retention.look()
    asked.tell_next("account.retention-set", num=sum(events.values()))
    return asked.redirect("/desk/server")


def choose_second_copy(asked: Asked) -> Reply:
    """Keep a second copy in another folder from now on, also after the next start."""
    folder = keep_second_copy(asked.site.desk.store, asked.form.text("folder"))
    asked.site.keyring.settle(SECOND_COPY, folder)
    asked.tell_next("account.copy-is-kept" if folder else "account.copy-is-not-kept")
    return asked.redirect("/desk/server#second-copy")


def _other(asked: Asked, account: str) -> Account:
    found = asked.site.keyring.account(account)
    if found is None or found.owner:
        raise Refused("no-such-account")
    return found


def owner_page(asked: Asked, *, link: str = "", invited: str = "", standby_code: str = "") -> Reply:
    """Show the server, and what was just made for somebody."""
    site = asked.site
    with speaking(asked.visitor.language):
        second = second_server(site)
    copy = copy_of(site.desk.store)
    trouble = copy.trouble if copy is not None else None
    return asked.page(
        "account/server.html",
        accounts=site.keyring.accounts(),
        link=link,
        invited=invited,
        days=INVITATION.days,
        version=__version__,
        mirrored=copy is not None,
        copy_folder=str(copy.directory) if copy is not None else "",
        trouble=refusal_text(trouble) if trouble else "",
        behind=_behind(asked),
        second=second,
        standby_code=standby_code,
        jumped=clock_jumped(asked),
        retention_days=site.keyring.settled(RETENTION),
        plain_phones=site.settings.plain_phones or site.keyring.settled(PLAIN_PHONES) == "yes",
    )


def _behind(asked: Asked) -> int:
    copy = copy_of(asked.site.desk.store)
    if copy is None:
        return 0
    return sum(copy.lag(event) for event in asked.site.desk.events())
