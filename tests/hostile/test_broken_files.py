"""Whatever the file: exit 2, one line with the file and the place in it, and never a traceback."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tests.formats.sample_events import RULESETS, sample, slip, with_report
from tiltyard.cli import group

HANGING = 60  # seconds; only against a program that never ends


def standings(*arguments, **more):
    """Run the command in this process, as the program does."""
    return CliRunner().invoke(group, ["standings", *map(str, arguments)], **more)


def complaint(result, file):
    """Return the one line a refused file gets, without the name of the file."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"{file}: "), line
    return line.removeprefix(f"{file}: ")


# --------------------------------------------------------------------- files that are no tournament

DEEP = 100_000
SAMPLE = json.dumps(sample("armada"))
TEXTS = [
    # id, what the file holds, what the line says
    ("empty", b"", "isn't JSON"),
    ("only whitespace", b" \n\t \n", "isn't JSON"),
    ("only a byte order mark", b"\xef\xbb\xbf", "isn't JSON"),
    ("plain words", b"round 1: Ana beat Bo", "isn't JSON"),
    ("half a file", SAMPLE[:200].encode(), "isn't JSON"),
    ("two files in one", f"{SAMPLE}\n{SAMPLE}".encode(), "isn't JSON"),
    ("a comment", b'{"format": "tiltyard/1"} // mine', "isn't JSON"),
    ("a trailing comma", b'{"format": "tiltyard/1",}', "isn't JSON"),
    ("single quotes", b"{'format': 'tiltyard/1'}", "isn't JSON"),
    ("a raw line break in a text", b'{"format": "tilt\nyard/1"}', "isn't JSON"),
    ("zeros in front", b'{"number": 007}', "isn't JSON"),
    ("Latin-1", '{"name": "Zoë"}'.encode("latin-1"), "isn't UTF-8"),
    ("UTF-16", SAMPLE.encode("utf-16"), "isn't UTF-8"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "isn't UTF-8"),
    ("NUL bytes", b"\x00" * 100, "isn't JSON"),
    ("NaN", b'{"format": NaN}', "NaN isn't a number"),
    ("Infinity", b'{"format": Infinity}', "Infinity isn't a number"),
    ("minus Infinity", b'{"format": [-Infinity]}', "-Infinity isn't a number"),
    ("a key twice", b'{"format": "tiltyard/1", "format": "x"}', "format: The key 'format' appears"),
    ("a key twice inside", b'{"players": [{"id": "a", "id": "b"}]}', "id: The key 'id' appears"),
    ("lists 100,000 deep", b"[" * DEEP, "nested too deeply"),
    ("lists 100,000 deep and closed", b"[" * DEEP + b"]" * DEEP, "nested too deeply"),
    ("objects 100,000 deep", b'{"a":' * DEEP + b"1" + b"}" * DEEP, "nested too deeply"),
    ("a number of 5,000 digits", b'{"n": ' + b"9" * 5000 + b"}", "A number can't have 5000 digits"),
    (
        "a number with letters stuck to it",
        b"[" + b"9" * 20 + b"abc]",
        "can't have 20 digits",
    ),
    ("a number of 5,000,000 digits", b"9" * 5_000_000, "A number can't have 5000000 digits"),
    ("a list", b"[]", "Write an object"),
    ("a text", b'"tiltyard/1"', "Write an object"),
    ("a number", b"1", "Write an object"),
    ("null", b"null", "Write an object"),
    ("an empty object", b"{}", "format: This is nothing"),
    ("another format", b'{"format": "tiltyard/2"}', "format: This is 'tiltyard/2'"),
    ("a format a mile long", b'{"format": "' + b"x" * 99_999 + b'"}', "format: This is 'xxx"),
    ("a nested format", b'{"format": ' + b"[" * 400 + b"]" * 400 + b"}", "format: This is a list"),
    ("a key of half a character", rb'{"\ud800": 1, "\ud800": 2}', r"\ud800: The key"),
    ("a key that moves the cursor", rb'{"\u001b[2J": 1, "\u001b[2J": 2}', r"\x1b[2J: The key"),
]


