"""The real server as a process of its own, spoken to through sockets."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import tiltyard

SOURCES = Path(tiltyard.__file__).parent.parent


@dataclass(frozen=True)
class Answered:
    """One answer, as it came."""

    status: int
    headers: dict[str, list[str]]
    text: str

    def cookie(self, name: str) -> str:
        """The value of a cookie that was set."""
        for line in self.headers.get("set-cookie", ()):
            said, _, value = line.partition(";")[0].partition("=")
            if said == name:
                return value
        return ""


class ServerProcess:
    """`tiltyard serve` with more options, on a free port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = _free_port()
        self._log = folder / "server.log"
        self._shown = folder / "server.out"
        command = [sys.executable, "-m", "tiltyard", "serve", "--no-open", "--port", str(self.port)]
        command += ["--store", str(folder / "events.db"), *options]
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        with self._log.open("wb") as log, self._shown.open("wb") as shown:
            self._process = subprocess.Popen(
                command, stdout=shown, stderr=log, env=environment, cwd=folder
            )
        self._await("Ctrl-C")

    @property
    def log(self) -> str:
        """What the server said on its error output."""
        return self._log.read_text()

    @property
    def shown(self) -> str:
        """What the server said to whoever started it."""
        return self._shown.read_text()

    @property
    def owner_path(self) -> str:
        """The path of the owner's link."""
        found = re.search(r"/j/[\w-]+", self.shown)
        assert found is not None
        return found[0]

    def connect(self) -> socket.socket:
        """A connection that has said nothing yet."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def raw(self, request: bytes, *, tls: ssl.SSLContext | None = None) -> Answered:
        """Send bytes, and read the one answer to them."""
        line = self.connect()
        if tls is not None:
            line = tls.wrap_socket(line)
        with line:
            line.sendall(request)
            return read_answer(line)

    def ask(
        self, path: str, *headers: str, host: str = "127.0.0.1", form: dict[str, str] | None = None
    ) -> Answered:
        """Ask for a page, or send a form."""
        from urllib.parse import urlencode

        body = urlencode(form).encode() if form is not None else b""
        lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: {host}"]
        lines += [*headers, "Connection: close"]
        if form is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded"]
            lines += [f"Content-Length: {len(body)}"]
        return self.raw("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(15)
        self._process.kill()

    def _await(self, sign: str) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and self._process.poll() is None:
            if sign in self.shown:
                return
            time.sleep(0.05)
        raise AssertionError(self.shown + self.log)


def read_answer(line: socket.socket) -> Answered:
    """Read until the other side closes, or all that it announced is there."""
    got = b""
    while b"\r\n\r\n" not in got or not _whole(got):
        part = line.recv(65536)
        if not part:
            break
        got += part
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers: dict[str, list[str]] = {}
    for said in lines:
        name, _, value = said.partition(":")
        headers.setdefault(name.lower(), []).append(value.strip())
    return Answered(int(first.split()[1]), headers, body.decode("utf-8", "replace"))


def _whole(got: bytes) -> bool:
    head, _, body = got.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return length is not None and len(body) >= int(length[1])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
