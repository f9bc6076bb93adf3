"""How the commands of a day behave: what they print, refusals, retries, secrets."""

import json
import re

import pytest
from click.testing import CliRunner

from tiltyard.cli import group
from tiltyard.cli.store_option import default_store
from tiltyard.engine.errors import Refused
from tiltyard.text.refusals import fix_text

SLIP = ("--end", "time", "--score", 30, 20)
WHY = ("--reason", "because")


# ------------------------------------------------------------------------------- what is printed


def test_an_act_is_answered_with_a_sentence(empty):
    new = ("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "basic")
    said = empty.do(*new, "--name", "Autumn Cup", "--date", "2018-11-03")

    assert said.startswith("Event cup is set up by Olga: Autumn Cup, armada@1.0.1, 2018-11-03.")
    assert empty.do("announce", "cup") == "The event is announced, played by armada@1.0.1.\n"
    assert empty.do("register", "cup", "Ann", "Bob") == (
        "Ann is registered as #1.\nBob is registered as #2.\n"
    )


def test_with_json_the_facts_are_listed(terminal):
    answer = terminal.json("register", "cup", "Hal")

    (fact,) = answer["facts"]
    assert answer["event"] == "cup"
    assert answer["version"] == fact["number"] == terminal.version()
    assert not answer["repeated"]
    assert fact["name"] == "player-registered/1"
    assert fact["body"]["missed"] == ["1.1"]


def test_a_drawn_round_is_a_table_with_reasons(terminal):
    for table in (1, 2, 3, 4):
        terminal.do("enter", "cup", table, *SLIP)
    drawn = terminal.do("draw", "cup")

    assert "cup: round 2" in drawn
    assert "deployment: " in drawn
    assert "(RW-151)" in drawn or "(RW-152)" in drawn
    assert terminal.json("round", "cup")["state"] == "drawn"
    assert "round 2, drawn" in terminal.do("round", "cup")
    assert "round 1, closed" in terminal.do("round", "cup", "--round", 1)


def test_the_overview_says_where_the_event_stands(terminal):
    terminal.do("enter", "cup", 1, *SLIP)
    terminal.do("report", "cup", 2, *SLIP, "--as", terminal.player_at(2))
    shown = terminal.do("show", "cup")

    assert "cup (cup), runewars@2.2.2, 2018-11-03: running" in shown
    assert "8 players; 3 Swiss rounds, no cut" in shown
    assert "marshal: Mara" in shown
    assert " has reported at table 2." in shown
    listed = terminal.do("list").splitlines()
    assert ["cup", "2018-11-03", "runewars@2.2.2", "8", "running", "cup"] in map(str.split, listed)


def test_calling_time_says_how_games_are_finished(terminal):
    assert re.search(r"time is called\.\n.+ \(RW-\d+\)\n", terminal.do("clock", "time", "cup"))


def test_the_clock_shows_what_is_left(terminal):
    terminal.do("extend", "cup", 2, "--minutes", 7, *WHY)
    clock = terminal.json("clock", "show", "cup")

    assert clock["state"] == "running"
    assert 0 < clock["seconds_left"] <= 90 * 60
    assert "table 2" in terminal.do("clock", "show", "cup")


def test_an_empty_store_lists_no_event(empty):
    assert "No events yet" in empty.do("list")
    assert empty.json("list")["events"] == []


# ------------------------------------------------------------------------------------- refusals


def test_a_refusal_is_one_line_with_clause_and_way_out(terminal):
    result = terminal.run("draw", "cup")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        "tiltyard: Round 1 still has open tables: 1, 2, 3, 4. "
        "Enter their results, and resolve what is disputed. (RW-148)\n"
    )


def test_with_json_a_refusal_is_a_document_as_well(terminal):
    result = terminal.run("extend", "cup", 1, "--json")

    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert error["message"] == "You need a reason for this: grant extension."
    assert error["fix"] in result.stderr


def test_an_unknown_event_is_refused_with_the_known_ones(terminal):
    result = terminal.run("show", "cap")

    assert result.exit_code == 2
    assert result.stderr == "tiltyard: There is no event 'cap'. Choose one of cup.\n"


