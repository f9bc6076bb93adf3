"""The commands around the log: export, import, log, verify, backup, restore, second copy."""

import json
import sqlite3

import pytest
from click.testing import CliRunner

from tests.service.halls import DEMO, demo_store
from tiltyard.cli import group
from tiltyard.engine.errors import Refused
from tiltyard.store.port import Damaged, WrongStore
from tiltyard.store.sqlite import SqliteStore
from tiltyard.text.refusals import fix_text, refusal_text


def run(*arguments, env=None, stdin=None):
    return CliRunner().invoke(group, [str(one) for one in arguments], env=env, input=stdin)


@pytest.fixture
def desk(tmp_path):
    """The address of a store with the demo's events."""
    store = SqliteStore(tmp_path / "day.db")
    for name in DEMO:
        store.adopt(name, list(demo_store().read(name)))
    store.close()
    return tmp_path / "day.db"


def test_the_store_is_found_by_option_variable_or_data_folder(desk, tmp_path):
    named = run("export", "summer-disks", "--store", desk).stdout
    home = {"XDG_DATA_HOME": str(tmp_path / "data"), "TILTYARD_STORE": ""}
    (tmp_path / "data" / "tiltyard").mkdir(parents=True)
    desk.rename(tmp_path / "data" / "tiltyard" / "tiltyard.db")
    found = run("export", "summer-disks", env=home)
    here = tmp_path / "data" / "tiltyard" / "tiltyard.db"

    assert named == found.stdout
    assert named == run("export", "summer-disks", env={"TILTYARD_STORE": str(here)}).stdout


# ----------------------------------------------------------------------------- export and import


def test_an_export_is_checked_and_imported_and_exported_again(desk, tmp_path):
    first = run("export", "night-flight", "--store", desk)
    (tmp_path / "night.json").write_text(first.stdout, "utf-8")
    checked = run("check", tmp_path / "night.json")
    made = run("import", tmp_path / "night.json", "--store", tmp_path / "other.db")
    again = run("export", "night-flight", "--store", tmp_path / "other.db")

    assert 0 == checked.exit_code
    assert 0 == made.exit_code
    assert made.stdout.startswith("night-flight: 17 players, 2 rounds")
    assert first.stdout == again.stdout


def test_an_export_with_a_secret_seed_says_so_and_a_public_one_has_none(desk):
    secret = run("export", "night-flight", "--store", desk)
    public = run("export", "night-flight", "--public", "--store", desk)
    finished = run("export", "summer-disks", "--public", "--store", desk)

    assert "holds the secret seed" in secret.stderr
    assert "is left out" in public.stderr
    assert "seed" in json.loads(secret.stdout)
    assert "seed" not in json.loads(public.stdout)
    assert "seed" in json.loads(finished.stdout)
    assert "" == finished.stderr


def test_a_file_from_standard_input_gets_the_id_and_the_organizer_that_are_named(desk, tmp_path):
    text = run("export", "summer-disks", "--store", desk).stdout
    store = tmp_path / "other.db"
    made = run(
        "import", "-", "--event", "in-may", "--organizer", "Ida", "--store", store, stdin=text
    )

    assert made.stdout.startswith("in-may: 12 players")
    assert text == run("export", "in-may", "--store", store).stdout


def test_a_file_that_cannot_be_kept_is_one_line_with_its_place(desk, tmp_path):
    event = json.loads(run("export", "summer-disks", "--store", desk).stdout)
    event["players"][1]["number"] = event["players"][0]["number"]
    (tmp_path / "bad.json").write_text(json.dumps(event), "utf-8")
    result = run("import", tmp_path / "bad.json", "--event", "new", "--store", desk)

    assert 2 == result.exit_code
    assert 1 == len(result.stderr.splitlines())
    assert "bad.json: players[1].number: " in result.stderr
    assert isinstance(run("export", "new", "--store", desk).exception, Refused)


def test_an_event_that_is_there_is_not_imported_over(desk, tmp_path):
    text = run("export", "summer-disks", "--store", desk).stdout
    result = run("import", "-", "--store", desk, stdin=text)

    assert 2 == result.exit_code
    assert "already" in result.stderr


# ------------------------------------------------------------------------------------------ logs


def test_a_log_with_a_secret_seed_says_so(desk):
    note = "note: this file holds the secret seed of an unfinished event; --without-seed"

    assert note in run("log", "export", "ladder-night", "--store", desk).stderr
    withheld = ("log", "export", "ladder-night", "--without-seed", "--with-lists")
    without = run(*withheld, "--store", desk)
    assert 0 == without.exit_code
    assert note not in without.stderr
    assert note not in run("log", "export", "summer-disks", "--store", desk).stderr


def facts_of(name, desk):
    """Return how many facts an event has."""
    return json.loads(run("event", "--store", desk, "show", name, "--json").stdout)["version"]


