"""The long run of killed desks: python -m tests.crash.many_crashes --kills 1000."""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.crash.crashing import ON_SQLITE, POINTS, Kennel, at_points, at_random, kill_days
from tests.crash.days import day_of_acts
from tests.crash.test_crash import databases, files
from tests.stateful.moves import RULESETS
from tests.store.server import Server


def days(seed):
    """Other days each time, of all rulesets."""
    number = seed
    while True:
        yield day_of_acts(RULESETS[number % len(RULESETS)], number)
        number += 1


def main(kills, seed):
    """Kill half of them on SQLite and half on PostgreSQL; True if nothing is missing."""
    print(f"seed {seed}")  # noqa: T201 - first, so that every failure can be had again
    server, wrong = Server(), 0
    with Kennel() as kennel, tempfile.TemporaryDirectory() as folder:
        for kind, points in (("sqlite", ON_SQLITE), ("postgres", POINTS)):
            chance = Random(f"{seed} {kind}")
            orders = list(at_points(points, chance, max(1, kills // 4 // len(points))))
            orders += at_random(chance, max(0, kills // 2 - len(orders)))
            chance.shuffle(orders)
            place = Path(folder) / kind
            place.mkdir()
            where = files(place) if kind == "sqlite" else databases(server, place)
            done, found = kill_days(kennel, days(seed), orders, where)
            wrong += len(found)
            print(f"{kind}: {done:,} kills, {found[:3] or 'all well'}")  # noqa: T201
    server.stop()
    return not wrong


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=1_000)
    arguments.add_argument("--seed", type=int)
    given = arguments.parse_args()
    chosen = secrets.randbelow(10**9) if given.seed is None else given.seed
    sys.exit(0 if main(given.kills, chosen) else 1)
