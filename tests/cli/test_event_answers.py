"""What the terminal answers to people: rights, disputes, brackets, and a no to a question."""

import json

import pytest

from tiltyard.day.table import BY_NAME

SLIP = ("--end", "time", "--score", 30, 20)
OTHER = ("--end", "time", "--score", 31, 20)
WHY = ("--reason", "because")

WHOLE = [name for name, act in BY_NAME.items() if act.whole]


# ---------------------------------------------------------------------------------------- rights


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("publish-round", "No. "),
        ("draw-round", "No. Round 1 still has open tables"),
        ("make-cut", "No. "),
        ("finish-event", "No. Games are still being played"),
        ("resume-clock", "No. "),
        ("start-clock", "No. "),
        ("discard-draw", "No. "),
        ("start-event", "No. This isn't possible in the phase “running”"),
    ],
)
def test_what_the_desk_would_refuse_is_not_allowed(deed, why, terminal):
    result = terminal.run("can", "cup", deed)

    assert result.exit_code == 1
    assert result.stdout.startswith(why)


@pytest.mark.parametrize("deed", ["pause-clock", "call-time", "withdraw-round"])
def test_what_the_desk_would_do_is_allowed(deed, terminal):
    before = terminal.version()

    assert terminal.do("can", "cup", deed) == "Yes: Olga may do this now.\n"
    assert terminal.version() == before


def test_an_act_that_needs_more_words_is_looked_at_by_role_and_phase(terminal):
    assert terminal.do("can", "cup", "drop-player").startswith("Yes, by role and phase: Olga")
    assert terminal.json("can", "cup", "drop-player")["by"] == "role and phase"
    assert terminal.json("can", "cup", "call-time")["by"] == "desk"


def test_ending_early_is_allowed_with_a_reason(terminal):
    for table in (1, 2, 3, 4):
        terminal.do("enter", "cup", table, *SLIP)

    assert terminal.run("can", "cup", "finish-event").exit_code == 1
    assert terminal.run("can", "cup", "finish-event", *WHY).exit_code == 0


@pytest.mark.parametrize("deed", sorted(WHOLE))
def test_every_act_without_words_can_be_asked_about(deed, terminal):
    assert deed in BY_NAME
    result = terminal.run("can", "cup", deed, "--json")

    assert result.exit_code in {0, 1}
    assert json.loads(result.stdout)["allowed"] == (result.exit_code == 0)


# -------------------------------------------------------------------------------------- refusals


