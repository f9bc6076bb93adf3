"""Where events lie: addresses that cannot be meant, a store in use, and passwords."""

import pytest
from click.testing import CliRunner

from tiltyard.cli import group, store_option
from tiltyard.store.opening import open_store
from tiltyard.text.refusals import refusal_text

SECRET = "h1dden"  # noqa: S105  # nobody's


def run(*words):
    return CliRunner().invoke(group, [str(word) for word in words])


def refused(*words):
    result = run(*words)
    assert result.exit_code != 0, result.output
    return result.stderr or refusal_text(result.exception)


@pytest.mark.parametrize("address", ["mysql://x", "sqlite://x", "http://host/day.db", ""])
def test_an_unknown_address_is_refused_with_the_known_ones(address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = refused("event", "--store", address, "list")

    assert "a file, sqlite:FILE, postgresql://... or memory:" in line
    assert list(tmp_path.iterdir()) == []


def test_an_empty_address_is_not_the_usual_store(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for words in (("log", "export", "cup"), ("backup", tmp_path / "copy"), ("demo",)):
        assert "address of the store is empty" in refused(*words, "--store", "")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_store(tmp_path):
    line = refused("event", "--store", tmp_path, "list")

    assert f"{tmp_path} is a folder" in line
    assert f"Choose a file, such as {tmp_path / 'tiltyard.db'}." in line
    assert list(tmp_path.iterdir()) == []


def test_a_second_terminal_is_told_to_wait_and_not_to_end_anything(tmp_path, monkeypatch):
    monkeypatch.setattr(store_option, "WAIT", 0.0)
    held = open_store(str(tmp_path / "day.db"))
    line = refused("event", "--store", tmp_path / "day.db", "draw", "cup")
    held.close()

    assert "Wait until it's done" in line
    assert "end that" not in line


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://olga:{SECRET}@127.0.0.1:1/day",
        f"postgresql://olga:{SECRET}@127.0.0.1:port/day",
        f"postgresql://olga:{SECRET}@[::1/day",
        f"postgres://127.0.0.1:1/day?user=olga&password={SECRET}",
        f"postgresql://olga:{SECRET}@127.0.0.1:1/day?nonsense=1",
        f"mysql://olga:{SECRET}@host/day",
    ],
)
def test_a_password_is_never_printed(address, tmp_path):
    for words in (("event", "--store", address, "list"), ("demo", "--store", address)):
        result = run(*words)
        assert result.exit_code != 0
        assert SECRET not in result.output + str(result.exception)


def test_a_new_folder_for_a_backup_is_named_with_a_slash(tmp_path):
    run("demo", "--store", tmp_path / "day.db")
    result = run("backup", f"{tmp_path}/copies/today/", "--store", tmp_path / "day.db")

    assert result.exit_code == 0, result.output
    assert (tmp_path / "copies" / "today").is_dir()
    assert len(list((tmp_path / "copies" / "today").iterdir())) >= 7
    assert "exists" in refused("backup", f"{tmp_path}/day.db/", "--store", tmp_path / "day.db")


def test_a_backup_without_a_slash_is_one_file(tmp_path):
    run("demo", "--store", tmp_path / "day.db")
    assert run("backup", tmp_path / "copy", "--store", tmp_path / "day.db").exit_code == 0

    assert (tmp_path / "copy").is_file()
    assert "You haven't named a target." in refused("backup", "", "--store", tmp_path / "day.db")


def test_the_server_keeps_a_second_copy_where_it_is_told(tmp_path, monkeypatch):
    from tiltyard import cli
    from tiltyard.cli.serve import _site
    from tiltyard.store.second_copy import Mirrored
    from tiltyard.web.settings import Settings

    monkeypatch.delenv(store_option.SECOND_COPY, raising=False)
    monkeypatch.setattr(cli, "own_rulesets", lambda: None)
    stick = tmp_path / "stick"
    stick.mkdir()
    place = str(tmp_path / "events.db")
    new = ("event", "new", "cup", "--name", "Cup", "--ruleset", "runewars", "--organizer", "Olga")
    assert 0 == run(*new, "--store", place).exit_code
    settings = Settings("http://testserver.local")
    for told, mirrored in ((str(stick), True), (None, False)):
        site = _site(place, settings, told, fill=False, computer_clock=False)
        assert isinstance(site.desk.store, Mirrored)
        assert mirrored is (site.desk.store.copy is not None)
        site.close()
    assert ["cup.tiltyard-keys", "cup.tiltyard-log"] == sorted(
        file.name for file in stick.iterdir()
    )
    assert "--second-copy DIR" in run("serve", "--help").stdout
