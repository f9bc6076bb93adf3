"""Killing desks in the middle of a day, and looking at what they leave behind."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.crash.days import NAME, desk_on, said
from tests.store.crash_child import opened
from tiltyard.day.fold import fold
from tiltyard.store.codec import encode_state
from tiltyard.store.port import StoreRefused
from tiltyard.text.refusals import refusal_text

ROOT = Path(__file__).parents[2]
DONE, AT_FAILPOINT, KILLED = 0, 137, -9
POINTS = (
    "before-begin",
    "after-begin",
    "after-insert",
    "before-commit",
    "after-commit",
    "in-snapshot",
    "in-shutdown",
)
ON_SQLITE = (*POINTS, "in-checkpoint", "in-migration")


class Kennel:
    """The process that forks the desks."""

    def __init__(self):
        self.ends = Counter()
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.desk_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._child.stdin.close()
        self._child.wait()
        self._child.stdout.close()

    def run(self, order):
        """Let one desk work until it ends; return how."""
        self._child.stdin.write(json.dumps(order) + "\n")
        self._child.stdin.flush()
        ended = int(self._child.stdout.readline())
        self.ends[ended] += 1
        if ended == 1:
            raise AssertionError(Path(order["notes"]).with_suffix(".error").read_text("utf-8"))
        return ended


class CrashedDay:
    """A day on one store, done by desks that are killed; what they promised is kept here."""

    def __init__(self, kennel, acts, address, folder):
        self.kennel, self.acts, self.address = kennel, acts, str(address)
        self.notes, self.script = Path(folder) / "notes", Path(folder) / "script"
        self.script.write_bytes(pickle.dumps(acts.script))

    def run(self, **order):
        """Go on with the day until the desk ends."""
        order.update(address=self.address, notes=str(self.notes), script=str(self.script))
        return self.kennel.run(order)

    def acknowledged(self):
        """How many acts were acknowledged."""
        return self.notes.read_bytes().count(b"\n") if self.notes.exists() else 0

    def complaints(self):
        """Open the store as the next desk would; say everything that is not as promised."""
        try:
            store = opened(self.address)
        except StoreRefused as refused:
            return [f"does not open: {refusal_text(refused)}"]
        try:
            return list(self._about(store))
        finally:
            store.close()

    def _about(self, store):
        head = store.head(NAME).number
        if not head:
            if self.acknowledged():
                yield f"{self.acknowledged()} acts were acknowledged and nothing is there"
            return
        if store.verify(NAME).number != head:
            yield "the chain ends elsewhere"
        entries = tuple(map(said, store.read(NAME)))
        if entries != self.acts.lines[:head]:
            yield "the log is another one than without crashes"
        if head not in self.acts.ends:
            yield f"the log ends at {head}, in the middle of an act"
            return
        done = self.acts.ends.index(head) + 1
        if not self.acknowledged() <= done <= self.acknowledged() + 1:
            yield f"{done} acts are there, {self.acknowledged()} were acknowledged"
        desk = desk_on(store)
        if fold(desk.log(NAME)) != desk.event(NAME):
            yield "the event is not what its log adds up to"
        if done == len(self.acts.script) and encode_state(desk.event(NAME)) != self.acts.state:
            yield "the day ends in another state than without crashes"


def kill_days(kennel, days, orders, places):
    """Use up the orders to kill, day after day; return the kills and everything that is wrong.

    `places` gives a fresh address and a directory for each day.
    """
    kills, found = 0, []
    orders = list(orders)
    while orders:
        day = CrashedDay(kennel, next(days), *next(places))
        ended = None
        while orders and ended != DONE:
            ended = day.run(**orders[0])
            found += day.complaints()
            if ended != DONE:
                kills += 1
                orders.pop(0)
            elif not day.acts.script:
                orders.pop(0)
        if ended != DONE:
            day.run()
        found += day.complaints()
        if day.acknowledged() != len(day.acts.script):
            found.append("the day was not done to its end")
    return kills, found


def at_points(points, chance, times=1):
    """Orders to end at each of these places, reached now or some acts later."""
    for _ in range(times):
        for point in points:
            far = {"after-insert": 12, "in-shutdown": 2, "in-snapshot": 4, "in-checkpoint": 4}
            most = 1 if point == "in-migration" else far.get(point, 6)
            yield {"failpoint": f"{point}:{chance.randint(1, most)}"}


def at_random(chance, count):
    """Orders to end by SIGKILL: while it opens, or some acts later."""
    for _ in range(count):
        growth = chance.choice((0, chance.randint(0, 120)))
        yield {"growth": growth, "microseconds": chance.randint(0, 3_000)}
