"""What only another server recorded: kept to be entered again, and forgotten with people."""

from __future__ import annotations

import msgspec
import pytest

from tests.web.hall import TestClock
from tiltyard.day.facts import Details
from tiltyard.day.people import ForgetPerson, RegisterPlayer
from tiltyard.day.setup import AnnounceEvent
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.differences import Differences
from tiltyard.service.peers import Copied
from tiltyard.store.memory import MemoryStore
from tiltyard.store.sqlite_led import LedStore

CUP = "cup"


@pytest.fixture
def desk(tmp_path):
    clock = TestClock()
    store = LedStore(tmp_path / "one.db")
    made = Desk(store, load, clock)
    made.create(CUP, Details("Cup", "armada@1.0.1", clock.now().date(), structure="basic"), "Olga")
    made.do(CUP, "p1", AnnounceEvent())
    made.do(CUP, "p1", RegisterPlayer("Zelda Quist"))
    yield made
    store.close()


def told_by_another_server(desk):
    """Let a copy of the log go on by itself, and tell its facts to the desk."""
    other = MemoryStore()
    other.adopt(CUP, list(desk.store.read(CUP)))
    branch = Desk(other, load, desk.clock)
    head = other.head(CUP).number
    branch.do(CUP, "p1", RegisterPlayer("Yann Moor"))
    facts = [
        Copied(CUP, msgspec.Raw(entry.line), entry.hash.hex(), dict(entry.keys))
        for entry in other.read(CUP, head)
    ]
    kept = Differences(desk.store)
    kept.take(facts)
    return kept


def test_whoever_is_forgotten_is_forgotten_there_too(desk, tmp_path):
    kept = told_by_another_server(desk)
    file = tmp_path / "one.db.differences"
    (branch,) = kept.branches(CUP)
    assert "Yann Moor" in branch.event.people.values()
    desk.do(CUP, "p1", RegisterPlayer("Yann Moor", "p3"))
    before = file.read_bytes()

    desk.do(CUP, "p1", ForgetPerson("p2", "asked for it"))
    assert before == file.read_bytes()
    desk.do(CUP, "p1", ForgetPerson("p3", "asked for it"))
    assert b'"keys":{}' in file.read_bytes()
    (branch,) = kept.branches(CUP)
    assert "Player 2" == branch.event.people["p3"]
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("length", [1, 40, -3])
def test_a_line_that_was_cut_off_costs_no_other_and_is_told_again(desk, tmp_path, length):
    told_by_another_server(desk)
    file = tmp_path / "one.db.differences"
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:length] if length > 0 else whole[:length])

    kept = told_by_another_server(desk)

    assert all(line.endswith(b"}") for line in file.read_bytes().splitlines())
    assert any("Yann Moor" in branch.event.people.values() for branch in kept.branches(CUP))
    assert kept.counts()[CUP] == len(file.read_bytes().splitlines())
