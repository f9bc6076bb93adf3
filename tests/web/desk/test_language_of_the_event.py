"""The language of an event at the desk: chosen with the form, changed with its details."""

from __future__ import annotations

import pytest

from tests.web.desk.desks import WebDesk


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def language_of(desk, event):
    return desk.hall.site.view(event).event.language


def test_a_new_event_speaks_the_language_of_whoever_sets_it_up(desk):
    page = desk.owner.get("/desk/new?ruleset=armada", **{"accept-language": "de"}).text
    assert '<option value="de" lang="de" selected>' in page
    event = desk.create("German cup", language="de")
    assert language_of(desk, event) == "de"
    assert language_of(desk, desk.create("Some cup")) == "en"
    assert language_of(desk, desk.create("Odd cup", language="xx")) == "en"


def test_the_organizer_changes_it_on_the_page_of_the_details(desk):
    event = desk.create("Changing cup")
    page = desk.owner.page(f"/e/{event}/desk/details")
    assert f'action="/e/{event}/do/choose-language"' in page
    assert '<option value="en" lang="en" selected>' in page
    assert desk.owner.do(event, "choose-language", language="de").status_code == 200
    assert language_of(desk, event) == "de"
    assert '<option value="de" lang="de" selected>' in desk.owner.page(f"/e/{event}/desk/details")
    for code in ("DE", "xx", "deu", ""):
        assert desk.owner.do(event, "choose-language", language=code).status_code == 422
    assert language_of(desk, event) == "de"


def test_papers_are_offered_in_the_language_of_the_event(desk):
    event = desk.create("Paper cup", language="de")
    page = desk.owner.page(f"/e/{event}/desk/papers")
    assert '<option value="de" lang="de" selected>' in page
