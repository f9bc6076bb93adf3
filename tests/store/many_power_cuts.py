"""The long run of simulated power cuts: python -m tests.store.many_power_cuts --images 50000."""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from pathlib import Path

from tests.store.power import cut
from tests.store.server import memory_folder


def main(images: int, seed: int) -> bool:
    """Cut and count; False if the shipped settings lost anything, or the controls nothing."""
    print(f"seed {seed}", flush=True)  # noqa: T201 - first, so that every failure can be had again
    good = True
    for name, synchronous, share in (("FULL", 2, 1), ("NORMAL", 1, 50), ("OFF", 0, 50)):
        with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
            seen = cut(Path(folder), seed, images // share, synchronous)
        kept = seen["whole"] == seen["images"]
        good = good and kept == (name == "FULL")
        counts = ", ".join(f"{seen[kind]:,} {kind}" for kind in sorted(seen))
        print(f"synchronous={name}: {counts}", flush=True)  # noqa: T201 - a command for people
    return good


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--images", type=int, default=50_000)
    arguments.add_argument("--seed", type=int)
    given = arguments.parse_args()
    chosen = secrets.randbelow(10**9) if given.seed is None else given.seed
    sys.exit(0 if main(given.images, chosen) else 1)
