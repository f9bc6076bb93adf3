from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.day.events import Day, running
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, Phones
from tiltyard.day.people import SetDoorCode, WithdrawRegistration
from tiltyard.day.setup import OpenCheckIn, OpenRegistration
from tiltyard.day.waiting_list import DeclineRegistrations, SetApproval
from tiltyard.web.pages.account.joining import REGISTRATIONS_FROM, REGISTRATIONS_HERE
from tiltyard.web.security.limits import Limits
from tiltyard.web.security.visitors import begin_session

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
    said = {"name": "Ana Pereira", "shown": "full", "key": key_of(browser)}
    return browser.post(REGISTER, {**said, **fields})


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
    assert "You're registered" in page
    assert "Ana Pereira No. 1" in page


def test_a_form_sent_twice_registers_once(phones):
    browser = phones.hall.browser()
    key = key_of(browser)
    first, second = (
        browser.post(REGISTER, {"name": "Ana Pereira", "key": key, "shown": "number"})
        for _ in range(2)
    )

    assert [303, 303] == [first.status_code, second.status_code]
    assert 1 == len(phones.day.event.entrants)
    assert "You're registered" in text_of(browser.page(ME))


def sent_from(phones, secret, key):
    """A form of the browser that holds this cookie, whatever happened to it since."""
    browser = phones.hall.browser()
    browser.client.cookies.set(browser.cookie, secret)
    return browser.post(REGISTER, {"name": "Ana Pereira", "shown": "full", "key": key})


def test_an_answer_that_was_lost_is_given_again_to_the_same_browser_only(phones):
    browser = phones.hall.browser()
    key = key_of(browser)
    before = browser.client.cookies[browser.cookie]
    sent_from(phones, before, key)
    (player,) = phones.day.event.entrants
    again = sent_from(phones, before, key)

    assert (303, ME) == (again.status_code, again.headers["location"])
    assert [player] == list(phones.day.event.entrants)
    (kept,) = {one.key for one in phones.hall.desk.store.read(CUP) if one.actor == player}
    for stolen in (key, kept):
        phones.hall.browser().post(
            REGISTER, {"name": "Ana Pereira", "shown": "full", "key": stolen}
        )
    assert 2 == len(phones.hall.keyring.sessions(event=CUP, person=player))


def test_a_form_sent_again_gives_no_seat_back_that_was_revoked(phones):
    browser = phones.hall.browser()
    key = key_of(browser)
    before = browser.client.cookies[browser.cookie]
    sent_from(phones, before, key)
    (player,) = phones.day.event.entrants
    boss = phones.hall.browser(CUP, "p1")
    boss.post(f"/e/{CUP}/desk/access/revoke", {"person": player})
    phones.hall.clock.move(minutes=2)
    begin_session(phones.hall.keyring, phones.hall.clock.now(), seats={CUP: player})

    assert 403 == sent_from(phones, before, key).status_code
    assert 1 == len(phones.hall.keyring.sessions(event=CUP, person=player))


def test_one_browser_that_tries_on_and_on_keeps_nobody_else_out(phones, monkeypatch):
    monkeypatch.setattr(phones.hall.site, "limits", Limits())
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    flood = phones.hall.browser()
    most = int(REGISTRATIONS_HERE.burst)
    tries = [
        flood.post(REGISTER, {"name": " ", "shown": "full", "key": "k" * 32})
        for _ in range(most + 1)
    ]

    assert [422] * most + [429] == [one.status_code for one in tries]
    assert 303 == register(phones.hall.browser()).status_code


def test_one_address_registers_no_crowd_and_keeps_no_other_out(phones, monkeypatch):
    monkeypatch.setattr(phones.hall.site, "limits", Limits())
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    limits, most = phones.hall.site.limits, int(REGISTRATIONS_FROM.burst)
    for _ in range(most - 1):
        assert limits.allow(REGISTRATIONS_FROM, f"testclient {CUP}")

    assert 303 == register(phones.hall.browser()).status_code
    assert 429 == register(phones.hall.browser()).status_code
    assert 1 == len(phones.day.event.entrants)

    async def from_there(scope, receive, send):
        await phones.hall.front({**scope, "client": ("10.0.0.7", 40000)}, receive, send)

    other = phones.hall.browser()
    other.client.app = from_there
    assert 303 == register(other, name="Bo Olsen").status_code
    monkeypatch.setattr("time.monotonic", lambda: 500.0 + 1 / REGISTRATIONS_FROM.per_second)
    assert 303 == register(phones.hall.browser(), name="Cem Acar").status_code


