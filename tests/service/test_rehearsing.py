"""A rehearsal plays the day of an event in memory, and leaves nothing of it anywhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from tests.day.events import RULESETS, Day, running
from tests.refusing import refuses
from tiltyard.day.event import match_state
from tiltyard.day.setup import DescribeEvent
from tiltyard.engine.errors import Refused
from tiltyard.service.rehearsing import (
    Rehearsal,
    begin_rehearsal,
    expected_end,
    expected_rounds,
    settings_tried,
)

TEN = datetime(2026, 5, 17, 10, 0, tzinfo=UTC)


def registered(ruleset: str = "armada", players: int = 9) -> Day:
    """An event with its players, before the doors open."""
    day = Day(ruleset)
    day.open_doors()
    day.register(*(f"Player {number}" for number in range(1, players + 1)))
    return day


def rehearsed(day: Day) -> Rehearsal:
    return Rehearsal(day.desk, begin_rehearsal(day.desk, day.event.id))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_day_is_played_with_the_real_names_and_the_event_is_untouched(ruleset):
    day = registered(ruleset)
    before, log = day.event, list(day.desk.log(day.event.id))
    sandbox = rehearsed(day)
    sandbox.play_out(Random(ruleset))
    names = {one.name for one in sandbox.event.entrants.values()}
    assert names == {one.name for one in before.entrants.values()}
    assert sandbox.event.rounds
    assert all(round_.is_closed for round_ in sandbox.event.rounds)
    assert day.event == before
    assert list(day.desk.log(day.event.id)) == log


def test_no_list_and_no_store_knows_of_it_and_it_is_gone_at_one_press():
    day = registered()
    sandbox = rehearsed(day)
    sandbox.play_round(Random(1))
    assert sandbox.event.is_rehearsal
    assert not sandbox.event.is_public
    assert day.desk.events() == (day.event.id,)
    assert day.desk.store.streams() == (day.event.id,)
    assert day.desk.store.head(sandbox.name).number == 0
    day.desk.end_rehearsal(sandbox.name)
    assert day.desk.rehearsal_of(day.event.id) == ""
    with refuses(Refused, code="cannot-id-event"):
        day.desk.event(sandbox.name)


def test_a_new_rehearsal_replaces_the_one_before():
    day = registered()
    first, second = rehearsed(day).name, rehearsed(day).name
    assert first != second
    assert day.desk.rehearsal_of(day.event.id) == second


def test_what_may_go_wrong_is_put_on_a_table():
    sandbox = rehearsed(registered())
    disputed = sandbox.disagree(Random(3))
    now = sandbox.event
    assert match_state(now.current, now.game(disputed.id)) == "disputed"
    wrong = sandbox.mistype(Random(4))
    assert not sandbox.event.game(wrong.id).is_open
    missed = sandbox.miss()
    assert missed.is_open
    assert len({disputed.id, wrong.id, missed.id}) == 3
    sandbox.play_round(Random(5))
    assert sandbox.open_games() == []


@pytest.mark.parametrize(("players", "code"), [(3, "rehearsal-needs-players"), (4, "")])
def test_few_players_are_too_few(players, code):
    day = registered(players=players)
    if code:
        with refuses(Refused, code=code):
            begin_rehearsal(day.desk, day.event.id)
    else:
        assert rehearsed(day).event.player_count == players


def test_an_event_that_has_begun_is_not_rehearsed():
    day = running("armada", 8)
    with refuses(Refused, code="only-before-the-start-rehearsed"):
        begin_rehearsal(day.desk, day.event.id)


def test_settings_that_were_tried_are_used_and_nothing_else():
    day = registered()
    sandbox = rehearsed(day)
    assert settings_tried(day.event, sandbox.event) is None
    tried = replace(sandbox.event.details, swiss_rounds=4, venue="elsewhere")
    sandbox.do(DescribeEvent(tried, "trying"))
    command = settings_tried(day.event, sandbox.event)
    assert command is not None
    assert (command.details.swiss_rounds, command.details.venue) == (4, day.event.details.venue)


def test_the_day_ends_when_its_rounds_do():
    day = running("armada", 8, swiss_rounds=3)
    rounds = tuple(expected_rounds(day.event, day.rules, TEN))
    assert [one.minutes for one in rounds] == [135, 135, 135]
    assert [(one.begins - TEN).seconds // 60 for one in rounds] == [0, 155, 310]
    assert (expected_end(rounds) - TEN).seconds // 60 == 445
    assert expected_end(()) is None
