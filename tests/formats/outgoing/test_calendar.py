"""iCalendar: lines that fold, text that is marked, names that stay."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day.events import NOON, in_round, running
from tiltyard.day.event import Event
from tiltyard.day.facts import Details
from tiltyard.formats.outgoing.calendar import escaped, folded, write_calendar

DEADLINE = datetime(2018, 11, 2, 20, 30, tzinfo=timezone(timedelta(hours=2)))


def entries(event, at=NOON, address=""):
    """The entries of a calendar: names and values, unfolded."""
    plain = write_calendar(event, at, address).replace("\r\n ", "")
    found = []
    for part in plain.split("BEGIN:VEVENT\r\n")[1:]:
        inside = part.partition("END:VEVENT")[0].strip().split("\r\n")
        found.append(dict(line.partition(":")[::2] for line in inside))
    return found


def described(event, **changes):
    return replace(event, details=replace(event.details, **changes))


def test_the_days_of_an_event():
    event = described(running().event, date=date(2026, 2, 28), days=2, venue="Hall 3; east, gate B")
    (days,) = entries(event)
    assert days["DTSTART;VALUE=DATE"] == "20260228"
    assert days["DTEND;VALUE=DATE"] == "20260302"  # the day after the last
    assert days["LOCATION"] == "Hall 3\\; east\\, gate B"
    assert days["DTSTAMP"] == "20181103T120000Z"


def test_a_round_has_a_time_once_its_clock_runs():
    day = running()
    day.draw()
    day.publish()
    assert len(entries(day.event)) == 1
    started = in_round("xwing-dogfight")
    _, round_ = entries(started.event)
    assert round_["SUMMARY"] == "Cup of the Yard: Round 1"
    assert (round_["DTSTART"], round_["DTEND"]) == ("20181103T120000Z", "20181103T131500Z")


def test_lists_are_due_at_a_moment():
    event = running().event
    event = replace(event, list_desk=replace(event.list_desk, deadline=DEADLINE))
    _, due = entries(event)
    assert due["DTSTART"] == "20181102T183000Z"
    assert due["SUMMARY"] == "Cup of the Yard: army lists are due"


def test_an_entry_keeps_its_name_when_it_moves():
    event = in_round().event
    moved = replace(
        described(event, date=date(2030, 1, 1), name="Other"), version=event.version + 1
    )
    before, after = entries(event), entries(moved, datetime(2030, 1, 1, tzinfo=UTC))
    assert [one["UID"] for one in before] == [one["UID"] for one in after]
    assert int(after[0]["SEQUENCE"]) > int(before[0]["SEQUENCE"])
    assert len({one["UID"] for one in before}) == 2
    other = entries(replace(event, id="another"))
    assert before[0]["UID"] != other[0]["UID"]


def test_an_event_without_a_date_is_an_empty_calendar():
    event = described(running().event, date=None)
    assert entries(event) == []
    assert write_calendar(event, NOON).endswith("END:VCALENDAR\r\n")


@given(st.text(max_size=300))
def test_lines_fold_and_unfold(text):
    line = "SUMMARY:" + escaped(text)
    written = folded(line)
    assert all(len(part.encode()) <= 75 for part in written.removesuffix("\r\n").split("\r\n"))
    assert written.removesuffix("\r\n").replace("\r\n ", "") == line
    assert "\n" not in escaped(text)
    assert "\r" not in escaped(text)


def test_a_line_of_75_bytes_is_one_line_and_76_are_two():
    assert folded("x" * 75) == "x" * 75 + "\r\n"
    assert folded("x" * 76) == "x" * 75 + "\r\n x\r\n"
    assert folded("ä" * 38) == "ä" * 37 + "\r\n ä\r\n"


def test_what_has_a_meaning_is_marked():
    assert escaped("a,b;c\\d\ne\r\nf") == "a\\,b\\;c\\\\d\\ne\\nf"


@pytest.mark.parametrize(
    ("first", "length", "start", "end"),
    [
        (date.max, 1, "99991231", None),
        (date(9999, 12, 30), 1, "99991230", "99991231"),
        (date(9999, 12, 30), 2, "99991230", None),
        (date.min, 1, "00010101", "00010102"),
    ],
)
def test_the_first_and_the_last_day_there_is(first, length, start, end):
    (days,) = entries(described(running().event, date=first, days=length))
    assert days["DTSTART;VALUE=DATE"] == start
    assert days.get("DTEND;VALUE=DATE") == end


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-2))), "99991231T235959Z"),
        (datetime.min.replace(tzinfo=timezone(timedelta(hours=2))), "00010101T000000Z"),
    ],
)
def test_a_deadline_at_the_end_of_time(moment, written):
    event = running().event
    event = replace(event, list_desk=replace(event.list_desk, deadline=moment))
    assert entries(event)[-1]["DTSTART"] == written


def test_an_event_with_a_time_has_hours_and_an_alarm_in_the_time_of_the_hall():
    at = datetime(2026, 11, 1, tzinfo=UTC)
    details = Details("Cup", "armada", date(2026, 11, 14), swiss_rounds=3)
    event = replace(Event(), id="cup", details=details, starts="10:30")
    text = write_calendar(event, at)
    assert "DTSTART:20261114T103000\r\nDTEND:20261114T153000\r\n" in text
    assert "BEGIN:VALARM" in text
    whole_days = replace(event, details=replace(details, days=2))
    assert "DTSTART;VALUE=DATE:20261114" in write_calendar(whole_days, at)
