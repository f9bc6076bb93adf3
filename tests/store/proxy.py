"""A network that can be slow, stall and break: a TCP proxy in front of a database."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress

from psycopg.conninfo import conninfo_to_dict


class Proxy:
    """Forwards to the socket of a server, each packet after `delay` seconds.

    The answer that holds the bytes `lose` never arrives: everything breaks instead, once.
    """

    def __init__(self, address):
        parts = conninfo_to_dict(address)
        self._socket = f"{parts['host']}/.s.PGSQL.{parts.get('port', 5432)}"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._flowing = threading.Event()
        self._flowing.set()
        self._open = set()
        self._lock = threading.Lock()
        self._refusing = False
        self.delay = 0.0
        self.lose = b""
        port = self._listening.getsockname()[1]
        self.address = (
            f"postgresql://{parts['user']}@127.0.0.1:{port}/{parts['dbname']}"
            "?sslmode=disable&gssencmode=disable"
        )
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self):
        """Let nothing through, and break nothing."""
        self._flowing.clear()

    def flow(self):
        """Be a good network again."""
        self.delay, self._refusing = 0.0, False
        self._flowing.set()

    def cut(self, *, stay=False):
        """Break every connection; with `stay` new ones break, too, until it flows again."""
        self._refusing = stay
        with self._lock:
            broken, self._open = self._open, set()
        for end in broken:
            _close(end)

    def close(self):
        """Break everything for good."""
        self._listening.close()
        self._flowing.set()
        self.cut(stay=True)

    def _accept(self):
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self._socket)
            except OSError:
                _close(near), _close(far)
                continue
            with self._lock:
                self._open |= {near, far}
            if self._refusing:
                self.cut(stay=True)
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source, target):
        with suppress(OSError):
            while data := source.recv(65_536):
                if self.delay:
                    time.sleep(self.delay)
                self._flowing.wait()
                if self.lose and self.lose in data:
                    self.lose = b""
                    self.cut()
                target.sendall(data)
        with self._lock:
            self._open -= {source, target}
        _close(source)
        _close(target)


def _close(end):
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