@pytest.mark.parametrize(
    ("content", "said"), [row[1:] for row in TEXTS], ids=[row[0] for row in TEXTS]
)
def test_a_file_that_is_no_tournament_gets_one_line(content, said, tmp_path):
    file = tmp_path / "event.json"
    file.write_bytes(content)
    result = standings(file)
    line = complaint(result, file)

    assert said in line
    assert len(line) < 300
    assert line.isprintable()
    assert "" == result.stdout


def test_a_byte_order_mark_in_front_is_no_mistake(tmp_path):
    file = tmp_path / "event.json"
    file.write_bytes(b"\xef\xbb\xbf" + SAMPLE.encode())

    assert 0 == standings(file).exit_code


# ---------------------------------------------------------------------- tournaments that cannot be

MATCH = "stages[0].rounds[0].matches[0]"


def changed(*path, to, ruleset="armada"):
    """Return the sample with one value replaced."""
    event = sample(ruleset)
    inner = event
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return event


def without(*path, ruleset="armada"):
    """Return the sample with one key left out."""
    event = sample(ruleset)
    inner = event
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return event


def match(to, ruleset="armada"):
    return changed("stages", 0, "rounds", 0, "matches", 0, to=to, ruleset=ruleset)


def in_match(key, to, ruleset="armada"):
    return changed("stages", 0, "rounds", 0, "matches", 0, key, to=to, ruleset=ruleset)


def bracket(ruleset, report):
    return with_report(ruleset, report, kind="elimination")


def game(report, ruleset="armada"):
    return with_report(ruleset, report)


