"""Standings and pairings of random events agree with the independent oracle in every field."""

import pytest

from tests.amount import amount
from tests.engine.many_against_the_oracle import (
    KINDS,
    differences,
    engine_pairings,
    engine_standings,
    made,
)
from tests.oracle.random_events import RULESETS

EVENTS = {
    "default": amount(30, 100),
    "hard": amount(40, 100),
    "bracket": amount(20, 60),
    "large": amount(4, 12),
    "companions": amount(30, 100),
}


@pytest.mark.clause("AMB-002", "AMB-003", "AMB-004", "AMB-024")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_engine_and_the_oracle_agree(ruleset, kind):
    """`python -m tests.engine.many_against_the_oracle` compares as many as wanted."""
    events = {number: made(ruleset, kind, number) for number in range(EVENTS[kind])}
    found = {number: differences(event) for number, event in events.items()}

    assert {} == {number: what for number, what in found.items() if what}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_comparison_sees_rounds_refusals_and_repeats(ruleset):
    """Agreement means nothing if the events were all of one kind."""
    events = [made(ruleset, "hard", number) for number in range(EVENTS["hard"])]
    plain = [engine_pairings(event, False) for event in events]
    repeated = [engine_pairings(event, True) for event in events]
    rounds = [answer for answer in plain if isinstance(answer, dict)]
    statuses = {row["status"] for event in events for row in engine_standings(event)["rows"]}

    assert len(rounds) > len(events) / 4
    assert "no legal pairing" in plain
    assert "no legal pairing" not in repeated
    assert any("kind" in match for answer in rounds for match in answer["matches"])
    assert {"active", "dropped", "disqualified"} <= statuses
