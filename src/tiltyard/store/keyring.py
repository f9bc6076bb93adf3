"""Who may sit where: accounts, sessions, links, codes and tokens, kept apart from the logs.

Nothing here is a secret in itself: of everything somebody holds only the SHA-256 is kept (of
passwords and short codes the Argon2id hash), so a stolen file opens no door. The one exception are
the secrets of webhooks, which sign what we send and open nothing here. Nothing here is part
of a backup either, unless an encrypted copy is asked for: else nobody is signed in after a restore.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from datetime import datetime

Purpose = Literal["owner", "invitation", "player"]
Scope = Literal["read", "results", "staff"]


MADE_ANEW = "made_anew"
"""Whether the keyring was made beside events that were there before: "yes" or "no"."""


SECOND_COPY = "second_copy"
"""The folder of the second copy that the owner chose at the desk, or nothing."""


DESK_ADDRESS = "desk_address"
"""Where the owner opens the desk on the computer that serves it, since the last start."""


class LoginTaken(Refused):
    """Somebody else signs in with this name."""

    kind = "login-taken"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who signs in; `owner` runs this server, `may_create` may set up events."""

    id: str
    name: str
    login: str = ""
    password: str = ""
    owner: bool = False
    may_create: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in: with an account, or as players of some events."""

    key: str
    account: str
    seats: dict[str, str]
    device: str
    began: datetime
    seen: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Link:
    """A link somebody was given; an invitation and an owner's link work once, a player's always.

    `made_by` is the person of the event who made it; nobody for the server's own.
    """

    key: str
    purpose: Purpose
    event: str
    person: str
    made: datetime
    ends: datetime | None = None
    used: datetime | None = None
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """A short code to claim a device: Argon2id hash and when it ends; `tries` are not counted."""

    event: str
    person: str
    hash: str
    tries: int
    ends: datetime


@dataclass(frozen=True, slots=True)
class Token:
    """A token for a program: what it may do, at which event, as whom."""

    key: str
    event: str
    person: str
    scope: Scope
    label: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told what happens at an event; `secret` signs what it is told."""

    key: str
    event: str
    address: str
    secret: str
    made: datetime
    made_by: str


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that is called while it is locked: where its push service takes messages for it.

    `public_key` and `auth` seal what it is told, so that the push service reads nothing. It goes
    with the session it was switched on in.
    """

    endpoint: str
    session: str
    event: str
    person: str
    public_key: str
    auth: str
    language: str


@dataclass(frozen=True, slots=True)
class KeptRuleset:
    """A version of a ruleset in the library of this server: its text, and who kept it when."""

    name: str
    text: str
    made_by: str
    made: datetime


class Keyring(Protocol):
    """Where accounts and everything that opens a door are kept."""

    # ------------------------------------------------------------------ accounts and seats

    def add_account(self, account: Account) -> None:
        """Keep a new account, or put an old one right (by its id); a login belongs to one."""

    def account(self, account: str) -> Account | None:
        """Return an account by its id."""

    def account_by_login(self, login: str) -> Account | None:
        """Return an account by what it signs in with."""

    def accounts(self) -> tuple[Account, ...]:
        """Return all accounts."""

    def remove_account(self, account: str) -> None:
        """Forget an account, its seats and sessions, and the tokens and invitations of those."""

    def give_seat(self, account: str, event: str, person: str) -> None:
        """Let an account act as a person of an event."""

    def take_seat(self, event: str, person: str) -> None:
        """Take a person's seat from every account."""

    def seats(self, account: str) -> dict[str, str]:
        """Return the seats of an account: event and person."""

    def holders(self, event: str) -> tuple[tuple[Account, str], ...]:
        """Return who holds which seat of an event: accounts and persons."""

    # ------------------------------------------------------------------ sessions

    def open_session(self, session: Session) -> None:
        """Keep a session, or what changed of it."""

    def saw(self, key: str, at: datetime) -> None:
        """Keep that a session was seen; of a whole hall that comes back it is written at once."""

    def write_seen(self) -> None:
        """Write which sessions were seen since it was written last."""

    def session(self, key: str) -> Session | None:
        """Return a session by its key."""

    def sessions(self, account: str = "", event: str = "", person: str = "") -> tuple[Session, ...]:
        """Return the sessions of an account, or those with a person's seat at an event."""

    def end_session(self, key: str) -> None:
        """Forget a session."""

    def end_ended(self, now: datetime) -> None:
        """Forget the sessions whose time is over."""

    # ------------------------------------------------------------------ links, codes, tokens

    def add_link(self, link: Link) -> None:
        """Keep a link."""

    def link(self, key: str) -> Link | None:
        """Return a link by its key."""

    def links(self, event: str) -> tuple[Link, ...]:
        """Return the links of an event."""

    def use_link(self, key: str, at: datetime) -> bool:
        """Mark a link as used; False if somebody else was faster."""

    def revoke_links(self, event: str, person: str, purpose: Purpose | None = None) -> None:
        """Forget the links of a person (an owner's link: event and person are empty)."""

    def put_code(self, code: Code) -> None:
        """Keep a code in place of the person's older one."""

    def code(self, event: str, person: str) -> Code | None:
        """Return the code of a person."""

    def drop_code(self, event: str, person: str) -> None:
        """Forget a code."""

    def add_token(self, token: Token) -> None:
        """Keep a token."""

    def token(self, key: str) -> Token | None:
        """Return a token by its key."""

    def tokens(self, event: str) -> tuple[Token, ...]:
        """Return the tokens of an event."""

    def revoke_token(self, event: str, key: str) -> None:
        """Forget a token."""

    # ------------------------------------------------------------------ webhooks

    def add_webhook(self, webhook: Webhook) -> None:
        """Keep an address that is told."""

    def webhooks(self, event: str) -> tuple[Webhook, ...]:
        """Return the addresses that are told of an event."""

    def remove_webhook(self, event: str, key: str) -> None:
        """Tell an address no longer."""

    # ------------------------------------------------------------------ phones

    def add_phone(self, phone: Phone) -> None:
        """Call a phone from now on, in place of what was known of it."""

    def phones(self, event: str) -> tuple[Phone, ...]:
        """Return the phones that are called at an event."""

    def remove_phone(self, endpoint: str) -> None:
        """Call a phone no longer."""

    # ------------------------------------------------------------------ rulesets

    def add_ruleset(self, ruleset: KeptRuleset) -> bool:
        """Keep a version of a ruleset; False if there is one of this name, which stays."""

    def rulesets(self) -> tuple[KeptRuleset, ...]:
        """Return all versions of all rulesets, in the order in which they were kept."""

    # ------------------------------------------------------------------ what the owner decided

    def settle(self, name: str, value: str) -> None:
        """Keep a decision about this server."""

    def settled(self, name: str) -> str:
        """Return a decision, or nothing."""

    def scrub(self) -> bool:
        """Overwrite what was taken away; False: somebody is reading it."""

    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""
