"""The long run of partitions: python -m tests.store.many_partitions [SECONDS] [SEED]."""

from __future__ import annotations

import random
import secrets
import sys
import time
from collections import Counter

from tests.store.partitions import Partitions

A_HALL = 60  # seconds before a fresh database, so that looking at it stays quick


def main():
    """Break things for so long; end with 1 if anything was lost, doubled or invented."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**9)
    print(f"seed {seed}", flush=True)  # noqa: T201 - first, so that a failure can be had again
    ends, complaints, acts, done = time.monotonic() + seconds, [], 0, Counter()
    while (left := ends - time.monotonic()) > 0:
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
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
