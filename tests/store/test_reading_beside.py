"""Reading a SQLite store beside the process that writes it, and from a disk that takes nothing."""

import os
import shutil
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from tests.refusing import refuses
from tests.store.crash import ROOT
from tests.store.making import act, contents, facts, fill
from tiltyard.store.lock_file import LockFile, one_at_a_time
from tiltyard.store.memory import MemoryStore
from tiltyard.store.opening import open_for_reading
from tiltyard.store.port import InUse, Snapshot, Unwritable, WrongStore
from tiltyard.store.second_copy import SecondCopy
from tiltyard.store.sqlite import Settings, SqliteStore
from tiltyard.store.sqlite_reading import SqliteReader

SMALL_DISK = 400_000
needs_mounts = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="NOT CHECKED: may not mount a disk here"
)


@contextmanager
def small_disk(folder, options=f"size={SMALL_DISK}"):
    """A disk in memory with little room; skipped where none can be mounted."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip("NOT CHECKED: may not mount a disk here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill_up(folder):
    """Leave no byte free on a disk."""
    with (folder / "ballast").open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def make_read_only(folder):
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def killed_writer(file):
    """Leave a store as a process that was killed leaves it: facts only in `-wal`."""
    program = (
        "import os; from tests.store.making import fill;"
        "from tiltyard.store.sqlite import SqliteStore;"
        f"fill(SqliteStore({str(file)!r})); os._exit(9)"
    )
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert file.with_name(f"{file.name}-wal").stat().st_size


class TestBesideAWriter:
    def test_a_reader_finds_all_that_was_acknowledged(self, file):
        store = SqliteStore(file)
        fill(store)

        with closing_all(SqliteReader(file)) as reader:
            assert contents(store) == contents(reader)
            assert store.verify("event") == reader.verify("event")
        store.close()

    def test_what_is_read_stands_still_and_the_writer_goes_on(self, file):
        store = SqliteStore(file, Settings(checkpoint_pages=1))
        last = fill(store)
        with closing_all(SqliteReader(file)) as reader:
            for number in range(30):
                last = store.append("event", last, act(f"n{number}"), facts()).last
            assert 11 == reader.head("event").number
            assert 11 == len(list(reader.read("event")))
        with closing_all(SqliteReader(file)) as reader:
            assert last == reader.head("event").number
        store.close()

    def test_without_a_pin_the_reader_follows(self, file):
        store = SqliteStore(file)
        last = fill(store)
        with closing_all(SqliteReader(file, pinned=False)) as reader:
            assert last == reader.head("event").number
            last = store.append("event", last, act("new"), facts()).last
            assert last == reader.head("event").number
        store.close()

    def test_a_reader_that_ends_takes_nothing_from_the_writer(self, file):
        store = SqliteStore(file)
        last = fill(store)
        SqliteReader(file).close()
        last = store.append("event", last, act("more"), facts()).last
        store.close()

        again = SqliteStore(file)
        assert last == again.head("event").number
        again.close()

    def test_a_backup_by_a_reader_is_the_store_as_it_stood(self, file, tmp_path):
        store = SqliteStore(file)
        fill(store)
        before = contents(store)
        with closing_all(SqliteReader(file)) as reader:
            store.append("event", 11, act("more"), facts())
            reader.backup(tmp_path / "copy.tiltyard")
        with closing_all(SqliteReader(tmp_path / "copy.tiltyard")) as copy:
            assert before == contents(copy)
        store.close()

    def test_every_act_is_refused_by_one_code(self, file):
        store = SqliteStore(file)
        fill(store)
        entries = list(store.read("event"))
        with closing_all(SqliteReader(file)) as reader:
            for doing in (
                lambda: reader.append("event", 11, act("no"), facts()),
                lambda: reader.adopt("event", entries),
                lambda: reader.keep_snapshot("event", Snapshot(11, b"", "e", b"")),
            ):
                with refuses(Unwritable, code="store-opened-for-reading"):
                    doing()
        assert 11 == store.head("event").number
        store.close()

    def test_a_closed_reader_says_so(self, file):
        SqliteStore(file).close()
        reader = SqliteReader(file)
        reader.close()
        with refuses(Unwritable, code="sqlite-store-closed"):
            reader.head("event")


@contextmanager
def closing_all(store):
    try:
        yield store
    finally:
        store.close()


class TestAFileByItself:
    def test_nothing_is_put_beside_a_backup(self, file, tmp_path):
        store = SqliteStore(file)
        fill(store)
        target = tmp_path / "stick" / "copy.tiltyard"
        target.parent.mkdir()
        store.backup(target)
        store.close()
        before = target.read_bytes()

        with closing_all(SqliteReader(target)) as reader:
            assert 11 == reader.head("event").number
            assert ["copy.tiltyard"] == [name.name for name in target.parent.iterdir()]
        assert before == target.read_bytes()

    def test_what_a_killed_process_left_beside_the_file_is_read(self, file):
        killed_writer(file)
        with closing_all(SqliteReader(file)) as reader:
            assert 11 == reader.head("event").number

    def test_a_copy_with_its_leftovers_is_read_and_left_as_it_is(self, file, tmp_path):
        killed_writer(file)
        there = tmp_path / "copied"
        there.mkdir()
        for name in (file, file.with_name(f"{file.name}-wal")):
            shutil.copy(name, there / name.name)
        before = {name.name: name.read_bytes() for name in there.iterdir()}

        with closing_all(SqliteReader(there / file.name)) as reader:
            assert 11 == reader.head("event").number
        assert before == {name.name: name.read_bytes() for name in there.iterdir()}

    def test_a_file_that_is_not_there_holds_nothing_and_is_not_made(self, tmp_path):
        store = open_for_reading(str(tmp_path / "none.db"))

        assert isinstance(store, MemoryStore)
        assert [] == list(tmp_path.iterdir())
        with refuses(Unwritable, code="store-folder-missing"):
            open_for_reading(str(tmp_path / "nowhere" / "none.db"))

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            pytest.param(b"", "empty-tiltyard-never-leaves-empty", id="empty"),
            pytest.param(b"no database " * 400, "store-not-a-tiltyard-file", id="something else"),
        ],
    )
    def test_what_is_no_store_is_refused(self, file, content, code):
        file.write_bytes(content)
        with refuses(WrongStore, code=code):
            SqliteReader(file)

    def test_a_newer_file_is_refused(self, file):
        SqliteStore(file).close()
        connection = apsw.Connection(str(file))
        connection.pragma("user_version", 9)
        connection.close()
        with refuses(WrongStore, code="store-of-newer-version"):
            SqliteReader(file)


@needs_mounts
class TestAFullDisk:
    @pytest.fixture
    def disk(self, tmp_path):
        with small_disk(tmp_path / "disk") as folder:
            yield folder

    def test_a_store_is_read_and_backed_up_elsewhere(self, disk, tmp_path):
        file = disk / "day.db"
        store = SqliteStore(file)
        fill(store)
        store.close()
        fill_up(disk)

        with closing_all(SqliteReader(file)) as reader:
            reader.backup(tmp_path / "copy.db")
        with closing_all(SqliteReader(tmp_path / "copy.db")) as copy:
            assert 11 == copy.head("event").number

    def test_a_store_is_read_beside_its_writer(self, disk):
        file = disk / "day.db"
        store = SqliteStore(file)
        fill(store)
        fill_up(disk)
        with closing_all(SqliteReader(file)) as reader:
            assert 11 == reader.head("event").number
        store.close()

    def test_what_a_killed_process_left_is_read(self, disk):
        file = disk / "day.db"
        killed_writer(file)
        file.with_name("day.db-shm").unlink()
        fill_up(disk)
        with closing_all(SqliteReader(file)) as reader:
            assert 11 == reader.head("event").number

    def test_a_store_opens_reads_refuses_and_goes_on_when_there_is_room(self, disk):
        file = disk / "day.db"
        store = SqliteStore(file)
        fill(store)
        store.close()
        fill_up(disk)

        store = SqliteStore(file)
        assert 11 == store.head("event").number
        with refuses(Unwritable, code="store-disk-full"):
            store.append("event", 11, act("no"), facts())
        (disk / "ballast").unlink()
        assert 12 == store.append("event", 11, act("yes"), facts()).last
        store.close()

    def test_a_lock_holds_without_room_for_the_process_it_names(self, disk):
        lock = disk / "day.db.lock"
        lock.touch()
        fill_up(disk)
        held = LockFile(lock)
        with refuses(InUse, code="desk-already-open-process"):
            LockFile(lock)
        held.let_go()


@needs_mounts
class TestAReadOnlyDisk:
    @pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
    def test_a_store_is_read_and_a_writer_is_refused(self, tmp_path, killed):
        with small_disk(tmp_path / "disk") as disk:
            file = disk / "day.db"
            if killed:
                killed_writer(file)
            else:
                store = SqliteStore(file)
                fill(store)
                store.close()
            make_read_only(disk)

            with closing_all(SqliteReader(file)) as reader:
                assert 11 == reader.head("event").number
            with refuses(Unwritable, code="init-cannot-written"):
                SqliteStore(file)


class TestTheSecondCopyOfTwoProcesses:
    def test_two_who_write_one_copy_take_turns(self, file, tmp_path):
        folder = tmp_path / "stick"
        folder.mkdir()
        store = SqliteStore(file)
        last = fill(store)
        ours = SecondCopy(store, folder)
        assert ours.ship_now()
        with closing_all(SqliteReader(file, pinned=False)) as reader:
            theirs = SecondCopy(reader, folder)
            for number in range(5):
                last = store.append("event", last, act(f"t{number}"), facts()).last
                assert (theirs if number % 2 else ours).ship_now()
        lines = ours.file_of("event").read_bytes().splitlines()
        assert last + 1 == len(lines)
        store.close()

    def test_a_copy_that_another_process_is_writing_is_not_touched(self, file, tmp_path):
        store = SqliteStore(file)
        fill(store)
        folder = tmp_path / "stick"
        folder.mkdir()
        with (
            one_at_a_time(folder),
            refuses(InUse, code="second-copy-in-use"),
            one_at_a_time(folder, wait=0),
        ):
            raise AssertionError("both at once")
        assert SecondCopy(store, folder).ship_now()
        store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="NOT CHECKED: no such permissions here")
def test_only_the_owner_may_read_the_index_beside_a_file(file):
    store = SqliteStore(file)
    SqliteReader(file).close()
    index = Path(f"{file}-shm")
    assert 0o600 == stat.S_IMODE(index.stat().st_mode)
    store.close()
