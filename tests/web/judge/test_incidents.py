"""The book of incidents: for leaders, the newest first, with every ruling."""

from __future__ import annotations

import pytest

from tests.web.judge.bench import JudgesHall, acts_of
from tiltyard.day.judging import AppealRuling, RecordIncident, ReportIncident, RuleOnCall

BOOK = "/incidents"


def test_an_empty_book_says_so() -> None:
    hall = JudgesHall()
    assert "No incidents so far." in hall.text(hall.judge, BOOK)


@pytest.mark.clause("RW-034")
def test_the_newest_is_on_top_with_who_when_and_what_was_done() -> None:
    hall = JudgesHall()
    day = hall.day
    first, second = day.active()[:2]
    day.do(RecordIncident("stalling", (first,), "counts trays", "a warning"), hall.last)
    day.do(ReportIncident("discourtesy", "loud words"), second)
    text = hall.text(hall.judge, BOOK)
    assert text.index("loud words") < text.index("counts trays")
    assert "Discourtesy open" in text
    assert f"Remedy: a warning {day.event.people[first]} · noted by Mira" in text
    assert "Only judges and organizers can read this page. RW-034" in text


def test_it_can_be_read_for_one_person() -> None:
    hall = JudgesHall()
    first, second = hall.day.active()[:2]
    hall.day.do(RecordIncident("stalling", (first,), "counts trays"), hall.judge)
    hall.day.do(RecordIncident("force", (second,), "throws dice"), hall.judge)
    only = hall.text(hall.judge, f"{BOOK}?person={first}")
    assert "counts trays" in only
    assert "throws dice" not in only
    nobody = hall.text(hall.judge, f"{BOOK}?person=p99")
    assert "counts trays" not in nobody


@pytest.mark.clause("RW-015", "RW-036")
def test_an_incident_is_written_down_with_a_recommendation() -> None:
    hall = JudgesHall()
    player = hall.day.active()[0]
    values = {
        "category": "cheating",
        "people": player,
        "finding": "loaded dice",
        "recommends_disqualification": "yes",
    }
    done = hall.send(hall.last, BOOK, "record-incident", values)
    assert done.status_code == 200, done.text
    assert hall.day.event.recommendations == {player: "loaded dice"}
    assert "disqualification recommended" in hall.text(hall.judge, BOOK)
    empty = hall.send(hall.last, BOOK, "record-incident", {"category": "other", "finding": " "})
    assert empty.status_code == 422


@pytest.mark.clause("RW-033", "RW-022")
def test_rulings_are_kept_with_what_was_said_first() -> None:
    hall = JudgesHall()
    name = hall.call()
    hall.day.do(RuleOnCall(name, "it is in range"), hall.judge)
    hall.day.do(AppealRuling(name), hall.day.games()[0].players[0])
    hall.day.do(RuleOnCall(name, "it is not", overrules="FAQ"), hall.last)
    text = hall.text(hall.judge, BOOK)
    assert "Overrules: FAQ. RW-033" in text
    assert "First ruling: it is in range" in text


def test_off_duty_nothing_is_written_down() -> None:
    from tiltyard.day.people import ChangeDuty

    hall = JudgesHall()
    assert "record-incident" in acts_of(hall.page(hall.judge, BOOK))
    hall.day.do(ChangeDuty(hall.judge, "judge", False), hall.judge)
    assert "record-incident" not in acts_of(hall.page(hall.judge, BOOK))
