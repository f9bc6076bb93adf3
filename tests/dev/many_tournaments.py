"""Generate and check tournaments by the thousand on all cores.

`python -m tests.dev.many_tournaments --per-ruleset 5000`; with `--made 5000` each tournament has a
random ruleset of its own, made from a house family.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.dev.made_rulesets import made_ruleset
from tests.dev.wishes import wish
from tiltyard.dev.generate import random_tournament
from tiltyard.engine import flow
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import tournament_line
from tiltyard.rulesets.loader import load, names

AT_A_TIME = 50


MADE = "made"
"""In the place of a ruleset: each tournament has one of its own."""


def faults(ruleset, numbers):
    """Return what is wrong with the tournaments of these numbers, one line for each bad one."""
    gc.disable()
    found = []
    for number in numbers:
        try:
            rules = made_ruleset(number) if ruleset == MADE else load(ruleset)
            fault = fault_of(rules, number)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a failure with a number
            fault = f"{type(error).__name__}: {error}"
        if fault:
            found.append(f"{ruleset} {number}: {fault}")
    return len(numbers), found


def fault_of(rules, number):
    """Return the first error of a generated tournament, or nothing."""
    line = tournament_line(random_tournament(rules, *wish(rules, number)))
    tournament = read_tournament(json.loads(line))
    if tournament_line(tournament) != line:
        return "the file changes when it is read and written"
    errors = [one for one in flow.findings(tournament, rules) if one.severity == "error"]
    return f"{errors[0].code} at {errors[0].where}" if errors else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--per-ruleset", type=int, default=5000)
    parser.add_argument("--ruleset", choices=names(), action="append")
    parser.add_argument("--made", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    passed = failed = 0
    wanted = {MADE: arguments.made} if arguments.made else {}
    if not arguments.made or arguments.ruleset:
        wanted |= dict.fromkeys(arguments.ruleset or names(), arguments.per_ruleset)
    with ProcessPoolExecutor(arguments.workers) as pool:
        jobs = [
            pool.submit(faults, name, range(start, min(count, start + AT_A_TIME)))
            for name, count in wanted.items()
            for start in range(0, count, AT_A_TIME)
        ]
        for job in jobs:
            count, found = job.result()
            failed += len(found)
            passed += count - len(found)
            for line in found:
                print(line, flush=True)  # noqa: T201  # it is a command
    print(f"{passed} passed, {failed} failed")  # noqa: T201  # it is a command
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
