"""Chances beside the proofs: they agree with them, and are the same everywhere."""

from random import Random

import pytest

from tests.engine.test_clinch_by_force import MOMENTS, RULESETS, played
from tiltyard.engine.clinch.chances import RUNS
from tiltyard.engine.clinch.lines import Line, clinch, proofs_of
from tiltyard.rulesets.loader import load

LINES = (Line("place", 1), Line("place", 3))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("moment", MOMENTS[:2], ids=lambda moment: moment.name)
def test_places_are_shared_out_and_the_same_event_gives_the_same_chances(ruleset, moment):
    rules = load(ruleset)
    tournament = played(ruleset, rules, moment, Random(f"{ruleset} chance"))

    found = proofs_of(tournament, rules).chances(LINES)

    for line in LINES:
        reached = sum(chance.reached for (_, at), chance in found.items() if at == line)
        assert line.places * RUNS == reached
    assert found == proofs_of(tournament, rules).chances(LINES)


@pytest.mark.parametrize("ruleset", ["runewars", "middle-earth", "xwing-dogfight"])
def test_whoever_is_proved_out_has_no_chance_and_whoever_is_safe_all(ruleset):
    rules = load(ruleset)
    for seed in range(4):
        tournament = played(ruleset, rules, MOMENTS[0], Random(f"{ruleset} {seed}"))
        found = proofs_of(tournament, rules).chances(LINES)
        for verdict in clinch(tournament, rules, LINES):
            reached = found[verdict.player, verdict.line].reached
            assert verdict.state != "out" or not reached
            assert verdict.state != "safe" or reached == RUNS


def test_too_few_results_say_nothing():
    rules = load("diskwars")
    tournament = played("diskwars", rules, MOMENTS[2]._replace(played=1), Random(0))

    assert {} == proofs_of(tournament, rules).chances(LINES)
