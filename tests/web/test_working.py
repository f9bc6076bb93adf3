"""Who waits for whom: those who are signed in never behind those who are not."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from threading import Event, current_thread

import pytest

from tests.web.hall import WebHall
from tiltyard.store.keyring import Token
from tiltyard.web import threads as working
from tiltyard.web.security import fair_queue, secrets
from tiltyard.web.security.fair_queue import AT_ONCE
from tiltyard.web.threads import FOR_ANYBODY, Working

EVENT = "night-flight"
said = ContextVar("said", default="")


@pytest.fixture
def rooms():
    made = Working()
    yield made
    made.close()


def room() -> str:
    return current_thread().name.partition("_")[0]


def test_whoever_is_known_is_answered_in_the_room_for_people(rooms):
    async def where(secret: str) -> str:
        return await rooms.run(secret, room)

    assert asyncio.run(where("")) == asyncio.run(where("a cookie")) == "anybody"
    rooms.met("a cookie", known=True)
    assert asyncio.run(where("a cookie")) == "people"
    assert asyncio.run(where("another")) == "anybody"
    rooms.met("a cookie", known=False)
    assert asyncio.run(where("a cookie")) == "anybody"
    rooms.met("", known=True)
    assert asyncio.run(where("")) == "anybody"


def test_a_crowd_of_strangers_holds_up_nobody_at_the_desk(rooms):
    rooms.met("staff", known=True)
    go_on = Event()

    async def scenario() -> str:
        crowd = [
            asyncio.ensure_future(rooms.run("", go_on.wait, 10)) for _ in range(5 * FOR_ANYBODY)
        ]
        await asyncio.sleep(0)
        try:
            return await asyncio.wait_for(rooms.run("staff", room), 5)
        finally:
            go_on.set()
            await asyncio.gather(*crowd)

    assert asyncio.run(scenario()) == "people"


def test_a_thread_knows_what_its_request_knows(rooms):
    async def scenario() -> str:
        said.set("de")
        return await rooms.run("", said.get)

    assert asyncio.run(scenario()) == "de"


def test_those_who_were_met_long_ago_are_forgotten(rooms, monkeypatch):
    monkeypatch.setattr(working, "MOST_KNOWN", 2)
    for secret in "abc":
        rooms.met(secret, known=True)
    assert [secrets.key_of(one) in rooms._known for one in "abc"] == [False, True, True]


def test_what_takes_long_leaves_half_of_the_room_to_strangers(hall):
    assert set(AT_ONCE) == set(hall.site.queues)
    assert sum(AT_ONCE.values()) <= FOR_ANYBODY // 2


def test_what_is_made_for_whoever_asks_is_made_by_turns(hall, monkeypatch):
    """What if, the adviser and pictures to share are worked out anew for every address."""
    queue = hall.site.queues["made"]
    monkeypatch.setattr(queue, "_free", 0)
    monkeypatch.setattr(fair_queue, "LONGEST_WAIT", 0.01)
    owner = hall.browser(owner=True)
    home = f"/e/{EVENT}"
    made = [f"{home}/{path}" for path in ("what-if", "share.png", "players/p6/share.png")]

    answers = [owner.get(path).status_code for path in (*made, f"{home}/standings")]

    assert [429, 429, 429, 200] == answers
    assert [429, 429] == [
        owner.get(path).status_code for path in (f"{home}/desk/what-if", "/desk/advice")
    ]


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def test_a_session_leads_to_the_room_for_people_and_its_end_out_of_it(hall):
    browser = hall.browser(EVENT, hall.organizer_of(EVENT))
    secret = browser.client.cookies[browser.cookie]
    key = secrets.key_of(secret)
    browser.page(f"/e/{EVENT}/desk")
    assert key in hall.site.working._known
    hall.keyring.end_session(secrets.session_key(secrets.pass_of(secret)))
    browser.get(f"/e/{EVENT}/desk")
    assert key not in hall.site.working._known


def test_so_does_a_token(hall):
    organizer, now = hall.organizer_of(EVENT), hall.clock.now()
    hall.keyring.add_token(Token(secrets.key_of("good"), EVENT, organizer, "staff", "x", now))
    client = hall.browser().client
    for secret in ("good", "bad"):
        client.get("/api/v1/events", headers={"authorization": f"Bearer {secret}"})
    assert secrets.key_of("good") in hall.site.working._known
    assert secrets.key_of("bad") not in hall.site.working._known


def test_an_event_that_is_slow_to_read_holds_up_no_other(hall, monkeypatch):
    """Views of all events share one lock: nothing is read from the store under it."""
    level, held = hall.desk.level, []

    def read(name):
        held.append(hall.site._views_lock.locked())
        return level(name)

    monkeypatch.setattr(hall.desk, "level", read)
    view = hall.site.view(EVENT)
    assert held == [False]
    assert (view.rules, view.document) == hall.desk.rules(EVENT)


def test_an_event_is_opened_once_before_an_act(monkeypatch):
    """Language, audience and act read the same version of the event."""
    hall = WebHall(demo=True)
    opened = []
    level = hall.desk.level
    desk = hall.browser(EVENT, hall.organizer_of(EVENT))
    monkeypatch.setattr(hall.desk, "level", lambda name: opened.append(name) or level(name))

    answer = desk.do(EVENT, "give-yellow-card")

    assert (404, [EVENT]) == (answer.status_code, opened)
    hall.close()
