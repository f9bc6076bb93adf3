"""Paused, killed, cut off: what was acknowledged is there once, in order, and nothing else."""

import random
import sys
import time

import pytest

from tests.refusing import refuses
from tests.store.making import act, facts, fill
from tests.store.partitions import AT_WORK, BREAKS, Partitions, Sent, complaints_about
from tests.store.proxy import Proxy
from tiltyard.store.port import Answer, Unwritable
from tiltyard.store.postgres import PostgresStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be stopped there")
SEED = 20261118


def test_two_servers_lose_double_and_invent_nothing_while_everything_breaks():
    with Partitions(random.Random(SEED)) as hall:
        hall.run(0, list(BREAKS))

        assert [] == hall.complaints()
        assert set(BREAKS) == set(hall.done)
        assert len(hall.history) >= len(BREAKS) * AT_WORK
        for house in hall.houses:
            assert house.ask_until_it_answers("cup", "client-9-00001", 1)["first"]


@pytest.fixture
def proxied(database):
    proxy = Proxy(database)
    store = PostgresStore(proxy.address, patience=0.5)
    yield proxy, store
    proxy.flow()
    store.close()
    proxy.close()


class TestStalledLinks:
    def test_a_link_that_stalls_is_said_in_words_and_soon(self, proxied):
        proxy, store = proxied
        last = fill(store)
        proxy.stall()
        began = time.monotonic()

        with refuses(Unwritable, match="can't be reached"):
            store.append("event", last, act("k"), facts())
        assert time.monotonic() - began < 5  # half a second, then connecting anew: two

        proxy.flow()
        assert last + 1 == store.append("event", last, act("k"), facts()).first

    def test_after_a_short_stall_everything_goes_on(self, proxied):
        proxy, store = proxied
        last = fill(store)
        proxy.stall()
        proxy.cut()
        proxy.flow()

        assert last + 1 == store.append("event", last, act("k"), facts()).first

    def test_a_slow_link_is_only_slow(self, proxied):
        proxy, store = proxied
        proxy.delay = 0.02
        assert 11 == fill(store)
        proxy.delay = 0.0
        assert 11 == store.verify("event").number

    def test_a_commit_whose_answer_is_lost_is_acknowledged_once(self, proxied):
        proxy, store = proxied
        last = fill(store)
        proxy.lose = b"COMMIT\0"

        assert Answer(last + 1, last + 2) == store.append("event", last, act("k"), facts(2, "k"))
        assert b"" == proxy.lose
        assert last + 2 == store.verify("event").number


class TestTheChecker:
    """A checker that finds nothing proves nothing: each kind of mistake is found."""

    @pytest.fixture
    def told(self, store):
        entries, history, last = [], [], 0
        for number in range(4):
            key = f"k{number}"
            answer = store.append("event", last, act(key), facts(2, key))
            history.append(Sent("event", key, 2, number, number + 0.5, answer.first, answer.last))
            last = answer.last
        entries = list(store.read("event"))
        return entries, history, {one.key for one in history}

    def test_what_is_right_is_not_complained_about(self, told):
        assert [] == complaints_about(*told)

    def test_an_act_without_an_answer_may_be_there(self, told):
        entries, history, sent = told
        assert [] == complaints_about(entries, history[:2], sent)

    def test_a_lost_act_is_found(self, told):
        entries, history, sent = told
        assert "k3 was acknowledged" in complaints_about(entries[:6], history, sent)[0]

    def test_half_an_act_is_found(self, told):
        entries, history, sent = told
        assert "k3 was acknowledged" in complaints_about(entries[:7], history, sent)[0]

    def test_an_act_that_is_there_twice_is_found(self, told):
        entries, history, sent = told
        assert "k0 is there twice" in complaints_about([*entries, entries[0]], history, sent)

    def test_an_invented_act_is_found(self, told):
        entries, history, sent = told
        assert ["k2 was never sent"] == complaints_about(entries, history[:2], sent - {"k2"})

    def test_another_order_than_the_clients_saw_is_found(self, told):
        entries, history, sent = told
        late = history[0]._replace(began=9, ended=9.5)
        found = complaints_about(entries, [*history[1:], late], sent)
        assert ["k0 was sent after number 8"] == [text[:26] for text in found]
