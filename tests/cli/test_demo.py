"""The demo shows what the commands would say, and writes only where it is told to."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import resources

import pytest
from click.testing import CliRunner

from tests.formats.test_schemas import problems
from tiltyard.cli import group
from tiltyard.cli.demo import ALTERED, FILE
from tiltyard.day.event import Timer
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load, names
from tiltyard.service.desk import Desk
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import refusal_text

EVENT = json.loads(resources.files("tiltyard.dev").joinpath("demo_event.json").read_bytes())
ROUNDS = EVENT["stages"][0]["rounds"]
MATCHES = [match for round_ in ROUNDS for match in round_["matches"]]


def run(*arguments):
    return CliRunner().invoke(group, [str(one) for one in arguments])


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the files of the demo."""
    assert 0 == run("demo", "--save", tmp_path / "desk").exit_code
    return tmp_path / "desk"


def test_the_demo_shows_what_the_commands_print(folder):
    page = run("demo").stdout

    assert run("standings", folder / FILE).stdout in page
    assert run("check", folder / FILE).stdout in page
    assert run("check", folder / ALTERED).stdout in page


def test_the_demo_fits_80_columns():
    assert max(map(len, run("demo").stdout.splitlines())) <= 80


def test_the_demo_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert 0 == run("demo").exit_code

    assert [] == list(tmp_path.iterdir())


def test_saving_writes_both_files_and_says_so(tmp_path):
    result = run("demo", "--save", tmp_path / "new" / "desk")

    assert 0 == result.exit_code
    assert {FILE, ALTERED} == {file.name for file in (tmp_path / "new" / "desk").iterdir()}
    assert 2 == result.stdout.count("written: ")


def test_saving_never_overwrites(folder):
    (folder / ALTERED).write_text("mine", "utf-8")
    result = run("demo", "--save", folder)

    assert isinstance(result.exception, Refused)
    assert "mine" == (folder / ALTERED).read_text("utf-8")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    result = run("demo", "--save", tmp_path / "file" / "desk")

    assert isinstance(result.exception, Refused)
    assert "not a directory" in refusal_text(result.exception)


def test_the_saved_event_is_clean_and_the_altered_one_is_not(folder):
    assert 0 == run("check", folder / FILE).exit_code
    assert 1 == run("check", folder / ALTERED).exit_code
    assert [] == problems("tournament", EVENT)


def test_every_command_the_demo_recommends_works(folder, monkeypatch):
    monkeypatch.chdir(folder)
    commands = [
        line.split("   ")[0].split()[1:]
        for line in run("demo").stdout.partition("Try it yourself:")[2].splitlines()
        if line.startswith("  tiltyard ")
    ]
    codes = {
        " ".join(command): run(*command).exit_code
        for command in commands
        if "--save" not in command
    }

    assert {f"check {ALTERED}": 1} == {command: code for command, code in codes.items() if code}
    assert 5 < len(commands)


def test_the_event_holds_what_a_newcomer_should_see():
    reports = [match["report"] for match in MATCHES if "report" in match]

    assert 9 == len(EVENT["players"])
    assert 3 == len(ROUNDS)
    assert ["bye", "bye"] == [match["kind"] for match in MATCHES if "kind" in match]
    assert 1 == sum("initiative" in report for report in reports)
    assert 1 == sum(report["end"] == "concession" for report in reports)
    assert ["drop"] == [change["change"] for round_ in ROUNDS for change in round_.get("after", [])]


def test_head_to_head_decides_the_first_place_against_the_margin(standings):
    first, second = standings(EVENT)["rows"][:2]

    assert ("greta", "ines", "h2h") == (first["player"], second["player"], second["decided_by"])
    assert int(first["keys"]["mov"]) < int(second["keys"]["mov"])


# ---------------------------------------------------------------------------------------- the day


