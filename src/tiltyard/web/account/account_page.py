"""One's own account: name, password, and the browsers that are signed in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.plain_text import require_name
from tiltyard.store.keyring import LoginTaken
from tiltyard.web.account.devices import HANDLE, devices
from tiltyard.web.account.passwords import require_login, require_password
from tiltyard.web.account.signing_in import begin_as, sign_out
from tiltyard.web.errors import Forbidden, TooMany
from tiltyard.web.security.limits import SIGN_IN
from tiltyard.web.security.secrets import SHORTEST_PASSWORD, slow_check, slow_hash
from tiltyard.words.language import speaking
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.store.keyring import Account, Session
    from tiltyard.web.asked import Asked, Reply


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
    asked.flash(_said(asked, "account.your-name-is-kept"))
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


def _said(asked: Asked, code: str) -> str:
    with speaking(asked.visitor.language):
        return say(code)
