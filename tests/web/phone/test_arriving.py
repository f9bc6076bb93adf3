"""A phone whose server is gone comes to the other one, with its seat and what it did not send."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.web.hall import TestClock, WebHall
from tiltyard.day.facts import Details
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.setup import AnnounceEvent
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.keyring import Session
from tiltyard.store.sqlite_led import LedStore
from tiltyard.web.security.secrets import key_of, pass_of
from tiltyard.web.security.visitors import begin_session

CUP, ANN, BOB = "cup", "p2", "p3"
ME = f"/e/{CUP}/me"
OTHER = "http://192.168.1.21:8001"


@pytest.fixture
def hall(tmp_path):
    clock = TestClock()
    desk = Desk(LedStore(tmp_path / "one.db"), load, clock)
    desk.create(CUP, Details("Cup", "armada@1.0.1", clock.now().date(), structure="basic"), "Olga")
    desk.do(CUP, "p1", AnnounceEvent())
    for name in ("Ann", "Bob"):
        desk.do(CUP, "p1", RegisterPlayer(name))
    made = WebHall(desk=desk)
    yield made
    made.close()


@pytest.fixture
def leader(hall):
    found = hall.site.leader
    assert found is not None
    return found


def secret_of(hall, person=ANN, **more):
    return begin_session(hall.keyring, hall.clock.now(), seats={CUP: person}, **more)


def ask(hall, shown, event=CUP, unsent=()):
    """Ask as a page of another server does: without cookie and token."""
    said = {"pass": shown, "event": event, "outbox": json.dumps(list(unsent))}
    return hall.browser().client.post("/arrive", data=said)


def unsent(person=ANN, **more):
    kept = {
        "me": person,
        "state": "waiting",
        "key": "k" * 24,
        "address": f"/e/{CUP}/do/drop-player",
    }
    return {**kept, "fields": [["player", person]], **more}


def arrive(browser, answer):
    page = browser.page(f"/arrive/{answer.json()['ticket']}")
    found = re.search(r'data-unsent="([^"]*)"', page)
    return json.loads(unescape(found[1]))


class TestThePage:
    def test_it_names_the_other_servers_and_may_ask_them(self, hall, leader):
        secret = secret_of(hall)
        browser = hall.browser()
        browser.client.cookies.set(browser.cookie, secret)
        assert "data-pass" not in browser.page(ME)
        for address in (OTHER, "http://evil.example; script-src *", "javascript:alert(1)"):
            leader.lead.know(address)
        answer = browser.get(ME)

        assert f'data-elsewhere="{OTHER}" data-pass="{pass_of(secret)}"' in answer.text
        policy = answer.headers["content-security-policy"]
        assert f"connect-src 'self' {OTHER};" in policy
        assert "evil" not in policy
        assert secret not in answer.text

    def test_an_account_has_no_pass(self, hall, leader):
        leader.lead.know(OTHER)
        secret = secret_of(hall, account="owner")
        browser = hall.browser()
        browser.client.cookies.set(browser.cookie, secret)
        assert "data-pass" not in browser.page(ME)
        assert 403 == ask(hall, pass_of(secret)).status_code


class TestArriving:
    def test_a_pass_opens_the_seat_in_a_browser_without_one(self, hall):
        answer = ask(hall, pass_of(secret_of(hall)), unsent=[unsent()])
        assert "*" == answer.headers["access-control-allow-origin"]
        phone = hall.browser()
        assert [unsent()] == arrive(phone, answer)
        assert "Ann" in phone.page(ME)

    def test_a_ticket_works_once_and_not_for_long(self, hall, monkeypatch):
        shown = pass_of(secret_of(hall))
        ticket = ask(hall, shown).json()["ticket"]
        assert 200 == hall.browser().get(f"/arrive/{ticket}").status_code
        assert 404 == hall.browser().get(f"/arrive/{ticket}").status_code
        late = ask(hall, shown).json()["ticket"]
        monkeypatch.setattr(hall.site.arrivals, "_now", lambda: float("inf"))
        assert 404 == hall.browser().get(f"/arrive/{late}").status_code
        assert 404 == hall.browser().get("/arrive/nonsense").status_code

    def test_a_browser_that_has_a_seat_keeps_it_and_takes_nothing_of_others(self, hall):
        answer = ask(hall, pass_of(secret_of(hall)), unsent=[unsent()])
        bob = hall.browser(CUP, BOB)
        assert [] == arrive(bob, answer)
        assert "Bob" in bob.page(ME)

    def test_a_phone_that_was_here_before_takes_along_what_it_wrote(self, hall):
        answer = ask(hall, pass_of(secret_of(hall)), unsent=[unsent()])
        assert [unsent()] == arrive(hall.browser(CUP, ANN), answer)

    @pytest.mark.parametrize(
        "entry",
        [
            unsent(BOB),
            unsent(state="sent"),
            unsent(address="/e/other/do/drop-player"),
            unsent(address="//elsewhere/e/cup/do/x"),
            "text",
        ],
    )
    def test_only_what_a_player_wrote_for_this_event_travels(self, hall, entry):
        answer = ask(hall, pass_of(secret_of(hall)), unsent=[entry, unsent()])
        assert [unsent()] == arrive(hall.browser(), answer)

    @pytest.mark.parametrize("outbox", ["", "{", '{"me": 1}', '"' + "x" * 70_000 + '"'])
    def test_an_outbox_that_cannot_be_read_is_left_behind(self, hall, outbox):
        said = {"pass": pass_of(secret_of(hall)), "event": CUP, "outbox": outbox}
        answer = hall.browser().client.post("/arrive", data=said)
        assert [] == arrive(hall.browser(), answer)


class TestWhatIsRefused:
    def test_a_pass_that_is_none(self, hall):
        secret = secret_of(hall)
        for shown in ("", "nonsense", secret, key_of(secret)):
            assert 403 == ask(hall, shown).status_code
        assert 403 == ask(hall, pass_of(secret), event="other").status_code

    def test_a_pass_is_no_cookie(self, hall):
        browser = hall.browser()
        browser.client.cookies.set(browser.cookie, pass_of(secret_of(hall)))
        assert "Ann" not in browser.page(ME)

    def test_a_session_that_ended(self, hall):
        shown = pass_of(secret_of(hall))
        hall.clock.move(days=800)
        assert 403 == ask(hall, shown).status_code

    def test_a_server_that_does_not_lead(self, hall, leader):
        shown = pass_of(secret_of(hall))
        leader.lead.follow(OTHER)
        assert 503 == ask(hall, shown).status_code

    def test_a_network_where_others_read_along(self, hall, monkeypatch):
        monkeypatch.setattr("tiltyard.web.pages.account.arriving.plain_wanted", lambda _: False)
        assert 403 == ask(hall, pass_of(secret_of(hall))).status_code


def test_sessions_of_earlier_versions_go_on(hall):
    now = hall.clock.now()
    hall.keyring.open_session(
        Session(key_of("old"), "", {CUP: ANN}, "", now, now, now.replace(2030))
    )
    browser = hall.browser()
    browser.client.cookies.set(browser.cookie, "old")
    assert "Ann" in browser.page(ME)
    assert "data-pass" not in browser.page(ME)
