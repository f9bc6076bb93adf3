from __future__ import annotations

import re

import pytest

from tests.day.events import Day, running
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, Phones
from tiltyard.core.decide.players import WithdrawRegistration
from tiltyard.core.decide.setup import OpenCheckIn, OpenRegistration

REGISTER = f"/e/{CUP}/register"


@pytest.fixture(scope="module")
def house():
    day = Day()
    day.announce()
    day.do(OpenRegistration())
    made = Phones(day)
    yield made
    made.close()


@pytest.fixture
def phones(house):
    """The house with an empty list."""
    for player in list(house.day.event.entrants):
        house.day.do(WithdrawRegistration(player))
    return house


def key_of(browser):
    return re.search(r'name="key" value="(\w+)"', browser.page(REGISTER))[1]


def register(browser, **fields):
    return browser.post(REGISTER, {"name": "Ana Pereira", "key": key_of(browser), **fields})


def test_somebody_registers_and_has_the_phone_at_once(phones):
    browser = phones.hall.browser()
    answer = register(browser, faction="Empire", affiliations="Club A, Car 3", shown="initial")

    assert (303, ME) == (answer.status_code, answer.headers["location"])
    (entrant,) = phones.day.event.entrants.values()
    assert ("Ana Pereira", "Empire", ("Club A", "Car 3")) == (
        entrant.name,
        entrant.faction,
        entrant.affiliations,
    )
    assert "initial" == phones.day.event.shown_name(entrant.id)
    page = text_of(browser.page(ME))
    assert "You are registered" in page
    assert "Ana Pereira · No. 1" in page


def test_a_form_sent_twice_registers_once(phones):
    browser = phones.hall.browser()
    key = key_of(browser)
    first, second = (
        browser.post(REGISTER, {"name": "Ana Pereira", "key": key, "shown": "number"})
        for _ in range(2)
    )

    assert [303, 303] == [first.status_code, second.status_code]
    assert 1 == len(phones.day.event.entrants)
    assert "You are registered" in text_of(browser.page(ME))


def test_two_people_with_one_name_are_two_people(phones):
    for _ in range(2):
        assert 303 == register(phones.hall.browser()).status_code

    assert 2 == len(phones.day.event.entrants)


def test_whoever_has_a_seat_is_sent_to_it(phones):
    browser = phones.hall.browser()
    register(browser)

    assert ME == browser.get(REGISTER).headers["location"]


@pytest.mark.parametrize("key", ["", "short", "x" * 15])
def test_a_form_without_its_key_is_refused(phones, key):
    answer = phones.hall.browser().post(REGISTER, {"name": "Ana", "key": key})

    assert 422 == answer.status_code
    assert {} == phones.day.event.entrants


def test_nobody_registers_as_somebody_else(phones):
    browser = phones.hall.browser()
    register(browser, person="p1")

    assert "p1" not in phones.day.event.entrants
    assert 403 == browser.get(f"/e/{CUP}/desk").status_code


def test_an_empty_name_is_refused_and_leaves_no_seat(phones):
    browser = phones.hall.browser()

    assert 422 == register(browser, name=" ").status_code
    assert "Who are you?" in text_of(browser.page(ME))


def test_registration_is_open_until_the_start_and_says_so_afterwards():
    day = Day()
    day.announce()
    phones = Phones(day)
    browser = phones.hall.browser()
    assert "Registration is not open yet" in text_of(browser.page(REGISTER))
    assert 422 == browser.post(REGISTER, {"name": "Ana", "key": "k" * 32}).status_code
    day.do(OpenRegistration())
    assert "Your name" in text_of(browser.page(REGISTER))
    day.do(OpenCheckIn())
    assert "Your name" in text_of(browser.page(REGISTER))
    assert 303 == register(browser).status_code
    phones.close()


def test_registration_is_closed_while_the_event_runs():
    phones = Phones(running())
    page = text_of(phones.hall.browser().page(REGISTER))

    assert "Registration is closed" in page
    assert "Come to the desk" in page
    assert "Your name" not in page
    phones.close()


def test_staff_is_warned_before_it_loses_its_session(phones):
    page = text_of(phones.hall.browser(owner=True).page(REGISTER))

    assert "signed in as Olga and will be signed out" in page
