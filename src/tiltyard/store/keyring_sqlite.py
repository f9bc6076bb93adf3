"""The keyring in a SQLite file of its own, beside the store: `tiltyard.db.keys`."""

from __future__ import annotations

import os
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import apsw

from tiltyard.store.errors import InUse, Unwritable
from tiltyard.store.keyring import Account, Code, Link, Purpose, Scope, Session, Token
from tiltyard.store.sqlite_file import migrations, statements

if TYPE_CHECKING:
    from pathlib import Path

KIND = "keyring_sqlite"
ENDING = ".keys"


class SqliteKeyring:
    """One connection, one lock; without a file everything is kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = RLock()
        self._database = _opened(path)

    def close(self) -> None:
        with self._lock:
            self._database.close()

    # ------------------------------------------------------------------ accounts and seats

    def add_account(self, account: Account) -> None:
        self._write(
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

    def account(self, account: str) -> Account | None:
        return next(map(_account, self._read("SELECT * FROM account WHERE id = ?", account)), None)

    def account_by_login(self, login: str) -> Account | None:
        rows = self._read("SELECT * FROM account WHERE login = ? AND login <> ''", login)
        return next(map(_account, rows), None)

    def accounts(self) -> tuple[Account, ...]:
        return tuple(map(_account, self._read("SELECT * FROM account ORDER BY name, id")))

    def give_seat(self, account: str, event: str, person: str) -> None:
        self._write(
            "INSERT INTO seat VALUES (?, ?, ?)"
            " ON CONFLICT (account, event) DO UPDATE SET person = excluded.person",
            account,
            event,
            person,
        )

    def take_seat(self, event: str, person: str) -> None:
        self._write("DELETE FROM seat WHERE event = ? AND person = ?", event, person)

    def seats(self, account: str) -> dict[str, str]:
        return dict(self._read("SELECT event, person FROM seat WHERE account = ?", account))

    # ------------------------------------------------------------------ sessions

    def open_session(self, session: Session) -> None:
        with self._lock, self._transaction():
            self._write(
                "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET"
                " account = excluded.account, device = excluded.device, seen = excluded.seen,"
                " ends = excluded.ends",
                session.key,
                session.account,
                session.device,
                *map(_text, (session.began, session.seen, session.ends)),
            )
            self._write("DELETE FROM session_seat WHERE session = ?", session.key)
            for event, person in session.seats.items():
                self._write("INSERT INTO session_seat VALUES (?, ?, ?)", session.key, event, person)

    def session(self, key: str) -> Session | None:
        with self._lock:
            rows = self._read("SELECT * FROM session WHERE key = ?", key)
            return self._session(rows[0]) if rows else None

    def sessions(self, account: str = "", event: str = "", person: str = "") -> tuple[Session, ...]:
        with self._lock:
            rows = self._read(
                "SELECT * FROM session WHERE (account = ? AND account <> '') OR key IN"
                " (SELECT session FROM session_seat WHERE event = ? AND person = ?)"
                " ORDER BY began",
                account,
                event,
                person,
            )
            return tuple(self._session(row) for row in rows)

    def end_session(self, key: str) -> None:
        self._write("DELETE FROM session WHERE key = ?", key)

    def _session(self, row: Any) -> Session:
        key, account, device, *times = row
        seats = dict(self._read("SELECT event, person FROM session_seat WHERE session = ?", key))
        began, seen, ends = map(datetime.fromisoformat, times)
        return Session(key, account, seats, device, began, seen, ends)

    # ------------------------------------------------------------------ links, codes, tokens

    def add_link(self, link: Link) -> None:
        self._write(
            "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?)",
            link.key,
            link.purpose,
            link.event,
            link.person,
            *map(_text, (link.made, link.ends, link.used)),
        )

    def link(self, key: str) -> Link | None:
        return next(map(_link, self._read("SELECT * FROM link WHERE key = ?", key)), None)

    def links(self, event: str) -> tuple[Link, ...]:
        rows = self._read("SELECT * FROM link WHERE event = ? ORDER BY made, key", event)
        return tuple(map(_link, rows))

    def use_link(self, key: str, at: datetime) -> bool:
        with self._lock:
            self._write("UPDATE link SET used = ? WHERE key = ? AND used IS NULL", _text(at), key)
            return self._database.changes() == 1

    def revoke_links(self, event: str, person: str, purpose: Purpose | None = None) -> None:
        self._write(
            "DELETE FROM link WHERE event = ? AND person = ? AND (?3 IS NULL OR purpose = ?3)",
            event,
            person,
            purpose,
        )

    def put_code(self, code: Code) -> None:
        self._write(
            "INSERT OR REPLACE INTO code VALUES (?, ?, ?, ?, ?)",
            code.event,
            code.person,
            code.hash,
            code.tries,
            _text(code.ends),
        )

    def code(self, event: str, person: str) -> Code | None:
        rows = self._read("SELECT * FROM code WHERE event = ? AND person = ?", event, person)
        if not rows:
            return None
        of_event, of_person, kept, tries, ends = rows[0]
        return Code(of_event, of_person, kept, tries, datetime.fromisoformat(ends))

    def count_try(self, event: str, person: str) -> int:
        rows = self._write(
            "UPDATE code SET tries = tries - 1 WHERE event = ? AND person = ? AND tries > 0"
            " RETURNING tries",
            event,
            person,
        )
        return cast("int", rows[0][0]) if rows else -1

    def drop_code(self, event: str, person: str) -> None:
        self._write("DELETE FROM code WHERE event = ? AND person = ?", event, person)

    def add_token(self, token: Token) -> None:
        self._write(
            "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?)",
            token.key,
            token.event,
            token.person,
            token.scope,
            token.label,
            _text(token.made),
        )

    def token(self, key: str) -> Token | None:
        return next(map(_token, self._read("SELECT * FROM token WHERE key = ?", key)), None)

    def tokens(self, event: str) -> tuple[Token, ...]:
        rows = self._read("SELECT * FROM token WHERE event = ? ORDER BY made, key", event)
        return tuple(map(_token, rows))

    def revoke_token(self, event: str, key: str) -> None:
        self._write("DELETE FROM token WHERE event = ? AND key = ?", event, key)

    # ------------------------------------------------------------------ what the owner decided

    def settle(self, name: str, value: str) -> None:
        self._write("INSERT OR REPLACE INTO decision VALUES (?, ?)", name, value)

    def settled(self, name: str) -> str:
        rows = self._read("SELECT value FROM decision WHERE name = ?", name)
        return str(rows[0][0]) if rows else ""

    # ------------------------------------------------------------------ the database

    def _transaction(self) -> apsw.Connection:
        return self._database

    def _read(self, statement: str, *values: Any) -> list[Any]:
        with self._lock:
            return list(self._database.execute(statement, values))

    def _write(self, statement: str, *values: Any) -> list[Any]:
        try:
            return self._read(statement, *values)
        except (apsw.FullError, apsw.IOError, apsw.ReadOnlyError) as error:
            raise Unwritable(
                f"the keyring cannot be written: {error}", fix="make room on the disk, then again"
            ) from error


def _opened(path: Path | None) -> apsw.Connection:
    """Open the file, readable by its owner only, and bring its tables up to date."""
    if path is not None and not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    database = apsw.Connection(str(path) if path is not None else ":memory:")
    try:
        database.set_busy_timeout(2000)
        database.pragma("journal_mode", "wal")
        database.pragma("synchronous", "full")
        database.pragma("foreign_keys", True)
        version = cast("int", database.pragma("user_version"))
        for number, step in migrations(KIND).items():
            if number > version:
                with database:
                    for statement in statements(step):
                        database.execute(statement)
                    database.execute(f"PRAGMA user_version={number:d}")
    except apsw.BusyError:
        database.close()
        raise InUse(f"{path} is held by another process", fix="stop the other server") from None
    return database


def _text(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _account(row: Any) -> Account:
    key, name, login, password, owner, may_create = row
    return Account(key, name, login, password, bool(owner), bool(may_create))


def _link(row: Any) -> Link:
    key, purpose, event, person, *times = row
    made, ends, used = map(_time, times)
    assert made is not None
    return Link(key, cast("Purpose", purpose), event, person, made, ends, used)


def _token(row: Any) -> Token:
    key, event, person, scope, label, made = row
    return Token(key, event, person, cast("Scope", scope), label, datetime.fromisoformat(made))
