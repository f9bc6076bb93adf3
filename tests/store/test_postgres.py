"""What only a server brings: lost connections, several processes, hearing each other."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile

import psycopg
import pytest

from tests.refusing import refuses
from tests.store.making import act, contents, facts, fill
from tests.store.server import cut
from tiltyard.store.port import Answer, Damaged, Unwritable, WrongStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.postgres_connections import Connection, Connections
from tiltyard.store.postgres_news import TELL_EVERY, Notifier
from tiltyard.text.refusals import fix_text, refusal_text


@pytest.fixture
def store(database):
    opened = PostgresStore(database)
    yield opened
    opened.close()


class TestLostConnections:
    def test_everything_goes_on_after_a_lost_connection(self, store, database):
        last = fill(store)
        for use in (
            lambda: store.head("event"),
            lambda: store.verify("event"),
            store.streams,
            lambda: list(store.read("event")),
            lambda: store.append("event", last, act("k"), facts()),
        ):
            cut(database)
            use()

        assert last + 1 == store.head("event").number

    def test_an_act_that_was_committed_when_the_connection_broke_is_acknowledged(
        self, store, database, monkeypatch
    ):
        insert = PostgresStore._insert
        broken = []

        def insert_commit_and_break(connection, *rest):
            insert(connection, *rest)
            if not broken:
                broken.append(True)
                connection.execute("COMMIT")
                cut(database)

        monkeypatch.setattr(PostgresStore, "_insert", staticmethod(insert_commit_and_break))

        assert Answer(1, 2) == store.append("event", 0, act("k"), facts(2))
        assert broken
        assert 2 == store.verify("event").number

    def test_a_server_that_is_not_there_is_said_without_the_password(self):
        with refuses(Unwritable, match="can't be reached") as refused:
            PostgresStore("postgresql://ann:secret-word@127.0.0.1:1/desk")

        assert "secret-word" not in refusal_text(refused.value)
        assert fix_text(refused.value)

    def test_a_server_that_may_not_be_written_is_said(self, store, database):
        fill(store)
        with psycopg.connect(database, autocommit=True) as connection:
            name = connection.info.dbname
            connection.execute(
                f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode()
            )
        before = contents(store)
        cut(database)

        with refuses(Unwritable, match="doesn't let us write"):
            store.append("event", store.head("event").number, act("k"), facts())

        assert before == contents(store)

    def test_a_server_that_does_not_wait_for_its_disk_is_refused(self, database, monkeypatch):
        settings = {"synchronous_commit": "off"}
        monkeypatch.setattr("tiltyard.store.postgres_connections.SETTINGS", settings)

        with refuses(WrongStore, match="synchronous_commit is off"):
            PostgresStore(database)


class TestSeveralAtOnce:
    def test_events_do_not_wait_for_each_other(self, store, database):
        """Somebody else is about to write the first fact of one event; the other goes on."""
        with ThreadPoolExecutor(1) as pool, psycopg.connect(database) as slow:
            slow.execute("INSERT INTO tiltyard.facts VALUES ('slow', 1, '', '')")
            waiting = pool.submit(store.append, "slow", 0, act("k"), facts())
            while not store._do(lambda connection: connection.execute(WAITING).fetchone()[0]):
                time.sleep(0.01)

            assert 11 == fill(store, "quick")
            assert not waiting.done()
            slow.rollback()
            assert Answer(1, 1) == waiting.result()

    def test_a_process_takes_a_bounded_number_of_connections(self, database):
        connections = Connections(database, most=3)
        used, most, lock = set(), [0], threading.Lock()

        def work(connection):
            with lock:
                used.add(connection)
                most[0] = max(most[0], len(used))
            time.sleep(0.02)
            with lock:
                used.discard(connection)

        with ThreadPoolExecutor(10) as pool:
            list(pool.map(lambda _: connections.do(work), range(30)))
        assert 3 == most[0]
        assert 3 == count_of_connections(database)
        connections.close()
        assert 0 == count_of_connections(database)

    def test_connections_are_made_when_they_are_needed(self, store, database):
        fill(store)
        list(store.read("event"))
        store._notifier.close()

        assert 1 == count_of_connections(database)

    def test_whoever_waits_too_long_for_a_connection_is_refused_in_words(self, database):
        connections = Connections(database, most=1, patience=0.2)
        with (
            connections.transaction(),
            ThreadPoolExecutor(1) as pool,
            refuses(Unwritable, match="can't be reached"),
        ):
            pool.submit(connections.do, lambda connection: connection.execute("SELECT 1")).result()
        connections.do(lambda connection: connection.execute("SELECT 1"))
        connections.close()

    def test_all_connections_lost_at_once_are_made_anew(self, store, database):
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda name: fill(store, f"event-{name}"), range(6)))
            cut(database)
            done = list(pool.map(lambda name: fill(store, f"event-{name}", after=11), range(6)))

        assert [22] * 6 == done

    def test_a_store_that_was_closed_says_so(self, database):
        store = PostgresStore(database)
        fill(store)
        store.close()
        with refuses(Unwritable, match="closed"):
            store.head("event")
        assert 0 == count_of_connections(database)


WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


def count_of_connections(database):
    """Return how many connections of Tiltyard the server has, once those that ended are gone."""
    time.sleep(0.2)
    with psycopg.connect(database, autocommit=True) as connection:
        (count,) = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'tiltyard'"
        ).fetchone()
    return count


class TestFollowing:
    def test_appends_of_another_process_are_heard_in_order(self, store, database):
        other = PostgresStore(database)
        assert [] == list(other.follow(0.01))

        fill(store, "one two", acts=4)
        heard = [*takewhile(lambda news: news[1] < 8, other.follow(5)), ("one two", 8)]

        assert sorted(set(heard)) == heard
        assert set(heard) <= {("one two", number) for number in (2, 5, 6, 8)}
        other.close()

    def test_of_appends_quickly_after_one_another_the_newest_is_told(self, store, database):
        """What the others are told takes turns for all events: fifty times a second is enough."""
        store.append("event", 0, act("first"), facts())
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("LISTEN tiltyard")
            began = time.monotonic()
            last = fill(store, acts=60, after=1)
            told = []
            while not told or told[-1] != f"event {last}":
                told += [one.payload for one in connection.notifies(timeout=5, stop_after=1)]
            taken = time.monotonic() - began

        assert len(told) <= 2 + taken / TELL_EVERY

    @pytest.mark.parametrize("begun", [False, True], ids=["before", "while listening"])
    def test_what_nobody_told_is_found_within_a_second(self, store, database, monkeypatch, begun):
        """A process can be killed between its commit and its message."""
        monkeypatch.setattr(Notifier, "tell", lambda *_: None)
        other = PostgresStore(database)
        if begun:
            assert [] == list(other.follow(0.01))
        last = fill(store)
        began = time.monotonic()

        assert ("event", last) == next(other.follow(5))
        assert time.monotonic() - began < 1
        assert [] == list(other.follow(0.6))
        other.close()

    def test_an_act_is_recorded_without_a_message(self, store, monkeypatch):
        """A message inside the transaction would make all events wait for each other."""
        sent = []
        execute = Connection.execute
        monkeypatch.setattr(
            Connection,
            "execute",
            lambda self, query, *rest: (sent.append((self, query)), execute(self, query, *rest))[1],
        )
        fill(store)
        store._notifier.close()

        appending = {one for one, query in sent if "INSERT INTO facts" in query}
        telling = {one for one, query in sent if "pg_notify" in query}
        assert appending
        assert telling
        assert not appending & telling

    def test_what_is_left_is_told_when_the_store_is_closed(self, database):
        writer, other = PostgresStore(database), PostgresStore(database)
        assert [] == list(other.follow(0.01))
        other._follower._look_at = time.monotonic() + 60
        last = fill(writer)
        writer.close()

        heard = [*takewhile(lambda news: news[1] < last, other.follow(1)), ("event", last)]
        assert ("event", last) == heard[-1]
        assert last == other._follower._known["event"]
        other.close()

    def test_what_was_there_before_comes_first(self, store, database):
        last = fill(store)
        other = PostgresStore(database)

        assert [("event", last)] == list(other.follow(0.01))
        assert [] == list(other.follow(0.01))
        other.close()

    def test_what_was_missed_while_the_connection_was_lost_is_told(self, store, database):
        other = PostgresStore(database)
        assert [] == list(other.follow(0.01))
        cut(database)

        last = fill(store)

        assert ("event", last) == next(iter(other.follow(5)))
        other.close()

    def test_a_refused_append_is_not_heard(self, store, database):
        other = PostgresStore(database)
        last = fill(store)
        assert [("event", last)] == list(other.follow(0.01))
        store.append("event", 0, act("key-0-1"), facts(2, "key-0-1"))

        assert [] == list(other.follow(0.05))
        other.close()

    def test_closing_ends_a_follower_that_waits(self, database):
        other = PostgresStore(database)
        assert [] == list(other.follow(0.01))
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(lambda: list(other.follow(1)))
            other.close()

            assert [] == waiting.result()


@pytest.mark.parametrize(
    ("edit", "number"),
    [
        ("UPDATE facts SET line = replace(line, 'ann', 'eve') WHERE number = 4", 4),
        ("DELETE FROM facts WHERE number = 4", 4),
        ("DELETE FROM answers WHERE first = 1", 1),
        ("UPDATE answers SET fingerprint = 'x' WHERE first = 1", 1),
    ],
)
def test_an_edit_by_hand_is_named(store, database, edit, number):
    fill(store)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET search_path TO tiltyard")
        connection.execute(edit.encode())

    with pytest.raises(Damaged) as refused:
        store.verify("event")

    assert number == refused.value.facts["number"]
