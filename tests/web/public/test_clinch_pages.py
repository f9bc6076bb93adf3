"""Clinch scenarios on public pages, at the desk, on the phone, for programs: who reads them."""

from __future__ import annotations

from html import unescape

import pytest

from tests.web.hall import WebHall, text_of
from tiltyard.day.setup import ShowClinch

NIGHT = "night-flight"
"""An event of the demo whose round is being played."""


@pytest.fixture
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def text(browser, path):
    return unescape(text_of(browser.page(path)))


def show(hall, *, public, players):
    hall.site.do(NIGHT, hall.organizer_of(NIGHT), ShowClinch(public=public, players=players))


def a_player(hall):
    event = hall.site.desk.event(NIGHT)
    return next(iter(next(iter(event.current.games.values())).players))


def test_everybody_reads_who_is_safe_and_who_is_out(hall):
    page = text(hall.browser(), f"/e/{NIGHT}/clinch")

    assert "Clinch scenarios" in page
    assert "Open" in page
    assert "/clinch" in hall.browser().page(f"/e/{NIGHT}/standings")


def test_an_organizer_keeps_it_from_the_public_but_not_from_the_desk(hall):
    show(hall, public=False, players=True)

    page = text(hall.browser(), f"/e/{NIGHT}/clinch")
    desk = hall.browser(NIGHT, hall.organizer_of(NIGHT)).page(f"/e/{NIGHT}/desk/standings")

    assert "The organizer keeps clinch scenarios to the desk." in page
    assert "Top" not in page
    assert "/clinch" not in hall.browser().page(f"/e/{NIGHT}/standings")
    assert 'id="clinch-details"' in desk
    assert 404 == hall.browser().get(f"/api/v1/events/{NIGHT}/clinch").status_code


def test_players_read_it_on_their_own_page_unless_it_is_switched_off(hall):
    me = a_player(hall)
    browser = hall.browser(NIGHT, me)

    assert 'id="clinch"' in browser.page(f"/e/{NIGHT}/me")
    show(hall, public=True, players=False)
    assert 'id="clinch"' not in browser.page(f"/e/{NIGHT}/me")


def test_programs_read_every_verdict(hall):
    answer = hall.browser().get(f"/api/v1/events/{NIGHT}/clinch").json()

    assert "tiltyard/clinch/1" == answer["format"]
    assert {"safe", "out", "open"} >= {verdict["state"] for verdict in answer["verdicts"]}


def test_the_same_setting_twice_is_refused(hall):
    desk = hall.browser(NIGHT, hall.organizer_of(NIGHT))

    assert 422 == desk.do(NIGHT, "show-clinch", public="true", players="true").status_code
    assert 200 == desk.do(NIGHT, "show-clinch", public="true", players="false").status_code
