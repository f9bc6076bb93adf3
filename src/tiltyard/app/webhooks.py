"""Telling other servers what happened: signed, in the background, and never in anybody's way.

An act puts a note into a queue that never makes it wait; a thread finds out who is to be told and
sends it. What does not arrive is sent again a few times, later and later. Messages say what is
new, not what it is: whoever wants to know asks for it.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from threading import Condition, Thread
from typing import TYPE_CHECKING

from tiltyard import __version__
from tiltyard.app.webhook_addresses import Allowed, look_up, target_of
from tiltyard.app.webhook_call import LONGEST_CALL, Deadline, places_of, status_of
from tiltyard.core.errors import Fault, TiltyardError
from tiltyard.core.facts.results import (
    DisputeResolved,
    GameForfeited,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
)
from tiltyard.core.facts.rounds import RoundPublished
from tiltyard.core.facts.setup import ActUndone
from tiltyard.words.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.app.webhook_addresses import Lookup
    from tiltyard.core.facts import Recorded
    from tiltyard.core.ids import MatchId
    from tiltyard.store.keyring import Keyring, Webhook

log = logging.getLogger("tiltyard.webhooks")

FORMAT = "tiltyard/webhook/1"
MOST_WAITING = 1_000
MOST_FOR_ONE = 200  # of these to one receiver
MOST_AT_ONCE = 16
PAUSES = (2.0, 10.0, 60.0, 300.0, 1800.0)  # seconds before each further try
_RESULTS = (ResultConfirmed, ResultEntered, ResultCorrected, DisputeResolved, GameForfeited)
_AGAIN = frozenset({408, 425, 429})


class Unheard(TiltyardError):
    """Nobody took a message; `again` says whether another try makes sense."""

    kind = "unheard"

    def __init__(self, code: str, /, *, again: bool = True, **facts: object) -> None:
        super().__init__(code)
        self.facts = facts
        self.again = again


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at an event: a round was published, a result is new or gone."""

    event: str
    kind: str
    version: int
    round: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """News on their way to one address; `due` is when they are sent (again)."""

    webhook: Webhook
    body: bytes
    id: str
    tries: int = 0
    due: float = 0.0


Before = Callable[[int], "Iterable[Recorded]"]
"""The log of an event behind a number."""


def news_of(event: str, facts: Iterable[Recorded], log: Before | None = None) -> tuple[News, ...]:
    """Return what of an act other servers are told; the log says what an act took back."""
    found: dict[News, None] = {}
    for one in facts:
        fact = one.fact
        if isinstance(fact, RoundPublished):
            found[News(event, "round-published", one.number, fact.round)] = None
        elif isinstance(fact, _RESULTS):
            found[_result(event, one.number, fact.match)] = None
        elif isinstance(fact, ActUndone) and log is not None:
            back = (old.fact for old in log(fact.first - 1) if old.number <= fact.last)
            for old in back:
                if isinstance(old, _RESULTS):
                    found[_result(event, one.number, old.match)] = None
    return tuple(found)


def _result(event: str, number: int, match: MatchId) -> News:
    return News(event, "result", number, match.rpartition(".")[0], match)


def message(news: News, address: str) -> bytes:
    """Return news as they are sent: what happened, and where to read about it."""
    document = {
        "format": FORMAT,
        "kind": news.kind,
        "event": news.event,
        "version": news.version,
        "round": news.round,
        "match": news.match or None,
        "read": f"{address}/api/v1/events/{news.event}/rounds/{news.round}",
    }
    return json.dumps(document, separators=(",", ":")).encode()


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message: HMAC-SHA256 over its time, a dot and its body."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, sha256)
    return f"v1={signed.hexdigest()}"


def new_secret() -> str:
    """Return a secret for a new webhook."""
    return secrets.token_urlsafe(32)


# ------------------------------------------------------------------------------------ the courier


