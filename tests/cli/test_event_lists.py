"""Army lists in the terminal: from a file to the lock, and nothing to strangers."""

import json

import pytest

from tests.cli.event_desk import Terminal
from tests.day.army_lists import clean_list

LIST = clean_list("xwing-dogfight")


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    """Return a store with an event whose doors are open: Ann and Bob play, Jude judges."""
    desk = Terminal(tmp_path_factory.mktemp("lists") / "store.db")
    new = ("--ruleset", "xwing-dogfight", "--organizer", "Olga", "--rounds", 2)
    desk.do("new", "cup", *new, "--date", "2018-11-03")
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann", "Bob")
    desk.do("staff", "appoint", "cup", "judge", "Jude")
    desk.do("open-check-in", "cup")
    desk.do("check-in", "cup", "--all")
    desk.do("tell", "cup", "--all")
    return desk.file


@pytest.fixture
def desk(doors, tmp_path):
    file = tmp_path / "store.db"
    file.write_bytes(doors.read_bytes())
    return Terminal(file)


@pytest.fixture
def squad(tmp_path):
    file = tmp_path / "squad.txt"
    file.write_text(LIST, "utf-8")
    return file


def test_a_list_goes_from_a_file_to_the_lock(desk, squad, tmp_path):
    said = desk.do("army", "submit", "cup", "Ann", squad, "--as", "Ann")
    assert "The list of Ann is handed in." in said
    assert "Total: 98" in said
    desk.do("squad", "paper", "cup", "Bob")
    shown = desk.json("army", "show", "cup", "Ann")
    assert (shown["text"], shown["totals"], shown["state"]) == (LIST, [98], "submitted")
    desk.do("army", "approve", "cup", "Ann", "--digest", shown["digest"], "--as", "Jude")
    desk.do("start", "cup")
    own = desk.json("army", "show", "cup", "Ann", "--as", "Ann")
    assert len(own["seal"]) == 64
    assert desk.json("army", "show", "cup", "Ann")["seal"] is None
    put_right = tmp_path / "right.txt"
    put_right.write_text(LIST.replace("98", "97"), "utf-8")
    desk.do("army", "amend", "cup", "Ann", put_right, "--reason", "miscounted")
    assert desk.json("army", "show", "cup", "Ann")["totals"] == [97]
    assert desk.no("army", "submit", "cup", "Ann", squad, "--as", "Ann")["clause"] == "XW-038"


def test_a_list_comes_from_standard_input_as_well(desk):
    desk.do("army", "save", "cup", "Ann", "-", "--as", "Ann", input=LIST)
    desk.do("fleet", "submit", "cup", "Ann", "--as", "Ann")
    assert desk.json("army", "show", "cup", "Ann")["text"] == LIST


def test_the_checks_say_what_to_change(desk):
    wrong = clean_list("xwing-dogfight", 101)
    said = desk.do("army", "submit", "cup", "Ann", "-", input=wrong)
    assert "error: " in said
    assert "(XW-035)" in said
    desk.do("army", "return", "cup", "Ann", "--reason", "one too many")
    assert "Ann: returned" in desk.do("army", "show", "cup")
    assert desk.no("army", "approve", "cup", "Ann", "--yes")["message"].startswith("There is no")


@pytest.mark.parametrize(("answer", "state"), [("y", "approved"), ("n", "submitted")])
def test_whoever_approves_is_shown_the_list_first(desk, squad, answer, state):
    desk.do("army", "submit", "cup", "Ann", squad)
    result = desk.run("army", "approve", "cup", "Ann", input=f"{answer}\n")
    assert "Grey Wing" in result.stdout
    assert result.exit_code == (0 if answer == "y" else 1)
    assert desk.json("army", "show", "cup", "Ann")["state"] == state


def test_whoever_approves_with_json_is_shown_the_list_beside_the_answer(desk, squad):
    desk.do("army", "submit", "cup", "Ann", squad)
    result = desk.run("army", "approve", "cup", "Ann", "--json", input="y\n")
    assert "Grey Wing" in result.stderr
    assert [one["name"] for one in json.loads(result.stdout)["facts"]] == ["list-approved/1"]


