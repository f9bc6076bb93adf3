"""Rounds: drawn, thrown away, changed by hand, published, taken back."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, before_the_bracket, concession, in_round, running
from tiltyard.day.clock import AssignRulingLeader, CallSeating, ChangeTable, StartClock
from tiltyard.day.components import EndComponentTrouble, NoteComponentTrouble
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.event import DayRound, round_state
from tiltyard.day.people import ChangePlayer, DropPlayer, Rejoin
from tiltyard.day.results import CorrectResult, EnterResult, ReportResult, VerifyTotals
from tiltyard.day.rounds import (
    ByHand,
    ChangePairings,
    DiscardDraw,
    DrawRound,
    MakeCut,
    PublishRound,
    SetCards,
    WithdrawRound,
)
from tiltyard.day.setup import ArrangeTables, ChangePlan
from tiltyard.engine.tournament import PlayerId
from tiltyard.service.desk import ORGANIZER


def draft(day: Day) -> DayRound:
    waiting = day.event.draft
    assert waiting is not None
    return waiting


def pairs(round_: DayRound) -> list[tuple[str, ...]]:
    return [game.players for game in round_.games.values()]


# ------------------------------------------------------------------------ what must be settled


@pytest.mark.clause("RW-148", "ME-015")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_round_is_drawn_while_a_table_is_open(ruleset: str) -> None:
    day = in_round(ruleset)
    *most, last = day.games()
    for game in most:
        day.enter(game)
    no = day.refused(DrawRound(), says=f"open tables: {last.table}")
    assert no.clause == day.rules.pairing.clause
    day.enter(last)
    day.draw()


def test_no_round_is_drawn_while_a_result_is_disputed() -> None:
    day = in_round()
    day.enter_all()
    game = day.games()[0]
    assert game.slip is not None
    day.do(EnterResult(game.id, day.slip(1, 0)))
    assert day.match(game.id).is_disputed
    day.refused(DrawRound(), says="open tables")


@pytest.mark.clause("RW-078")
def test_no_round_is_drawn_while_somebody_misses_a_component() -> None:
    day = in_round()
    player = day.active()[0]
    day.do(NoteComponentTrouble(player, "unit card", "lost"))
    day.enter_all()
    day.refused(DrawRound(), clause="RW-078", says="still misses")
    day.do(EndComponentTrouble("t1", "found"))
    day.draw()


@pytest.mark.clause("RW-078")
def test_a_player_who_left_blocks_no_round() -> None:
    day = in_round()
    player = day.active()[0]
    day.do(NoteComponentTrouble(player, "unit card", "lost"))
    day.enter_all()
    day.do(DropPlayer(player, "missing_component"))
    day.draw()


def test_no_second_round_is_drawn_beside_a_waiting_one() -> None:
    day = running()
    day.draw()
    day.refused(DrawRound(), code="round-drawn-already")


@pytest.mark.clause("RW-156")
def test_the_cut_comes_before_the_bracket_and_after_the_swiss_rounds() -> None:
    day = running(swiss_rounds=2, cut=4)
    day.refused(MakeCut(), clause="RW-157", code="swiss-rounds-not-played-out")
    day.play_round()
    day.refused(MakeCut(), clause="RW-157", code="swiss-rounds-not-played-out")
    day.next_round()
    day.refused(MakeCut(), clause="RW-157", code="swiss-rounds-not-played-out")
    day.enter_all()
    day.refused(DrawRound(), clause="RW-157", says="It's time for the cut.")
    day.do(MakeCut())
    day.refused(MakeCut(), clause="RW-157", says="The cut has already been made.")
    day.draw()
    day.refused(MakeCut(), clause="RW-157", says="have begun")


def test_without_a_planned_cut_there_is_none() -> None:
    day = running(swiss_rounds=1)
    day.play_round()
    day.refused(MakeCut(), clause="RW-157", says="No cut is planned.")
    no = day.refused(DrawRound(), says="The planned round has been played.")
    assert no.clause


@pytest.mark.clause("RW-159")
def test_no_bracket_is_drawn_while_a_place_is_offered() -> None:
    day = before_the_bracket()
    cut = day.event.qualification
    assert cut is not None
    day.do(DropPlayer(cut.seeds[0]))
    day.refused(DrawRound(), clause="RW-159", says="hasn't answered")


@pytest.mark.clause("AMB-028", "RW-162")
def test_a_correction_that_only_reorders_the_seeds_asks_for_the_cut_again() -> None:
    day = before_the_bracket()
    before = day.event.qualification
    assert before is not None
    top, second = before.seeds[:2]
    for game in [game for one in day.event.rounds for game in one.games.values()]:
        if second in game.players and game.slip is not None and game.slip.score:
            high = (200, 0) if game.players[0] == second else (0, 200)
            day.do(CorrectResult(game.id, day.slip(*high), game.slip.digest, "misread"))
    day.refused(DrawRound(), clause="RW-157", code="standings-changed-since-cut-made")
    day.do(MakeCut())
    after = day.event.qualification
    assert after is not None
    assert after.seeds[0] == second
    assert top in after.seeds
    day.draw()


# ------------------------------------------------------------------------ stale draws


def _correct(day: Day) -> None:
    game = day.games()[0]
    assert game.slip is not None
    day.do(CorrectResult(game.id, day.slip(77, 1), game.slip.digest, "misread"))


def _change_table_of_player(day: Day) -> None:
    player = day.event.entrants[day.active()[0]]
    day.do(ChangePlayer(player.id, player.name, player.number or 0, table=3))


def _change_plan(day: Day) -> None:
    day.do(ChangePlan(4, None, "more time"), confirm="plan-after-start")
    day.announce_everything()


STALE = {
    "a player leaves": lambda day: day.do(DropPlayer(day.active()[0])),
    "a player enters": lambda day: day.register("Late"),
    "a result is corrected": _correct,
    "the plan changes": _change_plan,
    "the tables change": lambda day: day.do(ArrangeTables(first=5)),
    "a fixed table": _change_table_of_player,
    "a table of the last round": lambda day: day.do(ChangeTable(day.games()[0].id, 50)),
}


@pytest.mark.clause("AMB-019")
@pytest.mark.parametrize("what", STALE)
def test_a_draw_from_something_that_changed_is_not_published(what: str) -> None:
    day = running(players=6)
    day.play_round()
    day.draw()
    STALE[what](day)
    no = day.refused(PublishRound(), says="out of date")
    assert no.clause == "RW-148"
    day.do(DiscardDraw("out of date"))
    day.draw()
    day.publish()


def test_somebody_who_returns_makes_the_draw_stale() -> None:
    day = running(players=6)
    day.play_round()
    gone = day.active()[0]
    day.do(DropPlayer(gone))
    day.draw()
    day.do(Rejoin(gone))
    day.refused(PublishRound(), says="out of date")


def test_notes_about_played_games_do_not_make_a_draw_stale() -> None:
    day = running(players=6)
    judge = day.appoint("judge", "Jon")
    day.play_round()
    day.draw()
    game = day.games()[0]
    day.do(VerifyTotals(game.id))
    day.do(AssignRulingLeader(game.id, judge))
    assert day.event.stale == ""
    day.publish()


# ------------------------------------------------------------------------ drawn again


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_draw_thrown_away_stays_visible_and_the_next_is_another_attempt(ruleset: str) -> None:
    day = running(ruleset)
    day.draw()
    first = draft(day)
    day.refused(DiscardDraw("  "), code="public-reason-needed")
    day.do(DiscardDraw("a friend was missing"))
    assert day.event.draft is None
    gone = day.event.discarded[-1]
    assert (gone.round, gone.attempt, gone.by) == ("1.1", 1, "p1")
    assert gone.reason == "a friend was missing"
    assert [match.players for match in gone.matches] == pairs(first)
    day.draw()
    second = draft(day)
    assert second.attempt == 2
    assert pairs(second) != pairs(first)
    day.do(DiscardDraw("again"))
    day.draw()
    assert draft(day).attempt == 3
    assert [one.attempt for one in day.event.discarded] == [1, 2]


@pytest.mark.clause("RW-109")
def test_another_attempt_has_the_same_cards() -> None:
    day = running()
    day.draw()
    cards = draft(day).cards
    day.do(DiscardDraw("again"))
    day.draw()
    assert draft(day).cards == cards
    assert set(cards) == {"deployment", "objective"}


def test_a_discarded_draw_needs_one_that_waits() -> None:
    day = running()
    day.refused(DiscardDraw("none"), says="no drawn round")
    day.refused(PublishRound(), says="no drawn round")
    day.next_round()
    day.refused(DiscardDraw("none"), says="no drawn round")


def test_the_engine_and_the_position_are_kept_with_a_draw() -> None:
    day = running()
    version = day.event.version
    day.draw()
    assert draft(day).position == version
    assert draft(day).engine.startswith("tiltyard ")


# ------------------------------------------------------------------------ by hand


def test_a_change_by_hand_needs_a_reason_and_is_public() -> None:
    day = running()
    day.draw()
    first, second = pairs(draft(day))[0][0], pairs(draft(day))[1][0]
    swap = ByHand(PlayerId(first), PlayerId(second))
    day.refused(ChangePairings((swap,), ""), code="public-reason-needed")
    day.refused(ChangePairings((), "because"), says="Nothing would change.")
    day.do(ChangePairings((swap,), "brothers"))
    changed = draft(day)
    assert second in pairs(changed)[0]
    assert first in pairs(changed)[1]
    marked = [game.override for game in changed.games.values()]
    assert marked == [("p1", "brothers"), ("p1", "brothers"), None, None]
    assert changed.by_hand == "brothers"
    assert pairs(changed) != [match.players for match in changed.drawn]


def test_a_change_by_hand_lists_its_consequences() -> None:
    day = running(players=4)
    day.play_round()
    met = pairs(day.round)[0]
    day.draw()
    pair = ByHand(PlayerId(met[0]), PlayerId(met[1]), pair=True)
    change = ChangePairings((pair,), "they asked for it")
    asked = day.refused(change, says="already met in round 1")
    assert isinstance(asked, NeedsConfirmation)
    done = day.desk.do(day.name, ORGANIZER, change, confirmed=frozenset(asked.codes))
    consequences = done.facts[1].fact.consequences
    assert ("repeat-by-hand", "RW-142") in {(one.code, one.clause) for one in consequences}


def test_only_an_organizer_changes_pairings_by_hand() -> None:
    day = running("middle-earth")
    keeper = day.appoint("scorekeeper", "Kai")
    day.do(DrawRound(), keeper)
    first, second = pairs(draft(day))[0][0], pairs(draft(day))[1][0]
    swap = ChangePairings((ByHand(PlayerId(first), PlayerId(second)),), "why not")
    day.refused(swap, keeper, "ME-002")
    day.do(PublishRound(), keeper)


@pytest.mark.clause("RW-165", "XW-085")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_a_bracket_is_not_changed_by_hand(ruleset: str) -> None:
    day = before_the_bracket(ruleset)
    day.draw()
    first, second = pairs(draft(day))[0][0], pairs(draft(day))[1][0]
    swap = ByHand(PlayerId(first), PlayerId(second))
    no = day.refused(ChangePairings((swap,), "friends"), code="bracket-not-changed-hand")
    assert no.clause == day.rules.elimination.fold_clause


# ------------------------------------------------------------------------ published and taken back


def test_a_published_round_is_taken_back_before_its_first_result_only() -> None:
    day = running()
    day.refused(WithdrawRound("none yet"), clause="RW-148", code="round-no-round-published-yet")
    day.next_round()
    day.refused(WithdrawRound(""), code="public-reason-needed")
    published = pairs(day.round)
    day.do(WithdrawRound("wrong hall"))
    assert day.event.rounds == ()
    assert pairs(draft(day)) == published
    assert not draft(day).began
    day.publish()
    day.do(StartClock())
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip()), game.players[0])
    day.refused(WithdrawRound("wrong hall"), clause="RW-148", says="has results")


def test_a_round_in_which_somebody_left_stays() -> None:
    day = running(players=5)
    day.draw()
    day.publish()
    resting = next(one for one in day.round.games.values() if one.kind == "bye").players[0]
    day.do(DropPlayer(resting))
    day.refused(WithdrawRound("wrong hall"), code="round-results-players-left-came")


def test_an_older_round_is_not_taken_back_behind_a_newer_draw() -> None:
    day = running()
    day.play_round()
    day.draw()
    day.refused(WithdrawRound("no"), says="A newer round has been drawn.")


def test_a_withdrawn_round_can_be_drawn_again() -> None:
    day = running()
    day.draw()
    day.publish()
    day.do(WithdrawRound("wrong tables"))
    day.do(DiscardDraw("wrong tables"))
    day.draw()
    assert draft(day).attempt == 2


# ------------------------------------------------------------------------ cards


@pytest.mark.clause("RW-104", "AMB-050")
def test_a_relaxed_event_may_use_any_card() -> None:
    day = running(tier="relaxed")
    day.draw()
    day.refused(SetCards({"deployment": "House card"}), code="public-reason-needed")
    day.do(SetCards({"deployment": "House card"}, "we made it"))
    assert draft(day).cards["deployment"] == "House card"


@pytest.mark.clause("RW-104", "RW-102", "RW-103")
@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_a_formal_event_uses_exactly_the_cards_of_the_season(tier: str) -> None:
    day = running(tier=tier)
    day.draw()
    day.refused(SetCards({"deployment": "House card"}, "ours"), clause="RW-104")
    day.refused(SetCards({"deployment": "Standoff"}, "last season"), clause="RW-104")
    day.refused(SetCards({"objective": "Demoralize Their Forces"}, "old"), clause="RW-104")
    day.do(SetCards({"deployment": "Maelstrom"}, "drawn at the table"))


@pytest.mark.clause("RW-104")
def test_an_event_outline_may_prescribe_other_cards() -> None:
    day = running(tier="premier", outline=True)
    day.draw()
    day.do(SetCards({"deployment": "Standoff"}, "the outline says so"))


@pytest.mark.clause("RW-109", "RW-110")
def test_a_card_comes_back_only_when_the_others_were_drawn() -> None:
    day = running(players=16, swiss_rounds=4)
    day.play_round()
    day.draw()
    used = day.event.rounds[0].cards["deployment"]
    for typed in (used, used.upper(), f" {used.lower()} "):
        day.refused(SetCards({"deployment": typed}, "by die"), clause="RW-109")
    day.publish()
    day.do(StartClock())
    day.enter_all()
    day.play_round()
    day.draw()
    day.do(SetCards({"deployment": used}, "by die"))


@pytest.mark.clause("RW-108")
def test_only_cards_the_game_knows_are_entered() -> None:
    day = running()
    day.draw()
    day.refused(SetCards({"weather": "rain"}, "outside"), code="no-such-kind-of-card")
    day.refused(SetCards({}, "nothing"), says="You haven't named a card.")
    other = running("armada")
    other.draw()
    other.refused(SetCards({"deployment": "Maelstrom"}, "mixed up"), code="no-such-kind-of-card")


# ------------------------------------------------------------------------ at the tables


@pytest.mark.clause("RW-134", "RW-125", "AR-071")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_round_is_posted_seated_and_running(ruleset: str) -> None:
    day = running(ruleset)
    day.refused(CallSeating(), code="round-no-round-published-yet")
    day.draw()
    day.publish()
    assert round_state(day.round) == "published"
    day.do(CallSeating())
    assert round_state(day.round) == "seating"
    day.refused(CallSeating(), says="already")
    game = day.games()[0]
    day.refused(ReportResult(game.id, day.slip()), game.players[0], says="hasn't been started")
    day.do(StartClock())
    assert round_state(day.round) == "running"
    day.enter_all()
    assert round_state(day.round) == "closed"


@pytest.mark.clause("AMB-027")
def test_a_game_moves_only_to_a_free_table() -> None:
    day = in_round()
    first, second = day.games()[:2]
    assert second.table is not None
    day.refused(ChangeTable(first.id, second.table), clause="AMB-027", says="is taken")
    day.refused(ChangeTable(first.id, 0), says="whole numbers")
    day.refused(ChangeTable("1.1.99", 9), says="no match")
    day.do(ChangeTable(first.id, 9, "a wheelchair"))
    moved = day.match(first.id)
    assert (moved.table, moved.override) == (9, ("p1", "a wheelchair"))


@pytest.mark.clause("RW-166")
def test_after_elimination_has_begun_no_cut_is_made_and_the_champion_ends_it() -> None:
    day = before_the_bracket()
    day.play_round()
    day.play_round()
    no = day.refused(DrawRound(), says="decided")
    assert no.clause
    day.finish()


@pytest.mark.clause("RW-163", "RW-164")
def test_an_event_may_begin_with_elimination() -> None:
    day = running(players=5, swiss_rounds=0)
    day.draw()
    kinds = [game.kind for game in draft(day).games.values()]
    assert sorted(kinds) == ["bye", "bye", "bye", "game"]
    assert draft(day).kind == "elimination"
    day.publish()
    day.do(StartClock())
    game = day.games()[0]
    day.do(EnterResult(game.id, concession(0)))
    day.draw()
    assert len(draft(day).games) == 2
