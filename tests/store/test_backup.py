"""Backups taken while the event goes on: each one opens, verifies and is a prefix of the log."""

from threading import Semaphore, Thread

import pytest

from tests.refusing import refuses
from tests.store.making import act, contents, facts, fill
from tiltyard.store import sqlite as sqlite_file
from tiltyard.store.port import Unwritable
from tiltyard.store.sqlite import Settings, SqliteStore


def test_a_backup_is_the_whole_store(file, tmp_path):
    store = SqliteStore(file)
    fill(store)
    fill(store, "other")
    store.backup(tmp_path / "copy.tiltyard")

    copy = SqliteStore(tmp_path / "copy.tiltyard")
    assert contents(store) == contents(copy)
    assert 12 == copy.append("event", 11, act("on"), facts()).first
    copy.close()
    store.close()


def test_100_backups_while_others_append_are_all_whole(quick_folder, monkeypatch):
    monkeypatch.setattr(sqlite_file, "PAGES_AT_A_TURN", 5)
    path = quick_folder / "event.tiltyard"
    store = SqliteStore(path, Settings(checkpoint_pages=30))
    last = [fill(store, acts=30)]
    turns = Semaphore(0)

    def append():
        for number in range(400):
            turns.acquire()
            drafts = facts(2, f"k{number}", pad="x" * 500)
            last[0] = store.append("event", last[0], act(f"k{number}"), drafts).last

    appending = Thread(target=append)
    appending.start()
    grown = set()
    try:
        for _ in range(100):
            target = quick_folder / "copy.tiltyard"
            least = last[0]
            turns.release(4)
            store.backup(target)
            copy = SqliteStore(target)
            lines = [entry.line for entry in copy.read("event")]
            copy.close()
            log = [entry.line for entry in store.read("event")]
            assert len(lines) >= least
            assert lines == log[: len(lines)]
            grown.add(len(lines))
    finally:
        turns.release(400)
        appending.join()
    assert len(grown) > 10
    assert 0 == len({number for number in grown if number % 2})
    store.close()


def test_a_backup_replaces_an_older_one_only_when_it_is_whole(file, tmp_path, monkeypatch):
    store = SqliteStore(file)
    fill(store)
    target = tmp_path / "copy.tiltyard"
    store.backup(target)
    before = target.read_bytes()
    store.append("event", 11, act("more"), facts())

    def fail(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", fail)
        with refuses(Unwritable, match="No space left"):
            store.backup(target)

    assert before == target.read_bytes()
    store.backup(target)
    assert before != target.read_bytes()
    store.close()


def test_a_backup_to_nowhere_is_refused_and_the_store_goes_on(file, tmp_path):
    store = SqliteStore(file)
    last = fill(store)

    with pytest.raises(Unwritable):
        store.backup(tmp_path / "nowhere" / "copy.tiltyard")

    assert last + 1 == store.append("event", last, act("on"), facts()).first
    store.close()
