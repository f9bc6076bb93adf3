"""How often somebody may ask: a session what a person can, an address what a hall can."""

from __future__ import annotations

import pytest

from tests.web.hall import WebHall
from tiltyard.web.security.limits import ADDRESS, SESSION, Allowance, Limits
from tiltyard.web.security.visitors import begin_session


@pytest.fixture
def clock(monkeypatch):
    """The time that limits go by, moved by hand."""
    time = [1000.0]
    monkeypatch.setattr("tiltyard.web.security.limits.time.monotonic", lambda: time[0])
    return time


def test_five_thousand_phones_behind_one_address_are_not_held_up(clock):
    limits = Limits()
    for phone in range(5000):
        clock[0] += 15 / 5000
        for _ in range(2):
            assert limits.allow(ADDRESS, "192.0.2.7")
            assert limits.allow(SESSION, f"phone {phone}")


def test_one_session_a_hundred_times_a_second_is(clock):
    limits = Limits()
    allowed = 0
    for _ in range(1000):
        clock[0] += 0.01
        allowed += limits.allow(SESSION, "one")
    most = SESSION.burst + 10 * SESSION.per_second
    assert most - 1 <= allowed <= most + 1
    assert limits.allow(SESSION, "another")
    clock[0] += 1
    assert limits.allow(SESSION, "one")


def test_an_address_has_an_end_too(clock):
    limits = Limits()
    assert all(limits.allow(ADDRESS, "192.0.2.7") for _ in range(int(ADDRESS.burst)))
    assert not limits.allow(ADDRESS, "192.0.2.7")
    assert limits.allow(ADDRESS, "192.0.2.8")


def test_names_that_are_not_heard_of_any_more_are_forgotten(clock):
    limits = Limits()
    for name in range(50_010):
        limits.allow(SESSION, str(name))
    clock[0] += 100
    for _ in range(int(SESSION.burst) + 1):
        last = limits.allow(SESSION, "busy")
    assert not last
    assert len(limits._buckets) == 1
    assert not limits.allow(SESSION, "busy")


def test_names_nobody_stops_inventing_are_forgotten_from_the_oldest_on(clock, monkeypatch):
    monkeypatch.setattr("tiltyard.web.security.limits._MOST", 10)
    limits = Limits()
    one = Allowance(burst=1, per_second=0)
    assert limits.allow(one, "x" * 100_000)
    for name in range(9):
        assert limits.allow(one, str(name))
    assert not limits.allow(one, "x" * 100_000)
    assert limits.allow(one, "another")
    assert not limits.allow(one, "x" * 100_000)
    assert limits.allow(one, "0")
    assert len(limits._buckets) == 10
    assert max(len(name) for _, name in limits._buckets) == 32


def test_the_site_asks_them(clock):
    hall = WebHall()
    try:
        now = hall.clock.now()
        client = hall.browser().client
        phones = [begin_session(hall.keyring, now, seats={"x": "p1"}) for _ in range(40)]
        for secret in phones:
            for _ in range(3):
                answer = client.get("/sign-in", headers={"cookie": f"s={secret}"})
                assert answer.status_code == 200
        one = [
            client.get("/sign-in", headers={"cookie": f"s={phones[0]}"})
            for _ in range(int(SESSION.burst))
        ]
        assert one[-1].status_code == 429
        assert int(one[-1].headers["retry-after"]) >= 1
        forwarded = {"cookie": f"s={phones[0]}", "x-forwarded-for": "198.51.100.9"}
        assert client.get("/sign-in", headers=forwarded).status_code == 429
        assert client.get("/sign-in", headers={"cookie": f"s={phones[1]}"}).status_code == 200
    finally:
        hall.close()
