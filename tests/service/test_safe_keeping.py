"""Backups and second copies: everything comes back, nothing is overwritten, damage is refused."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.refusing import refuses
from tests.service.halls import DEMO, SLIP, armada_day, demo_store, new_desk, play_round
from tiltyard.day.results import EnterResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.backup import back_up, copy_status, kept_twice, read_source, restore
from tiltyard.service.exporting import export_log
from tiltyard.service.verifying import verify_log
from tiltyard.store.opening import open_store
from tiltyard.store.port import Damaged, StoreRefused, Unwritable, WrongStore
from tiltyard.store.second_copy import ENDING, KEYS_ENDING
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import fix_text, refusal_text

ROOT = Path(__file__).parents[2]


def adopted(store):
    """Put the demo's events into a store."""
    for name in DEMO:
        store.adopt(name, list(demo_store().read(name)))
    return store


def contents(address):
    store = open_store(str(address))
    try:
        return {name: list(store.read(name)) for name in store.streams()}
    finally:
        store.close()


WHOLE = {name: list(demo_store().read(name)) for name in DEMO}


@pytest.fixture
def primary(tmp_path):
    """A SQLite store with the demo's events, open."""
    store = adopted(SqliteStore(tmp_path / "primary.db"))
    yield store
    store.close()


# -------------------------------------------------------------------------------------- backup


def test_a_backup_of_a_file_holds_everything_and_is_read_again(primary, tmp_path):
    heads = back_up(primary, tmp_path / "backup.db")

    assert {name: demo_store().head(name) for name in DEMO} == heads
    assert contents(tmp_path / "backup.db") == WHOLE


def test_every_store_is_backed_up_into_a_folder_of_logs(store, tmp_path):
    adopted(store)
    folder = tmp_path / "folder"
    folder.mkdir()
    back_up(store, folder)

    files = {f"{name}{ending}" for name in DEMO for ending in (ENDING, KEYS_ENDING)}
    assert files == {file.name for file in folder.iterdir()}
    for name in DEMO:
        log = (folder / f"{name}{ENDING}").read_bytes()
        keys = (folder / f"{name}{KEYS_ENDING}").read_bytes()
        assert b"".join(export_log(store, name)) == log + keys


def test_a_store_of_many_processes_makes_the_folder_itself(tmp_path):
    back_up(demo_store(), tmp_path / "new" / "folder")

    assert WHOLE == read_source(tmp_path / "new" / "folder").logs


def test_a_file_is_backed_up_into_a_new_folder_when_that_is_wanted(primary, tmp_path):
    back_up(primary, tmp_path / "new" / "folder", folder=True)

    assert WHOLE == read_source(tmp_path / "new" / "folder").logs


def test_a_folder_is_not_made_where_a_file_lies(primary, tmp_path):
    (tmp_path / "mine").write_text("mine", "utf-8")
    with refuses(Unwritable, code="backup-unwritable"):
        back_up(primary, tmp_path / "mine", folder=True)

    assert "mine" == (tmp_path / "mine").read_text("utf-8")


def test_a_backup_never_overwrites(primary, tmp_path):
    (tmp_path / "mine.db").write_text("mine", "utf-8")
    with refuses(Refused, code="back-up-already"):
        back_up(primary, tmp_path / "mine.db")

    assert "mine" == (tmp_path / "mine.db").read_text("utf-8")


def test_a_backup_that_cannot_be_written_says_so(primary, tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StoreRefused):
        back_up(primary, tmp_path / "file" / "backup.db")
    with refuses(Unwritable, code="backup-unwritable"):
        back_up(demo_store(), tmp_path / "file" / "folder")


# ------------------------------------------------------------------------------------- restore


def a_backup(tmp_path, kind):
    if kind == "file":
        store = adopted(SqliteStore(tmp_path / "source.db"))
        back_up(store, tmp_path / "backup.db")
        store.close()
        return tmp_path / "backup.db"
    back_up(demo_store(), tmp_path / "folder")
    return tmp_path / "folder"


