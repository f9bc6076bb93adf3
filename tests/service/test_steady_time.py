"""Time goes on over a restart, whatever the computer's clock says by then."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.day.events import details_of
from tiltyard.rulesets.loader import load
from tiltyard.service import clock as clocks
from tiltyard.service.clock import (
    ENDING,
    FURTHEST_AHEAD,
    JUMP,
    Mark,
    SteadyClock,
    clock_of,
    time_to_begin,
)
from tiltyard.service.desk import Desk
from tiltyard.service.following import Standby
from tiltyard.service.leading import Leader
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.store.sqlite import SqliteStore
from tiltyard.store.sqlite_led import LedStore

NOON = datetime(2026, 5, 16, 12, tzinfo=UTC)
THEN = Mark("this run", 1000.0, NOON)
AN_HOUR_LATER = Mark("this run", 4600.0, NOON)
"""The same computer 3600 seconds after the mark; its time is not looked at."""
LATER = NOON + timedelta(hours=1)


@pytest.mark.parametrize("wrong", [timedelta(hours=-3), timedelta(hours=1), timedelta(days=90)])
def test_a_clock_that_was_moved_is_not_believed_while_the_computer_runs(wrong):
    assert time_to_begin(LATER + wrong, AN_HOUR_LATER, THEN, NOON) == LATER


@pytest.mark.parametrize("drift", [timedelta(0), JUMP, -JUMP])
def test_a_clock_that_agrees_is_believed(drift):
    assert time_to_begin(LATER + drift, AN_HOUR_LATER, THEN, None) == LATER + drift


def test_one_second_more_than_agreeing_is_not_believed():
    moved = LATER + JUMP + timedelta(seconds=1)
    assert time_to_begin(moved, AN_HOUR_LATER, THEN, None) == LATER


@pytest.mark.parametrize("kept", [None, Mark("another run", 9000.0, NOON)])
def test_after_the_computer_was_off_its_own_clock_is_all_there_is(kept):
    assert time_to_begin(LATER, AN_HOUR_LATER, kept, NOON) == LATER
    assert time_to_begin(LATER, None, THEN, NOON) == LATER


def test_time_never_begins_before_the_newest_fact():
    assert time_to_begin(NOON - timedelta(hours=3), None, None, NOON) == NOON
    assert time_to_begin(NOON - FURTHEST_AHEAD, None, None, NOON) == NOON


def test_a_fact_more_than_a_day_ahead_does_not_move_the_time():
    wall = NOON - FURTHEST_AHEAD - timedelta(seconds=1)
    assert time_to_begin(wall, None, None, NOON) == wall


class Computer:
    """A computer whose clock can be set and that tells how long it has run."""

    def __init__(self, monkeypatch):
        self.wall, self.uptime, self.boot = NOON, 500.0, "one"
        computer = self

        class Wall(datetime):
            @classmethod
            def now(cls, tz=None):  # noqa: ARG003
                return computer.wall

        monkeypatch.setattr(clocks, "datetime", Wall)
        monkeypatch.setattr(clocks, "_elapsed", lambda: computer.uptime)
        monkeypatch.setattr(
            clocks, "present_mark", lambda now: Mark(computer.boot, computer.uptime, now)
        )

    def passes(self, **time):
        gone = timedelta(**time)
        self.wall += gone
        self.uptime += gone.total_seconds()

    def restarts(self):
        self.boot, self.uptime = self.boot + "+", 7.0


@pytest.fixture
def computer(monkeypatch):
    return Computer(monkeypatch)


def test_a_round_keeps_its_time_over_restarts_with_a_wrong_clock(computer, tmp_path):
    for wrong in (-3, 1, 0, 5):
        store = SqliteStore(tmp_path / "a.db")
        clock = clock_of(store)
        assert clock.now() == NOON + timedelta(seconds=computer.uptime - 500)
        computer.passes(minutes=10)
        assert clock.now() == NOON + timedelta(seconds=computer.uptime - 500)
        store.close()
        computer.wall += timedelta(hours=wrong)


def test_the_clock_says_how_far_the_computer_is_away(computer, tmp_path):
    with_mark = SqliteStore(tmp_path / "a.db")
    assert clock_of(with_mark).jumped() is None
    computer.wall += timedelta(hours=2)
    assert clock_of(with_mark).jumped() == timedelta(hours=2)
    assert clock_of(with_mark, of_this_computer=True).jumped() is None
    assert clock_of(with_mark).jumped() is None
    with_mark.close()


def test_after_the_computer_was_switched_on_anew_its_clock_counts(computer, tmp_path):
    store = SqliteStore(tmp_path / "a.db")
    clock_of(store)
    computer.restarts()
    computer.wall += timedelta(minutes=4)
    assert clock_of(store).now() == NOON + timedelta(minutes=4)
    store.close()


def test_facts_of_a_restart_with_an_earlier_clock_go_on_in_time(computer, tmp_path):
    store = SqliteStore(tmp_path / "a.db")
    desk = Desk(store, load, clock_of(store))
    desk.create("cup", details_of("runewars"), "Olga")
    made = [entry.at for entry in store.read("cup")]
    computer.restarts()
    computer.wall -= timedelta(hours=3)
    later = clock_of(store)
    assert later.now() == made[-1]
    computer.passes(minutes=1)
    assert later.now() == made[-1] + timedelta(minutes=1)
    store.close()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"boot": 1}', "\x00\x01", '{"boot":"one",'])
def test_a_damaged_mark_says_nothing_and_is_replaced(computer, tmp_path, content):
    store = SqliteStore(tmp_path / "a.db")
    file = tmp_path / f"a.db{ENDING}"
    file.write_text(content)
    assert clock_of(store).now() == computer.wall
    assert json.loads(file.read_text())["boot"] == "one"
    store.close()


def test_other_stores_go_by_the_computer():
    before = datetime.now(UTC)
    assert before <= clock_of(MemoryStore()).now() <= datetime.now(UTC)


def test_a_folder_that_cannot_be_written_keeps_no_mark(computer, tmp_path, monkeypatch):
    store = SqliteStore(tmp_path / "a.db")

    def full(*_arguments, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(clocks.Path, "write_text", full)
    assert clock_of(store).now() == computer.wall
    assert not (tmp_path / f"a.db{ENDING}").exists()
    store.close()


def test_the_system_tells_how_long_it_has_run():
    first = clocks.present_mark(NOON)
    if first is None:
        pytest.skip("NOT CHECKED: this system does not tell since when it has been running")
    second = clocks.present_mark(NOON)
    assert second is not None
    assert first.boot == second.boot
    assert 0 <= second.uptime - first.uptime < 60
    assert isinstance(SteadyClock().now(), datetime)


class DirectLine:
    """A line of a standby to a server in the same process."""

    def __init__(self, first):
        self.first = first

    def call(self, _path, _code, question, _kind):
        return self.first.news(question)


@pytest.mark.parametrize("wrong", [timedelta(hours=-3), timedelta(hours=5), timedelta(days=400)])
def test_a_second_laptop_goes_by_the_time_of_the_first_also_after_a_restart(
    computer, tmp_path, wrong
):
    first, second = LedStore(tmp_path / "a.db"), LedStore(tmp_path / "b.db")
    clock = clock_of(second)
    leader = Leader(first, SqliteKeyring(), "http://one", lambda: NOON + wrong)
    standby = Standby(second, SqliteKeyring(), "http://one", "", "http://two")
    standby.heard_time = clock.go_by
    standby._line = DirectLine(leader)
    assert standby.copy_once()

    assert clock.now() == NOON + wrong
    assert clock.jumped() == -wrong
    computer.passes(minutes=10)
    assert clock_of(second).now() == NOON + wrong + timedelta(minutes=10)
    first.close()
    second.close()


def test_a_second_laptop_keeps_its_own_time_where_the_two_agree(computer, tmp_path):
    store = SqliteStore(tmp_path / "a.db")
    clock = clock_of(store)
    clock.go_by(NOON + JUMP)
    assert clock.now() == computer.wall
    clock.go_by(NOON + JUMP + timedelta(seconds=1))
    assert clock.now() == NOON + JUMP + timedelta(seconds=1)
    store.close()
