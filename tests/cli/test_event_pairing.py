"""Byes, repeats and floats by hand in the terminal: asked back, confirmed, shown."""

import pytest


@pytest.fixture
def diskwars(empty):
    """Five players of Diskwars; round 1 is played, round 2 drawn and not published."""
    empty.do("new", "cup", "--ruleset", "diskwars", "--rounds", 4, "--organizer", "Olga")
    empty.do("announce", "cup")
    empty.do("open-registration", "cup")
    empty.do("register", "cup", "Ann", "Bob", "Cem", "Dee", "Eve")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    for name in ("Ann", "Bob", "Cem", "Dee", "Eve"):
        empty.do("army", "paper", "cup", name)
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    empty.do("draw", "cup", "--publish")
    empty.do("clock", "start", "cup")
    for table in (1, 2):
        empty.do("enter", "cup", table, "--end", "time", "--score", 3, 1)
    empty.do("draw", "cup")
    return empty


def rested(terminal):
    matches = terminal.json("round", "cup", "--round", "1")["matches"]
    return next(one["players"][0] for one in matches if one["kind"] == "bye")


@pytest.mark.clause("DW-058")
def test_a_second_bye_by_hand_is_refused_with_its_clause_until_it_is_confirmed(diskwars):
    player = rested(diskwars)
    swap = ("swap", "cup", player, "--reason", "wants a rest")
    no = diskwars.no(*swap)
    assert ("needs-confirmation", "DW-058") == (no["code"], no["clause"])
    assert {"code": "second-bye", "clause": "DW-058"}.items() <= no["questions"][0].items()
    assert "--confirm second-bye" in no["fix"]
    printed = diskwars.run(*swap)
    assert 2 == printed.exit_code
    assert "already had a bye in this event. (DW-058)" in printed.stderr

    confirm = [word for code in no["confirm"] for word in ("--confirm", code)]
    said = diskwars.do(*swap, *confirm)
    assert "already had a bye in this event (1 so far). (DW-058)" in said
    shown = diskwars.json("round", "cup")["costs"]
    assert ("second-bye", "DW-058") in {(one["code"], one["clause"]) for one in shown}
    published = diskwars.do("publish", "cup")
    assert "Changed by hand" in published
    assert "wants a rest" in published
    assert "DW-058" in published
    assert "second bye" in diskwars.do("history", "cup")


@pytest.mark.clause("DW-056")
def test_a_repeat_by_hand_is_pointed_out_in_the_terminal(diskwars):
    first, second = diskwars.json("round", "cup", "--round", "1")["matches"][0]["players"]
    swap = ("swap", "cup", first, second, "--pair", "--reason", "friends")
    no = diskwars.no(*swap)
    assert ("needs-confirmation", "DW-056") == (no["code"], no["clause"])
    assert "already met in round 1." in no["message"]
    partly = diskwars.run(*swap, "--confirm", "second-bye")
    assert 2 == partly.exit_code
    confirm = [word for code in no["confirm"] for word in ("--confirm", code)]
    diskwars.do(*swap, *confirm)
    assert "met in round 1. (DW-056)" in diskwars.do("publish", "cup")


@pytest.mark.clause("DW-058", "AMB-008")
def test_a_draw_that_needs_a_second_bye_asks_in_the_terminal(empty):
    """Three players, four rounds: the fourth needs a repeat and a second bye."""
    empty.do("new", "cup", "--ruleset", "diskwars", "--rounds", 4, "--organizer", "Olga")
    for step in ("announce", "open-registration"):
        empty.do(step, "cup")
    empty.do("register", "cup", "Ann", "Bob", "Cem")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    for name in ("Ann", "Bob", "Cem"):
        empty.do("army", "paper", "cup", name)
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    for _ in range(3):
        empty.do("draw", "cup", "--publish")
        empty.do("clock", "start", "cup")
        empty.do("enter", "cup", 1, "--end", "time", "--score", 3, 1)
    no = empty.no("draw", "cup", "--allow-rematch", "--publish")
    assert ("needs-confirmation", "DW-058", ["second-bye"]) == (
        no["code"],
        no["clause"],
        no["confirm"],
    )
    confirm = ("--confirm", "second-bye")
    said = " ".join(empty.do("draw", "cup", "--allow-rematch", "--publish", *confirm).split())
    assert "warning:" in said
    assert "already had a bye in this event (1 so far). (DW-058)" in said


@pytest.mark.clause("ME-046")
def test_an_event_is_drawn_by_the_system_it_names(empty):
    """Six players, everybody against everybody: five rounds, refused before they can run dry."""
    new = ("--ruleset", "middle-earth", "--rounds", 6, "--organizer", "Olga")
    empty.do("new", "cup", *new, "--option", "pairing.system=round_robin")
    for step in ("announce", "open-registration"):
        empty.do(step, "cup")
    names = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
    empty.do("register", "cup", *names)
    empty.do("staff", "appoint", "cup", "referee", "Ref")
    empty.do("staff", "appoint", "cup", "scorekeeper", "Kai")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    for name in names:
        empty.do("army", "paper", "cup", name)
    empty.do("tell", "cup", "--all")
    no = empty.no("start", "cup")
    assert "ME-046" == no["clause"]
    assert "After 5 rounds, 6 players have all met each other" in no["message"]
    empty.do("describe", "cup", "--rounds", 5, "--reason", "six players")
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    met = set()
    for _ in range(5):
        drawn = empty.do("draw", "cup", "--publish")
        assert "everybody meets everybody once" in " ".join(drawn.split())
        empty.do("clock", "start", "cup")
        for match in empty.json("round", "cup")["matches"]:
            met.add(frozenset(match["players"]))
            slip = ("--end", "time", "--score", 3, 1, "--leaders", "no", "no")
            empty.do("enter", "cup", match["table"], *slip)
    assert 15 == len(met)
