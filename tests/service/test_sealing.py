"""Logs in clear are carried over into sealed ones: the same facts, and people can be forgotten."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pytest

from tests.cli.processes import tiltyard
from tests.day.events import Day
from tests.refusing import refuses
from tests.service.test_releases import STORES, go_on
from tiltyard.day.facts import LogSealed
from tiltyard.day.people import ForgetPeople, who_can_be_forgotten
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service import sealing
from tiltyard.service.desk import Desk
from tiltyard.service.forgetting import copies_beside
from tiltyard.service.sealing import in_clear, seal_store, sealed_log, sealing_of
from tiltyard.service.verifying import verdict_of
from tiltyard.store import person_keys
from tiltyard.store.chain import write_log
from tiltyard.store.memory import MemoryStore
from tiltyard.store.opening import open_store
from tiltyard.store.second_copy import Mirrored, SecondCopy


@pytest.fixture
def file(tmp_path):
    """A store of 0.2.0 with names in clear."""
    path = tmp_path / "hall.db"
    path.write_bytes(gzip.decompress(STORES[0].read_bytes()))
    return path


def logs(path):
    store = open_store(str(path))
    try:
        return {stream: list(store.read(stream)) for stream in store.streams()}
    finally:
        store.close()


def said(entries):
    return [
        (one.number, one.name, one.body, one.actor, one.role, one.at, one.cause, one.key)
        for one in entries
    ]


class TestAStore:
    def test_it_holds_the_same_facts_verifies_and_goes_on(self, file):
        before = logs(file)
        assert any(in_clear(entries) for entries in before.values())
        events, kept = seal_store(file, load)
        after = logs(file)

        assert set(events) == set(before) == set(after)
        assert kept == file.with_name("hall.db.unsealed-1")
        assert before == logs(kept)
        for stream, entries in after.items():
            assert said(before[stream]) == said(entries[:-1])
            assert LogSealed.NAME == entries[-1].name
            assert () == in_clear(entries)
            assert verdict_of(stream, entries, load).is_clean
        store = open_store(str(file))
        desk = Desk(store, load)
        for stream in store.streams():
            go_on(desk, stream)
            assert verdict_of(stream, list(store.read(stream)), load).is_clean
        store.close()

    def test_nobody_who_is_forgotten_afterwards_is_found_in_any_byte(self, file, tmp_path):
        people = {
            name
            for entries in logs(file).values()
            for name in Desk(_store_of(entries), load).event(_stream(entries)).people.values()
        }
        assert all(name.encode() in file.read_bytes() for name in people)
        _, kept = seal_store(file, load)
        kept.unlink()
        for copy in _copies(file):
            copy.unlink()
        stick = tmp_path / "stick"
        stick.mkdir()
        below = open_store(str(file))
        store = Mirrored(below, SecondCopy(below, stick), wait=True)
        desk = Desk(store, load)
        store.copy.ship_now()
        staying = set()
        for stream in store.streams():
            event = desk.event(stream)
            forgotten = who_can_be_forgotten(event)
            organizer = next(one.person for one in event.staff if one.role == "organizer")
            desk.do(stream, organizer, ForgetPeople(forgotten, "long ago"))
            staying |= {name for one, name in event.people.items() if one not in forgotten}
            assert verdict_of(stream, list(store.read(stream)), load).is_clean
        backup = tmp_path / "backup.db"
        below.backup(backup)
        left = [one for one in tmp_path.rglob("*") if one.is_file()]
        assert {file, backup} <= set(left)
        gone = {name.encode() for name in people - staying}
        assert len(gone) > 20
        for one in left:
            content = one.read_bytes()
            assert [] == [name for name in gone if name in content], one
        store.close()

    def test_a_second_time_there_is_nothing_to_do(self, file):
        seal_store(file, load)
        before = logs(file)
        assert ((), None) == seal_store(file, load)
        assert before == logs(file)
        assert [] == list(file.parent.glob("*sealing*"))
        assert ["hall.db.before-0002", "hall.db.unsealed-1"] == [one.name for one in _copies(file)]

    def test_a_log_that_would_verify_otherwise_changes_nothing(self, file, monkeypatch):
        before = logs(file)
        monkeypatch.setattr(sealing, "sealing_of", _of_another_log)
        with refuses(Refused, code="sealed-log-verifies-otherwise"):
            seal_store(file, load)
        assert before == logs(file)
        assert [] == list(file.parent.glob("*sealing*"))

    def test_whoever_is_forgotten_before_is_gone_when_it_is_sealed(self, file):
        name = next(
            one.name for one in _event(file, "night-flight").entrants.values() if not one.spare
        )
        forget = ("person", "--store", file, "forget", "night-flight", name, "--reason", "asked")
        assert "Run tiltyard person seal" in tiltyard(*forget).stdout
        assert 0 == tiltyard("person", "--store", file, "seal").returncode
        assert name not in _event(file, "night-flight").people.values()

    def test_the_command_says_what_it_did_and_what_is_left_to_do(self, file):
        done = tiltyard("person", "seal", "--store", file)
        assert 0 == done.returncode, done.stderr
        assert "night-flight: names and texts are sealed." in done.stdout
        assert "hall.db.unsealed-1. Delete it once" in done.stdout
        assert "Nothing to seal" in tiltyard("person", "seal", "--store", file).stdout
        missing = tiltyard("person", "seal", "--store", file.with_name("none.db"))
        assert (2, "") == (missing.returncode, missing.stdout)
        assert "There is no store" in missing.stderr


def _event(file, name):
    store = open_store(str(file))
    try:
        return Desk(store, load).event(name)
    finally:
        store.close()


def _stream(entries):
    from tiltyard.store.chain import signed

    return signed(entries[0].line).stream


def _store_of(entries):
    store = MemoryStore()
    store.adopt(_stream(entries), entries)
    return store


def _of_another_log(entries):
    return replace(sealing_of(entries), head="00" * 32)


def _copies(file):
    store = open_store(str(file))
    try:
        return copies_beside(store)
    finally:
        store.close()


# ---------------------------------------------------------------------------- salts and the chain


@pytest.fixture(scope="module")
def clear():
    """A log with salted rounds, as a version wrote it that sealed nothing."""
    patch = pytest.MonkeyPatch()
    patch.setattr(person_keys, "PERSONAL", {})
    day = Day(new_nonce=lambda: "0" * 32)
    day.open_doors()
    day.register("Ann", "Bob", "Cleo", "Dan")
    day.begin()
    for _ in range(2):
        day.play_round()
    found = list(day.desk.store.read(day.name))
    patch.undo()
    return day.name, found


def carried(stream, entries):
    store = MemoryStore()
    store.adopt(stream, sealed_log(stream, entries))
    desk = Desk(store, load)
    event = desk.event(stream)
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    desk.do(stream, organizer, sealing_of(entries))
    return desk, organizer


def test_salts_are_compared_with_the_log_in_clear_before_and_after_forgetting(clear):
    stream, entries = clear
    desk, organizer = carried(stream, entries)
    verdict = verdict_of(stream, list(desk.store.read(stream)), load)
    assert verdict.is_clean
    assert verdict.salted
    desk.do(stream, organizer, ForgetPeople(who_can_be_forgotten(desk.event(stream)), "long ago"))
    after = verdict_of(stream, list(desk.store.read(stream)), load)
    assert [] == after.troubles
    assert verdict.salted == after.salted


def test_a_log_that_names_another_one_is_found(clear):
    stream, entries = clear
    store = MemoryStore()
    store.adopt(stream, sealed_log(stream, entries))
    desk = Desk(store, load)
    event = desk.event(stream)
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    said = sealing_of(entries)
    with refuses(Refused, code="sealing-of-another-log"):
        desk.do(stream, organizer, replace(said, facts=said.facts - 1))
    desk.do(stream, organizer, replace(said, head="00" * 32))
    verdict = verdict_of(stream, list(store.read(stream)), load)
    assert "sealed-from-another-log" in {one.wording for one in verdict.troubles}


def test_an_exported_log_verifies_elsewhere_with_and_without_its_names(clear, tmp_path):
    stream, entries = clear
    desk, _ = carried(stream, entries)
    for with_names in (True, False):
        file = tmp_path / f"{with_names}.tiltyard-log"
        lines = write_log(stream, desk.store.read(stream), with_names=with_names)
        file.write_bytes(b"".join(lines))
        done = tiltyard("verify", file)
        assert 0 == done.returncode, done.stdout + done.stderr
