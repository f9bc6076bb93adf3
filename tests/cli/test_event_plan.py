"""The plan on the command line: told with its numbers, kept after the start, cut by performance."""

import json

import pytest
from click.testing import CliRunner

from tiltyard.cli import group

FIELD = [f"P{number}" for number in range(1, 9)]


def checked_in(terminal, *words, ruleset="runewars", players=8):
    """Set an event up whose players are here."""
    terminal.do("new", "cup", "--ruleset", ruleset, "--organizer", "Olga", *words)
    for step in ("announce", "open-registration", "open-check-in"):
        terminal.do(step, "cup")
    terminal.do("register", "cup", *FIELD[:players])
    terminal.do("check-in", "cup", "--all")


def started(terminal, *words, ruleset="runewars", players=8):
    checked_in(terminal, *words, ruleset=ruleset, players=players)
    terminal.do("tell", "cup", "--all")
    if ruleset != "runewars":
        terminal.do("army", "paper", "cup")
    terminal.do("start", "cup")


def play(terminal):
    """Play the first round with a result at both tables."""
    terminal.do("draw", "cup", "--publish")
    terminal.do("clock", "start", "cup")
    for table in (1, 2):
        terminal.do("enter", "cup", table, "--end", "time", "--score", 50, 10)


@pytest.mark.clause("RW-140")
def test_a_ninth_player_asks_for_a_new_announcement(empty):
    checked_in(empty, "--structure", "basic")
    empty.do("tell", "cup", "--all", "--text", "as posted")
    empty.do("register", "cup", "Late")
    empty.do("check-in", "cup", "Late")
    refused = empty.no("start", "cup")
    assert refused["message"] == "Players were told 2 Swiss rounds. Now it is 3 Swiss rounds."
    assert refused["clause"] == "RW-140"
    listed = empty.json("tell", "cup")
    assert listed["left"] == ["rounds"]
    (one,) = [item for item in listed["announcements"] if item["item"] == "rounds"]
    assert one["answer"].startswith("2 Swiss rounds")
    assert one["now"].startswith("3 Swiss rounds")
    assert "Players were told 2 Swiss rounds" in empty.do("show", "cup")
    empty.do("tell", "cup", "rounds")
    assert "before: 2 Swiss rounds" in empty.do("tell", "cup")
    empty.do("start", "cup")


@pytest.mark.clause("XW-033", "XW-083")
def test_a_bracket_is_not_added_after_the_start_without_a_word(empty, tmp_path):
    started(empty, "--rounds", "1", ruleset="xwing-dogfight", players=4)
    refused = empty.no("plan", "cup", "--cut", "2", "--reason", "people want it")
    assert (refused["code"], refused["clause"]) == ("needs-confirmation", "XW-033")
    sure = ("--reason", "people want it", "--confirm", "plan-after-start")
    empty.do("plan", "cup", "--cut", "2", *sure)
    assert empty.no("draw", "cup")["clause"] in {"XW-033", "XW-083"}
    empty.do("tell", "cup", "--all")
    play(empty)
    empty.do("cut", "cup")
    empty.do("draw", "cup", "--publish")
    shown = empty.do("show", "cup")
    assert "1 Swiss round, no cut -> 1 Swiss round, then a cut to the top 2" in shown
    assert "Olga: people want it" in empty.do("history", "cup") + shown
    file = tmp_path / "cup.json"
    words = ["export", "cup", "--output", str(file), "--store", str(empty.file)]
    assert CliRunner().invoke(group, words).exit_code == 0
    checked = CliRunner().invoke(group, ["check", str(file), "--json"])
    found = json.loads(checked.stdout)["findings"]
    assert [(one["severity"], one["clause"]) for one in found if one["code"] == "plan-changed"] == [
        ("notice", "XW-033")
    ]
    assert checked.exit_code == 0


@pytest.mark.clause("RW-156", "RW-158")
def test_a_cut_by_performance_from_the_terminal(empty):
    started(empty, "--structure", "custom", "--rounds", "1", "--option", "cut.points=8", players=8)
    assert "cut at 8 tournament points" in empty.do("show", "cup")
    empty.do("draw", "cup", "--publish")
    empty.do("clock", "start", "cup")
    for table, score in ((1, 150), (2, 100), (3, 30), (4, 20)):
        empty.do("enter", "cup", table, "--end", "time", "--score", score, 10)
    assert "Every player with 8 tournament points or more advances" in empty.do("show", "cup")
    empty.do("cut", "cup")
    points = {
        row["player"]: int(row["keys"]["tp"]) for row in empty.json("standings", "cup")["rows"]
    }
    empty.do("draw", "cup", "--publish")
    matches = empty.json("round", "cup")["matches"]
    players = {player for match in matches for player in match["players"]}
    assert players == {player for player, tp in points.items() if tp >= 8}
    assert 0 < len(players) < 8


def test_a_cut_by_performance_is_for_runewars(empty):
    refused = empty.run(
        "new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--option", "cut.points=8"
    )
    assert refused.exit_code == 2
    assert "cut.points" in refused.stderr


@pytest.mark.clause("AMB-028", "RW-156")
def test_a_correction_in_the_bracket_says_who_would_have_been_in_the_cut(empty):
    started(empty, "--structure", "custom", "--rounds", 1, "--cut", 2, players=4)
    play(empty)
    winner, loser = empty.match_at(1)["players"]
    empty.do("cut", "cup")
    empty.do("draw", "cup", "--publish")
    words = ("correct", "cup", 1, "--round", 1, "--end", "time", "--reason", "scores swapped")
    said = empty.do(*words, "--score", 10, 50)
    assert said.count("which stays as it was made") == 2
    assert "would have been in the cut" in said
    assert "would not have been in the cut" in said
    empty.do("undo", "cup", "--yes", "--reason", "read again")
    told = empty.json(*words, "--score", 10, 50)
    assert (told["would_be_in"], told["would_be_out"]) == ([loser], [winner])
    assert (told["into_the_cut"], told["out_of_the_cut"]) == ([], [])
