"""Every command of the contract: what it prints, for people and for programs, and how it ends."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from tests.formats.sample_events import RULESETS, sample, slip
from tiltyard import __version__
from tiltyard.cli import COMMANDS, group
from tiltyard.cli.schema import NAMES
from tiltyard.engine.errors import TiltyardError
from tiltyard.text.refusals import fix_text, refusal_text

HANGING = 60  # seconds; only against a program that never ends


def run(*arguments, **more):
    """Run a command in this process."""
    return CliRunner().invoke(group, [str(one) for one in arguments], **more)


def start(*arguments, **more):
    """Start the program itself."""
    command = [sys.executable, "-m", "tiltyard", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=HANGING, check=False, **more)


@pytest.fixture
def write(tmp_path):
    """Return a way to write a decoded event into a file."""

    def written(name, event):
        file = tmp_path / f"{name}.json"
        file.write_text(event if isinstance(event, str) else json.dumps(event), "utf-8")
        return file

    return written


def lines_of(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


# --------------------------------------------------------------------------------------- standings


@pytest.mark.parametrize("ruleset", RULESETS)
def test_standings_are_a_table_for_people_and_a_document_for_programs(ruleset, write):
    file = write("event", sample(ruleset))
    page, document = run("standings", file), run("standings", file, "--json")

    assert (0, 0) == (page.exit_code, document.exit_code)
    assert ("", "") == (page.stderr, document.stderr)
    assert "Sample: after round 2" in page.stdout
    (answer,) = lines_of(document)
    assert "tiltyard/standings/1" == answer["format"]
    assert [row["name"] in page.stdout for row in answer["rows"]] == [True] * 5


def test_standings_after_a_round_count_no_later_one(write):
    file = write("event", sample("armada"))
    answers = [lines_of(run("standings", file, "--json", "--after", n))[0] for n in (0, 1, 2)]

    assert [0, 1, 2] == [answer["after_round"] for answer in answers]
    assert "Sample: before round 1" in run("standings", file, "--after", 0).stdout
    assert answers[2] == lines_of(run("standings", file, "--json"))[0]


def test_an_event_nobody_entered_has_an_empty_table(write):
    file = write("event", {"format": "tiltyard/1", "ruleset": "armada", "players": []})

    assert [] == lines_of(run("standings", file, "--json"))[0]["rows"]
    assert 0 == run("standings", file).exit_code


def test_the_page_names_the_order_the_organizer_chose(write):
    event = sample("middle-earth") | {
        "options": {"standings.extra": ["painting"], "final_ties": "shared"}
    }
    page = run("standings", write("event", event)).stdout

    assert "painting (ME-042)" in page
    assert "lot (" not in page


@pytest.mark.clause("XE-004")
@pytest.mark.parametrize("command", ["standings", "pair", "check"])
@pytest.mark.parametrize(
    ("lengths", "number", "span"),
    [(60, 3, "80 to 100"), ([40, 80], 4, "110 to 130"), ([50, 70, 90, 131], 4, "110 to 130")],
)
def test_a_file_with_a_round_outside_its_range_is_bad_input(command, lengths, number, span, write):
    event = sample("xwing-escalation") | {"options": {"clock.swiss": lengths}}
    result = run(command, write("event", event))

    assert 2 == result.exit_code
    assert "options.clock.swiss" in result.stderr
    assert f"Round {number} can't last" in result.stderr
    assert f"{span} minutes" in result.stderr
    fine = event | {"options": {"clock.swiss": [40, 80, 100, 110]}}
    assert 2 != run(command, write("event", fine)).exit_code


@pytest.mark.clause("XW-059", "DW-045", "DW-058")
@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("xwing-dogfight", {"full_win_margin": 30, "lists.required": "never", "bye.mov": 0}),
        ("diskwars", {"clock.elimination": 10, "bye.max_per_player": 3}),
        ("runewars", {"standings.order": ["tp", "sos"], "clock.swiss": 30}),
    ],
)
def test_files_accept_every_option(ruleset, options, write):
    """Only events that are run here are kept to the document: a file tells what was played."""
    file = write("event", sample(ruleset) | {"options": options})

    assert 0 == run("standings", file).exit_code
    assert 2 != run("check", file).exit_code


# ----------------------------------------------------------------------------------------- a batch


def test_a_batch_is_answered_line_by_line_in_the_order_given(write):
    files = [write(name, sample(name)) for name in RULESETS]
    result = run("standings", "--json", *reversed(files))

    assert 0 == result.exit_code
    assert list(reversed(RULESETS)) == [
        answer["ruleset"].partition("@")[0] for answer in lines_of(result)
    ]


@pytest.mark.parametrize("command", ["standings", "check"])
def test_a_bad_file_in_the_middle_costs_its_own_line_only(command, write, tmp_path):
    good, bad = write("good", sample("armada")), write("bad", '{"format": 1}')
    missing = tmp_path / "missing.json"
    result = run(command, "--json", good, bad, missing, good)
    first, second, third, fourth = lines_of(result)

    assert 2 == result.exit_code
    assert first == fourth
    assert "error" not in first
    assert "format" == second["error"]["where"]
    assert "file-refused-by-system" == third["error"]["refusal"]
    assert [f"{bad}: ", f"{missing}: "] == [
        line[: len(str(file)) + 2]
        for line, file in zip(result.stderr.splitlines(), (bad, missing), strict=True)
    ]


def test_a_batch_for_people_shows_every_good_file(write):
    good, bad = write("good", sample("armada")), write("bad", "no")
    result = run("standings", good, bad, good)

    assert 2 == result.exit_code
    assert 2 == result.stdout.count("Sample: after round 2")
    assert 1 == len(result.stderr.splitlines())


def test_findings_in_one_file_and_nonsense_in_another_end_with_2(write):
    wrong = sample("armada") | {"ranking": ["a", "b", "c", "d", "e"]}

    assert 1 == run("check", write("wrong", wrong)).exit_code
    assert 2 == run("check", write("wrong", wrong), write("bad", "no")).exit_code
    assert 2 == run("check", write("bad", "no"), write("wrong", wrong)).exit_code


def test_a_dash_reads_standard_input(write):
    text = json.dumps(sample("armada"))
    file = write("event", text)

    assert (
        run("standings", "--json", file).stdout
        == run("standings", "--json", "-", input=text).stdout
    )


def test_names_in_any_script_come_out_of_the_program_as_utf_8():
    event = sample("armada")
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PATH": ""}
    done = start("standings", "--json", "-", input=json.dumps(event).encode(), env=environment)

    assert 0 == done.returncode
    assert "李雷" in done.stdout.decode("utf-8")


# ------------------------------------------------------------------------------------------- check


def duel(ruleset, **more):
    """Two players, one round: there is only one way to draw it."""
    match = {"table": 1, "players": ["a", "b"], "report": slip(ruleset, 40, 20)}
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "name": "Duel",
        "players": [{"id": "a"}, {"id": "b"}],
        "stages": [{"kind": "swiss", "rounds": [{"matches": [match | more]}]}],
    }


def test_a_clean_file_is_called_clean(write):
    result = run("check", write("event", duel("armada")))

    assert 0 == result.exit_code
    assert result.stdout.startswith("Duel: no broken rule found")


def test_findings_end_with_1_and_name_rule_and_place(write):
    file = write("event", duel("armada", stated={"tp": [9, 5]}))
    page, document = run("check", file), run("check", file, "--json")

    assert (1, 1) == (page.exit_code, document.exit_code)
    (answer,) = lines_of(document)
    finding = next(one for one in answer["findings"] if one["severity"] == "error")
    assert "tiltyard/findings/1" == answer["format"]
    assert ("error", "wrong-number", "AR-111", ["a"]) == (
        finding["severity"],
        finding["code"],
        finding["clause"],
        finding["players"],
    )
    assert "stages[0].rounds[0].matches[0]" == finding["where"]
    assert finding["text"] in " ".join(page.stdout.split())


def test_a_notice_alone_is_no_failure(write):
    event = duel("diskwars")
    event["stages"][0]["rounds"][0]["matches"][0]["report"]["objectives"] = [1, 0]
    result = run("check", write("event", event), "--json")

    assert 0 == result.exit_code
    found = lines_of(result)[0]["findings"]
    assert {"notice"} == {one["severity"] for one in found}
    assert {"objectives-not-counted", "not-verifiable"} == {one["code"] for one in found}


def test_the_program_itself_ends_with_the_same_codes(write):
    clean, bad = write("clean", duel("armada")), write("bad", "no")
    wrong = write("wrong", duel("armada") | {"ranking": ["b", "a"]})

    assert [0, 1, 2, 2] == [
        start("check", *files).returncode for files in ([clean], [wrong], [bad], [wrong, bad])
    ]


# ------------------------------------------------------------------------------------------ schema


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_printed(name):
    result = run("schema", name)

    assert 0 == result.exit_code
    Draft202012Validator.check_schema(json.loads(result.stdout))


def test_an_unknown_schema_is_refused_with_the_choices():
    result = run("schema", "weather")

    assert 2 == result.exit_code
    assert [True] * len(NAMES) == [name in result.stderr for name in NAMES]


# ---------------------------------------------------------------------------------------- rulesets


def test_the_rulesets_are_listed():
    result = run("rulesets")

    assert 0 == result.exit_code
    assert list(RULESETS) == [name for name in RULESETS if f"{name}@" in result.stdout]


def test_the_rulesets_are_listed_for_a_program():
    (answer,) = lines_of(run("rulesets", "--json"))

    assert sorted(RULESETS) == [one["id"] for one in answer]
    assert [{"id", "version", "game", "title", "effective"}] * 6 == [set(one) for one in answer]


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_is_shown_with_its_tables_and_options(name):
    page, document = run("rulesets", "show", name), run("rulesets", "show", name, "--json")

    assert (0, 0) == (page.exit_code, document.exit_code)
    for heading in (
        "Structure",
        "How a game ends",
        "Tournament points",
        "Standings",
        "Awards without a game",
        "Organizer options",
    ):
        assert heading in page.stdout
    (answer,) = lines_of(document)
    assert (name, "tiltyard/ruleset/1") == (answer["id"], answer["format"])
    for option in answer["options"]:
        assert f"\n{option} = " in page.stdout


def test_a_ruleset_is_shown_by_its_version_too():
    assert (
        run("rulesets", "show", "armada").stdout == run("rulesets", "show", "armada@1.0.1").stdout
    )


def test_an_unknown_ruleset_is_refused_with_the_choices():
    done = start("rulesets", "show", "chess")

    assert 2 == done.returncode
    assert b"" == done.stdout
    assert 1 == len(done.stderr.splitlines())
    assert b"There is no ruleset called 'chess'. Choose one of armada@1.0.1" in done.stderr


# --------------------------------------------------------------------------------------- structure


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(["armada", "--players", 9], "3 Swiss rounds, no cut  (AR-122)", id="basic"),
        pytest.param(
            ["armada", "--players", 29, "--structure", "advanced"],
            "4 Swiss rounds, then a cut to the top 2  (AR-123)",
            id="advanced",
        ),
        pytest.param(
            ["xwing-escalation", "--players", 9], "4 Swiss rounds, no cut  (XE-002)", id="fixed"
        ),
        pytest.param(
            ["diskwars", "--players", 17],
            "suggested: 5 Swiss rounds, then a cut to the top 4  (AMB-022)",
            id="suggested",
        ),
        pytest.param(
            ["middle-earth", "--points", 600, "--days", 2],
            "7 games of 105 minutes, board 4'x4'  (ME-064)",
            id="by points",
        ),
    ],
)
def test_the_structure_is_one_line(arguments, expected):
    result = run("structure", *arguments)

    assert 0 == result.exit_code
    assert f"{expected}\n" == result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["armada", "--players", 3], "starts at 4 players", id="too few"),
        pytest.param(["armada", "--players", 1], "needs at least two players", id="alone"),
        pytest.param(["armada", "--points", 400], "no table of points limits", id="no formats"),
        pytest.param(["middle-earth", "--players", 9], "by points limit", id="only formats"),
        pytest.param(["middle-earth", "--points", 9999], "no row for 9999", id="too many points"),
        pytest.param(["chess", "--players", 9], "no ruleset called 'chess'", id="unknown"),
    ],
)
def test_a_structure_outside_the_tables_is_refused(arguments, said):
    result = run("structure", *arguments)

    assert isinstance(result.exception, TiltyardError)
    assert said in refusal_text(result.exception)
    assert fix_text(result.exception)


def test_a_refused_structure_is_one_line_and_exit_2():
    done = start("structure", "armada", "--players", "3")

    assert 2 == done.returncode
    assert 1 == len(done.stderr.splitlines())


def test_a_structure_without_a_number_is_a_question_back():
    result = run("structure", "armada")

    assert 2 == result.exit_code
    assert "--players N" in result.stderr


# ------------------------------------------------------------------------------------------ clauses


def test_the_clauses_of_a_ruleset_are_listed():
    result = run("clauses", "armada", "--json")

    assert 0 == result.exit_code
    assert "AR-107" in result.stdout
    assert 0 == run("clauses", "armada", "--state", "planned").exit_code


def test_one_clause_is_shown():
    assert "AR-107" in run("clauses", "AR-107").stdout


# --------------------------------------------------------------------------------- help and version


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_help_lists_every_command_with_what_it_does(asked):
    result = run(asked)

    assert 0 == result.exit_code
    for name, (_, words) in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert words in " ".join(result.stdout.split())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command):
    result = run(command, "--help")

    assert 0 == result.exit_code
    assert result.stdout.startswith("Usage: ")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_version_is_printed():
    assert run("--version").stdout.startswith(f"tiltyard, version {__version__}")


def test_an_unknown_command_is_refused():
    done = start("frobnicate")

    assert 2 == done.returncode
    assert b"No such command 'frobnicate'" in done.stderr
    assert b"Traceback" not in done.stderr


HEAVY = {
    "hashlib",
    "jsonschema",
    "rich",
    "rustworkx",
    "tiltyard.engine.flow",
    "tiltyard.engine.standings",
    "tiltyard.formats.tiltyard1",
    "tiltyard.rulesets.loader",
    "tomllib",
}


THE_DAY = {"tiltyard.day.event", "tiltyard.day.facts", "tiltyard.day.plan", "tiltyard.store.port"}
"""What a tournament day needs: two hundred classes that ranking a file does not."""


def modules_of(*arguments):
    """Return what the program has imported by the time it ends."""
    code = f"""
import sys
sys.argv = ["tiltyard", *{arguments!r}]
from tiltyard.cli import main
try:
    main()
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=HANGING, check=True, text=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("asked", ["--help", "--version"])
def test_help_imports_nothing_heavy(asked):
    assert set() == modules_of(asked) & HEAVY


def test_a_program_that_asks_for_json_pays_for_no_table(write):
    file = write("event", sample("armada"))

    known = modules_of("standings", "--json", str(file))
    assert not {"rich", "rustworkx", *THE_DAY} & known


def test_the_list_of_rulesets_needs_no_table_either():
    assert not {"rich", "rustworkx", *THE_DAY} & modules_of("rulesets")
