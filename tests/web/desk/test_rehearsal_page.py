"""The rehearsal at the desk: who may, what it shows, and that nobody else ever sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.service.test_rehearsing import registered
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.hall import text_of
from tiltyard.day.setup import DescribeEvent


@pytest.fixture
def desk():
    made = AtDesk(registered())
    yield made
    made.close()


def begun(desk) -> str:
    """Begin a rehearsal and return its id."""
    answer = desk.organizer.post(f"{DESK}/rehearsal", {"step": "begin"})
    assert answer.status_code == 303
    return answer.headers["location"].split("/")[2]


def step(desk, name: str, wanted: str):
    answer = desk.organizer.post(f"/e/{name}/desk/rehearsal", {"step": wanted})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_the_button_is_on_a_page_of_the_event_and_the_sandbox_says_what_it_is(desk):
    assert "Rehearse this event" in desk.reads("/rehearsal")
    assert "Rehearse this event" in desk.reads("/details")
    name = begun(desk)
    page = text_of(desk.organizer.page(f"/e/{name}/desk/rehearsal"))
    assert "This is a rehearsal." in page
    assert "Nothing in it reaches players" in page
    assert f"/e/{name}/desk/rehearsal" in desk.page("/rehearsal")


def test_rounds_are_played_and_the_standings_follow(desk):
    name = begun(desk)
    assert step(desk, name, "play") == f"/e/{name}/desk"
    assert "4 of 4 results" in text_of(desk.organizer.page(f"/e/{name}/desk"))
    step(desk, name, "play-out")
    assert "Player 1" in text_of(desk.organizer.page(f"/e/{name}/desk/standings"))
    assert "Expected end" in text_of(desk.organizer.page(f"/e/{name}/desk/rehearsal"))
    assert desk.day.event.rounds == ()


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("no-show", "hasn't come"), ("dispute", "don't match"), ("correction", "wrong way round")],
)
def test_what_is_practised_is_said_and_its_table_opened(desk, wanted, said):
    name = begun(desk)
    place = step(desk, name, wanted)
    assert "?table=" in place
    page = text_of(desk.organizer.page(place.partition("#")[0]))
    assert said in page
    assert "This is a rehearsal." in page


def test_nobody_else_sees_anything_of_it(desk):
    name = begun(desk)
    step(desk, name, "play")
    for person in ("", "p2", "p3"):
        browser = desk.hall.browser(CUP, person) if person else desk.hall.browser()
        for path in ("", "/standings", "/pairings", "/desk", "/desk/rehearsal", "/me", "/screen"):
            assert browser.get(f"/e/{name}{path}").status_code in {303, 401, 403, 404}, path
        assert name not in browser.page("/")
    assert name not in desk.organizer.page("/desk")
    assert desk.hall.site.desk.events() == (CUP,)
    assert not desk.hall.site.is_public(name)


def test_no_link_leads_into_it(desk):
    name = begun(desk)
    answer = desk.organizer.post(f"/e/{name}/desk/links", {"players": "p2", "make": "1"})
    assert answer.status_code != 200 or "/j/" not in answer.text
    assert desk.hall.site.keyring.links(name) == ()
    assert f"/e/{name}/desk/links" not in desk.organizer.page(f"/e/{name}/desk")


def test_it_is_deleted_at_one_press(desk):
    name = begun(desk)
    assert step(desk, name, "end") == f"/e/{CUP}/desk"
    assert "The rehearsal is deleted." in desk.reads("")
    assert desk.organizer.get(f"/e/{name}/desk").status_code in {404, 422}


def test_undo_takes_back_nothing_of_the_event_when_its_rehearsal_is_deleted(desk):
    name = begun(desk)
    page = desk.organizer.page(step(desk, name, "end"))
    receipts = page.partition('id="receipts"')[2].partition("</div></div>")[0]
    assert "The rehearsal is deleted." in receipts
    assert "/do/undo" not in receipts.partition(">")[2]


def test_settings_tried_there_become_those_of_the_event(desk):
    name = begun(desk)
    form = desk.organizer.page(f"/e/{name}/desk/details")
    assert "Rounds" in form
    sandbox = desk.day.desk
    tried = sandbox.event(name).details
    sandbox.do(name, "p1", DescribeEvent(replace(tried, swiss_rounds=5), "trying"))
    assert "Use these settings" in text_of(desk.organizer.page(f"/e/{name}/desk/rehearsal"))
    step(desk, name, "use")
    assert desk.day.event.details.swiss_rounds == 5


def test_a_step_that_does_not_exist_and_one_outside_are_refused(desk):
    assert desk.organizer.post(f"{DESK}/rehearsal", {"step": "dance"}).status_code == 422
    assert desk.organizer.post(f"{DESK}/rehearsal", {"step": "play"}).status_code == 422
    assert desk.day.event.rounds == ()
