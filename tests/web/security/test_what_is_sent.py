"""Requests nobody's browser sends, a keyring that cannot be written, and drafts nobody may see."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.day.events import Day, in_round
from tests.web.api.seeded import Program, give
from tests.web.hall import WebHall
from tests.web.security.actors import RUNNING
from tiltyard.day.results import ReportResult
from tiltyard.day.setup import ArchiveEvent
from tiltyard.web.request import MOST_FIELDS

CUP = "cup"
API = f"/api/v1/events/{CUP}"


def with_query(hall, raw):
    """A browser whose every request ends in these bytes."""

    async def there(scope, receive, send):
        await hall.front({**scope, "query_string": raw}, receive, send)

    browser = hall.browser()
    browser.client.app = there
    return browser


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"next=\xff", 400),
        (b"next=%ff", 200),
        (b"&".join([b"a=1"] * (MOST_FIELDS + 1)), 400),
        (b"&".join([b"a=1"] * MOST_FIELDS), 200),
        (b"next=/a&next=/b", 422),
    ],
)
def test_a_query_that_cannot_be_read_is_refused_and_no_fault(hall, raw, status):
    assert with_query(hall, raw).get("/sign-in").status_code == status


def test_a_form_that_cannot_be_read_keeps_the_cookie_of_whoever_sent_it(hall):
    browser = hall.browser(RUNNING, hall.organizer_of(RUNNING))
    answer = browser.client.post(
        "/sign-in", content=b"\xff", headers={"content-type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("sent", "back"),
    [
        (["/account"], "/account"),
        (["https://evil.example/"], "/"),
        (["//evil.example"], "/"),
        (["javascript:alert(1)"], "/"),
        (["/account", "/account"], "/"),
        ([], "/"),
    ],
)
def test_the_way_back_from_a_refusal_stays_on_this_site(hall, sent, back):
    answer = hall.browser().client.post("/sign-in", data={"next": sent, "form_token": "wrong"})
    assert answer.status_code == 403
    assert f'<a class="button" href="{back}">' in answer.text


@pytest.mark.parametrize("after", [timedelta(minutes=6), timedelta(days=8)])
def test_reading_goes_on_when_the_keyring_cannot_be_written(after):
    hall = WebHall(demo=True)
    try:
        player = next(iter(hall.desk.event(RUNNING).entrants))
        browser = hall.browser(RUNNING, player)
        hall.clock.at += after
        hall.keyring._database.execute("PRAGMA query_only = 1")
        assert browser.get("/sign-in").status_code == 200
        seen = browser.get("/account").status_code
        assert seen == (200 if after < timedelta(days=1) else 303)
    finally:
        hall.close()


# ---------------------------------------------------------------------------- what is not public


def seen_by(browser):
    listed = [one["event"] for one in browser.get("/api/v1/events").json()["events"]]
    statuses = [browser.get(path).status_code for path in (f"/e/{CUP}", f"/e/{CUP}/register", API)]
    return CUP in listed, "Cup of the Yard" in browser.page("/"), statuses


@pytest.mark.parametrize("announced", [False, True])
def test_archiving_a_draft_publishes_nothing(announced):
    day = Day()
    if announced:
        day.announce()
    assert day.event.is_public is announced
    day.do(ArchiveEvent())
    assert day.event.is_public is announced
    assert day.folds()
    hall = WebHall(desk=day.desk)
    try:
        assert seen_by(hall.browser()) == (announced, announced, [200 if announced else 404] * 3)
        assert hall.site.is_public(CUP) is announced
        assert hall.browser(CUP, "p1").get(f"/e/{CUP}/desk").status_code == 200
    finally:
        hall.close()


def test_a_result_that_is_contradicted_is_for_those_close_to_it():
    day = in_round()
    game, other = day.games()[:2]
    first, second = game.players
    day.enter(game)
    day.do(ReportResult(game.id, day.slip(10, 30)), second)
    assert day.match(game.id).contradicted
    hall = WebHall(desk=day.desk)
    try:
        give(hall, "player", CUP, first, "read")
        give(hall, "stranger", CUP, other.players[0], "read")
        path = f"{API}/rounds/{day.round.id}"

        def result(token=""):
            matches = Program(hall, token).get(path).json()["matches"]
            return next(one["result"] for one in matches if one["match"] == game.id)

        assert result() is result("stranger") is None
        assert result("player")
    finally:
        hall.close()
