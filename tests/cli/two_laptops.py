"""Two real processes: a desk, and a standby that follows it. Acts are done as programs do them."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from tests.cli.processes import Server, environment
from tiltyard.day.facts import Details, PlayerRegistered
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.setup import AnnounceEvent
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.keyring import Token
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.opening import open_store
from tiltyard.store.sqlite_reading import SqliteReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = "ABCD-EFGH-JKMN-PQRS"
EVENT = "cup"
SECRET = "a-token-that-nobody-guesses"  # noqa: S105 - of a test
PATIENCE = 30.0


def prepare(file: Path) -> None:
    """Make a store with an event that takes players, and a token that enters them."""
    store = open_store(str(file))
    desk = Desk(store, load)
    desk.create(EVENT, Details("Cup", "armada@1.0.1", date(2026, 5, 1), structure="basic"), "Olga")
    desk.do(EVENT, "p1", AnnounceEvent())
    store.close()
    keyring = SqliteKeyring(file.with_name(f"{file.name}.keys"))
    key = sha256(SECRET.encode()).hexdigest()
    keyring.add_token(Token(key, EVENT, "p1", "staff", "test", datetime.now(UTC)))
    keyring.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Laptop(Server):
    """A server that can be killed, paused and asked."""

    def enter(self, key: str, name: str, seconds: float = 15) -> int:
        """Enter a player under a key; the status, or 0 if nobody answered."""
        request = urllib.request.Request(  # noqa: S310 - of a test
            f"{self.address}/api/v1/events/{EVENT}/acts/{RegisterPlayer.NAME}",
            json.dumps({"name": name}).encode(),
            {
                "content-type": "application/json",
                "authorization": f"Bearer {SECRET}",
                "idempotency-key": key,
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as no:
            self.refusal = no.read().decode()
            return no.code
        except OSError:
            return 0

    def sign_in(self) -> None:
        """Come in as the owner, by the link that the terminal shows."""
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.press(f"/j/{self.secret}", f"/j/{self.secret}")

    def page(self, path: str) -> str:
        with self.browser.open(self.address + path, timeout=20) as answer:
            return str(answer.read().decode())

    def press(self, path: str, action: str, **fields: str) -> str:
        """Send a form of a page with its token; return the page that follows."""
        token = re.search(r'name="form_token" value="([^"]+)"', self.page(path))
        assert token is not None
        body = urllib.parse.urlencode({"form_token": token[1], **fields}).encode()
        with self.browser.open(self.address + action, body, timeout=20) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def laptop(command: str, file: Path, *words: str, port: int = 0) -> Iterator[Laptop]:
    """Start `tiltyard serve` or `tiltyard follow` on a store."""
    port = port or free_port()
    where = ["--host", "127.0.0.1", "--port", str(port), "--no-open", "--store", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tiltyard", command, *words, *where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    server = Laptop(process)
    try:
        yield server.wait_until_open()
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()


def first_laptop(file: Path, *words: str, port: int = 0):
    return laptop("serve", file, "--standby-code", CODE, *words, port=port)


def second_laptop(first: Laptop, file: Path, *words: str):
    return laptop("follow", file, first.address, "--code", CODE, *words)


def lines(file: Path) -> list[tuple[bytes, bytes]]:
    """Return the log of the event as it lies in a file."""
    reader = SqliteReader(file)
    try:
        return [(entry.line, entry.hash) for entry in reader.read(EVENT)]
    finally:
        reader.close()


def names(file: Path) -> list[str]:
    """Return the names of all players that were entered, as often as they were."""
    reader = SqliteReader(file)
    try:
        found = [entry for entry in reader.read(EVENT) if entry.name == PlayerRegistered.NAME]
        return [json.loads(entry.body)["name"] for entry in found]
    finally:
        reader.close()


def wait_until(what, seconds: float = PATIENCE) -> bool:
    """Ask until it is so; false if it never was."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.2)
    return False
