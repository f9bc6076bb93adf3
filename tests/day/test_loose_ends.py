"""Acts whose ground shifts afterwards: what was told, called, drawn or settled before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import Day, before_the_bracket, in_round, running
from tiltyard.core.decide.components import MakeProxy
from tiltyard.core.decide.drawing import (
    DiscardDraw,
    DrawRound,
    MakeCut,
    PublishRound,
    SetCards,
    WithdrawRound,
)
from tiltyard.core.decide.judging import CallJudge, RecordIncident, RequestWatch, RuleOnCall
from tiltyard.core.decide.leaving import DropPlayer
from tiltyard.core.decide.results import VerifyTotals
from tiltyard.core.decide.setup import (
    ArrangeTables,
    DescribeEvent,
    FinishEvent,
    ReopenEvent,
    StartEvent,
)
from tiltyard.core.decide.staff import AppointStaff, HandOver, ReleaseStaff
from tiltyard.core.decide.timing import ChangeTable

# ------------------------------------------------------------------------------------- told again


def told(day: Day) -> set[str]:
    return set(day.event.announced)


@pytest.mark.clause("RW-140", "XW-083")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_a_plan_changed_after_it_was_told_is_told_again(ruleset: str) -> None:
    day = Day(ruleset, structure="custom", swiss_rounds=3, cut=4)
    day.open_doors()
    day.register(*(f"P{n}" for n in range(8)))
    day.check_everybody_in()
    day.announce_everything()
    before = told(day)
    day.do(DescribeEvent(replace(day.event.details, swiss_rounds=4), "more time"))
    assert told(day) == before - {"rounds"}
    day.refused(StartEvent(), says="all players must be told")
    day.do(DescribeEvent(replace(day.event.details, cut=2), "fewer tables"))
    assert told(day) == before - {"rounds", "cut"}
    day.announce_everything()
    day.do(StartEvent())


def test_a_new_venue_or_note_leaves_what_was_told() -> None:
    day = Day("runewars")
    day.open_doors()
    day.announce_everything()
    before = told(day)
    day.do(DescribeEvent(replace(day.event.details, venue="Hall 2", notes="bring pens"), "moved"))
    assert told(day) == before


# ------------------------------------------------------------------------------------- drawn again


def test_calls_at_the_tables_of_a_discarded_round_are_closed() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(CallJudge(game.id, "distance"), game.players[0])
    day.do(RequestWatch(game.id, "slow play"), game.players[0])
    day.do(WithdrawRound("wrong table numbers"))
    assert day.event.calls["c1"].state == "open"
    day.do(DiscardDraw("wrong table numbers"))
    assert day.event.calls["c1"].state == "final"
    assert day.event.watches["w1"].ended
    day.draw()
    day.do(PublishRound())
    day.refused(RuleOnCall("c1", "4 inches"), says="final")
    assert day.folds()


def test_lots_of_a_reopened_event_are_marked_as_known() -> None:
    day = running()
    day.do(DrawRound())
    assert day.event.draft is not None
    assert "seed-is-public" not in {one.code for one in day.event.draft.warnings}
    day.do(DiscardDraw("not yet"))
    day.do(FinishEvent("fire alarm"))
    day.do(ReopenEvent("false alarm"))
    day.do(DrawRound())
    assert "seed-is-public" in {one.code for one in day.event.draft.warnings}


@pytest.mark.clause("RW-109")
def test_a_lot_may_not_repeat_a_card_that_was_entered_by_hand() -> None:
    probe = running(players=9)
    probe.play_round()
    probe.draw()
    assert probe.event.draft is not None
    second = probe.event.draft.cards["deployment"]
    day = running(players=9)
    day.draw()
    day.do(SetCards({"deployment": second}, "drawn at the table"))
    day.do(PublishRound())
    day.enter_all()
    day.draw()
    day.refused(PublishRound(), clause="RW-110", says="drawn in this stage already")
    free = next(
        card
        for card in day.rules.draws["deployment"].pools[-1].cards
        if card not in {one.cards["deployment"] for one in day.event.rounds}
    )
    day.do(SetCards({"deployment": free}, "drawn at the table"))
    day.do(PublishRound())


# ------------------------------------------------------------------------------------- the cut


@pytest.mark.clause("AMB-025")
def test_where_nobody_is_replaced_a_second_cut_replaces_nobody() -> None:
    day = before_the_bracket("xwing-dogfight", options={"cut.replace": "bye_for_opponent"})
    assert day.event.qualification is not None
    seeds = day.event.qualification.seeds
    day.do(DropPlayer(seeds[1]))
    day.refused(MakeCut(), says="the cut is made")
    day.draw()
    assert day.event.draft is not None
    byes = [game.players for game in day.event.draft.games.values() if game.kind == "bye"]
    assert byes == [(seeds[2],)]


# ------------------------------------------------------------------------------------- people


@pytest.mark.clause("RW-010", "AR-008", "ME-003")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "middle-earth"])
def test_the_event_is_handed_over_and_has_one_organizer_throughout(ruleset: str) -> None:
    day = running(ruleset)
    day.refused(ReleaseStaff("p1", "organizer"), says="every event has an organizer")
    day.refused(AppointStaff("organizer", "Nora"), says="at most 1")
    day.refused(HandOver("", name="Nora"), says="needs a reason")
    day.refused(HandOver("ill", person="p1"), says="already")
    done = day.do(HandOver("ill", name="Nora"))
    nora = done.facts[1].fact.person  # type: ignore[union-attr]
    organizers = [one.person for one in day.event.staff if one.role == "organizer"]
    assert organizers == [nora]
    day.refused(DrawRound(), says="not your role")
    day.do(DrawRound(), nora)


@pytest.mark.clause("RW-031")
def test_a_player_cannot_take_over_a_formal_event() -> None:
    day = running(tier="formal")
    day.refused(HandOver("ill", person=day.active()[0]), clause="RW-031")


@pytest.mark.clause("RW-015")
def test_an_incident_may_recommend_a_disqualification_to_the_organizer() -> None:
    day = in_round()
    marshal = day.appoint("marshal", "Max")
    player = day.active()[0]
    noted = RecordIncident("cheating", (player,), "loaded dice", recommends_disqualification=True)
    day.do(noted, marshal)
    assert day.event.recommendations == {player: "loaded dice"}
    assert day.event.entrants[player].state == "active"


@pytest.mark.clause("RW-080")
def test_a_proxy_says_what_can_no_longer_be_read() -> None:
    day = in_round()
    player = day.active()[0]
    day.refused(MakeProxy(player, "Lance", " "), says="no longer be read")
    day.do(MakeProxy(player, "Lance", "the cost, 7"))


@pytest.mark.clause("RW-122")
def test_totals_are_verified_in_round_one_only() -> None:
    day = in_round()
    day.do(VerifyTotals(day.games()[0].id))
    day.enter_all()
    day.next_round()
    day.refused(VerifyTotals(day.games()[0].id), clause="RW-122")


@pytest.mark.clause("AMB-027")
def test_a_game_is_not_moved_to_a_table_out_of_use() -> None:
    day = running()
    day.do(ArrangeTables(out_of_use=(9,)))
    day.next_round()
    game = day.games()[0]
    day.refused(ChangeTable(game.id, 9), says="out of use")
    day.do(ChangeTable(game.id, 10))
