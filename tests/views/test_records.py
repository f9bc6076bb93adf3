"""Wins, losses and draws of every player: games, byes, no-shows and late players."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, running
from tests.views.test_round import version_of
from tiltyard.day.results import ForfeitGame
from tiltyard.views.records import GamesRecord, game_records


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_closed_round_gives_everybody_one_result(ruleset):
    day = running(ruleset, 7)
    day.play_round()
    day.next_round()
    records = game_records(version_of(day))
    assert {1} == {records[player].rounds for player in day.active()}
    assert sum(one.won for one in records.values()) >= 1  # the bye at least
    bye = next(game for game in day.event.rounds[0].games.values() if game.kind == "bye")
    assert records[bye.players[0]] == GamesRecord(won=1)


def test_an_earlier_standing_counts_the_rounds_before_it():
    day = running("armada", 8)
    day.play_round()
    day.play_round()
    player = day.active()[0]
    assert [game_records(version_of(day), closed)[player].rounds for closed in (0, 1, 2)] == [
        *(0, 1, 2)
    ]
    assert game_records(version_of(day))["nobody"] == GamesRecord()


def test_who_did_not_come_lost_and_the_other_won():
    day = running("armada", 4)
    day.next_round()
    first, second = day.games()
    day.do(ForfeitGame(first.id, first.players[0], drop=False, reason="ill"))
    day.enter(second)
    records = game_records(version_of(day))
    assert records[first.players[0]] == GamesRecord(lost=1)
    assert records[first.players[1]] == GamesRecord(won=1)
