from __future__ import annotations

from datetime import timedelta

import pytest

from tests.day.events import Day
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, Phones
from tiltyard.store.keyring import Code
from tiltyard.web.pages.account import joining as claiming
from tiltyard.web.security import limits
from tiltyard.web.security import limits as claim_watch
from tiltyard.web.security.limits import CLAIMS, Limits
from tiltyard.web.security.secrets import slow_hash

RIGHT = "AB12CD34"
CLAIM = f"/e/{CUP}/claim"


@pytest.fixture(scope="module")
def hashed():
    return slow_hash(RIGHT)


@pytest.fixture(scope="module")
def house():
    day = Day()
    day.open_doors()
    day.register("Ana Pereira", "Bo Nguyen", "Bo Nguyen")
    made = Phones(day)
    yield made
    made.close()


@pytest.fixture
def phones(house, hashed):
    """The house with a new code for Ana, and nobody who tried anything."""
    house.hall.site.claims = claim_watch.ClaimWatch()
    house.hall.site.limits = Limits()
    give_code(house, hashed)
    return house


def give_code(phones, hashed, player="p2", tries=10):
    ends = phones.hall.clock.now() + timedelta(hours=1)
    phones.hall.keyring.put_code(Code(CUP, player, hashed, tries, ends))


def claim(phones, who, code=RIGHT, path=CLAIM, **fields):
    return phones.hall.browser().post(path, {"who": who, "code": code, **fields})


@pytest.mark.parametrize("who", ["1", "Ana Pereira", "  ana  pereira "])
@pytest.mark.parametrize("code", [RIGHT, "ab12-cd34", "ab l2 cd34"])
def test_number_or_name_and_code_claim_the_device_once(phones, who, code):
    browser = phones.hall.browser()
    answer = browser.post(CLAIM, {"who": who, "code": code})

    assert (303, ME) == (answer.status_code, answer.headers["location"])
    assert "Ana Pereira" in browser.page(ME)
    assert phones.hall.keyring.code(CUP, "p2") is None
    assert 422 == claim(phones, who, code).status_code


def test_without_an_event_in_the_address_the_event_is_chosen(phones):
    assert "Cup of the Yard" in text_of(phones.hall.browser().page("/claim"))
    assert 303 == claim(phones, "1", path="/claim", event=CUP).status_code


@pytest.mark.parametrize("event", ["", "no-such-event", "../cup"])
def test_an_event_nobody_knows_is_refused(phones, event):
    assert 422 == claim(phones, "1", path="/claim", event=event).status_code


def test_unknown_and_wrong_get_the_same_words_and_the_same_work(phones, monkeypatch):
    checked = []

    def counted(kept, said):
        checked.append(said)
        return False

    monkeypatch.setattr(claiming, "slow_check", counted)
    answers = [
        text_of(claim(phones, who, "ZZZZZZZZ").text)
        for who in ("1", "Ana Pereira", "99", "Nobody", "", "Bo Nguyen")
    ]

    assert 1 == len(set(answers))
    assert "Wrong number, name or code." in answers[0]
    assert 6 == len(checked)


def at(phones, address):
    """A browser at another address."""

    async def from_there(scope, receive, send):
        await phones.hall.front({**scope, "client": (address, 40000)}, receive, send)

    browser = phones.hall.browser()
    browser.client.app = from_there
    return browser


def test_an_address_has_ten_tries_and_the_code_stays_valid_elsewhere(phones, monkeypatch, hashed):
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    monkeypatch.setattr(claiming, "slow_check", lambda kept, said: bool(kept) and said == RIGHT)
    for _ in range(9):
        assert 422 == claim(phones, "1", "ZZZZZZZZ").status_code
    assert 303 == claim(phones, "1").status_code

    give_code(phones, hashed)
    wrong, right = {"who": "1", "code": "ZZZZZZZZ"}, {"who": "1", "code": RIGHT}
    tries = [at(phones, "10.0.0.66").post(CLAIM, wrong).status_code for _ in range(12)]
    assert [422] * 10 + [429] * 2 == tries
    assert 429 == at(phones, "10.0.0.66").post(CLAIM, right).status_code
    assert 303 == at(phones, "10.0.0.7").post(CLAIM, right).status_code


@pytest.mark.parametrize(("minutes", "status"), [(59, 303), (60, 422)])
def test_a_code_ends(phones, minutes, status):
    phones.hall.clock.move(minutes=minutes)

    assert status == claim(phones, "1").status_code


def test_two_of_the_same_name_claim_by_number(phones, hashed):
    give_code(phones, hashed, "p3")

    assert 422 == claim(phones, "Bo Nguyen").status_code
    assert 303 == claim(phones, "2").status_code


# ---------------------------------------------------------------------------- somebody tries out


def fail(phones, often):
    for _ in range(often):
        phones.hall.site.claims.failed(CUP, phones.hall.clock.now())


@pytest.mark.parametrize(("more", "told"), [(-1, False), (0, True)])
def test_staff_is_told_that_codes_are_tried_out_and_codes_go_on(phones, more, told):
    desk = phones.hall.browser(CUP, "p1")
    fail(phones, claim_watch.MOST_FAILURES + more)

    assert told is ("Many wrong codes" in text_of(desk.page(f"/e/{CUP}/desk")))
    assert 303 == claim(phones, "1").status_code
    phones.hall.clock.move(minutes=10)
    assert "Many wrong codes" not in text_of(desk.page(f"/e/{CUP}/desk"))


def test_failures_of_a_long_day_are_no_attack(phones):
    for _ in range(claim_watch.MOST_FAILURES):
        fail(phones, 1)
        phones.hall.clock.move(seconds=4)

    assert not phones.hall.site.claims.tried_out(CUP, phones.hall.clock.now())


def test_a_new_cookie_gives_no_new_tries(phones, monkeypatch):
    monkeypatch.setattr(claiming, "slow_check", lambda kept, said: False)
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    most = int(limits.CLAIM.burst)
    asked = [claim(phones, "1", "ZZZZZZZZ").status_code for _ in range(most + 1)]

    assert [422] * most + [429] == asked
    assert 422 == claim(phones, "2", "ZZZZZZZZ").status_code


def test_claims_of_an_address_have_an_end(phones, monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    for _ in range(int(CLAIMS.burst)):
        phones.hall.site.limits.allow(CLAIMS, "testclient")

    assert 429 == claim(phones, "1").status_code
    assert 303 == at(phones, "10.0.0.7").post(CLAIM, {"who": "1", "code": RIGHT}).status_code


def test_every_event_has_its_own_watch():
    watch, now = claim_watch.ClaimWatch(), Day().clock.now()
    for _ in range(claim_watch.MOST_FAILURES):
        watch.failed("one", now)

    assert watch.tried_out("one", now)
    assert not watch.tried_out("one", now + claim_watch.TOLD)
    assert not watch.tried_out("other", now)
