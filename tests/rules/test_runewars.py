"""Runewars Tournament Regulations 2.2.2: how games end, margins, points and awards."""

import pytest

from tests.rules.events import BRACKET, alone, margins, points, reasons, verdict
from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.rulesets.loader import load

RULES = load("runewars")


@pytest.mark.clause("RW-187", "RW-181", "RW-184")
@pytest.mark.case("RW-T01")
@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        pytest.param(1, (6, 5), id="the least lead"),
        pytest.param(29, (6, 5), id="last margin of the first row"),
        pytest.param(30, (7, 4), id="first margin of the second row"),
        pytest.param(69, (7, 4), id="last margin of the second row"),
        pytest.param(70, (8, 3), id="first margin of the third row"),
        pytest.param(109, (8, 3), id="last margin of the third row"),
        pytest.param(110, (9, 2), id="first margin of the fourth row"),
        pytest.param(149, (9, 2), id="last margin of the fourth row"),
        pytest.param(150, (10, 1), id="first margin of the last row"),
        pytest.param(200, (10, 1), id="the largest margin"),
    ],
)
def test_the_margin_decides_the_points_of_both(margin, expected):
    scored = verdict(RULES, "time", (margin, 0))

    assert expected == points(scored)
    assert (margin, 0) == margins(scored)
    assert "RW-187" in reasons(scored, 0)


@pytest.mark.clause("RW-187", "RW-179")
@pytest.mark.case("RW-T01")
def test_margin_0_is_in_the_first_row():
    scored = verdict(RULES, "time", (50, 50), flurry=[[3, 2]])

    assert ((6, 5), (0, 0)) == (points(scored), margins(scored))


@pytest.mark.clause("RW-170", "RW-175")
@pytest.mark.case("RW-EX4")
def test_time_goes_to_the_higher_score():
    """Elaine 107, Sal 49 when time is called: 58, so 7 and 4."""
    scored = verdict(RULES, "time", (107, 49))

    assert (0, (7, 4), (58, 0)) == (scored.winner, points(scored), margins(scored))
    assert "RW-170" == reasons(scored, 0)[0]


@pytest.mark.clause("RW-167", "RW-176", "RW-186")
@pytest.mark.case("RW-EX5")
def test_bradley_destroys_cara_who_had_120_and_an_objective_of_20():
    scored = verdict(RULES, "destroyed", (200, 120), objectives=[0, 20], survivor=0)

    assert (0, (7, 4), (60, 0)) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("RW-177", "RW-181", "RW-182", "RW-183", "AMB-046")
@pytest.mark.parametrize(
    ("score", "objectives", "survivor", "tp", "mov"),
    [
        pytest.param(
            (194, 31),
            [15, 0],
            0,
            (10, 1),
            (184, 0),
            id="a cheaper army counts as 200",
            marks=pytest.mark.case("RW-T02"),
        ),
        pytest.param(
            (200, 12),
            [30, 0],
            0,
            (10, 1),
            (200, 0),
            id="218 counts as 200",
            marks=pytest.mark.case("RW-T03"),
        ),
        pytest.param((200, 0), [0, 0], 0, (10, 1), (200, 0), id="200 is the largest margin"),
        pytest.param(
            (200, 185),
            [0, 45],
            0,
            (6, 5),
            (0, 0),
            id="minus 30 counts as 0 and the survivor still wins",
            marks=pytest.mark.case("RW-T04"),
        ),
        pytest.param((185, 200), [45, 0], 1, (5, 6), (0, 0), id="the same from the other side"),
        pytest.param((12, 190), [0, 0], 1, (1, 10), (0, 188), id="the second player survives"),
        pytest.param((200, 150), [0, 50], 0, (6, 5), (0, 0), id="level totals need no flurry"),
    ],
)
def test_the_survivor_wins_and_has_destroyed_200(score, objectives, survivor, tp, mov):
    scored = verdict(RULES, "destroyed", score, objectives=objectives, survivor=survivor)

    assert (survivor, tp, mov) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("RW-169", "RW-176")
@pytest.mark.case("RW-T05")
def test_after_eight_rounds_destroyed_points_and_objectives_are_added():
    """198 - 121 + 10 = 87 against 200 - 146 + 5 = 59."""
    score = (198 - 121, 200 - 146)
    scored = verdict(RULES, "rounds", score, objectives=[10, 5])

    assert (0, (6, 5), (28, 0)) == (scored.winner, points(scored), margins(scored))
    assert "RW-169" == reasons(scored, 0)[0]


@pytest.mark.clause("RW-176")
def test_objectives_can_turn_the_winner_round():
    scored = verdict(RULES, "rounds", (80, 60), objectives=[0, 55])

    assert (1, (4, 7), (0, 35)) == (scored.winner, points(scored), margins(scored))


