"""The floor: one state for every table, the most pressing first; nothing is counted twice."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.day.events import Day, running
from tests.views.test_round import version_of
from tiltyard.day.clock import GrantExtension
from tiltyard.day.judging import CallJudge, RuleOnCall
from tiltyard.day.results import EnterResult, ForfeitGame, ReportResult
from tiltyard.engine.slip import Slip
from tiltyard.views.floor import NEEDING, Floor, floor_of, tile_state
from tiltyard.views.round import table_row

LATER = timedelta(hours=9)


@pytest.fixture
def day() -> Day:
    made = running("armada", 9)
    made.next_round()
    return made


def floor(day: Day, after: timedelta = timedelta()) -> Floor:
    return floor_of(version_of(day), day.round, day.event.people, day.clock.at + after)


def states(day: Day, after: timedelta = timedelta()) -> list[str]:
    return [tile.state for tile in floor(day, after).tiles]


def test_a_round_begins_with_everybody_playing_and_a_bye(day):
    assert states(day) == ["playing"] * 4 + ["bye"]
    seen = floor(day)
    assert (seen.games, seen.done, seen.still_open, seen.needing, seen.reported) == (4, 0, 4, 0, 0)


def test_each_thing_that_happens_at_a_table_has_its_own_state(day):
    one, two, three, four = day.games()[:4]
    day.do(GrantExtension(one.id, minutes=5, reason="a rules question"))
    day.do(ReportResult(two.id, Slip("rounds", (200, 120))), two.players[0])
    day.do(CallJudge(three.id, "Is it in range?"), three.players[0])
    day.do(ReportResult(four.id, Slip("rounds", (200, 120))), four.players[0])
    day.do(ReportResult(four.id, Slip("rounds", (120, 200))), four.players[1])
    assert states(day) == ["extension", "reported", "called", "disputed", "bye"]
    seen = floor(day)
    assert (seen.needing, seen.reported, seen.still_open) == (2, 1, 4)
    assert [report.scores for report in seen.tiles[1].reports] == [(200, 120)]
    assert [report.scores for report in seen.tiles[3].reports] == [(200, 120), (120, 200)]


def test_a_table_that_was_ruled_on_plays_on(day):
    game = day.games()[0]
    day.do(CallJudge(game.id, "Is it in range?"), game.players[0])
    assert states(day)[0] == "called"
    call = next(iter(day.event.calls))
    day.do(RuleOnCall(call, "It is."), day.appoint("judge", "Jon"))
    assert states(day)[0] == "playing"


def test_when_the_time_is_over_open_tables_say_so_unless_a_report_waits(day):
    first, second = day.games()[:2]
    day.do(EnterResult(first.id, Slip("rounds", (200, 120))))
    day.do(ReportResult(second.id, Slip("rounds", (200, 120))), second.players[0])
    assert states(day, LATER) == ["done", "reported", "overdue", "overdue", "bye"]
    assert floor(day, LATER).needing == 0
    assert floor(day, LATER).reported == 1
    assert floor(day, LATER).tiles[0].scores == (200, 120)


def test_a_forfeit_is_done_and_has_no_scores(day):
    game = day.games()[0]
    day.do(ForfeitGame(game.id, game.players[0], drop=False))
    tile = floor(day).tiles[0]
    assert (tile.state, tile.scores, tile.reports) == ("done", None, ())


def test_what_was_reported_is_not_said_once_it_counts(day):
    game = day.games()[0]
    day.agree(game, Slip("rounds", (200, 120)))
    tile = floor(day).tiles[0]
    assert (tile.state, tile.reports) == ("done", ())


def test_who_must_decide_comes_before_who_must_hurry(day):
    game = day.games()[0]
    row = table_row(version_of(day), day.round, game, day.event.people, close=True)
    everything = replace(row, state="disputed", open_calls=("c1",), overdue=True, extension=5)
    order = [everything]
    order.append(replace(order[-1], state="reported"))
    order.append(replace(order[-1], open_calls=()))
    order.append(replace(order[-1], state="playing"))
    order.append(replace(order[-1], overdue=False))
    order.append(replace(order[-1], extension=0))
    found = [tile_state(one) for one in order]
    assert found == ["disputed", "called", "reported", "overdue", "extension", "playing"]
    assert {one for one in found if one in NEEDING} == {"disputed", "called"}
