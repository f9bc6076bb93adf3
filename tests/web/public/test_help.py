"""The documentation under /help: every page, every link, a search without a script."""

import re

import pytest

from tests.web.hall import WebHall
from tiltyard.web.documentation import SHELVES, found, pages, shelves
from tiltyard.web.pages.desk.navigation import _HELP, _WHOLE_DAY

LINK = re.compile(r'href="(/help/[^"]*|#[^"]*)"')
FILLED = {"run-on-paper", "install", "armada", "refusals", "tiltyard-1", "pairing", "glossary"}


@pytest.fixture(scope="module")
def browser():
    hall = WebHall()
    yield hall.browser()
    hall.close()


def test_every_shelf_holds_pages_and_no_page_stands_twice():
    assert set(SHELVES) == set(shelves())
    assert all(shelves().values())
    assert len(pages()) == sum(map(len, shelves().values()))
    assert set(pages()) >= FILLED


@pytest.mark.parametrize("name", sorted(pages()))
def test_every_link_of_a_page_leads_to_a_page_and_a_part_of_it(name):
    for address in LINK.findall(pages()[name].html):
        path, _, anchor = address.partition("#")
        target = pages()[path.removeprefix("/help/")] if path else pages()[name]

        assert not anchor or anchor in {heading.anchor for heading in target.headings}, address


def test_the_list_and_a_page_are_served(browser):
    assert "/help/run-on-paper" in browser.get("/help").text
    assert "<h1" in browser.get("/help/run-on-paper").text


def test_a_page_that_is_not_there_is_refused(browser):
    assert browser.get("/help/no-such-page").status_code == 404


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param("spare player", "middle-earth", id="how a Spare Player is played"),
        pytest.param("laptop", "a-second-laptop", id="what happens when the laptop dies"),
        pytest.param("add ruleset", "add-a-ruleset", id="a game of one's own"),
        pytest.param("SYSTEMD", "install", id="whatever the case"),
    ],
)
def test_what_somebody_looks_for_is_found(words, expected):
    assert expected in {hit.page.id for hit in found(words)}


def test_words_that_nothing_holds_find_nothing(browser):
    assert [] == found("xyzzy plugh")
    assert "0 results" in browser.get("/help?q=xyzzy+plugh").text


def test_what_somebody_typed_is_text(browser):
    assert "<script>alert" not in browser.get("/help?q=<script>alert(1)</script>").text


@pytest.mark.parametrize("address", sorted({*_HELP.values(), _WHOLE_DAY}))
def test_the_question_mark_of_every_page_of_the_desk_leads_to_its_place(address):
    page, _, anchor = address.partition("#")

    assert not anchor or anchor in {heading.anchor for heading in pages()[page].headings}


def test_no_page_loads_or_leads_to_another_host():
    for page in pages().values():
        assert not re.search(r'(?:href|src)="(?:https?:)?//', page.html), page.id


def test_a_picture_is_served_and_none_that_is_not_there(browser):
    assert browser.get("/help/pictures/floor.jpg").headers["content-type"] == "image/jpeg"
    assert browser.get("/help/pictures/..%2Fstart.md").status_code == 404
    assert browser.get("/help/pictures/none.jpg").status_code == 404


def test_the_start_page_speaks_the_language_of_the_reader(browser):
    assert "I want to" in browser.get("/help").text
    assert "Ich möchte" in browser.get("/help", **{"accept-language": "de"}).text
