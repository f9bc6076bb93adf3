"""Middle-earth SBG matched-play guide: results, awards, formats and round times."""

import pytest

from tests.rules.events import alone, margins, points, reasons, verdict
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import OutsideTheTable, Refused, SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.structure import format_for, plan_for
from tiltyard.rulesets.loader import load

RULES = load("middle-earth")
NEITHER = [False, False]


def counted(scored):
    """Victory points for and against, and leaders killed, of both players."""
    return tuple((line.vp_for, line.vp_against, line.leaders) for line in scored.lines)


@pytest.mark.clause("ME-031", "ME-032", "ME-035", "AMB-092")
@pytest.mark.parametrize("end", ["destroyed", "mutual", "rounds", "time"])
@pytest.mark.parametrize(
    ("score", "winner", "tp"),
    [
        pytest.param((7, 4), 0, (3, 0), id="more victory points win"),
        pytest.param((4, 5), 1, (0, 3), id="one point is enough"),
        pytest.param((5, 5), None, (1, 1), id="level is a draw"),
        pytest.param((0, 0), None, (1, 1), id="nothing scored is a draw"),
    ],
)
def test_however_it_ends_victory_points_decide(end, score, winner, tp):
    scored = verdict(RULES, end, score, leaders=NEITHER)

    assert (winner, tp, (0, 0)) == (scored.winner, points(scored), margins(scored))
    assert ((score[0], score[1], 0), (score[1], score[0], 0)) == counted(scored)


@pytest.mark.clause("AMB-092", "ME-031")
def test_who_survived_is_not_asked_and_changes_nothing():
    assert 1 == verdict(RULES, "destroyed", (2, 9), leaders=NEITHER, survivor=0).winner


@pytest.mark.clause("ME-034")
def test_time_is_decided_by_its_own_clause():
    assert "ME-034" == reasons(verdict(RULES, "time", (7, 4), leaders=NEITHER), 0)[0]


@pytest.mark.clause("ME-033", "ME-041", "ME-035")
@pytest.mark.case("ME-T01")
@pytest.mark.parametrize(
    ("leaders", "expected"),
    [
        pytest.param([True, False], (1, 0), id="only the first"),
        pytest.param([False, True], (0, 1), id="only the second"),
        pytest.param([True, True], (1, 1), id="both"),
        pytest.param([False, False], (0, 0), id="neither"),
    ],
)
def test_a_draw_still_counts_the_leaders_killed(leaders, expected):
    scored = verdict(RULES, "time", (5, 5), leaders=leaders)

    assert ((1, 1), expected) == (points(scored), tuple(line.leaders for line in scored.lines))


@pytest.mark.clause("ME-033", "ME-036")
@pytest.mark.case("ME-T13")
@pytest.mark.parametrize("end", ["destroyed", "mutual", "rounds", "time"])
def test_a_result_without_the_leaders_is_refused(end):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, (5, 5))

    assert "leaders" == caught.value.field


@pytest.mark.clause("ME-032", "ME-036")
@pytest.mark.parametrize("end", ["destroyed", "mutual", "rounds", "time"])
def test_a_result_without_victory_points_is_refused(end):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, end, leaders=NEITHER)

    assert "score" == caught.value.field


@pytest.mark.clause("ME-032")
def test_victory_points_have_no_upper_end():
    assert (3, 0) == points(verdict(RULES, "rounds", (500, 0), leaders=NEITHER))


# Conceding


@pytest.mark.clause("ME-056", "ME-057", "AMB-091")
@pytest.mark.case("ME-T03")
@pytest.mark.parametrize(
    ("score", "conceded", "leaders"),
    [
        pytest.param((2, 7), 1, None, id="the conceder led 7-2"),
        pytest.param((2, 7), 1, [False, True], id="and had killed the leader"),
        pytest.param((15, 1), 1, None, id="even if more had been scored"),
    ],
)
def test_a_concession_is_12_0_with_the_leader(score, conceded, leaders):
    given = {} if leaders is None else {"leaders": leaders}
    scored = verdict(RULES, "concession", score, conceded=conceded, **given)

    assert (0, (3, 0)) == (scored.winner, points(scored))
    assert ((12, 0, 1), (0, 12, 0)) == counted(scored)


@pytest.mark.clause("ME-056", "ME-057")
def test_the_first_player_may_concede():
    scored = verdict(RULES, "concession", (7, 2), conceded=0)

    assert (1, (0, 3), ((0, 12, 0), (12, 0, 1))) == (
        scored.winner,
        points(scored),
        counted(scored),
    )


@pytest.mark.clause("AMB-091")
@pytest.mark.parametrize(("killed", "expected"), [(True, 1), (False, 0)])
def test_the_leader_a_conceder_killed_may_count(killed, expected):
    rules = with_options(RULES, {"concession.keep_loser_leader_kill": True})
    scored = verdict(rules, "concession", (2, 7), conceded=1, leaders=[False, killed])

    assert ((12, 0, 1), (0, 12, expected)) == counted(scored)


@pytest.mark.clause("ME-056")
@pytest.mark.parametrize("given", [{}, {"score": [2, 7]}, {"leaders": [True, True]}])
def test_a_concession_says_who_conceded(given):
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "concession", **given)

    assert ("conceded", "ME-056") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("ME-056", "ME-057", "AMB-091")
