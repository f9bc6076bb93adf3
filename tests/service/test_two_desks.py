"""Two servers at one event: everybody gets on, and nobody is told to try again later."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import psycopg
import pytest

from tests.store.server import Server
from tiltyard.day.facts import Details
from tiltyard.day.people import AppointStaff
from tiltyard.rulesets.loader import load
from tiltyard.service import desk as desk_module
from tiltyard.service.desk import Desk
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.second_copy import Mirrored

DETAILS = Details("Shared", "armada", date(2026, 5, 16))


@pytest.fixture(scope="module")
def server():
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def desks(server):
    """Two desks on one database; the second as `tiltyard serve` opens it."""
    address = server.new_database()
    both = (
        Desk(PostgresStore(address), load),
        Desk(Mirrored(PostgresStore(address), None), load),
    )
    both[0].create("cup", DETAILS, "Olga")
    yield both
    for desk in both:
        desk.store.close()
    server.drop(address)


def work(desk, name, acts):
    for number in range(acts):
        desk.do("cup", "p1", AppointStaff("judge", f"{name} {number}"))


def test_whoever_was_beaten_is_next(desks, monkeypatch):
    """With two tries an act is only done if a lost race is followed by a turn."""
    monkeypatch.setattr(desk_module, "_TRIES", 2)
    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(work, desks[number % 2], f"Keeper {number}", 15) for number in range(4)]
        for each in done:
            each.result()

    assert 1 + 60 == len(desks[0].event("cup").staff)
    assert desks[0].event("cup") == desks[1].event("cup")
    desks[0].store.verify("cup")


def test_a_turn_is_not_waited_for_by_its_own_thread(desks):
    store = desks[0].store
    began = time.monotonic()
    with store.turn("cup"):
        desks[0].do("cup", "p1", AppointStaff("judge", "Jude"))

    assert time.monotonic() - began < 2


def test_others_wait_for_the_end_of_a_turn(desks):
    ended = []
    with ThreadPoolExecutor(1) as pool:
        with desks[0].store.turn("cup"):
            other = pool.submit(desks[1].do, "cup", "p1", AppointStaff("judge", "Jude"))
            time.sleep(0.3)
            ended.append(other.done())
        other.result(5)
    assert [False] == ended


def test_a_turn_that_nobody_uses_ends_by_itself(desks, monkeypatch):
    """A server that is stopped in its turn holds up the others for a moment only."""
    monkeypatch.setattr("tiltyard.store.postgres_turns.LONGEST", "200ms")
    began = time.monotonic()
    with desks[0].store.turn("cup"):
        desks[1].do("cup", "p1", AppointStaff("judge", "Jude"))
        assert time.monotonic() - began < 5
        desks[0].do("cup", "p1", AppointStaff("judge", "Judy"))

    assert 3 == len(desks[1].event("cup").staff)


def test_without_turns_acts_are_recorded_all_the_same(desks, monkeypatch):
    def broken(*_):
        raise psycopg.OperationalError

    monkeypatch.setattr("tiltyard.store.postgres_turns.number_of", broken)
    with desks[0].store.turn("cup"):
        monkeypatch.undo()
        desks[0].do("cup", "p1", AppointStaff("judge", "Jude"))
    assert 2 == len(desks[0].event("cup").staff)