@pytest.mark.parametrize("address", ["mysql://olga:h1dden@host/day", ""])
def test_nothing_comes_back_into_what_is_no_store(tmp_path, address):
    with pytest.raises(WrongStore) as refused:
        restore(a_backup(tmp_path, "folder"), address)

    assert "h1dden" not in refusal_text(refused.value)
    assert "postgresql://" in fix_text(refused.value)


def test_nothing_comes_back_into_a_folder(tmp_path):
    source = a_backup(tmp_path, "folder")
    with refuses(WrongStore, code="folder-store-one-file"):
        restore(source, str(source))

    assert WHOLE == read_source(source).logs


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_backup_comes_back_into_a_new_file(tmp_path, kind):
    source = a_backup(tmp_path, kind)
    before = sorted((file.name, file.stat().st_size) for file in tmp_path.rglob("*"))
    restore(source, str(tmp_path / "restored.db"))

    assert contents(tmp_path / "restored.db") == WHOLE
    after = {file.name for file in tmp_path.rglob("*")} - {name for name, _ in before}
    assert {"restored.db", "restored.db.lock"} == after


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_backup_comes_back_into_every_empty_store(tmp_path, kind, database, file):
    source = a_backup(tmp_path, kind)
    SqliteStore(file).close()
    for address in (str(file), database):
        restore(source, address)
        assert contents(address) == WHOLE


def test_a_store_that_a_desk_is_writing_is_read_as_it_stands(primary, tmp_path):
    restore(primary.path, str(tmp_path / "restored.db"))

    assert contents(tmp_path / "restored.db") == WHOLE


def test_one_log_file_comes_back(tmp_path):
    (tmp_path / "one.log").write_bytes(b"".join(export_log(demo_store(), "night-flight")))
    restore(tmp_path / "one.log", str(tmp_path / "restored.db"))

    assert {"night-flight": WHOLE["night-flight"]} == contents(tmp_path / "restored.db")


def test_a_store_with_events_is_never_overwritten(primary, tmp_path):
    source = a_backup(tmp_path, "folder")
    (source / f"night-flight{ENDING}").unlink()
    address = str(primary.path)
    primary.close()
    with refuses(Refused, code="holds-events-already-nothing-overwritten"):
        restore(source, address)

    assert contents(address) == WHOLE


def damaged(source):
    """Change one letter in the last quarter of a file."""
    data = bytearray(source.read_bytes())
    place = data.rindex(b"Player" if b"Player" in data else b"round")
    data[place] ^= 1
    source.write_bytes(data)


def test_a_damaged_backup_is_refused_and_nothing_appears(tmp_path):
    source = a_backup(tmp_path, "file")
    damaged(source)
    with refuses(Damaged, match=r"backup\.db is damaged"):
        restore(source, str(tmp_path / "restored.db"))

    assert not list(tmp_path.glob("restored*"))


def test_a_damaged_store_stays_where_it_is_until_somebody_moves_it(tmp_path):
    source = a_backup(tmp_path, "folder")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
    before = broken.read_bytes()
    with refuses(Refused, match="can't be used") as refused:
        restore(source, str(broken))

    assert "Move it away" in fix_text(refused.value)
    assert before == broken.read_bytes()


def test_a_damaged_log_in_a_folder_is_refused_and_nothing_appears(tmp_path):
    source = a_backup(tmp_path, "folder")
    damaged(source / f"the-broken-crown{ENDING}")
    with refuses(Damaged, match=r"fact \d+ of the-broken-crown"):
        restore(source, str(tmp_path / "restored.db"))

    assert not list(tmp_path.glob("restored*"))


def test_a_backup_of_a_newer_version_is_refused(tmp_path):
    source = a_backup(tmp_path, "file")
    with source.open("r+b") as file:
        file.seek(60)  # where SQLite keeps the version of the tables
        file.write((999).to_bytes(4, "big"))
    with refuses(WrongStore, code="store-of-newer-version") as refused:
        restore(source, str(tmp_path / "restored.db"))

    assert str(source) in refusal_text(refused.value)
    assert not list(tmp_path.glob("restored*"))


