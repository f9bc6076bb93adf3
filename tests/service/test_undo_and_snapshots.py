"""Taking back an act folds from a snapshot where it can, and from the beginning where it must."""

import pytest

from tests.service.halls import armada_day, new_desk, play_round
from tiltyard.day.fold import fold
from tiltyard.day.people import DropPlayer
from tiltyard.day.setup import Undo
from tiltyard.store import codec


@pytest.fixture
def desk():
    made = new_desk()
    armada_day(made)
    play_round(made)
    return made


def agrees(desk):
    """Whether the live state, a new desk and a replay of the whole log say the same."""
    replay = fold(desk.log("day"))
    return desk.event("day") == replay == new_desk(desk.store).event("day")


def test_an_act_behind_the_snapshot_is_taken_back(desk):
    desk.keep_snapshot("day")
    before = desk.event("day")
    desk.do("day", "p1", DropPlayer("p3"))
    after = desk.do("day", "p1", Undo("the wrong name")).event

    assert "active" == after.entrants["p3"].state
    assert before.last_act == after.last_act
    assert agrees(desk)


def test_an_act_that_the_snapshot_holds_is_taken_back(desk):
    desk.do("day", "p1", DropPlayer("p3"))
    desk.keep_snapshot("day")
    after = desk.do("day", "p1", Undo("the wrong name")).event

    assert "active" == after.entrants["p3"].state
    assert agrees(desk)
    desk.keep_snapshot("day")
    assert agrees(desk)


def test_one_act_after_the_other_is_taken_back_across_a_snapshot(desk):
    desk.do("day", "p1", DropPlayer("p3"))
    desk.keep_snapshot("day")
    desk.do("day", "p1", DropPlayer("p4"))
    for _ in range(2):
        desk.do("day", "p1", Undo("all of it"))
        assert agrees(desk)

    states = {one.state for one in desk.event("day").entrants.values()}
    assert {"active"} == states


def test_behind_a_snapshot_only_what_is_new_is_read(desk, monkeypatch):
    desk.keep_snapshot("day")
    at = desk.event("day").version
    desk.do("day", "p1", DropPlayer("p3"))
    read = []
    usual = codec.recorded
    monkeypatch.setattr(codec, "recorded", lambda entry: read.append(entry.number) or usual(entry))
    desk.do("day", "p1", Undo("the wrong name"))

    assert min(read) == at + 1
