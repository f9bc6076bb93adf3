"""A player's rounds: the same numbers as the engine counts, for every kind of ending."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import RULESETS, Day, running
from tests.formats.outgoing.halls import with_a_cut
from tiltyard.day.results import ForfeitGame
from tiltyard.views.event import EventVersion
from tiltyard.views.player import player_round, player_rounds


def version_of(day: Day) -> EventVersion:
    return EventVersion(day.event, day.rules, day.document)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_points_of_all_rounds_are_those_of_the_standings(ruleset):
    day = running(ruleset, 7)
    for _ in range(2):
        day.play_round()
    version = version_of(day)
    for player, row in version.rows.items():
        rounds = list(player_rounds(version, player, day.event.people))
        assert [one.round.id for one in rounds] == ["1.1", "1.2"]
        assert sum(one.line.tp for one in rounds) == row.keys["tp"]


def test_an_open_game_has_no_numbers_yet():
    day = running("armada", 7)
    day.next_round()
    version, game = version_of(day), day.games()[0]
    first, second = game.players
    (found,) = player_rounds(version, first, {second: "the other"})
    assert (found.outcome, found.line, found.has_scores) == ("open", None, False)
    assert (found.opponent, found.opponent_name) == (second, "the other")
    (unnamed,) = player_rounds(version, first, {})
    assert unnamed.opponent_name == second


def test_a_bye_has_no_opponent():
    day = running("armada", 7)
    day.next_round()
    bye = next(game for game in day.round.games.values() if game.kind == "bye")
    (found,) = player_rounds(version_of(day), bye.players[0], day.event.people)
    assert (found.outcome, found.opponent, found.opponent_name) == ("bye", None, "")
    assert found.line.tp > 0
    assert not found.has_scores


def test_win_and_loss_are_two_sides_of_one_game():
    day = running("armada", 6)
    day.next_round()
    game = day.games()[0]
    day.enter(game, 300, 10)
    version = version_of(day)
    won, lost = (
        player_round(version, day.round, player, day.event.people) for player in game.players
    )
    assert (won.outcome, lost.outcome) == ("win", "loss")
    assert (won.line.vp_for, won.line.vp_against) == (300, 10)
    assert (lost.line.vp_for, lost.line.vp_against) == (10, 300)
    assert won.has_scores
    assert lost.has_scores


def test_a_forfeit_counts_in_swiss_rounds():
    day = running("armada", 6)
    day.draw()
    day.publish()
    game = day.games()[0]
    day.do(ForfeitGame(game.id, game.players[1]))
    version = version_of(day)
    came, stayed_away = (
        player_round(version, day.round, player, day.event.people) for player in game.players
    )
    assert (came.outcome, stayed_away.outcome) == ("win", "loss")
    assert not came.has_scores


def test_who_came_too_late_has_a_loss_and_others_have_nothing():
    day = running("armada", 6)
    day.next_round()
    late, other = day.active()[:2]
    round_ = replace(day.round, games={}, unpaired=(late,))
    version = version_of(day)
    found = player_round(version, round_, late, day.event.people)
    assert (found.outcome, found.game, found.opponent) == ("unpaired", None, None)
    assert found.line.tp == day.rules.unpaired_loss.tp
    assert player_round(version, round_, other, day.event.people) is None


def test_a_forfeit_in_a_bracket_brings_no_numbers():
    day = with_a_cut()
    round_ = day.round
    (game,) = round_.games.values()
    given = replace(game, kind="forfeit", slip=None, absent=game.players[0])
    changed = replace(round_, games={game.id: given})
    found = player_round(version_of(day), changed, game.players[1], day.event.people)
    assert (found.outcome, found.line) == ("forfeit", None)
    played = player_round(version_of(day), round_, game.players[0], day.event.people)
    assert played.outcome in {"win", "loss", "draw", "modified_win"}
