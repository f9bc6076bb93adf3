"""The organizer names addresses, the owner allows hosts, and the event never waits for either."""

from __future__ import annotations

from queue import SimpleQueue

import pytest

from tests.day.events import in_round
from tests.web.hall import WebHall
from tiltyard.service.webhooks import Unheard
from tiltyard.web.pages.account.webhooks_page import MOST

CUP = "cup"
PAGE = f"/e/{CUP}/desk/webhooks"
GOOD = "https://hooks.example/in"


@pytest.fixture
def hall():
    made = WebHall(desk=in_round(players=4).desk, webhook_hosts=("hooks.example",))
    made.calls = SimpleQueue()
    made.site.courier._call = lambda delivery, allowed: made.calls.put(delivery)
    yield made
    made.close()


@pytest.fixture
def organizer(hall):
    return hall.browser(CUP, "p1")


def test_an_address_is_kept_and_its_secret_shown_once(hall, organizer):
    answer = organizer.post(PAGE, {"address": f" {GOOD} "})
    (kept,) = hall.keyring.webhooks(CUP)
    assert kept.address == GOOD
    assert kept.secret in answer.text
    page = organizer.page(PAGE)
    assert GOOD in page
    assert kept.secret not in page
    assert PAGE in organizer.page(f"/e/{CUP}/desk/access")


@pytest.mark.parametrize(
    "address", ["", "https://evil.example/", "http://hooks.example/", "https://127.0.0.1/"]
)
def test_another_host_is_refused_and_what_was_typed_stays(hall, organizer, address):
    answer = organizer.post(PAGE, {"address": address})
    assert answer.status_code == 422
    assert hall.keyring.webhooks(CUP) == ()
    assert f'value="{address}"' in answer.text


def test_there_are_not_too_many(hall, organizer):
    answers = [organizer.post(PAGE, {"address": f"{GOOD}{one}"}) for one in range(MOST + 1)]
    assert [one.status_code for one in answers] == [200] * MOST + [422]
    assert len(hall.keyring.webhooks(CUP)) == MOST


def test_an_address_is_ended_by_its_own_event_only(hall, organizer):
    organizer.post(PAGE, {"address": GOOD})
    (kept,) = hall.keyring.webhooks(CUP)
    hall.keyring.remove_webhook("other", kept.key)
    assert hall.keyring.webhooks(CUP) == (kept,)
    assert organizer.post(f"{PAGE}/end", {"webhook": kept.key}).status_code == 303
    assert hall.keyring.webhooks(CUP) == ()


def result_of(hall, organizer):
    game = next(one for one in hall.desk.event(CUP).current.games.values() if one.is_open)
    answer = organizer.do(
        CUP,
        "enter-result",
        match=game.id,
        slip__end="time",
        slip__score__0="30",
        slip__score__1="10",
    )
    return game, answer


def test_a_result_is_told_in_the_background(hall, organizer):
    organizer.post(PAGE, {"address": GOOD})
    before = hall.desk.event(CUP).version
    game, answer = result_of(hall, organizer)
    assert answer.status_code == 200, answer.text
    assert hall.desk.event(CUP).version > before
    delivery = hall.calls.get(timeout=10)
    assert delivery.webhook.address == GOOD
    assert game.id.encode() in delivery.body


def test_a_result_that_was_taken_back_is_told_too(hall, organizer):
    organizer.post(PAGE, {"address": GOOD})
    game, _ = result_of(hall, organizer)
    first = hall.calls.get(timeout=10)
    assert organizer.do(CUP, "undo", reason="another table").status_code == 200
    second = hall.calls.get(timeout=10)
    assert game.id.encode() in second.body
    assert first.body != second.body
    assert f'"version":{hall.desk.event(CUP).version},'.encode() in second.body


def test_a_server_that_does_not_answer_holds_up_nothing(hall, organizer):
    def unheard(*_):
        raise Unheard("webhook-nobody-answers", error="nobody there")

    hall.site.courier._call = unheard
    organizer.post(PAGE, {"address": GOOD})
    _, answer = result_of(hall, organizer)
    assert answer.status_code == 200, answer.text


def test_without_an_allowed_host_the_page_says_who_can_help():
    hall = WebHall(desk=in_round(players=4).desk)
    try:
        organizer = hall.browser(CUP, "p1")
        page = organizer.page(PAGE)
        assert "--webhook-host" in page
        assert 'name="address"' not in page
        assert organizer.post(PAGE, {"address": GOOD}).status_code == 422
        assert PAGE not in organizer.page(f"/e/{CUP}/desk/access")
    finally:
        hall.close()
