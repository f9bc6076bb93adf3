"""Who wins an event without a bracket, and what a cut looks at."""

import pytest

from tests.rules.events import deciders, event, game, order, played, reread, swiss
from tiltyard.engine.cut import qualified
from tiltyard.rulesets.loader import load


@pytest.mark.clause("XE-007", "DW-044", "XW-031", "RW-149", "AR-112")
@pytest.mark.parametrize(
    ("ruleset", "rounds"),
    [
        ("xwing-escalation", 4),
        ("diskwars", 3),
        ("xwing-dogfight", 3),
        ("runewars", 3),
        ("armada", 3),
    ],
)
def test_without_a_bracket_the_most_points_win(standings, ruleset, rounds):
    """B wins every game; A, who is listed first, none."""
    games = [played(game("A", "B", "time", (0, 50)), game("C", "D", "time", (20, 0)))]
    answer = standings(event(ruleset, "A B C D", swiss(*games * rounds)))

    assert "B" == order(answer).split()[0]
    assert 1 == answer["rows"][0]["rank"]


LEVEL_ON_POINTS = event(
    "armada",
    "A B C D",
    swiss(
        played(game("A", "B", "time", (250, 100)), game("C", "D", "time", (300, 120))),
        played(game("A", "C", "time", (200, 180)), game("B", "D", "time", (400, 20))),
    ),
)
"""AR-T10: A and C have 13 points, C the larger margin; A has beaten C."""


@pytest.mark.clause("AR-082", "AMB-113", "AR-117")
def test_the_list_of_tie_breaks_counts_not_the_definition(standings):
    """The definitions call the margin the first tie-break; the list puts head-to-head first."""
    answer = standings(LEVEL_ON_POINTS)

    assert "A C B D" == order(answer)
    assert "h2h" == deciders(answer)[1]


@pytest.mark.clause("AR-104", "AMB-121")
def test_a_cut_follows_the_standings_not_the_score():
    """C has scored 480 points and A 450: the score counts only through points and margin."""
    tournament = reread(LEVEL_ON_POINTS)

    assert ("A", "C") == qualified(tournament, load("armada"), 1, 2)
