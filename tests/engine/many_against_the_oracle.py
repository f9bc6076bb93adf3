"""The engine beside the independent oracle on many random events.

    python -m tests.engine.many_against_the_oracle [--per-ruleset N] [--first SEED]

compares standings and pairings of N events of every ruleset and kind, and names each that differs.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.oracle import pairing_oracle, standings_oracle
from tests.oracle.random_events import RULESETS, random_event, written
from tiltyard.engine import flow
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw, Refused
from tiltyard.formats.answers import pairings_document, standings_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

SALTS = ("", "x", "a~b", "Käse #2", "c41d")
KINDS = {
    "default": {},
    "hard": {"hard": True},
    "bracket": {"elimination": True},
    "large": {"elimination": False, "open_tables": 0},
    "companions": {"elimination": False, "open_tables": 0, "rounds": 0},
}


def made(ruleset, kind, number):
    """The event of a number; nothing else decides what it is."""
    random = Random(f"{ruleset} {kind} {number}")
    options = dict(KINDS[kind])
    if ruleset == "middle-earth" and kind == "bracket":
        options = {"elimination": False}
    if kind == "large":
        options |= {"players": random.randrange(17, 41), "rounds": random.randrange(1, 8)}
    if kind == "companions":
        options["players"] = random.randrange(2, 16)
        return with_companions(random_event(ruleset, random, **options), random)
    return random_event(ruleset, random, **options)


def with_companions(event, random):
    """Fill cars: some hold most of the field, some people sit in two; now and then drawn again."""
    crowd = random.random()
    cars = ["car", *(f"car {number}" for number in range(random.randrange(4)))]
    for player in event["players"]:
        tags = ["car"] if random.random() < crowd else random.sample(cars, random.choice((0, 1)))
        if random.random() < 0.15:
            tags.append(random.choice(cars))
        player["affiliations"] = [written(tag, random) for tag in tags]
    if random.random() < 0.8:
        event.setdefault("options", {})["pairing.avoid_affiliation"] = True
    if random.random() < 0.3:
        attempt = random.randrange(1, 4)
        waiting = {"matches": [], "attempt": attempt}
        if random.random() < 0.5:
            waiting["salt"] = random.choice(SALTS)
        event["stages"] = [{"kind": "swiss", "rounds": [waiting]}]
    return event


def engine_pairings(event, allow_rematch):
    try:
        tournament = read_tournament(event)
        drawn = flow.pairings(tournament, load(tournament.ruleset), allow_rematch=allow_rematch)
    except NoLegalPairing:
        return "no legal pairing"
    except NothingToDraw:
        return "nothing to draw"
    except Refused:
        return "refused"
    document = pairings_document(drawn, tournament)
    matches = [{key: m[key] for key in m if key != "why"} for m in document["matches"]]
    return {"stage": document["stage"], "round": document["round"], "matches": matches}


def oracle_pairings(event, allow_rematch):
    try:
        return pairing_oracle.pair(event, allow_rematch)
    except pairing_oracle.NoLegalPairing:
        return "no legal pairing"
    except pairing_oracle.NothingToDraw:
        return "nothing to draw"
    except pairing_oracle.Refused:
        return "refused"


def engine_standings(event):
    """The standings; Middle-earth's guide has no version, ours of it has (reading S14)."""
    tournament = read_tournament(event)
    document = standings_document(flow.standings(tournament, load(tournament.ruleset)))
    if document["ruleset"] == "middle-earth@1":
        document["ruleset"] = "middle-earth"
    return document


def differences(event):
    """What the two say differently about an event: nothing, if all is well."""
    same = {
        "standings": engine_standings(event) == standings_oracle.standings(event),
        "pairings": engine_pairings(event, False) == oracle_pairings(event, False),
        "repeats": engine_pairings(event, True) == oracle_pairings(event, True),
    }
    return [what for what, agrees in same.items() if not agrees]


def _compared(task):
    return task, differences(made(*task))


def main(per_ruleset=500, first=0):
    numbers = range(first, first + per_ruleset)
    tasks = [(ruleset, kind, n) for ruleset in RULESETS for kind in KINDS for n in numbers]
    differing = 0
    with ProcessPoolExecutor(2) as workers:
        for task, found in workers.map(_compared, tasks, chunksize=25):
            if found:
                differing += 1
                print(*task, "differs in", ", ".join(found))  # noqa: T201
    print(f"{len(tasks)} events compared, {differing} differ")  # noqa: T201
    return differing == 0


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--per-ruleset", type=int, default=500)
    arguments.add_argument("--first", type=int, default=0)
    given = arguments.parse_args()
    sys.exit(0 if main(given.per_ruleset, given.first) else 1)
