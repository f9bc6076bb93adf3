"""What a slip says beyond what its ending needs is left out, whoever hands it in."""

from __future__ import annotations

import pytest

from tests.day.events import ORGANIZER, Day, conceded_by, in_round
from tiltyard.day.lists import RecordFirstPlayer
from tiltyard.day.people import DropPlayer
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ReportResult,
    ResolveDispute,
)
from tiltyard.engine.slip import Slip

BARE = Slip("time", (30, 10))
FULL = Slip("time", (30, 10), survivor=0, conceded=1, initiative=0, leaders=(False, False))


def recorded(day: Day, slip: Slip) -> Slip | None:
    game = day.games()[0]
    day.do(EnterResult(game.id, slip))
    return day.match(game.id).slip


def test_needless_fields_are_left_out() -> None:
    assert recorded(in_round("armada"), FULL) == BARE


def test_what_level_scores_ask_for_stays_with_level_scores() -> None:
    level = Slip("time", (30, 30), initiative=1)
    assert recorded(in_round("armada"), Slip("time", (30, 30), conceded=0, initiative=1)) == level


@pytest.mark.parametrize(("ruleset", "kept"), [("runewars", (5, 0)), ("xwing-dogfight", (0, 0))])
def test_objectives_stay_where_the_game_counts_them(ruleset: str, kept: tuple[int, int]) -> None:
    slip = recorded(in_round(ruleset), Slip("time", (30, 10), objectives=(5, 0)))
    assert slip is not None
    assert slip.objectives == kept


def test_a_concession_records_no_announced_numbers() -> None:
    day = in_round("middle-earth", options={"standings.extra": ["secret_objectives"]})
    numbers = {"secret_objectives": (1, 0)}
    said = Slip("concession", (3, 9), conceded=0, leaders=(False, False), extra=numbers)
    assert recorded(day, said) == Slip("concession", conceded=0)


def test_the_second_of_two_reports_with_different_needless_fields_confirms() -> None:
    day = in_round("armada")
    game = day.games()[0]
    day.do(ReportResult(game.id, FULL), game.players[0])
    day.do(ReportResult(game.id, BARE), game.players[1])
    assert day.facts()[-2:] == ["result-reported", "result-confirmed"]
    assert day.match(game.id).slip == BARE


@pytest.mark.clause("ME-056")
@pytest.mark.parametrize("first_with_scores", [True, False])
@pytest.mark.parametrize("by", [0, 1])
def test_a_concession_told_with_and_without_scores_is_no_dispute(
    by: int, *, first_with_scores: bool
) -> None:
    day = in_round("middle-earth")
    game = day.games()[0]
    scored = Slip("concession", (7, 4), conceded=by, leaders=(True, False))
    bare = Slip("concession", conceded=by)
    told = (scored, bare) if first_with_scores else (bare, scored)
    for player, slip in zip(game.players, told, strict=True):
        day.do(ReportResult(game.id, slip), player)
    found = day.match(game.id)
    assert (found.slip, found.is_disputed, found.is_open) == (bare, False, False)


@pytest.mark.clause("ME-056")
def test_two_players_who_name_each_other_as_conceding_are_a_dispute() -> None:
    day = in_round("middle-earth")
    game = day.games()[0]
    for side, player in enumerate(game.players):
        day.do(ReportResult(game.id, Slip("concession", conceded=1 - side)), player)
    assert day.match(game.id).is_disputed


def test_a_confirmation_names_the_slip_as_it_was_recorded() -> None:
    day = in_round("armada")
    game = day.games()[0]
    day.do(ReportResult(game.id, FULL), game.players[0])
    day.do(ConfirmResult(game.id, BARE.digest), game.players[1])
    assert day.match(game.id).slip == BARE


def test_a_decision_and_a_correction_leave_them_out_as_well() -> None:
    day = in_round("armada")
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip(20, 10)), game.players[0])
    day.do(EnterResult(game.id, day.slip(10, 20)))
    day.do(ResolveDispute(game.id, FULL, "counted again"))
    assert day.match(game.id).slip == BARE
    day.refused(
        CorrectResult(game.id, FULL, BARE.digest, "once more"), code="correct-result-counts-already"
    )


def test_whoever_leaves_concedes_without_scores_where_none_count() -> None:
    day = in_round("diskwars")
    game = day.games()[0]
    day.do(DropPlayer(game.players[0], slip=conceded_by(day, game.players[0])))
    assert day.match(game.id).slip == Slip("concession", conceded=0)


def test_needless_initiative_against_the_note_is_left_out_without_a_question() -> None:
    day = in_round("diskwars")
    game = day.games()[0]
    day.do(RecordFirstPlayer(game.id, game.players[1]), ORGANIZER)
    assert recorded(day, Slip("time", (3, 1), initiative=0)) == Slip("time", (3, 1))
    other = day.games()[1]
    day.do(RecordFirstPlayer(other.id, other.players[1]), ORGANIZER)
    against = EnterResult(other.id, Slip("time", (3, 3), initiative=0))
    day.refused(against, says="was noted")
