"""From one version of the tables to the next: killed at any step, the old or the new one opens."""

import os
import subprocess
import sys

import apsw
import psycopg
import pytest

from tests.refusing import refuses
from tests.store.crash import AT_FAILPOINT, ROOT
from tests.store.making import contents, fill
from tiltyard.store.port import StoreRefused, WrongStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore, migrations, statements

NEXT = "ALTER TABLE meta ADD COLUMN note TEXT;\nCREATE TABLE more (a TEXT);\nDROP TABLE more;\n"
OPEN = (
    "import sys; from tests.store.test_migration import newer_{kind};"
    "newer_{kind}(sys.argv[1]).close()"
)


def newer_sqlite(path):
    """Open a file as a future version would."""
    return SqliteStore(path, steps={**migrations(), 3: NEXT})


def newer_postgres(address):
    """Open a database as a future version would."""
    return PostgresStore(address, steps={**migrations("postgres"), 3: NEXT})


def killed(kind, place, times, name="in-migration"):
    """Open with the newer version in a process that ends at a step; return how it ended."""
    environment = {**os.environ, "TILTYARD_FAILPOINT": f"{name}:{times}", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", OPEN.format(kind=kind), str(place)]
    return subprocess.run(command, env=environment, check=False, cwd=ROOT).returncode


def test_the_steps_are_numbered_without_a_gap_and_split_into_statements():
    for kind in ("sqlite", "postgres"):
        steps = migrations(kind)
        assert list(range(1, len(steps) + 1)) == list(steps)
        for step in steps.values():
            assert len(statements(step)) == step.count(";\n")


class TestSqlite:
    @pytest.fixture
    def before(self, file):
        store = SqliteStore(file)
        fill(store, acts=20)
        served = contents(store)
        store.close()
        return served

    def test_an_older_file_is_brought_up_to_date_after_a_backup(self, file, before):
        store = newer_sqlite(file)

        assert before == contents(store)
        assert 3 == store._connection.pragma("user_version")
        store.close()
        with refuses(WrongStore, match="newer version"):
            SqliteStore(file)
        backup = SqliteStore(file.with_name("event.tiltyard.before-0003"))
        assert before == contents(backup)
        backup.close()

    @pytest.mark.parametrize(
        ("name", "times"),
        [("in-migration", n) for n in (1, 2, 3, 4)] + [("in-backup", n) for n in (1, 2)],
    )
    def test_killed_at_any_step_the_old_or_the_new_version_opens(self, file, before, name, times):
        assert AT_FAILPOINT == killed("sqlite", file, times, name)

        done = name == "in-migration" and times == 4
        store = newer_sqlite(file) if done else SqliteStore(file)
        assert before == contents(store)
        store.close()
        again = newer_sqlite(file)
        assert before == contents(again)
        again.close()

    @pytest.mark.parametrize("times", range(1, 11))
    def test_killed_while_a_file_is_made_it_is_made_the_next_time(self, file, times):
        assert AT_FAILPOINT == killed("sqlite", file, times)

        store = newer_sqlite(file)
        assert 2 == fill(store, acts=1)
        store.close()

    def test_a_step_that_fails_leaves_the_old_version(self, file, before):
        with pytest.raises(StoreRefused):
            SqliteStore(file, steps={**migrations(), 3: NEXT + "SELECT no_such();\n"})

        store = SqliteStore(file)
        assert before == contents(store)
        store.close()


class TestPostgres:
    @pytest.mark.parametrize("times", [1, 2, 3, 4])
    def test_killed_at_any_step_the_old_version_is_still_there(self, database, times):
        store = PostgresStore(database)
        fill(store, acts=20)
        before = contents(store)
        store.close()

        assert AT_FAILPOINT == killed("postgres", database, times)

        for opened in (PostgresStore(database), newer_postgres(database)):
            assert before == contents(opened)
            opened.close()
        with refuses(WrongStore, match="newer version"):
            PostgresStore(database)

    @pytest.mark.parametrize("times", [1, 5, 9])
    def test_killed_while_the_tables_are_made_they_are_made_the_next_time(self, database, times):
        assert AT_FAILPOINT == killed("postgres", database, times)

        store = newer_postgres(database)
        assert 2 == fill(store, acts=1)
        store.close()

    def test_tables_of_another_program_are_refused(self, database):
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("CREATE SCHEMA tiltyard")
            connection.execute("CREATE TABLE tiltyard.facts (line text)")

        with pytest.raises(WrongStore):
            PostgresStore(database)


def test_a_foreign_application_id_is_refused_even_with_our_tables(file):
    SqliteStore(file).close()
    connection = apsw.Connection(str(file))
    connection.pragma("application_id", 7)
    connection.close()

    with pytest.raises(WrongStore):
        SqliteStore(file)
