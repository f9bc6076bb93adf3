"""`tiltyard import` for files of other programs: as people and as programs read it."""

import json

import pytest
from click.testing import CliRunner

from tests.formats.foreign.samples import (
    LIST_JUGGLER,
    PLAYERS,
    SAMPLES,
    written,
)
from tiltyard.cli import group


@pytest.fixture
def run(tmp_path):
    def answer(data, *more):
        file = tmp_path / "event.json"
        file.write_bytes(data)
        store = tmp_path / "store.db"
        arguments = ["import", str(file), "--store", str(store), *more]
        return CliRunner().invoke(group, arguments)

    return answer


@pytest.fixture
def event(tmp_path):
    def answer(*arguments):
        store = ["--store", str(tmp_path / "store.db")]
        return CliRunner().invoke(group, ["event", *map(str, arguments), *store])

    return answer


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_kind_comes_in(run, kind):
    result = run(SAMPLES[kind], "--as", "brought")

    assert 0 == result.exit_code
    assert result.output.startswith("brought: ")
    assert "read by " in result.output


def test_the_difference_is_told_with_its_reason(run):
    value = json.loads(written(LIST_JUGGLER))
    value["players"][2]["mov"] = 200
    result = run(written(value))

    assert "1 of 5 players differ" in result.output
    line = next(line for line in result.output.splitlines() if "Dee Ek" in line)
    assert ["mov", "200", "150"] == line.split()[2:5]
    assert "the bye of round 1 counts as a whole win" in line


def test_programs_get_everything_as_json(run):
    document = json.loads(run(SAMPLES["listjuggler"], "--as", "cup", "--json").output)

    assert ("tiltyard/import/1", "cup", True) == tuple(
        document[key] for key in ("format", "event", "recorded")
    )
    assert ("listjuggler", "xwing-dogfight@2.2.1", 5, 3) == tuple(
        document[key] for key in ("kind", "ruleset", "players", "rounds")
    )
    assert ["list-unreadable"] == [one["code"] for one in document["remarks"]]
    first = document["published"]["rows"][0]
    assert {"theirs": "10", "ours": "10", "agrees": True, "reasons": []} == first["numbers"]["tp"]


def test_a_look_records_nothing(run, tmp_path):
    result = run(SAMPLES["tome"], "--dry-run")

    assert "nothing recorded" in result.output
    assert not (tmp_path / "store.db").exists()
    assert 0 == run(SAMPLES["tome"]).exit_code
    assert (tmp_path / "store.db").exists()


def test_two_events_of_one_name_are_two_and_one_file_is_one(run):
    first = run(SAMPLES["listjuggler"])
    other = json.loads(written({**LIST_JUGGLER, "date": "2015-04-04"}))
    second = run(written(other))
    again = run(SAMPLES["listjuggler"])

    assert first.output.startswith("store-cup: ")
    assert second.output.startswith("store-cup-")
    assert (2, True) == (again.exit_code, "already an event 'store-cup'" in again.stderr)
    assert 2 == run(written(other)).exit_code


def test_players_need_a_ruleset(run):
    refused = run(PLAYERS.encode())
    assert (2, True) == (refused.exit_code, "which game they play" in refused.stderr)

    assert 0 == run(PLAYERS.encode(), "--ruleset", "armada").exit_code


def test_a_refusal_is_one_line_and_a_document(run):
    result = run(b"{}", "--json")

    assert 2 == result.exit_code
    assert 1 == len(result.stderr.splitlines())
    assert "tournament-unreadable" == json.loads(result.stdout)["error"]["code"]


def test_remarks_of_one_kind_are_not_a_page(run):
    value = json.loads(written(LIST_JUGGLER))
    value["players"] += [{"name": "Ana Bern"} for _ in range(9)]
    output = run(written(value)).output

    assert "and 4 more of the kind two-of-one-name" in output


def test_what_was_published_is_shown_again_at_any_time(run, event):
    value = json.loads(written(LIST_JUGGLER))
    value["players"][2]["mov"] = 200
    told = run(written(value), "--as", "cup").output
    shown = event("published", "cup")
    document = json.loads(event("published", "cup", "--json").output)

    assert 0 == shown.exit_code
    assert shown.output in told
    assert "1 of 5 players differ" in shown.output
    assert 5 == len(document["published"]["rows"])


