"""Results: both players say the same, or a member of staff enters the slip."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import (
    RULESETS,
    Day,
    before_the_bracket,
    concession,
    in_round,
    running,
    time_slip,
)
from tiltyard.day.clock import StartClock
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.event import match_state
from tiltyard.day.people import DropPlayer
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ForfeitGame,
    ReportResult,
    VerifyTotals,
)
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.refusals import fix_text, refusal_text


def _state(day: Day, match: str) -> str:
    return match_state(day.round, day.match(match))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_result_counts_when_the_opponent_confirms_it(ruleset: str) -> None:
    day = in_round(ruleset)
    game = day.games()[0]
    first, second = game.players
    slip = day.slip()
    assert _state(day, game.id) == "playing"
    day.do(ReportResult(game.id, slip), first)
    assert _state(day, game.id) == "reported"
    assert day.match(game.id).is_open
    day.do(ConfirmResult(game.id, slip.digest), second)
    assert _state(day, game.id) == "final"
    assert day.match(game.id).slip == slip


def test_two_equal_reports_count_as_well() -> None:
    day = in_round()
    game = day.games()[0]
    for player in game.players:
        day.do(ReportResult(game.id, day.slip()), player)
    assert day.match(game.id).slip == day.slip()
    assert day.facts()[-2:] == ["result-reported", "result-confirmed"]


def test_nobody_confirms_their_own_report() -> None:
    day = in_round()
    game = day.games()[0]
    first, second = game.players
    day.refused(ConfirmResult(game.id, day.slip().digest), first, says="hasn't reported")
    day.do(ReportResult(game.id, day.slip()), first)
    day.refused(ConfirmResult(game.id, day.slip().digest), first, says="hasn't reported")
    day.refused(ReportResult(game.id, day.slip()), first, code="what-you-reported-already")
    assert day.match(game.id).is_open
    assert second not in [one.by for one in day.match(game.id).filed]


def test_a_confirmation_names_exactly_the_report_that_was_seen() -> None:
    day = in_round()
    game = day.games()[0]
    first, second = game.players
    seen, changed = day.slip(30, 10), day.slip(31, 10)
    day.do(ReportResult(game.id, seen), first)
    day.do(ReportResult(game.id, changed), first)
    no = day.refused(ConfirmResult(game.id, seen.digest), second, says="has changed")
    assert no.facts["both"] == (changed, None)
    day.do(ConfirmResult(game.id, changed.digest), second)
    assert day.match(game.id).slip == changed


def test_a_changed_report_ends_a_dispute_only_when_both_say_the_same() -> None:
    day = in_round()
    game = day.games()[0]
    first, second = game.players
    day.do(ReportResult(game.id, day.slip(30, 10)), first)
    day.do(ReportResult(game.id, day.slip(10, 30)), second)
    assert _state(day, game.id) == "disputed"
    day.do(ReportResult(game.id, day.slip(20, 20)), first)
    assert _state(day, game.id) == "disputed"
    day.do(ReportResult(game.id, day.slip(10, 30)), first)
    assert _state(day, game.id) == "final"
    assert day.match(game.id).slip == day.slip(10, 30)


def test_only_the_two_players_report_and_confirm() -> None:
    day = in_round()
    game, other = day.games()[:2]
    stranger = other.players[0]
    day.refused(ReportResult(game.id, day.slip()), stranger, "RW-007", "your own games")
    day.refused(ReportResult(game.id, day.slip()), "p1", "RW-007")
    day.do(ReportResult(game.id, day.slip()), game.players[0])
    day.refused(ConfirmResult(game.id, day.slip().digest), stranger, "RW-007")
    day.refused(ConfirmResult(game.id, day.slip().digest), "p1", "RW-007")
    day.refused(ReportResult("1.1.99", day.slip()), stranger, says="your own games")


def test_a_confirmed_result_is_not_confirmed_again() -> None:
    day = in_round()
    game = day.games()[0]
    day.agree(game, day.slip())
    first, second = game.players
    day.refused(
        ConfirmResult(game.id, day.slip().digest), second, code="confirm-result-counts-already"
    )
    no = day.refused(ReportResult(game.id, day.slip()), first, code="result-counts-already")
    assert no.facts["both"] == (day.slip(), day.slip())
    day.refused(ReportResult(game.id, day.slip(1, 0)), first, code="result-entered-you-had-your")


BEFORE_THE_START = {
    "runewars": "RW-125",
    "xwing-dogfight": "XW-054",
    "xwing-escalation": "XW-054",
    "middle-earth": "ME-062",
    "diskwars": "DW-059",
    "armada": "AR-071",
}


@pytest.mark.clause("RW-125", "RW-134", "XW-054", "DW-059", "AR-071")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_results_before_the_start_are_asked_back_from_everybody(ruleset: str) -> None:
    day = running(ruleset)
    day.draw()
    day.publish()
    game, other = day.games()[:2]
    first, second = game.players
    report, entry = ReportResult(game.id, day.slip()), EnterResult(other.id, day.slip())
    for command, who in ((report, first), (entry, "p1")):
        no = day.refused(
            command, who, BEFORE_THE_START[ruleset], "Round 1 hasn't been started yet."
        )
        assert isinstance(no, NeedsConfirmation)
        assert no.codes == ("round-not-begun",)
        assert fix_text(no) == "Start the clock of the round, then enter its results."
    day.do(report, first, confirm="round-not-begun")
    day.do(ConfirmResult(game.id, day.slip().digest), second)  # it was meant: no second question
    day.do(entry, confirm="round-not-begun")
    assert "round-not-begun" in day.event.confirmed_about(other.id)
    assert day.match(game.id).slip == day.match(other.id).slip == day.slip()
    last = day.games()[2]
    day.refused(EnterResult(last.id, day.slip()), says="hasn't been started")
    day.do(StartClock())
    day.enter(last)


@pytest.mark.clause("RW-125")
def test_a_result_taken_before_the_start_is_corrected_without_another_question() -> None:
    day = running()
    day.draw()
    day.publish()
    game = day.games()[0]
    day.do(EnterResult(game.id, day.slip()), confirm="round-not-begun")
    day.do(CorrectResult(game.id, day.slip(20, 30), day.slip().digest, "the other way round"))
    assert day.match(game.id).slip == day.slip(20, 30)


# ------------------------------------------------------------------------ entries of the staff


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_staff_enters_a_slip_and_it_counts(ruleset: str) -> None:
    day = in_round(ruleset)
    game = day.games()[0]
    day.do(EnterResult(game.id, day.slip(), "from paper"))
    entered = day.match(game.id)
    assert (entered.slip, entered.entered_by) == (day.slip(), "p1")
    day.refused(EnterResult(game.id, day.slip()), code="decide-entry-result-counts-already")


def test_an_entry_that_says_what_a_player_reported_counts() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip()), game.players[0])
    day.do(EnterResult(game.id, day.slip()))
    assert not day.match(game.id).is_open


def test_a_bye_and_an_unknown_match_have_no_slip() -> None:
    day = in_round(players=5)
    bye = next(one for one in day.round.games.values() if one.kind == "bye")
    day.refused(EnterResult(bye.id, day.slip()), clause="RW-141", code="bye-no-slip")
    for wrong in ("", "1", "1.1", "1.1.9", "2.1.1", "x.y.z", "1.1.1.1"):
        day.refused(EnterResult(wrong, day.slip()), says="no match")


def test_results_of_a_round_that_is_over_are_corrected_not_entered() -> None:
    day = running()
    day.play_round()
    old = day.games()[0]
    day.draw()
    day.refused(EnterResult(old.id, day.slip(5, 1)), clause="RW-148", says="is over")
    day.publish()
    day.refused(EnterResult(old.id, day.slip(5, 1)), clause="RW-148", says="is over")
    day.refused(ReportResult(old.id, day.slip(5, 1)), old.players[0], "RW-148", "is over")


# ------------------------------------------------------------------------ slips that cannot be


IMPOSSIBLE = {
    "negative": Slip("time", (-1, 5), initiative=0, leaders=(True, False)),
    "huge": Slip("time", (10**9, 5), initiative=0, leaders=(True, False)),
    "no score": Slip("time", initiative=0, leaders=(True, False)),
    "no conceder": Slip("concession", (0, 0)),
    "wrong conceder": Slip("concession", (0, 0), conceded=2),
    "an unknown tie-break": Slip(
        "time", (30, 10), initiative=0, leaders=(True, False), extra={"paint": (1, 2)}
    ),
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_slip_is_refused_from_everybody(ruleset: str, what: str) -> None:
    day = in_round(ruleset)
    game = day.games()[0]
    slip = IMPOSSIBLE[what]
    no = day.refused(EnterResult(game.id, slip))
    assert no.kind == "slip-refused"
    day.refused(ReportResult(game.id, slip), game.players[0], says=refusal_text(no))


@pytest.mark.clause("AR-114", "AR-115", "AMB-123")
def test_an_intentional_draw_names_a_leader_who_was_there() -> None:
    day = in_round("armada")
    judge = day.appoint("judge", "Jon")
    game = day.games()[0]
    draw = Slip("intentional_draw")
    day.refused(EnterResult(game.id, draw), clause="AR-114")
    for wrong in ("Nobody", game.players[0], day.event.people[game.players[0]]):
        no = day.refused(
            EnterResult(game.id, replace(draw, witness=wrong)), code="no-leader-who-could-been"
        )
        assert no.clause == "AR-114"
    day.do(ReportResult(game.id, replace(draw, witness="Jon")), game.players[0])
    by_id = ReportResult(game.id, replace(draw, witness=judge))
    day.refused(by_id, game.players[0], code="what-you-reported-already")  # the same leader
    day.do(by_id, game.players[1])
    assert not day.match(game.id).is_open
    day.do(EnterResult(day.games()[1].id, replace(draw, witness="Olga")))


@pytest.mark.clause("AMB-123", "AR-113")
def test_no_intentional_draw_in_the_bracket() -> None:
    day = before_the_bracket("armada")
    day.next_round()
    game = day.games()[0]
    day.refused(EnterResult(game.id, Slip("intentional_draw", witness="Olga")), clause="AR-113")


@pytest.mark.clause("AR-113")
@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "armada"])
def test_only_armada_knows_an_intentional_draw(ruleset: str) -> None:
    day = in_round(ruleset)
    day.refused(EnterResult(day.games()[0].id, Slip("intentional_draw", witness="Olga")))


@pytest.mark.clause("XW-087")
def test_a_bracket_game_of_x_wing_needs_initiative_for_a_draw() -> None:
    day = before_the_bracket("xwing-dogfight")
    day.next_round()
    game = day.games()[0]
    level = Slip("time", (20, 20))
    day.refused(EnterResult(game.id, level), clause="XW-087")
    day.do(EnterResult(game.id, replace(level, initiative=1)))


# ------------------------------------------------------------------------ absent players


@pytest.mark.clause("RW-144", "AMB-015", "AMB-016")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_opponent_of_an_absent_player_gets_the_award_of_a_bye(ruleset: str) -> None:
    day = in_round(ruleset)
    game = day.games()[0]
    absent, waiting = game.players
    day.do(ForfeitGame(game.id, absent, reason="never came"))
    over = day.match(game.id)
    assert (over.kind, over.absent) == ("forfeit", absent)
    assert day.event.entrants[absent].why_left == "no_show"
    day.enter_all()
    award = {"runewars": 8, "armada": 8, "middle-earth": 3}.get(ruleset, 5)
    assert day.points()[waiting] == award
    assert day.points()[absent] == 0


@pytest.mark.clause("AMB-016")
def test_an_absent_player_may_stay_in_the_event() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(ForfeitGame(game.id, game.players[0], drop=False))
    assert day.event.entrants[game.players[0]].state == "active"


def test_a_game_with_a_report_is_not_forfeited() -> None:
    day = in_round()
    game = day.games()[0]
    absent, here = game.players
    day.refused(ForfeitGame(game.id, PlayerId("p1")), code="forfeit-player-not-match")
    day.do(ReportResult(game.id, day.slip()), here)
    day.refused(ForfeitGame(game.id, absent), clause="AMB-015", code="forfeit-result-handed-game")
    other = day.games()[1]
    day.do(ForfeitGame(other.id, other.players[0]))
    day.refused(EnterResult(other.id, day.slip()), clause="AMB-015", says="forfeited")
    day.refused(ForfeitGame(other.id, other.players[1]), clause="AMB-015", says="forfeited")


@pytest.mark.clause("RW-166", "AMB-026")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_in_the_bracket_the_opponent_of_an_absent_player_goes_on(ruleset: str) -> None:
    day = before_the_bracket(ruleset)
    day.next_round()
    first, second = day.games()
    absent, waiting = first.players
    day.do(ForfeitGame(first.id, absent))
    day.enter(second)
    day.next_round()
    assert waiting in day.games()[0].players


# ------------------------------------------------------------------------ totals


@pytest.mark.clause("RW-122")
def test_the_totals_of_the_lists_are_verified_on_order_in_runewars_only() -> None:
    day = in_round()
    game, other = day.games()[:2]
    day.do(VerifyTotals(game.id), game.players[0])
    assert day.match(game.id).totals_verified
    day.refused(VerifyTotals(game.id), says="nothing to verify")
    day.refused(VerifyTotals(other.id), game.players[0], says="your own games")
    armada = in_round("armada")
    armada.refused(VerifyTotals(armada.games()[0].id), says="no such check")


def test_the_digest_tells_every_difference_apart() -> None:
    slip = time_slip("middle-earth")
    others = [
        replace(slip, score=(31, 10)),
        replace(slip, score=None),
        replace(slip, end="rounds"),
        replace(slip, objectives=(1, 0)),
        replace(slip, survivor=0),
        replace(slip, conceded=0),
        replace(slip, initiative=1),
        replace(slip, leaders=(True, True)),
        replace(slip, flurry=((1, 2),)),
        replace(slip, witness="Jon"),
        replace(slip, extra={"paint": (1, 2)}),
    ]
    assert len({one.digest for one in [slip, *others]}) == len(others) + 1
    assert slip.digest == time_slip("middle-earth").digest
    assert concession(0).digest != concession(1).digest


def test_a_player_who_left_reports_nothing() -> None:
    day = in_round()
    game = day.games()[0]
    day.agree(game, day.slip())
    first = game.players[0]
    day.do(DropPlayer(first), first)
    day.refused(ReportResult(game.id, day.slip(1, 0)), first, "RW-007", code="not-your-role")
