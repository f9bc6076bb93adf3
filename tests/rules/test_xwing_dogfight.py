"""X-Wing Standard Play 2.2.1, Dogfight: results, margins, awards, bracket."""

import pytest

from tests.rules.events import (
    BRACKET,
    SWISS,
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
from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import advances, score_game
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RULES = load("xwing-dogfight")


# How a game ends


@pytest.mark.clause("XW-057", "XW-058", "XW-059", "XW-060", "XW-062", "XW-064", "AMB-062")
@pytest.mark.parametrize(
    ("score", "tp", "mov", "clause"),
    [
        pytest.param(
            (53, 24), (5, 0), (129, 71), "XW-059", id="29", marks=pytest.mark.case("XW-EX1")
        ),
        pytest.param((30, 29), (3, 0), (101, 99), "XW-058", id="the least lead"),
        pytest.param(
            (40, 29),
            (3, 0),
            (111, 89),
            "XW-058",
            id="last lead of a modified win",
            marks=pytest.mark.case("XW-T01"),
        ),
        pytest.param(
            (41, 29),
            (5, 0),
            (112, 88),
            "XW-059",
            id="first lead of a full win",
            marks=pytest.mark.case("XW-T02"),
        ),
        pytest.param((29, 40), (0, 3), (89, 111), "XW-058", id="a modified win, seen from below"),
        pytest.param((29, 41), (0, 5), (88, 112), "XW-059", id="a full win, seen from below"),
        pytest.param(
            (36, 36), (1, 1), (100, 100), "XW-060", id="level", marks=pytest.mark.case("XW-T03")
        ),
        pytest.param((0, 0), (1, 1), (100, 100), "XW-060", id="nothing destroyed"),
    ],
)
def test_at_time_the_lead_decides_what_the_win_is_worth(score, tp, mov, clause):
    scored = verdict(RULES, "time", score)

    assert (tp, mov) == (points(scored), margins(scored))
    assert clause == reasons(scored, 0)[0]


@pytest.mark.clause("XW-065")
@pytest.mark.case("XW-EX1")
def test_anakin_53_biggs_24():
    assert (129, 71) == margins(verdict(RULES, "time", (53, 24)))


@pytest.mark.clause("XW-055", "XW-066", "AMB-069")
@pytest.mark.parametrize(
    ("score", "survivor", "tp", "mov"),
    [
        pytest.param(
            (97, 45),
            0,
            (5, 0),
            (155, 45),
            id="a squad of 97 counts as 100",
            marks=pytest.mark.case("XW-T04"),
        ),
        pytest.param(
            (97, 93),
            0,
            (5, 0),
            (107, 93),
            id="a lead of 7 is a full win all the same",
            marks=pytest.mark.case("XW-T05"),
        ),
        pytest.param((100, 100), 0, (5, 0), (100, 100), id="no lead at all"),
        pytest.param((45, 97), 1, (0, 5), (45, 155), id="the second player survives"),
        pytest.param((100, 0), 0, (5, 0), (200, 0), id="without a loss"),
    ],
)
def test_who_has_a_ship_left_wins_in_full(score, survivor, tp, mov):
    scored = verdict(RULES, "destroyed", score, survivor=survivor)

    assert (survivor, tp, mov) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("XW-056", "AMB-062")
@pytest.mark.case("XW-T07")
@pytest.mark.parametrize("score", [(100, 100), (97, 100), (100, 92)])
def test_no_ship_left_on_either_side_is_a_draw(score):
    scored = verdict(RULES, "mutual", score)

    assert (None, (1, 1), (100, 100)) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("XW-061", "XW-067", "AMB-070")
@pytest.mark.case("XW-T06")
@pytest.mark.parametrize(
    ("score", "conceded", "tp", "mov"),
    [
        pytest.param((30, 22), 1, (5, 0), (178, 22), id="100 - 22"),
        pytest.param((22, 30), 0, (0, 5), (22, 178), id="the first player concedes"),
        pytest.param((10, 95), 1, (5, 0), (105, 95), id="the conceder was far ahead"),
    ],
)
def test_the_ships_of_a_player_who_concedes_are_destroyed(score, conceded, tp, mov):
    scored = verdict(RULES, "concession", score, conceded=conceded)

    assert (1 - conceded, tp, mov) == (scored.winner, points(scored), margins(scored))


@pytest.mark.clause("XW-082", "XW-078")
@pytest.mark.case("XW-T08")
def test_a_bye_is_a_match_win_with_margin_150():
    line = alone(RULES, "bye")

    assert ("win", 5, 150, "XW-082") == (line.result, line.tp, line.mov, line.because[0].clause)


@pytest.mark.clause("AMB-015", "AMB-014")
def test_a_forfeit_is_worth_a_bye_and_the_absentee_has_nothing():
    lines = [alone(RULES, "forfeit", absent="b", index=n) for n in (0, 1)]

    assert [("win", 5, 150), ("loss", 0, 0)] == [line[:3] for line in lines]
    assert ("loss", 0, 0) == alone(RULES, "unpaired_loss")[:3]


@pytest.mark.clause("AMB-015", "XW-067")
def test_a_forfeit_may_be_worth_a_concession():
    rules = with_options(RULES, {"forfeit.award": "concession"})

    assert (5, 200) == alone(rules, "forfeit", absent="b")[1:3]


@pytest.mark.clause("XW-066", "XW-035")
@pytest.mark.parametrize("score", [(101, 0), (0, 101)])
def test_nobody_destroys_more_than_100_points(score):
    assert (200, 0) == margins(verdict(RULES, "time", (100, 0)))
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "time", score)
    assert ("score", "XW-066") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("XW-001")