SCORE = f"{MATCH}.report.score"
BRACKET = "stages[1].rounds[0].matches[0].report"
EVENTS = [
    # id, the event, the place, what is said
    # the top level
    ("no players", without("players"), "players", "Write a list"),
    ("players as an object", changed("players", to={}), "players", "Write a list"),
    ("no ruleset", without("ruleset"), "ruleset", "Write text"),
    ("ruleset as a number", changed("ruleset", to=3), "ruleset", "Write text"),
    ("unknown ruleset", changed("ruleset", to="chess"), "ruleset", "no ruleset called 'chess'"),
    ("unknown version", changed("ruleset", to="armada@9"), "ruleset", "armada@1.0.1"),
    ("a part of a ruleset", changed("ruleset", to="common"), "ruleset", "no ruleset"),
    ("ruleset of half a character", changed("ruleset", to="\ud800"), "ruleset", "half a character"),
    ("seed as a number", changed("seed", to=1), "seed", "Write text"),
    ("name as a list", changed("name", to=[]), "name", "Write text"),
    ("half a character in the seed", changed("seed", to="x\udfff"), "seed", "half a character"),
    ("date as people write it", changed("date", to="7.3.2015"), "date", "2015-03-07"),
    ("a day that is none", changed("date", to="2015-02-30"), "date", "isn't a date"),
    ("plan as a list", changed("plan", to=[3]), "plan", "Write an object"),
    (
        "unknown key in the plan",
        changed("plan", "top", to=4),
        "plan.top",
        "announced, cut, override, swiss_rounds",
    ),
    ("minus three rounds", changed("plan", "swiss_rounds", to=-3), "plan.swiss_rounds", "-3"),
    ("rounds as a text", changed("plan", "swiss_rounds", to="3"), "plan.swiss_rounds", "'3'"),
    ("rounds as a fraction", changed("plan", "swiss_rounds", to=2.5), "plan.swiss_rounds", "2.5"),
    ("a billion rounds", changed("plan", "swiss_rounds", to=10**9), "plan.swiss_rounds", "1000"),
    ("a cut to one", changed("plan", "cut", to=1), "plan.cut", "2 or more"),
    ("a cut as a flag", changed("plan", "cut", to=True), "plan.cut", "is true"),
    ("options as a list", changed("options", to=["x"]), "options", "Write an object"),
    ("unknown option", changed("options", "bye.vp", to=1), "options.bye.vp", "bye.mov"),
    ("option of a wrong type", changed("options", "bye.mov", to=True), "options.bye.mov", "AR-081"),
    ("option of another choice", changed("options", "bye.pick", to="me"), "options.bye.pick", "me"),
    ("option as an object", changed("options", "bye.mov", to={}), "options.bye.mov", "an object"),
    ("option as a fraction", changed("options", "bye.mov", to=1.5), "options.bye.mov", "1.5"),
    ("option as nothing", changed("options", "bye.mov", to=None), "options.bye.mov", "nothing"),
    (
        "negative option",
        changed("options", "no_show.minutes", to=-1),
        "options.no_show.minutes",
        "",
    ),
    (
        "share of nothing",
        changed("options", "bye.mov", to="0.333*available"),
        "options.bye.mov",
        "whole",
    ),
    (
        "order without points",
        changed("options", "standings.order", to=["mov"]),
        "options.standings.order",
        "tp",
    ),
    ("tables as a number", changed("tables", to=12), "tables", "Write an object"),
    ("unknown key in tables", changed("tables", "last", to=1), "tables.last", "first"),
    ("unknown player in the ranking", changed("ranking", to=["a", "x"]), "ranking[1]", "'x'"),
    ("player twice in the ranking", changed("ranking", to=["a", "a"]), "ranking[1]", "twice"),
    # players
    ("player as a text", changed("players", 0, to="Ana"), "players[0]", "Write an object"),
    ("player without an id", without("players", 1, "id"), "players[1].id", "Write text"),
    ("id as a number", changed("players", 1, "id", to=2), "players[1].id", "is 2"),
    ("id of half a character", changed("players", 1, "id", to="\udead"), "players[1].id", "half"),
    ("id twice", changed("players", 1, "id", to="a"), "players[1].id", "twice"),
    ("empty name", changed("players", 0, "name", to=""), "players[0].name", "Write text"),
    ("name of half a character", changed("players", 0, "name", to="\ud83d"), "players[0].name", ""),
    ("number as a fraction", changed("players", 0, "number", to=1.0), "players[0].number", "1.0"),
    (
        "number beyond all numbers",
        changed("players", 0, "number", to=float("inf")),
        "players[0].number",
        "",
    ),
    ("unknown role", changed("players", 0, "role", to="king"), "players[0].role", "spare"),
    ("vote for nobody", changed("players", 0, "favourite", to="x"), "players[0].favourite", "'x'"),
    ("vote for oneself", changed("players", 0, "favourite", to="a"), "players[0].favourite", "'a'"),
    (
        "minus points for painting",
        changed("players", 0, "extra", to={"x": -1}),
        "players[0].extra.x",
        "-1",
    ),
    (
        "spare outside Middle-earth",
        changed("players", 4, "role", to="spare"),
        "players[4].role",
        "no Spare Player",
    ),
    (
        "two spares",
        changed(
            "players", to=[{"id": one, "role": "spare"} for one in "abcde"], ruleset="middle-earth"
        ),
        "players[1].role",
        "more than one",
    ),
    # stages and rounds
    ("stages as an object", changed("stages", to={}), "stages", "Write a list"),
    ("stage as a list", changed("stages", 0, to=[]), "stages[0]", "Write an object"),
    ("unknown kind of stage", changed("stages", 0, "kind", to="league"), "stages[0].kind", "swiss"),
    ("no kind of stage", without("stages", 0, "kind"), "stages[0].kind", "swiss"),
    ("unknown seed", changed("stages", 0, "seeds", to=["x"]), "stages[0].seeds[0]", "'x'"),
    ("seed twice", changed("stages", 0, "seeds", to=["a", "a"]), "stages[0].seeds[1]", "twice"),
    ("rounds as a number", changed("stages", 0, "rounds", to=3), "stages[0].rounds", "a list"),
    ("round as a list", changed("stages", 0, "rounds", 0, to=[]), "stages[0].rounds[0]", "object"),
    (
        "round without matches",
        without("stages", 0, "rounds", 0, "matches"),
        "stages[0].rounds[0].matches",
        "Write a list",
    ),
    (
        "attempt nought",
        changed("stages", 0, "rounds", 0, "attempt", to=0),
        "stages[0].rounds[0].attempt",
        "from 1",
    ),
    (
        "unknown player leaves",
        changed("stages", 0, "rounds", 0, "after", 0, "player", to="x"),
        "stages[0].rounds[0].after[0].player",
        "'x'",
    ),
    (
        "unknown change",
        changed("stages", 0, "rounds", 0, "after", 0, "change", to="sulk"),
        "stages[0].rounds[0].after[0].change",
        "drop, disqualify, rejoin",
    ),
    (
        "unknown key in a change",
        changed("stages", 0, "rounds", 0, "after", 0, "at", to=3),
        "stages[0].rounds[0].after[0].at",
        "isn't known",
    ),
    (
        "bracket in Middle-earth",
        changed(
            "stages", to=[{"kind": "elimination", "seeds": ["a", "b"]}], ruleset="middle-earth"
        ),
        "stages[0].kind",
        "ME-058",
    ),
    (
        "cut in Middle-earth",
        changed("plan", "cut", to=4, ruleset="middle-earth"),
        "plan.cut",
        "ME-",
    ),
    # matches
    ("match as a text", match("a-b"), MATCH, "Write an object"),
    ("unknown key in a match", in_match("winner", "a"), f"{MATCH}.winner", "report"),
    ("match without players", match({}), f"{MATCH}.players", "Write a list"),
    ("unknown player in a match", match({"players": ["a", "x"]}), f"{MATCH}.players[1]", "'x'"),
    ("player as a number in a match", match({"players": ["a", 2]}), f"{MATCH}.players[1]", "2"),
    ("one player in a game", match({"players": ["a"]}), f"{MATCH}.players", "2 players"),
    ("three players in a game", match({"players": ["a", "b", "e"]}), f"{MATCH}.players", "not 3"),
    ("player against himself", match({"players": ["a", "a"]}), f"{MATCH}.players", "twice"),
    (
        "player twice in a round",
        match({"players": ["a", "c"]}),
        "stages[0].rounds[0].matches[1].players",
        "'c' is in this round twice",
    ),
    ("unknown kind of match", in_match("kind", "walkover"), f"{MATCH}.kind", "forfeit"),
    (
        "bye with two players",
        match({"kind": "bye", "players": ["a", "b"]}),
        f"{MATCH}.players",
        "1",
    ),
    (
        "bye with a report",
        match({"kind": "bye", "players": ["a"], "report": {"end": "time"}}),
        f"{MATCH}.report",
        "no slip",
    ),
    (
        "forfeit without the absentee",
        match({"kind": "forfeit", "players": ["a", "b"]}),
        f"{MATCH}.absent",
        "isn't a player here",
    ),
    (
        "forfeit of somebody else",
        match({"kind": "forfeit", "players": ["a", "b"], "absent": "c"}),
        f"{MATCH}.absent",
        "'c'",
    ),
    ("absentee of a game", in_match("absent", "b"), f"{MATCH}.absent", "forfeit"),
    (
        "unpaired loss of two",
        match({"kind": "unpaired_loss", "players": ["a", "b"]}),
        f"{MATCH}.players",
        "1 player",
    ),
    ("table as a text", in_match("table", "one"), f"{MATCH}.table", "'one'"),
    ("negative table", in_match("table", -1), f"{MATCH}.table", "-1"),
    (
        "override without a reason",
        in_match("override", {"by": "TO"}),
        f"{MATCH}.override.reason",
        "",
    ),
    ("stated for one of two", in_match("stated", {"tp": [5]}), f"{MATCH}.stated.tp", "2 players"),
    # slips: shape
    ("report as a list", in_match("report", []), f"{MATCH}.report", "Write an object"),
    ("unknown key in a report", game(slip("armada", 9, 1, winner=0)), f"{MATCH}.report.winner", ""),
    ("report without an end", game({"score": [1, 0]}), f"{MATCH}.report.end", "is nothing"),
    ("unknown end", game({"end": "rain", "score": [1, 0]}), f"{MATCH}.report.end", "concession"),
    ("end as a list", game({"end": ["time"], "score": [1, 0]}), f"{MATCH}.report.end", "a list"),
    ("score as a number", game({"end": "time", "score": 5}), SCORE, "two numbers"),
    ("score of one", game({"end": "time", "score": [5]}), SCORE, "two numbers"),
    ("score of three", game({"end": "time", "score": [5, 4, 3]}), SCORE, "two numbers"),
    ("score as texts", game({"end": "time", "score": ["5", "4"]}), f"{SCORE}[0]", "'5'"),
    ("score as fractions", game({"end": "time", "score": [5, 4.5]}), f"{SCORE}[1]", "4.5"),
    ("score as round fractions", game({"end": "time", "score": [5.0, 4]}), f"{SCORE}[0]", "5.0"),
    ("score as flags", game({"end": "time", "score": [True, False]}), f"{SCORE}[0]", "is true"),
    ("negative score", game({"end": "time", "score": [5, -4]}), f"{SCORE}[1]", "-4"),
    ("score beyond counting", game({"end": "time", "score": [5, 10**17]}), f"{SCORE}[1]", ""),
    (
        "negative objectives",
        game(slip("armada", 5, 4, objectives=[-5, 0])),
        f"{MATCH}.report.objectives[0]",
        "-5",
    ),
    (
        "survivor by name",
        game({"end": "destroyed", "score": [400, 0], "survivor": "a"}),
        f"{MATCH}.report.survivor",
        "0 for the first player",
    ),
    (
        "survivor number two",
        game({"end": "destroyed", "score": [400, 0], "survivor": 2}),
        f"{MATCH}.report.survivor",
        "is 2",
    ),
    (
        "leaders as numbers",
        game(slip("armada", 5, 4, leaders=[1, 0])),
        f"{MATCH}.report.leaders[0]",
        "true or false",
    ),
    (
        "flurry as a number",
        game(slip("armada", 5, 4, flurry=[5, 4])),
        f"{MATCH}.report.flurry[0]",
        "two numbers",
    ),
    (
        "empty witness",
        game({"end": "intentional_draw", "witness": ""}),
        f"{MATCH}.report.witness",
        "Write text",
    ),
    # slips: what the outcome needs
    (
        "level scores without initiative",
        game({"end": "rounds", "score": [90, 90]}),
        f"{MATCH}.report.initiative",
        "AR-107",
    ),
    (
        "mutual without initiative",
        game({"end": "mutual", "score": [90, 80]}),
        f"{MATCH}.report.initiative",
        "AR-099",
    ),
    (
        "Diskwars level without initiative",
        game({"end": "time", "score": [9, 9]}, "diskwars"),
        f"{MATCH}.report.initiative",
        "DW-070",
    ),
    (
        "draw in an X-Wing bracket",
        bracket("xwing-dogfight", {"end": "time", "score": [9, 9]}),
        f"{BRACKET}.initiative",
        "XW-087",
    ),
    (
        "draw in an Escalation bracket",
        bracket("xwing-escalation", {"end": "mutual", "score": [9, 9]}),
        f"{BRACKET}.initiative",
        "XW-087",
    ),
    (
        "Armada without survivor",
        game({"end": "destroyed", "score": [400, 1]}),
        f"{MATCH}.report.survivor",
        "AR-098",
    ),
    (
        "Diskwars without survivor",
        game({"end": "destroyed"}, "diskwars"),
        f"{MATCH}.report.survivor",
        "DW-066",
    ),
    (
        "Middle-earth without leaders",
        game({"end": "time", "score": [5, 4]}, "middle-earth"),
        f"{MATCH}.report.leaders",
        "ME-033",
    ),
    (
        "no flurry",
        game({"end": "rounds", "score": [50, 50]}, "runewars"),
        f"{MATCH}.report.flurry",
        "RW-179",
    ),
    (
        "empty flurry",
        game({"end": "time", "score": [50, 50], "flurry": []}, "runewars"),
        f"{MATCH}.report.flurry",
        "RW-179",
    ),
    (
        "undecided flurry",
        game({"end": "time", "score": [9, 9], "flurry": [[5, 5]]}, "runewars"),
        f"{MATCH}.report.flurry",
        "no Final Flurry roll decides",
    ),
    (
        "intentional draw without witness",
        game({"end": "intentional_draw"}),
        f"{MATCH}.report.witness",
        "AR-",
    ),
    (
        "intentional draw in a bracket",
        bracket("armada", {"end": "intentional_draw", "witness": "TO"}),
        f"{BRACKET}.end",
        "AR-113",
    ),
    (
        "last round in X-Wing",
        game({"end": "rounds", "score": [9, 1]}, "xwing-dogfight"),
        f"{MATCH}.report.end",
        "one of destroyed, mutual, time, concession",
    ),
    (
        "last round in Escalation",
        game({"end": "rounds", "score": [9, 1]}, "xwing-escalation"),
        f"{MATCH}.report.end",
        "one of destroyed, mutual, time, concession",
    ),
]
EVENTS += [
    (f"no score in {ruleset}", game({"end": "time"}, ruleset), SCORE, "needs both scores")
    for ruleset in RULESETS
]
EVENTS += [
    (
        f"{ruleset} concession without the conceder",
        game({"end": "concession", "score": [0, 0]}, ruleset),
        f"{MATCH}.report.conceded",
        "Set conceded to 0 or 1",
    )
    for ruleset in RULESETS
]
EVENTS += [
    (
        f"intentional draw in {ruleset}",
        game({"end": "intentional_draw", "witness": "TO"}, ruleset),
        f"{MATCH}.report.end",
        "one of destroyed",
    )
    for ruleset in RULESETS
    if ruleset != "armada"
]
EVENTS += [
    (
        f"{most + 1} of {most} points in {ruleset}",
        game(slip(ruleset, 0, most + 1), ruleset),
        SCORE,
        f"at most {most}",
    )
    for ruleset, most in [
        ("runewars", 200),
        ("xwing-dogfight", 100),
        ("xwing-escalation", 60),
        ("armada", 400),
    ]
]


