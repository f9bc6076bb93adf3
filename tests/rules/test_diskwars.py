"""Warhammer Diskwars 1.1.1: results, round times, elimination."""

import pytest

from tests.rules.events import (
    BRACKET,
    alone,
    bracket,
    deciders,
    event,
    game,
    margins,
    order,
    played,
    points,
    reasons,
    slip,
    statuses,
    swiss,
    verdict,
)
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import OptionRefused, SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import advances, score_game
from tiltyard.engine.structure import plan_for
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RULES = load("diskwars")


# How a game ends


@pytest.mark.clause("DW-064", "DW-069", "DW-073", "DW-042")
@pytest.mark.parametrize(
    ("end", "score", "winner", "tp", "clause"),
    [
        pytest.param(
            "time",
            (8, 0),
            0,
            (3, 0),
            "DW-069",
            id="Jeff 8, Troy 0 at time",
            marks=[pytest.mark.case("DW-EX1"), pytest.mark.clause("DW-075")],
        ),
        pytest.param("time", (0, 1), 1, (0, 3), "DW-069", id="one point at time"),
        pytest.param("time", (50, 0), 0, (3, 0), "DW-069", id="no lead makes it a full win"),
        pytest.param(
            "rounds", (9, 7), 0, (5, 0), "DW-064", id="9-7", marks=pytest.mark.case("DW-T02")
        ),
        pytest.param("rounds", (6, 7), 1, (0, 5), "DW-064", id="one point after five rounds"),
    ],
)
def test_victory_points_win_in_full_after_five_rounds_and_modified_at_time(
    end, score, winner, tp, clause
):
    scored = verdict(RULES, end, score)

    assert (winner, tp, (0, 0)) == (scored.winner, points(scored), margins(scored))
    assert clause == reasons(scored, 0)[0]


@pytest.mark.clause("DW-065", "DW-070", "AMB-103")
@pytest.mark.parametrize(
    ("end", "score", "first", "tp"),
    [
        pytest.param(
            "rounds",
            (12, 12),
            0,
            (5, 0),
            id="A is earlier: a match win",
            marks=pytest.mark.case("DW-T01"),
        ),
        pytest.param("rounds", (12, 12), 1, (0, 5), id="B is earlier: a match win"),
        pytest.param(
            "time",
            (6, 6),
            1,
            (0, 3),
            id="B is earlier at time: a modified win",
            marks=pytest.mark.case("DW-T03"),
        ),
        pytest.param("time", (0, 0), 0, (3, 0), id="A is earlier at time"),
    ],
)
def test_level_points_go_to_the_player_earlier_in_initiative_order(end, score, first, tp):
    scored = verdict(RULES, end, score, initiative=first)

    assert (first, tp) == (scored.winner, points(scored))


@pytest.mark.clause("DW-065", "DW-070")
@pytest.mark.parametrize(("end", "clause"), [("rounds", "DW-065"), ("time", "DW-070")])
def test_level_points_without_the_initiative_order_are_refused(end, clause):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, (6, 6))

    assert ("initiative", clause) == (caught.value.field, caught.value.clause)


@pytest.mark.clause("DW-066")
@pytest.mark.case("DW-T04")
@pytest.mark.parametrize(("score", "survivor"), [(None, 0), (None, 1), ((0, 9), 0)])
def test_only_one_side_has_disks_left(score, survivor):
    """Immediately a match win; no victory points are needed, and none matter."""
    scored = verdict(RULES, "destroyed", score, survivor=survivor)

    assert (survivor, {5, 0}) == (scored.winner, set(points(scored)))
    assert 5 == points(scored)[survivor]


@pytest.mark.clause("DW-067")
@pytest.mark.case("DW-T05")
@pytest.mark.parametrize("score", [None, (9, 2)])
def test_both_eliminated_at_once_is_a_tie(score):
    scored = verdict(RULES, "mutual", score)

    assert (None, (1, 1)) == (scored.winner, points(scored))


@pytest.mark.clause("DW-071")
@pytest.mark.case("DW-T07")
@pytest.mark.parametrize(("conceded", "tp"), [(1, (5, 0)), (0, (0, 5))])
def test_a_concession_is_a_match_win(conceded, tp):
    assert tp == points(verdict(RULES, "concession", conceded=conceded))


@pytest.mark.clause("DW-064", "DW-066", "DW-071")
@pytest.mark.parametrize(
    ("end", "given", "missing"),
    [
        pytest.param("rounds", {}, "score", id="victory points after five rounds"),
        pytest.param("time", {}, "score", id="victory points at time"),
        pytest.param("destroyed", {"score": [9, 0]}, "survivor", id="who survived"),
        pytest.param("concession", {"score": [9, 0]}, "conceded", id="who conceded"),
    ],
)
def test_a_slip_without_what_its_ending_needs_is_refused(end, given, missing):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, **given)

    assert missing == caught.value.field


