"""The keyring in SQL: what SQLite and PostgreSQL share, which is everything but the connection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import astuple
from datetime import datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, cast

from tiltyard.store.keyring import (
    Account,
    Code,
    KeptRuleset,
    Link,
    LoginTaken,
    Phone,
    Purpose,
    Scope,
    Session,
    Token,
    Webhook,
)

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


SEEN_TOGETHER = timedelta(seconds=20)
"""For how long it waits to be written that sessions were seen."""


class SqlKeyring(ABC):
    """Statements with `?` for each value; times are kept as text."""

    DOUBLED: ClassVar[type[Exception]]

    def __init__(self) -> None:
        self._seen: dict[str, datetime] = {}
        self._seeing = Lock()

    @abstractmethod
    def _run(self, statement: str, *values: Any) -> list[Any]:
        """Run one statement and return its rows."""

    @abstractmethod
    def _together(self) -> AbstractContextManager[object]:
        """Run everything inside at once or not at all."""

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""

    # ------------------------------------------------------------------ accounts and seats

    def add_account(self, account: Account) -> None:
        try:
            self._run(
                "INSERT INTO account VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " name = excluded.name, login = excluded.login, password = excluded.password,"
                " owner = excluded.owner, may_create = excluded.may_create",
                account.id,
                account.name,
                account.login,
                account.password,
                int(account.owner),
                int(account.may_create),
            )
        except self.DOUBLED:
            raise LoginTaken("sign-in-name-taken", field="login") from None

    def account(self, account: str) -> Account | None:
        return next(map(_account, self._run("SELECT * FROM account WHERE id = ?", account)), None)

    def account_by_login(self, login: str) -> Account | None:
        rows = self._run("SELECT * FROM account WHERE login = ? AND login <> ''", login)
        return next(map(_account, rows), None)

    def accounts(self) -> tuple[Account, ...]:
        return tuple(map(_account, self._run("SELECT * FROM account ORDER BY name, id")))

    def remove_account(self, account: str) -> None:
        with self._together():
            self._run("DELETE FROM session WHERE account = ? AND account <> ''", account)
            for event, person in self.seats(account).items():
                self._run("DELETE FROM token WHERE event = ? AND person = ?", event, person)
                self.revoke_links(event, person, "invitation")
            self._run("DELETE FROM seat WHERE account = ?", account)
            self._run("DELETE FROM account WHERE id = ?", account)

    def give_seat(self, account: str, event: str, person: str) -> None:
        self._run(
            "INSERT INTO seat VALUES (?, ?, ?)"
            " ON CONFLICT (account, event) DO UPDATE SET person = excluded.person",
            account,
            event,
            person,
        )

    def take_seat(self, event: str, person: str) -> None:
        self._run("DELETE FROM seat WHERE event = ? AND person = ?", event, person)

    def seats(self, account: str) -> dict[str, str]:
        return dict(self._run("SELECT event, person FROM seat WHERE account = ?", account))

    def holders(self, event: str) -> tuple[tuple[Account, str], ...]:
        rows = self._run(
            "SELECT account.*, seat.person FROM seat JOIN account ON account.id = seat.account"
            " WHERE seat.event = ? ORDER BY account.name, account.id",
            event,
        )
        return tuple((_account(row[:-1]), str(row[-1])) for row in rows)

    # ------------------------------------------------------------------ sessions

    def open_session(self, session: Session) -> None:
        with self._together():
            self._run(
                "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET"
                " account = excluded.account, device = excluded.device, seen = excluded.seen,"
                " ends = excluded.ends",
                session.key,
                session.account,
                session.device,
                *map(_text, (session.began, session.seen, session.ends)),
            )
            self._run("DELETE FROM session_seat WHERE session = ?", session.key)
            for event, person in session.seats.items():
                self._run("INSERT INTO session_seat VALUES (?, ?, ?)", session.key, event, person)

    def session(self, key: str) -> Session | None:
        rows = self._run(
            "SELECT session.*, session_seat.event, session_seat.person FROM session"
            " LEFT JOIN session_seat ON session_seat.session = session.key"
            " WHERE session.key = ?",
            key,
        )
        if not rows:
            return None
        return _session(rows[0][:-2], {event: person for *_, event, person in rows if event})

    def saw(self, key: str, at: datetime) -> None:
        with self._seeing:
            first = next(iter(self._seen.values()), at)
            self._seen.setdefault(key, at)
        if at - first >= SEEN_TOGETHER:
            self.write_seen()

    def write_seen(self) -> None:
        with self._seeing:
            seen, self._seen = self._seen, {}
        if seen:
            with self._together():
                for key, at in seen.items():
                    self._run("UPDATE session SET seen = ? WHERE key = ?", _text(at), key)

    def sessions(self, account: str = "", event: str = "", person: str = "") -> tuple[Session, ...]:
        self.write_seen()
        with self._together():
            rows = self._run(
                "SELECT * FROM session WHERE (account = ? AND account <> '') OR key IN"
                " (SELECT session FROM session_seat WHERE event = ? AND person = ?)"
                " ORDER BY began",
                account,
                event,
                person,
            )
            seats = "SELECT event, person FROM session_seat WHERE session = ?"
            return tuple(_session(row, dict(self._run(seats, row[0]))) for row in rows)

    def end_session(self, key: str) -> None:
        self._run("DELETE FROM session WHERE key = ?", key)

    def end_ended(self, now: datetime) -> None:
        self._run("DELETE FROM session WHERE ends <= ?", _text(now))

    # ------------------------------------------------------------------ links, codes, tokens

    def add_link(self, link: Link) -> None:
        self._run(
            "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            link.key,
            link.purpose,
            link.event,
            link.person,
            *map(_text, (link.made, link.ends, link.used)),
            link.made_by,
        )

    def link(self, key: str) -> Link | None:
        return next(map(_link, self._run("SELECT * FROM link WHERE key = ?", key)), None)

    def links(self, event: str) -> tuple[Link, ...]:
        rows = self._run("SELECT * FROM link WHERE event = ? ORDER BY made, key", event)
        return tuple(map(_link, rows))

    def use_link(self, key: str, at: datetime) -> bool:
        rows = self._run(
            "UPDATE link SET used = ? WHERE key = ? AND used IS NULL RETURNING key", _text(at), key
        )
        return len(rows) == 1

    def revoke_links(self, event: str, person: str, purpose: Purpose | None = None) -> None:
        statement = "DELETE FROM link WHERE event = ? AND person = ?"
        if purpose is None:
            self._run(statement, event, person)
        else:
            self._run(f"{statement} AND purpose = ?", event, person, purpose)

    def put_code(self, code: Code) -> None:
        self._run(
            "INSERT INTO code VALUES (?, ?, ?, ?, ?) ON CONFLICT (event, person) DO UPDATE SET"
            " hash = excluded.hash, tries = excluded.tries, ends = excluded.ends",
            code.event,
            code.person,
            code.hash,
            code.tries,
            _text(code.ends),
        )

    def code(self, event: str, person: str) -> Code | None:
        rows = self._run("SELECT * FROM code WHERE event = ? AND person = ?", event, person)
        if not rows:
            return None
        of_event, of_person, kept, tries, ends = rows[0]
        return Code(of_event, of_person, kept, tries, datetime.fromisoformat(ends))

    def drop_code(self, event: str, person: str) -> None:
        self._run("DELETE FROM code WHERE event = ? AND person = ?", event, person)

    def add_token(self, token: Token) -> None:
        self._run(
            "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?)",
            token.key,
            token.event,
            token.person,
            token.scope,
            token.label,
            _text(token.made),
        )

    def token(self, key: str) -> Token | None:
        return next(map(_token, self._run("SELECT * FROM token WHERE key = ?", key)), None)

    def tokens(self, event: str) -> tuple[Token, ...]:
        rows = self._run("SELECT * FROM token WHERE event = ? ORDER BY made, key", event)
        return tuple(map(_token, rows))

    def revoke_token(self, event: str, key: str) -> None:
        self._run("DELETE FROM token WHERE event = ? AND key = ?", event, key)

    # ------------------------------------------------------------------ webhooks

    def add_webhook(self, webhook: Webhook) -> None:
        self._run(
            "INSERT INTO webhook VALUES (?, ?, ?, ?, ?, ?)",
            webhook.key,
            webhook.event,
            webhook.address,
            webhook.secret,
            _text(webhook.made),
            webhook.made_by,
        )

    def webhooks(self, event: str) -> tuple[Webhook, ...]:
        rows = self._run("SELECT * FROM webhook WHERE event = ? ORDER BY made, key", event)
        return tuple(map(_webhook, rows))

    def remove_webhook(self, event: str, key: str) -> None:
        self._run("DELETE FROM webhook WHERE event = ? AND key = ?", event, key)

    # ------------------------------------------------------------------ phones

    def add_phone(self, phone: Phone) -> None:
        with self._together():
            self.remove_phone(phone.endpoint)
            self._run("INSERT INTO phone VALUES (?, ?, ?, ?, ?, ?, ?)", *astuple(phone))

    def phones(self, event: str) -> tuple[Phone, ...]:
        rows = self._run("SELECT * FROM phone WHERE event = ? ORDER BY endpoint", event)
        return tuple(Phone(*row) for row in rows)

    def remove_phone(self, endpoint: str) -> None:
        self._run("DELETE FROM phone WHERE endpoint = ?", endpoint)

    # ------------------------------------------------------------------ rulesets

    def add_ruleset(self, ruleset: KeptRuleset) -> bool:
        rows = self._run(
            "INSERT INTO ruleset VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING RETURNING name",
            ruleset.name,
            ruleset.text,
            ruleset.made_by,
            _text(ruleset.made),
        )
        return len(rows) == 1

    def rulesets(self) -> tuple[KeptRuleset, ...]:
        rows = self._run("SELECT * FROM ruleset ORDER BY made, name")
        return tuple(
            KeptRuleset(name, text, made_by, datetime.fromisoformat(made))
            for name, text, made_by, made in rows
        )

    # ------------------------------------------------------------------ what the owner decided

    def settle(self, name: str, value: str) -> None:
        self._run(
            "INSERT INTO decision VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def settled(self, name: str) -> str:
        rows = self._run("SELECT value FROM decision WHERE name = ?", name)
        return str(rows[0][0]) if rows else ""


def _text(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _session(row: Any, seats: dict[str, str]) -> Session:
    key, account, device, *times = row
    began, seen, ends = map(datetime.fromisoformat, times)
    return Session(key, account, seats, device, began, seen, ends)


def _account(row: Any) -> Account:
    key, name, login, password, owner, may_create = row
    return Account(key, name, login, password, bool(owner), bool(may_create))


def _link(row: Any) -> Link:
    key, purpose, event, person, *times, made_by = row
    made, ends, used = map(_time, times)
    assert made is not None
    return Link(key, cast("Purpose", purpose), event, person, made, ends, used, made_by)


def _token(row: Any) -> Token:
    key, event, person, scope, label, made = row
    return Token(key, event, person, cast("Scope", scope), label, datetime.fromisoformat(made))


def _webhook(row: Any) -> Webhook:
    key, event, address, secret, made, made_by = row
    return Webhook(key, event, address, secret, datetime.fromisoformat(made), made_by)
