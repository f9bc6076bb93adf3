"""Commands in a second terminal while `tiltyard serve` runs: reading works, writing is refused."""

import re
import shutil

import pytest
from click.testing import CliRunner

from tests.cli.processes import serving, tiltyard
from tiltyard.cli import group
from tiltyard.store.sqlite_reading import SqliteReader


@pytest.fixture(scope="module")
def running(running_file, tmp_path_factory):
    """Return a store that a server has open."""
    file = tmp_path_factory.mktemp("served") / "store.db"
    shutil.copy(running_file, file)
    with serving(file) as server:
        assert server.address, server.complaints
        yield file


def typed(file, *words):
    """What a command answers on a store: the process of the tests is another than the server's."""
    return CliRunner().invoke(group, [*map(str, words)], env={"TILTYARD_STORE": str(file)})


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
        ("person", "export", "cup", "Ann"),
    ):
        result = typed(running, *words)
        assert 0 == result.exit_code, (words, result.output, result.exception)
    assert heads(running) == heads(tmp_path / "copy.db")
    assert (tmp_path / "pairings.pdf").read_bytes().startswith(b"%PDF")


def test_a_backup_from_beside_comes_back_whole(running, tmp_path):
    assert 0 == typed(running, "backup", tmp_path / "copy.db").exit_code
    back = typed(running, "restore", tmp_path / "copy.db", "--into", tmp_path / "back.db")

    assert 0 == back.exit_code, back.output
    assert heads(running) == heads(tmp_path / "back.db")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("event", "drop", "cup", "Ann"), id="an act"),
        pytest.param(("event", "do", "cup", "finish"), id="any act"),
        pytest.param(("person", "forget", "cup", "Ann", "--reason", "asked"), id="forgetting"),
        pytest.param(("keys", "new"), id="a new keyring"),
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
    assert [] == list(running.parent.glob("*.damaged-*"))


def test_a_second_server_is_refused(running):
    with serving(running) as second:
        assert not second.address
        assert 2 == second.process.wait(10)
        assert "already open" in "".join(second.complaints)
        assert "Traceback" not in "".join(second.complaints)


def test_a_lost_desk_is_opened_again_without_a_restart(running_file, tmp_path):
    file = tmp_path / "store.db"
    shutil.copy(running_file, file)
    early = tiltyard("desk-link", "--store", file)
    assert 2 == early.returncode
    assert "tiltyard serve" in early.stderr

    with serving(file) as server:
        made = tiltyard("desk-link", "--store", file)
        assert 0 == made.returncode, made.stderr
        address = made.stdout.strip()
        assert address.startswith(f"{server.address}/j/")
        assert 200 == server.get(address.removeprefix(server.address))[0]
        assert 200 == server.get(f"/j/{server.secret}")[0]
