"""The side of the server that leads: it answers standbys, and asks others whether it still does."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice, takewhile
from threading import Event, Thread
from typing import TYPE_CHECKING

import msgspec

from tiltyard.engine.errors import TiltyardError
from tiltyard.service.differences import Differences, facts_of_our_own
from tiltyard.service.peers import (
    CLAIM,
    DIFFERENCES,
    STANDBY_CODE,
    Branch,
    Claim,
    Copied,
    Line,
    News,
    TurnedAway,
    Unreachable,
    new_nonce,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tiltyard.service.peers import Question
    from tiltyard.store.keyring_sqlite import SqliteKeyring
    from tiltyard.store.lead import Heads
    from tiltyard.store.port import Entry
    from tiltyard.store.sqlite_led import LedStore

log = logging.getLogger("tiltyard.standby")

BEAT = 1.0  # seconds after which a standby is answered although nothing is new
RENEW = 3.0  # seconds between two questions to servers that are not heard
AT_A_TIME = 2_000  # facts in one answer; a whole act is never cut
FIRST_CALL = 2.0  # seconds a start waits for servers that were met before


class Leader:
    """Answers standbys; asks every server that was met whether it leads in a later term."""

    def __init__(
        self, store: LedStore, keyring: SqliteKeyring, address: str, now: Callable[[], datetime]
    ) -> None:
        self.lead = store.lead
        self.address = address
        self.room = ThreadPoolExecutor(4, "standby")
        self._store = store
        self._keyring = keyring
        self._now = now
        self.differences = Differences(store)
        self._told: Heads | None = None
        self._ending = Event()
        self._thread: Thread | None = None

    @property
    def kept_code(self) -> str:
        """The hash of the standby code; empty while there is none."""
        return self._keyring.settled(STANDBY_CODE)

    # ------------------------------------------------------------------ answering

    def news(self, question: Question) -> News:
        """Answer a standby: at once if there is something new, else after a beat."""
        seen = self.lead.version
        if self.lead.record.leads:
            self.lead.know(question.address)
            self.lead.confirm(self._held(question))
        found = self._news(question)
        if found.leads and not (found.facts or found.keyring or found.split):
            self.lead.wait_for_change(seen, BEAT)
            found = self._news(question)
        return found

    def _held(self, question: Question) -> dict[str, tuple[int, str]]:
        """Return how far a standby has come in logs that are the same as ours."""
        return {
            stream: (number, link)
            for stream, (number, link) in question.heads.items()
            if self._is_ours(stream, number, link)
        }

    def _is_ours(self, stream: str, number: int, link: str) -> bool:
        place = self._store.place(stream, number)
        return place is not None and place.hash.hex() == link

    def _news(self, question: Question) -> News:
        facts: list[Copied] = []
        behind = 0
        held = self._held(question)
        record = self.lead.record
        for stream in self._store.streams() if record.leads else ():
            if stream in question.heads and stream not in held:
                continue
            after = held[stream][0] if stream in held else 0
            missing = self._store.head(stream).number - after
            if missing > 0 and len(facts) < AT_A_TIME:
                taken = self._whole_acts(stream, after, AT_A_TIME - len(facts))
                facts += (
                    Copied(stream, msgspec.Raw(entry.line), entry.hash.hex(), dict(entry.keys))
                    for entry in taken
                )
                missing -= len(taken)
            behind += max(0, missing)
        version = self._keyring.version
        changed = record.leads and version != question.keyring
        return News(
            record.id,
            record.term,
            record.leads,
            record.official,
            tuple(facts),
            behind,
            version,
            self._keyring.content() if changed else b"",
            tuple(sorted(question.heads.keys() - held.keys())),
            self._now(),
        )

    def _whole_acts(self, stream: str, after: int, most: int) -> list[Entry]:
        """Return facts behind a number: as many as asked for, and the rest of the last act."""
        entries = self._store.read(stream, after)
        taken = list(islice(entries, most))
        act = _act(taken[-1]) if taken else None
        taken += takewhile(lambda entry: _act(entry) == act, entries)
        return taken

    def behind(self) -> int:
        """Return how many facts no standby is known to have."""
        return sum(
            max(0, number - self.lead.confirmed(stream))
            for stream, (number, _) in self._store.heads().items()
        )

    # ------------------------------------------------------------------ who leads

    def claim(self) -> Claim:
        """Say whether this server leads."""
        record = self.lead.record
        address = self.address if record.leads else record.official
        return Claim(new_nonce(), record.id, record.term, record.leads, address, self.lead.began)

    def heard(self, claim: Claim) -> None:
        """Take note of what another server says of itself."""
        if claim.leads and self.lead.yield_to(claim.term, claim.id, claim.address):
            log.warning("another server leads now: %s (term %d)", claim.address, claim.term)

    def take_branch(self, branch: Branch) -> Claim:
        """Keep what only the other server recorded, to be entered again."""
        self.lead.require()
        self.differences.take(branch.facts)
        return self.claim()

    def tell_branch(self, official: str) -> None:
        """Tell the official server what only this one recorded; it is not told twice."""
        heads = self._store.heads()
        if heads != self._told:
            with closing(Line(official)) as line:
                tell_branch(line, self.kept_code, self._store)
            self._told = heads

    def ask_all(self, seconds: float) -> None:
        """Ask every server that was met whether it leads in a later term."""
        kept = self.kept_code
        if not kept:
            return
        for peer in self.lead.record.peers:
            if peer != self.address:
                self._ask(peer, kept, seconds)

    def _ask(self, peer: str, kept: str, seconds: float) -> None:
        try:
            with closing(Line(peer, seconds)) as line:
                self.heard(line.call(CLAIM, kept, self.claim(), Claim))
        except (Unreachable, TurnedAway) as error:
            log.debug("%s does not say whether it leads: %s", peer, error)

    def start(self) -> None:
        """Ask once, and go on asking in the background."""
        if self.lead.record.leads:
            self.ask_all(FIRST_CALL)
        self._thread = Thread(target=self._run, name="lead", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End within a moment."""
        self._ending.set()
        self.lead.recorded()
        self.room.shutdown(wait=False, cancel_futures=True)

    def _run(self) -> None:
        while not self._ending.wait(RENEW):
            try:
                if self.lead.record.leads and not self.lead.is_followed:
                    self.ask_all(RENEW)
                elif self.lead.record.lost:
                    self.tell_branch(self.lead.record.official)
            except (Unreachable, TurnedAway) as error:
                log.debug("the official server does not take what only this one has: %s", error)
            except TiltyardError as error:
                log.warning("who leads cannot be kept: %s", error)


def tell_branch(line: Line, kept: str, store: LedStore) -> None:
    """Tell the server that leads what only this store holds."""
    record = store.lead.record
    own = Claim(new_nonce(), record.id, record.term, leads=False, address="", began={})
    claim = line.call(CLAIM, kept, own, Claim)
    facts = facts_of_our_own(store, claim.began)
    if claim.leads and facts:
        line.call(DIFFERENCES, kept, Branch(new_nonce(), facts), Claim)


def _act(entry: Entry) -> tuple[str, str]:
    return entry.actor, entry.key
