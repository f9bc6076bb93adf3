"""Armada lets the players who made the cut go on in more Swiss rounds."""

import pytest

from tests.reminders.day import Day
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.fold import fold
from tiltyard.day.people import DropPlayer, Rejoin, TakePlace
from tiltyard.day.rounds import DrawRound, MakeCut
from tiltyard.day.setup import FinishEvent, what_is_left
from tiltyard.engine.errors import NothingToDraw, Phrase, Refused
from tiltyard.engine.flow import findings, standings
from tiltyard.rulesets.loader import load

PLAN = {"structure": "custom", "swiss_rounds": 2, "cut": 4, "swiss_after_cut": 2}


def at_the_cut():
    day = Day("armada", **PLAN).running(8).play_round()
    day.play_round()
    day.do(MakeCut())
    return day


def left(day):
    rules, document = day.desk.rules("day")
    return what_is_left(day.event, rules, document)


@pytest.mark.clause("AR-083")
def test_the_cut_goes_on_in_swiss_rounds_and_points_are_carried_over():
    day = at_the_cut()
    seeds = day.event.qualification.seeds
    tp_before = points(day)

    day.play_round()

    last = day.event.current
    assert ("2.1", "swiss", seeds) == (last.id, last.kind, last.seeds)
    assert set(seeds) == {player for game in last.games.values() for player in game.players}
    assert all(points(day)[player] >= tp_before[player] for player in seeds)
    assert 135 == last.timer.minutes


def points(day):
    rows = standings(as_tournament(day.event), load("armada")).rows
    return {row.player: row.keys["tp"] for row in rows}


@pytest.mark.clause("AR-083", "AR-085")
def test_the_planned_rounds_after_the_cut_are_played_and_no_more():
    day = at_the_cut()
    assert Phrase("phrases.rounds-after-cut-played", {"played": 0, "planned": 2}) == left(day)
    day.play_round()
    day.play_round()
    assert left(day) is None

    with pytest.raises(NothingToDraw):
        day.do(DrawRound())

    day.do(FinishEvent())
    assert () == findings(as_tournament(day.event), load("armada"))
    assert fold(day.desk.log("day")) == day.event


@pytest.mark.clause("AMB-032", "AR-091")
def test_armada_keeps_the_opponents_of_the_first_rounds():
    day = at_the_cut()
    day.play_round()
    pairs = [frozenset(game.players) for one in day.event.rounds for game in one.games.values()]

    assert len(pairs) == len(set(pairs))


@pytest.mark.clause("RW-159", "AMB-025")
def test_a_place_is_offered_before_the_first_round_after_the_cut_only():
    day = at_the_cut()
    day.do(DropPlayer(day.event.qualification.seeds[0]))
    offered = day.event.qualification.offered
    day.do(TakePlace(offered))
    day.play_round()
    assert offered in day.event.current.seeds

    day.do(DropPlayer(offered))

    assert day.event.qualification.offered is None
    with pytest.raises(Refused):
        day.do(Rejoin(offered))


@pytest.mark.parametrize(
    "plan",
    [
        {**PLAN, "cut": None},
        {**PLAN, "swiss_after_cut": 21},
        {**PLAN, "swiss_after_cut": -1},
    ],
)
def test_rounds_after_a_cut_need_a_cut_and_a_sensible_number(plan):
    with pytest.raises(Refused):
        Day("armada", **plan)
