"""The long run of kills: python -m tests.store.many_kills --kills 1000 --on sqlite --seed 1.

On SQLite, on SQLite with a second copy that is waited for (the store is thrown away after each
kill, the copy must hold everything that was acknowledged), and on PostgreSQL.
"""

from __future__ import annotations

import argparse
import random
import secrets
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.store.crash import Victims
from tests.store.server import Server
from tiltyard.store.chain import read_log
from tiltyard.store.failpoints import NAMES
from tiltyard.store.memory import MemoryStore
from tiltyard.store.second_copy import SecondCopy

WRITE_POINTS = [name for name in NAMES if name != "in-migration"]  # see test_migration.py
A_FILE = 100  # kills before a fresh store, so that looking at it stays quick


class Outcome(NamedTuple):
    """What a row of kills showed."""

    kills: int
    acknowledged: int
    complaints: list[str]


def on_sqlite(kills: int, seed: int) -> Outcome:
    """Kill processes that append to a file, at random and at each write point."""
    return _rows(kills, seed, lambda folder: folder / "event.tiltyard")


def on_postgres(kills: int, seed: int) -> Outcome:
    """Kill processes that append to a database."""
    server = Server()
    try:
        return _rows(kills, seed, lambda _: server.new_database())
    finally:
        server.stop()


def on_second_copy(kills: int, seed: int) -> Outcome:
    """Kill processes whose acts wait for the copy, throw the store away, look at the copy."""
    chance, complaints, acknowledged = random.Random(seed), [], 0
    for number in range(kills):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            stick = folder / "stick"
            stick.mkdir()
            with Victims(folder / "event.tiltyard", folder) as victims:
                growth, late = chance.randint(1, 300), chance.randint(0, 3_000)
                order = {"growth": growth, "microseconds": late, "stick": str(stick), "wait": True}
                victims.run(f"{seed}-{number}", **order)
                told = victims.acknowledged()
            acknowledged += len(told)
            complaints += _missing_in_the_copy(stick, told)
    return Outcome(kills, acknowledged, complaints)


def _missing_in_the_copy(stick: Path, told: list[tuple]) -> list[str]:
    copy = SecondCopy(MemoryStore(), stick)
    keys: list[str] = []
    if copy.file_of("event").exists():
        with copy.file_of("event").open("rb") as file:
            keys = [entry.key for entry in read_log(file, torn_tail=True)[1]]
    return [
        f"{key} was acknowledged as {first} to {last}, the copy has it {keys.count(key)} times"
        for key, first, last, *_ in told
        if keys.count(key) != last - first + 1
    ]


def _rows(kills: int, seed: int, address_in) -> Outcome:
    complaints, acknowledged, killed = [], 0, 0
    at_points = max(1, kills // 50)
    for start in range(0, kills, A_FILE):
        count = min(A_FILE, kills - start)
        outcome = _fresh(address_in, lambda *place, c=count, s=start: _killed(*place, c, seed + s))
        complaints += outcome.complaints
        acknowledged += outcome.acknowledged
        killed += outcome.kills
    for name in WRITE_POINTS:
        outcome = _fresh(address_in, lambda *place, n=name: _killed_at(n, *place, at_points))
        complaints += outcome.complaints
        acknowledged += outcome.acknowledged
        killed += outcome.kills
    return Outcome(killed, acknowledged, complaints)


def _fresh(address_in, row) -> Outcome:
    folder = Path(tempfile.mkdtemp())
    try:
        return row(address_in(folder), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _killed_at(name: str, address, folder: Path, kills: int) -> Outcome:
    complaints = []
    with Victims(address, folder) as victims:
        for number in range(kills):
            victims.run(f"{number}", acts=45, failpoint=f"{name}:{number % 9 + 1}")
            complaints += victims.complaints()
        killed = kills - victims.ends[0]
        return Outcome(killed, len(victims.acknowledged()), complaints)


def _killed(address, folder: Path, kills: int, seed: int) -> Outcome:
    chance = random.Random(seed)
    complaints = []
    with Victims(address, folder) as victims:
        for number in range(kills):
            victims.kill(f"{seed}-{number}", chance)
            complaints += victims.complaints()
        return Outcome(kills, len(victims.acknowledged()), complaints)


PLACES = {"sqlite": on_sqlite, "second-copy": on_second_copy, "postgres": on_postgres}


def main(kills: int, places: list[str], seed: int) -> bool:
    """Kill that many processes on each; True if nothing is missing and nothing is there twice."""
    print(f"seed {seed}", flush=True)  # noqa: T201 - first, so that every failure can be had again
    wrong = 0
    for place in places:
        outcome = PLACES[place](kills, seed)
        wrong += len(outcome.complaints)
        print(  # noqa: T201 - a command for people
            f"{place}: {outcome.kills:,} kills; {outcome.acknowledged:,} acts acknowledged, "
            f"{len(outcome.complaints)} complaints {outcome.complaints[:3]}",
            flush=True,
        )
    return not wrong


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=1_000)
    arguments.add_argument("--on", choices=PLACES, action="append")
    arguments.add_argument("--seed", type=int)
    given = arguments.parse_args()
    chosen = secrets.randbelow(10**9) if given.seed is None else given.seed
    sys.exit(0 if main(given.kills, given.on or list(PLACES), chosen) else 1)