@pytest.mark.parametrize("wrong", [{"shown": "nonsense"}, {"shown": ""}, {"name": " "}])
def test_what_is_refused_is_not_recorded_and_can_be_put_right(phones, wrong):
    browser = phones.hall.browser()
    key, version = key_of(browser), phones.day.event.version
    assert 422 == register(browser, key=key, **wrong).status_code
    assert (version, 0) == (phones.day.event.version, len(phones.day.event.entrants))
    assert 303 == register(browser, key=key, shown="number").status_code
    assert 1 == len(phones.day.event.entrants)


@pytest.mark.parametrize(("shown", "facts"), [("full", 1), ("initial", 2), ("number", 2)])
def test_registering_is_one_act_with_how_the_name_is_shown(phones, shown, facts):
    before = len(list(phones.hall.desk.log(CUP)))
    assert 303 == register(phones.hall.browser(), shown=shown).status_code
    log = list(phones.hall.desk.log(CUP))
    assert facts == len(log) - before
    assert {"register-player"} == {fact.cause for fact in log[before:]}
    assert 1 == len({fact.key for fact in log[before:]})
    (player,) = phones.day.event.entrants
    assert shown == phones.day.event.shown_name(player)


def test_whoever_registers_is_asked_for_the_door_code(phones):
    browser = phones.hall.browser()
    assert 'name="door_code"' not in browser.page(REGISTER)
    phones.day.do(SetDoorCode("open sesame"))
    try:
        page = browser.page(REGISTER)
        assert 'name="door_code"' in page
        assert "sesame" not in page
        assert "sesame" not in phones.hall.browser().page(f"/e/{CUP}")
        assert 422 == register(browser).status_code
        assert 422 == register(browser, door_code="nonsense").status_code
        assert 0 == len(phones.day.event.entrants)
        assert 303 == register(browser, door_code="Open Sesame").status_code
    finally:
        phones.day.do(SetDoorCode(""))


def test_two_people_with_one_name_are_two_people(phones):
    assert 303 == register(phones.hall.browser()).status_code
    other = phones.hall.browser()
    assert 422 == register(other).status_code
    assert 303 == register(other, confirm="another-person").status_code

    assert 2 == len(phones.day.event.entrants)


def test_whoever_has_a_seat_is_sent_to_it(phones):
    browser = phones.hall.browser()
    register(browser)

    assert ME == browser.get(REGISTER).headers["location"]


@pytest.mark.parametrize("key", ["", "short", "x" * 15])
def test_a_form_without_its_key_is_refused(phones, key):
    answer = phones.hall.browser().post(REGISTER, {"name": "Ana", "shown": "full", "key": key})

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
    assert (
        422 == browser.post(REGISTER, {"name": "Ana", "shown": "full", "key": "k" * 32}).status_code
    )
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


def test_how_the_name_is_shown_has_to_be_chosen(phones):
    browser = phones.hall.browser()
    page = browser.page(REGISTER)
    assert 3 == len(re.findall(r'name="shown" value="\w+" required', page))
    assert not re.search(r'name="shown"[^>]*checked', page)
    answer = register(browser, shown="")
    assert 422 == answer.status_code
    assert "You haven't said how your name is shown in public." in text_of(answer.text)
    assert {} == phones.day.event.entrants


@pytest.mark.clause("RW-028")
def test_whoever_has_the_name_of_a_leader_says_that_they_are_another_person(phones):
    browser = phones.hall.browser()
    asked = register(browser, name="OLGA")
    assert 422 == asked.status_code
    assert "Olga is on the staff of this event. Is this another person? RW-028" in text_of(
        asked.text
    )
    assert not phones.day.event.entrants
    done = register(browser, name="OLGA", confirm="another-person")
    assert 303 == done.status_code
    (entrant,) = phones.day.event.entrants.values()
    assert frozenset({"another-person"}) == phones.day.event.confirmed_about(entrant.id)