@pytest.mark.clause("DW-001")
def test_nobody_agrees_on_a_draw():
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "intentional_draw", witness="Otto")

    assert ("end", "DW-001") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("DW-057", "AMB-015", "AMB-014")
@pytest.mark.case("DW-T08")
def test_a_bye_and_a_forfeit_are_worth_5():
    absent = alone(RULES, "forfeit", absent="b", index=1)

    assert ("win", 5, 0, "DW-057") == (*alone(RULES, "bye")[:3], alone(RULES, "bye").because[0][1])
    assert ("win", 5, 0) == alone(RULES, "forfeit", absent="b")[:3]
    assert ("loss", 0, 0) == absent[:3] == alone(RULES, "unpaired_loss")[:3]


@pytest.mark.clause("AMB-015", "DW-071")
def test_a_forfeit_as_a_concession_is_worth_5_too():
    rules = with_options(RULES, {"forfeit.award": "concession"})

    assert ("win", 5) == alone(rules, "forfeit", absent="b")[:2]


# Rounds


@pytest.mark.clause("DW-040", "DW-045")
@pytest.mark.case("DW-T13")
def test_swiss_rounds_last_65_minutes_and_elimination_rounds_90():
    lengths = [
        round_length(RULES, "swiss", 1),
        round_length(RULES, "elimination", 1),
        round_length(RULES, "elimination", 2, final=True),
    ]

    assert [(65, "DW-040"), (90, "DW-045"), (90, "DW-045")] == [
        (length.minutes, length.clause) for length in lengths
    ]


@pytest.mark.clause("DW-040")
@pytest.mark.case("DW-T13")
@pytest.mark.parametrize(("minutes", "fine"), [(54, False), (55, True), (75, True), (76, False)])
def test_the_organizer_may_choose_55_to_75_minutes(minutes, fine):
    if fine:
        rules = with_options(RULES, {"clock.swiss": minutes})
        assert minutes == round_length(rules, "swiss", 4).minutes
        return
    with pytest.raises(OptionRefused) as caught:
        with_options(RULES, {"clock.swiss": minutes})
    assert ("DW-040", "Choose 55 to 75 minutes.") == (caught.value.clause, fix_text(caught.value))


@pytest.mark.clause("DW-043", "AMB-022")
@pytest.mark.parametrize(("players", "rounds", "cut"), [(15, 4, 0), (16, 4, 4), (32, 5, 8)])
def test_rounds_and_cut_are_only_suggested(players, rounds, cut):
    announced = plan_for(RULES, players)

    assert (rounds, cut, True) == (announced.rounds, announced.cut, announced.suggestion)


# Elimination


@pytest.mark.clause("DW-082", "AMB-105")
@pytest.mark.case("DW-T06")
@pytest.mark.parametrize(("seeds", "expected"), [((1, 2), 0), ((2, 1), 1), ((0, 7), 0)])
def test_both_eliminated_at_once_goes_to_the_better_seed(seeds, expected):
    report = slip("mutual")
    scored = score_game(RULES, BRACKET, report)

    assert expected == advances(RULES, scored, report, seeds)


@pytest.mark.clause("DW-081")
@pytest.mark.parametrize(
    ("end", "fields"), [("time", {"score": (1, 2)}), ("concession", {"conceded": 0})]
)
def test_any_win_advances_whatever_the_seeds(end, fields):
    report = slip(end, **fields)

    assert 1 == advances(RULES, score_game(RULES, BRACKET, report), report, (0, 3))


@pytest.mark.clause("DW-079", "DW-081", "DW-082", "DW-083", "AMB-024")
@pytest.mark.case("DW-T06")
def test_the_champion_is_the_last_winner(standings):
    """Semifinal of seeds 2 and 3: both are eliminated at once, seed 2 goes on."""
    stages = (
        swiss(
            played(
                game("A", "E", "rounds", (9, 0)),
                game("B", "F", "time", (9, 0)),
                game("C", "D", "mutual"),
            )
        ),
        bracket(
            "ABCD",
            played(game("A", "D", "time", (0, 1)), game("C", "B", "mutual")),
            played(game("D", "B", "destroyed", survivor=1)),
        ),
    )
    answer = standings(event("diskwars", "A B C D E F", *stages))

    assert "B D A C" == order(answer)[:7]
    assert [None, "elimination", "elimination", "seed", "cut"] == deciders(answer)[:5]
    assert ("active", "eliminated", "cut") == tuple(statuses(answer)[one] for one in "BDE")
