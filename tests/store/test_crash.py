"""Processes killed at every write point and at random: what was acknowledged stays."""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.amount import amount
from tests.store.crash import AT_FAILPOINT, KILLED, ROOT, Victims
from tests.store.server import Server
from tiltyard.store.failpoints import NAMES

SEED = 20260516
KILLS = amount(15, 50)  # `python -m tests.store.many_kills` kills any number
WRITE_POINTS = [name for name in NAMES if name != "in-migration"]  # see test_migration.py
ONLY_SQLITE = {"in-checkpoint", "in-backup"}


def kill_at_random(victims, kills, seed):
    """Kill so many children, looking at what each left behind."""
    chance = random.Random(seed)
    for number in range(kills):
        assert KILLED == victims.kill(f"{seed}-{number}", chance)
        assert [] == victims.complaints()


class TestSqlite:
    @pytest.mark.parametrize("part", range(2))
    def test_kills_at_random_lose_nothing(self, file, tmp_path, part):
        with Victims(file, tmp_path) as victims:
            kill_at_random(victims, KILLS, SEED + part)

            assert len(victims.acknowledged()) > KILLS

    @pytest.mark.parametrize("name", WRITE_POINTS)
    def test_a_kill_at_every_write_point_loses_nothing(self, file, tmp_path, name):
        with Victims(file, tmp_path) as victims:
            for times in (1, 2, 7):
                assert AT_FAILPOINT == victims.run(
                    f"{name}-{times}", acts=160, failpoint=f"{name}:{times}"
                )
                assert [] == victims.complaints()


class TestPostgres:
    @pytest.mark.parametrize("part", range(2))
    def test_kills_at_random_lose_nothing(self, database, tmp_path, part):
        with Victims(database, tmp_path) as victims:
            kill_at_random(victims, KILLS, SEED + part)

            assert len(victims.acknowledged()) > KILLS

    @pytest.mark.parametrize("name", [name for name in WRITE_POINTS if name not in ONLY_SQLITE])
    def test_a_kill_at_every_write_point_loses_nothing(self, database, tmp_path, name):
        with Victims(database, tmp_path) as victims:
            for run, times in enumerate((1, 2, 2 if name == "in-adopt" else 4)):
                assert AT_FAILPOINT == victims.run(
                    f"{name}-{run}", acts=80, failpoint=f"{name}:{times}"
                )
                assert [] == victims.complaints()

    def test_the_server_killed_under_a_running_process_loses_nothing(self, tmp_path):
        server = Server()
        try:
            with Victims(server.new_database(), tmp_path) as victims:
                for number in range(4):
                    told = len(victims.acknowledged())
                    with ThreadPoolExecutor(1) as pool:
                        working = pool.submit(victims.run, f"{number}", may_fail=True)
                        while len(victims.acknowledged()) < told + 20:
                            assert not working.done()
                        server.crash(kill=number % 2 == 0)
                        if not working.done():  # it found the server again: now it ends too
                            victims.stop()

                    assert [] == victims.complaints()
                assert len(victims.acknowledged()) >= 80
        finally:
            server.stop()


MANY_KILLS = 150  # a kill falls between the answer and the commit by chance


class TestTheHarness:
    """Acknowledging before the commit must be found out, or the tests above prove nothing."""

    @pytest.mark.parametrize("kind", ["sqlite", "postgres"])
    def test_acknowledging_too_early_is_noticed(self, kind, request, tmp_path):
        address = request.getfixturevalue("file" if kind == "sqlite" else "database")
        with Victims(address, tmp_path) as victims:
            victims.run("early", failpoint="before-commit:9", early=True)

            (complaint,) = victims.complaints()
            assert "was acknowledged" in complaint

    def test_kills_at_random_notice_it_too(self, file, tmp_path):
        with Victims(file, tmp_path) as victims:
            for number in range(MANY_KILLS):
                victims.run(f"early-{number}", growth=100, microseconds=number * 50, early=True)
                if victims.complaints():
                    break

            assert [] != victims.complaints()

    def test_the_environment_names_the_place(self, file, tmp_path):
        program = (
            "from tests.store.making import fill; from tiltyard.store.opening import open_store;"
            f"fill(open_store({str(file)!r}))"
        )
        for name in ("", "after-insert:3"):
            environment = {**os.environ, "TILTYARD_FAILPOINT": name, "PYTHONPATH": str(ROOT)}
            ended = subprocess.run(
                [sys.executable, "-c", program], env=environment, check=False, cwd=tmp_path
            )
            assert (AT_FAILPOINT if name else 0) == ended.returncode
            file.unlink()