# Final Flurry


@pytest.mark.clause("RW-179", "AMB-047")
@pytest.mark.case("RW-T06")
@pytest.mark.parametrize("end", ["time", "rounds"])
@pytest.mark.parametrize(
    ("flurry", "winner"),
    [
        pytest.param([[5, 5], [4, 6]], 1, id="the second roll decides"),
        pytest.param([[5, 4]], 0, id="the first roll decides"),
        pytest.param([[0, 0], [2, 2], [7, 6]], 0, id="repeated while equal"),
        pytest.param([[5, 4], [4, 6]], 0, id="nothing after the deciding roll counts"),
    ],
)
def test_level_scores_go_to_the_final_flurry(end, flurry, winner):
    scored = verdict(RULES, end, (84, 84), flurry=flurry)
    tp = (6, 5) if winner == 0 else (5, 6)

    assert (winner, tp, (0, 0)) == (scored.winner, points(scored), margins(scored))
    assert "RW-179" == reasons(scored, winner)[0]


@pytest.mark.clause("RW-179", "RW-180")
@pytest.mark.case("RW-T06")
@pytest.mark.parametrize("end", ["time", "rounds", "mutual"])
@pytest.mark.parametrize(
    "flurry",
    [
        pytest.param(None, id="no roll"),
        pytest.param([], id="an empty list"),
        pytest.param([[5, 5]], id="the last roll is equal"),
    ],
)
def test_level_scores_without_a_deciding_roll_are_refused(end, flurry):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, (84, 84), flurry=flurry)

    assert "flurry" == caught.value.field
    assert ("RW-180" if end == "mutual" else "RW-179") == caught.value.clause


@pytest.mark.clause("RW-179")
def test_a_flurry_that_was_not_needed_changes_nothing():
    scored = verdict(RULES, "time", (85, 84), flurry=[[1, 9]])

    assert 0 == scored.winner


# Both gone


@pytest.mark.clause("RW-168", "RW-185", "RW-177", "AMB-045")
@pytest.mark.case("RW-T07")
@pytest.mark.parametrize(
    ("objectives", "winner", "tp"),
    [
        pytest.param([60, 10], 0, (6, 5), id="260 against 210"),
        pytest.param([10, 60], 1, (5, 6), id="the other side"),
        pytest.param([60, 59], 0, (6, 5), id="one point is enough"),
    ],
)
def test_mutual_destruction_is_won_by_score_and_has_no_margin(objectives, winner, tp):
    """Not 7/4 by the 50 points between them: both margins are 0."""
    scored = verdict(RULES, "mutual", (180, 200), objectives=objectives)

    assert (winner, tp, (0, 0)) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("RW-168", "RW-180")
def test_mutual_destruction_with_level_scores_goes_to_the_flurry_of_all_units():
    """Both count 200, whatever the slip says: only objectives can separate them."""
    scored = verdict(RULES, "mutual", (180, 200), objectives=[20, 20], flurry=[[8, 9]])

    assert (1, (5, 6), (0, 0)) == (scored.winner, points(scored), margins(scored))
    assert "RW-180" == reasons(scored, 1)[0]


# Concession


@pytest.mark.clause("RW-171", "RW-172", "RW-173", "RW-174", "RW-178")
@pytest.mark.clause("AMB-042", "AMB-043", "AMB-044")
@pytest.mark.parametrize(
    ("score", "tp", "mov", "reason"),
    [
        pytest.param(
            (40, 25),
            8,
            70,
            "RW-174",
            id="15 ahead: the floor",
            marks=pytest.mark.case("RW-T08"),
        ),
        pytest.param((94, 25), 8, 70, "RW-174", id="69 ahead: still the floor"),
        pytest.param(
            (95, 25), 8, 70, "RW-173", id="70 ahead: by the table", marks=pytest.mark.case("RW-T10")
        ),
        pytest.param((96, 25), 8, 71, "RW-173", id="71 ahead: by the table"),
        pytest.param((131, 12), 9, 119, "RW-173", id="119 ahead", marks=pytest.mark.case("RW-T09")),
        pytest.param((175, 25), 10, 150, "RW-173", id="150 ahead"),
        pytest.param(
            (20, 90),
            8,
            70,
            "RW-174",
            id="the conceder led: 0, so the floor",
            marks=pytest.mark.case("RW-T10"),
        ),
        pytest.param((50, 50), 8, 70, "RW-174", id="level: no flurry, the floor"),
    ],
)
def test_a_concession_is_measured_as_it_stood(score, tp, mov, reason):
    scored = verdict(RULES, "concession", score, conceded=1)

    assert (0, (tp, 0), (mov, 0)) == (scored.winner, points(scored), margins(scored))
    assert reason in reasons(scored, 0)
    assert "RW-172" in reasons(scored, 1)


