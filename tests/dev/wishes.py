"""What to generate: a wish and a seed for every number, so that each case can be had again."""

from __future__ import annotations

from random import Random

from tiltyard.dev.generate import Wanted
from tiltyard.dev.play import plan_of
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.tournament import Plan

MOST_PLAYERS = 24
MOST_ROUNDS = 6


def wish(rules: Ruleset, number: int) -> tuple[Wanted, str]:
    """Return the wish of this number: any small field, any plan it can play, any drop rate."""
    chance = Random(f"{rules.id} {number}")
    players = chance.randrange(2, MOST_PLAYERS + 1)
    most = max(1, min(MOST_ROUNDS, (players + 1) // 2 + 1, players - 1 + players % 2))
    rounds = chance.randrange(1, most + 1)
    cut = chance.choice((None, None, 2, 4, 8, 5)) if rules.elimination.allowed else None
    if cut is not None and not chance.randrange(8):
        rounds, cut = 0, players  # a start with elimination
    plan = Plan(rounds, cut)
    if rules.pairing.method == "groups":  # rounds and cut follow from the field
        plan = plan_of(rules, players)
    rate = chance.choice((0, 300, 500, 1500))
    return Wanted(players, plan, rate, bool(chance.randrange(4))), f"event {number}"
