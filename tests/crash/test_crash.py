"""A desk that is killed loses nothing it acknowledged and leaves nothing half done.

40 kills and more here; `python -m tests.crash.many_crashes` kills as many as wanted.
"""

from __future__ import annotations

from itertools import count, cycle
from random import Random

import pytest

from tests.crash.crashing import (
    AT_FAILPOINT,
    KILLED,
    ON_SQLITE,
    POINTS,
    CrashedDay,
    Kennel,
    at_points,
    at_random,
    kill_days,
)
from tests.crash.days import day_of_acts
from tests.stateful.moves import RULESETS

SEED = 20181103


@pytest.fixture(scope="module")
def kennel():
    with Kennel() as running:
        yield running


@pytest.fixture
def days():
    """Days of all rulesets in turn."""
    return (day_of_acts(ruleset, SEED) for ruleset in cycle(RULESETS))


def files(folder):
    """A file and a directory for each day."""
    for number in count():
        place = folder / str(number)
        place.mkdir()
        yield place / "event.tiltyard", place


def databases(server, folder):
    """A database and a directory for each day."""
    for _, place in files(folder):
        yield server.new_database(), place


def test_on_sqlite_at_every_write_point(kennel, days, quick_folder):
    orders = at_points(ON_SQLITE, Random(SEED), times=2)

    kills, found = kill_days(kennel, days, orders, files(quick_folder))

    assert [] == found
    assert 2 * len(ON_SQLITE) == kills
    assert kennel.ends[AT_FAILPOINT] >= kills


def test_on_sqlite_at_random(kennel, days, quick_folder):
    kills, found = kill_days(kennel, days, at_random(Random(SEED), 14), files(quick_folder))

    assert [] == found
    assert 14 == kills
    assert kennel.ends[KILLED] >= kills


def test_on_postgres_at_every_write_point_and_at_random(kennel, days, server, quick_folder):
    chance = Random(SEED)
    orders = [*at_points(POINTS, chance), *at_random(chance, 6)]

    kills, found = kill_days(kennel, days, orders, databases(server, quick_folder))

    assert [] == found
    assert len(orders) == kills


@pytest.mark.parametrize("point", ["before-begin", "before-commit"])
def test_an_acknowledgement_before_the_commit_is_noticed(kennel, days, quick_folder, point):
    day = CrashedDay(kennel, next(days), *next(files(quick_folder)))

    day.run(failpoint=f"{point}:20", early=True)

    assert "acknowledged" in " ".join(day.complaints())
