"""A ruleset that does not come with the program travels with its event, word for word."""

import json
from datetime import date
from pathlib import Path

import pytest

from tiltyard.day.facts import Details, RulesetKept
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets import loader
from tiltyard.rulesets.loader import LONGEST_FILE, load, load_files
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import export_event, export_log, import_log
from tiltyard.service.foreign_importing import preview_import
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.service.verifying import verdict_of
from tiltyard.store.memory import MemoryStore

FOLDER = Path(__file__).parents[1] / "rulesets" / "data"


@pytest.fixture(scope="module")
def at_home() -> Desk:
    """Return a desk that knows a ruleset of its own, with an event that is played by it."""
    desk = Desk(MemoryStore(), lambda name: load(name, FOLDER))
    details = Details("League night", "league-night", date(2026, 1, 1))
    desk.create("league", details, "Ann", language="de")
    return desk


def test_an_event_keeps_the_files_of_its_ruleset_and_of_all_it_inherits(at_home):
    kept = [entry.fact for entry in at_home.log("league") if type(entry.fact) is RulesetKept]

    assert [
        RulesetKept(
            "league-night@1",
            {
                name: (FOLDER / f"{name}.toml").read_text("utf-8")
                for name in ("league-night@1", "skirmish-cup@1")
            },
        )
    ] == kept


def test_an_event_of_a_shipped_ruleset_keeps_no_files(at_home):
    done = at_home.create("armada", Details("A", "armada", date(2026, 1, 1)), "Ann")

    assert ["event-created/1"] == [entry.fact.NAME for entry in done.facts]


def test_its_log_opens_and_verifies_where_nobody_knows_the_ruleset(at_home):
    elsewhere = MemoryStore()
    import_log(elsewhere, list(export_log(at_home.store, "league")), "league.jsonl")

    assert at_home.rules("league") == Desk(elsewhere, load).rules("league")
    assert verdict_of("league", list(elsewhere.read("league")), load).is_clean


def test_its_tournament_file_is_read_where_nobody_knows_the_ruleset(at_home):
    data = export_event(at_home.event("league")).text.encode()

    preview = preview_import(data)
    elsewhere = Desk(MemoryStore(), load)
    brought = Brought(preview.tournament, preview.document)
    event = import_tournament(elsewhere, "league", brought)

    assert at_home.rules("league")[1] == elsewhere.rules("league")[1]
    assert at_home.event("league").ruleset_files == event.ruleset_files


def test_the_event_goes_on_by_its_own_rules_where_others_have_the_same_name(at_home):
    lines = list(export_log(at_home.store, "league"))
    elsewhere = MemoryStore()
    import_log(elsewhere, lines, "league.jsonl")

    other = Desk(elsewhere, lambda _: load("armada"))

    assert "League Night Rules Pack" == other.rules("league")[0].title


BASE = 'inherits = "armada@1.0.1"\nid = "mine"\nversion = "1"\n'


@pytest.mark.parametrize(
    ("name", "files", "code"),
    [
        pytest.param("armada@9", {"armada@9": BASE}, "ruleset-name-reserved", id="official id"),
        pytest.param("common@2", {"common@2": BASE}, "ruleset-name-reserved", id="inherited file"),
        pytest.param("mine@1", {}, "ruleset-files-other", id="nothing"),
        pytest.param("mine@1", {"other@1": BASE}, "ruleset-files-other", id="another file"),
        pytest.param(
            "mine@1", {f"mine@{n}": BASE for n in range(1, 6)}, "ruleset-files-other", id="many"
        ),
        pytest.param("../x@1", {"../x@1": BASE}, "ruleset-name-unusable", id="a path"),
        pytest.param("mine@2", {"mine@2": BASE}, "ruleset-says-other-name", id="another version"),
        pytest.param(
            "mine@1", {"mine@1": BASE + "#" * LONGEST_FILE}, "ruleset-too-long", id="too long"
        ),
        pytest.param(
            "mine@1", {"mine@1": BASE + "x = " + "[" * 9000}, "ruleset-nested-too-deep", id="deep"
        ),
        pytest.param(
            "mine@1", {"mine@1": BASE + f"x = {'9' * 5000}"}, "parsed-not-toml", id="many digits"
        ),
        pytest.param(
            "mine@1", {"mine@1": BASE + "[points]\nwin = 1000001"}, "ruleset-number-too-large",
            id="a million and one",
        ),
        pytest.param(
            "mine@1", {"mine@1": BASE + 'title = "a\\u202Eb"'}, "ruleset-text-unprintable",
            id="letters that run backwards",
        ),
        pytest.param(
            "mine@1", {"mine@1": BASE + f'title = "{"a" * 401}"'}, "ruleset-text-unprintable",
            id="a title of 401 letters",
        ),
        pytest.param(
            "mine@1",
            {"mine@1": BASE.replace("armada@1.0.1", "mine@1")},
            "toml-inherits-from-itself",
            id="from itself",
        ),
    ],
)  # fmt: skip
def test_what_comes_from_outside_is_refused_by_name(name, files, code):
    with pytest.raises(RulesetUnreadable) as refused:
        load_files(name, files)

    assert code == refused.value.code


def test_numbers_and_texts_up_to_the_bound_are_read():
    text = BASE + f'title = "{"a" * 400}"\n[options."bye.max_per_player"]\nmost = 1000000'

    rules = load_files("mine@1", {"mine@1": text})

    assert ("mine@1", "armada@1.0.1", {"mine@1": text}) == (
        rules.name,
        rules.based_on,
        rules.files,
    )


def test_a_file_may_not_bring_an_official_ruleset(at_home):
    said = json.loads(export_event(at_home.event("league")).text)
    said["ruleset"] = "armada@1.0.1"
    said["ruleset_files"] = {"armada@1.0.1": BASE}

    with pytest.raises(RulesetUnreadable) as refused:
        preview_import(json.dumps(said).encode())

    assert ("ruleset-name-reserved", "ruleset_files") == (refused.value.code, refused.value.field)
    assert read_tournament(decode(json.dumps(said).encode())).ruleset_files


def test_a_folder_of_rulesets_may_not_shadow_an_official_one(tmp_path):
    (tmp_path / "armada@1.0.1.toml").write_text(BASE)

    with pytest.raises(RulesetUnreadable) as refused:
        load("armada", tmp_path)

    assert "ruleset-name-reserved" == refused.value.code


def test_a_log_whose_ruleset_nobody_could_open_is_not_taken_over(at_home, monkeypatch):
    lines = list(export_log(at_home.store, "league"))
    monkeypatch.setattr(loader, "MOST_FILES", 1)
    loader._brought.cache_clear()
    store = MemoryStore()

    with pytest.raises(RulesetUnreadable):
        import_log(store, lines, "league.jsonl")

    assert () == store.streams()
