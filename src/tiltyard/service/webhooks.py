"""Webhooks: signed calls to other servers, in the background, never in anybody's way."""

from __future__ import annotations

import hmac
import json
import logging
import re
import secrets
import socket
import ssl
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from threading import Condition, Thread, Timer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tiltyard import __version__
from tiltyard.day.facts import (
    ActUndone,
    DisputeResolved,
    GameForfeited,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoundPublished,
)
from tiltyard.engine.errors import Fault, Refused, TiltyardError
from tiltyard.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import MatchId
    from tiltyard.store.keyring import Keyring, Webhook


# ------------------------------------------------------------------------------
# Where webhooks may go: hosts the owner of this server named, and never into its own network.

Lookup = Callable[[str, int], Sequence[str]]

LONGEST = 500
_PLAIN = re.compile(r"[!-~]+")  # visible ASCII, no blanks
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\]")
_PORTS = {"https": 443, "http": 80}
_LONGEST_LABEL = 63

_ODD_4 = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")))
_WORLD_6 = IPv6Network("2000::/3")
_ODD_6 = tuple(map(IPv6Network, ("2001::/23", "2002::/16", "3ffe::/16", "3fff::/20")))
"""What `is_global` lets through, here or in an older Python: protocols, tunnels, documentation."""
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})
"""What stands before an older address inside a newer one of a site's own tunnel."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the owner allows: hosts (`name`, or `name:port`), and whether they may be private."""

    hosts: frozenset[str] = frozenset()
    private: bool = False

    @property
    def anything(self) -> bool:
        """Whether there are webhooks on this server at all."""
        return bool(self.hosts)


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart."""

    scheme: str
    host: str
    port: int
    path: str


def target_of(address: str, allowed: Allowed) -> Target:
    """Return an address as it is connected to, or say what is wrong with it."""
    if len(address) > LONGEST or not _PLAIN.fullmatch(address) or "\\" in address:
        raise Refused("webhook-no-address", field="address")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Refused("webhook-no-port", field="address") from None
    if parts.scheme not in _PORTS or (parts.scheme == "http" and not allowed.private):
        raise Refused("webhook-not-encrypted", field="address")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Refused("webhook-more-than-host-and-path", field="address")
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    if not _HOST.fullmatch(shown) or not all(
        0 < len(label) <= _LONGEST_LABEL for label in shown.split(".")
    ):
        raise Refused("webhook-without-host", field="address")
    usual = _PORTS[parts.scheme]
    named = shown if port in {None, usual} else f"{shown}:{port}"
    if named not in allowed.hosts:
        if not allowed.hosts:
            raise Refused("webhook-no-host-allowed", field="address")
        hosts = tuple(sorted(allowed.hosts))
        raise Refused("webhook-host-not-allowed", field="address", hosts=hosts)
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme, host, usual if port is None else port, (parts.path or "/") + query)


def checked_places(target: Target, allowed: Allowed, lookup: Lookup) -> tuple[str, ...]:
    """Return the addresses of the machines to connect to; with one of our own none is called."""
    found = tuple(str(name) for name in lookup(target.host, target.port))
    if not found:
        raise Refused("webhook-host-not-known", field="address")
    if not allowed.private and not all(is_public(name) for name in found):
        raise Refused("webhook-into-own-network", field="address")
    return tuple(dict.fromkeys(found))


def is_public(place: str) -> bool:
    """Whether an address of a machine belongs to the world; one that holds another in it does not.

    What a newer address stands for (mapped, translated, tunnelled) is decided by routers we do
    not know, so none of these is called.
    """
    try:
        address = ip_address(place)
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        strange = address.is_multicast or any(address in network for network in _ODD_4)
        return address.is_global and not strange
    if address.scope_id is not None or address not in _WORLD_6:
        return False
    if int(address) >> 32 & 0xFFFFFFFF in _ISATAP:
        return False
    return address.is_global and not any(address in network for network in _ODD_6)


def look_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, as the system knows them."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise Refused("webhook-host-unreadable", field="address") from None
    return [str(pair[4][0]) for pair in found]


# ------------------------------------------------------------------------------
# One call to another server: a request, and the number it is answered with, within a time.

LONGEST_CALL = 10.0  # seconds


class Deadline:
    """A moment after which nothing is waited for any more."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._end = now() + seconds

    def left(self) -> float:
        """Return how many seconds are left; when none are, it is a time-out."""
        left = self._end - self._now()
        if left <= 0:
            raise TimeoutError("it takes too long")
        return left


