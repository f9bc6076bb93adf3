"""The long run of partitions: python -m tests.store.many_partitions --kills 1000 --seed 1.

Two servers on one PostgreSQL database are killed, paused and cut off, and so is the database.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import time
from collections import Counter
from math import inf

from tests.store.partitions import KILLS, Partitions

A_HALL = 60  # seconds before a fresh database, so that looking at it stays quick


def main(seed: int, seconds: float = inf, kills: float = inf) -> bool:
    """Break things for so long or until so many kills; True if nothing was lost or doubled."""
    print(f"seed {seed}", flush=True)  # noqa: T201 - first, so that a failure can be had again
    ends, complaints, acts, done = time.monotonic() + seconds, [], 0, Counter()
    while (left := ends - time.monotonic()) > 0 and sum(done[name] for name in KILLS) < kills:
        with Partitions(random.Random(seed)) as hall:
            hall.run(min(A_HALL, left))
            complaints += hall.complaints()
            acts += len(hall.history)
            done.update(hall.done)
        seed += 1
        told = ", ".join(f"{count} {name}" for name, count in sorted(done.items()))
        print(f"{acts:,} acts; {told}; {len(complaints)} complaints", flush=True)  # noqa: T201
    for complaint in complaints[:20]:
        print(complaint)  # noqa: T201
    return not complaints


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=None)
    arguments.add_argument("--seconds", type=float, default=None)
    arguments.add_argument("--seed", type=int)
    given = arguments.parse_args()
    chosen = secrets.randbelow(10**9) if given.seed is None else given.seed
    wanted = 1_000 if given.kills is None and given.seconds is None else given.kills
    sys.exit(0 if main(chosen, given.seconds or inf, wanted or inf) else 1)
