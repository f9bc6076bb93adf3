"""Properties of every slip of every game; the single rules are proved in tests/rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.events import SIX, alone, margins, points, slip
from tests.rules.strategies import file_slip, slips, turned
from tiltyard.clauses.loader import load_clauses, load_decisions
from tiltyard.engine.scoring import Setting, score_game
from tiltyard.rulesets.loader import load

CLAUSES = {entry.id for entry in (*load_clauses(), *load_decisions())}


def scored(ruleset, report, number=1):
    end, score, fields = file_slip(report)
    return score_game(load(ruleset), Setting("swiss", number), slip(end, score, **fields))


@st.composite
def a_slip_of_any_game(draw):
    ruleset = draw(st.sampled_from(SIX))
    number = draw(st.integers(1, 5))
    return ruleset, draw(slips(ruleset, number)), number


@given(a_slip_of_any_game())
def test_a_slip_with_the_players_exchanged_gives_the_mirrored_lines(one):
    ruleset, report, number = one
    there, back = scored(ruleset, report, number), scored(ruleset, turned(report), number)

    assert there.lines == back.lines[::-1]
    assert there.winner == (None if back.winner is None else 1 - back.winner)


@given(a_slip_of_any_game())
def test_scoring_a_slip_again_gives_the_same(one):
    assert scored(*one) == scored(*one)


@given(a_slip_of_any_game())
def test_every_line_says_which_clauses_it_rests_on(one):
    for line in scored(*one).lines:
        assert len(line.because) >= 2
        assert {because.clause for because in line.because} <= CLAUSES


@given(a_slip_of_any_game())
def test_result_and_winner_agree_and_no_loser_has_more_points(one):
    verdict = scored(*one)
    results = [line.result for line in verdict.lines]

    if verdict.winner is None:
        assert ["draw", "draw"] == results
        assert 1 == len(set(points(verdict)))
    else:
        assert results[verdict.winner] in {"win", "modified_win"}
        assert "loss" == results[1 - verdict.winner]
        assert points(verdict)[verdict.winner] >= points(verdict)[1 - verdict.winner]


@given(a_slip_of_any_game())
def test_what_one_player_scored_the_other_conceded(one):
    first, second = scored(*one).lines

    assert (first.vp_for, first.vp_against) == (second.vp_against, second.vp_for)


# Sums, game by game


@pytest.mark.clause("RW-187", "RW-184", "RW-182", "RW-183")
@given(slips("runewars", ends=["destroyed", "mutual", "rounds", "time"]))
def test_a_runewars_game_is_worth_11_and_the_loser_has_no_margin(report):
    verdict = scored("runewars", report)

    assert verdict.winner is not None
    assert 11 == sum(points(verdict))
    assert 0 == margins(verdict)[1 - verdict.winner]
    assert 0 <= margins(verdict)[verdict.winner] <= 200


@pytest.mark.clause("RW-172", "RW-173", "RW-174", "AMB-044")
@given(slips("runewars", ends=["concession"]))
def test_a_runewars_concession_is_worth_8_to_10_to_one_of_them(report):
    verdict = scored("runewars", report)

    assert 1 - report["conceded"] == verdict.winner
    assert 8 <= points(verdict)[verdict.winner] <= 10
    assert 70 <= margins(verdict)[verdict.winner] <= 200
    assert (0, 0) == (points(verdict)[report["conceded"]], margins(verdict)[report["conceded"]])


@pytest.mark.clause("AR-111", "AR-108", "AMB-115", "AMB-116")
@given(slips("armada"))
def test_an_armada_game_is_always_worth_10_and_the_loser_has_no_margin(report):
    verdict = scored("armada", report)

    assert 10 == sum(points(verdict))
    assert 0 <= min(margins(verdict))
    if verdict.winner is None:
        assert ("intentional_draw", (0, 0)) == (report["end"], margins(verdict))
    else:
        assert 0 == margins(verdict)[1 - verdict.winner]


@pytest.mark.clause("XW-062", "XW-064", "XE-020")
@pytest.mark.parametrize(
    ("ruleset", "number", "limit"),
    [
        pytest.param("xwing-dogfight", 1, 100, id="dogfight"),
        pytest.param("xwing-dogfight", 4, 100, id="dogfight, later"),
        pytest.param("xwing-escalation", 1, 60, id="escalation, round 1"),
        pytest.param("xwing-escalation", 2, 90, id="escalation, round 2"),
        pytest.param("xwing-escalation", 3, 120, id="escalation, round 3"),
        pytest.param("xwing-escalation", 4, 150, id="escalation, round 4"),
    ],
)
@given(data=st.data())
def test_the_margins_of_an_x_wing_game_add_up_to_twice_the_limit(ruleset, number, limit, data):
    verdict = scored(ruleset, data.draw(slips(ruleset, number)), number)

    assert sum(points(verdict)) in {5, 3, 2}
    assert 2 * limit == sum(margins(verdict))
    assert 0 <= min(margins(verdict))


@pytest.mark.clause("DW-073")
@given(slips("diskwars"))
def test_a_diskwars_game_is_worth_5_3_or_2_and_has_no_margin(report):
    verdict = scored("diskwars", report)

    assert sum(points(verdict)) in {5, 3, 2}
    assert (0, 0) == margins(verdict)


@pytest.mark.clause("ME-035", "ME-038")
@given(slips("middle-earth"))
def test_a_middle_earth_game_is_worth_3_or_2_and_the_differences_cancel(report):
    verdict = scored("middle-earth", report)

    assert sum(points(verdict)) in {3, 2}
    assert 0 == sum(line.vp_for - line.vp_against for line in verdict.lines)


# Without a game


@pytest.mark.clause("AMB-015", "AMB-014", "AMB-120")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("ruleset", SIX)
def test_a_forfeit_is_worth_a_bye_and_whoever_was_absent_has_nothing(ruleset, number):
    rules = load(ruleset)
    bye = alone(rules, "bye", number=number)
    here = alone(rules, "forfeit", number=number, absent="b", index=0)
    absent = alone(rules, "forfeit", number=number, absent="b", index=1)

    assert bye[:6] == here[:6]
    assert ("loss", 0, 0, 0, 0, 0) == absent[:6]
    assert ("bye", "forfeit", "absent") == tuple(one.because[0].code for one in (bye, here, absent))
    assert not any(line.played for line in (bye, here, absent))
    assert all(line.counts_as_round for line in (bye, here, absent))


@pytest.mark.clause("AMB-014")
@pytest.mark.parametrize("ruleset", SIX)
def test_an_unpaired_loss_is_worth_nothing_anywhere(ruleset):
    line = alone(load(ruleset), "unpaired_loss")

    assert ("loss", 0, 0, 0, 0, 0) == line[:6]
    assert line.counts_as_round
