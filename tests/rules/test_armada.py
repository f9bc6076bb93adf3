"""Armada Tournament Regulations 1.0.1: how games end, margins, points and awards."""

import pytest

from tests.rules.events import (
    BRACKET,
    SWISS,
    alone,
    margins,
    points,
    reasons,
    slip,
    verdict,
)
from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import advances, score_game
from tiltyard.rulesets.loader import load

RULES = load("armada")


@pytest.mark.clause("AR-108", "AR-111", "AMB-116", "AMB-129", "AR-100", "AR-101")
@pytest.mark.case("AR-T01")
@pytest.mark.parametrize("end", ["time", "rounds"])
@pytest.mark.parametrize(
    ("score", "objectives", "tp"),
    [
        pytest.param((1, 0), [0, 0], (5, 5), id="the least lead"),
        pytest.param((29, 0), [0, 0], (5, 5), id="last margin of the first row"),
        pytest.param((30, 0), [0, 0], (6, 4), id="first margin of the second row"),
        pytest.param((69, 0), [0, 0], (6, 4), id="last margin of the second row"),
        pytest.param((70, 0), [0, 0], (7, 3), id="first margin of the third row"),
        pytest.param((129, 0), [0, 0], (7, 3), id="last margin of the third row"),
        pytest.param((130, 0), [0, 0], (8, 2), id="first margin of the fourth row"),
        pytest.param((219, 0), [0, 0], (8, 2), id="last margin of the fourth row"),
        pytest.param((220, 0), [0, 0], (9, 1), id="first margin of the fifth row"),
        pytest.param((349, 0), [0, 0], (9, 1), id="last margin of the fifth row"),
        pytest.param((350, 0), [0, 0], (10, 0), id="first margin of the last row"),
        pytest.param((400, 0), [75, 0], (10, 0), id="475: there is no upper end"),
    ],
)
def test_the_margin_decides_the_points_of_both(end, score, objectives, tp):
    scored = verdict(RULES, end, score, objectives=objectives)

    assert (0, tp) == (scored.winner, points(scored))
    assert (score[0] + objectives[0], 0) == margins(scored)


@pytest.mark.clause("AR-100", "AR-101", "AR-103")
def test_the_second_player_may_win_by_objectives():
    scored = verdict(RULES, "rounds", (100, 90), objectives=[0, 45])

    assert (1, (4, 6), (0, 35)) == (scored.winner, points(scored), margins(scored))
    assert "AR-100" == reasons(scored, 1)[0]
    assert "AR-101" == reasons(verdict(RULES, "time", (100, 90)), 0)[0]


@pytest.mark.clause("AR-098", "AR-105", "AR-103", "AR-108", "AMB-115", "AMB-124")
@pytest.mark.parametrize(
    ("score", "objectives", "tp", "mov"),
    [
        pytest.param(
            (400, 150),
            [0, 75],
            (8, 2),
            (175, 0),
            id="Bradley 400, Cara 150 + 75",
            marks=[pytest.mark.case("AR-EX1"), pytest.mark.clause("AR-110")],
        ),
        pytest.param(
            (400, 0),
            [75, 0],
            (10, 0),
            (475, 0),
            id="475 is not capped",
            marks=pytest.mark.case("AR-T05"),
        ),
        pytest.param(
            (388, 310),
            [0, 0],
            (7, 3),
            (90, 0),
            id="a fleet of 388 counts as 400",
            marks=pytest.mark.case("AR-T06"),
        ),
        pytest.param(
            (400, 350),
            [0, 90],
            (5, 5),
            (0, 0),
            id="minus 40 counts as 0",
            marks=pytest.mark.case("AR-T07"),
        ),
        pytest.param((400, 400), [0, 0], (5, 5), (0, 0), id="level totals"),
    ],
)
@pytest.mark.parametrize("survivor", [0, 1])
def test_the_survivor_wins_and_has_destroyed_400(score, objectives, tp, mov, survivor):
    """Even with level or lower totals; initiative is not asked."""
    turn = slice(None) if survivor == 0 else slice(None, None, -1)
    scored = verdict(
        RULES, "destroyed", score[turn], objectives=objectives[turn], survivor=survivor
    )

    assert (survivor, tp[turn], mov[turn]) == (scored.winner, points(scored), margins(scored))


# The second player


@pytest.mark.clause("AR-107", "AMB-117")
@pytest.mark.case("AR-T02")
@pytest.mark.parametrize("end", ["time", "rounds"])
@pytest.mark.parametrize(
    ("initiative", "winner"),
    [pytest.param(0, 1, id="B is second player"), pytest.param(1, 0, id="A is second player")],
)
def test_level_scores_go_to_the_player_without_initiative(end, initiative, winner):
    """ "Second player" is whoever does not have initiative."""
    scored = verdict(RULES, end, (170, 180), objectives=[10, 0], initiative=initiative)

    assert (winner, (5, 5), (0, 0)) == (scored.winner, points(scored), margins(scored))
    assert "AR-107" == reasons(scored, 0)[0]


@pytest.mark.clause("AR-107", "AMB-117")
@pytest.mark.case("AR-T02")
@pytest.mark.parametrize(("end", "clause"), [("time", "AR-107"), ("rounds", "AR-107")])
def test_level_scores_without_the_initiative_are_refused(end, clause):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, (180, 180))

    assert ("initiative", clause) == (caught.value.field, caught.value.clause)


