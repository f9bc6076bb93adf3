"""A whole day as a list of acts that are done one after the other, whatever happens between them.

The clock is the log: an act done again after a crash has the same time, so that the log of a day
with crashes is, byte for byte, the log of the same day without.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random

from tests.stateful.machine import Day
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.codec import encode_state
from tiltyard.store.memory import MemoryStore
from tiltyard.store.person_keys import PERSONAL

NAME = "event"
SEED = "0123456789abcdef" * 4
LEAST = 60


class LogClock:
    """As many seconds after nine as there are facts."""

    def __init__(self, store):
        self._store = store

    def now(self):
        """The time that follows from the log alone."""
        number = self._store.head(NAME).number
        return datetime(2026, 5, 1, 9, tzinfo=UTC) + timedelta(seconds=number)


@dataclass(frozen=True)
class Acts:
    """What is done in a day; the log and the state that it gives without any crash."""

    script: tuple
    lines: tuple
    ends: tuple
    state: bytes


def said(entry):
    """What an entry says, but for texts about people.

    Its line differs from run to run where they are sealed, and what is read of them depends on
    whether somebody was forgotten by then.
    """
    body = json.loads(entry.body)
    for text in PERSONAL.get(entry.name, ()):
        body.pop(text.path[0], None)
    shown = json.dumps(body).encode()
    return replace(entry, line=b"", hash=b"", body=shown, keys={}, closed=frozenset())


def desk_on(store):
    """A desk whose every decision follows from the script."""
    return Desk(store, load, LogClock(store), lambda: SEED, new_nonce=lambda: "")


def do(desk, script, number):
    """Do the act of a number, with the key that it always has."""
    who, what = script[number]
    key = f"act-{number}"
    if who == "create":
        return desk.create(NAME, what, "Olga", key=key)
    return desk.do(NAME, who, what, key=key)


def day_of_acts(ruleset, seed):
    """A random day of the ruleset, only what was accepted: from set-up to wherever it gets."""
    chance = Random(f"{ruleset} {seed}")
    script = []
    while len(script) < LEAST:
        day = Day(ruleset, careful=False)
        if day.begin(chance.getrandbits(48)):
            for _ in range(50):
                day.step(chance.getrandbits(48))
        script = accepted([one for one in day.script if one[0] in {"create", *day.event.people}])
    store = MemoryStore()
    desk = desk_on(store)
    ends = [do(desk, script, number).facts[-1].number for number in range(len(script))]
    lines = tuple(map(said, store.read(NAME)))
    return Acts(tuple(script), lines, tuple(ends), encode_state(desk.event(NAME)))


def accepted(script):
    """Leave out what is refused."""
    desk = desk_on(MemoryStore())
    kept = []
    for one in script:
        try:
            do(desk, [*kept, one], len(kept))
        except Refused:
            continue
        kept.append(one)
    return kept
