"""A full, broken or read-only disk: a clear refusal, reading goes on, and it mends itself."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import PurePosixPath

import apsw
import pytest

from tests.refusing import refuses
from tests.store.making import act, contents, facts, fill
from tiltyard.store.disk import LOW, VERY_LOW, Space, free_space, refuse_network
from tiltyard.store.port import Snapshot, Unwritable, WrongStore
from tiltyard.store.sqlite import Settings, SqliteStore
from tiltyard.text.refusals import fix_text

_names = count()


class FaultyDisk(apsw.VFS):
    """The file system of the machine; its k-th write or sync fails, once or from then on."""

    def __init__(self, error, fails_at, *, call="write", lasting=True):
        self.name = f"faulty-{next(_names)}"
        self.error, self.fails_at, self.call, self.lasting = error, fails_at, call, lasting
        self.calls = 0
        super().__init__(self.name, "")

    def xOpen(self, name, flags):
        return FaultyFile(self, name, flags)

    def count(self, call):
        if call == self.call:
            self.calls += 1
            if self.calls == self.fails_at or (self.lasting and self.calls > self.fails_at):
                raise self.error("as ordered")

    def mend(self):
        """There is room again."""
        self.fails_at = 10**9


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk, name, flags):
        self.disk = disk
        super().__init__("", name, flags)

    def xWrite(self, data, offset):
        self.disk.count("write")
        super().xWrite(data, offset)

    def xSync(self, flags):
        self.disk.count("sync")
        super().xSync(flags)


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("template") / "event.tiltyard"
    store = SqliteStore(path)
    fill(store, acts=10)
    store.close()
    return path


def append_until_refused(store, disk, told):
    """Append until the disk fails; every answer given is kept in `told`."""
    last = store.head("event").number
    for number in range(1_000):
        key = f"k{number}"
        try:
            last = store.append("event", last, act(key), facts(3, key, pad="x" * 900)).last
        except Unwritable:
            return key
        told[key] = last
        if number % 3 == 2:
            with suppress(Unwritable):
                head = store.head("event")
                store.keep_snapshot("event", Snapshot(*head, "engine", b"s" * 5_000))
        if not disk.lasting and disk.calls >= disk.fails_at:
            return None  # it failed where nobody had to be told: in a checkpoint
    raise AssertionError("the disk never failed")


FAULTS = [
    pytest.param(apsw.FullError, "write", True, range(1, 301), id="full"),
    pytest.param(apsw.IOError, "write", False, range(1, 301, 3), id="a write fails once"),
    pytest.param(apsw.IOError, "sync", True, range(1, 61, 2), id="syncs fail"),
    pytest.param(apsw.ReadOnlyError, "write", True, range(1, 40, 6), id="read-only"),
]


@pytest.mark.parametrize(("error", "call", "lasting", "places"), FAULTS)
def test_a_fault_at_any_write_is_refused_and_mends(
    template, quick_folder, error, call, lasting, places
):
    path = quick_folder / "event.tiltyard"
    for fails_at in places:
        shutil.copy(template, path)
        path.with_name("event.tiltyard-wal").unlink(missing_ok=True)
        disk = FaultyDisk(error, 10**9, call=call, lasting=lasting)
        store = SqliteStore(path, Settings(checkpoint_pages=15, vfs=disk.name))
        disk.calls, disk.fails_at = 0, fails_at
        told = {}

        refused = append_until_refused(store, disk, told)

        known = [entry.key for entry in store.read("event")]  # reading goes on
        assert set(told) <= set(known)
        assert refused not in known
        assert store.verify("event") == store.head("event")

        disk.mend()
        last = store.head("event").number
        assert last + 1 == store.append("event", last, act("after"), facts()).first
        store.close()
        again = SqliteStore(path)
        kept = {entry.key: entry.number for entry in again.read("event")}
        assert told == {key: kept[key] for key in told}
        assert refused not in kept
        assert "after" in kept
        again.close()


class GivesUp(SqliteStore):
    """A store that cannot even roll back, and has to make its connection anew."""

    def _roll_back(self):
        self._unsettled = True
        self._drop()


@pytest.mark.parametrize("fails_at", range(1, 12))
def test_an_act_left_behind_by_a_lost_connection_is_answered_only_when_it_is_on_the_disk(
    template, quick_folder, fails_at
):
    path = quick_folder / "event.tiltyard"
    shutil.copy(template, path)
    disk = FaultyDisk(apsw.IOError, 10**9, call="sync")
    store = GivesUp(path, Settings(checkpoint_pages=15, vfs=disk.name))
    disk.calls, disk.fails_at = 0, fails_at
    told = {}
    refused = append_until_refused(store, disk, told)
    last = max(told.values(), default=20)
    drafts = facts(3, refused, pad="x" * 900)

    for _ in range(2):  # the disk does not sync: nobody gets an answer, however often they ask
        with pytest.raises(Unwritable):
            store.append("event", last, act(refused), drafts)
    assert set(told) <= {entry.key for entry in store.read("event")}

    disk.mend()
    assert (last + 1, last + 3) == store.append("event", last, act(refused), drafts)[:2]
    store.close()
    again = SqliteStore(path)
    assert last + 3 == again.verify("event").number
    assert 3 == sum(entry.key == refused for entry in again.read("event"))
    again.close()


@pytest.fixture
def small_disk(tmp_path):
    """A real disk of a megabyte."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("NOT CHECKED: this machine does not let the test mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_refused_and_goes_on_when_there_is_room_again(small_disk):
    store = SqliteStore(small_disk / "event.tiltyard")
    last = fill(store)
    ballast = small_disk / "ballast"
    with ballast.open("wb") as file, suppress(OSError):
        while True:
            os.write(file.fileno(), bytes(4_096))
    before = contents(store)

    for attempt in range(3):
        with refuses(Unwritable, code="store-disk-full") as refused:
            store.append("event", last, act(f"k{attempt}"), facts(9, pad="x" * 9_000))
        assert "space" in fix_text(refused.value)
    assert before == contents(store)
    assert "very-low" == store.free_space().level

    ballast.unlink()
    assert last + 1 == store.append("event", last, act("k0"), facts()).first
    store.close()
    again = SqliteStore(small_disk / "event.tiltyard")
    assert last + 1 == again.head("event").number
    again.close()


