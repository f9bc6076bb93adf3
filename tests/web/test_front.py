from __future__ import annotations

import pytest

from tests.web.hall import WebHall


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def test_a_public_page_is_made_once_and_then_ready(hall):
    browser = hall.browser()
    first = browser.get("/e/night-flight")
    second = browser.get("/e/night-flight")
    assert first.status_code == second.status_code == 200
    assert second.headers["etag"]
    again = browser.get("/e/night-flight", **{"if-none-match": second.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_an_act_by_a_form(hall):
    browser = hall.browser("night-flight", hall.organizer_of("night-flight"))
    answer = browser.do("night-flight", "announce-item", item="prizes", text="Cups for all.")
    assert answer.status_code in {200, 422}, answer.text


def test_a_form_without_its_token_is_refused(hall):
    browser = hall.browser("night-flight", hall.organizer_of("night-flight"))
    answer = browser.client.post("/e/night-flight/do/pause-clock", data={})
    assert answer.status_code == 403