@pytest.mark.clause("AR-099", "AR-107", "AR-109", "AMB-118")
@pytest.mark.case("AR-T03")
@pytest.mark.parametrize(
    ("initiative", "winner"),
    [pytest.param(0, 1, id="A has initiative"), pytest.param(1, 0, id="B has initiative")],
)
@pytest.mark.parametrize("objectives", [[75, 0], [0, 75], [0, 0]])
def test_both_fleets_destroyed_is_won_without_initiative_whatever_the_scores(
    objectives, initiative, winner
):
    scored = verdict(RULES, "mutual", (400, 400), objectives=objectives, initiative=initiative)

    assert (winner, (5, 5), (0, 0)) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("AR-099", "AMB-117")
def test_both_fleets_destroyed_needs_the_initiative():
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "mutual", (400, 400))

    assert "initiative" == caught.value.field


# Concession


@pytest.mark.clause("AR-102", "AR-106", "AMB-119")
@pytest.mark.parametrize(
    ("score", "objectives", "conceded", "tp", "mov"),
    [
        pytest.param(
            (55, 90),
            [20, 40],
            1,
            (9, 1),
            (290, 0),
            id="420 - 130",
            marks=pytest.mark.case("AR-T04"),
        ),
        pytest.param((90, 55), [40, 20], 0, (1, 9), (0, 290), id="the first player concedes"),
        pytest.param((0, 0), [0, 0], 1, (10, 0), (400, 0), id="before anything happened"),
        pytest.param((0, 390), [0, 0], 1, (5, 5), (10, 0), id="a conceder who scored well keeps 5"),
        pytest.param((0, 390), [0, 60], 1, (5, 5), (0, 0), id="minus 50 counts as 0, no floor"),
    ],
)
def test_a_concession_destroys_the_fleet_and_goes_through_the_table(
    score, objectives, conceded, tp, mov
):
    scored = verdict(RULES, "concession", score, objectives=objectives, conceded=conceded)

    assert (1 - conceded, tp, mov) == (scored.winner, points(scored), margins(scored))


# Intentional draw


@pytest.mark.clause("AR-114", "AR-115", "AMB-123")
@pytest.mark.case("AR-T09")
@pytest.mark.parametrize("score", [None, (120, 40)])
def test_an_intentional_draw_is_5_each_without_margin(score):
    scored = verdict(RULES, "intentional_draw", score, witness="Mara")

    assert (None, (5, 5), (0, 0)) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("AR-114", "AMB-123")
@pytest.mark.case("AR-T09")
def test_an_intentional_draw_without_a_leader_present_is_refused():
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "intentional_draw")

    assert "witness" == caught.value.field


@pytest.mark.clause("AR-113", "AMB-123")
@pytest.mark.case("AR-T09")
def test_an_intentional_draw_is_refused_in_the_bracket():
    report = slip("intentional_draw", witness="Mara")

    assert (5, 5) == points(score_game(RULES, SWISS, report))
    with pytest.raises(SlipRefused) as caught:
        score_game(RULES, BRACKET, report)
    assert ("end", "AR-113") == (caught.value.field, caught.value.clause)


# Bracket games


@pytest.mark.clause("AR-107", "AR-084")
@pytest.mark.parametrize("initiative", [0, 1])
def test_level_scores_in_the_bracket_go_to_the_second_player(initiative):
    """The better seed has no say."""
    report = slip("rounds", (90, 90), initiative=initiative)
    scored = score_game(RULES, BRACKET, report)

    assert 1 - initiative == advances(RULES, scored, report, (0, 1))


# Without a game


@pytest.mark.clause("AR-081", "AMB-120")
@pytest.mark.case("AR-T08")
def test_a_bye_is_8_points_with_margin_129():
    """Both numbers as written: by the table 129 would be 7."""
    line = alone(RULES, "bye")

    assert ("win", 8, 129, "AR-081") == (line.result, line.tp, line.mov, line.because[0].clause)


@pytest.mark.clause("AMB-015", "AMB-014", "AMB-127")
def test_a_forfeit_is_worth_a_bye_and_the_absentee_has_nothing():
    lines = [alone(RULES, "forfeit", absent="a", index=n) for n in (0, 1)]

    assert [("loss", 0, 0), ("win", 8, 129)] == [line[:3] for line in lines]
    assert ("loss", 0, 0) == alone(RULES, "unpaired_loss")[:3]


@pytest.mark.clause("AMB-015", "AR-106")
def test_a_forfeit_may_be_worth_a_concession():
    rules = with_options(RULES, {"forfeit.award": "concession"})

    assert (10, 400) == alone(rules, "forfeit", absent="b")[1:3]


@pytest.mark.clause("AR-105", "AR-038")
@pytest.mark.parametrize("score", [(401, 0), (0, 401)])
def test_nobody_destroys_more_than_400_points(score):
    assert (400, 0) == margins(verdict(RULES, "time", (400, 0)))
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "time", score)
    assert ("score", "AR-105") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("AR-098", "AR-101", "AR-102")
@pytest.mark.parametrize(
    ("end", "given", "missing"),
    [
        pytest.param("time", {}, "score", id="the score at time"),
        pytest.param("rounds", {}, "score", id="the score after six rounds"),
        pytest.param("destroyed", {"score": [400, 5]}, "survivor", id="who survived"),
        pytest.param("destroyed", {"survivor": 0}, "score", id="the score of a wipe-out"),
        pytest.param("mutual", {"score": [9, 5]}, "initiative", id="who has initiative"),
        pytest.param("concession", {"score": [9, 5]}, "conceded", id="who conceded"),
        pytest.param("concession", {"conceded": 0}, "score", id="the score of a concession"),
    ],
)
def test_a_slip_without_what_its_ending_needs_is_refused(end, given, missing):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, **given)

    assert missing == caught.value.field
