"""Random tournaments: legal, complete in their variety, and the same for the same seed."""

import json
from collections import Counter

import pytest
from click.testing import CliRunner

from tests.dev.wishes import wish
from tests.formats.sample_events import sample
from tests.formats.test_schemas import problems
from tests.refusing import refuses
from tests.rules.events import SIX
from tiltyard.cli import group
from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import Plan
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import tournament_line, write_tournament
from tiltyard.rulesets.loader import load

EACH = 30
GOLDEN = {
    "format": "tiltyard/1",
    "ruleset": "diskwars@1.1.1",
    "name": "Diskwars 957",
    "seed": "lot 411460",
    "plan": {"swiss_rounds": 1},
    "options": {
        "rematch.on_impossible": "block",
        "rematch.scope": "swiss",
        "sos.bye_counts_as_round": True,
        "pairing.plan_safe": True,
    },
    "players": [
        {"id": "p1", "name": "Đorđe 1", "number": 1},
        {"id": "p2", "name": "Ñuño 2", "number": 2},
    ],
    "stages": [
        {
            "kind": "swiss",
            "rounds": [
                {
                    "matches": [
                        {
                            "table": 1,
                            "players": ["p1", "p2"],
                            "report": {"end": "destroyed", "survivor": 0},
                        }
                    ]
                }
            ],
        }
    ],
}


def generated(ruleset, count=EACH):
    rules = load(ruleset)
    return [random_tournament(rules, *wish(rules, number)) for number in range(count)]


@pytest.fixture(scope="module", params=SIX)
def tournaments(request):
    return request.param, generated(request.param)


def test_what_is_generated_breaks_no_rule(tournaments, findings):
    _, events = tournaments
    found = [findings(write_tournament(event)) for event in events]

    assert [] == [one for entries in found for one in entries if one["severity"] == "error"]


def test_what_is_generated_fits_the_schema(tournaments):
    _, events = tournaments

    assert [] == [
        one for event in events for one in problems("tournament", write_tournament(event))
    ]


def test_a_written_tournament_is_read_as_the_same(tournaments):
    _, events = tournaments

    for event in events:
        written = json.loads(tournament_line(event))
        assert event == read_tournament(written)
        assert written == write_tournament(read_tournament(written))


def test_every_ending_and_every_change_comes_up(tournaments):
    ruleset, events = tournaments
    rounds = [one for event in events for stage in event.stages for one in stage.rounds]
    seen = Counter(
        match.report.end if match.report else match.kind for one in rounds for match in one.matches
    )
    changes = Counter(change.change for one in rounds for change in one.after)

    assert set() == {*load(ruleset).outcomes, "bye", "forfeit", "unpaired_loss"} - set(seen)
    assert {"drop", "disqualify", "rejoin"} == set(changes)
    assert any(one.attempt > 1 for one in rounds)


@pytest.mark.parametrize(
    ("ruleset", "shows"),
    [
        ("runewars", lambda event, slip: bool(slip.flurry)),
        ("armada", lambda event, slip: slip.witness is not None),
        ("armada", lambda event, slip: slip.initiative is not None),
        ("diskwars", lambda event, slip: slip.score is None),
        ("middle-earth", lambda event, slip: any(player.spare for player in event.players)),
        ("xwing-dogfight", lambda event, slip: any(one.affiliations for one in event.players)),
    ],
)
def test_what_only_some_documents_know_comes_up(ruleset, shows):
    assert any(
        shows(event, match.report)
        for event in generated(ruleset)
        for stage in event.stages
        for one in stage.rounds
        for match in one.matches
        if match.report is not None
    )


def test_a_finished_event_has_its_champion():
    rules = load("runewars")
    event = random_tournament(rules, Wanted(16, Plan(3, 4), drop_rate=0), "to the end")

    assert [3, 2] == [len(stage.rounds) for stage in event.stages]


def test_too_many_rounds_are_refused():
    with refuses(Refused, match="can't play 4 rounds"):
        random_tournament(load("armada"), Wanted(4, Plan(4, None)), "")


# ------------------------------------------------------------------------------------ the command


def run(*arguments):
    return CliRunner().invoke(group, ["generate", *map(str, arguments)])


def test_the_same_seed_gives_the_same_bytes():
    arguments = ("xwing-dogfight", "--players", 13, "--count", 3, "--seed", "Käse")

    assert run(*arguments).stdout_bytes == run(*arguments).stdout_bytes
    assert run(*arguments).stdout_bytes != run(*arguments[:-1], "Brot").stdout_bytes


def test_these_bytes_do_not_change():
    """A golden line: chance, engine and format together, on every machine and Python."""
    line = run("diskwars", "--players", 2, "--rounds", 1, "--seed", "golden").stdout

    assert GOLDEN == json.loads(line)


def test_the_seed_is_printed_first_and_repeats_the_run():
    first = run("armada", "--players", 8)
    seed = first.stderr.removeprefix("seed: ").strip()

    assert first.stdout == run("armada", "--players", 8, "--seed", seed).stdout


def test_files_are_written_once(tmp_path):
    arguments = ("armada", "--players", 6, "--count", 2, "--seed", "x", "--directory", tmp_path)
    assert 0 == run(*arguments).exit_code
    again = run(*arguments)

    assert ["armada-6-0001.json", "armada-6-0002.json"] == sorted(
        file.name for file in tmp_path.iterdir()
    )
    assert isinstance(again.exception, Refused)


def rich_event():
    """Return a file with everything the generator never writes."""
    event = sample("middle-earth")
    first = event["stages"][0]["rounds"][0]["matches"][0]
    first["override"] = {"by": "Lena", "reason": "a wrong slip"}
    first["stated"] = {"tp": [3, 0], "mov": [0, 0]}
    first["report"]["extra"] = {"painting": [1, 2]}
    return event | {"options": {"standings.extra": ["painting"], "clock.swiss": [90, 100]}}


@pytest.mark.parametrize("event", [*map(sample, SIX), rich_event()])
def test_a_file_written_by_hand_survives_reading_and_writing(event):
    tournament = read_tournament(event)
    written = write_tournament(tournament)

    assert tournament == read_tournament(written)
    assert written == write_tournament(read_tournament(written))
    assert [] == problems("tournament", written)
