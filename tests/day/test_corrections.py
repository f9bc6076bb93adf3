"""Corrections: with a reason, naming what they replace, never changing what was published."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import RULESETS, before_the_bracket, concession, in_round, running
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.event import Game
from tiltyard.day.facts import ResultCorrected
from tiltyard.day.results import CorrectResult, ForfeitGame
from tiltyard.day.rounds import DiscardDraw, DrawRound, PublishRound, WithdrawRound
from tiltyard.engine.flow import findings
from tiltyard.engine.slip import Slip
from tiltyard.text.refusals import fix_text


def slip_of(game: Game) -> Slip:
    assert game.slip is not None
    return game.slip


def turned(slip: Slip) -> Slip:
    """Return the slip with the other player as the winner."""
    assert slip.score is not None
    return replace(slip, score=(slip.score[1], slip.score[0]))


def correction(game: Game, slip: Slip, reason: str = "misread") -> CorrectResult:
    return CorrectResult(game.id, slip, slip_of(game).digest, reason)


@pytest.mark.clause("AMB-028")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_result_of_round_1_is_corrected_in_round_3(ruleset: str) -> None:
    day = running(ruleset)
    day.play_round()
    old = day.games()[0]
    day.play_round()
    day.next_round()
    published = [one.games for one in day.event.rounds[1:]]
    before = day.points()
    done = day.do(correction(old, turned(slip_of(old))))
    assert [one.games for one in day.event.rounds[1:]] == published
    fact = done.facts[0].fact
    assert isinstance(fact, ResultCorrected)
    assert (fact.before, fact.slip) == (old.slip, turned(slip_of(old)))
    after = day.points()
    changed = {player for player in after if after[player] != before[player]}
    assert changed == set(old.players)
    reason = f"drawn before the result of match {old.id} was corrected: misread"
    assert [one.basis_changed for one in day.event.rounds] == [None, *[("p1", reason)] * 2]
    day.enter_all()
    assert not [
        one for one in findings(as_tournament(day.event), day.document) if one.severity == "error"
    ]


@pytest.mark.clause("AMB-028")
def test_a_correction_needs_a_reason_and_the_slip_it_replaces() -> None:
    day = running()
    day.play_round()
    game = day.games()[0]
    right = day.slip(77, 1)
    day.refused(correction(game, right, ""), code="public-reason-needed")
    no = day.refused(CorrectResult(game.id, right, "0" * 16, "misread"), says="has changed")
    assert no.facts["both"] == (game.slip, right)
    day.refused(correction(game, slip_of(game)), code="correct-result-counts-already")
    day.refused(correction(game, day.slip(-1, 0)))
    day.do(correction(game, right))
    day.refused(correction(game, day.slip(5, 1)), says="has changed")


def test_only_an_organizer_corrects() -> None:
    day = running()
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    day.play_round()
    game = day.games()[0]
    for who in (judge, marshal, game.players[0]):
        day.refused(correction(game, day.slip(77, 1)), who, "RW-007")


def test_what_has_no_result_is_not_corrected() -> None:
    day = in_round(players=5)
    game = day.games()[0]
    day.refused(CorrectResult(game.id, day.slip(), "", "early"), says="no result to correct")
    bye = next(one for one in day.round.games.values() if one.kind == "bye")
    day.refused(CorrectResult(bye.id, day.slip(), "", "early"), says="no result to correct")


@pytest.mark.clause("AMB-015", "AMB-028")
def test_a_forfeited_game_that_was_played_after_all() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(ForfeitGame(game.id, game.players[0], drop=False))
    day.do(CorrectResult(game.id, day.slip(), "", "they had sat at table 7"))
    again = day.match(game.id)
    assert (again.kind, again.absent, again.slip) == ("game", None, day.slip())


@pytest.mark.clause("AMB-028")
def test_a_result_is_corrected_after_the_end() -> None:
    day = running(players=4, swiss_rounds=1)
    day.play_round()
    game = day.games()[0]
    day.finish()
    day.do(correction(game, turned(slip_of(game))))
    assert day.event.phase == "finished"


@pytest.mark.clause("RW-165", "XW-085")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_another_winner_in_the_bracket_only_while_the_next_round_is_not_out(ruleset: str) -> None:
    day = before_the_bracket(ruleset)
    day.play_round()
    game = day.games()[0]
    day.do(correction(game, turned(slip_of(game))))
    game = day.match(game.id)
    day.draw()
    day.do(correction(game, turned(slip_of(game))))
    day.refused(PublishRound(), says="out of date")
    day.do(DiscardDraw("another winner"))
    day.draw()
    day.publish()
    game = day.match(game.id)
    no = day.refused(correction(game, turned(slip_of(game))), code="bracket-winner-would-change")
    assert no.clause == day.rules.elimination.fold_clause
    assert "Withdraw" in (fix_text(no) or "")
    day.do(WithdrawRound("another winner"))
    day.do(correction(game, turned(slip_of(game))))
    day.do(DiscardDraw("another winner"))
    day.do(DrawRound())
    draft = day.event.draft
    assert draft is not None
    winner = game.players[1] if slip_of(game).score == (40, 10) else game.players[0]
    assert winner in draft.games["2.2.1"].players


def test_the_same_winner_in_the_bracket_may_have_other_points() -> None:
    day = before_the_bracket()
    day.play_round()
    game = day.games()[0]
    day.next_round()
    slip = slip_of(game)
    assert slip.score is not None
    higher = replace(slip, score=(slip.score[0] + 1, slip.score[1] + 1))
    day.do(correction(game, higher))
    assert day.match(game.id).slip == higher


def test_a_swiss_result_corrected_behind_the_bracket_changes_no_seed() -> None:
    day = before_the_bracket()
    day.next_round()
    seeds = day.round.seeds
    game = next(iter(day.event.rounds[0].games.values()))
    day.do(correction(game, turned(slip_of(game))))
    assert day.round.seeds == seeds
    assert day.round.basis_changed is not None


def test_every_correction_stays_in_the_log() -> None:
    day = running()
    day.play_round()
    game = day.games()[0]
    first = game.slip
    for score in (50, 51, 52):
        day.do(correction(day.match(game.id), day.slip(score, 1)))
    kept = [one.fact for one in day.desk.log(day.name) if isinstance(one.fact, ResultCorrected)]
    assert [one.before for one in kept] == [first, day.slip(50, 1), day.slip(51, 1)]
    assert day.folds()


def test_a_correction_may_turn_a_game_into_a_concession() -> None:
    day = running()
    day.play_round()
    game = day.games()[0]
    day.do(correction(game, concession(0, 5, 3), "he conceded"))
    assert slip_of(day.match(game.id)).end == "concession"
