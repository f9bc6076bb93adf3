"""Killing processes that append, and looking at what they leave behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

from tests.store.crash_child import opened
from tests.store.making import act
from tiltyard.store.port import Answer, StoreRefused
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import refusal_text

ROOT = Path(__file__).parents[2]
KILLED, AT_FAILPOINT, DONE = -9, 137, 0


class Victims:
    """Children that come and go on one store; what they were promised is kept here."""

    def __init__(self, address, folder):
        self.address = str(address)
        self.stream = "event"
        self.notes = Path(folder) / "notes"
        self.ends = Counter()
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.store.crash_child"],
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

    def run(self, seed, acts=10_000, *, may_fail=False, **order):
        """Let one child work until it ends; return how it ended."""
        order.update(address=self.address, stream=self.stream, notes=str(self.notes))
        order.update(seed=seed, acts=acts)
        self.notes.with_suffix(".stop").unlink(missing_ok=True)
        self._child.stdin.write(json.dumps(order) + "\n")
        self._child.stdin.flush()
        ended = int(self._child.stdout.readline())
        self.ends[ended] += 1
        if ended == 1 and not may_fail:
            raise AssertionError(self.notes.with_suffix(".error").read_text("utf-8"))
        return ended

    def stop(self):
        """Ask the working child to end after its act."""
        self.notes.with_suffix(".stop").touch()

    def kill(self, seed, chance):
        """Kill a child at a random moment: while it opens, or up to some dozen acts later."""
        growth = chance.choice((0, chance.randint(0, 300)))
        return self.run(seed, growth=growth, microseconds=chance.randint(0, 3_000))

    def acknowledged(self):
        """Return what the children were told: key, first, last, and the lag of a second copy."""
        if not self.notes.exists():
            return []
        lines = self.notes.read_text("utf-8").splitlines()
        return [(key, *map(int, numbers)) for key, *numbers in map(str.split, lines)]

    def complaints(self):
        """Open the store as the next process would; say everything that is not as promised."""
        try:
            store = opened(self.address)
        except StoreRefused as refused:
            return [f"does not open: {refusal_text(refused)}"]
        try:
            return [*self._about(store), *self._about_backup()]
        finally:
            store.close()

    def _about(self, store):
        entries = list(store.read(self.stream))
        for stream in store.streams():
            store.verify(stream)  # the chain, and an answer for every fact
            if stream != self.stream and 12 != store.head(stream).number:
                yield f"{stream} was taken over in part"
        by_key = {}
        for key, group in groupby(entries, key=lambda entry: entry.key):
            parts = [json.loads(entry.body) for entry in group]
            numbers = [part["part"] for part in parts]
            if numbers != list(range(1, parts[0]["of"] + 1)) or key in by_key:
                yield f"the act {key} is there in part or twice: {numbers}"
            by_key[key] = len(parts)
        for key, first, last, *_ in self.acknowledged():
            answer = store.answer(self.stream, "ann", key, act(key).fingerprint)
            if key not in by_key or answer != Answer(first, last, repeated=True):
                yield f"the act {key} was acknowledged as {first} to {last} and is {answer}"

    def _about_backup(self):
        backup = Path(f"{self.address}.backup")
        if backup.exists():
            store = SqliteStore(backup)
            store.close()
        return ()
