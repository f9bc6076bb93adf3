"""Whole events with as many rounds as opponents, played at random under pairing.plan_safe.

    python -m tests.pairing.many_plans [RUNS]

plays 6/5, 8/7, 10/9, 12/11 and 16/15 players/rounds, 500 runs each, and prints
"2500 passed, 0 failed".
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.oracle.random_events import RULESETS, random_slip
from tiltyard.engine import flow
from tiltyard.engine.errors import NoLegalPairing
from tiltyard.formats.answers import pairings_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

SIZES = ((6, 5), (8, 7), (10, 9), (12, 11), (16, 15))


def new_plan(ruleset, players, rounds, seed, *, safe=True):
    """An event whose plan leaves nothing to spare."""
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "seed": f"plan {seed}",
        "players": [{"id": f"p{number}"} for number in range(players)],
        "plan": {"swiss_rounds": rounds, "cut": None},
        "options": {"pairing.plan_safe": safe},
        "stages": [{"kind": "swiss", "rounds": []}],
    }


def play(event, rounds, random):
    """Play rounds with random results; say how many could be drawn, and the draws."""
    drawn = []
    played = event["stages"][0]["rounds"]
    for number in range(1, rounds + 1):
        tournament = read_tournament(event)
        try:
            answer = flow.pairings(tournament, load(tournament.ruleset))
        except NoLegalPairing:
            break
        document = pairings_document(answer, tournament)
        drawn.append(document)
        matches = [{k: v for k, v in match.items() if k != "why"} for match in document["matches"]]
        for match in matches:
            if "kind" not in match:
                match["report"] = random_slip(event["ruleset"], random, number)
        played.append({"matches": matches})
    return drawn


def repeats(drawn):
    """How many games of these rounds had been played before, and how many second byes."""
    met = [frozenset(match["players"]) for round_ in drawn for match in round_["matches"]]
    return len(met) - len(set(met))


def finishes(ruleset, players, rounds, seed, *, safe=True):
    """Whether a random event is played to its end without a repeat."""
    event = new_plan(ruleset, players, rounds, seed, safe=safe)
    drawn = play(event, rounds, Random(seed))
    free = drawn[:-1] if ruleset == "middle-earth" else drawn  # its final round may repeat
    return len(drawn) == rounds and repeats(free) == 0


def _run(task):
    players, rounds, seed = task
    return finishes(RULESETS[seed % len(RULESETS)], players, rounds, seed)


def main(runs=500):
    tasks = [(players, rounds, seed) for players, rounds in SIZES for seed in range(runs)]
    with ProcessPoolExecutor(2) as workers:
        passed = sum(workers.map(_run, tasks, chunksize=10))
    print(f"{passed} passed, {len(tasks) - passed} failed")  # noqa: T201
    return passed == len(tasks)


if __name__ == "__main__":
    sys.exit(0 if main(*map(int, sys.argv[1:])) else 1)
