"""Several at once: exactly one winner, and a repeated request counts once."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from tests.amount import amount
from tests.store.crash import ROOT
from tests.store.making import act, facts
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Answer, Conflict, KeyReused
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore

SEED = 20260516
EACH = amount(300, 1_250)  # requests between two openings of a store


class UnguardedSqlite(SqliteStore):
    """Without the comparison that settles races: only to show that there are races."""

    def _check_expected(self, *_):
        pass


class UnguardedPostgres(PostgresStore):
    """The same for PostgreSQL."""

    def _check_expected(self, *_):
        pass


def race(stores, expected, number):
    """Let everybody append the same next fact at the same moment; return who won."""
    start = Barrier(len(stores))

    def enter(racer):
        start.wait()
        key = f"race-{number}-{racer}"
        try:
            return stores[racer].append("event", expected, act(key), facts(2, key, by=racer)).first
        except Conflict as lost:
            return {name: lost.facts[name] for name in ("expected", "actual")}

    with ThreadPoolExecutor(len(stores)) as pool:
        told = list(pool.map(enter, range(len(stores))))
    losers = [answer for answer in told if isinstance(answer, dict)]
    assert [{"expected": expected, "actual": expected + 2}] * (len(stores) - 1) == losers
    return [answer for answer in told if not isinstance(answer, dict)]


class TestWinners:
    def test_of_8_threads_with_the_same_version_exactly_one_wins(self, store):
        for number in range(40):
            assert [number * 2 + 1] == race([store] * 8, number * 2, number)

        assert 80 == store.verify("event").number

    def test_of_6_processes_worth_of_connections_exactly_one_wins(self, database):
        stores = [PostgresStore(database) for _ in range(6)]
        for number in range(60):
            assert [number * 2 + 1] == race(stores, number * 2, number)

        assert 120 == stores[0].verify("event").number
        for store in stores:
            store.close()

    def test_of_real_processes_exactly_one_wins_each_number(self, database):
        PostgresStore(database).close()
        program = (
            "import sys; from tests.store.test_races import count_up;"
            f"print(count_up({database!r}, sys.argv[1]))"
        )
        racers = [
            subprocess.Popen(
                [sys.executable, "-c", program, name], stdout=subprocess.PIPE, text=True, cwd=ROOT
            )
            for name in ("a", "b", "c")
        ]
        won = [int(racer.communicate()[0]) for racer in racers]

        store = PostgresStore(database)
        assert 90 == sum(won) == store.verify("event").number
        assert won == [
            sum(entry.actor == name for entry in store.read("event")) for name in ("a", "b", "c")
        ]
        store.close()

    @pytest.mark.parametrize("kind", [UnguardedSqlite, UnguardedPostgres])
    def test_without_the_guard_several_win(self, kind, request):
        place = request.getfixturevalue("file" if kind is UnguardedSqlite else "database")
        store = kind(place)

        winners = max(len(race_without_check(store, number)) for number in range(10))

        assert winners > 1
        store.close()


def race_without_check(store, number):
    """Race on whatever the version is; everybody believes to be first."""
    start = Barrier(4)
    expected = store.head("event").number

    def enter(racer):
        start.wait()
        try:
            return store.append("event", expected, act(f"{number}-{racer}"), facts()).first
        except Conflict:
            return None

    with ThreadPoolExecutor(4) as pool:
        return [first for first in pool.map(enter, range(4)) if first is not None]


def count_up(address, name):
    """Append until there are ninety facts; return how many were ours."""
    store, won, last = PostgresStore(address), 0, 0
    while last < 90:
        try:
            last = store.append("event", last, act(f"{name}-{last}", name), facts()).last
            won += 1
        except Conflict as lost:
            last = lost.facts["actual"]
    store.close()
    return won


class TestRetries:
    """A phone that does not hear the answer asks again: a result never counts twice."""

    def test_requests_half_of_them_repeated_leave_no_duplicate(self, lasting):
        chance = random.Random(SEED)
        requests = [
            f"r{number}"
            for number in range(2_000)
            for _ in range(1 + (chance.randint(1, 5) if chance.random() < 0.5 else 0))
        ][: 4 * EACH]
        firsts = {}
        for part in range(4):  # the store is opened again between the parts
            store = lasting()
            mine = requests[part * EACH : (part + 1) * EACH]
            again = chance.sample(sorted(firsts), min(len(firsts), 20))
            chance.shuffle(mine)
            with ThreadPoolExecutor(6) as pool:
                for key, answer in pool.map(partial(self.ask, store), mine + again):
                    assert firsts.setdefault(key, answer) == answer
            store.close()

        store = lasting()
        entries = list(store.read("event"))
        assert len(set(requests)) == len(entries) == len({entry.key for entry in entries})
        assert firsts == {entry.key: entry.number for entry in entries}
        assert len(entries) == store.verify("event").number
        store.close()

    @staticmethod
    def ask(store, key):
        """Enter a result as a phone does: on a conflict, look again and send the same."""
        while True:
            try:
                number = store.head("event").number
                return key, store.append("event", number, act(key), facts(1, key)).first
            except Conflict:
                continue

    def test_the_same_report_posted_at_once_from_many_places_counts_once(self, store):
        for number in range(30):
            key = f"k{number}"
            with ThreadPoolExecutor(6) as pool:
                told = list(
                    pool.map(
                        lambda _, k=key, n=number: store.append("event", n, act(k), facts(1, k)),
                        range(6),
                    )
                )
            assert {(number + 1, number + 1)} == {(first, last) for first, last, _ in told}
            assert 1 == sum(not answer.repeated for answer in told)
        assert 30 == store.head("event").number

    def test_other_connections_get_the_same_answer_too(self, database):
        stores = [PostgresStore(database) for _ in range(4)]
        for number in range(40):
            with ThreadPoolExecutor(4) as pool:
                told = list(
                    pool.map(
                        lambda store, n=number: store.append("event", n, act(f"k{n}"), facts()),
                        stores,
                    )
                )
            assert [False, True, True, True] == sorted(answer.repeated for answer in told)
        assert 40 == stores[0].verify("event").number
        for store in stores:
            store.close()

    def test_a_phone_that_was_offline_too_long_is_told_what_happened(self, store):
        store.append("event", 0, act("first"), facts())
        store.append("event", 1, act("correction"), facts())

        with pytest.raises(Conflict):
            store.append("event", 1, act("late"), facts())
        with pytest.raises(KeyReused):
            store.append("event", 1, act("first", asked="other"), facts())
        assert Answer(1, 1, repeated=True) == store.append("event", 0, act("first"), facts())

    def test_keys_of_two_people_race_independently(self):
        store = MemoryStore()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda who: self.ask_as(store, who), ["ann", "bob"]))

        assert ["ann", "bob"] == sorted(entry.actor for entry in store.read("event"))

    @staticmethod
    def ask_as(store, who):
        while True:
            try:
                return store.append("event", store.head("event").number, act("k", who), facts())
            except Conflict:
                continue
