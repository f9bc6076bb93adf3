"""Random organizer, judge and player acts of every ruleset keep every invariant.

`python -m tests.stateful.many_days` walks as many days as wanted.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest

from tests.amount import amount
from tests.stateful.machine import Day, Wrong, repeat, walk
from tests.stateful.moves import RULESETS
from tiltyard.day import people as evolve_people
from tiltyard.day import results
from tiltyard.day import table as decide
from tiltyard.day.facts import EntryContradicted
from tiltyard.engine.errors import Refused
from tiltyard.store import person_keys


@pytest.fixture(autouse=True)
def same_keys(monkeypatch):
    """A day is done again with the same hashes: salts are made of them."""
    monkeypatch.setattr(person_keys, "new_bytes", bytes)


DAYS, STEPS = amount(25, 100), 40
SEED = 20181103


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_days_of_40_steps_keep_every_invariant(ruleset):
    tally = Counter()

    for number in range(DAYS):  # the same days in every run; the long command has others
        chance = Random(f"{SEED} {ruleset} {number}")
        walk(ruleset, chance.getrandbits(48), [chance.getrandbits(48) for _ in range(STEPS)], tally)

    assert tally["ended", "finished"] + tally["ended", "archived"] > DAYS / 10
    assert tally["fact", "result-corrected/1"]
    assert tally["fact", "act-undone/1"]
    for name in ("submitted", "returned", "approved", "amended", "received-on-paper"):
        assert tally["fact", f"list-{name}/1"], name
    assert tally["fact", "lists-locked/1"]
    assert tally["fact", "product-ruled/1"]


def first_wrong(days=150, steps=60):
    """Walk days until one goes wrong; say what."""
    chance = Random(SEED)
    for number in range(days):
        ruleset = RULESETS[number % len(RULESETS)]
        try:
            walk(ruleset, chance.getrandbits(48), [chance.getrandbits(48) for _ in range(steps)])
        except Wrong as wrong:
            return str(wrong)
    return "nothing"


class TestTheMachineNotices:
    """Without a check, or with a fold that forgets, the walk finds it within some days."""

    def test_a_slip_that_cannot_be(self, monkeypatch):
        monkeypatch.setattr(results, "require_slip", lambda scene, round_, game, slip: slip)

        assert first_wrong().startswith(("invariant 6", "looking at it"))

    def test_a_published_draw_that_is_out_of_date(self, monkeypatch):
        monkeypatch.setattr(evolve_people, "_stale", lambda event: event)

        assert first_wrong().startswith(("invariant 1:", "invariant 9:", "change-pairings"))

    def test_a_dispute_that_is_forgotten(self, monkeypatch):
        steps = sys.modules["tiltyard.day.fold"]._STEPS
        monkeypatch.setitem(steps, EntryContradicted, lambda event, _: event)

        assert first_wrong().startswith("invariant 5:")

    def test_somebody_who_had_no_right(self, monkeypatch):
        monkeypatch.setattr(decide, "require_right", lambda *_: "organizer")

        assert first_wrong().startswith("invariant 23:")

    def test_a_refusal_without_a_way_out(self, monkeypatch):
        def refuses(*_):
            raise Refused("first-fact-log-not-event")  # has no way out

        monkeypatch.setattr(results, "require_slip", refuses)

        assert first_wrong().startswith("invariant 29:")


def test_a_script_does_again_what_was_done():
    chance = Random(SEED)
    day = walk("runewars", 5, [chance.getrandbits(48) for _ in range(30)])

    again = repeat("runewars", day.script)

    assert day.event == again.event
    assert [one.fact for one in day.log] == [one.fact for one in again.log]
    assert isinstance(again, Day)