@pytest.mark.parametrize("given", [{}, {"score": [2, 7]}, {"leaders": [True, True]}])
@pytest.mark.parametrize("by", [0, 1])
def test_a_concession_asks_for_nothing_it_throws_away(by, given):
    lines = counted(verdict(RULES, "concession", conceded=by, **given))

    won, lost = (12, 0, 1), (0, 12, 0)
    assert lines == ((lost, won) if by == 0 else (won, lost))


# Byes and forfeits


@pytest.mark.clause("ME-053", "ME-054", "ME-055")
@pytest.mark.case("ME-T02")
def test_a_bye_is_a_win_of_6_0_with_the_leader():
    line = alone(RULES, "bye")

    assert ("win", 3, 0, 6, 0, 1) == line[:6]
    assert "ME-054" == line.because[0].clause


@pytest.mark.clause("AMB-015", "AMB-098", "AMB-014")
def test_a_forfeit_is_worth_the_bye_and_the_absentee_has_0_0():
    here, absent = (alone(RULES, "forfeit", absent="b", index=n) for n in (0, 1))

    assert ("win", 3, 0, 6, 0, 1) == here[:6]
    assert ("loss", 0, 0, 0, 0, 0) == absent[:6] == alone(RULES, "unpaired_loss")[:6]


@pytest.mark.clause("AMB-015", "ME-056")
def test_a_forfeit_may_be_worth_a_concession():
    rules = with_options(RULES, {"forfeit.award": "concession"})

    assert ("win", 3, 0, 12, 0, 1) == alone(rules, "forfeit", absent="b")[:6]


@pytest.mark.clause("ME-001")
def test_nobody_agrees_on_a_draw():
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "intentional_draw", witness="Beregond")

    assert "end" == caught.value.field


# Formats


@pytest.mark.clause("ME-062")
@pytest.mark.case("ME-T12")
@pytest.mark.parametrize(
    ("limit", "games", "minutes", "board", "clause"),
    [
        pytest.param(500, (4, 7), 90, "4'x4'", "ME-063", marks=pytest.mark.clause("ME-063")),
        pytest.param(600, (4, 7), 105, "4'x4'", "ME-064", marks=pytest.mark.clause("ME-064")),
        pytest.param(700, (3, 6), 120, "4'x4'", "ME-065", marks=pytest.mark.clause("ME-065")),
        pytest.param(750, (3, 6), 135, "4'x4'", "ME-066", marks=pytest.mark.clause("ME-066")),
        pytest.param(800, (3, 6), 135, "4'x4'", "ME-067", marks=pytest.mark.clause("ME-067")),
        pytest.param(1000, (3, 5), 150, "6'x4'", "ME-068", marks=pytest.mark.clause("ME-068")),
    ],
)
def test_points_limit_and_days_give_games_minutes_and_board(limit, games, minutes, board, clause):
    one, two = format_for(RULES, limit, 1), format_for(RULES, limit, 2)

    assert games == (one.games, two.games)
    assert {(minutes, board, clause, False)} == {
        (each.minutes, each.board, each.clause, each.suggestion) for each in (one, two)
    }


@pytest.mark.clause("ME-064", "ME-068")
@pytest.mark.case("ME-T12")
@pytest.mark.parametrize(
    ("limit", "days", "minutes"), [(600, 1, 420), (600, 2, 735), (1000, 2, 750)]
)
def test_the_playing_time_of_a_whole_event(limit, days, minutes):
    row = format_for(RULES, limit, days)

    assert minutes == row.games * row.minutes


@pytest.mark.clause("AMB-095", "ME-062", "AMB-036")
@pytest.mark.parametrize(
    ("limit", "like"),
    [
        pytest.param(1, 500, id="below the table"),
        pytest.param(501, 600, id="just above a row"),
        pytest.param(650, 700, id="between two rows"),
        pytest.param(999, 1000, id="just below the last row"),
    ],
)
def test_a_limit_between_two_rows_is_suggested_the_higher_one(limit, like):
    suggested, row = format_for(RULES, limit, 1), format_for(RULES, like, 1)

    assert (row.games, row.minutes, row.board) == (
        suggested.games,
        suggested.minutes,
        suggested.board,
    )
    assert ("AMB-095", True) == (suggested.clause, suggested.suggestion)


@pytest.mark.clause("AMB-095")
@pytest.mark.parametrize(("limit", "days"), [(1001, 1), (0, 1), (500, 0), (500, 3)])
def test_what_the_table_does_not_cover_is_the_organisers_to_say(limit, days):
    with pytest.raises(OutsideTheTable) as caught:
        format_for(RULES, limit, days)

    assert "AMB-095" == caught.value.clause


@pytest.mark.clause("ME-062")
def test_games_are_not_counted_by_players():
    with pytest.raises(Refused) as caught:
        plan_for(RULES, 16)

    assert "ME-062" == caught.value.clause


@pytest.mark.clause("ME-062")
def test_a_game_with_a_table_of_players_has_no_table_of_limits():
    with pytest.raises(Refused) as caught:
        format_for(load("armada"), 400, 1)

    assert "AR-121" == caught.value.clause


@pytest.mark.clause("ME-062", "ME-034")
def test_rounds_last_as_long_as_the_500_point_row_unless_said():
    rules = with_options(RULES, {"clock.swiss": 105})

    assert (90, 105) == tuple(round_length(one, "swiss", 3).minutes for one in (RULES, rules))
    assert RULES.clock.time_called.startswith("Finish the current turn")