@pytest.mark.parametrize(
    ("event", "place", "said"), [row[1:] for row in EVENTS], ids=[row[0] for row in EVENTS]
)
def test_a_tournament_that_cannot_be_gets_one_line_with_the_place(event, place, said, tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event).replace("Infinity", "1e999"), "utf-8")
    result = standings(file)
    line = complaint(result, file)

    assert line.startswith(f"{place}: ")
    assert said in line
    assert re.search(r"\. [A-Z]", line), "what is wrong, and what to do"
    assert "" == result.stdout


@pytest.mark.parametrize(
    ("event", "place"), [(row[1], row[2]) for row in EVENTS[::4]], ids=[r[0] for r in EVENTS[::4]]
)
@pytest.mark.parametrize("command", ["standings", "check"])
def test_a_program_gets_the_same_refusal_as_one_document(command, event, place, tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event).replace("Infinity", "1e999"), "utf-8")
    result = CliRunner().invoke(group, [command, "--json", str(file)])
    complaint(result, file)
    (answer,) = map(json.loads, result.stdout.splitlines())

    assert ["error"] == list(answer)
    assert place == answer["error"]["where"]
    assert {"code", "message", "fix"} <= answer["error"].keys()


def test_there_are_far_more_than_forty_kinds_of_broken_files():
    assert 150 < len({row[0] for row in TEXTS + EVENTS}) == len(TEXTS) + len(EVENTS)