@pytest.mark.clause("RW-171", "RW-176")
def test_objectives_count_in_a_concession_and_the_first_player_may_concede():
    scored = verdict(RULES, "concession", (10, 60), objectives=[0, 30], conceded=0)

    assert (1, (0, 8), (0, 80)) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("AMB-042", "RW-171")
@pytest.mark.case("RW-T08")
@pytest.mark.parametrize(
    ("score", "objectives", "tp", "mov"),
    [
        pytest.param((40, 25), [0, 0], 10, 175, id="200 - 25"),
        pytest.param((40, 131), [0, 0], 8, 70, id="200 - 131 = 69: the floor"),
        pytest.param((40, 130), [0, 0], 8, 70, id="200 - 130 = 70: the table"),
        pytest.param((40, 25), [30, 0], 10, 200, id="230 - 25 counts as 200"),
    ],
)
def test_a_concession_may_be_measured_after_the_units_are_destroyed(score, objectives, tp, mov):
    rules = with_options(RULES, {"concession.snapshot": "after_destroy"})

    scored = verdict(rules, "concession", score, objectives=objectives, conceded=1)

    assert ((tp, 0), (mov, 0)) == (points(scored), margins(scored))


# Without a game


@pytest.mark.clause("RW-141")
@pytest.mark.case("RW-T11")
def test_a_bye_is_a_win_worth_8_with_margin_70():
    line = alone(RULES, "bye")

    assert ("win", 8, 70, False) == (line.result, line.tp, line.mov, line.played)
    assert "RW-141" == line.because[0].clause


@pytest.mark.clause("RW-141")
def test_the_organizer_may_set_the_margin_of_a_bye():
    assert 99 == alone(with_options(RULES, {"bye.mov": 99}), "bye").mov


@pytest.mark.clause("RW-146", "AMB-014")
def test_an_unpaired_loss_is_worth_nothing():
    line = alone(RULES, "unpaired_loss")

    assert ("loss", 0, 0) == (line.result, line.tp, line.mov)
    assert "RW-146" == line.because[0].clause


@pytest.mark.clause("AMB-015")
def test_who_waits_for_somebody_absent_gets_the_award_of_a_bye():
    here = alone(RULES, "forfeit", absent="b", index=0)
    absent = alone(RULES, "forfeit", absent="b", index=1)

    assert [("win", 8, 70), ("loss", 0, 0)] == [one[:3] for one in (here, absent)]


@pytest.mark.clause("AMB-015", "RW-174")
def test_a_forfeit_may_be_worth_a_concession_at_0_0():
    rules = with_options(RULES, {"forfeit.award": "concession"})

    assert (8, 70) == alone(rules, "forfeit", absent="b", index=0)[1:3]
    assert (0, 0) == alone(rules, "forfeit", absent="b", index=1)[1:3]


# What no slip can say


@pytest.mark.clause("RW-177", "RW-006")
@pytest.mark.parametrize(
    ("score", "fine"),
    [
        pytest.param((200, 0), True, id="a whole army"),
        pytest.param((201, 0), False, id="more than a whole army"),
        pytest.param((0, 201), False, id="the other side has more than a whole army"),
    ],
)
def test_nobody_destroys_more_than_200_points(score, fine):
    if fine:
        assert (200, 0) == margins(verdict(RULES, "time", score))
        return
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "time", score)
    assert ("score", "RW-177") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("RW-167", "RW-170", "RW-171")
@pytest.mark.parametrize(
    ("end", "given", "missing"),
    [
        pytest.param("destroyed", {"score": [200, 0]}, "survivor", id="who survived"),
        pytest.param("destroyed", {"survivor": 0}, "score", id="the score of a wipe-out"),
        pytest.param("time", {}, "score", id="the score at time"),
        pytest.param("rounds", {}, "score", id="the score after eight rounds"),
        pytest.param("mutual", {}, "flurry", id="the dice of mutual destruction"),
        pytest.param("concession", {"score": [40, 25]}, "conceded", id="who conceded"),
        pytest.param("concession", {"conceded": 1}, "score", id="the score of a concession"),
    ],
)
def test_a_slip_without_what_its_ending_needs_is_refused(end, given, missing):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, **given)

    assert missing == caught.value.field


@pytest.mark.clause("RW-001", "RW-179")
def test_runewars_knows_no_draw():
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "intentional_draw", witness="Mara")

    assert ("end", "RW-001") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("RW-161", "RW-167", "AMB-056")
@pytest.mark.parametrize("winner", [0, 1])
def test_a_bracket_game_is_scored_like_any_other(winner):
    scored = verdict(RULES, "destroyed", (100, 100), survivor=winner, setting=BRACKET)

    assert winner == scored.winner
