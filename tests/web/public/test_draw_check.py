"""The file that draws are checked with: what is in it, when the seed is, and what never is."""

import json

import pytest

from tests.day.events import running
from tests.web.hall import WebHall
from tests.web.phone.phones import CUP, Phones
from tiltyard.day.rounds import DiscardDraw
from tiltyard.engine.chance import Urn, round_seed, salt_of

NIGHT, SUMMER, ANNOUNCED = "night-flight", "summer-disks", "ash-and-antler"


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def draws(hall, event):
    answer = hall.browser().get(f"/e/{event}/draws.json")
    assert 200 == answer.status_code
    assert "set-cookie" not in answer.headers
    return json.loads(answer.text)


def test_the_seed_is_there_when_the_event_is_over_and_not_before(hall):
    event = hall.desk.event(NIGHT)
    assert None is draws(hall, NIGHT)["seed"]
    assert event.seed not in hall.browser().page(f"/e/{NIGHT}/draws.json")
    assert hall.desk.event(SUMMER).seed == draws(hall, SUMMER)["seed"]


def test_every_published_round_is_there_and_a_draft_is_not(hall):
    rounds = [one["round"] for one in draws(hall, SUMMER)["rounds"]]
    assert [one.id for one in hall.desk.event(SUMMER).rounds] == rounds


def test_a_salt_comes_with_what_it_was_made_from_and_a_second_attempt_is_the_one_told():
    day = running("armada", 6)
    day.desk.new_nonce = lambda: "fresh"
    day.draw()
    day.do(DiscardDraw("the projector failed"))
    day.draw()
    day.publish()
    phones = Phones(day)
    (only,) = draws(phones.hall, CUP)["rounds"]
    phones.close()

    assert 2 == only["attempt"]
    assert salt_of(only["head"], only["nonce"]) == only["salt"] == day.round.salt
    assert [[*one.players] for one in day.round.drawn] == only["drawn"]


def test_the_order_of_the_first_round_follows_from_file_and_formula(hall):
    document = draws(hall, SUMMER)
    first = document["rounds"][0]
    urn = Urn(round_seed(document["seed"], first["attempt"], first["salt"]), "order", 1, 1)
    order = urn.order(player["id"] for player in first["players"])
    drawn = {frozenset(pair) for pair in first["drawn"] if len(pair) == 2}
    assert frozenset(order[:2]) in drawn


def test_names_are_public_names_and_nobody_is_said_to_have_come_with_anybody(hall):
    event = hall.desk.event(NIGHT)
    document = draws(hall, NIGHT)
    view = hall.site.view(NIGHT)
    assert {player: view.public_name(player) for player in event.entrants} == document["names"]
    text = json.dumps(document, ensure_ascii=False)
    tags = {tag for one in event.entrants.values() for tag in one.affiliations}
    assert not [tag for tag in tags if tag in text]


def test_before_the_first_round_the_page_says_so(hall):
    assert "No pairings" in hall.browser().page(f"/e/{ANNOUNCED}/draws")
    assert [] == draws(hall, ANNOUNCED)["rounds"]