class Courier:
    """Sends news in threads of its own; `tell` never waits and never fails.

    Every receiver is called by one thread at a time: one that is slow keeps only itself waiting.
    """

    def __init__(
        self,
        keyring: Keyring,
        allowed: Allowed,
        address: str,
        call: Callable[[Delivery, Allowed], None] | None = None,
        now: Callable[[], float] = time.monotonic,
        begin: Callable[[Callable[[], None]], None] | None = None,
    ) -> None:
        self._keyring = keyring
        self._allowed = allowed
        self._address = address
        self._call = call or deliver
        self._now = now
        self._begin = begin or _in_a_thread
        self._news: deque[News] = deque()
        self._waiting: list[Delivery] = []
        self._called: set[str] = set()
        self._wake = Condition()
        self._ending = False
        self._thread: Thread | None = None
        self.last: dict[str, TiltyardError | None] = {}
        """What kept the newest message to each webhook from arriving; None: nothing did."""

    def tell(self, event: str, facts: Iterable[Recorded], log: Before | None = None) -> None:
        """Note what happened; when too much waits, the oldest is forgotten."""
        if not self._allowed.anything:
            return
        found = self._found(event, facts, log)
        if not found:
            return
        with self._wake:
            if self._ending:
                return
            self._news.extend(found)
            while len(self._news) > MOST_WAITING:
                self._news.popleft()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="courier", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def _found(
        self, event: str, facts: Iterable[Recorded], log_of: Before | None
    ) -> tuple[News, ...]:
        try:
            return news_of(event, facts, log_of)
        except Exception:
            log.exception("nobody is told of %s: its log cannot be read", event)
            return ()

    def stop(self) -> None:
        """End after the calls that are being made."""
        with self._wake:
            self._ending = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(LONGEST_CALL)
        with self._wake:
            self._wake.wait_for(lambda: not self._called, LONGEST_CALL)

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._has_work():
                    self._wake.wait(self._pause())
                if self._ending:
                    return
                news = tuple(self._news)
                self._news.clear()
            self.work(news)

    def _has_work(self) -> bool:
        return self._ending or bool(self._news) or self._next() is not None

    def _pause(self) -> float | None:
        """Return how long until something is due to somebody who is not being called."""
        due = [one.due for one in self._waiting if one.webhook.key not in self._called]
        if not due or len(self._called) >= MOST_AT_ONCE:
            return None
        return max(0.0, min(due) - self._now())

    def work(self, news: tuple[News, ...] = ()) -> None:
        """Begin what is due: news to everybody who wants them, and what did not arrive before."""
        fresh = [delivery for one in news for delivery in self._addressed(one)]
        with self._wake:
            self._waiting = bounded([*self._waiting, *fresh])
        while True:
            with self._wake:
                delivery = None if self._ending else self._next()
                if delivery is None:
                    return
                self._waiting.remove(delivery)
                self._called.add(delivery.webhook.key)
            self._begin(partial(self._send, delivery))

    def _next(self) -> Delivery | None:
        """Return what is due first to somebody who is not being called, if there is a place."""
        if len(self._called) >= MOST_AT_ONCE:
            return None
        now = self._now()
        return next(
            (
                one
                for one in self._waiting
                if one.due <= now and one.webhook.key not in self._called
            ),
            None,
        )

    def _addressed(self, news: News) -> list[Delivery]:
        try:
            found = self._keyring.webhooks(news.event)
        except Exception:
            log.exception("nobody is told of %s: the keyring cannot be read", news.event)
            return []
        body = message(news, self._address)
        return [Delivery(one, body, secrets.token_hex(12)) for one in found]

    def _send(self, delivery: Delivery) -> None:
        again = False
        failed: TiltyardError | None = None
        try:
            if self._is_ended(delivery.webhook):
                self._forget(delivery.webhook.key)
                return
            self._call(delivery, self._allowed)
        except Unheard as no:
            again, failed = no.again, no
        except TiltyardError as no:
            failed = no
        except Exception:
            log.exception("a webhook of %s could not be called", delivery.webhook.event)
            failed = Fault("webhook-fault-of-ours")
        with self._wake:
            self._called.discard(delivery.webhook.key)
            self.last[delivery.webhook.key] = failed
            if failed is not None:
                self._not_heard(delivery, failed, again=again)
            self._wake.notify_all()

    def _is_ended(self, webhook: Webhook) -> bool:
        """Whether its organizer ended a webhook since: then nothing more is sent to it."""
        try:
            known = self._keyring.webhooks(webhook.event)
        except Exception:
            log.exception("nobody knows whether a webhook of %s was ended", webhook.event)
            return False
        return webhook.key not in {one.key for one in known}

    def _forget(self, key: str) -> None:
        with self._wake:
            self._waiting = [one for one in self._waiting if one.webhook.key != key]
            self._called.discard(key)
            self.last.pop(key, None)
            self._wake.notify_all()

    def _not_heard(self, delivery: Delivery, why: TiltyardError, *, again: bool) -> None:
        if again and delivery.tries < len(PAUSES):
            due = self._now() + PAUSES[delivery.tries]
            later = replace(delivery, tries=delivery.tries + 1, due=due)
            self._waiting = bounded([*self._waiting, later])
        else:
            said = refusal_text(why)
            log.warning("a webhook of %s was not told: %s", delivery.webhook.event, said)

    @property
    def waiting(self) -> tuple[Delivery, ...]:
        """What did not arrive yet."""
        return tuple(self._waiting)


def bounded(waiting: list[Delivery]) -> list[Delivery]:
    """Return the newest of what waits, of each receiver so many: none crowds out another."""
    count: Counter[str] = Counter()
    kept: list[Delivery] = []
    for one in reversed(waiting):
        count[one.webhook.key] += 1
        if count[one.webhook.key] <= MOST_FOR_ONE:
            kept.append(one)
    return kept[:MOST_WAITING][::-1]


def _in_a_thread(job: Callable[[], None]) -> None:
    Thread(target=job, name="courier-call", daemon=True).start()


# ---------------------------------------------------------------------------------------- one call


def deliver(
    delivery: Delivery,
    allowed: Allowed,
    lookup: Lookup = look_up,
    wall: Callable[[], float] = time.time,
    longest: float = LONGEST_CALL,
) -> None:
    """Send one message; an answer that sends us elsewhere is no answer."""
    target = target_of(delivery.webhook.address, allowed)
    deadline = Deadline(longest)
    try:
        places = places_of(target, allowed, lookup, deadline)
    except OSError as error:
        raise Unheard("webhook-host-not-found", error=str(error)) from error
    timestamp = int(wall())
    headers = {
        "content-type": "application/json",
        "user-agent": f"Tiltyard/{__version__}",
        "tiltyard-delivery": delivery.id,
        "tiltyard-timestamp": str(timestamp),
        "tiltyard-signature": signature(delivery.webhook.secret, timestamp, delivery.body),
    }
    try:
        status = status_of(target, places, delivery.body, headers, deadline)
    except OSError as error:
        raise Unheard("webhook-nobody-answers", error=str(error)) from error
    if not 200 <= status < 300:
        again = status >= 500 or status in _AGAIN
        raise Unheard("webhook-answered", status=status, again=again)
