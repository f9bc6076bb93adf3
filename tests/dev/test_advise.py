"""The structure adviser: which plans it looks at, how long they take, what it says of them."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tiltyard.cli.advise import advise as command
from tiltyard.dev.advise import Advice, Candidate, advise, candidates, minutes_of_day
from tiltyard.dev.simulate import Minutes, Scenario, play_many, tally
from tiltyard.engine.tournament import Plan
from tiltyard.rulesets.loader import load

RUNS = 20


def plans(ruleset, players):
    return {
        (found.plan.swiss_rounds, found.plan.cut): found.source
        for found in candidates(load(ruleset), players)
    }


def test_the_tables_of_the_document_come_first_and_custom_plans_lie_near_them():
    found = plans("armada", 40)

    assert ("basic", "advanced") == (found[4, None], found[4, 2])
    assert {"custom"} == {found[3, None], found[5, None], found[4, 4], found[5, 2]}


def test_a_suggestion_of_the_document_is_named_as_the_documents():
    assert "document" == plans("xwing-dogfight", 16)[4, 4]


@pytest.mark.parametrize("ruleset", ["middle-earth", "runewars", "diskwars", "xwing-escalation"])
def test_every_ruleset_has_a_plan_to_compare(ruleset):
    assert plans(ruleset, 12)


def test_the_day_is_the_clock_and_the_breaks_between_rounds():
    quick, usual, slow = minutes_of_day(Minutes(270, 3, 0))

    assert (290, 300, 320) == (quick, usual, slow)


def test_what_does_not_fit_into_the_day_comes_last():
    found = advise(load("armada"), 10, hours=8, runs=RUNS)

    assert [True, False] == sorted({advice.fits for advice in found}, reverse=True)
    assert found[0].fits
    assert not found[-1].fits


def test_a_field_that_lies_far_apart_has_a_safer_favourite():
    even = advise(load("xwing-dogfight"), 8, field="even", runs=100)
    uneven = advise(load("xwing-dogfight"), 8, field="uneven", runs=100)

    def favourite(found):
        return sum(advice.report.best_wins.value for advice in found) / len(found)

    assert favourite(even) < favourite(uneven)


def test_the_terminal_says_it_in_lines_and_as_a_document():
    options = ["xwing-dogfight", "--players", "8", "--runs", "20"]

    told = CliRunner().invoke(command, options, catch_exceptions=False)
    answer = json.loads(CliRunner().invoke(command, [*options, "--json"]).output)

    assert "3 rounds, no cut (document)" in told.output
    assert "tiltyard/advice/1" == answer["format"]
    assert {"document", "custom"} == {entry["source"] for entry in answer["structures"]}
    assert all(
        (entry["eight_in_cut"] is None) == (entry["cut"] is None) for entry in answer["structures"]
    )


def test_of_eight_players_a_cut_to_eight_takes_all_of_the_best():
    scenario = Scenario(load("xwing-dogfight"), 8, Plan(3, 8), "all in")

    report = tally(scenario, play_many(scenario, 3, 1), Minutes(0, 0, 0))

    assert 1 == report.eight_in_cut


def told_of(plan, **numbers):
    """The reasons for a plan where these numbers came out."""
    scenario = Scenario(load("xwing-dogfight"), 8, plan, "reasons")
    played = tally(scenario, play_many(scenario, 1, 1), Minutes(0, 0, 0))
    usual = {"undefeated": 1.0, "repeats": 0.0, "byes": 0.0, "first_decided_by": {}}
    report = replace(played, cut_decided_by={}, **{**usual, **numbers})
    advice = Advice(Candidate(plan, "custom"), (0, 0, 0), fits=True, report=report)
    return [code for code, _ in advice.reasons]


def test_the_reasons_follow_from_the_numbers():
    swiss = Plan(3)

    assert ["bracket-settles"] == told_of(Plan(3, 4))
    assert [] == told_of(swiss, undefeated=0.49)
    assert ["one-undefeated"] == told_of(swiss, undefeated=0.5)
    assert ["one-undefeated"] == told_of(swiss, undefeated=1.49)
    assert ["several-undefeated"] == told_of(swiss, undefeated=1.5)
    assert ["one-undefeated", "lots-decide"] == told_of(swiss, first_decided_by={"lot": 0.05})
    assert ["one-undefeated", "repeats-needed"] == told_of(swiss, repeats=0.05)
    assert ["one-undefeated", "bye-each-round"] == told_of(swiss, byes=3.0)
    assert ["one-undefeated"] == told_of(
        swiss, first_decided_by={"lot": 0.04}, repeats=0.04, byes=2.9
    )
