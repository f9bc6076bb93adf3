"""What people sign in with: a name and a password, checked before they are kept."""

from __future__ import annotations

from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import tidy
from tiltyard.web.security.secrets import LONGEST_PASSWORD, SHORTEST_PASSWORD

SHORTEST_LOGIN = 3
LONGEST_LOGIN = 60
_FEWEST_LETTERS = 4


def read_login(typed: str) -> str:
    """Return a login as it is kept: one line, no matter which case it was typed in."""
    return tidy(typed, LONGEST_LOGIN + 1).casefold()


def require_login(typed: str) -> str:
    """Return a login that may be kept, or refuse it."""
    login = read_login(typed)
    if not SHORTEST_LOGIN <= len(login) <= LONGEST_LOGIN:
        raise Refused(
            "cannot-sign-name",
            field="login",
            shortest_login=SHORTEST_LOGIN,
            longest_login=LONGEST_LOGIN,
        )
    return login


def require_password(password: str, login: str) -> str:
    """Return a password that may be kept, or refuse what everybody would try first."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(
            "password-characters-more", field="password", shortest_password=SHORTEST_PASSWORD
        )
    if login in password.casefold() or len(set(password)) < _FEWEST_LETTERS:
        raise Refused("password-easily-guessed", field="password")
    return password