def test_a_file_that_is_no_store_is_refused_without_a_traceback(tmp_path, empty):
    empty.file.write_bytes(b"not a database, certainly not" * 100)
    result = empty.run("list")

    assert result.exit_code == 2
    assert result.stderr.startswith("tiltyard: ")
    assert result.stderr.count("\n") == 1


def test_when_the_second_of_two_acts_is_refused_the_first_one_is_still_told(
    terminal,
    pair,
):
    before = terminal.version()
    result = terminal.run("check-in", "cup", pair[0], "--json")
    assert "facts" not in json.loads(result.stdout)
    result = terminal.run("register", "cup", "Hal", " ", "--json")

    answer = json.loads(result.stdout)
    assert result.exit_code == 2
    assert [fact["body"]["name"] for fact in answer["facts"]] == ["Hal"]
    assert answer["error"]["message"] == "A name is missing: a player."
    assert terminal.version() == before + 1


def test_somebody_who_saw_an_older_event_is_refused(terminal):
    version = terminal.version()
    terminal.do("register", "cup", "Hal", "--seen", version)

    assert terminal.no("register", "cup", "Ida", "--seen", version)["message"] == (
        "The event has changed since you looked at it."
    )


# --------------------------------------------------------------------------------------- retries


@pytest.mark.parametrize(
    "words",
    [
        ("register", "cup", "Hal", "Ida"),
        ("change", "cup", "Ann", "--faction", "Daqan"),
        ("enter", "cup", 1, *SLIP),
        ("extend", "cup", 1, *WHY),
        ("forfeit", "cup", "Ann"),
        ("staff", "appoint", "cup", "judge", "Nina"),
        ("tables", "cup", "--first", 3),
        ("clock", "pause", "cup"),
        ("undo", "cup", "--yes"),
        ("call", "open", "cup", 1, "in range?"),
    ],
    ids=lambda words: " ".join(str(word) for word in words[:2]),
)
def test_a_retry_with_the_same_key_changes_nothing(words, terminal):
    first = terminal.json(*words, "--key", "k1")
    again = terminal.json(*words, "--key", "k1")

    assert again["repeated"]
    assert not first["repeated"]
    assert again["facts"] == first["facts"]
    assert again["version"] == first["version"] == terminal.version()
    assert "(recorded before)" in terminal.do(*words, "--key", "k1")


def test_a_retried_correction_and_a_retried_draw_change_nothing(terminal):
    for table in (1, 2, 3, 4):
        terminal.do("enter", "cup", table, *SLIP)
    new = ("correct", "cup", 1, "--end", "time", "--score", 31, 20, *WHY, "--key", "k1")
    first = terminal.json(*new)
    assert terminal.json(*new)["facts"] == first["facts"]
    draw = ("draw", "cup", "--publish", "--key", "k2")
    first = terminal.json(*draw)
    assert [fact["name"] for fact in first["facts"]] == [
        "round-drawn/1",
        "round-salted/1",
        "round-published/1",
    ]
    assert terminal.json(*draw)["facts"] == first["facts"]


def test_retried_reports_confirmations_rulings_and_drops_change_nothing(terminal, pair):
    other = terminal.match_at(2)["players"]
    acts = (
        ("report", "cup", 1, *SLIP, "--as", pair[0]),
        ("confirm", "cup", 1, "--yes", "--as", pair[1]),
        ("report", "cup", 2, *SLIP, "--as", other[0]),
        ("report", "cup", 2, "--end", "time", "--score", 31, 20, "--as", other[1]),
        ("resolve", "cup", 2, "--agree-with", other[0], *WHY),
        ("drop", "cup", terminal.player_at(3), "--score", 10, 20),
    )
    for number, words in enumerate(acts):
        first = terminal.json(*words, "--key", f"k{number}")
        again = terminal.json(*words, "--key", f"k{number}")
        assert again["repeated"], words
        assert again["facts"] == first["facts"]
        assert terminal.version() == first["version"]


def test_a_key_used_for_something_else_is_refused(terminal):
    terminal.do("enter", "cup", 1, *SLIP, "--key", "k1")

    assert terminal.no("enter", "cup", 2, *SLIP, "--key", "k1")["code"] == "key-reused"


