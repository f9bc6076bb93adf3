"""Clinch against brute force on many small fields, and how much is left open needlessly.

    python -m tests.engine.many_clinches [SEEDS]

goes through 20 seeds of every ruleset and moment, and prints one line for each moment.
"""

import sys
from random import SystemRandom

from tests.engine.test_clinch_by_force import MOMENTS, RULESETS, compared


def main(seeds):
    """Compare, print the share of open verdicts that could have been decided, and every error."""
    errors = 0
    for moment in MOMENTS:
        undecided = called_open = 0
        for ruleset in RULESETS:
            for seed in seeds:
                for verdict, truth in compared(ruleset, moment, seed):
                    called_open += verdict.state == "open"
                    undecided += verdict.state == "open" != truth
                    if verdict.state not in {truth, "open"}:
                        errors += 1
                        sys.stdout.write(f"WRONG {ruleset} {seed} {verdict} {truth}\n")
        share = 100 * undecided / called_open
        sys.stdout.write(
            f"{moment.name}: {undecided} of {called_open} open could be decided ({share:.1f} %)\n"
        )
    sys.stdout.write(f"{errors} errors\n")
    return errors


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    start = SystemRandom().randrange(10**9)
    sys.exit(bool(main(range(start, start + many))))
