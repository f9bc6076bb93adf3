"""A hall to measure the web in: large events in a store, `tiltyard serve`, and its people.

Started as `python -m bench._hall FILE NAME PLAYERS` it makes a store with the program that Python
finds, and writes the event beside it: stores of another version are made by that version.
"""

from __future__ import annotations

import json
import os
import re
import resource
import socket
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bench._measure import SETTINGS
from bench.fields import played_tournament
from tiltyard.day.clock import StartClock
from tiltyard.day.people import AppointStaff
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.dev.demo import NAMES
from tiltyard.engine.ruleset import RoleId
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.store.keyring_sqlite import ENDING, SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.store.sqlite import SqliteStore
from tiltyard.web.security.secrets import form_token
from tiltyard.web.security.visitors import begin_session

RULESET, PLAYED, PLANNED = "armada", 3, 7
SCOREKEEPERS: int = 10
KEEPER: RoleId = "marshal"  # Armada knows no scorekeepers


@dataclass
class Seat:
    """Somebody with a cookie: who they are, and what their forms must carry."""

    person: str
    secret: str

    @property
    def token(self) -> str:
        return form_token(self.secret)


@dataclass
class LargeEvent:
    """An event in the middle of a round: its open games, its staff, its players."""

    name: str
    games: list[str]
    organizer: Seat
    scorekeepers: list[Seat]
    players: list[Seat] = field(default_factory=list)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Who plays at which of the open games."""


def make_store(file: Path, sizes: dict[str, int]) -> dict[str, LargeEvent]:
    """Make events of these sizes, each with a round running, and sign in everybody."""
    made = {name: _event(file, name, size) for name, size in sizes.items()}
    keyring = SqliteKeyring(file.with_name(file.name + ENDING))
    now = datetime.now(UTC)

    def seat(name: str, person: str) -> Seat:
        return Seat(person, begin_session(keyring, now, seats={name: person}))

    events = {}
    for name, (tables, organizer, staff, players) in made.items():
        events[name] = LargeEvent(
            name,
            list(tables),
            seat(name, organizer),
            [seat(name, one) for one in staff],
            [seat(name, one) for one in players],
            tables,
        )
    keyring.close()
    return events


def made_by(source: Path | None, file: Path, name: str, players: int) -> LargeEvent:
    """Make a store with one event by the program in a source tree, this one if none is given."""
    environment = dict(os.environ)
    if source is not None:
        environment["PYTHONPATH"] = str(source)
    command = [sys.executable, "-m", "bench._hall", str(file), name, str(players)]
    subprocess.run(command, env=environment, check=True)
    event = json.loads(file.with_suffix(".json").read_text("utf-8"))
    return LargeEvent(
        event["name"],
        list(event["tables"]),
        Seat(*event["organizer"]),
        [],
        [Seat(*seat) for seat in event["players"]],
        event["tables"],
    )


def _write(file: Path, name: str, players: int) -> None:
    event = make_store(file, {name: players})[name]
    seats = [(str(seat.person), seat.secret) for seat in event.players]
    organizer = (str(event.organizer.person), event.organizer.secret)
    found = {"name": name, "tables": event.tables, "organizer": organizer, "players": seats}
    file.with_suffix(".json").write_text(json.dumps(found), "utf-8")


def _event(
    file: Path, name: str, size: int
) -> tuple[dict[str, tuple[str, ...]], str, list[str], list[str]]:
    memory = MemoryStore()
    desk = Desk(memory, load)
    chance = Random(size)
    played = played_tournament(RULESET, size, PLAYED)
    called = [
        replace(one, name=f"{_part(chance, 0)} {_part(chance, -1)} {one.id[1:]}")
        for one in played.players
    ]
    plan = replace(played.plan, swiss_rounds=PLANNED)
    event = import_tournament(
        desk, name, Brought(replace(played, players=tuple(called), plan=plan), load(RULESET))
    )
    organizer = event.staff[0].person
    for number in range(SCOREKEEPERS):
        desk.do(name, organizer, AppointStaff(KEEPER, f"Scorekeeper {number + 1}"))
    for command in (DrawRound(), PublishRound(), StartClock()):
        desk.do(name, organizer, command)
    event = desk.event(name)
    assert event.current is not None
    tables = {
        str(game.id): tuple(map(str, game.players))
        for game in event.current.games.values()
        if game.is_open
    }
    staff = [one.person for one in event.staff if one.role == KEEPER]
    with closing(SqliteStore(file)) as store:
        store.adopt(name, list(memory.read(name)))
    return tables, organizer, list(staff), list(event.entrants)


def _part(chance: Random, place: int) -> str:
    return chance.choice(NAMES)[0].split(" ")[place]


class Server:
    """`tiltyard serve` on a store, in a process of its own, its compiled files beside the store."""

    def __init__(self, file: Path, source: Path | None = None, port: int = 0) -> None:
        """Start it; `source` is another source tree than this one, `port` one that was used."""
        self.port = port or free_port()
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        program = [sys.executable, "-m", "tiltyard", "serve", "--store", str(file), "--no-open"]
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--plain-phones"]
        environment = {name: os.environ[name] for name in os.environ if name not in SETTINGS}
        environment["PYTHONPYCACHEPREFIX"] = str(file.parent / "compiled")
        if source is not None:
            environment["PYTHONPATH"] = str(source)
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*program, *where],
            stdout=subprocess.DEVNULL,
            env=environment,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard)),  # noqa: PLW1509
        )
        self.ready = _first_answer(self.port, self.process) - began

    def memory(self) -> float:
        """Return its share of the memory in MB."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text("ascii")
        return int(re.findall(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)[0]) / 1024

    def processor(self) -> float:
        """Return the seconds of processor time it has used."""
        return processor(self.process.pid)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def processor(pid: int) -> float:
    """Return the seconds of processor time a process and its children have used."""
    total = 0.0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text("ascii").split():
            total += processor(int(child))
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2]
    user, system = fields.split()[11:13]
    return total + (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _first_answer(port: int, process: subprocess.Popen[bytes]) -> float:
    """Return when the first page came."""
    while process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port)) as one:
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                if one.recv(100).startswith(b"HTTP/1.1 200"):
                    return time.monotonic()
        except OSError:
            time.sleep(0.005)
    raise RuntimeError(f"tiltyard serve ended with {process.returncode}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    _write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
