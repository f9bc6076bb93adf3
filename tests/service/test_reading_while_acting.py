"""Pages are read while an act is being recorded: the state before it, whole."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from tests.service.test_desk import announced
from tiltyard.day.people import CheckIn, RegisterPlayer
from tiltyard.day.setup import OpenCheckIn
from tiltyard.service.event_cache import others_write
from tiltyard.store.memory import MemoryStore


class SlowStore(MemoryStore):
    """A store whose disk takes its time when it is told to."""

    def __init__(self):
        super().__init__()
        self.writing, self.go_on = Event(), Event()
        self.go_on.set()

    def append(self, *values):
        self.writing.set()
        assert self.go_on.wait(10)
        return super().append(*values)


class SharedStore(SlowStore):
    """One that other processes write to as well."""

    def follow(self, _timeout):
        yield from ()


@contextmanager
def an_act_being_recorded(desk):
    store = desk.store
    with ThreadPoolExecutor(2) as threads:
        store.writing.clear()
        store.go_on.clear()
        act = threads.submit(desk.do, "cup", "p1", RegisterPlayer("Ann"))
        assert store.writing.wait(10)
        try:
            yield threads
        finally:
            store.go_on.set()
        act.result(10)


def test_a_reader_does_not_wait_for_the_disk():
    desk = announced(SlowStore())
    before = desk.event("cup")
    with an_act_being_recorded(desk) as threads:
        assert threads.submit(desk.event, "cup").result(5) is before
        assert threads.submit(desk.scene, "cup", "p1").result(5).event is before
    assert desk.event("cup").version == before.version + 1


def test_where_others_write_a_reader_waits_and_sees_it_all():
    desk = announced(SharedStore())
    version = desk.event("cup").version
    with an_act_being_recorded(desk) as threads:
        reading = threads.submit(desk.event, "cup")
        with pytest.raises(TimeoutError):
            reading.result(0.1)
        desk.store.go_on.set()
        assert reading.result(10).version == version + 1
    assert others_write(desk.store)
    assert not others_write(MemoryStore())


def test_nobody_sees_half_an_act(monkeypatch):
    """An act of several facts is folded aside and shown as a whole."""
    desk = announced()
    desk.do("cup", "p1", RegisterPlayer("Ann"))
    desk.do("cup", "p1", OpenCheckIn())
    (player,) = desk.event("cup").entrants
    desk.do("cup", "p1", CheckIn(player))
    entries = list(desk.store.read("cup"))[-2:]
    from tiltyard.service import event_cache as module

    live = desk._live.opened("cup")
    live.level = module.Level(
        before := type(live.event)(),
        live.level.document,
        live.rules,
        live.head,
        live.level.latest,
    )
    seen = []
    monkeypatch.setattr(module, "evolve", lambda event, one: seen.append(live.event) or event)
    desk._live.take("cup", live, entries)
    assert len(seen) == 2
    assert all(one is before for one in seen)
