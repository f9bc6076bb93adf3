"""The commands of the how-to run as they stand there, in their order."""

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from tiltyard.cli import group

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "run-a-day-in-the-terminal.md"


def lines():
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_every_command_of_the_how_to_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (first, *rest) = lines()
    assert first[0] == "export"
    monkeypatch.setenv(*first[1].split("="))
    assert len(rest) > 30
    said = {}
    for program, *words in rest:
        result = CliRunner().invoke(group, words)
        assert result.exit_code == 0, (words, result.output, result.exception)
        assert program == "tiltyard"
        said[words[0], words[1]] = result.stdout

    assert (tmp_path / "cup.db").exists()
    assert "a tray was counted twice" in said["event", "history"]
    assert "is discarded: a name was missing on the sheet" in said["event", "history"]
    assert "cup: clean" in said["verify", "cup"]