@pytest.mark.parametrize("end", ["rounds", "intentional_draw"])
def test_x_wing_has_no_last_game_round_and_no_agreed_draw(end):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, (10, 5), witness="Wedge")

    assert ("end", "Choose one of destroyed, mutual, time, concession.") == (
        caught.value.field,
        fix_text(caught.value),
    )


@pytest.mark.clause("XW-055", "XW-057", "XW-061")
@pytest.mark.parametrize(
    ("end", "given", "missing"),
    [
        pytest.param("time", {}, "score", id="the score at time"),
        pytest.param("destroyed", {"score": [100, 5]}, "survivor", id="who survived"),
        pytest.param("concession", {"score": [9, 5]}, "conceded", id="who conceded"),
        pytest.param("concession", {"conceded": 0}, "score", id="the score of a concession"),
    ],
)
def test_a_slip_without_what_its_ending_needs_is_refused(end, given, missing):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, **given)

    assert missing == caught.value.field


@pytest.mark.clause("XW-059")
@pytest.mark.parametrize(("lead", "tp"), [(19, (3, 0)), (20, (5, 0))])
def test_the_lead_of_a_full_win_can_be_set(lead, tp):
    rules = with_options(RULES, {"full_win_margin": 20})

    assert tp == points(verdict(rules, "time", (lead, 0)))


# The bracket


@pytest.mark.clause("XW-087", "AMB-065")
@pytest.mark.case("XW-T07")
@pytest.mark.parametrize(("end", "score"), [("time", (36, 36)), ("mutual", (100, 100))])
@pytest.mark.parametrize("initiative", [0, 1])
def test_a_draw_in_the_bracket_goes_to_the_player_with_initiative(end, score, initiative):
    report = slip(end, score, initiative=initiative)
    scored = score_game(RULES, BRACKET, report)

    assert initiative == advances(RULES, scored, report, (0, 1))


@pytest.mark.clause("XW-087", "AMB-065")
def test_a_draw_in_the_bracket_needs_the_initiative_and_in_swiss_it_does_not():
    report = slip("time", (36, 36))
    scored = score_game(RULES, BRACKET, report)

    assert None is score_game(RULES, SWISS, report).winner
    with pytest.raises(SlipRefused) as caught:
        advances(RULES, scored, report, (0, 1))
    assert ("initiative", "XW-087") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("XW-086", "AMB-068")
@pytest.mark.parametrize("score", [(40, 39), (41, 29)])
def test_a_modified_win_is_a_win_in_the_bracket(score):
    """Initiative has no say where there is a winner."""
    report = slip("time", score, initiative=1)

    assert 0 == advances(RULES, score_game(RULES, BRACKET, report), report, (5, 1))


@pytest.mark.clause("XW-084", "XW-086", "AMB-024")
def test_the_champion_is_first_and_the_others_follow_by_round_and_seed(standings):
    stages = (
        swiss(
            played(
                game("A", "B", "time", (90, 0)),
                game("C", "D", "time", (80, 0)),
                game("E", "F", "time", (70, 0)),
            )
        ),
        bracket(
            "ACEF",
            played(
                game("A", "F", "time", (10, 10), initiative=1),
                game("C", "E", "time", (10, 9)),
            ),
            played(game("C", "F", "mutual", (90, 90), initiative=1)),
        ),
    )
    answer = standings(event("xwing-dogfight", "A B C D E F", *stages))

    assert "F C A E D B" == order(answer)
    assert [None, "elimination", "elimination", "seed", "cut", "mov"] == deciders(answer)
    assert "active eliminated eliminated eliminated cut cut" == " ".join(
        statuses(answer)[player] for player in "FCAEDB"
    )
