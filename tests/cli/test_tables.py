"""Tables for people: 80 columns, aligned in every script, names as written, colours if wanted."""

import json
import os
import re
import subprocess
import sys
from unicodedata import combining, east_asian_width

import pytest
from click.testing import CliRunner

from tests.formats.sample_events import RULESETS, sample
from tiltyard.cli import group

pty = pytest.importorskip("pty", reason="pseudo-terminals are there on Linux and macOS only")

HANGING = 60  # seconds; only against a program that never ends
ESCAPE = "\x1b"


def width(line):
    """Return how many columns a line takes on a terminal."""
    wide = sum(2 if east_asian_width(one) in "WF" else 1 for one in line)
    return wide - sum(1 for one in line if combining(one))


def named(*names, ruleset="armada"):
    """Return an event of these players after a round without results."""
    players = [{"id": f"p{number}", "name": name} for number, name in enumerate(names)]
    return {"format": "tiltyard/1", "ruleset": ruleset, "seed": "", "players": players}


@pytest.fixture
def page(tmp_path):
    """Return what a command prints about an event when nobody sits at a terminal."""

    def printed(event, *command):
        file = tmp_path / "event.json"
        file.write_text(json.dumps(event), "utf-8")
        command = command or ("standings",)
        return CliRunner().invoke(group, [*command, str(file)]).stdout

    return printed


# ------------------------------------------------------------------------------------------- width


@pytest.mark.parametrize("ruleset", RULESETS)
def test_standings_fit_80_columns(ruleset, page):
    event = sample(ruleset)
    event["name"] = "A tournament with a name that goes on and on until the very end of the line"
    event["players"][0]["name"] = "Ana Maria Consolación de los Ángeles y Todos los Santos " * 3
    event["players"][1]["name"] = "漢字" * 40

    assert max(map(width, page(event).splitlines())) <= 80


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_fits_80_columns(name):
    lines = CliRunner().invoke(group, ["rulesets", "show", name]).stdout.splitlines()

    assert max(map(width, lines)) <= 80


def test_the_list_of_rulesets_fits_80_columns():
    lines = CliRunner().invoke(group, ["rulesets"]).stdout.splitlines()

    assert max(map(width, lines)) <= 80


def test_findings_fit_80_columns(page):
    event = sample("armada") | {"ranking": ["a", "b", "c", "d", "e"]}
    event["players"][0]["name"] = "漢字" * 30

    assert max(map(width, page(event, "check").splitlines())) <= 80


def test_the_clauses_fit_80_columns():
    lines = CliRunner().invoke(group, ["clauses", "armada"]).stdout.splitlines()

    assert max(map(width, lines)) <= 80


# --------------------------------------------------------------------------------------- alignment


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["Ana", "Maximilian", "Bo"], id="Latin"),
        pytest.param(["李雷", "Ana", "韓梅梅", "ガンダルフ"], id="wide"),
        pytest.param(["דוד המלך", "Ana", "ليلى", "رستم"], id="right to left"),
        pytest.param(["Zoe\u0308", "Ana", "Đorđe"], id="combining"),
    ],
)
def test_the_columns_after_a_name_begin_in_the_same_place(names, page):
    rows = [line for line in page(named(*names)).splitlines() if re.match(r"\s*\d+ ", line)]
    zeros = {width(row[: row.index(" 0 ")]) for row in rows}

    assert len(names) == len(rows)
    assert 1 == len(zeros)


# -------------------------------------------------------------------------------- names as written


@pytest.mark.parametrize(
    "name",
    [
        "[bold]x[/]",
        "[/]",
        "[/red]",
        "[link=x]y[/link]",
        ":smile:",
        "100%",
        "{name}",
        r"back\slash",
        "<b>",
        "O'Hara",
        "👩‍🚀",
    ],
)
def test_a_name_is_shown_as_it_is_written(name, page):
    event = named(name, "Ana") | {"name": f"The {name} Open"}

    assert name in page(event)
    assert f"The {name} Open" in page(event)
    assert f"The {name} Open" in page(event, "check")


def test_a_tie_break_of_the_organizers_is_shown_as_it_is_written(page):
    event = named("Ana", "Bo", ruleset="middle-earth")
    event["options"] = {"standings.extra": ["[/red]"]}
    event["players"][0]["extra"] = {"[/red]": 1}

    assert 3 == page(event).count("[/red]")  # heading, decided by, order


@pytest.mark.parametrize(
    "name",
    ["\x1b[31mred", "two\nlines", "a\tb", "bell\x07", "\x9b2J", "\u202eturned", "line\u2028end"],
)
def test_a_name_cannot_move_the_cursor_or_turn_the_line(name, page):
    printed = page(named(name, "Ana"))

    assert set() == {one for one in printed if one in "\x1b\x07\x9b\t\u202e\u2028"}
    assert 1 == sum("Ana" in line for line in printed.splitlines())
    assert "\N{REPLACEMENT CHARACTER}" in printed


def test_a_round_shows_names_as_they_are_written(page):
    event = named("[/x]\x1b[2J", "Ana", "Bo") | {"name": "[/y]\x1b"}
    printed = page(event, "pair")

    assert "[/x]\N{REPLACEMENT CHARACTER}[2J" in printed
    assert ESCAPE not in printed


def test_a_finding_shows_names_as_they_are_written(page):
    event = sample("armada") | {"ranking": ["a", "b", "c", "d", "e"]}
    event["players"][0]["name"] = "[/x]\x1b[2J{y}"
    printed = page(event, "check")

    assert "[/x]\N{REPLACEMENT CHARACTER}[2J{y}" in printed
    assert ESCAPE not in printed


# ------------------------------------------------------------------------------------------ colours


def at_a_terminal(file, command, **environment):
    """Return what a command prints on a pseudo-terminal."""
    ours, theirs = pty.openpty()
    inherited = {
        key: value
        for key, value in os.environ.items()
        if key not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TTY_COMPATIBLE"}
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tiltyard", *command, *([str(file)] if file else [])],
        stdout=theirs,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        env=inherited | {"TERM": "xterm-256color"} | environment,
    )
    os.close(theirs)
    chunks = []
    try:
        while chunk := os.read(ours, 65536):
            chunks.append(chunk)
    except OSError:  # Linux: the other end is closed
        pass
    os.close(ours)
    process.wait(HANGING)
    return b"".join(chunks).decode()


COMMANDS = [
    ["standings"],
    ["check"],
    ["rulesets", "show", "armada"],
    ["demo"],
    ["clauses", "armada"],
]


@pytest.fixture
def event_file(tmp_path):
    file = tmp_path / "event.json"
    event = sample("armada") | {"ranking": ["a", "b", "c", "d", "e"]}
    file.write_text(json.dumps(event), "utf-8")
    return file


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_terminal_no_colours(command, event_file):
    arguments = (
        [*command, str(event_file)] if len(command) == 1 and command != ["demo"] else command
    )
    printed = CliRunner().invoke(group, arguments).output

    assert printed
    assert ESCAPE not in printed


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_colours_where_they_are_not_wanted(command, event_file):
    file = event_file if command in (["standings"], ["check"]) else None
    printed = at_a_terminal(file, command, NO_COLOR="1")

    assert printed
    assert ESCAPE not in printed


@pytest.mark.parametrize("command", [["standings"], ["check"]], ids=" ".join)
def test_a_terminal_has_colours(command, event_file):
    assert ESCAPE in at_a_terminal(event_file, command)


def test_a_dumb_terminal_has_none(event_file):
    assert ESCAPE not in at_a_terminal(event_file, ["standings"], TERM="dumb")
