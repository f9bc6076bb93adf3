"""A real server in a process of its own: `tiltyard serve` on a store that was made beforehand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tiltyard.dev.demo import fill
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.keyring import Account
from tiltyard.store.keyring_sqlite import ENDING, SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.store.opening import open_store
from tiltyard.web.pages.account.joining import make_link
from tiltyard.web.security.visitors import begin_session

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tiltyard.day.event import Event

LINK = re.compile(r"(http://\S+?)(/j/\S+)")
SLOWEST_START = 60  # seconds, on a machine that runs everything else at the same time


class House:
    """A store with events, the browsers that are signed in, and the server that shows them.

    Events and sessions are made before the server starts: afterwards the files are the server's.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "house.db"
        self.keyring = SqliteKeyring(self._file.with_name(self._file.name + ENDING))
        self._process: subprocess.Popen[str] | None = None
        self._errors: list[str] = []
        self.events: dict[str, Event] = {}
        self.address = ""
        self.owner_link = ""

    # ------------------------------------------------------------------ before it opens

    def fill_with_demo(self) -> None:
        """Put the events of the demo into the store."""
        self.adopt(lambda store: fill(store, load, datetime.now(UTC)))

    def adopt(self, made) -> None:
        """Let a function make events in a quick store, and keep what it made."""
        memory = MemoryStore()
        made(memory)
        desk = Desk(memory, load)
        with closing(open_store(str(self._file))) as store:
            for name in desk.events():
                store.adopt(name, list(memory.read(name)))
                self.events[name] = desk.event(name)

    def owner_session(self) -> str:
        """Return the cookie of a browser in which the owner of the server is signed in."""
        self.keyring.add_account(Account("owner", "Olga Brenner", owner=True, may_create=True))
        return begin_session(self.keyring, datetime.now(UTC), account="owner")

    def session(self, seats: Mapping[str, str]) -> str:
        """Return the cookie of a browser that holds seats: event and person."""
        return begin_session(self.keyring, datetime.now(UTC), seats=seats)

    def player_link(self, event: str, person: str) -> str:
        """Return the secret of a player's own link."""
        return make_link(self.keyring, datetime.now(UTC), "player", event, person)

    # ------------------------------------------------------------------ open

    def open(self, *options: str) -> House:
        """Start the server and wait until it has said where it is."""
        self.keyring.close()
        program = [sys.executable, "-m", "tiltyard", "serve", "--store", str(self._file)]
        where = ["--host", "127.0.0.1", "--port", str(_port()), "--no-open", "--plain-phones"]
        self._process = subprocess.Popen(
            [*program, *where, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "TILTYARD_QR": ""},
        )
        threading.Thread(target=self._listen_to_errors, daemon=True).start()
        limit = threading.Timer(SLOWEST_START, self._process.kill)
        limit.start()
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := LINK.search(line):
                self.address, self.owner_link = found[1], found[1] + found[2]
                break
        limit.cancel()
        if not self.address:
            self._process.wait(10)
            raise RuntimeError("the server did not start:\n" + "".join(self._errors))
        threading.Thread(target=self._process.stdout.read, daemon=True).start()
        return self

    def _listen_to_errors(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._errors.append(line)

    @property
    def complaints(self) -> str:
        """What the server wrote to its error stream: faults, with their traces."""
        return "".join(self._errors)

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Stop the server."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def _port() -> int:
    """Return a port to begin looking at: another one for each process of the tests."""
    return 20_000 + os.getpid() % 400 * 100
