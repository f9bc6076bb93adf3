"""Pages of an event speak its language where the reader has not asked for another."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.web.hall import WebHall
from tiltyard.day.setup import ChooseLanguage

NIGHT, FINISHED = "night-flight", "summer-disks"
ENGLISH = {"accept-language": "en-GB,en;q=0.9"}
FRENCH = {"accept-language": "fr-FR,fr;q=0.9"}


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    for event in (NIGHT, FINISHED):
        made.site.do(event, made.organizer_of(event), ChooseLanguage("de"))
    yield made
    made.close()


def spoken(page: str) -> str:
    found = re.search(r'<html[^>]* lang="(\w+)"', page)
    assert found is not None
    return found[1]


def asked(hall, path, **headers):
    answer = hall.browser().get(path, **headers)
    assert answer.status_code == 200, answer.text[:200]
    return spoken(answer.text)


@pytest.mark.parametrize("suffix", ["", "/pairings", "/standings", "/statistics", "/record"])
def test_whoever_asks_for_nothing_we_speak_reads_the_language_of_the_event(hall, suffix):
    for _ in range(2):  # made for the first, ready for the second
        assert asked(hall, f"/e/{NIGHT}{suffix}") == "de"
        assert asked(hall, f"/e/{NIGHT}{suffix}", **FRENCH) == "de"
        assert asked(hall, f"/e/{NIGHT}{suffix}", **ENGLISH) == "en"
    assert asked(hall, "/e/the-long-table", **FRENCH) == "en"
    assert asked(hall, "/", **FRENCH) == "en"


def test_the_choice_of_a_reader_wins(hall):
    browser = hall.browser()
    browser.get("/language/en")
    assert spoken(browser.page(f"/e/{NIGHT}/pairings")) == "en"


@pytest.mark.parametrize("suffix", ["/screen", "/embed"])
def test_what_nobody_chooses_for_speaks_the_language_of_the_event(hall, suffix):
    for headers in ({}, ENGLISH, FRENCH):
        assert asked(hall, f"/e/{NIGHT}{suffix}", **headers) == "de"
    assert asked(hall, f"/e/ladder-night{suffix}", **ENGLISH) == "en"


def test_an_event_nobody_may_see_tells_no_language(hall):
    hidden = hall.browser().get("/e/nothing", **FRENCH)
    assert hidden.status_code == 404
    assert spoken(hidden.text) == "en"


def test_files_are_in_the_language_of_the_event(hall):
    browser = hall.browser()
    calendar = browser.get(f"/e/{NIGHT}/files/schedule.ics", **ENGLISH)
    assert "Runde 1" in calendar.text
    archive = browser.get(f"/e/{FINISHED}/files/archive.zip", **ENGLISH)
    with ZipFile(BytesIO(archive.content)) as packed:
        pages = [packed.read(name) for name in packed.namelist() if name.endswith(".html")]
    assert pages
    assert {spoken(page.decode()) for page in pages} == {"de"}


def test_another_choice_is_on_the_page_at_once():
    hall = WebHall(demo=True)
    try:
        path, organizer = f"/e/{NIGHT}/standings", hall.organizer_of(NIGHT)
        assert asked(hall, path) == "en"
        hall.site.do(NIGHT, organizer, ChooseLanguage("de"))
        hall.site.publisher.publish(NIGHT)
        assert asked(hall, path) == "de"
        assert asked(hall, path, **ENGLISH) == "en"
        hall.site.do(NIGHT, organizer, ChooseLanguage("en"))
        hall.site.publisher.publish(NIGHT)
        assert asked(hall, path) == "en"
    finally:
        hall.close()
