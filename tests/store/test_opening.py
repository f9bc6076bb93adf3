"""From an address to a store; one process at a time for a file."""

import os
import subprocess
import sys

import apsw
import pytest

from tests.refusing import refuses
from tests.store.crash import ROOT
from tests.store.making import contents, fill
from tiltyard.store.lock_file import when_free
from tiltyard.store.memory import MemoryStore
from tiltyard.store.opening import open_store, shown
from tiltyard.store.port import InUse, StoreRefused, Unwritable, WrongStore
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import Settings, SqliteStore
from tiltyard.store.sqlite_led import LedStore
from tiltyard.store.sqlite_reading import SqliteReader
from tiltyard.text.refusals import fix_text, refusal_text


def test_an_address_names_its_kind(file, database):
    for address, kind in (
        ("memory:", MemoryStore),
        (str(file), LedStore),
        (f"sqlite:{file}", LedStore),
        (database, PostgresStore),
    ):
        store = open_store(address)

        assert kind is type(store)
        store.close()
    assert file.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="NOT CHECKED: no such permissions here")
def test_only_the_owner_may_read_a_file_its_log_and_its_backup(file, tmp_path):
    store = SqliteStore(file)
    fill(store)
    store.backup(tmp_path / "copy.tiltyard")

    names = ["event.tiltyard", "event.tiltyard-wal", "copy.tiltyard", "event.tiltyard.lock"]
    assert [0o600] * 4 == [(tmp_path / name).stat().st_mode & 0o777 for name in names]
    store.close()


class TestOneProcess:
    def test_a_second_opening_names_the_process_that_holds_the_file(self, file):
        store = SqliteStore(file)

        with refuses(InUse, match=f"already open in another process .{os.getpid()}.") as refused:
            SqliteStore(file)
        assert str(os.getpid()) == refused.value.facts["process"]
        assert fix_text(refused.value)

        store.close()
        SqliteStore(file).close()

    def test_another_name_of_the_same_file_does_not_help(self, file, tmp_path):
        store = SqliteStore(file)
        (tmp_path / "link.tiltyard").symlink_to(file)

        with pytest.raises(InUse):
            SqliteStore(tmp_path / "link.tiltyard")
        store.close()

    def test_another_process_is_named_and_its_death_frees_the_file(self, file):
        program = (
            "import sys; from tiltyard.store.opening import open_store;"
            f"store = open_store({str(file)!r}); print('open', flush=True); sys.stdin.read()"
        )
        holder = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert "open\n" == holder.stdout.readline()
        with refuses(InUse, match=f"process .{holder.pid}."):
            SqliteStore(file)

        holder.kill()
        holder.communicate()

        SqliteStore(file).close()

    def test_a_program_that_reads_the_file_meanwhile_is_not_in_the_way(self, file):
        SqliteStore(file).close()
        other = apsw.Connection(str(file))
        other.execute("BEGIN; SELECT * FROM facts").fetchall()

        store = SqliteStore(file)
        assert 11 == fill(store)
        store.close()
        other.close()

    def test_a_program_that_writes_the_file_meanwhile_is_noticed(self, file):
        store = SqliteStore(file)
        other = apsw.Connection(str(file))
        other.execute("BEGIN IMMEDIATE")

        with refuses(InUse, match="another program"):
            fill(store)
        other.close()
        assert 11 == fill(store)
        store.close()

    def test_a_second_name_of_the_file_is_refused_at_once(self, file, tmp_path):
        store = SqliteStore(file)
        other = tmp_path / "other.tiltyard"
        os.link(file, other)

        for opening in (SqliteStore, SqliteReader):
            with refuses(WrongStore, code="store-has-two-names") as refused:
                opening(other)
        assert "hard link" in refusal_text(refused.value)
        assert fix_text(refused.value)
        store.close()

        other.unlink()
        SqliteStore(file).close()

    def test_a_closed_store_says_so(self, lasting):
        store = lasting()
        store.close()

        with refuses(Unwritable, match="closed"):
            store.head("event")


