"""Full and read-only disks, damaged and missing keyrings: one line or a working desk, no trace."""

import json
import shutil

import pytest

from tests.cli.processes import serving, tiltyard
from tests.store.test_reading_beside import fill_up, make_read_only, needs_mounts, small_disk
from tiltyard.store.keyring import MADE_ANEW, Account
from tiltyard.store.keyring_sqlite import SqliteKeyring, copy_in_memory
from tiltyard.store.port import Damaged


def keyring_beside(file):
    return file.with_name(f"{file.name}.keys")


@pytest.fixture
def file(running_file, tmp_path):
    file = tmp_path / "store.db"
    shutil.copy(running_file, file)
    return file


def is_one_line(server, *texts):
    said = "".join(server.complaints)
    assert 2 == server.process.wait(15), said
    assert 1 == said.count("\n"), said
    for text in texts:
        assert text in said
    return True


@needs_mounts
@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_disk_that_takes_nothing_is_read_backed_up_and_served(running_file, tmp_path, trouble):
    with small_disk(tmp_path / "disk", "size=800000") as disk:
        file = disk / "store.db"
        shutil.copy(running_file, file)
        SqliteKeyring(keyring_beside(file)).close()
        (disk / "store.db.lock").touch()
        (fill_up if trouble == "full" else make_read_only)(disk)

        shown = tiltyard("event", "--store", file, "show", "cup")
        assert 0 == shown.returncode, shown.stderr
        kept = tiltyard("backup", tmp_path / "copy.db", "--store", file)
        assert 0 == kept.returncode, kept.stderr
        act = tiltyard("event", "--store", file, "drop", "cup", "Ann", "--json")
        assert 2 == act.returncode
        assert "Traceback" not in act.stderr

        with serving(file) as refused:
            assert not refused.address
            assert is_one_line(refused, "--read-only")

        with serving(file, "--read-only") as server:
            assert server.address, server.complaints
            assert "reading only" in "".join(server.said)
            assert 200 == server.get("/e/cup")[0]
            assert 200 == server.get("/j/" + server.secret)[0]


def test_a_damaged_keyring_is_one_line_with_the_way_out(file):
    keyring_beside(file).write_bytes(bytes(8192))
    with serving(file) as server:
        assert not server.address
        assert is_one_line(server, "store.db.keys is damaged", "tiltyard keys new")

    again = tiltyard("keys", "new", "--store", file)
    assert 0 == again.returncode, again.stderr
    assert "don't work any more" in again.stdout
    assert bytes(8192) == file.with_name("store.db.keys.damaged-1").read_bytes()
    with serving(file) as server:
        assert server.address, server.complaints


def test_nobody_is_forgotten_by_halves_beside_a_damaged_keyring(file):
    keyring_beside(file).write_bytes(bytes(8192))
    before = file.read_bytes()
    no = tiltyard("person", "--store", file, "forget", "cup", "Ann", "--reason", "asked")

    assert 2 == no.returncode
    assert "store.db.keys is damaged" in no.stderr
    assert before == file.read_bytes()
    assert "Ann" in tiltyard("event", "--store", file, "standings", "cup").stdout


def test_the_file_of_another_program_is_a_damaged_keyring(file):
    shutil.copy(file, keyring_beside(file))
    with serving(file) as server:
        assert not server.address
        assert is_one_line(server, "store.db.keys is damaged", "tiltyard keys new")


def test_a_missing_keyring_is_made_anew_and_said(file):
    with serving(file) as server:
        assert server.address
        assert "The keyring is new." in "".join(server.complaints)
    with serving(file) as server:
        assert server.address
        assert server.complaints == []  # said once


def test_a_keyring_of_a_new_store_is_nothing_to_tell(tmp_path):
    with serving(tmp_path / "fresh.db") as server:
        assert server.address
        assert server.complaints == []
    keyring = SqliteKeyring(tmp_path / "fresh.db.keys")
    assert "no" == keyring.settled(MADE_ANEW)
    keyring.close()


def test_a_log_for_programs_is_one_object_per_line(file):
    with serving(file, "--log-json") as server:
        line = json.loads(server.said[0])
        assert "open" == line["message"]
        assert line["desk"].startswith(line["address"])
        assert {"at", "level", "logger", "store", "read_only"} <= set(line)
        with serving(file, "--log-json") as second:
            refused = json.loads(second.said[-1])
            assert ("error", "desk-already-open-process") == (refused["level"], refused["code"])
            assert refused["fix"]
            assert 2 == second.process.wait(10)
            assert second.complaints == []


class TestAKeyringInMemory:
    def test_it_holds_what_the_file_holds_and_the_file_stays(self, tmp_path):
        path = tmp_path / "a.keys"
        kept = SqliteKeyring(path)
        kept.add_account(Account("a", "Ann"))
        kept.close()
        before = path.read_bytes()

        copy = copy_in_memory(path)
        assert "Ann" == copy.account("a").name
        copy.add_account(Account("b", "Bob"))
        copy.close()
        assert before == path.read_bytes()

    @pytest.mark.parametrize("content", [bytes(8192), b"SQLite format 3\0" + bytes(9000)])
    def test_a_damaged_one_is_refused(self, tmp_path, content):
        path = tmp_path / "a.keys"
        path.write_bytes(content)
        for opening in (copy_in_memory, SqliteKeyring):
            with pytest.raises(Damaged):
                opening(path)

    def test_one_that_is_not_there_is_empty_and_not_made(self, tmp_path):
        assert () == copy_in_memory(tmp_path / "a.keys").accounts()
        assert [] == list(tmp_path.iterdir())
