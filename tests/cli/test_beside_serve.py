"""Commands in a second terminal while `tiltyard serve` runs: reading works, writing is refused."""

import re
import shutil

import pytest

from tests.cli.processes import serving, tiltyard
from tiltyard.store.sqlite_reading import SqliteReader


@pytest.fixture(scope="module")
def running(running_file, tmp_path_factory):
    """Return a store that a server has open."""
    file = tmp_path_factory.mktemp("served") / "store.db"
    shutil.copy(running_file, file)
    with serving(file) as server:
        assert server.address, server.complaints
        yield file


def heads(file):
    reader = SqliteReader(file)
    try:
        return {stream: reader.head(stream) for stream in reader.streams()}
    finally:
        reader.close()


def test_every_reading_command_works_beside_a_running_server(running, tmp_path):
    (tmp_path / "folder").mkdir()
    for words in (
        ("backup", tmp_path / "copy.db"),
        ("backup", tmp_path / "folder"),
        ("backup", "--status", tmp_path / "folder"),
        ("verify", "cup"),
        ("verify", running),
        ("export", "cup"),
        ("log", "export", "cup"),
        ("print", "cup", "tables", "--output", tmp_path / "pairings.pdf"),
        ("event", "show", "cup"),
        ("event", "list"),
    ):
        result = tiltyard(*words, TILTYARD_STORE=str(running))
        assert 0 == result.returncode, (words, result.stdout, result.stderr)
    assert heads(running) == heads(tmp_path / "copy.db")
    assert (tmp_path / "pairings.pdf").read_bytes().startswith(b"%PDF")


def test_a_backup_from_beside_comes_back_whole(running, tmp_path):
    assert 0 == tiltyard("backup", tmp_path / "copy.db", "--store", running).returncode
    back = tiltyard("restore", tmp_path / "copy.db", "--into", tmp_path / "back.db")

    assert 0 == back.returncode, back.stderr
    assert heads(running) == heads(tmp_path / "back.db")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("event", "drop", "cup", "Ann"), id="an act"),
        pytest.param(("event", "do", "cup", "finish"), id="any act"),
    ],
)
def test_a_writing_command_is_refused_in_a_sentence(running, words):
    before = heads(running)
    result = tiltyard(*words, TILTYARD_STORE=str(running))

    assert 2 == result.returncode
    assert re.search(r"already open in another process \(\d+\)\.", result.stderr)
    assert "Reading, printing and backing up work meanwhile." in result.stderr
    assert "Traceback" not in result.stderr
    assert before == heads(running)


def test_a_second_server_is_refused(running):
    with serving(running) as second:
        assert not second.address
        assert 2 == second.process.wait(10)
        assert "already open" in "".join(second.complaints)
        assert "Traceback" not in "".join(second.complaints)
