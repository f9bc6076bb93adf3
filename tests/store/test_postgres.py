"""What only a server brings: lost connections, several processes, hearing each other."""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import psycopg
import pytest

from tests.refusing import refuses
from tests.store.making import act, contents, facts, fill
from tiltyard.store.port import Answer, Damaged, Unwritable, WrongStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.text.refusals import fix_text, refusal_text


@pytest.fixture
def store(database):
    opened = PostgresStore(database)
    yield opened
    opened.close()


def cut(database):
    """End every connection of Tiltyard to a database, as a broken network would."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'tiltyard'"
        )


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
        monkeypatch.setattr("tiltyard.store.postgres.SETTINGS", {"synchronous_commit": "off"})

        with refuses(WrongStore, match="synchronous_commit is off"):
            PostgresStore(database)


class TestFollowing:
    def test_appends_of_another_process_are_heard_in_order(self, store, database):
        other = PostgresStore(database)
        assert [] == list(other.follow(0.01))

        fill(store, "one two", acts=4)
        heard = list(islice(other.follow(5), 4))

        assert [("one two", 2), ("one two", 5), ("one two", 6), ("one two", 8)] == heard
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
