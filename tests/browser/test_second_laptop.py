"""A phone whose server dies finds the second laptop by itself, and what it wrote counts once."""

from __future__ import annotations

import re

import pytest

from tests.browser.browsing import NARROW, Visitor
from tests.browser.house import House
from tests.browser.test_outbox import ANYTHING, EVENT, ME, report, sent
from tests.cli.two_laptops import CODE, free_port, laptop, wait_until
from tiltyard.store.sqlite_reading import SqliteReader


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path)
    made.fill_with_demo()
    games = made.events[EVENT].current.games.values()
    made.player = next(game for game in games if game.is_open and not game.filed).players[0]
    made.cookie = made.session({EVENT: made.player})
    made.open("--standby-code", CODE)
    yield made
    made.close()


def reports_of(file, player):
    reader = SqliteReader(file)
    try:
        entries = list(reader.read(EVENT))
    finally:
        reader.close()
    return [entry for entry in entries if entry.actor == player and "reported" in entry.name]


def test_a_report_is_sent_to_the_second_laptop_when_the_first_is_dead(house, browser, tmp_path):
    port, copy = free_port(), tmp_path / "copy.db"
    there = f"http://localhost:{port}"  # another host than 127.0.0.1: no cookie is shared
    words = ("--code", CODE, "--plain-phones", "--address", there)
    with laptop("follow", copy, house.address, *words, port=port) as second:
        phone = Visitor(browser, house.address, session=house.cookie, width=NARROW)
        phone.allow(ANYTHING)
        try:
            phone.go(ME)
            assert wait_until(lambda: f'data-elsewhere="{there}"' in reloaded(phone))
            house.kill()
            report(phone.page, 60, 20)
            phone.page.click("text=Send result")
            second.sign_in()
            second.press("/desk/server", "/desk/server/take-over")

            phone.page.wait_for_url(re.compile(f"{there}{ME}"), timeout=40_000)
            sent(phone.page)
        finally:
            phone.close()
    assert 1 == len(reports_of(copy, house.player))


def reloaded(phone):
    phone.go(ME)
    return phone.page.content()
