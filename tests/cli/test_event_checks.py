"""Decks, inspections and deployment areas in the terminal."""

import pytest

from tests.cli.event_desk import Terminal


def event(file, ruleset, *more):
    desk = Terminal(file)
    new = ("--ruleset", ruleset, "--organizer", "Olga", "--rounds", 2, "--date", "2018-11-03")
    desk.do("new", "cup", *new, *more)
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann", "Bob")
    desk.do("open-check-in", "cup")
    desk.do("check-in", "cup", "--all")
    return desk


def seated(desk, *, lists=True):
    desk.do("tell", "cup", "--all")
    if lists:
        desk.do("army", "paper", "cup")
    desk.do("start", "cup")
    desk.do("draw", "cup", "--publish")
    return desk


@pytest.mark.clause("XW-092", "XW-046")
def test_a_deck_is_counted_before_the_start_and_shown_in_the_round(tmp_path):
    desk = seated(event(tmp_path / "store.db", "xwing-dogfight"))
    said = desk.do("deck", "cup", "1", "Bob", "short", "--note", "a card is gone", "--as", "Ann")
    assert "The deck of Bob was counted at table 1" in said
    assert "not complete: a card is gone" in said
    shown = desk.do("round", "cup")
    assert "1: Damage deck of Bob: not complete, counted by Ann. a card is gone (XW-092)" in shown
    (deck,) = desk.match_at(1)["decks"]
    assert (deck["complete"], deck["note"]) == (False, "a card is gone")
    assert desk.no("deck", "cup", "1", "Ann", "complete", "--as", "Ann")["clause"] == "XW-092"
    desk.do("clock", "start", "cup")
    assert desk.no("deck", "cup", "1", "Ann", "complete", "--as", "Bob")["clause"] == "XW-092"
    desk.do("deck", "cup", "1", "Bob", "complete")
    assert [one["complete"] for one in desk.match_at(1)["decks"]] == [True]


@pytest.mark.clause("XW-016", "XW-018", "DW-035")
@pytest.mark.parametrize(("ruleset", "item"), [("xwing-dogfight", "cards"), ("diskwars", "disks")])
def test_components_are_ticked_at_the_door(tmp_path, ruleset, item):
    desk = event(tmp_path / "store.db", ruleset)
    listed = desk.do("inspect", "cup", "Ann")
    assert f"[ ] {item}: " in listed
    assert "[x]" not in listed
    said = desk.do("inspect", "cup", "Ann", item, "kit", "--note", "sleeves to be changed")
    assert f"[x] {item}: " in said
    found = desk.json("inspect", "cup", "Ann")
    assert found["ticked"] == [item, "kit"]
    assert found["note"] == "sleeves to be changed"
    assert desk.json("inspect", "cup", "Ann", "--all")["left"] == []
    refused = desk.no("inspect", "cup", "Bob", "trays")
    assert item in refused["fix"]
    assert desk.json("inspect", "cup", "Bob")["by"] is None


@pytest.mark.clause("RW-114")
def test_the_second_player_takes_red_or_blue(tmp_path):
    desk = seated(event(tmp_path / "store.db", "runewars", "--structure", "custom"), lists=False)
    refused = desk.no("first", "cup", "1", "Ann", "--side", "green")
    assert (refused["clause"], refused["fix"]) == ("RW-114", "Choose red or blue.")
    desk.do("first", "cup", "1", "Ann", "--side", "red")
    assert "1: Ann begins; Bob deploys from the red side. (RW-114)" in desk.do("round", "cup")
    assert desk.match_at(1)["side"] == "red"