def day_of(tmp_path):
    """Return the events that the demo puts into a store."""
    assert 0 == run("demo", "--store", tmp_path / "day.db").exit_code
    store = SqliteStore(tmp_path / "day.db")
    try:
        desk = Desk(store, load)
        return {name: desk.event(name) for name in desk.events()}
    finally:
        store.close()


def test_the_day_has_all_six_formats_in_every_state(tmp_path):
    events = day_of(tmp_path)
    running = {name: event for name, event in events.items() if event.phase == "running"}

    assert {"announced", "registration", "check_in", "running", "finished"} == {
        event.phase for event in events.values()
    }
    assert set(names()) == {event.details.ruleset.partition("@")[0] for event in events.values()}
    assert 3 == len(running)
    games = running["night-flight"].current.games.values()
    assert 1 == sum(game.is_disputed for game in games)
    assert {True, False} == {game.is_open for game in games if game.kind == "game"}
    assert running["ladder-night"].draft is not None
    assert running["ladder-night"].discarded
    assert running["the-broken-crown"].qualification.offered is not None
    assert 3 == len(events["summer-disks"].prizes)
    assert {"registered", "checked_in", "active"} == {
        one.state for one in events["the-long-table"].entrants.values()
    }


def test_the_day_is_the_same_every_time_but_for_the_hours(tmp_path):
    def told(folder):
        folder.mkdir()
        return {
            name: replace(event, last_act=None, calls={})
            for name, event in timeless(day_of(folder)).items()
        }

    assert told(tmp_path / "one") == told(tmp_path / "two")


def timeless(events):
    """Return events without the times of their clocks."""
    return {
        name: replace(
            event,
            rounds=tuple(replace(one, timer=Timer()) for one in event.rounds),
            draft=replace(event.draft, timer=Timer()) if event.draft else None,
            list_desk=replace(event.list_desk, lists=timeless_lists(event), deadline=None),
        )
        for name, event in events.items()
    }


def timeless_lists(event):
    """Return lists without the hours they were handed in and checked."""
    return {
        player: replace(one, at=None, checked_at=None)
        for player, one in event.list_desk.lists.items()
    }


def test_nothing_in_the_day_happens_later_than_now(tmp_path):
    before = datetime.now(UTC)
    day_of(tmp_path)
    store = SqliteStore(tmp_path / "day.db")
    times = [entry.at for name in store.streams() for entry in store.read(name)]
    store.close()

    assert max(times) <= datetime.now(UTC)
    assert min(times) < before - timedelta(days=6)


def test_players_have_invented_names_and_each_once_in_an_event(tmp_path):
    for event in day_of(tmp_path).values():
        people = list(event.people.values())

        assert len(people) == len(set(people))
        assert all(len(name.split()) >= 2 for name in people)


def test_a_store_with_events_is_not_filled(tmp_path):
    day_of(tmp_path)
    result = run("demo", "--store", tmp_path / "day.db")

    assert isinstance(result.exception, Refused)
    assert "already events in" in refusal_text(result.exception)


def test_the_demo_never_fills_the_store_of_the_day(tmp_path):
    mine = {"TILTYARD_STORE": str(tmp_path / "mine.db"), "XDG_DATA_HOME": str(tmp_path)}

    assert 0 == CliRunner().invoke(group, ["demo"], env=mine).exit_code
    assert [] == list(tmp_path.iterdir())


def test_the_page_lists_the_events_of_the_day_and_how_they_stand():
    page = " ".join(run("demo").stdout.split())

    for words in ("night-flight", "1 disputed", "attempt 2", "is asked", "finished", "check-in"):
        assert words in page


def test_the_seeds_of_the_demo_look_like_seeds_and_are_always_the_same(tmp_path):
    seeds = []
    for name in ("one.db", "two.db"):
        address = str(tmp_path / name)
        run("demo", "--store", address)
        shown = json.loads(
            run("event", "--store", address, "show", "summer-disks", "--json").stdout
        )
        seeds.append(shown["seed"])

    assert seeds == [sha256(b"summer-disks").hexdigest()] * 2
