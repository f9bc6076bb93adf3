"""The long run of kills: python -m tests.store.many_kills [KILLS] [SEED]."""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
from pathlib import Path

from tests.store.crash import Victims
from tests.store.server import Server
from tiltyard.store.failpoints import NAMES

WRITE_POINTS = [name for name in NAMES if name != "in-migration"]  # see test_migration.py
A_FILE = 100  # kills before a fresh store, so that looking at it stays quick


def main():
    """Kill that many processes on SQLite and on PostgreSQL; end with 1 if anything is missing."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**9)
    print(f"seed {seed}")  # noqa: T201 - first, so that every failure can be had again
    server = Server()
    complaints = []
    try:
        for kind in ("sqlite", "postgres"):
            acknowledged = 0
            for start in range(0, kills, A_FILE):
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / "event.tiltyard"
                    address = file if kind == "sqlite" else server.new_database()
                    found, count = _killed(
                        address, folder, min(A_FILE, kills - start), seed + start
                    )
                    complaints += found
                    acknowledged += count
            for name in WRITE_POINTS:
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / "event.tiltyard"
                    address = file if kind == "sqlite" else server.new_database()
                    complaints += _killed_at(name, address, folder, kills // 50)
            found = f"{len(complaints)} complaints {complaints[:3]}"
            more = f"{kills // 50} at each of {len(WRITE_POINTS)} write points"
            print(  # noqa: T201 - a command for people
                f"{kind}: {kills:,} kills at random, {more}; {acknowledged:,} acts, {found}"
            )
    finally:
        server.stop()
    sys.exit(1 if complaints else 0)


def _killed_at(name, address, folder, kills):
    complaints = []
    with Victims(address, folder) as victims:
        for number in range(kills):
            victims.run(f"{number}", acts=45, failpoint=f"{name}:{number % 9 + 1}")
            complaints += victims.complaints()
    return complaints


def _killed(address, folder, kills, seed):
    chance = random.Random(seed)
    complaints = []
    with Victims(address, folder) as victims:
        for number in range(kills):
            victims.kill(f"{seed}-{number}", chance)
            complaints += victims.complaints()
        return complaints, len(victims.acknowledged())


if __name__ == "__main__":
    main()
