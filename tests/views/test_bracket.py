"""The bracket in columns: who meets whom, who goes on, and what others may not know yet."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.day.events import Day, running
from tests.formats.outgoing.halls import with_a_cut
from tiltyard.day.people import DropPlayer
from tiltyard.day.results import ReportResult
from tiltyard.day.rounds import MakeCut
from tiltyard.views.bracket import bracket, bracket_seeds, has_left
from tiltyard.views.event import EventVersion


def version_of(day: Day) -> EventVersion:
    return EventVersion(day.event, day.rules, day.document)


def bracket_of(day: Day, *, close: bool = True):
    return bracket(version_of(day), day.event.people, close=close)


def with_cut_made(players: int = 9, cut: int = 4) -> Day:
    day = running("xwing-dogfight", players, swiss_rounds=3, cut=cut)
    day.play_swiss()
    day.do(MakeCut())
    return day


def test_nobody_is_in_a_bracket_before_the_cut():
    day = running("xwing-dogfight", 8, swiss_rounds=3, cut=4)
    day.play_swiss()
    assert bracket_of(day) is None
    assert bracket_seeds(day.event) == ()


@pytest.mark.parametrize("cut", [2, 4, 8])
def test_columns_halve_and_seeds_meet_from_both_ends(cut):
    day = with_cut_made(9, cut)
    found = bracket_of(day)
    assert [len(column) for column in found.columns][-1] == 1
    for before, after in pairwise(found.columns):
        assert len(before) == 2 * len(after)
    assert [seat.player for seat in found.seats] == list(day.event.qualification.seeds)
    for game in found.columns[0]:
        assert sum(seat.seed for seat in game.seats) == cut + 1
        assert (game.match, game.state, game.winner) == ("", "", None)
    assert found.champion is None


def test_the_winner_of_a_game_stands_in_the_next_column():
    day = with_a_cut()
    found = bracket_of(day)
    winners = {game.winner.player for game in found.columns[0]}
    assert {seat.player for seat in found.columns[1][0].seats} == winners
    assert found.champion.player == day.ranking()[0]
    for game in found.columns[0]:
        assert found.game(1, game.number) is game
        assert [seat.score is not None for seat in game.seats] == [True, True]
        assert game.state == "final"


def test_others_do_not_learn_of_a_report():
    day = with_cut_made()
    day.next_round()
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip()), game.players[0])
    near = {one.match: one.state for one in bracket_of(day).columns[0]}
    far = {one.match: one.state for one in bracket_of(day, close=False).columns[0]}
    assert near[game.id] == "reported"
    assert set(far.values()) == {"playing"}
    assert {seat.score for one in bracket_of(day).columns[0] for seat in one.seats} == {None}


def test_names_are_those_the_audience_may_read():
    day = with_a_cut()
    names = {player: f"Guest {player}" for player in day.event.entrants}
    found = bracket(version_of(day), names, close=False)
    shown = {seat.name for column in found.columns for game in column for seat in game.seats}
    assert shown == {f"Guest {seat.player}" for seat in found.seats}


def test_who_left_is_marked_until_the_game_is_decided():
    day = with_cut_made()
    last = day.event.qualification.seeds[-1]
    day.do(DropPlayer(last))
    assert has_left(day.event, last)
    marked = [seat for seat in bracket_of(day).seats if seat.has_left]
    assert [seat.player for seat in marked] == [last]
    done = with_a_cut()
    assert not any(
        seat.has_left
        for column in bracket_of(done).columns
        for game in column
        for seat in game.seats
    )
