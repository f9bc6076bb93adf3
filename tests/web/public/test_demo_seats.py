"""The first page of a demo: one press for every role, and no such thing on a real server."""

from dataclasses import replace

import pytest

from tests.web.hall import WebHall


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


@pytest.fixture
def demo(hall, monkeypatch):
    monkeypatch.setattr(hall.site, "settings", replace(hall.site.settings, demo=True))
    return hall


@pytest.mark.parametrize(
    ("role", "page"), [("organizer", "/desk"), ("judge", "/judge"), ("player", "/me")]
)
def test_one_press_and_you_are_somebody(demo, role, page):
    browser = demo.browser()
    answer = browser.post("/demo/be", {"who": role})

    assert answer.status_code == 303
    assert answer.headers["location"].endswith(page)
    assert browser.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize("role", ["owner", "", "nobody"])
def test_no_other_role_is_given_away(demo, role):
    assert demo.browser().post("/demo/be", {"who": role}).status_code == 404


def test_a_demo_gives_nobody_the_server(demo):
    browser = demo.browser()
    browser.post("/demo/be", {"who": "organizer"})

    assert browser.get("/desk/server").status_code in {303, 403}


def test_a_real_server_has_no_such_page(hall):
    assert hall.browser().post("/demo/be", {"who": "organizer"}).status_code == 404
    assert "/demo/be" not in hall.browser().get("/").text