def test_what_cannot_be_approved_is_refused_before_anybody_is_asked(desk):
    desk.do("army", "submit", "cup", "Ann", "-", input=clean_list("xwing-dogfight", 101))
    result = desk.run("army", "approve", "cup", "Ann", input="y\n")
    assert result.exit_code == 2
    assert "XW-035" in result.stdout
    assert "Approve this list?" not in result.output
    assert "can't be approved" in result.stderr


def test_all_lists_without_errors_are_approved_at_once(desk, squad):
    desk.do("army", "submit", "cup", "Ann", squad)
    desk.do("army", "submit", "cup", "Bob", squad)
    desk.do("army", "approve-clean", "cup", "--as", "Jude")
    lines = {one["name"]: one["state"] for one in desk.json("army", "show", "cup")["lists"]}
    assert lines == {"Ann": "approved", "Bob": "approved"}


def test_show_names_what_is_missing_and_until_when(desk):
    desk.do("army", "deadline", "cup", "2018-11-03T09:30+01:00")
    shown = desk.json("army", "show", "cup")
    assert shown["deadline"] == "2018-11-03T08:30:00+00:00"
    assert [one["state"] for one in shown["lists"]] == ["missing", "missing"]
    said = desk.do("show", "cup")
    assert "2 lists are missing: Ann, Bob." in said
    assert "The deadline for lists has passed, " in said
    desk.do("army", "deadline", "cup")
    assert desk.json("army", "show", "cup")["deadline"] is None
    assert "isn't a time" in desk.no("army", "deadline", "cup", "tomorrow")["message"]


def test_nobody_else_is_shown_a_list(desk, squad):
    desk.do("army", "save", "cup", "Ann", squad, "--as", "Ann")
    hidden = desk.no("army", "show", "cup", "Ann")
    assert hidden == desk.no("army", "show", "cup", "Bob")
    desk.do("army", "submit", "cup", "Ann", "--as", "Ann")
    assert desk.no("army", "show", "cup", "Ann", "--as", "Bob") == hidden
    assert desk.json("army", "show", "cup", "--as", "Bob")["lists"][0]["errors"] is None


def test_the_history_tells_no_list_and_no_reason(desk, squad):
    desk.do("army", "submit", "cup", "Ann", squad)
    desk.do("army", "return", "cup", "Ann", "--reason", "a very private word")
    desk.do("army", "submit", "cup", "Ann", squad)
    desk.do("army", "approve", "cup", "Ann", "--yes")
    desk.do("army", "paper", "cup", "Bob")
    desk.do("start", "cup")
    told = json.dumps(desk.json("history", "cup")) + desk.do("history", "cup")
    for secret in ("Grey Wing", "Rebel", "private word", "seals", "digest"):
        assert secret not in told, secret


@pytest.mark.parametrize("data", [b"\x89PNG\r\n", b"x" * 300_000, b"\x00\x01"])
def test_a_file_that_is_no_list_is_refused_in_one_line(desk, tmp_path, data):
    file = tmp_path / "picture"
    file.write_bytes(data)
    assert desk.no("army", "submit", "cup", "Ann", file)["fix"]
    assert "no such file" in desk.no("army", "submit", "cup", "Ann", tmp_path / "gone")["message"]


def test_who_begins_is_tossed_and_noted(desk, squad):
    for player in ("Ann", "Bob"):
        desk.do("army", "submit", "cup", player, squad)
    desk.do("product", "cup", "Core Set", "legal", "--since", "2018-11-01", "--reason", "out")
    desk.do("start", "cup")
    desk.do("draw", "cup", "--publish")
    assert "The coin at" in desk.do("coin", "cup", "1")
    assert "Ann begins at" in desk.do("first", "cup", "1", "Ann", "--side", "north")


