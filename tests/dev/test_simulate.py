"""Simulated events: the same for the same seed, plausible in their numbers, refused when absurd."""

import json
import subprocess
import sys
from collections import Counter

import pytest
from click.testing import CliRunner

from tests.rules.events import SIX
from tiltyard.cli import group
from tiltyard.dev.play import plan_of
from tiltyard.dev.simulate import Scenario, minutes_of, play_many, play_once, share
from tiltyard.engine.tournament import Plan
from tiltyard.rulesets.loader import load


def simulated(ruleset, *more, runs=30):
    arguments = ["simulate", ruleset, "--seed", "x", "--runs", runs, "--workers", 1, *more]
    return CliRunner().invoke(group, list(map(str, arguments)))


def document(ruleset, *more, runs=30):
    return json.loads(simulated(ruleset, "--json", *more, runs=runs).stdout)


@pytest.mark.parametrize("ruleset", SIX)
def test_a_plan_of_every_document_can_be_simulated(ruleset):
    cut = () if ruleset == "middle-earth" else ("--cut", 4)
    answer = document(ruleset, "--players", 13, "--rounds", 3, *cut, "--drop-rate", 0.05)

    assert "tiltyard/simulation/1" == answer["format"]
    assert 30 == answer["runs"]
    assert 3 == len(answer["floats_by_round"])
    assert 0 <= answer["best_wins"]["low"] <= answer["best_wins"]["share"]
    assert answer["best_wins"]["share"] <= answer["best_wins"]["high"] <= 1


def test_the_page_fits_a_terminal_and_says_it_in_words():
    page = simulated("armada", "--players", 30, "--structure", "advanced", runs=5).stdout

    assert "The best player wins the event in" in page
    assert "1 round without a time limit" in page
    assert [] == [line for line in page.splitlines() if len(line) > 80]


@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_workers_changes_nothing(workers):
    scenario = Scenario(load("xwing-dogfight"), 9, Plan(3, 2), "w", drop_rate=1000)

    assert play_many(scenario, 45, 1) == play_many(scenario, 45, workers)


def test_a_run_depends_on_its_number_and_the_seed_only():
    scenario = Scenario(load("armada"), 8, Plan(3, None), "w")

    assert play_once(scenario, 7) == play_many(scenario, 8, 1)[7]


def test_a_much_stronger_player_nearly_always_wins():
    scenario = Scenario(load("xwing-dogfight"), 16, Plan(4, 4), "s", head_start=2000)
    runs = play_many(scenario, 60, 1)

    assert 60 == sum(run.best_makes_cut for run in runs)
    assert 58 <= sum(run.best_wins for run in runs)


def test_without_luck_the_best_player_wins_every_bracket_they_reach():
    """Points go by margin, so somebody undefeated may miss the cut; after it nobody is better."""
    runs = play_many(Scenario(load("armada"), 16, Plan(4, 4), "s", luck=0), 60, 1)

    assert [run.best_makes_cut for run in runs] == [run.best_wins for run in runs]
    assert any(run.best_makes_cut for run in runs)


def test_among_equals_everybody_wins_alike():
    scenario = Scenario(load("diskwars"), 4, Plan(2, None), "e", spread=0)
    champions = Counter(run.champion for run in play_many(scenario, 400, 1))
    expected = 400 / 4

    # chi-square with 3 degrees of freedom: 16.3 is passed by chance once in a thousand seeds
    assert 16.3 > sum((champions[n] - expected) ** 2 / expected for n in range(4))


def test_forced_repeats_are_counted():
    answer = document("armada", "--players", 4, "--rounds", 4, runs=5)

    assert 2 <= answer["repeats"]
    assert 1 == answer["with_repeats"]["share"]


def test_an_odd_field_rests_once_in_every_round():
    assert 3 == document("armada", "--players", 9, "--rounds", 3, runs=5)["byes"]


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(0, 100, 0.0, 0.037), (50, 100, 0.404, 0.596), (100, 100, 0.963, 1.0)],
)
def test_a_share_has_its_wilson_interval(count, total, low, high):
    found = share(count, total)

    assert (low, high) == (round(found.low, 3), round(found.high, 3))


@pytest.mark.parametrize(
    ("ruleset", "plan", "points", "days", "minutes"),
    [
        ("runewars", Plan(5, 2), None, 1, (5 * 90 + 140, 6, 0)),
        ("runewars", Plan(5, 4), None, 1, (6 * 90 + 140, 7, 0)),
        ("armada", Plan(5, 2), None, 1, (5 * 135, 5, 1)),
        ("xwing-escalation", Plan(4, 4), None, 1, (50 + 70 + 90 + 120 + 120, 5, 1)),
        ("diskwars", Plan(4, 8), None, 1, (4 * 65 + 3 * 90, 7, 0)),
        ("middle-earth", Plan(6, None), 700, 2, (6 * 120, 6, 0)),
    ],
)
def test_the_minutes_come_from_the_clock_of_the_document(ruleset, plan, points, days, minutes):
    found = minutes_of(load(ruleset), plan, points, days)

    assert minutes == (found.timed, found.timed_rounds, found.untimed_rounds)


@pytest.mark.parametrize(
    ("ruleset", "asked", "plan"),
    [
        ("armada", {"structure": "advanced"}, Plan(5, 2)),
        ("armada", {"rounds": 3}, Plan(3, None)),
        ("armada", {"rounds": 3, "cut": 8}, Plan(3, 8)),
        ("xwing-dogfight", {}, Plan(6, 8)),
        ("xwing-escalation", {}, Plan(4, None)),
        ("middle-earth", {"points": 700, "days": 2}, Plan(6, None)),
        ("middle-earth", {}, Plan(4, None)),
    ],
)
def test_the_plan_is_the_documents_unless_said(ruleset, asked, plan):
    assert plan == plan_of(load(ruleset), 60, **asked)


@pytest.mark.parametrize("command", ["generate", "simulate"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("armada", "--players", "1"),
        ("armada", "--players", "-3"),
        ("armada", "--players", "3"),
        ("middle-earth", "--players", "8", "--cut", "4"),
        ("chess", "--players", "8"),
        ("xwing-dogfight", "--players", "8", "--rounds", "0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(command, arguments):
    done = subprocess.run(
        [sys.executable, "-m", "tiltyard", command, *arguments],
        capture_output=True,
        check=False,
        text=True,
    )

    assert 2 == done.returncode
    assert "" == done.stdout
    assert 1 == len(done.stderr.splitlines())
    assert done.stderr.startswith("tiltyard: ")
