"""Many random days: python -m tests.stateful.many_days --sequences 2000 --steps 100.

Prints its seed first; each failure prints the shortest script that repeats it.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.stateful.machine import Day, Wrong, shortest, written
from tests.stateful.moves import RULESETS
from tiltyard.day.table import BY_NAME
from tiltyard.store import person_keys
from tiltyard.store.codec import FACTS

CHUNK = 20


def days(task):
    """Walk some days; return what happened, and what went wrong."""
    ruleset, seed, first, count, steps = task
    person_keys.new_bytes = bytes  # a script repeats its hashes, of which salts are made
    tally, wrong = Counter(), []
    for number in range(first, first + count):
        chance = Random(f"{seed} {ruleset} {number}")
        day = Day(ruleset, None, tally)
        tally["days", ruleset] += 1
        try:
            if day.begin(chance.getrandbits(48)):
                for _ in range(steps):
                    day.step(chance.getrandbits(48))
                day.end()
        except Wrong as failure:
            said = str(failure).partition("\n")[0]
            wrong.append((number, said, day.script))
    return ruleset, tally, wrong


def main(sequences=2000, steps=100, rulesets=RULESETS, seed=None, workers=2, shown=5):
    """Walk them all; True if nothing went wrong."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    print(f"seed {seed}")  # noqa: T201 - first, so that every failure can be had again
    tasks = [
        (ruleset, seed, first, min(CHUNK, sequences - first), steps)
        for ruleset in rulesets
        for first in range(0, sequences, CHUNK)
    ]
    total, failures = Counter(), Counter()
    with ProcessPoolExecutor(workers) as pool:
        for ruleset, tally, wrong in pool.map(days, tasks):
            total.update(tally)
            for number, said, script in wrong:
                key = (ruleset, said.split(":")[0], said[:40])
                failures[key] += 1
                if failures[key] == 1 and len(failures) <= shown:
                    short = shortest(ruleset, script, said)
                    print(f"{ruleset} {number}: {said}\n{written(ruleset, short)}")  # noqa: T201
    report(total, failures)
    return not failures


def report(total, failures):
    """Print what happened how often, and what never did."""
    lines = [f"{count:8,} days of {key[1]}" for key, count in total.items() if key[0] == "days"]
    lines += [f"{count:8,} ended {key[1]}" for key, count in total.items() if key[0] == "ended"]
    refused = Counter()
    for key, count in total.items():
        if key[0] == "refused":
            refused[key[1]] += count
    lines += [f"{'done':>8} {'refused':>8}"]
    for act in (*BY_NAME, "(import)", "(snapshot)"):
        lines.append(f"{total['done', act]:8,} {refused[act]:8,} {act}")
    lines += [f"{total['fact', name]:8,} {name}" for name in sorted(FACTS)]
    never = [act for act in BY_NAME if not total["done", act]]
    never += [name for name in FACTS if not total["fact", name]]
    lines.append(f"never: {', '.join(never) or 'nothing'}")
    kinds = sum(1 for key in total if key[0] == "refused")
    lines.append(f"{kinds} kinds of refusals, {sum(refused.values()):,} refusals")
    lines += [f"{count:8,} times {key}" for key, count in failures.most_common(20)]
    print("\n".join(lines))  # noqa: T201


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sequences", type=int, default=2000)
    arguments.add_argument("--steps", type=int, default=100)
    arguments.add_argument("--ruleset", choices=RULESETS)
    arguments.add_argument("--seed", type=int)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    chosen = (given.ruleset,) if given.ruleset else RULESETS
    sys.exit(0 if main(given.sequences, given.steps, chosen, given.seed, given.workers) else 1)