class TestWaiting:
    """A command in another terminal is done in a moment; nothing here looks at a clock."""

    def test_a_file_that_becomes_free_is_opened(self, file):
        held = SqliteStore(file)
        naps = []

        def nap(seconds):
            naps.append(seconds)
            if len(naps) == 3:
                held.close()

        store = when_free(lambda: SqliteStore(file), 60, nap)

        assert len(naps) == 3
        store.close()

    def test_a_file_that_stays_held_is_refused_after_the_time_given(self, file):
        held = SqliteStore(file)
        naps = []
        with pytest.raises(InUse) as refused:
            when_free(lambda: SqliteStore(file), 3, naps.append)

        assert sum(naps) == pytest.approx(3)
        assert fix_text(refused.value).startswith("Wait until it's done")
        held.close()

    def test_without_time_nobody_waits(self, file):
        held = SqliteStore(file)
        naps = []
        with pytest.raises(InUse):
            when_free(lambda: SqliteStore(file), 0, naps.append)

        assert naps == []
        held.close()

    def test_only_a_file_in_use_is_tried_again(self):
        naps = []

        def damaged():
            raise Unwritable("no")

        with pytest.raises(Unwritable):
            when_free(damaged, 3, naps.append)
        assert naps == []


class TestAddresses:
    @pytest.mark.parametrize("address", ["", " ", "sqlite:", "mysql://x", "sqlite://x", "a\0b"])
    def test_what_names_no_store_is_refused_with_the_known_ones(self, address):
        with pytest.raises(WrongStore) as refused:
            open_store(address)

        assert "postgresql://" in fix_text(refused.value)

    def test_a_folder_is_refused_and_nothing_is_put_into_it(self, tmp_path):
        with refuses(WrongStore, match="is a folder"):
            open_store(str(tmp_path))

        assert list(tmp_path.iterdir()) == []

    def test_three_slashes_are_a_path_from_the_root(self, file):
        store = open_store(f"sqlite://{file}")
        store.close()

        assert file.exists()

    @pytest.mark.parametrize(
        ("address", "as_shown"),
        [
            ("day.db", "day.db"),
            ("postgresql://host/day", "postgresql://host/day"),
            ("postgresql://olga@host/day", "postgresql://olga@host/day"),
            ("postgresql://olga:x@host/day", "postgresql://olga:***@host/day"),
            ("postgresql://olga:x@y@host/day", "postgresql://olga:***@host/day"),
            ("postgresql://h/day?password=x&user=o", "postgresql://h/day?password=***&user=o"),
        ],
    )
    def test_an_address_is_shown_without_its_password(self, address, as_shown):
        assert shown(address) == as_shown


class TestSettings:
    def test_the_file_is_kept_with_the_shipped_settings(self, file):
        store = SqliteStore(file)

        found = [
            store._connection.pragma(name)
            for name in ("journal_mode", "synchronous", "locking_mode", "foreign_keys")
        ]
        assert ["wal", 2, "normal", 1] == found
        store.close()

    def test_the_library_is_free_of_the_wal_reset_bug(self):
        assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= (3, 51, 3)

    def test_a_setting_that_is_not_taken_is_refused(self, file):
        SqliteStore(file).close()

        with refuses(Unwritable, match="synchronous is 0, not 7"):
            SqliteStore(file, Settings(synchronous=7))
        SqliteStore(file).close()

    def test_a_newer_file_is_refused_politely_and_left_alone(self, file):
        store = SqliteStore(file)
        fill(store)
        store.close()
        connection = apsw.Connection(str(file))
        connection.pragma("user_version", 9)
        connection.close()
        before = file.read_bytes()

        with refuses(WrongStore, match="newer version") as refused:
            SqliteStore(file)

        assert "update" in fix_text(refused.value)
        assert before == file.read_bytes()

    def test_nothing_stays_locked_after_a_refusal(self, file):
        file.write_text("not a database, but long enough to be looked at" * 50, "utf-8")
        for _ in range(2):
            with pytest.raises(WrongStore):
                SqliteStore(file)
        file.unlink()

        store = SqliteStore(file)
        assert {} == contents(store)
        store.close()

    def test_a_directory_in_which_nobody_may_write_is_refused_with_a_way_out(self, tmp_path):
        with pytest.raises(StoreRefused) as refused:
            SqliteStore(tmp_path / "missing" / "event.tiltyard")

        assert fix_text(refused.value)
