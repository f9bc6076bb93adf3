"""The side of the standby: it copies log and keyring live, and takes over."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TiltyardError
from tiltyard.service.peers import (
    FOLLOW,
    Line,
    News,
    Question,
    TurnedAway,
    Unreachable,
    new_nonce,
)
from tiltyard.store.chain import opened
from tiltyard.store.lead import LEASE
from tiltyard.store.person_keys import opened_entry

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tiltyard.store.keyring_sqlite import SqliteKeyring
    from tiltyard.store.port import Entry
    from tiltyard.store.sqlite_led import LedStore

log = logging.getLogger("tiltyard.standby")

AGAIN = 0.5  # seconds after a call that failed


@dataclass(frozen=True, slots=True)
class Lag:
    """How far a standby is behind, and for how many seconds nothing was heard (none: never).

    `trouble` is the code of what keeps it from copying, `split` names events with other facts.
    """

    behind: int
    silence: int | None
    trouble: str = ""
    split: tuple[str, ...] = ()


class Standby:
    """Copies the server that leads, until it takes over."""

    def __init__(
        self,
        store: LedStore,
        keyring: SqliteKeyring,
        first: str,
        kept_code: str,
        own_address: str,
        *,
        by_lease: bool = False,
        lease: float = LEASE,
    ) -> None:
        self.lead = store.lead
        self.by_lease = by_lease
        self.changed: Callable[[str], None] = lambda _stream: None
        self.heard_time: Callable[[datetime], None] = lambda _now: None
        self._store = store
        self._keyring = keyring
        self.kept_code = kept_code
        self._own_address = own_address
        self._lease = lease
        self._line = Line(first)
        self._lock = RLock()
        self._ending = Event()
        self._behind = 0
        self._heard: float | None = None
        self._answered = 0.0
        self._trouble = ""
        self._split: tuple[str, ...] = ()
        self._keyring_version = ""
        self.lead.follow(first)

    @property
    def first(self) -> str:
        """The address of the server that is copied."""
        return self._line.address

    @property
    def lag(self) -> Lag:
        """How far behind it is."""
        heard = self._heard
        silence = None if heard is None else int(time.monotonic() - heard)
        return Lag(self._behind, silence, self._trouble, self._split)

    # ------------------------------------------------------------------ copying

    def start(self, now: Callable[[], datetime]) -> None:
        """Go on copying in the background; take over when the first is gone, if that is wanted."""
        Thread(target=self._run, args=(now,), name="standby", daemon=True).start()

    def stop(self) -> None:
        """End after the call that is under way."""
        self._ending.set()

    def copy_once(self) -> bool:
        """Ask once and take over what is new; whether the first was heard and all is well."""
        question = Question(
            new_nonce(),
            self.lead.record.id,
            self._own_address,
            self._store.heads(),
            self._keyring_version,
        )
        try:
            news = self._line.call(FOLLOW, self.kept_code, question, News)
        except TurnedAway as error:
            self._answered = time.monotonic()
            self._trouble = error.code or "standby-turned-away"
            return False
        except Unreachable as error:
            log.debug("the first server does not answer: %s", error)
            return False
        with self._lock:
            return self.lead.record.leads or self._took(news)

    def _took(self, news: News) -> bool:
        """Record what came, and say whether all is well; facts that only we hold stay here."""
        self._answered = time.monotonic()
        if not news.leads:
            self._trouble = "first-does-not-lead"
            if news.official and news.official not in {self._own_address, self.first}:
                self._line.close()
                self._line = Line(news.official)
                self.lead.follow(news.official)
            return False
        self.lead.heard_term(news.term)
        changed = self._record(news)
        if news.keyring:
            self._keyring.copy_from(news.keyring)
            self._keyring_version = news.keyring_version
        if news.now is not None:
            self.heard_time(news.now)
        self._heard = self._answered
        self._behind = news.behind
        self._split = news.split
        self._trouble = "standby-holds-other-facts" if news.split else ""
        for stream in changed:
            self.changed(stream)
        return not news.split

    def _record(self, news: News) -> list[str]:
        arrived: dict[str, list[Entry]] = {}
        for fact in news.facts:
            entry = opened(bytes(fact.entry), bytes.fromhex(fact.hash), fact.stream)
            readable = opened_entry(fact.stream, entry, fact.keys)
            arrived.setdefault(fact.stream, []).append(readable)
        for stream, entries in arrived.items():
            self._store.extend(stream, entries)
        return list(arrived)

    # ------------------------------------------------------------------ taking over

    def take_over(self, how: str, at: datetime) -> None:
        """Lead from now on; nothing more is copied."""
        with self._lock:
            self.lead.take(self._store.heads(), how, at)
            self._ending.set()

    def is_first_gone(self) -> bool:
        """Whether a server that was copied has not answered for the length of the lease."""
        return self._heard is not None and time.monotonic() - self._answered >= self._lease

    def _run(self, now: Callable[[], datetime]) -> None:
        while not self._ending.is_set():
            try:
                heard = self.copy_once()
                if not heard and self.by_lease and self.is_first_gone():
                    self.take_over("lease", now())
                    log.warning("the first server is gone: this one leads now")
            except TiltyardError as error:
                self._trouble = error.code
                heard = False
            if not heard:
                self._ending.wait(AGAIN)
        self._line.close()