def test_a_start_that_is_refused_names_the_command_that_helps(empty):
    empty.do("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "basic")
    for step in ("announce", "open-registration"):
        empty.do(step, "cup")
    empty.do("register", "cup", "Ann", "Bob", "Cem", "Dee")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    refused = empty.run("start", "cup")
    asked = empty.run("can", "cup", "start-event")

    assert "Announce it with `tiltyard event tell cup rounds`." in refused.stderr
    assert "Announce it with `tiltyard event tell cup rounds`." in asked.stdout
    assert "announce '" not in refused.stderr + asked.stdout


def test_an_organizer_who_reports_is_told_of_entering(terminal, pair):
    assert "`tiltyard event enter`" in terminal.no("report", "cup", 1, *SLIP)["fix"]
    terminal.do("report", "cup", 1, *SLIP, "--as", pair[0])
    again = terminal.no("report", "cup", 1, "--end", "mutual", "--as", pair[0])
    assert "event enter" not in (again["fix"] or "")


# -------------------------------------------------------------------------------------- disputes


def test_the_second_reporter_hears_at_once_that_the_reports_differ(terminal, pair):
    first = terminal.do("report", "cup", 1, *SLIP, "--as", pair[0])
    second = terminal.do("report", "cup", 1, *OTHER, "--as", pair[1])

    assert "differ" not in first
    assert "The versions differ" in second
    told = second.split("The versions differ")[1].splitlines()[1:]
    assert ["30" in told[0], "31" in told[1], len(told)] == [True, True, 2]


def test_reports_that_agree_are_no_dispute(terminal, pair):
    terminal.do("report", "cup", 1, *SLIP, "--as", pair[0])

    assert "disputed" not in terminal.json("report", "cup", 1, *SLIP, "--as", pair[1])


def test_a_disputed_table_shows_both_versions(terminal, pair):
    terminal.do("report", "cup", 1, *SLIP, "--as", pair[0])
    assert "30-20" not in terminal.do("round", "cup")
    answer = terminal.json("report", "cup", 1, *OTHER, "--as", pair[1])
    page = terminal.do("round", "cup")
    reports = terminal.match_at(1)["reports"]

    assert ["30" in one["result"] for one in answer["disputed"]] == [True, False]
    assert "30-20" in page
    assert "31-20" in page
    assert [one["result"] for one in reports] == ["30-20, at time", "31-20, at time"]


def test_an_entry_that_contradicts_another_shows_both(terminal):
    terminal.do("enter", "cup", 1, *SLIP, "--as", "Mara")
    second = terminal.do("enter", "cup", 1, *OTHER, "--as", "Jude")

    assert "Mara: " in second.split("The versions differ")[1]
    assert "Jude: " in second.split("The versions differ")[1]


# --------------------------------------------------------------------------------------- bracket


@pytest.fixture
def bracket(empty):
    new = ("new", "cup", "--ruleset", "runewars", "--organizer", "Olga", "--structure", "custom")
    empty.do(*new, "--rounds", 1, "--cut", 4)
    for step in ("announce", "open-registration"):
        empty.do(step, "cup")
    empty.do("register", "cup", "Ann", "Bob", "Cleo", "Dan")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    empty.do("draw", "cup", "--publish")
    empty.do("clock", "start", "cup")
    for table in (1, 2):
        empty.do("enter", "cup", table, *SLIP)
    empty.do("cut", "cup")
    return empty


def test_games_of_a_bracket_are_named_by_their_numbers(bracket):
    drawn = bracket.do("draw", "cup")
    bracket.do("publish", "cup")
    page = bracket.do("round", "cup")

    assert "cup: elimination round 1\n" in drawn
    assert "cup: Semifinal, published\n" in page
    for text in (drawn, page):
        heading = next(line for line in text.splitlines() if "players" in line)
        assert heading.split()[0] == "game"
    assert [one["game"] for one in bracket.json("round", "cup")["matches"]] == [1, 2]
    rows = [line.split()[:2] for line in page.splitlines() if " v " in line]
    assert rows == [["1", "2.1.1"], ["2", "2.1.2"]]


def test_reminders_of_a_bracket_name_the_game(bracket):
    bracket.do("draw", "cup", "--publish")
    bracket.do("clock", "start", "cup")
    player = bracket.json("round", "cup")["matches"][1]["players"][0]
    bracket.do("report", "cup", player, *SLIP, "--as", player)

    assert "has reported at game 2." in bracket.do("show", "cup")


# -------------------------------------------------------------------------------- saying no


@pytest.mark.parametrize("said", ["n\n", ""])
def test_whoever_does_not_say_yes_changes_nothing(said, terminal, pair):
    terminal.do("report", "cup", 1, *SLIP, "--as", pair[0])
    before = terminal.version()
    for words in (("undo", "cup", *WHY), ("confirm", "cup", 1, "--as", pair[1])):
        result = terminal.run(*words, input=said)
        assert result.exit_code == 1
        assert result.stdout.endswith("Nothing was done.\n")
        assert "Aborted" not in result.output
    assert terminal.version() == before


def test_a_no_is_an_empty_list_of_facts_for_a_program(terminal):
    terminal.do("register", "cup", "Hal")
    result = terminal.run("undo", "cup", "--json", input="n\n")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["facts"] == []


# ------------------------------------------------------------------------------------------ undo


def test_somebody_elses_act_is_taken_back_with_a_reason(terminal):
    terminal.do("enter", "cup", 1, *SLIP, "--as", "Mara")
    assert "Mara" in terminal.no("undo", "cup", "--yes")["message"]

    assert "Undone: enter result" in terminal.do("undo", "cup", "--yes", *WHY)


def test_only_what_was_shown_is_taken_back(terminal, monkeypatch):
    from tiltyard.service.desk import Desk

    asked = []
    do = Desk.do

    def note(self, name, person, command, **more):
        asked.append(command)
        return do(self, name, person, command, **more)

    monkeypatch.setattr(Desk, "do", note)
    terminal.do("register", "cup", "Hal")
    first = terminal.version()
    terminal.do("undo", "cup", input="y\n")

    assert asked[-1].first == first


# ------------------------------------------------------------------------------------- witnesses


def test_a_witness_is_told_by_name_and_the_digest_is_that_of_the_recorded_slip(empty):
    new = ("new", "cup", "--ruleset", "armada", "--organizer", "Olga", "--structure", "custom")
    empty.do(*new, "--rounds", 3)
    for step in ("announce", "open-registration"):
        empty.do(step, "cup")
    empty.do("register", "cup", "Ann", "Bob", "Cleo", "Dan")
    empty.do("staff", "appoint", "cup", "marshal", "Mara")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    empty.do("draw", "cup", "--publish")
    empty.do("clock", "start", "cup")
    one, other = empty.match_at(1)["players"]
    drawn = ("report", "cup", 1, "--end", "intentional_draw", "--witness", "Mara", "--as", one)
    answer = empty.json(*drawn)

    assert answer["digest"] == empty.match_at(1)["reports"][0]["digest"]
    assert "witness Mara" in empty.match_at(1)["reports"][0]["result"]
    agreed = empty.do("confirm", "cup", 1, "--digest", answer["digest"], "--as", other)
    assert "witness Mara" in agreed


# ------------------------------------------------------------------------------------ new answers


def test_a_result_may_be_corrected_to_a_forfeit(terminal, pair):
    terminal.do("enter", "cup", 1, *SLIP)
    said = terminal.do("correct", "cup", 1, "--absent", pair[1], *WHY)

    assert "did not come: because." in said
    assert terminal.match_at(1)["kind"] == "forfeit"
    assert terminal.no("correct", "cup", 2, *WHY)["message"].startswith("The slip doesn't say")


def test_the_organizer_may_decide_that_a_recommended_player_stays(terminal):
    terminal.do("recommend", "cup", "Ann", "--as", "Mara", *WHY)
    assert "Decide whether Ann is disqualified" in terminal.do("show", "cup")
    terminal.do("decline-disqualification", "cup", "Ann", *WHY)

    assert "Decide whether Ann is disqualified" not in terminal.do("show", "cup")
