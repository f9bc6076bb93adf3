"""The long run of simulated power cuts: python -m tests.store.many_power_cuts [IMAGES] [SEED]."""

from __future__ import annotations

import secrets
import sys
import tempfile
from pathlib import Path

from tests.store.power import cut
from tests.store.server import memory_folder


def main():
    """Cut, count, and end with 1 if the shipped settings lost anything or the controls nothing."""
    images = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**9)
    print(f"seed {seed}")  # noqa: T201 - first, so that every failure can be had again
    good = True
    for name, synchronous, share in (("FULL", 2, 1), ("NORMAL", 1, 50), ("OFF", 0, 50)):
        with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
            seen = cut(Path(folder), seed, images // share, synchronous)
        kept = seen["whole"] == seen["images"]
        good = good and kept == (name == "FULL")
        counts = ", ".join(f"{seen[kind]:,} {kind}" for kind in sorted(seen))
        print(f"synchronous={name}: {counts}")  # noqa: T201 - a command for people
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
