"""The schedule of the day: by the plan at first, then by the clock and this event's own pace."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.day.events import Day
from tests.refusing import refuses
from tiltyard.day.clock import CallTime, PauseClock, StartClock
from tiltyard.day.facts import BreakAnnounced
from tiltyard.day.notices import PostNotice, WithdrawNotice
from tiltyard.day.setup import ChangeInformation
from tiltyard.engine.errors import Refused
from tiltyard.views.schedule import USUAL_BREAK, day_schedule, newest_moment, pace

MINUTE = timedelta(minutes=1)


def planned(**details) -> Day:
    day = Day("armada", swiss_rounds=3, structure="custom", **details)
    day.open_doors()
    day.register(*(f"Player {number}" for number in range(8)))
    return day


def now_at(day: Day) -> datetime:
    return day.clock.now()


def schedule(day: Day, now: datetime | None = None):
    return day_schedule(day.event, day.rules, now or now_at(day))


def times(day: Day) -> list[tuple[str, int | None, int | None]]:
    """Return state, start and end of every round, in minutes from now."""
    now = now_at(day)

    def apart(at: datetime | None) -> int | None:
        return None if at is None else round((at - now) / MINUTE)

    return [(row.state, apart(row.starts), apart(row.ends)) for row in schedule(day).rows]


def test_before_the_start_the_times_follow_from_the_announced_one():
    day = planned()
    assert all(row.starts is None for row in schedule(day).rows)
    day.do(ChangeInformation(starts="10:00"))
    on = day.event.details.date
    assert on is not None
    early = datetime(on.year, on.month, on.day, 7, 0, tzinfo=UTC)
    rows = schedule(day, early).rows
    assert [row.state for row in rows] == ["next", "planned", "planned"]
    assert [f"{row.starts:%H:%M}" for row in rows] == ["10:00", "12:30", "15:00"]
    assert f"{schedule(day, early).ends:%H:%M}" == "17:15"
    late = datetime(on.year, on.month, on.day, 10, 40, tzinfo=UTC)
    assert f"{schedule(day, late).rows[0].starts:%H:%M}" == "10:40"


def test_the_round_that_runs_ends_by_its_clock_and_the_next_follows_its_pace():
    day = planned()
    day.begin()
    day.next_round()
    assert times(day) == [("running", 0, 135), ("next", 150, 285), ("planned", 300, 435)]
    day.clock.move(minutes=100)
    assert times(day)[0] == ("running", -100, 35)
    day.do(PauseClock())
    day.clock.move(minutes=10)
    assert times(day)[0] == ("running", -110, 35)
    assert times(day)[1] == ("next", 50, 185)


def test_the_pace_of_the_event_is_measured():
    day = planned()
    day.begin()
    day.next_round()
    day.clock.move(minutes=130)
    day.do(CallTime())
    day.enter_all()
    day.clock.move(minutes=40)
    day.next_round()
    assert pace(day.event) == 40 * MINUTE
    assert times(day) == [("over", -170, -40), ("running", 0, 135), ("next", 175, 310)]


def test_a_break_moves_what_comes_after_it():
    day = planned()
    day.begin()
    day.next_round()
    day.clock.move(minutes=135)
    day.enter_all()
    until = now_at(day) + 60 * MINUTE
    done = day.do(PostNotice("Lunch", until=until, pause=True))
    assert BreakAnnounced("n1") in [recorded.fact for recorded in done.facts]
    assert schedule(day).pause == until
    assert times(day)[1] == ("next", 60, 195)
    day.do(WithdrawNotice("n1"))
    assert schedule(day).pause is None
    assert times(day)[1] == ("next", 15, 150)
    with refuses(Refused, match="needs an end"):
        day.do(PostNotice("Lunch", pause=True))


def test_a_notice_that_is_no_break_moves_nothing():
    day = planned()
    day.begin()
    day.next_round()
    before = times(day)
    day.do(PostNotice("The shop closes", until=now_at(day) + 400 * MINUTE))
    assert times(day) == before


def test_a_round_that_should_have_begun_moves_with_the_clock():
    day = planned()
    day.begin()
    day.next_round()
    day.clock.move(minutes=135)
    day.enter_all()
    day.clock.move(minutes=50)
    assert times(day)[1] == ("next", 0, 135)


def test_rounds_without_a_length_have_no_times_after_them():
    day = Day("armada", swiss_rounds=1, structure="custom", cut=4)
    day.open_doors()
    day.register(*(f"Player {number}" for number in range(8)))
    day.begin()
    day.next_round()
    rows = schedule(day).rows
    assert [(row.kind, row.games) for row in rows] == [
        ("swiss", 0),
        ("elimination", 2),
        ("elimination", 1),
    ]
    assert rows[1].starts is not None
    assert (rows[1].ends, rows[2].starts, rows[2].ends) == (None, None, None)
    assert schedule(day).ends is None


def test_an_event_of_several_days_has_no_times_for_rounds_to_come():
    day = planned(days=2)
    day.begin()
    day.next_round()
    assert [row.state for row in schedule(day).rows] == ["running"]


def test_a_kept_page_goes_by_the_newest_moment_of_the_rounds():
    day = planned()
    zone = datetime(2020, 5, 1, 12, tzinfo=UTC)
    on = day.event.details.date or date(2020, 5, 1)
    assert newest_moment(day.event, zone) == datetime(on.year, on.month, on.day, tzinfo=UTC)
    day.begin()
    day.draw()
    day.publish()
    day.do(StartClock())
    started = day.event.rounds[0].timer.started
    day.clock.move(minutes=30)
    assert newest_moment(day.event, zone) == started


@pytest.mark.parametrize("phase", ["finished"])
def test_a_finished_event_shows_what_was(phase):
    day = planned()
    day.begin()
    for _ in range(3):
        day.next_round()
        day.clock.move(minutes=135)
        day.enter_all()
    day.finish()
    assert day.event.phase == phase
    assert [row.state for row in schedule(day).rows] == ["over"] * 3


def test_a_round_that_is_over_early_brings_the_next_one_forward():
    day = planned()
    day.begin()
    day.next_round()
    day.clock.move(minutes=90)
    day.enter_all()
    assert times(day) == [("over", -90, None), ("next", 0, 135), ("planned", 150, 285)]
    day.clock.move(minutes=10)
    day.next_round()
    assert pace(day.event) == USUAL_BREAK
    assert times(day) == [("over", -100, None), ("running", 0, 135), ("next", 150, 285)]
