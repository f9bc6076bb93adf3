"""Several people at once: one winner, and the others are told both values.

Hundreds of races, with `--full` 2,000; `python -m tests.races.many_races` runs any number.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.amount import amount
from tests.races.racing import RACES, Hall, Unguarded, looked_at, many, run, slip
from tiltyard.day.facts import EntryContradicted, ResultEntered
from tiltyard.day.results import EnterResult
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.memory import MemoryStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.__name__)
class TestEachRace:
    def test_goes_wrong_when_the_guard_is_off(self, race):
        hall = Hall([Unguarded()] * 3)

        assert run(hall, race, 3, 0)

    def test_has_one_winner_of_two(self, race):
        hall = Hall([MemoryStore()] * 2)

        assert [] == many(hall, 2, range(amount(25, 125)), [race])

    def test_has_one_winner_of_eight(self, race):
        hall = Hall([MemoryStore()] * 8)

        assert [] == many(hall, 8, range(amount(10, 50)), [race])


class TestAtOneDesk:
    """Threads of one process, as the server has them: 2, 8 and 50."""

    @pytest.mark.parametrize("count, times", [(2, 30), (8, 15), (50, 5)])
    def test_in_memory(self, count, times):
        hall = Hall([MemoryStore()], at_one_desk=count)

        assert [] == many(hall, count, range(times))

    @pytest.mark.parametrize("count, times", [(2, 10), (8, 5), (50, 3)])
    def test_on_sqlite(self, count, times, quick_folder):
        store = SqliteStore(quick_folder / "races.tiltyard")
        hall = Hall([store], at_one_desk=count)

        assert [] == many(hall, count, range(times))
        store.close()


class TestOnPostgres:
    @pytest.mark.parametrize("count, times", [(2, 6), (8, 3)])
    def test_desks_with_connections_of_their_own(self, count, times, database):
        stores = [PostgresStore(database) for _ in range(count)]
        hall = Hall(stores)

        assert [] == many(hall, count, range(times))
        for store in stores:
            store.close()

    def test_processes_that_enter_other_results_for_the_same_matches(self, database):
        store = PostgresStore(database)
        hall = Hall([store])
        hall.game()
        matches = list(hall.desk.event("hall").current.games)
        program = (
            "import sys; from tests.races.test_races import enter_all;"
            f"enter_all({database!r}, {matches!r}, int(sys.argv[1]))"
        )
        racers = [
            subprocess.Popen([sys.executable, "-c", program, str(one)], cwd=ROOT)
            for one in (1, 2, 3)
        ]

        assert [0, 0, 0] == [racer.wait() for racer in racers]
        log = list(hall.desk.log("hall"))
        for kind in (ResultEntered, EntryContradicted):
            said = [one.fact.match for one in log if isinstance(one.fact, kind)]
            assert sorted(matches) == sorted(said)
        assert [] == list(looked_at(hall))
        store.close()


def enter_all(address, matches, number):
    """What one of the processes does; whoever comes third must be told both values."""
    store = PostgresStore(address)
    desk = Desk(store, load)
    for match in matches:
        try:
            desk.do("hall", "p1", EnterResult(match, slip(9, number)))
        except Refused as no:
            if not no.facts["both"]:
                raise
    store.close()
