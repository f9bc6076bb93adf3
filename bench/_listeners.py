"""Thousands of open pages that only listen: sockets and one epoll, in a process of its own.

Started as `python -m bench._listeners PORT PATH COUNT`. Says "open" when every page has heard the
first message; a line "tell" on its input makes it print what each page heard and when, as JSON, and
"count" how many messages there were. A page whose line ends opens another one, as browsers do.
"""

from __future__ import annotations

import json
import os
import re
import resource
import select
import socket
import sys
import time
from collections import Counter

VERSION = re.compile(rb'"version":(\d+)')
AT_ONCE = 200  # pages that are being opened at the same time
REOPENS = 2.0  # seconds after which a browser opens a line again that ended
INPUT = 0


class Listeners:
    """The open pages, each with the versions it heard of and when."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self._port = port
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        self._asked = f"{head}Accept: text/event-stream\r\n\r\n".encode()
        self._poll = select.epoll()
        self._poll.register(INPUT, select.EPOLLIN)
        self._heard: list[list[tuple[int, float]]] = [[] for _ in range(count)]
        self._closed = [(0.0, page) for page in range(count)]  # and when each is to be opened
        self._sockets: dict[int, tuple[socket.socket, int]] = {}
        self._silent: set[int] = set()  # opened, and nothing heard yet
        self._lost = 0

    def listen(self) -> None:
        """Open all pages, then listen until nobody asks any more."""
        opened = False
        while True:
            self._open_some()
            if not self._silent and not self._closed and not opened:
                print("open", flush=True)
                opened = True
            for number, _ in self._poll.poll(0.1 if self._closed else None):
                if number != INPUT:
                    self._read(number)
                    continue
                command = os.read(INPUT, 100)
                if command.startswith(b"tell"):
                    self._tell()
                elif command.startswith(b"count"):
                    self._count()
                else:
                    return

    def _open_some(self) -> None:
        """Open pages that are due; those nobody answers try again later."""
        while self._closed and self._closed[0][0] <= time.monotonic():
            if len(self._silent) >= AT_ONCE:
                return
            _, page = self._closed.pop(0)
            try:
                line = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                self._closed.append((time.monotonic() + REOPENS, page))
                continue
            line.sendall(self._asked)
            line.setblocking(False)
            self._poll.register(line.fileno(), select.EPOLLIN)
            self._sockets[line.fileno()] = line, page
            self._silent.add(line.fileno())

    def _read(self, number: int) -> None:
        try:
            message = os.read(number, 65536)
        except OSError:
            message = b""
        now = time.monotonic()
        line, page = self._sockets[number]
        if not message:
            self._lost += 1
            self._poll.unregister(number)
            self._silent.discard(number)
            del self._sockets[number]
            line.close()
            self._closed.append((now + REOPENS, page))
        for found in VERSION.findall(message):
            self._silent.discard(number)
            self._heard[page].append((int(found), now))

    def _tell(self) -> None:
        print(json.dumps({"lost": self._lost, "heard": self._heard}), flush=True)
        self._forget()

    def _count(self) -> None:
        """Say how many messages came, and how many to one page within one second at most."""
        busiest = max(
            (max(Counter(int(at) for _, at in heard).values()) for heard in self._heard if heard),
            default=0,
        )
        messages = sum(map(len, self._heard))
        said = {"lost": self._lost, "messages": messages, "busiest": busiest}
        print(json.dumps(said), flush=True)
        self._forget()

    def _forget(self) -> None:
        self._lost = 0
        for heard in self._heard:
            heard.clear()


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    Listeners(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])).listen()
