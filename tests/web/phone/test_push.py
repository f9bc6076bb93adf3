"""A phone that is locked is called by its push service, once for everything that is new."""

from __future__ import annotations

import pytest

from tests.service.test_web_push import AUTH, RECEIVER
from tests.web.phone.phones import CUP, ME, phones_in_round
from tiltyard.day.judging import CallJudge, GoToTable
from tiltyard.day.results import ReportResult

ENDPOINT = "https://push.example/1"


@pytest.fixture
def called(monkeypatch):
    """What push services were told; `answer` is what they say, or why nobody says anything."""

    class Called(list):
        answer: int | OSError = 201

        def send(self, phone, message, *_):
            if isinstance(self.answer, OSError):
                raise self.answer
            self.append((phone.person, message["body"]))
            return self.answer

    called = Called()
    monkeypatch.setattr("tiltyard.web.push.send", called.send)
    return called


@pytest.fixture
def phones():
    """Phones whose calls are made at once, and only when the test looks."""
    phones = phones_in_round()
    caller = phones.hall.site.caller
    caller.touch = lambda event: None
    phones.look = lambda: caller.look(CUP)
    caller._lines.submit = lambda call, *values: call(*values)
    yield phones
    for phone in phones.hall.site.keyring.phones(CUP):
        phones.hall.site.keyring.remove_phone(phone.endpoint)
    del caller.touch, caller._lines.submit


def switch_on(phones, player, endpoint=ENDPOINT):
    fields = {"endpoint": endpoint, "public_key": RECEIVER, "auth": AUTH}
    return phones.phone(player).post(f"{ME}/push", fields, json=True)


def test_a_phone_hears_once_what_is_new_for_its_player(phones, called):
    day = phones.day
    game, other = day.game_of("p2"), day.opponent("p2")
    assert switch_on(phones, "p2").json() == {"heard": True}
    assert called == [("p2", "Alerts are on. Your phone gets them while it's locked.")]
    called.clear()
    phones.look()
    assert called == []  # the pairing was there before
    day.do(ReportResult(game.id, day.slip()), other)
    day.do(CallJudge(game.id, "In range?"), other)
    day.do(GoToTable(game.id))
    phones.look()
    phones.look()
    assert called == [("p2", "Olga is on the way.\nYour opponent reported a result.")]


def test_without_internet_the_phone_is_told_so_and_called_later(phones, called):
    called.answer = OSError("no route")
    assert switch_on(phones, "p2").json() == {"heard": False}
    called.answer = 201
    day = phones.day
    day.do(ReportResult(day.game_of("p2").id, day.slip()), day.opponent("p2"))
    phones.look()
    assert called == [("p2", "Your opponent reported a result.")]


@pytest.mark.parametrize(("answer", "left"), [(404, 0), (410, 0), (429, 1), (500, 1)])
def test_a_phone_that_is_gone_is_forgotten(phones, called, answer, left):
    called.answer = answer
    assert switch_on(phones, "p2").json() == {"heard": False}
    assert len(phones.hall.site.keyring.phones(CUP)) == left


def test_signing_out_and_switching_off_end_the_calls(phones, called):
    switch_on(phones, "p2")
    phones.phone("p3").post(f"{ME}/push/off", {"endpoint": ENDPOINT}, json=True)
    assert len(phones.hall.site.keyring.phones(CUP)) == 1  # nobody ends those of others
    phones.phone("p2").post(f"{ME}/push/off", {"endpoint": ENDPOINT}, json=True)
    assert phones.hall.site.keyring.phones(CUP) == ()


def test_five_phones_of_a_player_are_called_and_no_more(phones, called):
    for number in range(5):
        assert switch_on(phones, "p2", f"{ENDPOINT}{number}").status_code == 200
    assert switch_on(phones, "p2", f"{ENDPOINT}5").status_code == 422
    assert switch_on(phones, "p2", f"{ENDPOINT}4").status_code == 200