# --------------------------------------------------------------------------------- paths and rounds


def test_a_missing_file_gets_one_line(tmp_path):
    assert "no such file" in complaint(standings(tmp_path / "no.json"), tmp_path / "no.json")


def test_a_folder_is_no_file(tmp_path):
    assert "is a directory" in complaint(standings(tmp_path), tmp_path)


def test_a_file_nobody_may_read_gets_one_line(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    file = tmp_path / "event.json"

    assert "permission denied" in complaint(standings(file), file)


@pytest.mark.parametrize("after", ["3", "99999999999999999999"])
def test_a_round_that_was_not_played_is_refused(after, tmp_path):
    file = tmp_path / "event.json"
    file.write_text(SAMPLE, "utf-8")
    line = complaint(standings(file, "--after", after), file)

    assert f"Round {after} isn't finished, or doesn't exist." in line
    assert "Choose a round from 0 to 2." in line


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no file"),
        pytest.param(["--after", "-1", "x.json"], id="round minus one"),
        pytest.param(["--after", "two", "x.json"], id="round two in letters"),
        pytest.param(["--unheard-of", "x.json"], id="unknown option"),
    ],
)
def test_a_command_nobody_understands_is_exit_2_without_a_traceback(arguments):
    result = standings(*arguments)

    assert 2 == result.exit_code
    assert "Error: " in result.stderr
    assert "Traceback" not in result.output


