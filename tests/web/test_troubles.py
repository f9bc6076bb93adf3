"""When something of ours fails, the rest goes on, and what people are told stays true."""

from __future__ import annotations

import asyncio
import http.client
import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.web.hall import WebHall
from tests.web.served import Served
from tiltyard.day.clock import PauseClock, ResumeClock
from tiltyard.store.port import Unwritable
from tiltyard.web import live
from tiltyard.web.api.problems import problem
from tiltyard.web.live import Channels

EVENT = "night-flight"
UNOPENED = "ash-and-antler"  # nobody looks at it before it cannot be opened
UNKNOWN = "It may or may not have been"


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


@pytest.fixture
def organizer(hall):
    return hall.browser(EVENT, hall.organizer_of(EVENT))


def fails(*_args, **_values):
    raise RuntimeError("broken on purpose")


# ---------------------------------------------------------------------------- acts


@pytest.mark.parametrize(("act", "json"), [("pause-clock", True), ("resume-clock", False)])
def test_what_is_recorded_is_not_called_a_failure(hall, organizer, monkeypatch, act, json):
    monkeypatch.setattr("tiltyard.web.forms.act_routes.fact_text", fails)
    version = hall.desk.event(EVENT).version
    fields = {"next": f"/e/{EVENT}/desk", **({"reason": "fire alarm"} if json else {})}
    answer = organizer.post(f"/e/{EVENT}/do/{act}", fields, json=json)
    assert hall.desk.event(EVENT).version == version + 1
    if json:
        assert answer.status_code == 200
        assert answer.json()["text"] == ["It is recorded."]
    else:
        assert answer.status_code == 303
        assert "It is recorded." in organizer.page(f"/e/{EVENT}/desk")


def test_a_fault_of_ours_says_only_what_we_know(organizer, hall, monkeypatch):
    monkeypatch.setattr(hall.site, "do", fails)
    answer = organizer.do(EVENT, "pause-clock", reason="fire alarm")
    assert answer.status_code == 500
    assert answer.json()["refused"]["fix"].startswith(UNKNOWN)
    monkeypatch.setattr(hall.site.desk, "what_undo_takes_back", fails)
    looked = organizer.get(f"/e/{EVENT}/desk", accept="application/json")
    assert looked.status_code == 500
    assert "Nothing was changed" in looked.json()["refused"]["fix"]


@pytest.mark.parametrize(("method", "says"), [("POST", UNKNOWN), ("GET", "Nothing was changed")])
def test_the_api_says_only_what_we_know_too(method, says):
    answer = problem(RuntimeError("broken on purpose"), f"{method} /api/v1/events")
    assert answer.status_code == 500
    assert says in answer.content.decode()


# ---------------------------------------------------------------------------- publishing


def test_one_page_that_cannot_be_made_holds_up_no_other(hall, monkeypatch, caplog):
    browser, publisher = hall.browser(), hall.site.publisher
    for suffix in ("", "/pairings"):
        browser.page(f"/e/{EVENT}{suffix}")
    publisher.publish(EVENT)
    rendered = publisher._rendered

    def partly(view, page, suffix, language):
        return fails() if suffix == "/pairings" else rendered(view, page, suffix, language)

    monkeypatch.setattr(publisher, "_rendered", partly)
    with caplog.at_level(logging.ERROR, "tiltyard.web"), publisher._kept_of(EVENT).lock:
        for command in (PauseClock("fire alarm"), ResumeClock()):
            hall.site.do(EVENT, hall.organizer_of(EVENT), command)
            for page in hall.site.hot.known(f"/e/{EVENT}"):
                hall.site.hot.page(*page).used = True
            publisher.publish(EVENT)
            assert hall.site.hot.page(f"/e/{EVENT}", "en") is not None
            assert hall.site.hot.page(f"/e/{EVENT}/pairings", "en") is None
            channel = hall.site.channels.channel(EVENT)
            assert channel.news.version == hall.desk.event(EVENT).version
    assert caplog.text.count("/pairings of event") == 1
    monkeypatch.setattr(publisher, "_rendered", rendered)
    browser.page(f"/e/{EVENT}/pairings")


def test_a_page_is_not_made_of_an_event_that_was_withdrawn_meanwhile(hall, monkeypatch):
    publisher = hall.site.publisher
    assert publisher.page(EVENT, "/pairings", "en") is not None
    monkeypatch.setattr(hall.site, "is_public", lambda name: False)
    assert publisher.page(EVENT, "/pairings", "en") is None


# ---------------------------------------------------------------------------- the front door


@contextmanager
def asked(port: int, path: str) -> Iterator[http.client.HTTPResponse]:
    """An answer as far as its headers: a line stays open as long as one looks at it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    with closing(connection), connection.getresponse() as answer:
        yield answer


def ask(port: int, path: str) -> http.client.HTTPResponse:
    with asked(port, path) as answer:
        return answer


def is_sent_away(answer) -> bool:
    """Whether somebody was asked to come again, with all our headers."""
    status = getattr(answer, "status", None) or answer.status_code
    named = "retry-after", "content-security-policy", "x-content-type-options"
    return status == 503 and all(answer.headers.get(one) for one in named)


def refused(name):
    raise Unwritable("disk-gone")


@pytest.mark.parametrize("trouble", [fails, refused])
@pytest.mark.parametrize("kind", ["live", "state.json"])
def test_an_event_that_cannot_be_opened_is_said_to_be_so(hall, monkeypatch, trouble, kind):
    monkeypatch.setattr(hall.site, "is_public", trouble)
    assert is_sent_away(hall.browser().get(f"/e/{UNOPENED}/{kind}"))


def test_the_real_server_says_so_too(hall, monkeypatch):
    served = Served(hall)
    try:
        with monkeypatch.context() as broken:
            broken.setattr(hall.site, "is_public", refused)
            assert is_sent_away(ask(served.port, f"/e/{UNOPENED}/live"))
            assert is_sent_away(ask(served.port, f"/e/{UNOPENED}/state.json"))
        assert ask(served.port, f"/e/{UNOPENED}/state.json").status == 200
    finally:
        served.stop()


# ---------------------------------------------------------------------------- lines


def test_one_address_cannot_take_every_line(monkeypatch):
    monkeypatch.setattr(live, "MOST_FROM_ONE", 2)
    monkeypatch.setattr(live, "MOST_LINES", 3)
    channels = Channels(lambda: 0)
    assert [channels.admit("a") for _ in range(3)] == [True, True, False]
    assert [channels.admit("b") for _ in range(2)] == [True, False]
    channels.dismiss("a")
    assert channels.admit("b")
    assert not channels.admit("a")
    for one in "abb":
        channels.dismiss(one)
    assert not channels._lines
    assert live.MOST_FROM_ONE < live.MOST_LINES


def test_who_finds_no_line_is_told_to_come_again_and_others_may_leave(hall, monkeypatch):
    monkeypatch.setattr(live, "MOST_FROM_ONE", 1)
    served = Served(hall)
    try:
        with asked(served.port, f"/e/{EVENT}/live") as first:
            assert first.status == 200
            assert is_sent_away(ask(served.port, f"/e/{EVENT}/live"))
            assert ask(served.port, f"/e/{EVENT}/state.json").status == 200
            assert hall.site.channels._lines == {"127.0.0.1": 1}
    finally:
        served.stop()
    assert hall.site.channels._open == 0


def test_another_server_counts_lines_too(hall, monkeypatch):
    monkeypatch.setattr(live, "MOST_LINES", 0)
    assert is_sent_away(hall.browser().get(f"/e/{EVENT}/live"))
    assert asyncio.run(hall.front._channel("nowhere")) is None