def test_a_log_is_the_same_to_the_byte_in_another_store(desk, tmp_path):
    first = run("log", "export", "ladder-night", "--store", desk)
    (tmp_path / "ladder.log").write_bytes(first.stdout_bytes)
    made = run("log", "import", tmp_path / "ladder.log", "--store", tmp_path / "other.db")
    again = run("log", "export", "ladder-night", "--store", tmp_path / "other.db")

    assert first.stdout_bytes == again.stdout_bytes
    assert first.stderr.startswith(made.stdout)
    assert made.stdout.startswith(f"{facts_of('ladder-night', desk)} facts, head ")


def test_a_log_that_ends_early_is_refused_with_its_head(desk, tmp_path):
    first = run("log", "export", "ladder-night", "--store", desk)
    head = first.stderr.split()[-1]
    lines = first.stdout_bytes.splitlines(keepends=True)
    (tmp_path / "short.log").write_bytes(b"".join(lines[:-1]))
    arguments = ("log", "import", tmp_path / "short.log", "--store", tmp_path / "other.db")

    assert isinstance(run(*arguments, "--head", head).exception, Damaged)
    assert 0 == run(*arguments).exit_code


def test_a_log_file_that_is_not_there_is_refused(tmp_path):
    result = run("log", "import", tmp_path / "no.log", "--store", tmp_path / "x.db")

    assert isinstance(result.exception, Refused)
    assert "no such file" in refusal_text(result.exception)


# ---------------------------------------------------------------------------------------- verify


def test_verify_reads_events_logs_stores_and_folders_and_says_what_it_saw(desk, tmp_path):
    (tmp_path / "ladder.log").write_bytes(
        run("log", "export", "ladder-night", "--store", desk).stdout_bytes
    )
    (tmp_path / "logs").mkdir()
    run("backup", tmp_path / "logs", "--store", desk)
    event = run("verify", "ladder-night", "--store", desk)
    log = run("verify", tmp_path / "ladder.log")
    store = run("verify", desk)
    folder = run("verify", tmp_path / "logs")

    assert [0, 0, 0, 0] == [one.exit_code for one in (event, log, store, folder)]
    assert event.stdout.splitlines()[1:] == log.stdout.splitlines()[1:]
    assert "the seed matches it" in event.stdout
    assert "4 draws done again" in event.stdout
    assert "discarded  round 1.3, attempt 1: somebody leaves" in event.stdout
    assert len(DEMO) == store.stdout.count(": clean") == folder.stdout.count(": clean")
    assert demo_store().head("ladder-night").hash.hex() in event.stdout


def test_verify_as_json_is_one_document_for_each(desk):
    result = run("verify", "summer-disks", "night-flight", "--json", "--store", desk)
    first, second = (json.loads(line) for line in result.stdout.splitlines())

    assert {"tiltyard/verification/1"} == {first["format"], second["format"]}
    assert ("event", True, None) == (first["kind"], first["clean"], first["damage"])
    assert ["summer-disks", 6, 1, "matches", []] == [
        first["logs"][0][key] for key in ("event", "draws", "cuts", "seed", "findings")
    ]
    assert demo_store().head("night-flight").hash.hex() == second["logs"][0]["head"]


def test_a_damaged_log_is_a_finding(desk, tmp_path):
    data = run("log", "export", "ladder-night", "--store", desk).stdout_bytes
    (tmp_path / "ladder.log").write_bytes(data.replace(b"sealed/1|", b"sealed/2|"))
    result = run("verify", tmp_path / "ladder.log")

    assert 1 == result.exit_code
    assert "DAMAGED" in result.stdout
    assert "fact " in result.stdout


def test_a_damaged_store_is_a_finding(desk):
    with sqlite3.connect(desk) as connection:
        connection.execute(
            "UPDATE facts SET line = replace(line, 'sealed/1|', 'sealed/2|') WHERE number = 12"
        )
    connection.close()
    result = run("verify", desk)

    assert 1 == result.exit_code
    assert "DAMAGED" in result.stdout


def test_a_tournament_file_is_checked_and_verify_says_so(desk, tmp_path):
    event = json.loads(run("export", "summer-disks", "--store", desk).stdout)
    (tmp_path / "good.json").write_text(json.dumps(event), "utf-8")
    event["ranking"] = [player["id"] for player in event["players"]]
    (tmp_path / "bad.json").write_text(json.dumps(event), "utf-8")
    good, bad = run("verify", tmp_path / "good.json"), run("verify", tmp_path / "bad.json")

    assert [0, 1] == [good.exit_code, bad.exit_code]
    assert "checked as `tiltyard check` does" in good.stderr
    assert run("check", tmp_path / "bad.json").stdout == bad.stdout


def test_what_cannot_be_read_is_exit_2(desk, tmp_path):
    (tmp_path / "thing").write_bytes(b"hello")
    nothing = run("verify", "no-such-event", "--store", desk)
    newer = tmp_path / "newer.log"
    newer.write_bytes(b'{"format":"tiltyard/log/2","stream":"x"}\n')

    assert 2 == nothing.exit_code
    assert "neither a file nor an event" in nothing.stderr
    assert 2 == run("verify", tmp_path / "thing").exit_code
    assert 2 == run("verify", newer).exit_code
    assert 2 == run("verify", newer, "summer-disks", "--json", "--store", desk).exit_code


