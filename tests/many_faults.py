"""Random faults of every kind, for hours: python -m tests.many_faults --hours 20 --seed 1.

Kills on SQLite, on its second copy and on PostgreSQL, killed desks in the middle of a day, servers
that are paused and cut off, take-overs by a standby, power cuts, random days. Which one comes next
and everything in it follows from the seed, which is printed first; the time only says when to end.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from random import Random

from tests.cli import many_take_overs
from tests.crash import many_crashes
from tests.stateful import many_days
from tests.store import many_kills, many_partitions, many_power_cuts

FAULTS = {
    "kills on SQLite": lambda seed: many_kills.main(50, ["sqlite"], seed),
    "kills with a second copy": lambda seed: many_kills.main(50, ["second-copy"], seed),
    "kills on PostgreSQL": lambda seed: many_kills.main(50, ["postgres"], seed),
    "killed desks": lambda seed: many_crashes.main(60, seed),
    "two servers, one database": lambda seed: many_partitions.main(seed, seconds=120),
    "take-overs": lambda seed: many_take_overs.main(10, seed),
    "power cuts": lambda seed: many_power_cuts.main(1_000, seed),
    "random days": lambda seed: many_days.main(20, 100, seed=seed, workers=1),
}
"""Each returns whether everything was as promised."""


def main(hours: float, seed: int) -> bool:
    """Go on until the time is over; True if no fault lost, doubled or invented anything."""
    print(f"seed {seed}: {hours:g} hours of faults", flush=True)  # noqa: T201
    chance, ends = Random(seed), time.monotonic() + hours * 3600
    done: Counter[str] = Counter()
    broken: list[str] = []
    while time.monotonic() < ends:
        for name in chance.sample(sorted(FAULTS), len(FAULTS)):
            if time.monotonic() >= ends:
                break
            given = chance.randrange(10**9)
            print(f"--- {name}", flush=True)  # noqa: T201
            if not FAULTS[name](given):
                broken.append(f"{name}, seed {given}")
            done[name] += 1
    told = ", ".join(f"{count} times {name}" for name, count in sorted(done.items()))
    print(f"{told}; {len(broken)} broken {broken}")  # noqa: T201
    return not broken


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--hours", type=float, default=20.0)
    arguments.add_argument("--seed", type=int)
    given = arguments.parse_args()
    chosen = secrets.randbelow(10**9) if given.seed is None else given.seed
    sys.exit(0 if main(given.hours, chosen) else 1)