def test_numbers_of_terrain_are_numbers(desk):
    result = desk.run("terrain", "cup", "Ruins", "55", "--value", "cover=two")
    assert result.exit_code == 2
    assert "KEYWORD=NUMBER" in result.stderr
    assert "clause" not in desk.no("terrain", "cup", "Ruins", "55", "--value", "cover=2")


@pytest.mark.clause("AMB-054")
def test_the_hint_about_a_piece_off_the_chart_names_the_option(desk):
    new = ("--ruleset", "runewars", "--organizer", "Olga", "--structure", "custom", "--rounds", 2)
    desk.do("new", "rocks", *new)
    result = desk.run("terrain", "rocks", "Cliff", "95")
    assert result.exit_code == 2
    assert "or say its capacity (--capacity)" in result.stderr
    assert "capacity 4" in desk.do("terrain", "rocks", "Cliff", "95", "--capacity", 4)


# ----------------------------------------------------------------------- what people read of them

XWS = json.dumps(
    {
        "faction": "rebel",
        "name": "Dawn",
        "points": 23,
        "pilots": [{"id": "greywing", "ship": "wing", "points": 23}],
    }
)


def test_a_list_of_a_program_is_shown_as_it_was_read(desk):
    desk.do("army", "submit", "cup", "Ann", "-", input=XWS)
    said = desk.do("army", "show", "cup", "Ann")
    assert said.startswith("Ann: approved: no errors; fingerprint ")
    assert "Dawn: Rebel" in said
    assert "Ships" in said
    assert '"pilots"' not in said
    assert desk.json("army", "show", "cup", "Ann")["text"] == XWS


@pytest.mark.clause("AMB-034")
def test_a_list_without_errors_counts_as_approved_unless_a_leader_approves_all(desk, squad):
    desk.do("army", "submit", "cup", "Ann", squad)
    assert "  Ann: approved: no errors\n" in desk.do("army", "show", "cup")
    assert "  Ann: submitted\n" in desk.do("army", "show", "cup", "--as", "Bob")
    assert desk.json("army", "show", "cup", "Ann")["approved"]
    desk.do("army", "submit", "cup", "Bob", "-", input=clean_list("xwing-dogfight", 101))
    assert "  Bob: submitted, 1 error\n" in desk.do("army", "show", "cup")
    assert not desk.json("army", "show", "cup", "Bob")["approved"]
    assert "wait" not in desk.do("show", "cup")


@pytest.mark.clause("AMB-034")
def test_where_a_leader_approves_all_lists_one_that_came_in_waits(desk, squad):
    options = ("--option", "lists.approval=by_hand", "--rounds", 2)
    desk.do("new", "other", "--ruleset", "xwing-dogfight", "--organizer", "Olga", *options)
    desk.do("announce", "other")
    desk.do("register", "other", "Ann")
    desk.do("army", "submit", "other", "Ann", squad)
    assert "  Ann: submitted\n" in desk.do("army", "show", "other")
    assert not desk.json("army", "show", "other", "Ann")["approved"]
    assert "1 list is waiting for approval: Ann." in desk.do("show", "other")


def test_an_amendment_says_what_the_checks_find_and_what_was_changed(desk, squad):
    desk.do("army", "submit", "cup", "Ann", squad)
    desk.do("army", "paper", "cup", "Bob")
    desk.do("start", "cup")
    seal = desk.json("army", "show", "cup", "Ann", "--as", "Ann")["seal"]
    change = ("army", "amend", "cup", "Ann", "-", "--reason", "one was missing")
    no = desk.no(*change, input=LIST.replace("98", "101"))
    assert no["clause"] == "XW-035"
    assert "illegal: 101 points, 100 allowed." in no["message"]
    more = LIST.replace("98", "99")
    said = desk.do(*change, input=more)
    assert "Total: 99" in said
    shown = desk.do("army", "show", "cup", "Ann")
    assert ", locked; fingerprint" in shown
    assert "Amended by Olga" in shown
    assert ": one was missing\n" in shown
    changed = [line for line in shown.splitlines() if line.startswith(("  - ", "  + "))]
    assert [line[:4] for line in changed].count("  - ") == LIST.count("98")
    assert all("98" in line for line in changed if line.startswith("  - "))
    assert all("99" in line for line in changed if line.startswith("  + "))
    assert seal not in shown
    assert f"Seal before it: {seal}" in desk.do("army", "show", "cup", "Ann", "--as", "Ann")
    amendment = desk.json("army", "show", "cup", "Ann")["amendments"]
    assert [(one["reason"], one["before"]) for one in amendment] == [("one was missing", LIST)]


