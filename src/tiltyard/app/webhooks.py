"""Telling other servers what happened: signed, in the background, and never in anybody's way.

An act puts a note into a queue that never makes it wait; a thread finds out who is to be told and
sends it. What does not arrive is sent again a few times, later and later. Messages say what is
new, not what it is: whoever wants to know asks for it.
"""

from __future__ import annotations

import hmac
import http.client
import json
import logging
import secrets
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import Condition, Thread, Timer
from typing import TYPE_CHECKING, Any

from tiltyard import __version__
from tiltyard.app.webhook_addresses import Allowed, checked_place, look_up, target_of
from tiltyard.core.errors import TiltyardError
from tiltyard.core.facts.results import (
    DisputeResolved,
    GameForfeited,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
)
from tiltyard.core.facts.rounds import RoundPublished

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.app.webhook_addresses import Lookup, Target
    from tiltyard.core.facts import Recorded
    from tiltyard.store.keyring import Keyring, Webhook

log = logging.getLogger("tiltyard.webhooks")

FORMAT = "tiltyard/webhook/1"
MOST_WAITING = 1_000
LONGEST_CALL = 10.0  # seconds for a whole call
PAUSES = (2.0, 10.0, 60.0, 300.0, 1800.0)  # seconds before each further try
_RESULTS = (ResultConfirmed, ResultEntered, ResultCorrected, DisputeResolved, GameForfeited)
_AGAIN = frozenset({408, 425, 429})


class Unheard(Exception):
    """Nobody took a message; `again` says whether another try makes sense."""

    def __init__(self, why: str, *, again: bool = True) -> None:
        super().__init__(why)
        self.again = again


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at an event: a round was published, or a result counts."""

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


def news_of(event: str, facts: Iterable[Recorded]) -> tuple[News, ...]:
    """Return what of an act other servers are told."""
    found = []
    for one in facts:
        fact = one.fact
        if isinstance(fact, RoundPublished):
            found.append(News(event, "round-published", one.number, fact.round))
        elif isinstance(fact, _RESULTS):
            home = fact.match.rpartition(".")[0]
            found.append(News(event, "result", one.number, home, fact.match))
    return tuple(found)


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
    """Sends news in a thread of its own; `tell` never waits and never fails."""

    def __init__(
        self,
        keyring: Keyring,
        allowed: Allowed,
        address: str,
        call: Callable[[Delivery, Allowed], None] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keyring = keyring
        self._allowed = allowed
        self._address = address
        self._call = call or deliver
        self._now = now
        self._news: deque[News] = deque()
        self._waiting: list[Delivery] = []
        self._wake = Condition()
        self._ending = False
        self._thread: Thread | None = None
        self.last: dict[str, str] = {}
        """How the newest message to each webhook went, in a word or two."""

    def tell(self, event: str, facts: Iterable[Recorded]) -> None:
        """Note what happened; when too much waits, the oldest is forgotten."""
        if not self._allowed.anything:
            return
        found = news_of(event, facts)
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
            self._wake.notify()

    def stop(self) -> None:
        """End after the call that is being made."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(LONGEST_CALL)

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._ending or bool(self._news), self._pause())
                if self._ending:
                    return
                news = tuple(self._news)
                self._news.clear()
            self.work(news)

    def _pause(self) -> float | None:
        if not self._waiting:
            return None
        return max(0.0, min(one.due for one in self._waiting) - self._now())

    def work(self, news: tuple[News, ...] = ()) -> None:
        """Send what is due: news to everybody who wants them, then what did not arrive before."""
        for one in news:
            self._waiting += self._addressed(one)
        self._waiting = self._waiting[-MOST_WAITING:]
        now = self._now()
        due = [one for one in self._waiting if one.due <= now]
        self._waiting = [one for one in self._waiting if one.due > now]
        for delivery in due:
            with self._wake:
                if self._ending:
                    return
            self._send(delivery)

    def _addressed(self, news: News) -> list[Delivery]:
        try:
            found = self._keyring.webhooks(news.event)
        except Exception:
            log.exception("nobody is told of %s: the keyring cannot be read", news.event)
            return []
        body = message(news, self._address)
        return [Delivery(one, body, secrets.token_hex(12)) for one in found]

    def _send(self, delivery: Delivery) -> None:
        try:
            self._call(delivery, self._allowed)
        except Unheard as no:
            self._not_heard(delivery, str(no), again=no.again)
        except TiltyardError as no:
            self._not_heard(delivery, no.message, again=False)
        except Exception:
            log.exception("a webhook of %s could not be called", delivery.webhook.event)
            self._not_heard(delivery, "a fault of ours", again=False)
        else:
            self.last[delivery.webhook.key] = "ok"

    def _not_heard(self, delivery: Delivery, why: str, *, again: bool) -> None:
        self.last[delivery.webhook.key] = why
        if again and delivery.tries < len(PAUSES):
            due = self._now() + PAUSES[delivery.tries]
            self._waiting.append(replace(delivery, tries=delivery.tries + 1, due=due))
        else:
            log.warning("a webhook of %s was not told: %s", delivery.webhook.event, why)

    @property
    def waiting(self) -> tuple[Delivery, ...]:
        """What did not arrive yet."""
        return tuple(self._waiting)


# ---------------------------------------------------------------------------------------- one call


def deliver(
    delivery: Delivery,
    allowed: Allowed,
    lookup: Lookup = look_up,
    wall: Callable[[], float] = time.time,
) -> None:
    """Send one message; an answer that sends us elsewhere is no answer."""
    target = target_of(delivery.webhook.address, allowed)
    try:
        place = checked_place(target, allowed, lookup)
    except OSError as error:
        raise Unheard(f"the host is not known: {error}") from error
    timestamp = int(wall())
    headers = {
        "content-type": "application/json",
        "user-agent": f"Tiltyard/{__version__}",
        "tiltyard-delivery": delivery.id,
        "tiltyard-timestamp": str(timestamp),
        "tiltyard-signature": signature(delivery.webhook.secret, timestamp, delivery.body),
    }
    status = _status(target, place, delivery.body, headers)
    if not 200 <= status < 300:
        raise Unheard(f"the answer was {status}", again=status >= 500 or status in _AGAIN)


def _status(target: Target, place: str, body: bytes, headers: dict[str, str]) -> int:
    """Return the status of the answer; a call that takes too long is hung up."""
    connection = _connection(target, place)
    ended = Timer(LONGEST_CALL, connection.hang_up)
    ended.daemon = True
    ended.start()
    try:
        connection.request("POST", target.path, body, headers)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Unheard(f"nobody answers: {error}") from error
    finally:
        ended.cancel()
        connection.close()


def _connection(target: Target, place: str) -> _Pinned:
    kind = _PinnedEncrypted if target.scheme == "https" else _Pinned
    return kind(target.host, place, target.port)


class _Pinned(http.client.HTTPConnection):
    """A connection to the machine that was looked at, whatever its name leads to now."""

    def __init__(self, host: str, place: str, port: int) -> None:
        super().__init__(host, port, timeout=LONGEST_CALL / 2)
        self._place = place

    def connect(self) -> None:
        """Connect to the place, not to the name."""
        self.sock: Any = socket.create_connection((self._place, self.port), self.timeout)

    def hang_up(self) -> None:
        """End a call from outside."""
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
            self.sock.close()


class _PinnedEncrypted(_Pinned):
    """The same, encrypted; the certificate must be that of the name."""

    def connect(self) -> None:
        """Connect to the place and ask for the certificate of the name."""
        super().connect()
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
