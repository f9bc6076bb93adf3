"""The long run: python -m tests.races.many_races --races 10000."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import tempfile
from pathlib import Path

from tests.races.racing import RACES, Hall, many
from tests.store.server import Server
from tiltyard.store.memory import MemoryStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore

A_HALL = 120
"""Races before a new hall is opened, so that its log stays short."""


def runs(races):
    """Yield how the races are run: a name, how many, how many racers, and their hall."""
    server = Server()
    with tempfile.TemporaryDirectory() as folder:
        file = SqliteStore(Path(folder) / "races.tiltyard")
        database = server.new_database()
        stores = [PostgresStore(database) for _ in range(8)]
        try:
            for start in range(0, races * 5 // 10, A_HALL):
                yield "two desks", start, 2, Hall([MemoryStore()] * 2)
            for start in range(0, races * 3 // 10, A_HALL):
                yield "eight desks", start, 8, Hall([MemoryStore()] * 8)
            yield "eight at a desk on SQLite", 0, 8, Hall([file], at_one_desk=8)
            for start in range(0, races // 20, A_HALL):
                yield "fifty at a desk", start, 50, Hall([MemoryStore()], at_one_desk=50)
            yield "eight desks on PostgreSQL", 0, 8, Hall(stores)
        finally:
            for store in (file, *stores):
                store.close()
            server.stop()


def main(races):
    """Run them all; True if nothing went wrong."""
    done = wrong = 0
    for name, start, count, hall in runs(races):
        times = max(1, A_HALL // len(RACES)) if "on" not in name else races // 160
        found = many(hall, count, range(start, start + times))
        done += times * len(RACES)
        wrong += len(found)
        said = f"{times * len(RACES)} races, {found[:3] or 'all well'}"
        print(f"{name} from {start}: {said}", flush=True)  # noqa: T201
    print(f"{done:,} races, {wrong} complaints")  # noqa: T201
    return not wrong


if __name__ == "__main__":
    faulthandler.enable()  # three libraries in C and many threads
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--races", type=int, default=10_000)
    sys.exit(0 if main(arguments.parse_args().races) else 1)
