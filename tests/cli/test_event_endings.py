"""Slips at the terminal: what is asked for, what is not, and what is asked back."""

import pytest

PLAYERS = ("Ann", "Bob", "Cem", "Dee")


@pytest.fixture
def play(empty):
    """Return the terminal of an event whose first round is published."""

    def begin(ruleset, *options, started=True):
        empty.do("new", "cup", "--ruleset", ruleset, "--organizer", "Olga", *options)
        for step in ("announce", "open-registration"):
            empty.do(step, "cup")
        empty.do("register", "cup", *PLAYERS)
        empty.do("open-check-in", "cup")
        empty.do("check-in", "cup", "--all")
        empty.do("army", "paper", "cup", *PLAYERS)
        empty.do("tell", "cup", "--all")
        empty.do("start", "cup")
        empty.do("draw", "cup", "--publish")
        if started:
            empty.do("clock", "start", "cup")
        return empty

    return begin


@pytest.mark.clause("ME-056", "ME-057")
def test_a_middle_earth_concession_is_one_short_line(play):
    at = play("middle-earth", "--rounds", 3, "--points", 600)
    at.do("enter", "cup", "Dee", "--end", "concession", "--conceded", "Dee")
    other = next(
        one["table"] for one in at.json("round", "cup")["matches"] if one["state"] != "final"
    )
    slip = ("--end", "time", "--score", 4, 4, "--leaders", "no", "no")
    at.do("enter", "cup", other, *slip)
    rows = at.json("standings", "cup")["rows"]
    first, last = rows[0], rows[-1]
    assert [first["keys"][key] for key in ("tp", "vpd", "vp", "leaders")] == ["3", "12", "12", "1"]
    assert last["name"] == "Dee"
    assert [last["keys"][key] for key in ("tp", "vpd", "vp", "leaders")] == ["0", "-12", "0", "0"]


@pytest.mark.clause("ME-036", "ME-044")
def test_secret_objectives_that_were_announced_are_asked_for(play):
    extra = 'standings.extra=["favourite_opponent","secret_objectives"]'
    at = play("middle-earth", "--rounds", 3, "--points", 600, "--option", extra)
    slip = ("--end", "time", "--score", 5, 3, "--leaders", "yes", "no")
    error = at.no("enter", "cup", 1, *slip)
    assert error["clause"] == "ME-036"
    assert "secret objectives" in error["message"]
    at.do("enter", "cup", 1, *slip, "--extra", "secret_objectives", 2, 1)


@pytest.mark.clause("DW-059")
def test_a_result_before_the_start_is_asked_back_until_it_is_meant(play):
    at = play("diskwars", "--rounds", 2, started=False)
    slip = ("--end", "time", "--score", 5, 3)
    error = at.no("enter", "cup", 1, *slip)
    assert (error["code"], error["clause"]) == ("needs-confirmation", "DW-059")
    assert "--confirm round-not-begun" in error["fix"]
    player = at.player_at(2)
    assert at.no("report", "cup", 2, *slip, "--as", player)["code"] == "needs-confirmation"
    at.do("enter", "cup", 1, *slip, "--confirm", "round-not-begun")
    at.do("clock", "start", "cup")
    at.do("report", "cup", 2, *slip, "--as", player)


@pytest.mark.clause("DW-065", "DW-070")
@pytest.mark.parametrize("end", ["time", "rounds"])
def test_initiative_that_was_noted_is_used_and_not_asked_again(play, end):
    at = play("diskwars", "--rounds", 2)
    slip = ("--end", end, "--score", 3, 3)
    assert at.no("enter", "cup", 1, *slip)["clause"] == {"time": "DW-070", "rounds": "DW-065"}[end]
    second = at.player_at(1, 1)
    at.do("first", "cup", 1, second)
    error = at.no("enter", "cup", 1, *slip, "--initiative", at.player_at(1, 0))
    assert error["code"] == "needs-confirmation"
    at.do("enter", "cup", 1, *slip)
    assert at.slip_at(1)["initiative"] == 1
    at.do("enter", "cup", 2, "--end", "time", "--score", 1, 0)
    points = {row["player"]: row["keys"]["tp"] for row in at.json("standings", "cup")["rows"]}
    assert points[second] == {"time": "3", "rounds": "5"}[end]


@pytest.mark.clause("XW-087", "XW-088", "AMB-065")
def test_a_bracket_of_xwing_asks_for_initiative_and_its_final_never_ends_by_time(play):
    at = play("xwing-dogfight", "--rounds", 1, "--cut", 4)
    for table in (1, 2):
        at.do("enter", "cup", table, "--end", "time", "--score", 60 + table, 10)
    at.do("cut", "cup")
    error = at.no("enter", "cup", 1, "--end", "time", "--score", 10, 60)
    assert (error["clause"], error["fix"]) == ("XW-084", "Correct the result with a reason.")
    at.do("draw", "cup", "--publish")
    at.do("clock", "start", "cup")
    assert at.no("enter", "cup", 1, "--end", "time", "--score", 50, 20)["clause"] == "AMB-065"
    for game in (1, 2):
        at.do("enter", "cup", game, "--end", "time", "--score", 50, 20, "--initiative", 0)
    at.do("draw", "cup", "--publish")
    assert "untimed" in at.do("clock", "start", "cup")
    final = ("--score", 50, 20, "--initiative", 0)
    error = at.no("enter", "cup", 1, "--end", "time", *final)
    assert error["clause"] == "XW-088"
    at.do("enter", "cup", 1, "--end", "destroyed", "--survivor", 0, *final)


@pytest.mark.clause("XW-057")
def test_after_time_is_called_no_time_is_left(play):
    at = play("xwing-dogfight", "--rounds", 1)
    assert "left" in at.do("clock", "show", "cup")
    at.do("clock", "time", "cup")
    assert at.json("clock", "show", "cup")["seconds_left"] == 0
    for page in (at.do("clock", "show", "cup"), at.do("show", "cup").partition("\n\n")[0]):
        line = next(one for one in page.splitlines() if "time called" in one)
        assert "left" not in line
