"""The demo shows what the commands would say, and writes only where it is told to."""

import json
from importlib import resources

import pytest
from click.testing import CliRunner

from tests.formats.test_schemas import problems
from tiltyard.cli import group
from tiltyard.cli.demo import ALTERED, FILE
from tiltyard.core.errors import Refused

EVENT = json.loads(resources.files("tiltyard.tools").joinpath("demo_event.json").read_bytes())
ROUNDS = EVENT["stages"][0]["rounds"]
MATCHES = [match for round_ in ROUNDS for match in round_["matches"]]


def run(*arguments):
    return CliRunner().invoke(group, [str(one) for one in arguments])


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the files of the demo."""
    assert 0 == run("demo", "--save", tmp_path / "desk").exit_code
    return tmp_path / "desk"


def test_the_demo_shows_what_the_commands_print(folder):
    page = run("demo").stdout

    assert run("standings", folder / FILE).stdout in page
    assert run("check", folder / FILE).stdout in page
    assert run("check", folder / ALTERED).stdout in page


def test_the_demo_fits_80_columns():
    assert max(map(len, run("demo").stdout.splitlines())) <= 80


def test_the_demo_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert 0 == run("demo").exit_code

    assert [] == list(tmp_path.iterdir())


def test_saving_writes_both_files_and_says_so(tmp_path):
    result = run("demo", "--save", tmp_path / "new" / "desk")

    assert 0 == result.exit_code
    assert {FILE, ALTERED} == {file.name for file in (tmp_path / "new" / "desk").iterdir()}
    assert 2 == result.stdout.count("written: ")


def test_saving_never_overwrites(folder):
    (folder / ALTERED).write_text("mine", "utf-8")
    result = run("demo", "--save", folder)

    assert isinstance(result.exception, Refused)
    assert "mine" == (folder / ALTERED).read_text("utf-8")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    result = run("demo", "--save", tmp_path / "file" / "desk")

    assert isinstance(result.exception, Refused)
    assert "not a directory" in result.exception.message


def test_the_saved_event_is_clean_and_the_altered_one_is_not(folder):
    assert 0 == run("check", folder / FILE).exit_code
    assert 1 == run("check", folder / ALTERED).exit_code
    assert [] == problems("tournament", EVENT)


def test_every_command_the_demo_recommends_works(folder, monkeypatch):
    monkeypatch.chdir(folder)
    commands = [
        line.split("   ")[0].split()[1:]
        for line in run("demo").stdout.partition("Try it yourself:")[2].splitlines()
        if line.startswith("  tiltyard ")
    ]
    codes = {
        " ".join(command): run(*command).exit_code for command in commands if "demo" not in command
    }

    assert {f"check {ALTERED}": 1} == {command: code for command, code in codes.items() if code}
    assert 5 < len(commands)


def test_the_event_holds_what_a_newcomer_should_see():
    reports = [match["report"] for match in MATCHES if "report" in match]

    assert 9 == len(EVENT["players"])
    assert 3 == len(ROUNDS)
    assert ["bye", "bye"] == [match["kind"] for match in MATCHES if "kind" in match]
    assert 1 == sum("initiative" in report for report in reports)
    assert 1 == sum(report["end"] == "concession" for report in reports)
    assert ["drop"] == [change["change"] for round_ in ROUNDS for change in round_.get("after", [])]


def test_head_to_head_decides_the_first_place_against_the_margin(standings):
    first, second = standings(EVENT)["rows"][:2]

    assert ("greta", "ines", "h2h") == (first["player"], second["player"], second["decided_by"])
    assert int(first["keys"]["mov"]) < int(second["keys"]["mov"])
