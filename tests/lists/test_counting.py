"""A score counted from what is left of a list: whole units, all of them, or a wipe-out."""

import pytest

from tests.lists.test_reachable import entry, roster, ships, squadrons, units
from tests.refusing import refuses
from tiltyard.day.counting import count_left, pieces_of
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.rulesets.loader import load

DOGFIGHT, RUNEWARS, ARMADA = load("xwing-dogfight"), load("runewars"), load("armada")
SQUAD = roster(*ships((26, 7), 33, 29))
ARMY = roster(*units((40, 20), 30, 30), entry("terrain", 7))
FLEET = roster(*ships((50, 6), 40), *squadrons(8, 11))


@pytest.mark.clause("RW-176")
@pytest.mark.parametrize(
    ("left", "score"), [((1, 2, 3), 0), ((1, 2), 30), ((2, 3), 60), ((3,), 90), ((), 200)]
)
def test_in_runewars_the_remaining_units_are_taken_from_the_total(left, score):
    """Units with their upgrades; a whole army counts 200, though it cost 120."""
    counted = count_left(RUNEWARS, ARMY, left, 200)

    assert (score, not left) == (counted.score, counted.wiped_out)
    assert 120 == counted.left + counted.gone


@pytest.mark.clause("XW-089", "XW-090", "XW-066")
@pytest.mark.parametrize(("left", "score"), [((2, 3), 33), ((1, 2), 29), ((2,), 62), ((), 100)])
def test_in_x_wing_a_destroyed_ship_counts_with_everything_it_carried(left, score):
    assert score == count_left(DOGFIGHT, SQUAD, left, 100).score


@pytest.mark.clause("AR-103", "AR-105")
@pytest.mark.parametrize(
    ("left", "score", "wiped_out"),
    [((1, 3), 51, False), ((1, 2), 19, False), ((3, 4), 400, True), ((), 400, True)],
)
def test_in_armada_a_fleet_without_ships_is_wiped_out(left, score, wiped_out):
    """Squadrons count alone, and do not keep their player in the game."""
    counted = count_left(ARMADA, FLEET, left, 400)

    assert (score, wiped_out) == (counted.score, counted.wiped_out)


def test_cards_that_count_no_points_are_no_pieces():
    assert [1, 2, 3] == [piece.number for piece in pieces_of(RUNEWARS, ARMY)]
    assert () == pieces_of(RUNEWARS, ARMY, muster=1)


@pytest.mark.clause("RW-176")
def test_a_destroyed_unit_of_unknown_cost_is_what_is_missing_from_the_total():
    unknown = Entry("units", Listed("Wat"))
    army = Roster(musters=(Muster((*units(60, 30), unknown), declared=130),))

    assert 40 == count_left(RUNEWARS, army, (1, 2), 200).score
    with refuses(Refused, code="list-doesnt-say-what-costs"):
        count_left(RUNEWARS, army, (1, 3), 200)


@pytest.mark.parametrize(
    ("rules", "army", "left", "says"),
    [
        (DOGFIGHT, SQUAD, (1, 4), "no number 4"),
        (DOGFIGHT, Roster(), (), "no units"),
        (load("diskwars"), roster(entry("disks", 30)), (), "doesn't count destroyed points"),
        (load("xwing-second-edition"), SQUAD, (), "doesn't count destroyed points"),
        (RUNEWARS, Roster(musters=(Muster((Entry("units", Listed("A")),)),)), (), "what all of"),
    ],
)
def test_what_cannot_be_counted_is_refused(rules, army, left, says):
    with refuses(Refused, match=says):
        count_left(rules, army, left, 100)
