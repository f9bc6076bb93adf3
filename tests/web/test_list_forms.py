"""Acts about lists by their forms: days, times, numbers by name, and a text as it was typed."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.day.army_lists import clean_list
from tests.web.lists_hall import ListsHall
from tiltyard.engine.rosters.list_reading import LONGEST_LIST, digest

LIST = clean_list("xwing-dogfight")


@pytest.fixture
def hall():
    made = ListsHall()
    yield made
    made.close()


@pytest.fixture(scope="module")
def olgas():
    made = ListsHall()
    yield made
    made.close()


@pytest.fixture
def runewars():
    made = ListsHall("runewars")
    yield made
    made.close()


def as_(hall, person):
    return hall.web.browser(hall.name, person)


def test_a_list_stays_as_it_was_typed(hall):
    text = "Faction: Rebel\n\n  Ships:\nGrey Wing, the old (20); new\n"
    answer = as_(hall, hall.pia).do(hall.name, "submit-list", player=hall.pia, text=text)
    assert answer.status_code == 200, answer.text
    assert hall.army(hall.pia).text == text


def test_line_breaks_as_browsers_send_them_are_line_breaks(hall):
    typed = LIST.replace("\n", "\r\n")
    assert as_(hall, hall.pia).do(hall.name, "submit-list", player=hall.pia, text=typed)
    assert hall.army(hall.pia).text == LIST
    again = as_(hall, hall.judge).do(
        hall.name, "amend-list", player=hall.pia, text=typed, reason="nothing"
    )
    assert again.status_code == 422
    assert "Nothing would change." in again.text


def test_everything_about_a_list_is_done_by_forms(hall):
    pia, judge, olga = (as_(hall, one) for one in (hall.pia, hall.judge, "p1"))

    def done(answer):
        assert answer.status_code == 200, answer.text

    done(pia.do(hall.name, "save-list", player=hall.pia, text=LIST, form="plain"))
    done(pia.do(hall.name, "submit-list", player=hall.pia))
    done(judge.do(hall.name, "return-list", player=hall.pia, reason="too dark"))
    done(pia.do(hall.name, "submit-list", player=hall.pia, text=LIST))
    seen = digest(LIST)
    done(judge.do(hall.name, "approve-list", player=hall.pia, digest=seen, reason=""))
    done(olga.do(hall.name, "receive-lists-on-paper", players=hall.paul))
    done(
        judge.do(
            hall.name,
            "amend-list",
            player=hall.pia,
            text=LIST.replace("98", "97"),
            reason="miscounted",
            significant="on",
        )
    )
    assert hall.army(hall.pia).amendments[0].significant
    assert hall.army(hall.paul).state == "on_paper"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2018-11-03T10:00", datetime(2018, 11, 3, 10)),  # noqa: DTZ001
        ("2018-11-03T10:00:30", datetime(2018, 11, 3, 10, 0, 30)),  # noqa: DTZ001
        ("2018-11-03T10:00+02:00", datetime(2018, 11, 3, 8, tzinfo=UTC)),
        ("2018-11-03T10:00Z", datetime(2018, 11, 3, 10, tzinfo=UTC)),
        ("", None),
    ],
)
def test_a_time_without_a_zone_is_that_of_the_server(olgas, text, kept):
    answer = as_(olgas, "p1").do(olgas.name, "set-list-deadline", until=text)
    assert answer.status_code == 200, answer.text
    wanted = kept.astimezone(UTC) if kept is not None else None
    assert olgas.event.list_desk.deadline == wanted


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "2018-11-03",
        "2018-13-03T10:00",
        "2018-11-03T25:00",
        "0001-01-01T00:00+14:00",
        "9999-12-31T23:59-12:00",
        "2018-11-03T10:00+99:99",
        "\u0662018-11-03T10:00",
        "2018-11-03T10:00\x00",
        "9" * 400,
    ],
)
def test_what_is_no_time_is_refused_with_its_field(olgas, text):
    before = olgas.event.version
    answer = as_(olgas, "p1").do(olgas.name, "set-list-deadline", until=text)
    assert answer.status_code == 422, answer.text
    assert answer.json()["refused"]["field"] == "until"
    assert answer.json()["refused"]["fix"]
    assert olgas.event.version == before


def test_a_day_is_read_and_what_is_none_is_refused(hall):
    olga = as_(hall, "p1")
    ruled = {"product": "Core Set", "legal": "yes", "reason": "it is out"}
    for text in ("2018-02-30", "20181103", "2018-W44-6", "yesterday"):
        answer = olga.do(hall.name, "rule-on-product", **ruled, since=text)
        assert answer.status_code == 422
        assert answer.json()["refused"]["field"] == "since"
    assert olga.do(hall.name, "rule-on-product", **ruled, since="2018-11-01").status_code == 200
    assert hall.event.list_desk.rulings["Core Set"].since == date(2018, 11, 1)
    assert olga.do(hall.name, "rule-on-product", **ruled, since="").status_code == 200
    assert hall.event.list_desk.rulings["Core Set"].since is None


def test_numbers_by_name_are_numbers(runewars):
    olga = as_(runewars, "p1")
    fields = {"name": "Ruins", "diameter": "55", "keywords": "cover, deadly"}
    wrong = olga.do(runewars.name, "label-terrain", **fields, values__deadly="two")
    assert wrong.status_code == 422
    assert wrong.json()["refused"]["field"] == "values.deadly"
    named = {"values__deadly": "2", "values__cover": " "}
    assert olga.do(runewars.name, "label-terrain", **fields, **named).status_code == 200
    piece = runewars.event.list_desk.terrain["g1"]
    assert (piece.keywords, piece.values) == (("cover", "deadly"), {"deadly": 2})


@pytest.mark.parametrize("letter", ["x", "ä", "\U0001f409"])
def test_the_longest_list_gets_through_and_no_longer_one(hall, letter):
    line = letter * 500
    text = f"{LIST}\n# {line}\n" + (f"Author: {line}\n" * 200)
    text = text[:LONGEST_LIST].rpartition("\n")[0]
    text += "\n" * (LONGEST_LIST - len(text))
    pia = as_(hall, hall.pia)
    answer = pia.do(hall.name, "submit-list", player=hall.pia, text=text)
    assert answer.status_code == 200, answer.text[:300]
    assert hall.army(hall.pia).text == text
    longer = pia.do(hall.name, "submit-list", player=hall.pia, text=f"{text}\n")
    assert longer.status_code == 422
    assert "longer than" in longer.json()["refused"]["message"]
    assert longer.json()["refused"]["fix"]
    assert hall.army(hall.pia).text == text


def test_ten_megabytes_are_refused_before_anybody_reads_them(hall):
    before = hall.event.version
    answer = as_(hall, hall.pia).do(
        hall.name, "submit-list", player=hall.pia, text="x" * 10_000_000
    )
    assert answer.status_code == 413
    assert "Send less" in answer.text
    assert hall.event.version == before