def test_setting_up_the_same_event_again_with_its_key_changes_nothing(empty):
    new = ("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--date", "2018-11-03")
    first = empty.json(*new, "--key", "k1")

    assert empty.json(*new, "--key", "k1")["facts"] == first["facts"]
    assert empty.no(*new)["message"] == "There is already an event 'cup'."


# ------------------------------------------------------------------------------- asking before


def test_confirming_shows_the_slip_and_asks(terminal, pair):
    confirm = ("confirm", "cup", 1, "--as", pair[1])
    assert terminal.no(*confirm)["message"] == "Your opponent hasn't reported yet."
    terminal.do("report", "cup", 1, *SLIP, "--as", pair[0])
    before = terminal.version()
    refused = terminal.run(*confirm, input="n\n")

    assert refused.exit_code == 1
    assert "30" in refused.stdout
    assert terminal.version() == before
    assert "It counts." in terminal.do(*confirm, input="y\n")


def test_undo_shows_what_it_takes_back_and_asks(terminal):
    terminal.do("register", "cup", "Hal")
    before = terminal.version()
    refused = terminal.run("undo", "cup", input="n\n")

    assert refused.exit_code == 1
    assert "register player, by Olga:\n  Hal enters late as #9" in refused.stdout
    assert terminal.version() == before
    assert "Undone: register player" in terminal.do("undo", "cup", input="y\n")
    assert "[undone]" in terminal.do("history", "cup", "--after", before - 1)


