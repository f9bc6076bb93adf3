"""`tiltyard pair` as a command: documents, batches and exit codes."""

import json

import pytest
from click.testing import CliRunner

from tests.formats.sample_events import RULESETS, sample
from tests.formats.test_schemas import problems
from tiltyard.cli import group


@pytest.fixture
def pair(tmp_path):
    """Return a way to ask for the next round of decoded events."""

    def asked(*events, options=("--json",)):
        files = []
        for number, event in enumerate(events):
            file = tmp_path / f"{number}.json"
            file.write_text(event if isinstance(event, str) else json.dumps(event), "utf-8")
            files.append(str(file))
        return CliRunner().invoke(group, ["pair", *options, *files])

    return asked


def answers(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def played_out():
    return sample("armada") | {"plan": {"swiss_rounds": 2, "cut": None}}


def four_after_three_rounds():
    """Return four players of whom everybody has met everybody."""
    games = [("a", "b", "c", "d"), ("a", "c", "b", "d"), ("a", "d", "b", "c")]
    rounds = [
        {
            "matches": [
                {"players": pair_, "report": {"end": "time", "score": [9, 1]}}
                for pair_ in (list(four[:2]), list(four[2:]))
            ]
        }
        for four in games
    ]
    players = [{"id": one} for one in "abcd"]
    return {
        "format": "tiltyard/1",
        "ruleset": "armada",
        "players": players,
        "stages": [{"kind": "swiss", "rounds": rounds}],
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_next_round_fits_its_schema(ruleset, pair):
    result = pair(sample(ruleset))
    (answer,) = answers(result)

    assert 0 == result.exit_code
    assert (1, 3) == (answer["stage"], answer["round"])
    assert [] == problems("pairings", answer)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_person_reads_the_next_round_in_80_columns(ruleset, pair):
    result = pair(sample(ruleset), options=())

    assert 0 == result.exit_code
    assert "Ana" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_an_event_that_is_over_ends_with_1(pair):
    result = pair(played_out())

    assert 1 == result.exit_code
    assert "nothing-to-draw" == answers(result)[0]["error"]["code"]
    assert 1 == len(result.stderr.splitlines())


def test_a_field_that_has_met_ends_with_1_and_may_be_allowed_to_meet_again(pair):
    refused = pair(four_after_three_rounds())
    allowed = pair(four_after_three_rounds(), options=("--json", "--allow-rematch"))

    assert 1 == refused.exit_code
    assert "no-legal-pairing" == answers(refused)[0]["error"]["code"]
    assert 0 == allowed.exit_code
    assert [] == problems("pairings", answers(allowed)[0])
    assert "rematch" in {
        reason["code"] for match in answers(allowed)[0]["matches"] for reason in match["why"]
    }


def test_an_open_table_is_bad_input(pair):
    event = sample("armada")
    del event["stages"][0]["rounds"][1]["matches"][0]["report"]
    result = pair(event)

    assert 2 == result.exit_code
    assert "round-open" == answers(result)[0]["error"]["code"]


def test_a_bad_file_makes_the_exit_of_a_batch_2(pair):
    result = pair(sample("armada"), "no", played_out(), sample("diskwars"))

    assert 2 == result.exit_code
    assert [False, True, True, False] == ["error" in answer for answer in answers(result)]


def test_another_seed_is_used_everywhere(pair):
    event = sample("runewars")
    event["stages"] = []
    drawn = {
        json.dumps(answers(pair(event, options=("--json", "--seed", str(n))))) for n in range(9)
    }

    assert 1 < len(drawn)
    assert answers(pair(event | {"seed": "7"})) == answers(
        pair(event, options=("--json", "--seed", "7"))
    )
