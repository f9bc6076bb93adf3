"""Logs written by every release are opened for ever, and give the standings they gave then.

`releases/<version>/` holds logs of the demo's events and their standings. They are written once,
with the release, and never again: a change that needs them changed needs an upcaster instead.
"""

import json
from pathlib import Path

import pytest

from tiltyard.app.desk import Desk
from tiltyard.app.verifying import verify_log
from tiltyard.core.decide.setup import ReopenEvent
from tiltyard.core.flow import standings
from tiltyard.core.state import fold
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.rulesets.loader import load
from tiltyard.store.log_lines import read_log, write_log
from tiltyard.store.memory import MemoryStore

RELEASES = Path(__file__).parent / "releases"
LOGS = sorted(RELEASES.glob("*/*.tiltyard-log"))


def opened(file):
    stream, entries = read_log(file.read_bytes().splitlines(keepends=True))
    store = MemoryStore()
    store.adopt(stream, entries)
    return stream, Desk(store, load)


def test_there_are_logs_of_a_release():
    assert LOGS


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
class TestALogOfARelease:
    def test_it_opens_and_gives_the_same_standings(self, file):
        stream, desk = opened(file)
        event = desk.event(stream)

        rows = standings(as_tournament(event), desk.rules(stream)[1]).rows

        expected = json.loads(file.with_suffix(".standings.json").read_text("utf-8"))
        shown = [[row.rank, row.player, {k: str(v) for k, v in row.keys.items()}] for row in rows]
        assert expected == shown
        assert event == fold(desk.log(stream))

    def test_it_is_written_again_byte_by_byte(self, file):
        stream, desk = opened(file)

        assert file.read_bytes() == b"".join(write_log(stream, desk.store.read(stream)))

    def test_it_is_verified_by_the_rules_of_its_own_version(self, file):
        stream, desk = opened(file)

        verdict = verify_log(stream, desk.log(stream), desk.store.head(stream), load)

        assert [] == verdict.troubles
        assert file.parent.name in verdict.engine

    def test_it_takes_a_further_act(self, file):
        stream, desk = opened(file)
        event = desk.event(stream)
        organizer = next(one.person for one in event.staff if one.role == "organizer")

        if event.phase == "finished":
            desk.do(stream, organizer, ReopenEvent("a late complaint"))
        else:
            from tiltyard.core.decide.setup import ArrangeTables

            desk.do(stream, organizer, ArrangeTables(first=2))

        assert desk.event(stream).version == event.version + 1
