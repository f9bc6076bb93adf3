"""Names are kept for so many days after an event."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.refusing import refuses
from tests.service.test_forgetting import CUP, a_day
from tiltyard.day.facts import Details
from tiltyard.day.people import AppointStaff
from tiltyard.engine.errors import Refused
from tiltyard.service.retention import RETENTION, Retention, days_from, events_to_forget
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.memory import MemoryStore


class Later:
    """A clock so many days after the real one."""

    def __init__(self, days):
        self.days = days

    def now(self):
        return datetime.now(UTC) + timedelta(days=self.days)


def looked(days, passed):
    desk = a_day(MemoryStore())
    keyring = SqliteKeyring()
    keyring.settle(RETENTION, days)
    desk.clock = Later(passed - 1)
    retention = Retention(desk, keyring, desk.do)
    assert {} == retention.look()
    desk.clock = Later(passed)
    found = retention.look()
    return found, sorted(desk.event(CUP).people.values())


NAMES = ["Bea", "Olga", "Quirin Kanarienjudge", "Zinaïda Kanarienvogel"]


@pytest.mark.parametrize(
    ("days", "passed", "found"),
    [("", 4000, {}), ("30", 29, {}), ("30", 30, {}), ("30", 31, {CUP: 3})],
    ids=["kept for ever", "not yet", "old since today", "old since yesterday"],
)
def test_everybody_but_the_organizer_is_forgotten_when_the_days_have_passed(days, passed, found):
    assert (found, ["Olga", "Player 17", "Player 18", "Staff p4"] if found else NAMES) == looked(
        days, passed
    )


def test_an_event_that_is_still_to_come_is_left_alone_however_old_its_newest_fact_is():
    desk = a_day(MemoryStore())
    desk.create("later", Details("Later", "armada", date(2100, 5, 16)), "Olga")
    desk.do("later", "p1", AppointStaff("judge", "Quirin"))
    desk.clock = Later(400)

    assert (CUP,) == events_to_forget(desk, 30)


@pytest.mark.parametrize("text", ["0", "3651", "-1", "x", "1.5", "9" * 5000, "0" * 5000 + "7"])
def test_days_that_are_none_are_refused(text):
    with refuses(Refused, code="retention-not-days"):
        days_from(text)


def test_a_number_of_days_or_nothing():
    assert (1, 3650, None) == (days_from("1"), days_from(" 3650 "), days_from(" "))


def test_one_start_with_a_clock_far_ahead_forgets_nobody():
    desk, keyring = a_day(MemoryStore()), SqliteKeyring()
    keyring.settle(RETENTION, "30")
    retention = Retention(desk, keyring, desk.do)
    for days in (400, 0, 800, 0, 2, 400):
        desk.clock = Later(days)
        assert {} == retention.look()

    assert NAMES == sorted(desk.event(CUP).people.values())
    desk.clock = Later(401)
    assert {CUP: 3} == retention.look()
