"""Sign-in while others try to keep people out: turns by address, known devices first."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from tests.web.hall import WebHall
from tests.web.security.server_process import ServerProcess
from tiltyard.store.keyring import Account
from tiltyard.web.errors import TooMany
from tiltyard.web.security import fair_queue
from tiltyard.web.security.devices import Devices
from tiltyard.web.security.fair_queue import FairQueue, Lane
from tiltyard.web.security.limits import SIGN_IN, SIGN_INS
from tiltyard.web.security.secrets import slow_hash

AT_ONCE = 2
GOOD = "purple tram under snow"


# ---------------------------------------------------------------------------- the queue


def order_of(lanes):
    """In which order lanes get their turns, if all of them came while the queue was busy."""

    async def run():
        queue, order = FairQueue(AT_ONCE), []

        async def comes(lane):
            async with queue.turn(Lane(lane.lower(), known=lane.isupper())):
                order.append(lane)

        async def busy(until):
            async with queue.turn(Lane("busy")):
                await until.wait()

        until = asyncio.Event()
        early = [asyncio.ensure_future(busy(until)) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)
        late = [asyncio.ensure_future(comes(lane)) for lane in lanes]
        await asyncio.sleep(0)
        assert order == []
        until.set()
        await asyncio.gather(*early, *late)
        assert queue._free == AT_ONCE
        return order

    return asyncio.run(run())


def test_addresses_take_turns_whoever_sends_more():
    assert order_of(["a"] * 5 + ["b"])[:3].count("b") == 1
    assert order_of(["a", "a", "a", "b", "c", "b"]) == ["a", "b", "c", "a", "b", "a"]


def test_every_second_turn_is_for_known_devices():
    """They go first, but one of them that sends many keeps neither others nor strangers out."""
    assert order_of(["a", "b", "a", "K", "K", "L"]) == ["K", "a", "L", "b", "K", "a"]
    assert order_of(["a", "K", "K", "K"]) == ["K", "a", "K", "K"]


@pytest.mark.parametrize(("more", "refused"), [(0, 0), (1, 1), (5, 5)])
def test_a_lane_has_an_end_and_others_have_not(monkeypatch, more, refused):
    monkeypatch.setattr(fair_queue, "MOST_IN_A_LANE", 3)

    async def run():
        queue, until = FairQueue(AT_ONCE), asyncio.Event()

        async def comes(lane):
            async with queue.turn(Lane(lane)):
                await until.wait()

        lanes = ["a"] * (AT_ONCE + 3 + more) + ["b"]
        all_ = [asyncio.ensure_future(comes(lane)) for lane in lanes]
        await asyncio.sleep(0)
        until.set()
        return await asyncio.gather(*all_, return_exceptions=True)

    got = asyncio.run(run())
    assert sum(isinstance(one, TooMany) for one in got) == refused
    assert got[-1] is None


def test_whoever_waits_too_long_is_sent_away_and_takes_no_turn(monkeypatch):
    monkeypatch.setattr(fair_queue, "LONGEST_WAIT", 0.05)

    async def run():
        queue = FairQueue(AT_ONCE)
        async with queue.turn(Lane("a")), queue.turn(Lane("a")):
            with pytest.raises(TooMany):
                async with queue.turn(Lane("b")):
                    raise AssertionError
            waiting = asyncio.ensure_future(queue._wait(Lane("c")))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.sleep(0)
        assert queue._free == AT_ONCE
        async with queue.turn(Lane("d")):
            pass

    asyncio.run(run())


# ---------------------------------------------------------------------------- known devices


def test_a_device_is_known_by_what_only_this_server_can_sign():
    hall, other = WebHall(), WebHall()
    try:
        devices = Devices(hall.keyring)
        cookie = devices.cookie_of("ann")
        assert devices.account_of(cookie) == "ann"
        assert Devices(hall.keyring).account_of(cookie) == "ann"
        assert devices.cookie_of("ann") != cookie
        forged = ["", "ann", "..", "x" * 500, cookie[:-1] + "z", "bea" + cookie[3:], cookie + "a"]
        assert [devices.account_of(one) for one in forged] == [""] * len(forged)
        assert Devices(other.keyring).account_of(cookie) == ""
    finally:
        hall.close()
        other.close()


@pytest.fixture
def hall(monkeypatch):
    made = WebHall()
    made.keyring.add_account(Account("ann", "Ann", "ann@hall", "kept", may_create=True))
    made.keyring.add_account(Account("bea", "Bea", "bea@hall", "kept"))
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    monkeypatch.setattr(
        "tiltyard.web.pages.account.signing_in.slow_check", lambda kept, said: said == GOOD
    )
    yield made
    made.close()


def tried(browser, password, login="ann@hall"):
    return browser.post("/sign-in", {"login": login, "password": password}).status_code


def from_address(hall, address):
    async def there(scope, receive, send):
        await hall.front({**scope, "client": (address, 40000)}, receive, send)

    browser = hall.browser()
    browser.client.app = there
    return browser


def test_strangers_keep_no_device_out_that_signed_in_before(hall):
    known = hall.browser()
    assert tried(known, GOOD) == 303
    known.post("/sign-out")
    assert "d" in known.client.cookies
    for _ in range(int(SIGN_IN.burst)):
        tried(hall.browser(), "wrong")
    assert tried(hall.browser(), GOOD) == 429
    assert tried(known, GOOD) == 303


def test_a_known_device_guesses_no_more_than_others(hall):
    known = hall.browser()
    assert tried(known, GOOD) == 303
    known.post("/sign-out")
    tries = [tried(known, "wrong") for _ in range(int(SIGN_IN.burst) + 1)]
    assert tries == [403] * int(SIGN_IN.burst) + [429]


def test_a_stranger_at_one_address_keeps_nobody_out_at_another(hall):
    tries = [tried(from_address(hall, "10.0.0.66"), "wrong") for _ in range(11)]
    assert tries == [403] * 10 + [429]
    assert tried(from_address(hall, "10.0.0.7"), GOOD) == 303


def test_strangers_everywhere_together_have_an_end(hall):
    for _ in range(int(SIGN_INS.burst)):
        hall.site.limits.allow(SIGN_INS, "ann@hall")
    assert tried(from_address(hall, "10.0.0.7"), GOOD) == 429


# ---------------------------------------------------------------------------- a real server


def test_eight_loops_do_not_keep_a_known_account_out(tmp_path):
    """All from one address: the worst case, and the account comes with a new device."""
    from tiltyard.store.keyring_sqlite import ENDING, SqliteKeyring

    keyring = SqliteKeyring(tmp_path / f"events.db{ENDING}")
    keyring.add_account(Account("ann", "Ann", "ann@hall", slow_hash(GOOD), may_create=True))
    keyring.close()
    server = ServerProcess(tmp_path, "--plain-phones")
    stop = threading.Event()

    def loop(number):
        count = 0
        while not stop.is_set():
            count += 1
            signed_in(server, f"nobody-{number}-{count}", "wrong")

    loops = [threading.Thread(target=loop, args=(number,)) for number in range(8)]
    try:
        for each in loops:
            each.start()
        time.sleep(1)
        assert [signed_in(server, "ann@hall", GOOD).status for _ in range(7)] == [303] * 7
    finally:
        stop.set()
        for each in loops:
            each.join()
        server.stop()


def signed_in(server, login, password):
    from tiltyard.web.security.secrets import form_token, new_session

    secret = new_session()
    form = {"login": login, "password": password, "form_token": form_token(secret)}
    return server.ask("/sign-in", f"Cookie: s={secret}", form=form, host="192.168.1.20")
