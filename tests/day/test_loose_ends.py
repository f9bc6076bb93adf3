"""Acts whose ground shifts afterwards: what was told, called, drawn or settled before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import Day, before_the_bracket, in_round, running
from tiltyard.day.clock import ChangeTable, GrantExtension, StartClock
from tiltyard.day.components import MakeProxy
from tiltyard.day.judging import CallJudge, RecordIncident, ReportIncident, RequestWatch, RuleOnCall
from tiltyard.day.people import (
    AppointStaff,
    DeclineDisqualification,
    DropPlayer,
    HandOver,
    RecommendDisqualification,
    RegisterPlayer,
    ReleaseStaff,
    ScoreExtra,
    VoteFavourite,
)
from tiltyard.day.results import CorrectResult, VerifyTotals
from tiltyard.day.rounds import (
    DiscardDraw,
    DrawRound,
    MakeCut,
    PublishRound,
    SetCards,
    WithdrawRound,
)
from tiltyard.day.setup import (
    ArchiveEvent,
    ArrangeTables,
    DescribeEvent,
    FinishEvent,
    ReopenEvent,
    StartEvent,
    Undo,
)
from tiltyard.day.start import announcements_left
from tiltyard.engine.tournament import PlayerId

# ------------------------------------------------------------------------------------- told again


def told(day: Day) -> set[str]:
    return set(day.event.announced)


def left(day: Day) -> tuple[str, ...]:
    return announcements_left(day.event, day.rules, day.document)


@pytest.mark.clause("RW-140", "XW-083")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_a_plan_changed_after_it_was_told_is_told_again(ruleset: str) -> None:
    day = Day(ruleset, structure="custom", swiss_rounds=3, cut=4)
    day.open_doors()
    day.register(*(f"P{n}" for n in range(8)))
    day.check_everybody_in()
    day.take_lists_on_paper()
    day.announce_everything()
    assert left(day) == ()
    day.do(DescribeEvent(replace(day.event.details, swiss_rounds=4), "more time"))
    assert left(day) == ("rounds",)
    day.refused(StartEvent(), says="Players were told 3 Swiss rounds. Now it is 4 Swiss rounds.")
    day.do(DescribeEvent(replace(day.event.details, cut=2), "fewer tables"))
    assert left(day) == ("rounds", "cut")
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
    day.do(StartClock())
    day.enter_all()
    day.draw()
    day.refused(PublishRound(), clause="RW-109", code="drawn-stage-already")
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
    day.refused(MakeCut(), says="The cut has already been made.")
    day.draw()
    assert day.event.draft is not None
    byes = [game.players for game in day.event.draft.games.values() if game.kind == "bye"]
    assert byes == [(seeds[2],)]


# ------------------------------------------------------------------------------------- people


@pytest.mark.clause("RW-010", "AR-008", "ME-003")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "middle-earth"])
def test_the_event_is_handed_over_and_has_one_organizer_throughout(ruleset: str) -> None:
    day = running(ruleset)
    day.refused(ReleaseStaff("p1", "organizer"), says="Every event needs an organizer.")
    day.refused(AppointStaff("organizer", "Nora"), says="at most 1")
    day.refused(HandOver("", name="Nora"), code="public-reason-needed")
    day.refused(HandOver("ill", person="p1"), says="already")
    done = day.do(HandOver("ill", name="Nora"))
    nora = done.facts[1].fact.person  # type: ignore[union-attr]
    organizers = [one.person for one in day.event.staff if one.role == "organizer"]
    assert organizers == [nora]
    day.refused(DrawRound(), code="not-your-role")
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


# ------------------------------------------------------------------------------------- seen first


def test_undo_takes_back_what_was_looked_at_and_nothing_else() -> None:
    day = running()
    day.register("Ann")
    seen = day.event.last_act
    assert seen is not None
    day.register("Ben")
    no = day.refused(Undo(first=seen.first), says="since you looked")
    assert no.facts["act"] == "register-player"
    last = day.event.last_act
    assert last is not None
    day.do(Undo(first=last.first))
    assert {one.name for one in day.event.entrants.values()} >= {"Ann"}


def test_a_draw_is_published_or_discarded_only_as_it_was_looked_at() -> None:
    day = running()
    day.draw()
    day.do(DiscardDraw("mixed up", attempt=1))
    day.draw()
    day.refused(PublishRound(attempt=1), says="attempt 2")
    day.refused(DiscardDraw("again", attempt=1), says="attempt 2")
    day.do(PublishRound(attempt=2))
    day.refused(WithdrawRound("no", round="1.2"), says="newer round")
    day.do(WithdrawRound("no", round="1.1"))


def test_an_id_is_never_given_to_a_second_person() -> None:
    day = running()
    (ann,) = day.register("Ann")
    day.do(Undo())
    (ben,) = day.register("Ben")
    assert ben != ann
    assert day.folds()


@pytest.mark.parametrize("person", ["a b", "\u202ep1", "x" * 65, "../../p1", "a\0b", "-p"])
def test_ids_people_bring_along_are_plain(person: str) -> None:
    day = Day("runewars")
    day.announce()
    day.refused(RegisterPlayer("Eve", person=person), code="cannot-id-person")


def test_an_open_offer_is_answered_before_the_cut_is_made_again() -> None:
    day = before_the_bracket()
    assert day.event.qualification is not None
    day.do(DropPlayer(day.event.qualification.seeds[0]))
    day.refused(MakeCut(), clause="RW-159", says="hasn't answered yet")


# ------------------------------------------------------------------------------------- corrections


@pytest.mark.clause("AMB-028", "AMB-015")
def test_a_result_is_corrected_to_a_forfeit_and_a_forfeit_to_the_other_absentee() -> None:
    day = in_round()
    game = day.games()[0]
    first, second = game.players
    day.enter(game)
    slip = day.match(game.id).slip
    assert slip is not None
    nobody = CorrectResult(game.id, None, slip.digest, "x")
    day.refused(nobody, code="correction-names-slip-who-absent")
    day.do(replace(nobody, absent=second))
    assert (day.match(game.id).kind, day.match(game.id).absent) == ("forfeit", second)
    day.refused(replace(nobody, absent=second), code="correct-result-counts-already")
    day.do(replace(nobody, absent=first, reason="the other one"))
    assert day.match(game.id).absent == first
    day.do(CorrectResult(game.id, slip, "", "played after all"))
    assert day.match(game.id).kind == "game"
    assert day.folds()


@pytest.mark.clause("RW-029", "AMB-028")
def test_the_marshal_corrects_only_where_the_organizer_plays() -> None:
    day = Day("runewars", tier="relaxed")
    marshal = day.appoint("marshal", "Max")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register(*(f"P{n}" for n in range(7)))
    day.begin()
    day.next_round()
    own = day.game_of("p1")
    other = next(game for game in day.games() if "p1" not in game.players)
    day.enter(own, who=marshal)
    day.enter(other, who=marshal)

    def turned(match: str) -> CorrectResult:
        slip = day.match(match).slip
        assert slip is not None
        return CorrectResult(match, day.slip(10, 30), slip.digest, "scores swapped")

    day.refused(turned(own.id), code="not-your-own-match")
    day.refused(turned(other.id), marshal, code="organizer-corrects-results-counted")
    day.do(turned(own.id), marshal)
    day.do(turned(other.id))


# ------------------------------------------------------------------------------------- own cause


@pytest.mark.clause("AMB-100", "ME-043")
def test_a_scorekeeper_who_plays_neither_votes_for_others_nor_scores_for_themselves() -> None:
    own = {"standings.extra": ["favourite_opponent", "secret"]}
    day = Day("middle-earth", options=own)
    keeper = day.appoint("scorekeeper", "Kim")
    day.open_doors()
    day.do(RegisterPlayer(person=keeper))
    day.register(*(f"P{n}" for n in range(3)))
    day.begin()
    day.play_round()
    opponent = day.opponent(keeper)
    day.refused(ScoreExtra(PlayerId(keeper), "secret", 9), keeper, code="not-your-own-match")
    day.refused(VoteFavourite(opponent, PlayerId(keeper)), keeper, code="own-vote")
    day.do(VoteFavourite(PlayerId(keeper), opponent), keeper)
    day.do(VoteFavourite(opponent, PlayerId(keeper)), opponent)


@pytest.mark.clause("RW-015")
def test_the_organizer_may_decline_a_recommended_disqualification() -> None:
    day = in_round()
    marshal = day.appoint("marshal", "Max")
    player = day.active()[0]
    day.refused(
        DeclineDisqualification(player, "why?"), code="nobody-recommended-disqualify-player"
    )
    day.do(RecommendDisqualification(player, "rude"), marshal)
    day.refused(DeclineDisqualification(player, "no"), marshal, code="not-your-role")
    day.do(DeclineDisqualification(player, "a warning will do"))
    assert day.event.recommendations == {}
    assert day.event.entrants[player].state == "active"


@pytest.mark.clause("RW-027")
def test_a_reported_incident_is_answered_by_a_leader() -> None:
    day = in_round()
    day.do(ReportIncident("stalling", "table 2 is very slow"), "a-guest")
    assert not day.event.incidents["i1"].handled
    noted = RecordIncident("stalling", (), "watched, nothing wrong", answers="i1")
    day.do(noted)
    assert day.event.incidents["i1"].handled
    day.refused(noted, says="no open report")
    assert day.folds()


# ------------------------------------------------------------------------------------- small things


@pytest.mark.clause("AR-094", "AMB-033")
def test_an_untimed_round_has_no_extension_even_before_its_start() -> None:
    day = before_the_bracket("armada")
    day.draw()
    day.do(PublishRound())
    day.refused(GrantExtension(day.games()[0].id, "late"), says="untimed")


def test_player_numbers_begin_with_one() -> None:
    day = Day("runewars")
    day.announce()
    day.refused(RegisterPlayer("Ann", number=0), says="from 1")
    day.do(RegisterPlayer("Ann", number=1))


def test_an_event_nobody_came_to_can_be_put_away() -> None:
    day = Day("runewars")
    day.announce()
    day.do(ArchiveEvent())
    assert day.event.phase == "archived"
    day.refused(RegisterPlayer("Ann"), code="not-in-this-phase")


@pytest.mark.clause("AMB-100")
def test_a_vote_for_somebody_who_never_came_is_void() -> None:
    day = Day("middle-earth", options={"standings.extra": ["favourite_opponent"]})
    day.open_doors()
    day.register(*(f"P{n}" for n in range(4)))
    day.begin()
    day.play_round()
    game = day.games()[0]
    first, second = game.players
    day.do(VoteFavourite(first, second), first)
    slip = day.match(game.id).slip
    assert slip is not None
    day.do(CorrectResult(game.id, None, slip.digest, "P1 had gone home", second))
    assert day.event.entrants[first].favourite is None
    assert day.ranking()
    assert day.folds()
