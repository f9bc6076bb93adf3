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


def test_ten_tries_in_all_also_with_the_right_code_at_last(phones, monkeypatch, hashed):
    monkeypatch.setattr(claiming, "slow_check", lambda kept, said: bool(kept) and said == RIGHT)
    for _ in range(9):
        assert 422 == claim(phones, "1", "ZZZZZZZZ").status_code
    assert 303 == claim(phones, "1").status_code

    give_code(phones, hashed)
    for _ in range(10):
        assert 422 == claim(phones, "1", "ZZZZZZZZ").status_code
    assert 422 == claim(phones, "1").status_code


def test_a_try_is_taken_before_it_is_compared(phones, monkeypatch):
    left = []

    def looks(kept, said):
        left.append(phones.hall.keyring.code(CUP, "p2").tries)
        return False

    monkeypatch.setattr(claiming, "slow_check", looks)
    claim(phones, "1")

    assert [9] == left


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


def test_two_hundred_failures_switch_codes_off_for_ten_minutes(phones):
    fail(phones, claim_watch.MOST_FAILURES - 1)
    assert 303 == claim(phones, "1").status_code


def test_then_codes_rest_links_go_on_and_staff_is_alarmed(phones, hashed):
    desk = phones.hall.browser(CUP, "p1")
    assert "trying out codes" not in text_of(desk.page(f"/e/{CUP}/desk"))
    fail(phones, claim_watch.MOST_FAILURES)

    answer = claim(phones, "1")
    assert 422 == answer.status_code
    assert "codes are switched off" in text_of(answer.text)
    assert 10 == phones.hall.keyring.code(CUP, "p2").tries
    assert "trying out codes" in text_of(desk.page(f"/e/{CUP}/desk"))
    from tests.web.phone.test_joining import link

    assert 303 == phones.hall.browser().post(link(phones)).status_code
    phones.hall.clock.move(minutes=10)
    assert 303 == claim(phones, "1").status_code


def test_failures_of_a_long_day_are_no_attack(phones):
    for _ in range(claim_watch.MOST_FAILURES):
        fail(phones, 1)
        phones.hall.clock.move(seconds=4)

    assert 303 == claim(phones, "1").status_code


def test_a_new_cookie_gives_no_new_tries(phones, monkeypatch):
    monkeypatch.setattr(claiming, "slow_check", lambda kept, said: False)
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    most = int(limits.CLAIM.burst)
    asked = [claim(phones, "1", "ZZZZZZZZ").status_code for _ in range(most + 1)]

    assert [422] * most + [429] == asked
    assert 422 == claim(phones, "2", "ZZZZZZZZ").status_code


def test_claims_have_an_end_in_all(phones, monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    for _ in range(int(CLAIMS.burst)):
        phones.hall.site.limits.allow(CLAIMS, "all")

    assert 429 == claim(phones, "1").status_code


def test_another_event_keeps_its_codes():
    watch, now = claim_watch.ClaimWatch(), Day().clock.now()
    for _ in range(claim_watch.MOST_FAILURES):
        watch.failed("one", now)

    assert watch.resting_until("one", now) == now + claim_watch.REST
    assert watch.resting_until("one", now + claim_watch.REST) is None
    assert watch.resting_until("other", now) is None
