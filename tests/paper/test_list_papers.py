"""Blank list forms and lists on paper."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.paper.asking import asks, early, printed, said, squeezed, with_details, words
from tests.paper.days import HOSTILE, NOW, RULESETS, STRUCTURE, view_of
from tests.paper.pictures import outside, text_of
from tiltyard.day.facts import Details
from tiltyard.day.lists import AmendList, SubmitList
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.setup import OpenRegistration
from tiltyard.dev.demo import DemoClock, Hall
from tiltyard.engine.rosters.roster import Roster
from tiltyard.paper.paper import Wanted
from tiltyard.paper.table import PAPERS
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.memory import MemoryStore

RUNEWARS = """Faction: Waiqar

Units:
Barrow Bones 24
- Long Shot 6
Barrow Bones 24

Terrain:
Sunken Lane
Old Wood
"""


def hall_of(ruleset):
    """Return a hall in which lists can be handed in."""
    clock = DemoClock(NOW)
    clock.begin(600)
    desk = Desk(MemoryStore(), load, clock, lambda: "ab" * 32, reader(), lambda: "")
    day = NOW.date()
    details = replace(Details("The Long Valley", ruleset, day), **STRUCTURE[ruleset])
    desk.create(ruleset, details, "Marta Leskovar")
    hall = Hall(desk, clock, ruleset, Random(1))
    hall.announce()
    hall.do(OpenRegistration())
    return hall


@cache
def with_lists():
    """Return a hall with one list, one list on the way, and one player with a long name."""
    hall = hall_of("runewars")
    for name in ("Akua Mensah", "Ines Cardoso", HOSTILE[2][:80]):
        hall.do(RegisterPlayer(name))
    akua, _, long = hall.event.entrants
    for player in (akua, long):
        hall.do(SubmitList(player, RUNEWARS), player)
    return hall


# ----------------------------------------------------------------------------------------- forms


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_form_is_one_page(ruleset, size):
    pdf = printed(view_of(early(ruleset)), "list-form", size=size)

    assert 1 == len(text_of(pdf))
    assert [] == outside(pdf)


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        asks("RW-040", "runewars", "Army list"),
        asks("RW-057", "runewars", "Player"),
        asks("RW-057", "runewars", "Units"),
        asks("RW-057", "runewars", "Upgrades"),
        asks("RW-057", "runewars", "Total points"),
        asks("RW-057", "runewars", "Terrain cards 4 RW-052"),
        asks("RW-048", "runewars", "at most 200 points"),
        asks("RW-058", "runewars", "Write names in full"),
        asks("XW-037", "xwing-dogfight", "Upgrades"),
        asks("XE-018", "xwing-escalation", "List 1 at most 60 points"),
        asks("XE-018", "xwing-escalation", "List 2 at most 90 points"),
        asks("XE-018", "xwing-escalation", "List 3 at most 120 points"),
        asks("XE-018", "xwing-escalation", "List 4 at most 150 points"),
        asks("ME-006", "middle-earth", "Checked by"),
        asks("DW-023", "diskwars", "Command cards DW-023"),
        asks("DW-025", "diskwars", "Reserve regiment DW-025"),
        asks("DW-025", "diskwars", "Command cards of the reserve DW-025"),
        asks("DW-026", "diskwars", "Scenario cards 5 DW-026"),
        asks("DW-027", "diskwars", "Deployment cards 12 DW-027"),
        asks("DW-028", "diskwars", "Terrain cards 5 DW-028"),
        asks("AR-031", "armada", "Fleet list"),
        asks("AR-042", "armada", "Ships AR-042"),
        asks("AR-042", "armada", "Damage deck 1 AR-042"),
        asks("AR-042", "armada", "Obstacles 6 AR-042"),
        asks("AR-042", "armada", "Total points"),
    ],
)
def test_a_form_asks_for_what_a_list_must_have(ruleset, expected):
    assert expected in said(ruleset, "list-form")


@pytest.mark.clause("XE-018")
def test_four_squads_have_a_total_each():
    assert 4 == said("xwing-escalation", "list-form").count("Total points")


@pytest.mark.clause("DW-019")
def test_two_regiments_stand_beside_each_other():
    found = said("diskwars", "list-form")

    assert "regiment 1 regiment 2" in found


@pytest.mark.clause("DW-023")
def test_points_are_asked_for_only_where_they_are_counted():
    assert "Points" not in said("diskwars", "list-form")
    assert "Total points" not in said("diskwars", "list-form")
    assert "Points" in said("armada", "list-form")


@pytest.mark.clause("AR-042")
def test_a_fleet_needs_one_damage_deck():
    view = view_of(early("armada"))
    sections = {one.title: one for one in PAPERS["list-form"].data(view, Wanted()).body.sections}

    assert (sections["Damage deck"].lines, sections["Damage deck"].hint) == (1, "1")
    assert sections["Ships"].lines > 1


@pytest.mark.clause("DW-020", "DW-025")
@pytest.mark.parametrize(("cut", "needed"), [(8, True), (None, False)])
def test_a_reserve_is_asked_for_only_where_a_cut_is_planned(cut, needed):
    hall = early("diskwars")
    view = with_details(hall, cut=cut)
    view.event = replace(view.event, cut=cut)

    assert needed is ("Reserve regiment" in words(view, "list-form"))


def test_a_form_may_have_the_name_of_a_player_on_it():
    view = view_of(early("armada"))
    player = next(iter(view.event.entrants.values()))

    found = words(view, "list-form", Wanted(player=player.id))

    assert f"Player {player.name} No. {player.number}" in found
    assert player.name not in said("armada", "list-form")


# ----------------------------------------------------------------------------------------- lists


def test_a_list_is_printed_with_its_cards_and_total():
    found = words(view_of(with_lists()), "lists")

    assert "2 lists" in found
    assert "Waiqar the Undying" in found
    assert "Barrow Bones Long Shot 30" in found
    assert "Total 54 / 200" in found
    assert "Terrain cards Sunken Lane Old Wood" in found


@pytest.mark.clause("RW-052")
def test_a_list_is_printed_with_what_was_found_in_it():
    found = words(view_of(with_lists()), "lists")

    assert "error" in found
    assert "RW-052" in found


def test_of_a_list_that_may_not_be_read_only_its_player_is_printed():
    hall = with_lists()
    akua, army = next(iter(hall.event.list_desk.lists.items()))
    closed = replace(army, text="", roster=Roster(), note="")
    desk = replace(hall.event.list_desk, lists={akua: closed})

    found = words(view_of(hall, replace(hall.event, list_desk=desk)), "lists")

    assert "Akua Mensah handed in" in found
    assert "Barrow Bones" not in found
    assert "error" not in found


def test_whose_list_is_missing_is_said():
    found = words(view_of(with_lists()), "lists")

    assert "No list is handed in by Ines Cardoso" in found


def test_one_list_can_be_printed_alone():
    hall = with_lists()
    akua = next(iter(hall.event.entrants))

    found = words(view_of(hall), "lists", Wanted(player=akua))

    assert "1 list" in found
    assert "Akua Mensah" in found
    assert "Ines Cardoso" not in found
    assert squeezed(HOSTILE[2][:80]) not in squeezed(found)


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_long_names_and_cards_stay_on_the_page(size):
    pdf = printed(view_of(with_lists()), "lists", size=size)

    assert [] == outside(pdf)
    assert squeezed(HOSTILE[2][:80]) in squeezed(" ".join(text_of(pdf)))


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("units", [12, 24, 45])
def test_a_list_longer_than_a_page_goes_on_on_the_next(units, size):
    hall = hall_of("runewars")
    hall.do(RegisterPlayer("Akua Mensah"))
    akua = next(iter(hall.event.entrants))
    many = "".join(f"Barrow Bones {number} 1\n- Long Shot 1\n" for number in range(units))
    hall.do(SubmitList(akua, f"Faction: Waiqar\n\nUnits:\n{many}"), akua)

    pdf = printed(view_of(hall), "lists", size=size)

    assert [] == outside(pdf)
    found = " ".join(text_of(pdf))
    assert units == found.count("Long Shot")
    assert f"Barrow Bones {units - 1}" in found


def test_before_any_list_is_handed_in_the_paper_says_so():
    hall = hall_of("runewars")
    hall.do(RegisterPlayer("Akua Mensah"))

    assert "No list is handed in yet." in words(view_of(hall), "lists")


@pytest.mark.clause("RW-061")
def test_what_a_leader_changed_in_a_list_is_said():
    hall = hall_of("runewars")
    hall.do(RegisterPlayer("Akua Mensah"))
    akua = next(iter(hall.event.entrants))
    hall.do(SubmitList(akua, RUNEWARS), akua)
    hall.do(AmendList(akua, RUNEWARS + "Broken Tower\n", "one card was forgotten"))

    found = words(view_of(hall), "lists")

    assert "one card was forgotten" in found
    assert "Broken Tower" in found
