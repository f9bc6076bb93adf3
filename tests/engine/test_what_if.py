"""What if: other results in a sandbox, for every ruleset, and the address they are written in."""

import pytest

from tests.engine.clinch_by_force import new_tournament, with_round
from tests.refusing import refuses
from tiltyard.engine.errors import Refused
from tiltyard.engine.scoring import Setting, score_game
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Match
from tiltyard.engine.what_if import Supposed, slip_of_score, suppose, supposed_of
from tiltyard.rulesets.loader import load
from tiltyard.views.what_if import what_if

RULESETS = (
    "armada",
    "runewars",
    "diskwars",
    "middle-earth",
    "xwing-dogfight",
    "xwing-escalation",
)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("score", "winner"), [((9, 4), 0), ((4, 9), 1)])
def test_the_higher_score_wins_under_every_ruleset(ruleset, score, winner):
    rules, setting = load(ruleset), Setting("swiss", 1)

    slip = slip_of_score(rules, setting, Supposed(1, 1, score))

    assert winner == score_game(rules, setting, slip).winner


@pytest.mark.parametrize("ruleset", ["armada", "runewars", "diskwars"])
@pytest.mark.parametrize("level", [0, 1])
def test_where_level_scores_have_a_winner_the_address_names_it(ruleset, level):
    rules, setting = load(ruleset), Setting("swiss", 1)

    slip = slip_of_score(rules, setting, Supposed(1, 1, (5, 5), level))

    assert level == score_game(rules, setting, slip).winner


@pytest.mark.parametrize("text", ["3.2=80-60", "1.1=0-0", "12.40=7-7b"])
def test_an_address_is_read_as_it_was_written(text):
    assert text == supposed_of(text).text


@pytest.mark.parametrize(
    "text", ["", "3=80-60", "3.2=80", "3.2=-1-4", "a.b=c-d", "1.1=99999-0", f"1.1={9:09000}-0"]
)
def test_what_is_no_result_is_refused(text):
    with refuses(Refused, code="what-if-unreadable"):
        supposed_of(text)


def dogfight():
    """p0 beat p3 and p1 beat p2; p0 against p1 is open."""
    tournament = new_tournament("xwing-dogfight", 4, 2, cut=2)
    won = Slip("destroyed", (100, 0), survivor=0)
    first = (Match(("p0", "p3"), report=won), Match(("p1", "p2"), report=won))
    return with_round(with_round(tournament, first), (Match(("p0", "p1")), Match(("p2", "p3"))))


def test_an_open_game_counts_as_supposed_and_the_others_not_at_all():
    tournament, rules = dogfight(), load("xwing-dogfight")

    found = suppose(tournament, rules, [Supposed(2, 1, (80, 60))])

    assert 1 == len(found.stages[0].rounds[1].matches)
    assert tournament == dogfight()


def test_a_changed_past_result_says_who_enters_and_who_leaves_the_cut():
    found = what_if(dogfight(), load("xwing-dogfight"), [supposed_of("1.2=0-100")])

    assert (("p2",), ("p1",)) == (found.enter, found.leave)
    assert "tp" == found.line
    assert {"p1", "p2"} <= {row.player for row in found.rows if row.before != row.after}


def test_a_game_that_is_none_is_refused():
    with refuses(Refused, code="what-if-no-such-game"):
        suppose(dogfight(), load("xwing-dogfight"), [Supposed(7, 1, (1, 0))])


def test_a_score_no_game_can_have_is_refused():
    with refuses(Refused, code="what-if-impossible"):
        suppose(dogfight(), load("xwing-dogfight"), [Supposed(1, 1, (4000, 0))])
