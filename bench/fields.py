"""Large fields to measure with: tournaments of any size with plausible slips, from a seed."""

from __future__ import annotations

import random
from typing import Any


def played_event(ruleset: str, players: int, rounds: int, seed: int = 1) -> dict[str, Any]:
    """Return a file of `players` after `rounds` Swiss rounds of neighbours by points."""
    chance = random.Random(seed)  # plausible slips, not secrets
    ids = [f"p{number}" for number in range(1, players + 1)]
    points = dict.fromkeys(ids, 0)
    limit = {"armada": 400, "runewars": 200, "xwing-dogfight": 100, "xwing-escalation": 60}
    most = limit.get(ruleset, 12)
    entries = []
    for _ in range(rounds):
        order = sorted(ids, key=lambda one: (-points[one], chance.random()))
        matches: list[dict[str, Any]] = []
        for table, first in enumerate(range(0, players - 1, 2), 1):
            pair = order[first : first + 2]
            score = [chance.randrange(most + 1), chance.randrange(most + 1)]
            if score[0] == score[1]:
                score[0] = score[0] - 1 if score[0] else 1
            points[pair[0 if score[0] > score[1] else 1]] += 1
            report: dict[str, Any] = {"end": "time", "score": score}
            if ruleset == "middle-earth":
                report["leaders"] = [chance.random() < 0.5, chance.random() < 0.5]
            matches.append({"table": table, "players": pair, "report": report})
        if players % 2:
            matches.append({"kind": "bye", "players": [order[-1]]})
        entries.append({"matches": matches})
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "name": f"{players} players",
        "seed": f"bench {seed}",
        "plan": {"swiss_rounds": rounds + 1, "cut": None},
        "players": [{"id": one, "name": f"Player {one[1:]}"} for one in ids],
        "stages": [{"kind": "swiss", "rounds": entries}],
    }
