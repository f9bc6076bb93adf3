"""What an event is made of: numbers, tables, roles and the whole way from enrolment to prizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import Day, running
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.people import AppointStaff, ChangePlayer, RegisterPlayer
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import AwardPrize, DescribeEvent, FinishEvent, StartEvent
from tiltyard.engine.flow import standings


@pytest.mark.clause("AR-003", "RW-004")
@pytest.mark.parametrize("ruleset", ["armada", "runewars"])
def test_players_enrol_meet_different_opponents_are_ranked_and_rewarded(ruleset: str) -> None:
    day = Day(ruleset, swiss_rounds=3)
    day.open_doors()
    players = set(day.register("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal"))
    day.begin()
    met: dict[str, list[str]] = {player: [] for player in players}
    for _ in range(3):
        day.next_round()
        for game in day.games():
            for player in game.players:
                met[player] += [one for one in game.players if one != player]
        day.enter_all()
    assert all(len(set(opponents)) == len(opponents) == 3 for opponents in met.values())
    day.finish()
    ranked = standings(as_tournament(day.event), day.document).rows
    assert [row.rank for row in ranked] == list(range(1, 9))
    assert {row.player for row in ranked} == players
    best = ranked[0].player
    day.do(AwardPrize("First place", best, "rank 1"))
    assert [(one.title, one.recipient) for one in day.event.prizes] == [("First place", best)]


@pytest.mark.clause("XW-044", "DW-051")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation", "diskwars"])
def test_every_player_has_a_number_of_their_own_for_seating(ruleset: str) -> None:
    day = Day(ruleset)
    day.open_doors()
    ann, bob = day.register("Ann", "Bob")
    day.do(RegisterPlayer("Cem", number=12))
    (dee,) = day.register("Dee")
    numbers = [one.number for one in day.event.entrants.values()]
    assert len(set(numbers)) == len(numbers) == 4
    assert (day.event.entrants[ann].number, day.event.entrants[bob].number) == (1, 2)
    day.refused(RegisterPlayer("Eve", number=12), says="12")
    day.begin()
    day.next_round()
    assert [one.number for one in day.event.entrants.values()] == numbers
    day.refused(ChangePlayer(dee, "Dee", 1), says="1")


@pytest.mark.clause("RW-039", "AR-030", "XW-042", "DW-048")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "xwing-dogfight", "diskwars"])
def test_every_game_of_a_round_has_a_table_of_its_own(ruleset: str) -> None:
    day = running(ruleset, 7)
    for _ in range(2):
        day.next_round()
        tables = [game.table for game in day.games() if len(game.players) == 2]
        assert sorted(tables, key=str) == [1, 2, 3]
        day.enter_all()


@pytest.mark.clause("ME-004")
def test_the_organiser_appoints_referees_and_scorekeepers() -> None:
    day = running("middle-earth", 4)
    referee, keeper = day.appoint("referee", "Rea"), day.appoint("scorekeeper", "Sam")
    roles = {one.person: one.role for one in day.event.staff}
    assert (roles[referee], roles[keeper]) == ("referee", "scorekeeper")
    for person in (referee, keeper, day.active()[0]):
        day.refused(AppointStaff("referee", "Roy"), person)


@pytest.mark.clause("ME-016")
def test_a_scorekeeper_makes_the_pairings_and_a_referee_does_not() -> None:
    day = running("middle-earth", 6)
    referee, keeper = day.appoint("referee", "Rea"), day.appoint("scorekeeper", "Sam")
    day.refused(DrawRound(), referee, code="not-your-role")
    day.do(DrawRound(), keeper)
    day.do(PublishRound(), keeper)
    assert len(day.games()) == 3


@pytest.mark.clause("RW-011", "AR-009")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_planning_and_execution_are_the_organizers_and_nobody_elses(ruleset: str) -> None:
    day = Day(ruleset)
    day.open_doors()
    (player,) = day.register("Ann")
    day.register("Bob", "Cem", "Dee")
    judge = day.appoint("judge", "Jon")
    day.check_everybody_in()
    day.announce_everything()
    steps = (StartEvent(), DrawRound(), FinishEvent("over"))
    for step in steps[:2]:
        for person in (judge, player):
            day.refused(step, person, code="not-your-role")
        day.do(step)
    day.publish()
    day.refused(steps[2], judge, code="not-your-role")
    day.refused(DescribeEvent(day.event.details, "why"), judge, code="not-your-role")


@pytest.mark.clause("RW-006", "RW-048")
def test_an_army_of_more_than_200_points_is_not_registered() -> None:
    day = Day("runewars")
    day.open_doors()
    day.refused(RegisterPlayer("Ann", total=201), clause="RW-048", says="200")
    day.do(RegisterPlayer("Ann", total=200))


MATS = [
    ("runewars", "players", "RW-042"),
    ("runewars", "venue", "RW-043"),
    ("armada", "players", "AR-033"),
    ("armada", "venue", "AR-034"),
]


@pytest.mark.clause("RW-042", "RW-043", "AR-033", "AR-034")
@pytest.mark.parametrize(("ruleset", "whose", "clause"), MATS)
def test_an_event_keeps_whose_playmats_are_used(ruleset: str, whose: str, clause: str) -> None:
    day = Day(ruleset, options={"mats": whose})
    assert day.rules.components.mat_policies[whose].clause == clause
    assert day.event.details.options["mats"] == whose
    wrong = replace(day.event.details, options={"mats": "anybody"})
    day.refused(DescribeEvent(wrong), says="mats")
    day.do(DescribeEvent(replace(day.event.details, options={"mats": "both"})))
    assert day.event.details.options["mats"] == "both"
