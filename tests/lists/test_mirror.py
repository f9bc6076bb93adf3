"""The mirror note: one faction, or one race in Diskwars; and copies within one list."""

import pytest

from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.engine.rosters.setup import Duplicate, Mirror, Side, duplicates, mirror, side
from tiltyard.rulesets.loader import load

DISKWARS = load("diskwars")


# ------------------------------------------------------------------------------------- factions


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        pytest.param("runewars", "RW-121", marks=pytest.mark.clause("RW-121")),
        pytest.param("xwing-dogfight", "XW-091", marks=pytest.mark.clause("XW-048", "XW-091")),
        pytest.param("xwing-escalation", "XW-091", marks=pytest.mark.clause("XW-091")),
        pytest.param("armada", "AR-062", marks=pytest.mark.clause("AR-062")),
    ],
)
def test_two_lists_of_one_faction_are_a_mirror(name, clause):
    rules = load(name)
    first, same, other = Side("Imperial"), Side("imperial"), Side("Rebel")

    assert clause == mirror(rules, first, same).clause
    assert ("imperial",) == tuple(map(str.lower, mirror(rules, first, same).shared))
    assert mirror(rules, first, other) is None


@pytest.mark.clause("XW-091", "AR-062")
@pytest.mark.parametrize("name", ["xwing-dogfight", "armada"])
def test_a_faction_goes_by_other_names(name):
    rules = load(name)

    assert ("Imperial",) == mirror(rules, Side("Galactic Empire"), Side("imperials")).shared
    assert mirror(rules, Side("Galactic Empire"), Side("Rebel Alliance")) is None


@pytest.mark.clause("RW-121")
def test_the_faction_of_a_list_is_that_of_its_cards_where_it_names_none():
    rules = load("runewars")
    unit = Entry("units", Listed("Spearmen", faction="Daqan Lords"))
    silent, named = Roster(musters=(Muster((unit,)),)), Roster(faction="Daqan")

    assert Mirror(("Daqan Lords",), "RW-121") == mirror(
        rules, side(rules, silent), side(rules, named)
    )
    assert mirror(rules, side(rules, silent), side(rules, Roster())) is None


@pytest.mark.parametrize(("first", "second"), [("", ""), ("", "Rebel"), ("Rebel", ""), ("?", "!")])
def test_a_faction_nobody_knows_is_not_the_same(first, second):
    assert mirror(load("armada"), Side(first), Side(second)) is None


def test_a_game_without_mirrors_has_no_note():
    assert mirror(load("middle-earth"), Side("Good"), Side("Good")) is None


# ---------------------------------------------------------------------------------------- races


def disk(race, section="disks"):
    return Entry(section, Listed(f"Warriors of {race}", type=race), group=1)


def fielded(faction, *entries, stage="swiss"):
    return side(DISKWARS, Roster(faction, musters=(Muster(entries),)), stage)


@pytest.mark.clause("DW-084", "AMB-111")
def test_disks_of_one_race_are_a_mirror_whatever_the_rest():
    first = fielded("Order", disk("Empire"), disk("Dwarfs"), disk("High Elves"))
    second = fielded("Order", disk("high elves"), disk("Empire"), disk("Empire"))

    assert Mirror(("Empire", "High Elves"), "DW-084") == mirror(DISKWARS, first, second)


@pytest.mark.clause("DW-084", "AMB-111")
def test_one_faction_without_a_shared_race_is_none():
    first, second = fielded("Order", disk("Empire")), fielded("Order", disk("Dwarfs"))

    assert mirror(DISKWARS, first, second) is None


@pytest.mark.clause("AMB-111")
def test_only_disks_have_a_race_and_only_a_known_one_is_shared():
    first = fielded("Order", disk("Empire"), disk(""), disk("Dwarfs", "command"))
    second = fielded("Order", disk("Orcs"), disk(""), disk("Dwarfs"))

    assert mirror(DISKWARS, first, second) is None


@pytest.mark.clause("DW-021", "AMB-111")
def test_the_reserve_is_compared_only_when_it_is_played():
    entries = (disk("Empire"), disk("Dwarfs", "reserve"))
    swiss, bracket = (fielded("Order", *entries, stage=one) for one in ("swiss", "elimination"))
    dwarfs = fielded("Order", disk("Dwarfs"))

    assert mirror(DISKWARS, swiss, dwarfs) is None
    assert Mirror(("Dwarfs",), "DW-084") == mirror(DISKWARS, bracket, dwarfs)


# ----------------------------------------------------------------------------- copies in a list


def listed(section, name, **more):
    return Entry(section, Listed(name, **more))


@pytest.mark.parametrize(
    ("name", "section", "clause"),
    [
        pytest.param("runewars", "units", "RW-067", marks=pytest.mark.clause("RW-067")),
        pytest.param("xwing-dogfight", "ships", "XW-048", marks=pytest.mark.clause("XW-048")),
        pytest.param("armada", "ships", "AR-046", marks=pytest.mark.clause("AR-046", "AR-062")),
    ],
)
def test_copies_in_a_list_need_marks(name, section, clause):
    names = ("Corvette", "Frigate", "CORVETTE", "Corvette")
    muster = Muster(tuple(listed(section, one) for one in names))

    assert (Duplicate("Corvette", 3, clause),) == duplicates(load(name), muster)


@pytest.mark.clause("AR-046")
def test_what_is_no_copy_needs_no_mark():
    """Another type under one name, obstacles, and squadrons: marks are for ships."""
    muster = Muster(
        (
            listed("ships", "Veteran", card="veteran", type="Corvette"),
            listed("ships", "Veteran", card="veteran", type="Frigate"),
            listed("obstacles", "Debris"),
            listed("obstacles", "Debris"),
            listed("squadrons", "Fighters"),
            listed("squadrons", "Fighters"),
        )
    )

    assert () == duplicates(load("armada"), muster)


@pytest.mark.clause("XW-048")
def test_a_card_is_known_by_its_catalogue_however_it_is_written():
    muster = Muster(
        (
            listed("ships", "TIE (Academy)", card="academypilot", title="Academy Pilot"),
            listed("ships", "Academy Pilot", card="academypilot", title="Academy Pilot"),
        )
    )

    assert (Duplicate("Academy Pilot", 2, "XW-048"),) == duplicates(load("xwing-dogfight"), muster)


def test_a_game_that_asks_for_no_marks_names_no_copies():
    muster = Muster((listed("disks", "Corvette"), listed("disks", "Corvette")))

    assert () == duplicates(load("diskwars"), muster)
