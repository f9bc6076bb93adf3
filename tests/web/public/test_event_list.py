from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from tests.web.hall import START, WebHall, text_of
from tiltyard.web.pages.public.event_list import is_on


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def test_what_is_on_today_comes_first_then_what_comes_then_what_is_over(hall):
    page = text_of(hall.browser().page("/"))
    order = ["Today", "Night Flight", "Coming", "Harbour Lights", "Finished", "Summer Disks"]
    places = [page.index(word) for word in order]
    assert places == sorted(places)
    assert page.index("Harbour Lights") < page.index("Ash and Antler")


def test_a_card_says_game_day_venue_and_where_the_event_stands(hall):
    page = unescape(text_of(hall.browser().page("/")))
    card = page[page.index("Night Flight") : page.index("The Broken Crown")]
    assert "X-Wing Dogfight" in card
    assert "November 14, 2026" in card
    assert "Hangar Row" in card
    assert "Round 2 of 5, 3 of 8 tables done." in card


@pytest.mark.parametrize(
    ("phase", "first", "days", "on"),
    [
        ("announced", 0, 1, True),
        ("announced", 1, 1, False),
        ("announced", -1, 1, False),
        ("announced", -1, 2, True),
        ("announced", -2, 2, False),
        ("running", -3, 1, True),
        ("check_in", 5, 1, True),
        ("finished", 0, 1, True),
        ("finished", -1, 2, True),
        ("finished", -1, 1, False),
    ],
)
def test_an_event_of_two_days_is_there_on_both(hall, phase, first, days, on):
    view = hall.site.view("ash-and-antler")
    details = replace(view.event.details, date=START.date() + timedelta(first), days=days)
    event = replace(view.event, phase=phase, details=details)
    moved = type(view)(event, view.rules, view.document, view.clock)
    assert is_on(moved, START.date()) is on


def test_a_day_that_nobody_named_is_not_today(hall):
    view = hall.site.view("ash-and-antler")
    details = replace(view.event.details, date=None)
    moved = type(view)(replace(view.event, details=details), view.rules, view.document, view.clock)
    assert not is_on(moved, START.date())


def test_whoever_is_signed_in_finds_the_own_desk(hall):
    assert 'href="/desk"' not in hall.browser().page("/")
    assert 'href="/desk"' in hall.browser(owner=True).page("/")
    organizer = hall.browser("night-flight", hall.organizer_of("night-flight"))
    assert '"/e/night-flight/desk"' in organizer.page("/")
    player = next(iter(hall.desk.event("night-flight").entrants))
    mine = hall.browser("night-flight", player).page("/")
    assert '"/e/night-flight/me"' in mine
    assert '"/e/night-flight/desk"' not in mine


def test_a_list_made_for_somebody_is_nobodys_to_keep(hall):
    assert hall.browser(owner=True).get("/").headers["cache-control"] == "no-store"
    assert hall.browser().get("/").headers["cache-control"] == "no-cache"


def test_without_events_the_page_says_what_to_do():
    empty = WebHall()
    assert "No events yet." in empty.browser().page("/")
    assert "Create an event" in empty.browser(owner=True).page("/")
    assert "Create an event" not in empty.browser().page("/")
    empty.close()