def test_an_event_of_ones_own_has_nothing_published_elsewhere(run, event):
    run(SAMPLES["games"], "--as", "cup")

    assert "Nothing was published elsewhere" in event("published", "cup").output
    assert None is json.loads(event("published", "cup", "--json").output)["published"]


@pytest.fixture
def open_event(event):
    new = ("--ruleset", "armada", "--organizer", "Olga", "--structure", "custom", "--rounds", 3)
    for arguments in (("new", "cup", *new), ("announce", "cup"), ("open-registration", "cup")):
        assert 0 == event(*arguments).exit_code
    return event


def test_a_table_is_looked_at_and_then_registered(open_event, tmp_path):
    file = tmp_path / "players.csv"
    file.write_text(PLAYERS, "utf-8")

    look = open_event("register-table", "cup", file, "--dry-run")
    assert "Squad: kept as a note" in look.output
    assert "Nobody was registered." in look.output

    done = open_event("register-table", "cup", file, "--json")
    assert ["Ana Bern", "Bo Carr"] == json.loads(done.output)["registered"]
    again = open_event("register-table", "cup", file)
    assert "0 registered, 2 were on the list already." in again.output


def test_columns_are_told_on_the_command_line(open_event, tmp_path):
    file = tmp_path / "players.csv"
    file.write_text("Nick,Name\nRed,Ana\n", "utf-8")

    done = open_event("register-table", "cup", file, "--column", "Nick=name", "--json")
    assert ["Red"] == json.loads(done.output)["registered"]
    for column in ("Nick", "Nick=shoes", "Shoes=name"):
        refused = open_event("register-table", "cup", file, "--column", column)
        assert (2, 1) == (refused.exit_code, len(refused.stderr.splitlines()))


def test_a_table_that_is_not_there_is_one_line(open_event, tmp_path):
    refused = open_event("register-table", "cup", tmp_path / "no.csv")

    assert 2 == refused.exit_code
    assert "no such file" in refused.stderr


def test_a_look_says_that_an_id_is_taken(run):
    free = run(SAMPLES["tome"], "--as", "cup", "--dry-run")
    assert "already" not in free.output
    assert 0 == run(SAMPLES["tome"], "--as", "cup").exit_code
    taken = run(SAMPLES["tome"], "--as", "cup", "--dry-run")

    assert 0 == taken.exit_code
    assert "there is an event 'cup' already" in taken.output
    assert "--as" in taken.output
    document = json.loads(run(SAMPLES["tome"], "--as", "cup", "--dry-run", "--json").output)
    assert (True, False) == (document["taken"], document["recorded"])
    other = json.loads(run(SAMPLES["tome"], "--as", "cap", "--dry-run", "--json").output)
    assert False is other["taken"]


def test_a_look_names_the_id_an_event_would_get(run):
    run(SAMPLES["listjuggler"])
    other = written({**LIST_JUGGLER, "date": "2015-04-04"})
    looked = run(other, "--dry-run").output.partition(":")[0]
    assert looked.startswith("store-cup-")
    assert run(other).output.startswith(f"{looked}: ")


def test_a_taken_id_names_the_way_out(run):
    run(SAMPLES["tome"], "--as", "cup")
    refused = run(SAMPLES["tome"], "--as", "cup")
    assert (2, True) == (refused.exit_code, "--as ID" in refused.stderr)


def test_a_look_at_players_says_what_columns_are_taken_for(run):
    table = b"Name,Phone,Club\nAna,1,X\nBo,2,\n"
    result = run(table, "--ruleset", "armada", "--dry-run")

    taken = "columns: Name = name; Phone = kept as a note for the leaders; Club = club or family"
    assert taken in result.output.splitlines()
    document = json.loads(run(table, "--ruleset", "armada", "--dry-run", "--json").output)
    assert {"heading": "Phone", "meaning": None} == document["columns"][1]


def test_who_imports_an_event_that_goes_on_is_told_who_knows_its_seed(run):
    file = {"format": "tiltyard/1", "ruleset": "armada", "seed": "s" * 64, "players": []}
    file["players"] = [{"id": one, "name": one.upper()} for one in "abcd"]
    known = "so it is no secret"

    assert known in run(json.dumps(file).encode(), "--as", "known").output
    del file["seed"]
    assert known not in run(json.dumps(file).encode(), "--as", "drawn").output
