"""Who deploys first, and how many units, before both take turns."""

import pytest

from tiltyard.engine.rosters.roster import Entry, Listed, Muster
from tiltyard.engine.rosters.setup import Surplus, surplus
from tiltyard.rulesets.loader import load

RULES = load("runewars")


def unit(*traits, upgrades=()):
    card = Listed("Spearmen", card="spearmen", traits=traits)
    return Entry("units", card, tuple(upgrades))


def army(*units):
    terrain = Entry("terrain", Listed("Forest", card="forest"))
    return Muster((*units, terrain))


@pytest.mark.clause("RW-118")
@pytest.mark.parametrize(
    ("first", "second", "index", "units"),
    [
        pytest.param(5, 3, 0, 2, id="two more"),
        pytest.param(4, 5, 1, 1, id="one fewer"),
        pytest.param(4, 4, None, 0, id="as many"),
    ],
)
def test_whoever_has_more_units_deploys_the_surplus_first(first, second, index, units):
    hint = surplus(RULES, army(*[unit()] * first), army(*[unit()] * second))

    assert Surplus((first, second), index, units, certain=True, clause="RW-118") == hint


@pytest.mark.clause("RW-119")
@pytest.mark.parametrize(
    "scout",
    [
        pytest.param(unit("infantry", "scout"), id="a scout"),
        pytest.param(unit("Scout"), id="as the card writes it"),
        pytest.param(unit("not_deployed"), id="another ability"),
        pytest.param(
            unit(upgrades=[Listed("Trackers", card="trackers", traits=("scout",))]),
            id="by an upgrade",
        ),
    ],
)
def test_units_that_are_not_deployed_normally_do_not_count(scout):
    hint = surplus(RULES, army(unit(), unit(), scout), army(unit(), unit()))

    assert hint is not None
    assert (2, 2) == hint.counts
    assert hint.index is None


@pytest.mark.clause("RW-119")
def test_other_traits_count_as_ever():
    hint = surplus(RULES, army(unit("scouting party"), unit("unique")), army(unit()))

    assert hint is not None
    assert (0, 1) == (hint.index, hint.units)


@pytest.mark.parametrize("unknown", [unit(upgrades=[Listed("Wat")]), Entry("units", Listed("Wat"))])
def test_a_card_nobody_knows_may_be_a_scout(unknown):
    hint = surplus(RULES, army(unknown, unit()), army(unit()))

    assert hint is not None
    assert not hint.certain
    assert (2, 1) == hint.counts


def test_no_hint_without_units_or_without_the_rule():
    assert surplus(RULES, army(), army(unit())) is None
    assert surplus(RULES, army(unit()), Muster()) is None
    assert surplus(load("xwing-dogfight"), army(unit()), army(unit(), unit())) is None