@pytest.mark.clause("AMB-038")
def test_the_total_of_a_list_on_paper_is_noted_with_it(desk):
    desk.do("army", "paper", "cup", "Ann", "--total", 97)
    desk.do("check-in", "cup", "Bob", "--take-back")
    desk.do("check-in", "cup", "Bob", "--total", 99)
    desk.do("army", "paper", "cup", "Bob")
    desk.do("start", "cup")
    desk.do("draw", "cup", "--publish")
    said = desk.do("round", "cup")
    assert "1: Ann decides who begins: lower total. (XW-050)" in said
    match = desk.match_at(1)
    assert (match["decides"], match["coin"], match["first"]) == ("p2", False, None)


def test_a_total_belongs_to_one_player_and_must_be_possible(desk):
    for words in (("army", "paper", "cup", "Ann", "Bob"), ("check-in", "cup", "--all")):
        result = desk.run(*words, "--total", 97)
        assert (result.exit_code, "single player" in result.stderr) == (2, True)
    assert desk.no("army", "paper", "cup", "Ann", "--total", -1)
    assert desk.json("army", "show", "cup")["lists"][0]["state"] == "missing"


@pytest.mark.clause("XW-050", "XW-051")
def test_a_round_says_who_decides_the_coin_and_who_begins(desk, squad):
    for player in ("Ann", "Bob"):
        desk.do("army", "submit", "cup", player, squad)
    desk.do("start", "cup")
    desk.do("draw", "cup")
    assert "Both lists cost the same: a coin says who decides" in desk.do("round", "cup")
    desk.do("publish", "cup")
    assert desk.match_at(1)["coin"]
    desk.do("coin", "cup", "1")
    assert "1: The coin fell for " in desk.do("round", "cup")
    desk.do("first", "cup", "1", "Ann", "--side", "north")
    assert "1: Ann begins, on this side: north." in desk.do("round", "cup", "--why")


@pytest.mark.clause("ME-028")
def test_a_conversion_is_named_to_whoever_asks_and_to_those_who_answer(empty):
    new = ("--ruleset", "middle-earth", "--organizer", "Olga", "--rounds", 2, "--points", 600)
    empty.do("new", "cup", *new)
    empty.do("announce", "cup")
    empty.do("register", "cup", "Ann", "Bob")
    asked = empty.do("conversion", "ask", "cup", "Ann", "a rider on foot", "--as", "Ann")
    assert "It is asked for as k1." in asked
    waits = "conversion k1 of Ann waits for an answer: a rider on foot"
    assert waits in empty.do("show", "cup")
    assert waits in empty.do("army", "show", "cup")
    assert waits in empty.do("army", "show", "cup", "--as", "Ann")
    assert "rider" not in empty.do("army", "show", "cup", "--as", "Bob")
    assert empty.json("army", "show", "cup", "--as", "Bob")["conversions"] == []
    empty.do("conversion", "decide", "cup", "k1", "yes")
    assert "k1" not in empty.do("show", "cup")


@pytest.mark.clause("XW-023")
def test_borrowed_mats_are_laid_by_lot_and_named_by_table(desk):
    said = desk.do("mats", "cup", "Ann's mat", "Bob's mat")
    assert {line.partition(": ")[2] for line in said.splitlines() if "table " in line} == {
        "Ann's mat",
        "Bob's mat",
    }
    assert desk.no("mats", "cup", " ")["message"]
