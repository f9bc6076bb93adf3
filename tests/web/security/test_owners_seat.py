"""The owner of a server who sits down in another organizer's seat is seen doing it."""

from __future__ import annotations

import pytest

from tests.web.hall import WebHall, text_of
from tiltyard.store.keyring import Account

EVENT = "night-flight"
DESK = f"/e/{EVENT}/desk"
SAID = "The owner of this server took the seat of"


@pytest.fixture
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def give_to_another(hall):
    hall.keyring.add_account(Account("ann", "Ann"))
    hall.keyring.give_seat("ann", EVENT, hall.organizer_of(EVENT))


def facts(hall):
    return [one.fact for one in hall.desk.log(EVENT)]


@pytest.mark.parametrize("path", [DESK, f"{DESK}/lists", f"/e/{EVENT}/lists/p5", f"/e/{EVENT}/me"])
def test_it_is_in_the_history_before_anything_is_shown_and_only_once(hall, path):
    give_to_another(hall)
    owner = hall.browser(owner=True)
    before = len(facts(hall))
    owner.get(path)
    assert [("owner", (hall.organizer_of(EVENT),))] == [
        (fact.by, fact.people) for fact in facts(hall)[before:]
    ]
    owner.get(path)
    assert before + 1 == len(facts(hall))
    assert SAID in text_of(owner.page(f"{DESK}/history"))
    assert SAID in text_of(hall.browser(EVENT, hall.organizer_of(EVENT)).page(f"{DESK}/history"))


def test_who_runs_the_event_on_their_own_server_is_not_noted(hall):
    before = len(facts(hall))
    hall.browser(owner=True).page(DESK)
    hall.keyring.give_seat("owner", EVENT, hall.organizer_of(EVENT))
    hall.browser(owner=True).page(DESK)
    assert before == len(facts(hall))


def test_an_owner_who_plays_has_the_seat_of_a_player_and_no_other(hall):
    give_to_another(hall)
    player = next(iter(hall.desk.event(EVENT).entrants))
    hall.keyring.add_account(Account("owner", "Olga", owner=True, may_create=True))
    hall.keyring.give_seat("owner", EVENT, player)
    before = len(facts(hall))
    assert 403 == hall.browser(owner=True).get(DESK).status_code
    assert before == len(facts(hall))


def test_nobody_else_is_noted(hall):
    give_to_another(hall)
    before = len(facts(hall))
    hall.browser().get(f"/e/{EVENT}/me")
    hall.browser(EVENT, hall.organizer_of(EVENT)).page(DESK)
    assert before == len(facts(hall))