class TestTheWaitingList:
    @pytest.fixture
    def waiting(self, phones):
        phones.day.do(SetApproval(required=True))
        yield phones
        phones.day.do(SetApproval(required=False))
        if phones.day.event.waiting:
            phones.day.do(DeclineRegistrations(tuple(phones.day.event.waiting)))

    def decide(self, phones, act, *players):
        boss = phones.hall.browser(CUP, "p1")
        return boss.post(f"/e/{CUP}/desk/waiting", {"act": act, "players": list(players)})

    def test_a_phone_waits_and_plays_once_the_desk_approves(self, waiting):
        browser = waiting.hall.browser()
        assert "once the desk has approved you" in text_of(browser.page(REGISTER))
        answer = register(browser, faction="Empire")

        assert (303, ME) == (answer.status_code, answer.headers["location"])
        assert not waiting.day.event.entrants
        assert "You're on the waiting list" in text_of(browser.page(ME))
        assert 303 == browser.get(REGISTER).status_code
        (player,) = waiting.day.event.waiting
        desk = waiting.hall.browser(CUP, "p1").page(f"/e/{CUP}/desk/people")
        assert "1 player waiting for approval" in text_of(desk)
        assert 303 == self.decide(waiting, "approve", player).status_code
        assert "You're registered" in text_of(browser.page(ME))

    def test_all_are_approved_with_one_press(self, waiting):
        for number in range(3):
            register(waiting.hall.browser(), name=f"Visitor {number}")
        self.decide(waiting, "approve-all")
        assert 3 == len(waiting.day.event.entrants)
        assert 422 == self.decide(waiting, "approve-all").status_code
        assert 422 == self.decide(waiting, "decline").status_code

    def test_who_is_declined_keeps_no_seat_and_leaves_no_name(self, waiting):
        browser = waiting.hall.browser()
        register(browser, name="Zelda Quist")
        (player,) = waiting.day.event.waiting
        self.decide(waiting, "decline", player)

        assert "Zelda" not in text_of(
            waiting.hall.browser(CUP, "p1").page(f"/e/{CUP}/desk/history")
        )
        assert not waiting.hall.keyring.sessions(event=CUP, person=player)
        assert "on the waiting list" not in text_of(browser.page(ME))
        assert 303 == register(browser, name="Zelda Quist").status_code
        assert 1 == len(waiting.day.event.waiting)

    def test_a_seat_at_another_event_outlives_a_declined_registration(self, waiting):
        browser = waiting.hall.browser()
        register(browser)
        (player,) = waiting.day.event.waiting
        (session,) = waiting.hall.keyring.sessions(event=CUP, person=player)
        waiting.hall.keyring.open_session(replace(session, seats={CUP: player, "other": "p2"}))
        self.decide(waiting, "decline", player)
        assert {"other": "p2"} == waiting.hall.keyring.session(session.key).seats

    def test_people_cancel_their_own_registration(self, waiting):
        browser = waiting.hall.browser()
        register(browser)
        (player,) = waiting.day.event.waiting
        assert 403 == waiting.hall.browser().post(f"{REGISTER}/cancel", {}).status_code
        assert 403 == browser.do(CUP, "decline-registrations", players=player).status_code
        assert 303 == browser.post(f"{REGISTER}/cancel", {}).status_code
        assert not waiting.day.event.waiting

    def test_ticking_a_known_name_says_that_it_is_another(self, waiting):
        waiting.day.register("Ana Pereira")
        register(waiting.hall.browser(), confirm="another-person")
        (player,) = waiting.day.event.waiting
        self.decide(waiting, "approve-all")
        assert player not in waiting.day.event.entrants
        self.decide(waiting, "approve", player)
        assert player in waiting.day.event.entrants

    def test_nobody_but_the_desk_reads_who_waits(self, waiting):
        register(waiting.hall.browser(), name="Zelda Quist")
        stranger = waiting.hall.browser()
        for page in ("", "/players", "/record", "/me", "/register"):
            assert "Zelda" not in stranger.get(f"/e/{CUP}{page}").text
