"""The standings inside a page of somebody else: framed, small, and of nobody in particular."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient

from tests.web.hall import WebHall, text_of
from tests.web.public.crawled import addresses
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.web.app import ALL_ROUTES
from tiltyard.web.pages.public.embed import MOST_ROWS
from tiltyard.web.security.headers import FRAMED_POLICY, is_framed_page
from tiltyard.web.serving import front_of
from tiltyard.web.settings import Settings
from tiltyard.web.site import Site

NIGHT, FINISHED = "night-flight", "summer-disks"
POLICY = "content-security-policy"


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def test_it_may_be_framed_and_nothing_else_may(hall):
    browser = hall.browser()
    for path in addresses(hall, NIGHT):
        for _ in range(2):  # made for the first, ready for the second
            policy = browser.get(path).headers[POLICY]
            if path.endswith("/embed"):
                assert policy == FRAMED_POLICY, path
            else:
                assert "frame-ancestors 'none'" in policy, path


def test_an_answer_that_says_nothing_new_may_be_framed_too(hall):
    browser = hall.browser()
    etag = browser.get(f"/e/{NIGHT}/embed").headers["etag"]
    answer = browser.get(f"/e/{NIGHT}/embed", **{"if-none-match": etag})
    assert answer.status_code == 304
    assert answer.headers[POLICY] == FRAMED_POLICY
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


def test_where_there_is_no_event_there_is_nothing_to_frame(hall):
    answer = hall.browser().get("/e/nothing/embed")
    assert answer.status_code == 404
    assert "frame-ancestors 'none'" in answer.headers[POLICY]


def test_one_route_is_framed():
    framed = [one.path for one in ALL_ROUTES if is_framed_page(one.path.replace("{event}", "x"))]
    assert framed == ["/e/{event}/embed"]


@pytest.mark.parametrize(
    "path", ["/e/x/embedded", "/e/x/desk/embed", "/e/X/embed", "/embed", "/e//embed", "/e/x/embed/"]
)
def test_what_only_looks_alike_is_not(path):
    assert not is_framed_page(path)
    assert is_framed_page("/e/x/embed")


def test_the_policy_runs_nothing_of_others_and_sends_nothing():
    assert "default-src 'none'" in FRAMED_POLICY
    assert "script-src 'self';" in FRAMED_POLICY
    assert "form-action 'none'" in FRAMED_POLICY


def test_it_sets_no_cookie_and_has_nothing_to_press(hall):
    for _ in range(2):
        answer = TestClient(hall.front).get(f"/e/{NIGHT}/embed")
        assert "set-cookie" not in answer.headers
        assert answer.text.count("<script") == 1
        assert "<button" not in answer.text
        assert "<form" not in answer.text
        assert "http-equiv" not in answer.text


def test_it_is_the_same_for_everybody(hall):
    organizer = hall.browser(NIGHT, hall.organizer_of(NIGHT))
    assert organizer.page(f"/e/{NIGHT}/embed") == hall.browser().page(f"/e/{NIGHT}/embed")


def test_a_finished_event_is_not_asked_for_again(hall):
    page = hall.browser().page(f"/e/{FINISHED}/embed")
    assert "<script" not in page
    assert "data-event" not in page
    first = hall.site.view(FINISHED).standings.rows[0]
    assert hall.site.view(FINISHED).public_name(first.player) in text_of(page)


def test_it_is_tiny(hall):
    answer = hall.browser().get(f"/e/{NIGHT}/embed")
    assert len(answer.content) < 16_000
    assert answer.text.count('<th scope="row">') <= MOST_ROWS


def test_it_keeps_the_promise_of_encryption(hall):
    site = Site(hall.desk, SqliteKeyring(), Settings("https://cup.example", tls=True))
    try:
        client = TestClient(front_of(site), base_url="https://cup.example")
        for _ in range(2):
            assert "strict-transport-security" in client.get(f"/e/{NIGHT}/embed").headers
    finally:
        site.publisher.stop()
