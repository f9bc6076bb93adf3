"""Whoever comes late without a list is not paired: handed in, on paper, waived, or dropped."""

from __future__ import annotations

import pytest

from tests.day.events import Day, running
from tiltyard.day.lists import ReceiveListsOnPaper, SubmitList, WaiveList
from tiltyard.day.people import CheckIn, DropPlayer, RegisterPlayer, Rejoin
from tiltyard.day.reminders import reminders
from tiltyard.day.rounds import DrawRound
from tiltyard.day.setup import StartEvent
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.text.refusals import fix_text

REQUIRED = [
    ("runewars", "formal", "RW-056"),
    ("runewars", "premier", "RW-056"),
    ("armada", "formal", "AR-041"),
    ("xwing-dogfight", "casual", "XW-037"),
    ("diskwars", "casual", "DW-023"),
    ("middle-earth", "open", "ME-006"),
]


def with_a_late_one(ruleset: str = "runewars", tier: str = "formal") -> tuple[Day, PlayerId]:
    """Return an event before round 2, and somebody who came without a list."""
    day = running(ruleset, tier=tier)
    day.play_round()
    day.do(RegisterPlayer("Late"))
    return day, list(day.event.entrants)[-1]


@pytest.mark.clause("RW-056", "AR-041", "XW-037", "DW-023", "ME-006")
@pytest.mark.parametrize(("ruleset", "tier", "clause"), REQUIRED)
def test_nobody_is_paired_without_the_list_that_is_required(
    ruleset: str, tier: str, clause: str
) -> None:
    day, late = with_a_late_one(ruleset, tier)
    no = day.refused(DrawRound(), clause=clause, code="list-missing-for-the-draw")
    assert "on paper" in fix_text(no)
    assert "waive it" in fix_text(no)
    assert "drop the player" in fix_text(no)
    found = {
        one.code: one for one in reminders(day.event, day.rules, day.document, day.clock.now())
    }
    assert found["list-missing"].urgency == "blocks"
    assert found["list-missing"].facts["players"] == [late]
    day.do(ReceiveListsOnPaper((late,)))
    day.draw()
    assert day.event.draft is not None
    assert any(late in game.players for game in day.event.draft.games.values())


@pytest.mark.clause("RW-056")
def test_a_list_waived_with_a_reason_lets_a_late_player_in() -> None:
    day, late = with_a_late_one()
    day.refused(WaiveList(late, " "), code="public-reason-needed")
    day.refused(WaiveList(late, "please"), late, "RW-007")
    day.do(WaiveList(late, "the printer broke"))
    assert day.event.list_desk.waived == {late: "the printer broke"}
    day.refused(WaiveList(late, "again"), clause="RW-056", says="needs no list")
    day.refused(WaiveList(day.active()[0], "why"), clause="RW-056", says="needs no list")
    day.draw()
    assert day.folds()
    log = tuple(day.desk.log(day.name))
    verdict = verify_log(day.name, log, day.desk.store.head(day.name), load)
    assert verdict.is_clean, verdict.troubles


@pytest.mark.clause("RW-056")
def test_a_late_player_who_leaves_again_blocks_nothing() -> None:
    day, late = with_a_late_one()
    day.refused(DrawRound(), clause="RW-056")
    day.do(DropPlayer(late))
    day.draw()


@pytest.mark.clause("RW-056", "RW-146")
def test_whoever_comes_back_without_a_list_is_not_paired_either() -> None:
    day, late = with_a_late_one()
    day.do(DropPlayer(late))
    day.do(Rejoin(late))
    day.refused(DrawRound(), clause="RW-056", code="list-missing-for-the-draw")


@pytest.mark.clause("RW-056", "RW-048")
def test_a_late_list_with_errors_is_no_list_either() -> None:
    day, late = with_a_late_one()
    day.do(SubmitList(late, "Faction: Daqan\nSpearmen (240)\nTotal: 240"), late)
    no = day.refused(DrawRound(), says="The list of Late has errors.")
    assert no.clause is not None
    assert "drop the player" in fix_text(no)


@pytest.mark.clause("RW-056", "AR-041")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_where_no_list_is_required_a_late_player_is_paired(ruleset: str) -> None:
    day, late = with_a_late_one(ruleset, "relaxed")
    day.refused(WaiveList(late, "why"), says="needs no list")
    day.draw()


@pytest.mark.clause("RW-056")
def test_a_waived_list_does_not_keep_the_event_from_starting() -> None:
    day = Day("runewars", tier="formal")
    day.open_doors()
    players = day.register("Ann", "Bob", "Cem")
    for player in players:
        day.do(CheckIn(player))
    day.announce_everything()
    day.do(ReceiveListsOnPaper((players[0], players[1])))
    day.refused(StartEvent(), clause="RW-056", code="list-missing")
    day.do(WaiveList(players[2], "a beginner"))
    day.do(StartEvent())
    day.draw()