def test_what_cannot_be_undone_is_refused_before_asking(empty):
    empty.do("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "basic")
    error = empty.no("undo", "cup")

    assert (error["message"], error["fix"]) == (
        "You can't undo the creation of an event.",
        "Archive the event instead.",
    )


# ---------------------------------------------------------------------------------------- rights


def test_anybody_may_ask_whether_an_act_is_allowed(terminal, pair):
    no = terminal.run("can", "cup", "draw-round", "--as", pair[0])
    own = terminal.run("can", "cup", "report-result", "--as", pair[0], "--match", 1)
    other = terminal.run("can", "cup", "report-result", "--as", pair[0], "--match", 2, "--json")

    assert (no.exit_code, own.exit_code, other.exit_code) == (1, 0, 1)
    assert no.stdout == (
        "No. Your role can't do this: draw round. "
        "Someone in one of these roles can: Organizer. (RW-007)\n"
    )
    assert own.stdout.startswith("Yes, by role and phase: ")
    assert json.loads(other.stdout)["why"]["fix"] == "Ask a member of staff."
    assert "There is no act" in terminal.no("can", "cup", "juggle")["message"]


# --------------------------------------------------------------------------------------- secrets


def test_the_seed_stays_secret_until_the_event_is_finished(empty):
    new = ("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "basic")
    created = empty.json(*new)["facts"][0]["body"]
    assert "seed" not in created
    assert len(created["commitment"]) == 64
    told = empty.do("history", "cup", "--json") + empty.do("show", "cup", "--json")
    assert '"seed"' not in told


def test_the_seed_is_told_when_the_event_is_finished(terminal):
    assert '"seed"' not in terminal.do("history", "cup", "--json")
    for table in (1, 2, 3, 4):
        terminal.do("enter", "cup", table, *SLIP)
    assert "3 Swiss rounds are played" in terminal.no("finish", "cup")["message"]
    said = terminal.do("finish", "cup", "--reason", "the hall closes")
    (seed,) = re.findall(r"The seed was ([0-9a-f]{64})", said)

    assert terminal.json("history", "cup")["facts"][0]["body"]["seed"] == seed


# ----------------------------------------------------------------------------------- describing


def test_what_is_not_named_stays_when_an_event_is_described_anew(empty):
    new = ("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "custom")
    empty.do(*new, "--rounds", 3, "--cut", 4, "--venue", "the hall", "--option", "bye.mov=100")
    change = ("describe", "cup", "--option", 'pairing.inside="sos"', "--cut", 0)
    details = empty.json(*change)["facts"][0]["body"]["details"]

    assert (details["swiss_rounds"], details["cut"], details["venue"]) == (3, None, "the hall")
    assert details["options"] == {"bye.mov": 100, "pairing.inside": "sos"}
    assert empty.no(*change)["message"] == "Nothing would change."
    basic = empty.json("describe", "cup", "--structure", "basic")["facts"][0]["body"]["details"]
    assert basic["swiss_rounds"] is None


def test_an_option_is_a_name_and_a_value(empty):
    new = ("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--option")

    assert "is not NAME=VALUE" in empty.run(*new, "bye.mov").stderr
    assert "options.bye.mov" in empty.run(*new, "bye.mov=many").stderr


@pytest.mark.clause("XE-004")
def test_several_values_of_an_option_have_commas_between(empty):
    new = ("--ruleset", "xwing-escalation", "--organizer", "Olga", "--option")
    for name, typed in (
        ("cup", "clock.swiss=40,80,100,110"),
        ("json", "clock.swiss=[40,80,100,110]"),
    ):
        created = empty.json("new", name, *new, typed)["facts"][0]["body"]["details"]
        assert created["options"] == {"clock.swiss": [40, 80, 100, 110]}
    for typed, said in (
        ("clock.swiss=60", "Round 3 can't last 60 minutes."),
        ("clock.swiss=40,80", "Round 4 can't last 80 minutes."),
        ("clock.swiss=40,80,100", "Round 4 can't last 100 minutes."),
        ("clock.swiss=39,70,90,120", "Round 1 can't last 39 minutes."),
        ("clock.swiss=50,70,90,131", "Round 4 can't last 131 minutes."),
    ):
        no = empty.no("new", "no", *new, typed)
        assert (no["clause"], no["message"]) == ("XE-004", said)
    assert "such as 50,70,90,120" in empty.no("new", "no", *new, "clock.swiss=long")["fix"]
    empty.do("new", "usual", *new, "clock.swiss=")  # as in the document


def test_other_lists_are_typed_alike(empty):
    new = ("new", "cup", "--ruleset", "runewars", "--organizer", "Olga")
    typed = ("--option", "standings.order=tp,sos,mov", "--option", "elim.reseed=true")
    factions = ("--option", "lists.factions=Daqan Lords, Waiqar the Undying")
    created = empty.json(*new, *typed, *factions, "--option", "late_entry=refuse")
    assert created["facts"][0]["body"]["details"]["options"] == {
        "standings.order": ["tp", "sos", "mov"],
        "elim.reseed": True,
        "lists.factions": ["Daqan Lords", "Waiqar the Undying"],
        "late_entry": "refuse",
    }


def _refusal(terminal, *words):
    """Return why an event was not set up."""
    result = terminal.run(*words, "--json")
    assert result.exit_code == 2
    return json.loads(result.stdout)["error"]


@pytest.mark.clause("XW-059", "XW-082")
def test_house_rules_are_refused_shown_and_told(empty):
    new = ("new", "cup", "--ruleset", "xwing-dogfight", "--organizer", "Olga", "--rounds", "3")
    bent = ("--option", "full_win_margin=30", "--option", "bye.mov=0")
    no = _refusal(empty, *new, "--tier", "premier", "--official", *bent)
    assert no["clause"] == "XW-082"
    assert "bye.mov (XW-082: 150, not 0), full_win_margin (XW-059: 12, not 30)" in no["message"]
    assert "make the event unofficial" in no["fix"]
    empty.do(*new, "--tier", "premier", *bent)
    assert empty.no("describe", "cup", "--official")["clause"] == "XW-082"

    shown = empty.json("show", "cup")["house_rules"]
    assert [(one["option"], one["clause"], one["document"], one["event"]) for one in shown] == [
        ("bye.mov", "XW-082", "150", "0"),
        ("full_win_margin", "XW-059", "12", "30"),
    ]
    said = "House rule: Margin of victory of a bye: 0 instead of 150. (XW-082)"
    assert said in empty.do("show", "cup")
    told = empty.do("tell", "cup")
    assert said in told
    assert "house_rules" in told
    assert "house_rules" in empty.json("tell", "cup")["left"]
    empty.do("tell", "cup", "house_rules")
    assert "house_rules" not in empty.json("tell", "cup")["left"]
    empty.do("describe", "cup", "--option", "bye.mov=150", "--option", "full_win_margin=")
    assert empty.json("show", "cup")["house_rules"] == []
    empty.do("describe", "cup", "--official")


@pytest.mark.clause("DW-045", "AMB-108")
def test_the_elimination_rounds_of_diskwars_are_fixed(empty):
    new = ("new", "cup", "--ruleset", "diskwars", "--organizer", "Olga", "--rounds", 3, "--cut", 4)
    for typed in ("clock.elimination=10", "clock.elimination=untimed", "clock.elimination=[]"):
        no = _refusal(empty, *new, "--option", typed)
        assert no["clause"] == "DW-045"
        assert "choose a custom structure" in no["fix"]
    for tier in ("competitive", "premier"):
        top = ("--tier", tier, "--official", "--structure", "custom")
        no = _refusal(empty, *new, *top, "--option", "clock.elimination=60")
        assert no["clause"] == "DW-045"
    empty.do(*new, "--structure", "custom", "--option", "clock.elimination=60")
    assert "60 instead of 90" in empty.do("show", "cup")


def test_what_must_be_announced_is_listed_and_ticked_off(empty):
    empty.do("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "basic")
    assert empty.json("tell", "cup")["left"] == ["rounds", "cut"]
    refused = empty.no("tell", "cup", "rounds", "--text", "three")
    assert refused["refusal"] == "fewer-than-two-players"
    for step in ("announce", "open-registration"):
        empty.do(step, "cup")
    empty.do("register", "cup", "Ann", "Bob", "Cem", "Dee")
    assert "rounds: 3 Swiss rounds of 135 minutes. (AR-085)" in empty.do("tell", "cup")
    empty.do("tell", "cup", "rounds", "--text", "as posted")
    assert empty.json("tell", "cup")["left"] == ["cut"]
    empty.do("tell", "cup", "--all")
    assert empty.do("tell", "cup") == (
        "announced: rounds: 3 Swiss rounds of 135 minutes. as posted (AR-085)\n"
        "announced: cut: No cut. (AMB-130)\n"
        "Everything required was announced.\n"
    )


# ------------------------------------------------------------------------------------- the store


def test_without_an_address_the_store_lies_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    assert default_store() == str(tmp_path / "data" / "tiltyard" / "tiltyard.db")
    assert (tmp_path / "data" / "tiltyard").is_dir()


def test_without_xdg_the_data_folder_is_the_usual_one(tmp_path, monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))

    assert default_store() == str(tmp_path / ".local" / "share" / "tiltyard" / "tiltyard.db")


def test_a_data_folder_that_cannot_be_made_is_refused_with_the_way_out(tmp_path, monkeypatch):
    (tmp_path / "data").write_text("a file", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    with pytest.raises(Refused) as no:
        default_store()
    assert fix_text(no.value) == "Choose a store with --store ADDRESS or TILTYARD_STORE."


def test_the_store_may_be_named_behind_the_command_too(terminal, tmp_path, monkeypatch):
    monkeypatch.setenv("TILTYARD_STORE", str(tmp_path / "other.db"))
    for words in (["list"], ["show", "cup"], ["register", "cup", "Hal"]):
        result = CliRunner().invoke(group, ["event", *words, "--store", str(terminal.file)])
        assert (result.exit_code, "cup" in result.stdout or "Hal" in result.stdout) == (0, True)
    new = ["event", "new", "own", "--ruleset", "armada", "--organizer", "Olga", "--store"]
    assert CliRunner().invoke(group, [*new, str(terminal.file)]).exit_code == 0
    assert [one["event"] for one in terminal.json("list")["events"]] == ["cup", "own"]


def test_the_environment_names_the_store(terminal, tmp_path, monkeypatch):
    monkeypatch.setenv("TILTYARD_STORE", str(terminal.file))
    result = CliRunner().invoke(group, ["event", "list", "--json"])

    assert [one["event"] for one in json.loads(result.stdout)["events"]] == ["cup"]
