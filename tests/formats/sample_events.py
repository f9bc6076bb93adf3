"""A small valid file for every ruleset, to be read, mutated and broken."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Event = dict[str, Any]


def slip(ruleset: str, first: int, second: int, **more: object) -> Event:
    """Return a slip at time that any ruleset accepts as long as the scores differ."""
    report: Event = {"end": "time", "score": [first, second]}
    if ruleset == "middle-earth":
        report["leaders"] = [True, False]
    return report | more


def sample(ruleset: str) -> Event:
    """Return five players after two Swiss rounds: a bye, a forfeit, a drop and a return."""
    event: Event = {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "name": "Sample",
        "date": "2015-03-07",
        "seed": "any text",
        "plan": {"swiss_rounds": 3, "cut": None if ruleset == "middle-earth" else 2},
        "options": {"pairing.plan_safe": True, "no_show.minutes": 15, "standings.order": ["tp"]},
        "players": [
            {"id": "a", "name": "Ana", "number": 1, "faction": "rebel", "affiliations": ["car-3"]},
            {"id": "b", "name": "Björn", "total": 60},
            {"id": "c", "name": "李雷", "table": 4},
            {"id": "d", "name": "Dorđe", "favourite": "a", "extra": {"painting": 7}},
            {"id": "e"},
        ],
        "stages": [
            {
                "kind": "swiss",
                "rounds": [
                    {
                        "matches": [
                            {"table": 1, "players": ["a", "b"], "report": slip(ruleset, 40, 20)},
                            {"table": 2, "players": ["c", "d"], "report": slip(ruleset, 10, 50)},
                            {"kind": "bye", "players": ["e"]},
                        ],
                        "after": [{"player": "b", "change": "drop", "reason": "ill"}],
                    },
                    {
                        "attempt": 2,
                        "matches": [
                            {"table": 1, "players": ["a", "e"], "report": slip(ruleset, 30, 24)},
                            {"kind": "forfeit", "players": ["d", "c"], "absent": "c"},
                            {"kind": "unpaired_loss", "players": ["b"]},
                        ],
                        "after": [{"player": "b", "change": "rejoin"}],
                    },
                ],
            }
        ],
        "tables": {"first": 1, "out_of_use": [3], "avoid_repeats": True},
    }
    return deepcopy(event)


def with_report(ruleset: str, report: Event, kind: str = "swiss") -> Event:
    """Return the sample, or a bracket of two, with one game that ended as this slip says."""
    event = sample(ruleset)
    if kind == "elimination":
        rounds = [{"matches": [{"game": 1, "players": ["a", "d"], "report": report}]}]
        event["stages"].append({"kind": "elimination", "seeds": ["a", "d"], "rounds": rounds})
    else:
        event["stages"][0]["rounds"][0]["matches"][0]["report"] = report
    return event


RULESETS = (
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
    "middle-earth",
    "diskwars",
    "armada",
)
