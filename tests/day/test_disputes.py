"""Disputes: two versions stand against each other, both are kept, a leader decides."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, in_round
from tiltyard.day.event import Game
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ForfeitGame,
    ReportResult,
    ResolveDispute,
)
from tiltyard.day.rounds import DrawRound


def disputed(ruleset: str = "runewars") -> tuple[Day, Game]:
    """Return an event with a game of which the players say different things."""
    day = in_round(ruleset)
    game = day.games()[0]
    first, second = game.players
    day.do(ReportResult(game.id, day.slip(30, 10)), first)
    day.do(ReportResult(game.id, day.slip(10, 30)), second)
    return day, day.match(game.id)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_different_reports_are_a_dispute_with_both_versions(ruleset: str) -> None:
    day, game = disputed(ruleset)
    assert game.is_disputed
    assert game.is_open
    assert game.slip is None
    assert [(one.by, one.slip) for one in game.filed] == [
        (game.players[0], day.slip(30, 10)),
        (game.players[1], day.slip(10, 30)),
    ]


def test_an_entry_is_no_way_around_a_dispute() -> None:
    day, game = disputed()
    no = day.refused(EnterResult(game.id, day.slip(30, 10)), clause="RW-007", says="disputed")
    assert no.facts["both"] == (day.slip(30, 10), day.slip(10, 30))
    day.refused(ForfeitGame(game.id, game.players[0]), code="forfeit-result-handed-game")
    day.refused(CorrectResult(game.id, day.slip(), "", "why"), says="no result to correct")
    day.refused(DrawRound(), says="open tables")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_leader_decides_with_a_reason(ruleset: str) -> None:
    day, game = disputed(ruleset)
    day.refused(ResolveDispute(game.id, day.slip(20, 15), ""), code="public-reason-needed")
    day.do(ResolveDispute(game.id, day.slip(20, 15), "counted again together"))
    settled = day.match(game.id)
    assert settled.slip == day.slip(20, 15)
    assert not settled.is_disputed
    assert len(settled.filed) == 2
    day.refused(ResolveDispute(game.id, day.slip(), "again"), code="result-not-disputed")


def test_a_resolution_is_a_possible_slip() -> None:
    day, game = disputed()
    no = day.refused(ResolveDispute(game.id, day.slip(-1, 0), "so be it"))
    assert no.kind == "slip-refused"


@pytest.mark.clause("RW-018", "RW-032")
def test_judges_and_marshals_resolve_and_players_do_not() -> None:
    day, game = disputed()
    judge = day.appoint("judge", "Jon")
    day.refused(ResolveDispute(game.id, day.slip(), "I won"), game.players[0], "RW-007")
    day.do(ResolveDispute(game.id, day.slip(), "saw it"), judge)


@pytest.mark.clause("ME-015", "ME-010")
def test_a_scorekeeper_enters_results_but_resolves_nothing() -> None:
    day, game = disputed("middle-earth")
    keeper, referee = day.appoint("scorekeeper", "Kai"), day.appoint("referee", "Rea")
    other = day.games()[1]
    day.do(EnterResult(other.id, day.slip()), keeper)
    day.refused(ResolveDispute(game.id, day.slip(), "sum"), keeper, "ME-002")
    day.do(ResolveDispute(game.id, day.slip(), "sum"), referee)


@pytest.mark.clause("RW-029")
def test_a_leader_in_the_game_does_not_resolve_it() -> None:
    day = Day("runewars")
    judge, other = day.appoint("judge", "Jon"), day.appoint("judge", "Jane")
    day.open_doors()
    day.do(RegisterPlayer(person=judge))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    game = day.game_of(judge)
    opponent = day.opponent(judge)
    day.do(ReportResult(game.id, day.slip(30, 10)), judge)
    day.do(ReportResult(game.id, day.slip(10, 30)), opponent)
    day.refused(ResolveDispute(game.id, day.slip(30, 10), "mine"), judge, "RW-029")
    day.do(ResolveDispute(game.id, day.slip(30, 10), "saw it"), other)


def test_an_entry_against_a_report_is_a_dispute() -> None:
    day = in_round()
    game = day.games()[0]
    first, second = game.players
    day.do(ReportResult(game.id, day.slip(30, 10)), first)
    day.do(EnterResult(game.id, day.slip(10, 30)))
    against = day.match(game.id)
    assert against.is_disputed
    assert against.slip is None
    assert [one.slip for one in against.filed] == [day.slip(30, 10), day.slip(10, 30)]
    confirmation = ConfirmResult(game.id, day.slip(30, 10).digest)
    day.refused(confirmation, second, says="disputed")  # two players do not outvote an entry
    day.do(ResolveDispute(game.id, day.slip(30, 10), "the paper says so"))
    assert not day.match(game.id).is_open


def test_a_second_entry_that_differs_is_a_dispute_and_no_overwrite() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    game = day.games()[0]
    day.enter(game, 30, 10)
    day.do(EnterResult(game.id, day.slip(10, 30)), judge)
    against = day.match(game.id)
    assert against.is_disputed
    assert against.is_open
    assert against.slip == day.slip(30, 10)
    assert [(one.by, one.slip) for one in against.filed] == [(judge, day.slip(10, 30))]
    day.refused(EnterResult(game.id, day.slip(5, 6)), says="disputed")
    day.refused(
        CorrectResult(game.id, day.slip(5, 6), day.slip(30, 10).digest, "x"), says="disputed"
    )


def test_a_late_report_against_a_result_that_counts_is_a_dispute() -> None:
    day = in_round()
    game = day.games()[0]
    first, second = game.players
    day.enter(game, 30, 10)
    day.refused(ReportResult(game.id, day.slip(30, 10)), first, code="result-counts-already")
    day.do(ReportResult(game.id, day.slip(10, 30)), second)
    assert day.match(game.id).is_disputed
    day.refused(ReportResult(game.id, day.slip(11, 30)), second, code="result-entered-you-had-your")
    day.refused(ReportResult(game.id, day.slip(12, 30)), first, code="result-entered-you-had-your")
    day.do(ResolveDispute(game.id, day.slip(30, 10), "as entered"))
    for who in (first, second):
        day.refused(ReportResult(game.id, day.slip(11, 30)), who, code="leader-decided-result")
    day.refused(EnterResult(game.id, day.slip(11, 30)), code="leader-decided-result")


def test_a_disputed_result_counts_for_nobody() -> None:
    day = in_round(players=2, swiss_rounds=1)
    game = day.games()[0]
    day.enter(game, 30, 10)
    assert sorted(day.points().values()) != [0, 0]
    day.do(ReportResult(game.id, day.slip(10, 30)), game.players[0])
    assert sorted(day.points().values()) == [0, 0]