# ------------------------------------------------------------------------------- the real program


@pytest.mark.parametrize(
    "name",
    [
        "empty",
        "lists 100,000 deep",
        "NUL bytes",
        "a key twice",
        "a key of half a character",
        "a number of 5,000,000 digits",
    ],
)
@pytest.mark.parametrize("json_wanted", [False, True], ids=["for people", "for programs"])
def test_the_program_itself_ends_with_one_line(name, json_wanted, tmp_path):
    file = tmp_path / "event.json"
    file.write_bytes(next(row[1] for row in TEXTS if row[0] == name))
    arguments = [sys.executable, "-m", "tiltyard", "standings", file]
    done = subprocess.run(
        arguments + ["--json"] * json_wanted, capture_output=True, timeout=HANGING, check=False
    )

    assert 2 == done.returncode
    assert 1 == len(done.stderr.splitlines())
    assert done.stderr.startswith(f"{file}: ".encode())
    assert json_wanted == ("error" in json.loads(done.stdout or "{}"))


def test_standard_input_is_called_by_its_name():
    done = subprocess.run(
        [sys.executable, "-m", "tiltyard", "check", "-"],
        input=b"{}",
        capture_output=True,
        timeout=HANGING,
        check=False,
    )

    assert 2 == done.returncode
    assert done.stderr.startswith(b"standard input: format: This is nothing")


def test_a_hundred_thousand_seeds_with_one_twice_do_not_hang(tmp_path):
    players = [f"p{number}" for number in range(100_000)]
    event = {"format": "tiltyard/1", "ruleset": "armada"}
    event["players"] = [{"id": player} for player in players]
    event["stages"] = [{"kind": "elimination", "seeds": [*players, players[-1]]}]
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tiltyard", "standings", file],
        capture_output=True,
        timeout=HANGING,
        check=False,
    )

    assert 2 == done.returncode
    assert b"stages[0].seeds[100000]: 'p99999' appears twice" in done.stderr
