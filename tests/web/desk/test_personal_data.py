"""Personal data in the browser: a file for who asks for it, and forgetting people."""

from __future__ import annotations

import pytest

from tests.day.events import in_round
from tests.web.desk.at_desk import CUP, AtDesk
from tests.web.hall import text_of
from tiltyard.day.people import ChangePlayer
from tiltyard.day.setup import ChangeInformation


@pytest.fixture
def desk():
    made = AtDesk(in_round("armada", players=4))
    yield made
    made.close()


def data(desk, path, person=""):
    browser = desk.hall.browser(CUP, person) if person else desk.organizer
    return browser.get(f"/e/{CUP}{path}")


def test_an_organizer_forgets_a_person_and_the_name_is_gone_from_every_page(desk):
    player = desk.table(1).players[0]
    name = "Zinaida"
    desk.day.do(ChangePlayer(player, name, 77))
    page = desk.page(f"/personal-data?person={player}")
    assert f'value="{player}" selected' in page
    assert f"/personal-data?person={player}" in desk.page(f"/player/{player}")
    assert name in text_of(desk.hall.browser().page(f"/e/{CUP}/pairings"))

    desk.does("forget-person", person=player, reason="asked for it")
    desk.hall.site.publisher.publish(CUP)

    assert name not in text_of(desk.hall.browser().page(f"/e/{CUP}/pairings"))
    page = desk.reads("/personal-data")
    assert name not in page
    assert "1 person forgotten" in page


def test_everybody_is_forgotten_at_once_but_only_after_the_event(desk):
    assert "do/forget-people" not in desk.page("/personal-data")
    others = desk.table(1).players
    assert desk.organizer.do(CUP, "forget-people", reason="x").status_code == 422

    desk.does("forget-people", people=list(others), reason="long ago")

    assert set(others) == set(desk.day.event.forgotten)


def test_players_download_their_own_data_and_nobody_elses(desk):
    mine, other = desk.table(1).players
    found = data(desk, "/me/data.json", mine)
    assert found.status_code == 200
    assert "attachment" in found.headers["content-disposition"]
    assert mine == found.json()["person"]
    assert desk.day.event.people[other] not in found.text
    assert data(desk, f"/desk/personal-data.json?person={other}", mine).status_code in {403, 404}
    assert (
        desk.day.event.people[other]
        == data(desk, f"/desk/personal-data.json?person={other}").json()["name"]
    )
    assert data(desk, "/desk/personal-data.json?person=p99").status_code == 404


def test_texts_about_others_that_hold_the_name_are_named(desk):
    player = desk.table(1).players[0]
    desk.day.do(ChangePlayer(player, "Zinaida", 77))
    page = f"/personal-data?person={player}"
    assert "also stands in texts" not in desk.reads(page)
    desk.day.do(ChangeInformation(notes="Ask Zinaida for tape"))
    said = f"in the history at {desk.day.event.version}. Those stay."
    assert said in desk.reads(page)
    assert "also stands in texts" not in desk.reads("/personal-data")
