"""A phone that heard no answer asks again: nothing counts twice."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from tests.amount import amount
from tiltyard.day.facts import Details, PlayerRegistered
from tiltyard.day.people import AppointStaff, RegisterPlayer
from tiltyard.day.setup import AnnounceEvent, AnnounceItem, OpenRegistration
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import KeyReused
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import fix_text

SEED = 20181103
NAME = "event"


def opened(store):
    """A desk whose event takes registrations."""
    desk = Desk(store, load)
    if not store.head(NAME).number:
        desk.create(NAME, Details("A day", "armada", date(2018, 5, 5), structure="basic"), "Olga")
        desk.do(NAME, "p1", AnnounceEvent())
        desk.do(NAME, "p1", OpenRegistration())
    return desk


def requests(count):
    """So many requests, half of them repeated one to five times."""
    chance = random.Random(SEED)
    made, number = [], 0
    while len(made) < count:
        number += 1
        again = chance.randint(1, 5) if chance.random() < 0.5 else 0
        made += [f"request {number}"] * (1 + again)
    return made[:count], chance


def ask(desk, key):
    """Register whoever the key names; say who they became."""
    done = desk.do(NAME, "p1", RegisterPlayer(f"Player of {key}"), key=key)
    return key, done.facts[0].fact.player, done.repeated


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def again(request):
    """How to open the same store again."""
    if request.param == "memory":
        kept = MemoryStore()
        return amount(500, 2_500), lambda: kept
    if request.param == "sqlite":
        file = request.getfixturevalue("quick_folder") / "retries.tiltyard"
        return amount(500, 2_000), lambda: SqliteStore(file)
    address = request.getfixturevalue("database")
    return amount(200, 500), lambda: PostgresStore(address)


def test_requests_half_of_them_repeated_leave_no_duplicate(again):
    """Hundreds on each store, with `--full` 5,000 in all; parallel, and after reopening."""
    count, open_store = again
    asked, chance = requests(count)
    became, fresh = {}, 0
    for part in range(4):
        store = open_store()
        desk = opened(store)
        mine = asked[part * count // 4 : (part + 1) * count // 4]
        mine += chance.sample(sorted(became), min(len(became), 20))  # long after the first answer
        chance.shuffle(mine)
        with ThreadPoolExecutor(6) as pool:
            for key, player, repeated in pool.map(lambda key, at=desk: ask(at, key), mine):
                assert became.setdefault(key, player) == player
                fresh += not repeated
        store.close()

    store = open_store()
    facts = [one.fact for one in Desk(store, load).log(NAME)]
    registered = [one for one in facts if isinstance(one, PlayerRegistered)]
    assert len(set(asked)) == fresh == len(registered) == len({one.name for one in registered})
    assert {f"Player of {key}": player for key, player in became.items()} == {
        one.name: one.player for one in registered
    }
    store.close()


def test_the_same_key_for_something_else_is_refused_and_records_nothing():
    desk = opened(MemoryStore())
    desk.do(NAME, "p1", RegisterPlayer("Ann"), key="k")
    head = desk.store.head(NAME)

    with pytest.raises(KeyReused) as refused:
        desk.do(NAME, "p1", RegisterPlayer("Bob"), key="k")

    assert fix_text(refused.value)
    assert head == desk.store.head(NAME)


def test_the_same_key_of_somebody_else_is_another_request():
    desk = opened(MemoryStore())
    desk.do(NAME, "p1", AppointStaff("marshal", "Mary"))

    first = desk.do(NAME, "p1", RegisterPlayer("Ann"), key="k")
    second = desk.do(NAME, "p2", RegisterPlayer("Bob"), key="k")

    assert not first.repeated
    assert not second.repeated
    assert ["Ann", "Bob"] == [one.name for one in second.event.entrants.values()]


def test_a_repeated_request_tells_the_same_facts_and_the_newest_state():
    desk = opened(MemoryStore())
    first = desk.do(NAME, "p1", RegisterPlayer("Ann"), key="k")
    for name in ("Bob", "Cid", "Dan"):  # the table of rounds begins at four players
        desk.do(NAME, "p1", RegisterPlayer(name))
    item = load("armada").announcements[0].id
    desk.do(NAME, "p1", AnnounceItem(item))

    again = desk.do(NAME, "p1", RegisterPlayer("Ann"), key="k")

    assert again.repeated
    assert first.facts == again.facts
    assert item in again.event.announced


def test_creating_an_event_twice_with_one_key_makes_one_event():
    desk = Desk(MemoryStore(), load)
    details = Details("A day", "armada", date(2018, 5, 5), structure="basic")

    first = desk.create(NAME, details, "Olga", key="k")
    again = desk.create(NAME, details, "Olga", key="k")

    assert again.repeated
    assert first.facts == again.facts
    assert (NAME,) == desk.events()
