"""Two servers on one database: what is done at one is seen at the other within a second."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import closing

import pytest

from tests.store.server import Server
from tests.web.hall import TestClock, WebHall, demo_store
from tests.web.served import Served
from tiltyard.day.clock import PauseClock, ResumeClock
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.keyring_postgres import PostgresKeyring
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.postgres_news import Notifier
from tiltyard.web.serving import owner_link

EVENT = "night-flight"
STANDS = "paused"
SOON = 1.0


@pytest.fixture(scope="module")
def database():
    server = Server()
    address = server.new_database()
    store, clock = PostgresStore(address), TestClock()
    played = demo_store(clock.now())
    store.adopt(EVENT, list(played.read(EVENT)))
    store.close()
    yield address
    server.stop()


class House:
    """A server of the federation behind its own port."""

    def __init__(self, address: str) -> None:
        desk = Desk(PostgresStore(address), load, TestClock(), read_list=reader())
        self.hall = WebHall(desk=desk, keyring=PostgresKeyring(address))
        self.served = Served(self.hall)

    def page(self, path: str, cookie: str = "") -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=20)
        connection.request("GET", path, headers={"cookie": cookie})
        answer = connection.getresponse()
        text = answer.read().decode()
        assert 200 == answer.status, (path, answer.status, text[:300])
        connection.close()
        return text

    def stop(self) -> None:
        self.served.stop()
        self.hall.close()


class Line:
    """An open page that listens."""

    def __init__(self, house: House) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", house.served.port, timeout=20)
        self.connection.request("GET", f"/e/{EVENT}/live")
        self.answer = self.connection.getresponse()
        self.version = self.hear()

    def close(self) -> None:
        self.answer.close()
        self.connection.close()

    def hear(self) -> int:
        """Return the version of the next message, beats left out."""
        while True:
            lines = []
            while (line := self.answer.readline()).strip():
                lines.append(line)
            if any(line.startswith(b"event: ") for line in lines):
                continue
            for line in lines:
                if line.startswith(b"data: "):
                    return int(json.loads(line.removeprefix(b"data: "))["version"])


@pytest.fixture
def houses(database):
    both = House(database), House(database)
    yield both
    for house in both:
        house.stop()


@pytest.mark.parametrize("told", [True, False], ids=["told", "the message is lost"])
def test_pages_and_lines_follow_what_is_done_at_the_other(houses, monkeypatch, told):
    if not told:
        monkeypatch.setattr(Notifier, "tell", lambda *_: None)
    here, there = houses
    organizer = here.hall.organizer_of(EVENT)
    games = here.hall.desk.event(EVENT).current.games.values()
    player = next(game for game in games if game.is_open).players[0]
    cookie = f"s={there.hall._secret(EVENT, player, owner=False)}"
    there.page(f"/e/{EVENT}")
    there.page(f"/e/{EVENT}/me", cookie)

    with closing(Line(there)) as line:
        for command, stands in ((PauseClock("alarm"), True), (ResumeClock(), False)) * 2:
            done = here.hall.site.do(EVENT, organizer, command)
            began = time.monotonic()
            assert done.event.version == line.hear()
            assert time.monotonic() - began < SOON
            assert (STANDS in there.page(f"/e/{EVENT}")) == stands
            assert (STANDS in there.page(f"/e/{EVENT}/me", cookie)) == stands
            time.sleep(0.3)


def test_the_links_of_two_owners_each_work_once(houses):
    """Starting the second server does not end the link that the first one printed."""
    paths = [f"/j/{owner_link(house.hall.site)}" for house in houses]
    for path in paths:
        for house, status in ((houses[0], 303), (houses[1], 404)):
            assert status == house.hall.browser().post(path, {"name": "Olga"}).status_code


def test_where_nobody_shares_the_store_an_older_link_ends():
    hall = WebHall()
    old, new = (f"/j/{owner_link(hall.site)}" for _ in range(2))
    for path, status in ((old, 404), (new, 303)):
        assert status == hall.browser().post(path, {"name": "Olga"}).status_code
    hall.close()
