"""Players who leave, come back, or are removed."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.day.events import (
    RULESETS,
    Day,
    before_the_bracket,
    conceded_by,
    concession,
    in_round,
    recorded_concession,
    running,
)
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.clock import StartClock
from tiltyard.day.facts import LeavingReason
from tiltyard.day.people import Disqualify, DropPlayer, Rejoin
from tiltyard.day.results import ReportResult
from tiltyard.day.rounds import MakeCut
from tiltyard.day.setup import AwardPrize
from tiltyard.engine.flow import findings
from tiltyard.engine.tournament import PlayerId

REASONS = [why for why in get_args(LeavingReason) if why != "declined_place"]


def in_draft(day: Day, player: str) -> bool:
    day.draw()
    draft = day.event.draft
    assert draft is not None
    return any(player in game.players for game in draft.games.values())


# ------------------------------------------------------------------------ dropping


@pytest.mark.clause("RW-143", "AMB-098", "AMB-127")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_who_stops_is_not_paired_any_more(ruleset: str) -> None:
    day = running(ruleset)
    day.play_round()
    player = day.active()[0]
    before = day.points()[player]
    day.do(DropPlayer(player), player)
    assert day.event.entrants[player].state == "dropped"
    assert not in_draft(day, player)
    assert day.points()[player] == before
    day.refused(DropPlayer(player), says="is dropped")


@pytest.mark.clause("RW-144", "RW-145", "RW-066", "RW-078")
@pytest.mark.parametrize("why", REASONS)
def test_every_reason_to_leave_is_kept(why: LeavingReason) -> None:
    day = running("diskwars")
    day.play_round()
    player = day.active()[0]
    day.do(DropPlayer(player, why, "as told"))
    assert day.event.entrants[player].why_left == why
    assert day.round.after == ((player, "drop"),)


@pytest.mark.clause("DW-072")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_manipulative_concession_is_a_reason_in_diskwars_only(ruleset: str) -> None:
    day = running(ruleset)
    drop = DropPlayer(day.active()[0], "manipulative_concession")
    if ruleset == "diskwars":
        day.do(drop)
    else:
        no = day.refused(drop, code="does-not-name-reason")
        assert no.clause == day.rules.leaving.drop_clause


def test_a_place_in_the_cut_is_not_declined_by_leaving() -> None:
    day = running()
    day.refused(DropPlayer(day.active()[0], "declined_place"), code="place-cut-declined-own")


def test_players_drop_nobody_but_themselves() -> None:
    day = running()
    first, second = day.active()[:2]
    day.refused(DropPlayer(first), second, "RW-007", "only for yourself")
    day.refused(DropPlayer(PlayerId("p99")), code="entrant-nobody-here-id")
    day.do(DropPlayer(first), first)


# ------------------------------------------------------------------------ leaving a game


@pytest.mark.clause("AMB-017")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_leaving_a_running_game_is_a_concession(ruleset: str) -> None:
    day = in_round(ruleset)
    leaver = day.games()[0].players[1]
    winner = day.games()[0].players[0]
    clause = day.rules.outcomes["concession"].clause
    no = day.refused(DropPlayer(leaver), leaver, clause, "Leaving now is a concession")
    assert no.facts["match"] == day.games()[0].id
    day.refused(
        DropPlayer(leaver, slip=day.slip()), leaver, clause, code="slip-not-concession-player-who"
    )
    day.refused(
        DropPlayer(leaver, slip=concession(0)),
        leaver,
        clause,
        code="slip-not-concession-player-who",
    )
    day.do(DropPlayer(leaver, slip=conceded_by(day, leaver)), leaver)
    game = next(iter(day.round.games.values()))
    assert game.slip == recorded_concession(day, 1)
    assert day.event.entrants[leaver].state == "dropped"
    day.enter_all()
    assert day.points()[winner] > 0
    assert day.points()[leaver] == 0


@pytest.mark.clause("AMB-017")
def test_both_facts_of_leaving_a_game_belong_together() -> None:
    day = in_round()
    leaver = day.active()[0]
    done = day.do(DropPlayer(leaver, slip=conceded_by(day, leaver)), leaver)
    assert [one.fact.NAME for one in done.facts] == ["result-entered/1", "player-dropped/1"]
    assert len({one.key for one in done.facts}) == 1


@pytest.mark.clause("AMB-015")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_leaving_before_the_clock_starts_forfeits_the_game(ruleset: str) -> None:
    day = running(ruleset)
    day.draw()
    day.publish()
    game = day.games()[0]
    leaver, waiting = game.players
    day.do(DropPlayer(leaver))
    over = day.match(game.id)
    assert (over.kind, over.absent) == ("forfeit", leaver)
    day.do(StartClock())
    day.enter_all()
    bye = {"runewars": 8, "armada": 8, "middle-earth": 3}.get(ruleset, 5)
    assert day.points()[waiting] == bye


@pytest.mark.clause("AMB-017")
def test_a_result_that_was_handed_in_is_settled_before_its_player_leaves() -> None:
    day = in_round()
    game = day.games()[0]
    loser, winner = game.players
    slip = day.slip(10, 30)
    day.do(ReportResult(game.id, slip), loser)
    day.refused(DropPlayer(loser, slip=concession(0)), loser, "RW-143", code="result-handed-game")
    day.refused(Disqualify(loser, "shouting", concession(0)), clause="RW-143")
    day.do(ReportResult(game.id, slip), winner)
    day.do(DropPlayer(loser), loser)
    assert day.match(game.id).slip == slip


def test_somebody_who_rests_leaves_without_a_slip() -> None:
    day = in_round(players=5)
    resting = next(one for one in day.round.games.values() if one.kind == "bye").players[0]
    day.do(DropPlayer(resting), resting)


# ------------------------------------------------------------------------ coming back


@pytest.mark.clause("RW-146", "AMB-014", "AMB-127", "AMB-098")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_missed_round_is_an_unpaired_loss(ruleset: str) -> None:
    day = running(ruleset, players=9, **({} if "escalation" in ruleset else {"swiss_rounds": 4}))
    day.play_round()
    player = day.active()[3]
    before = day.points()[player]
    day.do(DropPlayer(player))
    day.play_round()
    day.play_round()
    day.do(Rejoin(player, "the car is repaired"))
    assert [player in one.unpaired for one in day.event.rounds] == [False, True, True]
    assert day.points()[player] == before
    assert in_draft(day, player)
    assert day.event.entrants[player].why_left is None


@pytest.mark.clause("RW-146")
def test_a_round_that_is_being_played_is_missed_as_well() -> None:
    day = running(players=9)
    day.play_round()
    player = day.active()[0]
    day.do(DropPlayer(player))
    day.next_round()
    day.do(Rejoin(player))
    assert player in day.round.unpaired


@pytest.mark.clause("RW-146")
def test_nothing_is_missed_between_two_rounds() -> None:
    day = running(players=9)
    day.play_round()
    player = day.active()[0]
    day.do(DropPlayer(player))
    day.do(Rejoin(player))
    assert not any(one.unpaired for one in day.event.rounds)
    assert in_draft(day, player)


@pytest.mark.clause("RW-146")
def test_somebody_who_left_before_round_1_missed_every_round() -> None:
    day = running(players=9)
    player = day.active()[0]
    day.do(DropPlayer(player))
    day.play_round()
    day.do(Rejoin(player))
    assert day.round.unpaired == (player,)
    day.play_round()
    assert not list(findings(as_tournament(day.event), day.document))


@pytest.mark.clause("RW-146")
def test_leaving_and_coming_back_twice_counts_each_round_once() -> None:
    day = running(players=9, swiss_rounds=5)
    player = day.active()[0]
    day.play_round()
    for _ in range(2):
        day.do(DropPlayer(player))
        day.play_round()
        day.do(Rejoin(player))
    assert [one.unpaired.count(player) for one in day.event.rounds] == [0, 1, 1]
    assert day.folds()


@pytest.mark.clause("RW-147", "ME-005", "AMB-127")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_disqualified_player_does_not_come_back(ruleset: str) -> None:
    day = running(ruleset)
    player = day.active()[0]
    day.do(Disqualify(player, "cheated"))
    no = day.refused(Rejoin(player), says="can't rejoin")
    assert no.clause == day.rules.leaving.disqualified_clause
    day.refused(Disqualify(player, "again"), says="already")
    day.refused(DropPlayer(player), says="is disqualified")


@pytest.mark.clause("RW-147")
def test_somebody_who_dropped_can_still_be_disqualified() -> None:
    day = running()
    player = day.active()[0]
    day.do(DropPlayer(player))
    day.do(Disqualify(player, "found out later"))
    day.refused(Rejoin(player), clause="RW-147")


def test_only_somebody_who_left_comes_back() -> None:
    day = running()
    day.refused(Rejoin(day.active()[0]), clause="RW-146", code="not-left")
    day.refused(Rejoin(PlayerId("p99")), code="entrant-nobody-here-id")


@pytest.mark.clause("RW-146")
def test_nobody_comes_back_after_the_cut() -> None:
    day = running(swiss_rounds=2, cut=4)
    day.play_swiss()
    player = day.ranking()[-1]
    day.do(DropPlayer(player))
    day.do(MakeCut())
    day.refused(Rejoin(player), clause="RW-146", says="The Swiss rounds are over.")
    day.next_round()
    day.refused(Rejoin(player), clause="RW-146")


# ------------------------------------------------------------------------ disqualification


@pytest.mark.clause("AMB-017", "AMB-018")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_disqualified_player_loses_the_running_game_and_the_ranking(ruleset: str) -> None:
    day = running(ruleset)
    day.play_round()
    before = day.round
    day.next_round()
    player = day.games()[0].players[0]
    day.refused(Disqualify(player, "cheated"), says="Leaving now is a concession")
    day.do(Disqualify(player, "cheated", conceded_by(day, player)))
    assert next(iter(day.round.games.values())).slip == recorded_concession(day, 0)
    assert day.event.rounds[0] == before
    day.enter_all()
    row_of = {row: place for place, row in enumerate(day.ranking())}
    assert row_of.get(player, 99) >= len(row_of) - 1
    day.refused(AwardPrize("Best army", player), says="was disqualified")


def test_an_organizer_disqualifies_after_the_end_as_well() -> None:
    day = running(players=4, swiss_rounds=1)
    day.play_round()
    day.finish()
    day.do(Disqualify(day.active()[0], "weighted dice"))


# ------------------------------------------------------------------------ in the bracket


@pytest.mark.clause("RW-166", "AMB-026", "AMB-056")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_who_leaves_between_bracket_rounds_gives_the_next_opponent_a_bye(ruleset: str) -> None:
    day = before_the_bracket(ruleset)
    day.play_round()
    first, second = (_winner(day, place) for place in (1, 2))
    day.do(DropPlayer(first), first)
    day.draw()
    day.publish()
    final = next(iter(day.round.games.values()))
    assert final.kind == "bye"
    assert final.players == (second,)
    day.finish()


def _winner(day: Day, place: int) -> PlayerId:
    game = day.match(f"2.1.{place}")
    assert game.slip is not None
    assert game.slip.score is not None
    return game.players[0 if game.slip.score[0] > game.slip.score[1] else 1]


@pytest.mark.clause("RW-166", "AMB-026")
def test_who_leaves_during_a_bracket_game_concedes_it() -> None:
    day = before_the_bracket()
    day.next_round()
    leaver, opponent = day.games()[0].players
    day.do(DropPlayer(leaver, slip=conceded_by(day, leaver)), leaver)
    day.enter(day.games()[1])
    day.next_round()
    assert opponent in day.games()[0].players


@pytest.mark.clause("AMB-019")
def test_a_field_that_becomes_odd_has_a_bye_and_an_even_one_none() -> None:
    day = running(players=6)
    day.play_round()
    day.do(DropPlayer(day.active()[0]))
    day.play_round()
    assert [one for one in day.round.games.values() if one.kind == "bye"]
    day.do(DropPlayer(day.active()[0]))
    day.next_round()
    assert not [one for one in day.round.games.values() if one.kind == "bye"]
