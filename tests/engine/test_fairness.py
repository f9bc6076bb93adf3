"""The fairness report: each figure with what it counts."""

from dataclasses import replace
from fractions import Fraction

from tests.engine.clinch_by_force import new_tournament, with_round
from tiltyard.engine.fairness import fairness
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Match, Override
from tiltyard.rulesets.loader import load

WON = Slip("destroyed", (100, 0), survivor=0)


def figures(*rounds, cut=None):
    tournament = new_tournament("xwing-dogfight", 4, len(rounds), cut)
    for matches in rounds:
        tournament = with_round(tournament, matches)
    return {figure.code: figure for figure in fairness(tournament, load("xwing-dogfight"))}


FIRST = (Match(("p0", "p3"), report=WON, table=1), Match(("p1", "p2"), report=WON, table=2))


def test_nothing_is_counted_before_the_first_round_is_over():
    assert {} == figures((Match(("p0", "p1")), Match(("p2", "p3"))))


def test_a_repeat_is_named_with_its_round():
    again = (Match(("p3", "p0"), report=WON), Match(("p1", "p2"), report=WON))

    repeats = figures(FIRST, again)["repeats"]

    assert (2, 4) == (repeats.value, repeats.of)
    assert [(("p3", "p0"), 2), (("p1", "p2"), 2)] == [part[:2] for part in repeats.parts]
    assert Fraction(50) == repeats.in_hundred


def test_a_game_across_points_is_a_float_with_its_gap():
    second = (Match(("p0", "p2"), report=WON), Match(("p1", "p3"), report=WON))

    floats = figures(FIRST, second)["floats"]

    assert [5, 5] == [part.number for part in floats.parts]
    assert 0 == figures(FIRST)["floats"].value


def test_a_second_bye_is_named_and_a_first_is_not():
    rest = (Match(("p0",), "bye"), Match(("p1", "p2"), report=WON))

    assert 1 == figures(rest)["byes"].value
    assert 0 == figures(rest)["second-byes"].value
    assert [(("p0",), 2)] == [part[:2] for part in figures(rest, rest)["second-byes"].parts]


def test_sitting_at_the_same_table_again_is_counted_by_player():
    second = (Match(("p0", "p1"), report=WON, table=1), Match(("p2", "p3"), report=WON, table=2))

    found = figures(FIRST, second)["same-table"]

    assert {("p0",), ("p2",)} == {part.players for part in found.parts}


def test_a_change_by_hand_keeps_its_reason():
    changed = (FIRST[0]._replace(override=Override("Olga", "same car")), FIRST[1])

    assert ["same car"] == [part.note for part in figures(changed)["by-hand"].parts]


def test_the_spread_of_strength_is_exact_and_names_everybody():
    strength = figures(FIRST)["strength"]

    assert Fraction(5) == strength.value
    assert 4 == len(strength.parts)


def test_neighbours_level_in_everything_are_parted_by_lot():
    assert 2 == figures(FIRST)["lots"].value


def test_another_order_of_tie_breakers_that_changes_the_cut_is_named():
    """p0 has the better margin, p1 the stronger opponents: sos before mov would turn them round."""
    rounds = (
        (Match(("p0", "p3"), report=WON), Match(("p1", "p2"), report=Slip("time", (50, 20)))),
        (Match(("p2", "p0"), report=WON), Match(("p3", "p1"), report=WON)),
    )

    found = figures(*rounds, cut=2)["other-orders"]

    assert 1 == found.of
    assert found.value == len(found.parts)


def test_two_odd_groups_make_one_float_necessary():
    second = (Match(("p0", "p2"), report=WON), Match(("p1", "p3"), report=WON))
    third = (Match(("p0", "p1"), report=WON), Match(("p2", "p3"), report=WON))

    found = figures(FIRST, second, third)

    assert [(1, 0), (2, 0), (3, 0)] == [(part[1], part[2]) for part in found["needed-floats"].parts]
    assert 2 == found["floats"].value


def test_a_draw_that_leaves_odd_groups_is_counted_as_needed():
    drawn = Slip("time", (50, 50))
    first = (Match(("p0", "p3"), report=WON, table=1), Match(("p1", "p2"), report=drawn, table=2))
    second = (Match(("p0", "p1"), report=WON), Match(("p2", "p3"), report=WON))

    found = figures(first, second)

    assert 1 == found["needed-floats"].value
    assert 2 == found["floats"].value


def test_who_floated_more_than_once_is_named():
    second = (Match(("p0", "p2"), report=WON), Match(("p1", "p3"), report=WON))
    most = figures(FIRST, second)["most-floats"]

    assert (1, ()) == (most.value, most.parts)


def test_sides_are_counted_where_the_game_has_them():
    rules = load("xwing-dogfight")
    sided = replace(rules, pairing=replace(rules.pairing, sides=True))
    tournament = new_tournament("xwing-dogfight", 4, 2, None)
    for matches in (FIRST, FIRST):
        tournament = with_round(tournament, matches)

    found = {figure.code: figure for figure in fairness(tournament, sided)}

    assert 2 == found["sides"].value
    assert "sides" not in {figure.code for figure in fairness(tournament, rules)}
