"""A site in the test's own process: browsers with cookies, signed in as anybody."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from html import unescape
from typing import Any

from tests.web.in_process import Client
from tiltyard.dev.demo import fill
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.keyring import Account, Keyring
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.web.security.visitors import begin_session
from tiltyard.web.serving import front_of
from tiltyard.web.settings import Settings
from tiltyard.web.site import Site

START = datetime(2026, 11, 14, 9, 0, tzinfo=UTC)
ADDRESS = "http://testserver.local"


class TestClock:
    """A clock that stands still until it is moved."""

    __test__ = False

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def move(self, **parts: float) -> None:
        self.at += timedelta(**parts)


@lru_cache(maxsize=2)
def _played(moment: datetime) -> MemoryStore:
    store = MemoryStore()
    fill(store, load, moment)
    return store


def demo_store(moment: datetime) -> MemoryStore:
    """The events of the demo as they stand at a moment: played once, then copied."""
    played, copy = _played(moment), MemoryStore()
    for stream in played.streams():
        copy.adopt(stream, list(played.read(stream)))
    return copy


class WebHall:
    """One server with its events."""

    def __init__(
        self,
        *,
        demo: bool = False,
        desk: Desk | None = None,
        keyring: Keyring | None = None,
        **settings: Any,
    ) -> None:
        self.clock = TestClock() if desk is None else desk.clock
        store = demo_store(self.clock.now()) if demo else MemoryStore()
        self.desk = desk or Desk(store, load, self.clock, read_list=reader())
        self.keyring = keyring or SqliteKeyring()
        self.settings = Settings(ADDRESS, **{"plain_phones": True, **settings})
        self.site = Site(self.desk, self.keyring, self.settings)
        self.front = front_of(self.site)

    def browser(self, event: str = "", person: str = "", *, owner: bool = False) -> Browser:
        """A new browser: nobody's, a person's at an event, or the owner's."""
        return Browser(self, self._secret(event, person, owner=owner))

    def browser_with(self, seats: dict[str, str]) -> Browser:
        """A browser with seats at several events."""
        return Browser(self, begin_session(self.keyring, self.clock.now(), seats=seats))

    def _secret(self, event: str, person: str, *, owner: bool) -> str:
        now = self.clock.now()
        if owner:
            self.keyring.add_account(Account("owner", "Olga", owner=True, may_create=True))
            return begin_session(self.keyring, now, account="owner")
        return begin_session(self.keyring, now, seats={event: person}) if person else ""

    def organizer_of(self, event: str) -> str:
        return next(one.person for one in self.desk.event(event).staff if one.role == "organizer")

    def close(self) -> None:
        self.site.close()


class Browser:
    """A browser of one person: keeps cookies, sends forms with their token."""

    def __init__(self, hall: WebHall, secret: str) -> None:
        self.client = Client(hall.front, ADDRESS)
        self.cookie = "s"
        if secret:
            self.client.cookies.set(self.cookie, secret)

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers, follow_redirects=False)

    def page(self, path: str) -> str:
        """The text of a page that must be there."""
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])
        return str(answer.text)

    def post(self, path: str, fields: dict[str, Any] | None = None, *, json: bool = False) -> Any:
        """Send a form as a page of ours would, token and all."""
        data = {"form_token": self.form_token(), **(fields or {})}
        headers = {"accept": "application/json"} if json else {}
        return self.client.post(path, data=data, headers=headers, follow_redirects=False)

    def do(self, event: str, act: str, **fields: Any) -> Any:
        """Do an act by its form, as a script would."""
        named = {name.replace("__", "."): value for name, value in fields.items()}
        return self.post(f"/e/{event}/do/{act}", named, json=True)

    def form_token(self) -> str:
        from tiltyard.web.security.secrets import form_token

        if self.cookie not in self.client.cookies:
            self.client.get("/sign-in")
        return form_token(self.client.cookies[self.cookie])


def _cited(mark: re.Match[str]) -> str:
    return mark[1].replace(",", ", ")


def text_of(html: str) -> str:
    """What a person reads on a page; a clause mark reads as the clauses it opens."""
    html = re.sub(r'<a class="clause" href="/rules/([^"?]+)[^>]*>§</a>', _cited, html)
    bare = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())
