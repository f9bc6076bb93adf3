"""One call to another server: a request, and the number it is answered with, within a time.

The time is for all of it: to find the machine, to reach it, to agree on a cipher, to speak and to
listen. A server that answers drop by drop is hung up on when it is over.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from tiltyard.app.webhook_addresses import checked_places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.app.webhook_addresses import Allowed, Lookup, Target

LONGEST_CALL = 10.0  # seconds
_LONGEST_HEAD = 16 * 1024
_USUAL = {"https": 443, "http": 80}
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-9][0-9]{2})(?: [^\r\n]*)?\r?\n")


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


def status_of(
    target: Target,
    places: Sequence[str],
    body: bytes,
    headers: Mapping[str, str],
    deadline: Deadline,
) -> int:
    """Send a body to the machine that was looked at, whatever its name leads to by now."""
    line = _connected(target, places, deadline)
    try:
        if target.scheme == "https":
            line = _encrypted(line, target, deadline)
        _send(line, _request(target, body, headers), deadline)
        return _answer(line, deadline)
    finally:
        with suppress(OSError):
            line.close()


def _connected(target: Target, places: Sequence[str], deadline: Deadline) -> socket.socket:
    """Reach one of the machines, each in its turn."""
    trouble: OSError = OSError("the host has no machine")
    for place in places:
        try:
            return socket.create_connection((place, target.port), deadline.left())
        except OSError as error:
            trouble = error
    raise trouble


def _encrypted(line: socket.socket, target: Target, deadline: Deadline) -> ssl.SSLSocket:
    """Agree on a cipher; the certificate must be that of the name."""
    context = ssl.create_default_context()
    secure = context.wrap_socket(line, server_hostname=target.host, do_handshake_on_connect=False)
    try:
        secure.settimeout(deadline.left())  # for the whole of it, however many steps it takes
        secure.do_handshake()
    except BaseException:
        secure.close()
        raise
    return secure


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    host = f"[{target.host}]" if ":" in target.host else target.host
    if target.port != _USUAL[target.scheme]:
        host = f"{host}:{target.port}"
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"host: {host}",
        "connection: close",
        f"content-length: {len(body)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _send(line: socket.socket, data: bytes, deadline: Deadline) -> None:
    rest = memoryview(data)
    while rest:
        line.settimeout(deadline.left())
        rest = rest[line.send(rest) :]


def _answer(line: socket.socket, deadline: Deadline) -> int:
    """Return the status of the answer; what comes after it is of no interest."""
    heard = b""
    while True:
        found = _STATUS.match(heard)
        if found is not None and not 100 <= int(found[1]) < 200:
            return int(found[1])
        if found is not None and b"\r\n\r\n" in heard:  # a word in between; the answer follows
            heard = heard.partition(b"\r\n\r\n")[2]
            continue
        if len(heard) > _LONGEST_HEAD or (found is None and b"\n" in heard):
            raise OSError("the answer is not one")
        line.settimeout(deadline.left())
        more = line.recv(4096)
        if not more:
            raise OSError("the line was hung up")
        heard += more