@pytest.mark.parametrize("content", [b"", b"hello", b'{"format":"tiltyard/1"}'])
def test_something_else_is_refused(tmp_path, content):
    (tmp_path / "thing").write_bytes(content)
    with refuses(WrongStore, code="no-backup-tiltyard"):
        restore(tmp_path / "thing", str(tmp_path / "restored.db"))


def test_an_empty_folder_and_a_missing_one_are_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with refuses(WrongStore, code="holds-no-events"):
        restore(tmp_path / "empty", str(tmp_path / "restored.db"))
    with refuses(Refused, code="read-logs-failed"):
        restore(tmp_path / "missing", str(tmp_path / "restored.db"))


def test_a_half_written_last_line_of_a_second_copy_is_left_out_and_said(tmp_path):
    source = a_backup(tmp_path, "folder")
    copy = source / f"night-flight{ENDING}"
    copy.write_bytes(copy.read_bytes()[:-30])
    found = restore(source, str(tmp_path / "restored.db"))

    assert 1 == len(found.notes)
    assert WHOLE["night-flight"][:-1] == contents(tmp_path / "restored.db")["night-flight"]


# --------------------------------------------------------------------------------- second copy


def test_the_second_copy_is_complete_after_each_act(tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    store = SqliteStore(tmp_path / "primary.db")
    desk = new_desk(kept_twice(store, folder, pytest.fail))
    armada_day(desk, count=4)
    for _ in range(2):
        play_round(desk)
        assert [0] == [state.lag for state in copy_status(store, folder)]
    desk.store.close()

    assert contents(tmp_path / "primary.db") == read_source(folder).logs


def test_a_stick_that_is_not_there_is_told_and_stops_nobody(tmp_path):
    told = []
    store = SqliteStore(tmp_path / "primary.db")
    desk = new_desk(kept_twice(store, tmp_path / "unplugged", told.append))
    armada_day(desk, count=4)
    (state,) = copy_status(store, tmp_path / "unplugged")
    desk.store.close()

    assert state.lag == state.facts > 0
    assert 1 == len(told)
    assert "unplugged" in refusal_text(told[0])
    assert not (tmp_path / "unplugged").exists()


def test_the_status_tells_the_lag_of_each_event(primary, tmp_path):
    folder = tmp_path / "folder"
    back_up(demo_store(), folder)
    copy = folder / f"night-flight{ENDING}"
    copy.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:-5]))
    (folder / f"summer-disks{ENDING}").unlink()
    states = {state.event: state for state in copy_status(primary, folder)}

    assert 5 == states["night-flight"].lag
    assert states["summer-disks"].facts == states["summer-disks"].lag
    assert "no such file" in refusal_text(states["summer-disks"].trouble)
    others = set(DEMO) - {"night-flight", "summer-disks"}
    assert {(0, None)} == {(states[name].lag, states[name].trouble) for name in others}


def test_a_copy_that_tells_another_story_is_told(primary, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    other = new_desk()
    armada_day(other, "night-flight", count=4)
    back_up(other.store, folder)
    states = {state.event: state for state in copy_status(primary, folder)}

    assert "differs from the store" in refusal_text(states["night-flight"].trouble)


def test_after_a_kill_and_a_lost_disk_the_event_goes_on_from_the_second_copy(tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    disk = tmp_path / "disk"
    disk.mkdir()
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.service.keeping_child", str(disk / "day.db"), str(stick)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    acknowledged = 0
    for line in child.stdout:
        acknowledged = int(line)
        if acknowledged > 110:
            child.kill()
            break
    child.stdout.close()
    child.wait()
    shutil.rmtree(disk)

    restore(stick, str(tmp_path / "other-laptop.db"))
    store = open_store(str(tmp_path / "other-laptop.db"))
    desk = new_desk(store)
    event = desk.event("day")
    assert acknowledged <= event.version
    for game in event.current.games.values():
        if game.is_open:
            desk.do("day", "p2", EnterResult(game.id, SLIP))
    desk.do("day", "p1", DrawRound())
    desk.do("day", "p1", PublishRound())

    assert verify_log("day", desk.log("day"), store.head("day"), load).is_clean
    store.close()
