"""Structure tables: every row, both edges, no holes, and what lies outside of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusing import refuses
from tiltyard.engine import flow
from tiltyard.engine.errors import OutsideTheTable, Refused
from tiltyard.engine.structure import format_for, plan_for
from tiltyard.rulesets.loader import load

TABLED = ("runewars", "armada")
STRUCTURES = ("basic", "advanced")


def edges(ruleset, structure):
    """Every row with its first and last number of players; the last row has no end."""
    for row in getattr(load(ruleset).structure, structure):
        yield row.least, row
        yield row.most if row.most is not None else 10_000, row


EDGES = [
    pytest.param(ruleset, structure, players, row, id=f"{ruleset} {structure} {players}")
    for ruleset in TABLED
    for structure in STRUCTURES
    for players, row in edges(ruleset, structure)
]


@pytest.mark.clause("RW-194", "RW-195", "AR-122", "AR-123")
@pytest.mark.parametrize(("ruleset", "structure", "players", "row"), EDGES)
def test_both_edges_of_a_row_belong_to_it(ruleset, structure, players, row):
    announced = plan_for(load(ruleset), players, structure)

    assert (row.rounds, row.cut, row.clause) == (announced.rounds, announced.cut, announced.clause)


@pytest.mark.clause("AMB-021")
@pytest.mark.parametrize("ruleset", TABLED)
@pytest.mark.parametrize(("structure", "least"), [("basic", 4), ("advanced", 9)])
def test_below_its_first_row_a_table_says_nothing(ruleset, structure, least):
    rules = load(ruleset)

    assert 2 <= plan_for(rules, least, structure).rounds
    for players in range(2, least):
        with pytest.raises(OutsideTheTable) as caught:
            plan_for(rules, players, structure)
        assert ("AMB-021", players) == (caught.value.clause, caught.value.facts["players"])


@pytest.mark.parametrize("ruleset", TABLED)
@pytest.mark.parametrize("structure", STRUCTURES)
@given(players=st.integers(9, 500))
def test_more_players_never_play_fewer_rounds_or_cut_to_fewer(ruleset, structure, players):
    rules = load(ruleset)
    fewer, more = (plan_for(rules, n, structure) for n in (players, players + 1))

    assert (fewer.rounds, fewer.cut) <= (more.rounds, more.cut)
    assert fewer.cut in {0, 2, 4}


@pytest.mark.clause("AMB-022")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars"])
@given(players=st.integers(2, 2000))
def test_the_suggested_rounds_leave_one_player_without_a_loss(ruleset, players):
    announced = plan_for(load(ruleset), players)

    assert 2 ** (announced.rounds - 1) < players <= 2**announced.rounds
    assert (8 if players >= 32 else 4 if players >= 16 else 0) == announced.cut
    assert announced.suggestion


@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "xwing-escalation", "armada"])
@pytest.mark.parametrize("players", [0, 1])
def test_nobody_plays_alone(ruleset, players):
    with pytest.raises(OutsideTheTable):
        plan_for(load(ruleset), players)


@pytest.mark.clause("RW-193", "AR-121")
@pytest.mark.parametrize("ruleset", TABLED)
def test_the_basic_table_is_used_unless_another_is_named(ruleset):
    rules = load(ruleset)

    assert plan_for(rules, 30, "basic") == plan_for(rules, 30) == flow.plan(rules, 30)
    assert plan_for(rules, 30) != plan_for(rules, 30, "advanced")


@pytest.mark.clause("RW-193", "AR-121")
@pytest.mark.parametrize("ruleset", TABLED)
@pytest.mark.parametrize("name", ["custom", "Basic", "formats", "rounds", ""])
def test_a_structure_without_a_table_is_refused(ruleset, name):
    """An empty name is no name: it means the basic table."""
    if not name:
        assert plan_for(load(ruleset), 30) == plan_for(load(ruleset), 30, name)
        return
    with refuses(Refused, match=repr(name)):
        plan_for(load(ruleset), 30, name)


@pytest.mark.clause("ME-062", "AMB-095")
@given(points=st.integers(1, 1000), days=st.integers(1, 2))
def test_every_points_limit_up_to_1000_has_a_row_or_a_suggestion(points, days):
    rules = load("middle-earth")
    rows = {row.points: row for row in rules.structure.formats}
    following = min(limit for limit in rows if limit >= points)
    found = format_for(rules, points, days)

    assert rows[following].games[days - 1] == found.games
    assert (points not in rows) == found.suggestion