def test_a_log_without_seed_is_verified_again_when_the_seed_is_public(desk, tmp_path):
    seed = json.loads(run("export", "summer-disks", "--store", desk).stdout)["seed"]
    file = tmp_path / "withheld.log"
    withheld = ("log", "export", "summer-disks", "--without-seed", "--with-lists")
    file.write_bytes(run(*withheld, "--store", desk).stdout_bytes)
    before, after = run("verify", file), run("verify", file, "--seed", seed)

    assert [0, 0] == [before.exit_code, after.exit_code]
    assert 4 == before.stdout.count("not looked at without the seed")
    assert 0 == after.stdout.count("not looked at without the seed")
    assert "6 draws done again" in after.stdout
    assert 1 == run("verify", file, "--seed", "another").exit_code


# ---------------------------------------------------------------------------- backup and restore


def test_a_backup_is_restored_into_another_file_only(desk, tmp_path):
    saved = run("backup", tmp_path / "saved.db", "--store", desk)
    over = run("restore", tmp_path / "saved.db", "--store", desk)
    other = run("restore", tmp_path / "saved.db", "--into", tmp_path / "other.db", "--store", desk)

    assert len(DEMO) == len(saved.stdout.splitlines())
    assert isinstance(over.exception, Refused)
    assert saved.stdout.splitlines() == other.stdout.splitlines()[: len(DEMO)]
    assert 0 == run("verify", tmp_path / "other.db").exit_code


def test_a_newer_backup_is_refused_in_one_sentence(desk, tmp_path):
    run("backup", tmp_path / "saved.db", "--store", desk)
    with sqlite3.connect(tmp_path / "saved.db") as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    result = run("restore", tmp_path / "saved.db", "--into", tmp_path / "other.db")

    assert isinstance(result.exception, WrongStore)
    assert "newer version of Tiltyard" in refusal_text(result.exception)
    assert not (tmp_path / "other.db").exists()


def test_every_command_keeps_the_second_copy_up_to_date(desk, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    second = {"TILTYARD_SECOND_COPY": str(stick), "TILTYARD_STORE": str(desk)}
    before = run("backup", "--status", env=second)
    named = run("event", "staff", "appoint", "night-flight", "judge", "Xenia", env=second)
    told = run("event", "tell", "harbour-lights", "rounds", env=second)
    after = run("backup", "--status", env=second)

    assert 1 == before.exit_code
    assert [0, 0] == [named.exit_code, told.exit_code]
    assert "harbour-lights: up to date" in after.stdout
    assert "night-flight: up to date" in after.stdout
    count = facts_of("summer-disks", desk)
    assert f"summer-disks: {count} of {count} facts behind" in after.stdout
    assert 0 == run("backup", env=second).exit_code
    assert 0 == run("backup", "--status", env=second).exit_code


def test_a_stick_that_is_not_plugged_in_is_told_and_the_act_is_done(desk, tmp_path):
    second = {"TILTYARD_SECOND_COPY": str(tmp_path / "gone"), "TILTYARD_STORE": str(desk)}
    told = run("event", "tell", "harbour-lights", "rounds", env=second)

    assert 0 == told.exit_code
    assert "second copy" in told.stderr
    assert not (tmp_path / "gone").exists()
    assert isinstance(run("backup", env=second).exception, Refused)


def test_without_a_target_and_a_second_copy_there_is_nothing_to_do(desk):
    result = run("backup", "--store", desk, env={"TILTYARD_SECOND_COPY": ""})

    assert isinstance(result.exception, Refused)
    assert "n't named a target" in refusal_text(result.exception)


@pytest.mark.parametrize(
    "words",
    [
        ("-o", "missing/x.json"),
        ("-o", "."),
        ("--as", "xlsx", "-o", "missing/x.xlsx"),
        ("--archive", "missing/x.zip"),
        ("--archive", "folder.zip"),
        ("--archive", "file/pages"),
        ("--as", "archive", "-o", "folder.zip"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused(desk, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "file").write_text("here", "utf-8")
    before = _apart_from_the_index(tmp_path)
    result = run("export", "summer-disks", "--store", desk, *words)

    assert isinstance(result.exception, Refused)
    assert words[-1] in refusal_text(result.exception)
    assert fix_text(result.exception)
    assert before == _apart_from_the_index(tmp_path)


def _apart_from_the_index(folder):
    """Return what is in a folder but for the two files that SQLite reads a store with."""
    return sorted(path for path in folder.rglob("*") if not path.name.endswith(("-shm", "-wal")))


def test_the_help_says_what_a_log_with_lists_holds():
    said = " ".join(run("log", "export", "--help").stdout.split())
    assert "lists, incidents, notes, a drawn round" in said
