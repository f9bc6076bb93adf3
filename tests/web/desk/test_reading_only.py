"""A desk that is open for reading only, and one whose keyring is younger than its events."""

import pytest

from tests.web.hall import TestClock, WebHall, demo_store, text_of
from tiltyard.day.facts import Details
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.keyring import MADE_ANEW
from tiltyard.store.sqlite import SqliteStore
from tiltyard.store.sqlite_reading import SqliteReader
from tiltyard.web.change_feed import following

EVENT = "night-flight"


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "day.db"
    played = demo_store(TestClock().now())
    store = SqliteStore(file)
    for stream in played.streams():
        store.adopt(stream, list(played.read(stream)))
    store.close()
    return file


@pytest.fixture
def hall(file):
    store = SqliteReader(file, pinned=False)
    hall = WebHall(desk=Desk(store, load, TestClock(), read_list=reader()), read_only=True)
    yield hall
    hall.close()


def test_pages_are_read_and_say_that_nothing_can_be_changed(hall):
    owner = hall.browser(owner=True)
    for page in (f"/e/{EVENT}", f"/e/{EVENT}/desk", "/desk", "/desk/server"):
        assert owner.get(page).status_code == 200
    assert "open for reading only" in text_of(owner.page(f"/e/{EVENT}/desk"))


ACTS = [
    ("harbour-lights", "register-player", {"name": "Zoe Zander"}),
    ("ash-and-antler", "open-registration", {}),
]


@pytest.mark.parametrize(("event", "act", "fields"), ACTS)
def test_every_act_is_refused_by_one_code_and_changes_nothing(hall, event, act, fields):
    before = hall.desk.event(event).version
    answer = hall.browser(owner=True).do(event, act, **fields)

    assert (503, "store-opened-for-reading") == (
        answer.status_code,
        answer.json()["refused"]["code"],
    )
    assert before == hall.desk.event(event).version


@pytest.mark.parametrize(("event", "act", "fields"), ACTS)
def test_the_same_acts_are_done_where_the_store_can_be_written(event, act, fields):
    hall = WebHall(demo=True)
    assert 200 == hall.browser(owner=True).do(event, act, **fields).status_code
    hall.close()


def test_a_reading_desk_hears_what_the_process_beside_it_records(file):
    other = SqliteStore(file)
    store = SqliteReader(file, pinned=False)
    follow = following(store)
    told = dict(follow(0.4))
    assert set(store.streams()) == set(told)
    assert {} == dict(follow(0.4))

    Desk(other, load, TestClock()).create("fresh", Details("Fresh", "armada", None), "Olga")
    assert {"fresh": other.head("fresh").number} == dict(follow(0.4))
    store.close()
    other.close()


@pytest.mark.parametrize("is_new", ["yes", "no"])
def test_a_desk_with_a_new_keyring_says_so_until_links_are_made(is_new, monkeypatch):
    hall = WebHall(demo=True)
    hall.site.keyring.settle(MADE_ANEW, is_new)
    monkeypatch.setattr(hall.site, "keyring_is_new", is_new == "yes")
    owner = hall.browser(owner=True)
    said = "don't work here" in text_of(owner.page(f"/e/{EVENT}/desk"))
    assert said == (is_new == "yes")

    if is_new == "yes":
        assert f'action="/e/{EVENT}/desk/badges"' in owner.page(f"/e/{EVENT}/desk")
    badges = owner.post(f"/e/{EVENT}/desk/badges", {"who": "missing"})
    assert badges.content.startswith(b"%PDF")
    have = {link.person for link in hall.keyring.links(EVENT) if link.purpose == "player"}
    players = hall.desk.event(EVENT).entrants.values()
    assert have == {entrant.id for entrant in players if not entrant.spare}
    assert "don't work here" not in text_of(owner.page(f"/e/{EVENT}/desk"))
    hall.close()
