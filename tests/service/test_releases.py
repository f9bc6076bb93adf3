"""Logs, stores and files of every release are opened for ever, and give what they gave then.

`releases/<version>/` holds logs of the demo's events, their standings, and from 0.2.0 on the whole
store and the events as files. They are written once, with the release, and never again: a change
that needs them changed needs an upcaster instead.
"""

import gzip
import json
from pathlib import Path

import pytest

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.fold import fold
from tiltyard.day.setup import ArrangeTables, ReopenEvent
from tiltyard.engine.flow import standings
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.verifying import verify_log
from tiltyard.store.chain import read_log, write_log
from tiltyard.store.memory import MemoryStore
from tiltyard.store.opening import open_store

RELEASES = Path(__file__).parent / "releases"
LOGS = sorted(RELEASES.glob("*/*.tiltyard-log"))
STORES = sorted(RELEASES.glob("*/hall.db.gz"))
FILES = sorted(log.with_suffix(".json") for log in LOGS if log.with_suffix(".json").exists())


def opened(file):
    stream, entries = read_log(file.read_bytes().splitlines(keepends=True))
    store = MemoryStore()
    store.adopt(stream, entries)
    return stream, Desk(store, load)


def shown(rows):
    return [[row.rank, row.player, {key: str(v) for key, v in row.keys.items()}] for row in rows]


def expected(file):
    return json.loads(file.with_suffix(".standings.json").read_text("utf-8"))


def go_on(desk, stream):
    """Do a further act, whatever the state of the event."""
    event = desk.event(stream)
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    finished = event.phase == "finished"
    act = ReopenEvent("a late complaint") if finished else ArrangeTables(first=2)
    desk.do(stream, organizer, act)
    assert desk.event(stream).version == event.version + 1


def test_there_are_logs_stores_and_files_of_a_release():
    assert LOGS
    assert STORES
    assert FILES


@pytest.mark.parametrize("packed", STORES, ids=lambda file: file.parent.name)
def test_a_store_of_a_release_opens_verifies_and_goes_on(packed, tmp_path):
    path = tmp_path / "hall.db"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    store = open_store(str(path))
    desk = Desk(store, load)

    for stream in store.streams():
        verdict = verify_log(stream, desk.log(stream), store.head(stream), load)
        assert [] == verdict.troubles
        log = packed.with_name(f"{stream}.tiltyard-log")
        if log.exists():
            assert log.read_bytes() == b"".join(write_log(stream, store.read(stream)))
        go_on(desk, stream)
    store.close()


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_file_of_a_release_gives_the_standings_it_gave(file):
    tournament = read_tournament(json.loads(file.read_text("utf-8")))

    assert expected(file) == shown(standings(tournament, load(tournament.ruleset)).rows)


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
class TestALogOfARelease:
    def test_it_opens_and_gives_the_same_standings(self, file):
        stream, desk = opened(file)
        event = desk.event(stream)

        rows = standings(as_tournament(event), desk.rules(stream)[1]).rows

        assert expected(file) == shown(rows)
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

        go_on(desk, stream)
