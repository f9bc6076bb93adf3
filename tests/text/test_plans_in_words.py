"""Rounds and cut in words: what a ruleset plays is called by its name."""

import pytest

from tiltyard.rulesets.loader import load
from tiltyard.text.announcements import rounds_by_rules


@pytest.mark.clause("HF-051", "HF-052", "HF-053")
@pytest.mark.parametrize(
    ("ruleset", "plan", "said"),
    [
        ("win-draw-loss", (3, 4), "3 Swiss rounds, then a cut to the top 4"),
        ("win-draw-loss", (0, 8), "Single elimination from the start"),
        (
            "xwing-dogfight",
            (3, None, 8),
            "3 Swiss rounds, then everybody with 8 points or more goes on",
        ),
        ("round-robin", (7, None), "7 round-robin rounds"),
        ("single-elimination", (0, 8), "Single elimination from the start"),
        ("double-elimination", (0, 8), "Double elimination from the start: two losses and out"),
        (
            "double-elimination",
            (3, 4),
            "3 Swiss rounds, then a cut to the top 4, then double elimination",
        ),
        ("double-elimination", (3, 4, 0, 2), "3 Swiss rounds, then a cut to the top 4"),
        (
            "groups-bracket",
            (3, 4),
            "3 group rounds. After the groups, the best 2 of each go on to single elimination",
        ),
        (
            "groups-bracket",
            (3, 4, 0, 2),
            "3 group rounds. After the groups, the best 2 of each go on",
        ),
    ],
)
def test_a_plan_is_called_what_the_ruleset_plays(ruleset, plan, said):
    assert said == rounds_by_rules(load(ruleset), *plan)
