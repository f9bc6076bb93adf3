"""Thousands of open pages that only listen: sockets and one epoll, in a process of its own.

Started as `python -m bench._listeners PORT PATH COUNT`. Says "open" when every page has heard the
first message; a line "tell" on its input makes it print what each page heard and when, as JSON.
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

VERSION = re.compile(rb'"version":(\d+)')
AT_ONCE = 200  # pages that are being opened at the same time
INPUT = 0


class Listeners:
    """The open pages, each with the versions it heard of and when."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self._port, self._count = port, count
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        self._asked = f"{head}Accept: text/event-stream\r\n\r\n".encode()
        self._poll = select.epoll()
        self._poll.register(INPUT, select.EPOLLIN)
        self._sockets: list[socket.socket] = []
        self._heard: dict[int, list[tuple[int, float]]] = {}
        self._silent: set[int] = set()  # opened, and nothing heard yet
        self._lost = 0

    def listen(self) -> None:
        """Open all pages, then listen until nobody asks any more."""
        said = False
        while True:
            while len(self._sockets) < self._count and len(self._silent) < AT_ONCE:
                self._open()
            if not self._silent and not said:
                print("open", flush=True)
                said = True
            for number, _ in self._poll.poll():
                if number != INPUT:
                    self._read(number)
                elif os.read(INPUT, 100).startswith(b"tell"):
                    self._tell()
                else:
                    return

    def _open(self) -> None:
        one = socket.create_connection(("127.0.0.1", self._port))
        one.sendall(self._asked)
        one.setblocking(False)
        self._poll.register(one.fileno(), select.EPOLLIN)
        self._sockets.append(one)
        self._heard[one.fileno()] = []
        self._silent.add(one.fileno())

    def _read(self, number: int) -> None:
        try:
            message = os.read(number, 65536)
        except OSError:
            message = b""
        now = time.monotonic()
        if not message:
            self._lost += 1
            self._poll.unregister(number)
            self._silent.discard(number)
        for found in VERSION.findall(message):
            self._silent.discard(number)
            self._heard[number].append((int(found), now))

    def _tell(self) -> None:
        said = {"lost": self._lost, "heard": list(self._heard.values())}
        print(json.dumps(said), flush=True)
        self._lost = 0
        for heard in self._heard.values():
            heard.clear()


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    Listeners(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])).listen()
