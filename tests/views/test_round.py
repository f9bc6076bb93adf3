"""Rows of a round: order, states, what others may not know yet, numbers and seats."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day.events import Day, running
from tests.formats.outgoing.halls import with_a_cut
from tiltyard.day.clock import GrantExtension
from tiltyard.day.event import DayRound, Game, match_state
from tiltyard.day.judging import CallJudge, RuleOnCall
from tiltyard.day.results import ForfeitGame, ReportResult
from tiltyard.day.rounds import MakeCut
from tiltyard.engine.slip import Slip
from tiltyard.views.event import EventVersion
from tiltyard.views.round import (
    counted_games,
    games_in_order,
    is_overdue,
    seats,
    state_of_round,
    state_of_table,
    table_row,
    table_rows,
)


def version_of(day: Day) -> EventVersion:
    return EventVersion(day.event, day.rules, day.document)


def rows_of(day: Day, *, close: bool = True, now=None):
    return table_rows(version_of(day), day.round, day.event.people, close=close, now=now)


@pytest.fixture
def day() -> Day:
    made = running("armada", 7)
    made.next_round()
    return made


def row_of(day: Day, match: str, *, close: bool):
    names = {player: f"Guest {player}" for player in day.event.entrants}
    return table_row(version_of(day), day.round, day.match(match), names, close=close)


def test_tables_are_in_order_and_byes_last(day):
    rows = rows_of(day)
    assert [row.number for row in rows] == [1, 2, 3, None]
    assert [row.kind for row in rows] == ["game", "game", "game", "bye"]
    assert [row.state for row in rows] == ["playing"] * 3 + ["final"]


def test_what_is_not_confirmed_is_for_staff_and_the_two_players(day):
    game = day.games()[0]
    first, second = game.players
    day.do(ReportResult(game.id, day.slip(30, 10)), first)
    near, far = row_of(day, game.id, close=True), row_of(day, game.id, close=False)
    assert (near.state, far.state) == ("reported", "playing")
    assert [side.player for side in near.not_reported] == [second]
    assert not any(side.has_reported for side in far.sides)
    day.do(ReportResult(game.id, day.slip(10, 30)), second)
    near, far = row_of(day, game.id, close=True), row_of(day, game.id, close=False)
    assert (near.state, far.state) == ("disputed", "playing")
    assert near.is_open
    assert far.is_open
    assert {side.score for side in (*near.sides, *far.sides)} == {None}
    assert (near.winner, near.end, far.end) == (None, None, None)


def test_a_result_that_counts_has_a_winner_and_numbers_for_everybody(day):
    game = day.games()[0]
    day.agree(game, day.slip(300, 10))
    for close in (True, False):
        row = row_of(day, game.id, close=close)
        assert (row.state, row.winner, row.is_open) == ("final", game.players[0], False)
        assert [side.score for side in row.sides] == [300, 10]
        assert [side.won for side in row.sides] == [True, False]
        assert row.sides[0].points > row.sides[1].points
        assert row.end == day.match(game.id).slip.end
        assert row.not_reported == ()


def test_names_are_those_the_audience_may_read(day):
    for game in day.round.games.values():
        row = row_of(day, game.id, close=False)
        assert row.names == tuple(f"Guest {player}" for player in game.players)
    unnamed = table_row(version_of(day), day.round, day.games()[0], {}, close=False)
    assert unnamed.names == day.games()[0].players


def test_a_forfeit_names_who_did_not_come():
    day = running("armada", 6)
    day.draw()
    day.publish()
    game = day.games()[0]
    day.do(ForfeitGame(game.id, game.players[1]))
    row = row_of(day, game.id, close=False)
    assert (row.kind, row.state, row.absent) == ("forfeit", "final", game.players[1])
    assert (row.winner, row.end) == (game.players[0], None)
    assert row.leader is None


def test_calls_and_leaders_are_not_for_others(day):
    game = day.games()[0]
    judge = day.appoint("judge", "Ruth")
    day.do(CallJudge(game.id, "Does it reach?"), game.players[0])
    near, far = row_of(day, game.id, close=True), row_of(day, game.id, close=False)
    (call,) = near.open_calls
    assert far.open_calls == ()
    assert near.leader is not None
    assert far.leader is None
    day.do(RuleOnCall(call, "It does."), judge if near.leader == judge else near.leader)
    assert row_of(day, game.id, close=True).open_calls == ()


def test_a_table_is_overdue_when_its_own_time_is_over(day):
    late, longer = day.games()[:2]
    minutes = day.round.timer.minutes
    day.do(GrantExtension(longer.id, "the fire alarm", 10))
    now = day.clock.now()
    assert not any(row.overdue for row in rows_of(day, now=now))
    day.clock.move(minutes=minutes, seconds=-1)
    assert not is_overdue(day.round, day.match(late.id), day.clock.now())
    day.clock.move(seconds=1)
    assert is_overdue(day.round, day.match(late.id), day.clock.now())
    assert not is_overdue(day.round, day.match(longer.id), day.clock.now())
    day.clock.move(minutes=10)
    assert is_overdue(day.round, day.match(longer.id), day.clock.now())
    assert [row.overdue for row in rows_of(day)] == [False] * 4  # nobody said what time it is
    day.enter(day.match(late.id))
    assert not is_overdue(day.round, day.match(late.id), day.clock.now())


def test_nothing_is_overdue_before_the_start():
    day = running("armada", 6)
    day.draw()
    day.publish()
    assert not any(row.overdue for row in rows_of(day, now=day.clock.now()))
    assert {row.state for row in rows_of(day)} == {"pending"}


def test_a_drawn_round_is_drawn_until_it_is_published():
    day = running("armada", 6)
    day.draw()
    assert state_of_round(day.event, day.event.draft) == "drawn"
    day.publish()
    assert state_of_round(day.event, day.round) == "published"


def test_the_winner_of_a_bracket_game_goes_on_and_no_points_are_counted():
    day = with_a_cut()
    rows = rows_of(day, close=False)
    assert [row.winner for row in rows] == [day.ranking()[0]]
    assert {side.points for row in rows for side in row.sides} == {None}


def test_a_drawn_bracket_with_byes_has_rows_before_anybody_sees_it():
    day = running("runewars", 6, swiss_rounds=3, options={"cut.points": 2})
    day.play_swiss()
    day.do(MakeCut())
    day.draw()
    draft = day.event.draft
    rows = table_rows(version_of(day), draft, day.event.people, close=True)
    assert state_of_round(day.event, draft) == "drawn"
    assert [(row.kind, row.number) for row in rows] == [
        ("game", 3),
        ("game", 4),
        ("bye", 1),
        ("bye", 2),
    ]
    assert [row.state for row in rows] == ["pending", "pending", "final", "final"]
    assert {side.player for row in rows for side in row.sides} == set(draft.seeds)
    assert {row.winner for row in rows} == {None}


def test_byes_are_no_games_that_count(day):
    assert counted_games(day.round) == (0, 3)
    day.enter(day.games()[0])
    assert counted_games(day.round) == (1, 3)


# --------------------------------------------------------------------------------- seats


def test_everybody_has_one_seat(day):
    names = {player: player.upper() for player in day.event.entrants}
    found = list(seats(version_of(day), day.round, names))
    assert sorted(seat.player for seat in found) == sorted(day.event.entrants)
    for seat in found:
        game = day.game_of(seat.player)
        others = [names[player] for player in game.players if player != seat.player]
        assert seat.opponent == (others[0] if others else None)
        assert seat.number == game.table
        assert seat.is_paired
        assert seat.name == seat.player.upper()


def test_who_came_too_late_is_not_paired(day):
    someone = day.active()[0]
    round_ = replace(day.round, games={}, unpaired=(someone,))
    (seat,) = seats(version_of(day), round_, day.event.people)
    assert (seat.player, seat.opponent, seat.number, seat.is_paired) == (someone, None, None, False)


# ---------------------------------------------------------------------------- properties

NUMBERS = st.none() | st.integers(1, 9)
GAMES = st.lists(
    st.tuples(st.sampled_from(["game", "bye", "forfeit"]), NUMBERS, NUMBERS), max_size=12
)


@given(GAMES)
def test_order_is_by_number_with_byes_last_and_nobody_lost(drawn):
    games = {
        f"1.1.{place}": Game(f"1.1.{place}", ("a", "b"), kind, table, number)
        for place, (kind, table, number) in enumerate(drawn)
    }
    round_ = DayRound("1.1", 1, 1, "swiss", 1, 1, "", games, ())
    found = games_in_order(round_)
    assert sorted(game.id for game in found) == sorted(games)
    byes = [game.kind == "bye" for game in found]
    assert byes == sorted(byes)
    played = [game.table or game.game for game in found if game.kind != "bye"]
    numbered = [number for number in played if number is not None]
    assert numbered == sorted(numbered)
    assert played[: len(numbered)] == numbered


@given(st.booleans(), st.booleans())
def test_others_never_learn_of_a_report(contradicted, filed):
    slip = Slip("rounds", (1, 2))
    game = Game("1.1.1", ("a", "b"), "game", 1, slip=slip if filed else None)
    game = replace(game, contradicted=contradicted)
    round_ = DayRound("1.1", 1, 1, "swiss", 1, 1, "", {game.id: game}, ())
    known = state_of_table(round_, game)
    assert known == match_state(round_, game)
    assert state_of_table(round_, game, close=False) in {"pending", "playing", "final"}