def places_of(
    target: Target, allowed: Allowed, lookup: Lookup, deadline: Deadline
) -> tuple[str, ...]:
    """Return the machines of a host that may be called.

    The system's own search for a name cannot be hung up on: one that takes too long is left alone.
    """
    found: list[tuple[str, ...]] = []
    failed: list[BaseException] = []

    def find() -> None:
        try:
            found.append(checked_places(target, allowed, lookup))
        except BaseException as error:  # noqa: BLE001  # told to whoever waits
            failed.append(error)

    finder = Thread(target=find, name="courier-lookup", daemon=True)
    finder.start()
    finder.join(deadline.left())
    if failed:
        raise failed[0]
    if not found:
        raise TimeoutError("the host was not found in time")
    return found[0]


class _Answer(HTTPResponse):
    """An answer; words in between (1xx) are passed over."""

    def begin(self) -> None:
        """Read up to the body of the first answer that is one."""
        super().begin()
        while 100 <= self.status < 200:
            self.headers = None  # type: ignore[assignment]  # else the next is not read
            super().begin()


class _Line(HTTPConnection):
    """A connection to a machine that was looked at, whatever its name leads to by now."""

    response_class = _Answer

    def __init__(self, target: Target, places: Sequence[str], deadline: Deadline) -> None:
        super().__init__(target.host, target.port)
        self.default_port = _PORTS[target.scheme]
        self._target, self._places, self._deadline = target, places, deadline

    def connect(self) -> None:
        """Reach one of the machines, each in its turn; the certificate must be that of the name."""
        line = self._reached()
        line.settimeout(self._deadline.left())
        if self._target.scheme == "https":
            context = ssl.create_default_context()
            line = context.wrap_socket(line, server_hostname=self._target.host)
        self.sock = line

    def _reached(self) -> socket.socket:
        trouble: OSError = OSError("the host has no machine")
        for place in self._places:
            try:
                return socket.create_connection((place, self.port), self._deadline.left())
            except OSError as error:
                trouble = error
        raise trouble

    def hang_up(self) -> None:
        """End whatever is waited for, in any thread."""
        with suppress(OSError):
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def status_of(
    target: Target,
    places: Sequence[str],
    body: bytes,
    headers: Mapping[str, str],
    deadline: Deadline,
) -> int:
    """Send a body, and return the status of the answer; what follows it is of no interest.

    A time-out of a socket counts from letter to letter: at the deadline the line is hung up.
    """
    line = _Line(target, places, deadline)
    with closing(line):
        line.connect()
        alarm = Timer(deadline.left(), line.hang_up)
        alarm.daemon = True
        alarm.start()
        try:
            line.request("POST", target.path, body, {**headers, "connection": "close"})
            with closing(line.getresponse()) as answer:
                status = answer.status
        except ConnectionError:  # closed before an answer, or reset in the middle of it
            deadline.left()
            raise OSError("the line was hung up") from None
        except HTTPException:
            deadline.left()
            raise OSError("the answer is not one") from None
        finally:
            alarm.cancel()
        deadline.left()
        return status


# ------------------------------------------------------------------------------
# Telling other servers what happened: signed, in the background, and never in anybody's way.

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
    for recorded in facts:
        fact = recorded.fact
        if isinstance(fact, RoundPublished):
            found[News(event, "round-published", recorded.number, fact.round)] = None
        elif isinstance(fact, _RESULTS):
            found[_result(event, recorded.number, fact.match)] = None
        elif isinstance(fact, ActUndone) and log is not None:
            back = (old.fact for old in log(fact.first - 1) if old.number <= fact.last)
            for old in back:
                if isinstance(old, _RESULTS):
                    found[_result(event, recorded.number, old.match)] = None
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
        due = [
            delivery.due for delivery in self._waiting if delivery.webhook.key not in self._called
        ]
        if not due or len(self._called) >= MOST_AT_ONCE:
            return None
        return max(0.0, min(due) - self._now())

    def work(self, news: tuple[News, ...] = ()) -> None:
        """Begin what is due: news to everybody who wants them, and what did not arrive before."""
        fresh = [delivery for other in news for delivery in self._addressed(other)]
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
                delivery
                for delivery in self._waiting
                if delivery.due <= now and delivery.webhook.key not in self._called
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
        return [Delivery(webhook, body, secrets.token_hex(12)) for webhook in found]

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
        return webhook.key not in {other.key for other in known}

    def _forget(self, key: str) -> None:
        with self._wake:
            self._waiting = [delivery for delivery in self._waiting if delivery.webhook.key != key]
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
    for delivery in reversed(waiting):
        count[delivery.webhook.key] += 1
        if count[delivery.webhook.key] <= MOST_FOR_ONE:
            kept.append(delivery)
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
