"""Real processes: `tiltyard serve` as a child, and commands in another one beside it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from threading import Thread, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SLOWEST = 60
_DESK = re.compile(r"Your desk:\s+(http://\S+)/j/(\S+)")


def environment(**more: str) -> dict[str, str]:
    """Return the surroundings of a child: the program of this tree, in English."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TILTYARD_LANGUAGE": "en", **more}


def tiltyard(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tiltyard", *map(str, words)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env=environment(**more),
        timeout=SLOWEST,
        stdin=subprocess.DEVNULL,
    )


class Server:
    """A `tiltyard serve` that runs until it is stopped."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said: list[str] = []
        self.complaints: list[str] = []
        self.address = self.secret = ""
        self.is_json = False
        self.listening = Thread(target=self._hear_errors, daemon=True)

    def wait_until_open(self) -> Server:
        self.listening.start()
        limit = Timer(SLOWEST, self.process.kill)
        limit.start()
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := _DESK.search(line):
                self.address, self.secret = found[1], found[2]
            if line.startswith("{"):
                self._read_json(json.loads(line))
            if "Ctrl-C" in line or self.is_json:
                break
        limit.cancel()
        if not self.address:
            self.process.wait(10)
            self.listening.join(10)
        return self

    def _read_json(self, line: dict[str, str]) -> None:
        self.is_json = True
        if "desk" in line:
            self.address, self.secret = line["address"], line["desk"].rpartition("/")[2]

    def _hear_errors(self) -> None:
        assert self.process.stderr is not None
        self.complaints.extend(self.process.stderr)

    def get(self, path: str) -> tuple[int, str]:
        """Return the status and the text of a page as a spectator sees it."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=20) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as no:
            return no.code, no.read().decode()


@contextmanager
def serving(file: object, *options: str, **more: str) -> Iterator[Server]:
    """Serve a store on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    where = ["--host", "127.0.0.1", "--port", str(port), "--no-open"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tiltyard", "serve", "--store", str(file), *where, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(**more),
    )
    server = Server(process)
    try:
        yield server.wait_until_open()
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
