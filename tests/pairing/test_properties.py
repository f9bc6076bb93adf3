"""What holds for every drawn round of every ruleset, in any state an event can be in."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.amount import amount
from tests.oracle.random_events import RULESETS, random_event
from tests.pairing.test_brute_force import all_rounds
from tiltyard.clauses.loader import load_clauses, load_decisions
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw, Refused
from tiltyard.text.say import sentences

EVENTS = settings(max_examples=amount(80, 200), deadline=None)


@st.composite
def events(draw, most=16, **fixed):
    """A legal tournament in some state, with a bracket or without."""
    ruleset = draw(st.sampled_from(RULESETS))
    seed = draw(st.integers(0, 10**6))
    count = draw(st.integers(2, most))
    hard = draw(st.booleans())
    event = random_event(ruleset, Random(seed), players=count, hard=hard, open_tables=0, **fixed)
    if fixed.get("elimination") is False and "plan" in event:
        event["plan"]["cut"] = None
    return event


def answered(pairings, event, allow_rematch=False):
    """The next round; events without one are not what these properties are about."""
    try:
        return pairings(event, allow_rematch)
    except (NoLegalPairing, NothingToDraw):
        assume(False)


def still_in(event):
    """Who is paired in a Swiss round, by the changes after the rounds."""
    state = {player["id"]: "in" for player in event["players"] if player.get("role") != "spare"}
    for stage in event["stages"]:
        for round_ in stage["rounds"]:
            for change in round_.get("after", ()):
                if state.get(change["player"]) not in (None, "disqualify"):
                    state[change["player"]] = (
                        "in" if change["change"] == "rejoin" else change["change"]
                    )
    return {player for player, now in state.items() if now == "in"}


def met_in(event):
    """The pairs that count as met, the latest round with each."""
    met = {}
    rounds = [round_ for stage in event["stages"] for round_ in stage["rounds"]]
    for number, round_ in enumerate(rounds, 1):
        for match in round_["matches"]:
            counts = event.get("options", {}).get("forfeit.counts_as_met") is True
            if "kind" not in match or (match["kind"] == "forfeit" and counts):
                met[frozenset(match["players"])] = number
    return met


def is_final(event, drawn):
    planned = (event.get("plan") or {}).get("swiss_rounds")
    return event["ruleset"].startswith("middle-earth") and drawn["round"] == planned


@pytest.mark.clause("RW-139", "AMB-019", "AMB-007", "RW-148", "XW-071", "DW-053")
@EVENTS
@given(events(elimination=False))
def test_everybody_is_there_once_and_at_most_one_rests(pairings, event):
    drawn = answered(pairings, event)
    names = [one for match in drawn["matches"] for one in match["players"]]
    spares = {player["id"] for player in event["players"] if player.get("role") == "spare"}
    alone = [match for match in drawn["matches"] if "kind" in match or spares & {*match["players"]}]

    assert len(names) == len(set(names))
    assert still_in(event) == set(names) - spares
    assert len(still_in(event)) % 2 == len(alone)
    assert alone == drawn["matches"][len(drawn["matches"]) - len(alone) :]


@pytest.mark.clause("RW-142", "XW-076", "ME-059", "DW-056", "AR-091", "AMB-003")
@EVENTS
@given(events(elimination=False))
def test_nobody_meets_twice_while_a_legal_round_exists(pairings, event):
    drawn = answered(pairings, event)
    assume(not is_final(event, drawn))
    met = met_in(event)

    assert not [match for match in drawn["matches"] if frozenset(match["players"]) in met]
    assert drawn == pairings(event, True)


@pytest.mark.clause("AMB-003")
@settings(max_examples=amount(60, 150), deadline=None)
@given(events(most=8, elimination=False, rounds=7))
def test_as_few_repeats_as_possible_where_repeats_are_allowed(pairings, event):
    """Brute force over all pairings of at most eight players; exactly those are flagged."""
    drawn = answered(pairings, event, allow_rematch=True)
    assume(not is_final(event, drawn))
    met = met_in(event)
    spares = {player["id"] for player in event["players"] if player.get("role") == "spare"}
    games = [m for m in drawn["matches"] if "kind" not in m and not spares & {*m["players"]}]
    players = [one for match in games for one in match["players"]]
    repeated = [frozenset(m["players"]) in met for m in games]
    flagged = [any(why["code"] == "rematch" for why in match["why"]) for match in games]

    fewest = min(sum(frozenset(p) in met for p in round_) for round_ in all_rounds(players))
    assert fewest == sum(repeated)
    assert repeated == flagged
    for match in games:
        for why in match["why"]:
            if why["code"] == "rematch":
                assert met[frozenset(match["players"])] == why["facts"]["round"]


@pytest.mark.clause("AMB-002")
@EVENTS
@given(events(), st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_players_in_the_file_changes_nothing(pairings, event, random, allow):
    shuffled = event | {"players": random.sample(event["players"], len(event["players"]))}
    drawn = answered(pairings, event, allow)

    assert json.dumps(drawn) == json.dumps(pairings(shuffled, allow))


@pytest.mark.clause("AMB-027")
@EVENTS
@given(events(elimination=False))
def test_tables_count_from_1_and_stand_in_the_order_of_the_higher_player(
    pairings, standings, event
):
    drawn = answered(pairings, event)
    tables = [match.get("table") for match in drawn["matches"] if "kind" not in match]
    points = {row["player"]: int(row["keys"]["tp"]) for row in standings(event)["rows"]}
    spares = {player["id"] for player in event["players"] if player.get("role") == "spare"}
    games = [
        [points[one] for one in match["players"]]
        for match in drawn["matches"]
        if "kind" not in match and not spares & {*match["players"]}
    ]

    assert [*range(1, len(tables) + 1)] == tables
    assert all("table" not in match for match in drawn["matches"] if "kind" in match)
    assert all(higher >= lower for higher, lower in games)
    assert all(one[0] >= other[0] for one, other in pairwise(games))


CATALOGUE = {section: sentences(section) for section in ("reasons", "warnings")}
CLAUSES = {entry.id for entry in (*load_clauses(), *load_decisions())}


@pytest.mark.clause("AMB-004")
@EVENTS
@given(events(), st.booleans())
def test_every_match_says_why_in_a_known_code_an_existing_clause_and_a_sentence(
    pairings, event, allow
):
    drawn = answered(pairings, event, allow)

    assert drawn["matches"]
    for match in drawn["matches"]:
        assert match["why"]
        for why in match["why"]:
            assert ["code", "clause", "facts", "text"] == list(why)
            assert why["code"] in CATALOGUE["reasons"]
            assert why["clause"] in CLAUSES
            assert why["text"]
            assert not {"{", "}"} & {*why["text"]}
    for warning in drawn["warnings"]:
        assert warning["code"] in CATALOGUE["warnings"]
        assert warning["clause"] in CLAUSES
        assert warning["text"]


@pytest.mark.clause("AMB-002")
def test_the_same_files_give_the_same_bytes_in_another_process(tmp_path, pairings):
    """Another hash seed orders sets otherwise; the answers stay the same to the byte."""
    names, expected = [], []
    for number in range(60):
        ruleset = RULESETS[number % len(RULESETS)]
        event = random_event(ruleset, Random(number), hard=number % 3 == 0)
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(event), "utf-8")
        names.append(str(file))
        try:
            expected.append(pairings(event))
        except Refused as refusal:
            expected.append((refusal.kind, refusal.code))
    outputs = [
        subprocess.run(
            [sys.executable, "-m", "tiltyard", "pair", "--json", *names],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("1", "20")
    ]
    answers = [json.loads(line) for line in outputs[0].splitlines()]

    assert outputs[0] == outputs[1]
    errors = [answer.get("error") for answer in answers]
    assert expected == [
        (error["code"], error["refusal"]) if error else answer
        for error, answer in zip(errors, answers, strict=True)
    ]
    assert 30 < errors.count(None)