def test_a_disk_that_becomes_read_only_is_refused_and_goes_on_afterwards(small_disk):
    path = small_disk / "event.tiltyard"
    store = SqliteStore(path)
    last = fill(store)
    store.close()
    remount = ["mount", "-o", "remount,ro", str(small_disk)]
    subprocess.run(remount, check=True)

    with pytest.raises(Unwritable) as refused:
        SqliteStore(path)

    assert fix_text(refused.value)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    again = SqliteStore(path)
    assert last == again.verify("event").number
    again.close()


class TestWhereTheFileLies:
    MOUNTS = (
        "/dev/sda1 / ext4 rw 0 0\n"
        "server:/home /home nfs4 rw 0 0\n"
        "/dev/sdb1 /home/here ext4 rw 0 0\n"
        "//nas/share /mnt/my\\040share cifs rw 0 0\n"
    )

    @pytest.mark.parametrize(
        ("path", "refused"),
        [
            ("/var/event.tiltyard", False),
            ("/home/ann/event.tiltyard", True),
            ("/home/here/event.tiltyard", False),
            ("/homework/event.tiltyard", False),
            ("/mnt/my share/event.tiltyard", True),
        ],
    )
    def test_a_network_drive_is_refused(self, tmp_path, path, refused):
        mounts = tmp_path / "mounts"
        mounts.write_text(self.MOUNTS, "utf-8")
        if refused:
            with refuses(WrongStore, match="network drive") as error:
                refuse_network(PurePosixPath(path), mounts)
            assert "second copy" in fix_text(error.value)
        else:
            refuse_network(PurePosixPath(path), mounts)

    def test_a_system_that_does_not_tell_is_believed(self, tmp_path):
        refuse_network(tmp_path / "event.tiltyard", tmp_path / "no such file")

    @pytest.mark.parametrize(
        ("free", "level"),
        [
            (LOW, "enough"),
            (LOW - 1, "low"),
            (VERY_LOW, "low"),
            (VERY_LOW - 1, "very-low"),
            (0, "very-low"),
        ],
    )
    def test_little_room_is_said_in_time(self, tmp_path, monkeypatch, free, level):
        monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, free))

        assert Space(free, level) == free_space(tmp_path / "event.tiltyard")
