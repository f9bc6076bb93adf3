"""Announcements in every interface: written at the desk, read on phones, pages and the screen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.day.events import in_round
from tests.web.desk.at_desk import CUP, AtDesk
from tests.web.hall import text_of

PUBLIC = ("", "/pairings", "/tables", "/standings", "/screen")


@pytest.fixture
def desk():
    made = AtDesk(in_round("armada", players=6))
    yield made
    made.close()


def read(desk: AtDesk, path: str, person: str = "") -> str:
    browser = desk.hall.browser(CUP, person) if person else desk.hall.browser()
    return browser.page(f"/e/{CUP}{path}")


def test_an_announcement_is_read_everywhere_at_once_and_nothing_in_it_is_markup(desk):
    desk.does("post-notice", text="Lunch <b>now</b> for Judge & Draw")
    for path in PUBLIC:
        assert "Lunch &lt;b&gt;now&lt;/b&gt; for Judge &amp; Draw" in read(desk, path)
    assert "Lunch <b>now</b>" in text_of(read(desk, "/me", desk.table(1).players[0]))
    answer = desk.hall.browser().get(f"/api/v1/events/{CUP}/notices").json()
    assert [line["text"] for line in answer["notices"]] == ["Lunch <b>now</b> for Judge & Draw"]


def test_what_has_ended_is_gone_from_ready_pages_although_nothing_happened(desk):
    until = desk.day.clock.at + timedelta(minutes=30)
    desk.does("post-notice", text="Lunch", until=until.isoformat())
    for path in PUBLIC:
        assert f'data-ends="{round(until.timestamp() * 1000)}"' in read(desk, path)
    desk.day.clock.move(minutes=30)
    desk.hall.site.publisher.publish(CUP)
    for path in PUBLIC:
        assert "Lunch" not in text_of(read(desk, path))
    assert desk.hall.browser().get(f"/api/v1/events/{CUP}/notices").json() == {"notices": []}
    assert "Ended" in desk.reads("/announcements")


def test_the_desk_counts_whose_page_showed_it_and_begins_anew_when_it_is_edited(desk):
    desk.does("post-notice", text="Lunch")
    assert "Seen by 0 of 6" in desk.reads("/announcements")
    for player in (*desk.table(1).players, desk.table(1).players[0]):
        read(desk, "/me", player)
    assert "Seen by 2 of 6" in desk.reads("/announcements")
    desk.does("edit-notice", notice="n1", text="Late lunch")
    assert "Seen by 0 of 6" in desk.reads("/announcements")


def test_one_for_a_table_is_on_the_phones_of_that_table_only(desk):
    desk.does("post-notice", text="Come to the desk", table="1", importance="urgent")
    assert "Come to the desk" in read(desk, "/me", desk.table(1).players[1])
    assert "Come to the desk" not in read(desk, "/me", desk.table(2).players[0])
    assert "Urgent Table 1 Come to the desk" in text_of(read(desk, ""))
    assert "Seen by 1 of 2" in desk.reads("/announcements")


def test_a_withdrawn_one_is_gone_and_stays_in_the_history(desk):
    desk.does("post-notice", text="Lunch")
    desk.does("withdraw-notice", notice="n1")
    assert "Lunch" not in read(desk, "")
    assert "Lunch Withdrawn" in desk.reads("/announcements")
    assert "The announcement “Lunch” was taken down." in desk.reads("/history")


def test_players_cannot_announce_and_what_is_wrong_names_its_field(desk):
    player = desk.hall.browser(CUP, desk.table(1).players[0])
    assert player.do(CUP, "post-notice", text="Free beer").status_code == 422
    assert desk.refused("post-notice", text=" ")["field"] == "text"
    assert desk.refused("post-notice", text="x", until="25:00")["field"] == "until"
    assert desk.refused("post-notice", text="x", table="0")["field"] == "table"
