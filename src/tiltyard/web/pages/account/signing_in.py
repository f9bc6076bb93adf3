"""Signing in with a name and a password, and signing out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.web.errors import Forbidden, TooMany
from tiltyard.web.pages.account.joining import phones_allowed, require_staff_allowed
from tiltyard.web.request import Cookie
from tiltyard.web.security.credentials import read_login
from tiltyard.web.security.devices import DEVICE_LONGEST
from tiltyard.web.security.limits import SIGN_IN, SIGN_INS
from tiltyard.web.security.secrets import slow_check
from tiltyard.web.security.sources import device_cookie
from tiltyard.web.security.visitors import STAFF_LONGEST, begin_session

if TYPE_CHECKING:
    from tiltyard.store.keyring import Account
    from tiltyard.web.request import Asked, Reply


def sign_in_page(asked: Asked) -> Reply:
    """Ask for a name and a password."""
    return _page(asked, asked.query.text("next"))


def sign_in(asked: Asked) -> Reply:
    """Let somebody in, or say that it does not fit: in the same words and the same time.

    Tries are counted by name and address, known or not, and more generously by name alone: one
    stranger keeps nobody out elsewhere, and many together do not guess.
    """
    require_staff_allowed(asked)
    login, next_ = read_login(asked.form.text("login")), asked.form.text("next")
    account = asked.site.keyring.account_by_login(login)
    _require_few_tries(asked, login, account)
    kept = account.password if account is not None else ""
    if not slow_check(kept, asked.form.text("password")) or account is None:
        if asked.wants_json:
            raise Forbidden("name-password-do-not-fit")
        return _page(asked, next_, login, wrong=True)
    begin_as(asked, account)
    return asked.redirect(next_ or "/desk")


def _page(asked: Asked, next_: str, login: str = "", *, wrong: bool = False) -> Reply:
    return asked.page(
        "account/sign_in.html",
        status=403 if wrong else 200,
        next=next_,
        login=login,
        wrong=wrong,
        allowed=phones_allowed(asked),
    )


def _require_few_tries(asked: Asked, login: str, account: Account | None) -> None:
    """Refuse more tries than people need.

    Strangers who try a name out keep neither this computer out, nor a browser that is signed in
    with it or was before.
    """
    limits, own = asked.site.limits, _own_count(asked, account)
    if own:
        allowed = limits.allow(SIGN_IN, f"{login} {own}")
    else:
        allowed = limits.allow(SIGN_IN, f"{login} {asked.source.network}") and limits.allow(
            SIGN_INS, login
        )
    if not allowed:
        raise TooMany


def _own_count(asked: Asked, account: Account | None) -> str:
    """Return by what this browser's tries are counted apart from strangers', or nothing."""
    if asked.source.here:
        return "here"
    if account is None:
        return ""
    session = asked.visitor.session
    if session is not None and session.account == account.id:
        return session.key
    return asked.device if asked.site.devices.account_of(asked.device) == account.id else ""


def begin_as(asked: Asked, account: Account) -> None:
    """Give this browser a new session with an account; the one it had ends."""
    secret = begin_session(
        asked.site.keyring,
        asked.site.desk.clock.now(),
        account=account.id,
        device=asked.headers.get("user-agent", ""),
        before=asked.visitor,
    )
    longest = int(STAFF_LONGEST.total_seconds())
    asked.cookies.append(Cookie(asked.source.cookie, secret, longest))
    if account.login:
        known = asked.site.devices.cookie_of(account.id)
        longest = int(DEVICE_LONGEST.total_seconds())
        asked.cookies.append(Cookie(device_cookie(asked.source), known, longest))


def sign_out(asked: Asked) -> Reply:
    """End this browser's session and take its cookie away."""
    if asked.visitor.session is not None:
        asked.site.keyring.end_session(asked.visitor.session.key)
    asked.cookies.append(Cookie(asked.source.cookie, "", 0))
    return asked.redirect("/")
