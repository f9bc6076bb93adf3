"""Which scores a list allows: whole units with all they carry, and never a false alarm."""

from dataclasses import replace
from itertools import product
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.events import slip, verdict
from tiltyard.engine.options import with_options
from tiltyard.engine.rosters.reachable import (
    LARGEST,
    Doubt,
    below_total,
    reach_of_muster,
    reachable,
)
from tiltyard.engine.rosters.reachable import doubts as doubts_of_reaches
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.engine.ruleset import value_of_round
from tiltyard.engine.scoring import Setting
from tiltyard.rulesets.loader import load

DOGFIGHT = load("xwing-dogfight")
ESCALATION = load("xwing-escalation")
RUNEWARS = load("runewars")
ARMADA = load("armada")


def entry(section, *points):
    """A ship or unit and its upgrades, by their points."""
    card, *upgrades = (Listed(f"{section} {number}", points=number) for number in points)
    return Entry(section, card, tuple(upgrades))


def ships(*points):
    return tuple(entry("ships", *(one if isinstance(one, tuple) else (one,))) for one in points)


def squadrons(*points):
    return tuple(entry("squadrons", one) for one in points)


def units(*points):
    return tuple(entry("units", *(one if isinstance(one, tuple) else (one,))) for one in points)


def roster(*entries, **more):
    return Roster(musters=(Muster(entries, **more),))


def doubts(rules, report, rosters, muster=0):
    """What the lists do not allow; `muster` is which list of several was played."""
    reaches = tuple(one and reach_of_muster(rules, one, muster) for one in rosters)
    return doubts_of_reaches(
        rules, report, reaches, value_of_round(rules.score.wipe_out, muster + 1)
    )


def sums(rules, *entries):
    reach = reachable(rules, Muster(entries))
    assert reach is not None
    return {score for score in range(-1, LARGEST) if reach.allows(score)}


# ------------------------------------------------------------------------------ what can be lost


@pytest.mark.parametrize(
    ("rules", "make"),
    [
        pytest.param(DOGFIGHT, ships, id="X-Wing", marks=pytest.mark.clause("XW-089", "XW-090")),
        pytest.param(ARMADA, ships, id="Armada", marks=pytest.mark.clause("AR-073", "AR-075")),
        pytest.param(RUNEWARS, units, id="Runewars", marks=pytest.mark.clause("RW-128", "RW-176")),
    ],
)
def test_an_entry_counts_whole_with_everything_it_carries(rules, make):
    """A discarded upgrade scores with its ship (25, never 20 or 5), and never without it."""
    assert {0, 25, 34} == sums(rules, *make((20, 5), (30, 0, 4)))


@pytest.mark.clause("AR-103", "AR-105")
def test_in_armada_every_squadron_counts_alone_and_the_last_ship_stands():
    """Two ships and two squadrons: the fleet is beaten without its ships, whatever flies on."""
    allowed = sums(ARMADA, *ships(50, (40, 6)), *squadrons(8, 11))

    assert {a + b for a in (0, 50, 46) for b in (0, 8, 11, 19)} == allowed
    assert 50 + 46 not in allowed


def test_what_counts_no_points_destroys_nothing():
    entries = (*units(30, 40), entry("terrain", 7))

    assert {0, 30, 40} == sums(RUNEWARS, *entries)


def test_a_discount_counts_as_it_is_paid():
    assert {0, 17, 20} == sums(DOGFIGHT, *ships((19, -2), 20))


def test_a_lone_ship_leaves_only_nothing():
    assert {0} == sums(DOGFIGHT, *ships(97))


@st.composite
def small_lists(draw):
    kept = draw(st.lists(st.integers(0, 60), min_size=1, max_size=6))
    free = draw(st.lists(st.integers(0, 30), max_size=4))
    return draw(st.permutations([(True, one) for one in kept] + [(False, one) for one in free]))


def by_hand(worth):
    """Every way to lose some and keep some: what each destroys, and whether it is a defeat."""
    for lost in product((False, True), repeat=len(worth)):
        total = sum(points for (_, points), gone in zip(worth, lost, strict=True) if gone)
        left = any(keeps for (keeps, _), gone in zip(worth, lost, strict=True) if not gone)
        yield total, left


@given(small_lists(), st.integers(-3, 500))
def test_the_bits_say_what_every_subset_says(worth, score):
    entries = [entry("ships" if keeps else "squadrons", points) for keeps, points in worth]
    reach = reachable(ARMADA, Muster(tuple(entries)))
    standing = {total for total, left in by_hand(worth) if left}
    defeated = {total for total, left in by_hand(worth) if not left}
    below, above = reach.nearest(score)

    assert (score in standing) == reach.allows(score)
    assert (score in defeated) == reach.defeats(score)
    assert max((one for one in standing if one <= score), default=None) == below
    assert min((one for one in standing if one >= score), default=None) == above


def test_the_longest_list_is_quick():
    entries = ships(*[19 + number % 3 for number in range(500)])
    began = perf_counter()

    assert reachable(DOGFIGHT, Muster(entries)) is not None
    assert perf_counter() - began < 0.5


# -------------------------------------------------------------------------- when nothing is said


@pytest.mark.clause("AMB-038")
@pytest.mark.parametrize(
    "muster",
    [
        pytest.param(Muster(), id="nothing is listed"),
        pytest.param(Muster(declared=97), id="only a total"),
        pytest.param(
            Muster((*ships(30, 40), Entry("ships", Listed("Wat")))), id="a ship without points"
        ),
        pytest.param(
            Muster((Entry("ships", Listed("A", points=20), (Listed("Wat"),)), *ships(30))),
            id="an upgrade without points",
        ),
        pytest.param(Muster(ships(30, 40), declared=71), id="a total that is not the sum"),
        pytest.param(Muster((*ships(30), entry("wings", 40))), id="a section nobody knows"),
        pytest.param(Muster(ships(30, LARGEST - 29)), id="more than any list"),
        pytest.param(Muster(ships(30, 10**30)), id="far more than any list"),
    ],
)
def test_a_list_that_does_not_say_claims_nothing(muster):
    said = Roster(musters=(muster,))

    assert reachable(DOGFIGHT, muster) is None
    assert () == doubts(DOGFIGHT, slip("time", (37, 36)), (said, said))


def test_the_sum_as_declared_and_the_largest_list_are_claims():
    assert reachable(DOGFIGHT, Muster(ships(30, 40), declared=70)) is not None
    assert reachable(DOGFIGHT, Muster(ships(30, LARGEST - 30))) is not None


@pytest.mark.parametrize(("name", "section"), [("diskwars", "disks"), ("middle-earth", "army")])
def test_a_game_of_victory_points_claims_nothing(name, section):
    muster = Muster((entry(section, 30), entry(section, 40)))

    assert reachable(load(name), muster) is None


@pytest.mark.clause("AMB-038")
def test_without_a_list_of_the_opponent_nothing_is_doubted():
    mine = roster(*ships(30, 40))

    assert [1] == [one.index for one in doubts(DOGFIGHT, slip("time", (37, 36)), (mine, None))]
    assert [0] == [one.index for one in doubts(DOGFIGHT, slip("time", (37, 36)), (None, mine))]


# ------------------------------------------------------------------------------ a slip in doubt

SQUAD = roster(*ships((21, 4), 16, 35))  # 25, 16, 35: 0 16 25 35 41 51 60, and 76 for all
ENEMY = roster(*ships(30, 30, 37))  # 97 points: 0 30 37 60 67, and 97 for all


@pytest.mark.clause("XW-057", "XW-089")
def test_a_score_between_two_sums_names_both():
    (doubt,) = doubts(DOGFIGHT, slip("time", (37, 38)), (SQUAD, ENEMY))

    assert Doubt("unreachable", 1, 38, 35, 41, False, "XW-057", 76, 100) == doubt


@pytest.mark.clause("XW-057")
@pytest.mark.parametrize("score", [0, 16, 25, 35, 41, 51, 60])
def test_a_score_that_can_be_is_not_doubted(score):
    assert () == doubts(DOGFIGHT, slip("time", (67, score)), (SQUAD, ENEMY))


@pytest.mark.clause("XW-057")
@pytest.mark.parametrize("score", [1, 15, 17, 24, 26, 34, 36, 40, 42, 50, 52, 59, 61, 75, 77])
def test_a_score_beside_a_sum_is_doubted(score):
    (doubt,) = doubts(DOGFIGHT, slip("time", (67, score)), (SQUAD, ENEMY))

    assert (1, score, "unreachable") == (doubt.index, doubt.score, doubt.code)


def test_both_scores_can_be_doubted():
    assert [0, 1] == [one.index for one in doubts(DOGFIGHT, slip("time", (1, 1)), (SQUAD, ENEMY))]


@pytest.mark.parametrize(
    ("score", "code"),
    [
        pytest.param(76, "nothing-left", id="all of it"),
        pytest.param(100, "nothing-left", id="what a wipe-out counts"),
        pytest.param(99, "unreachable", id="neither"),
    ],
)
@pytest.mark.clause("XW-055", "XW-066")
def test_all_of_a_list_is_another_ending(score, code):
    (doubt,) = doubts(DOGFIGHT, slip("time", (67, score)), (SQUAD, ENEMY))

    assert (code, 60, None) == (doubt.code, doubt.below, doubt.above)


# ------------------------------------------------------------- wipe-outs and concessions


@pytest.mark.case("XW-T04")
@pytest.mark.clause("XW-066")
@pytest.mark.parametrize("written", [97, 100, 0])
def test_a_squad_of_97_wiped_out_counts_100_whatever_the_slip_says(written):
    """XW-T04; the winner lost 45 of the own squad, which must be a sum of it."""
    winner = roster(*ships(45, 20, 35))
    report = slip("destroyed", (written, 45), survivor=0)

    assert (155, 45) == tuple(
        line.mov for line in verdict(DOGFIGHT, "destroyed", (written, 45), survivor=0).lines
    )
    assert () == doubts(DOGFIGHT, report, (winner, ENEMY))
    assert [1] == [
        one.index for one in doubts(DOGFIGHT, replace(report, score=(written, 46)), (winner, ENEMY))
    ]


@pytest.mark.case("XW-T06")
@pytest.mark.clause("XW-067")
@pytest.mark.parametrize("written", [30, 99, 100, 31])
def test_a_concession_counts_the_whole_squad_of_the_conceder(written):
    """XW-T06; only the 22 points the conceder destroyed are looked up."""
    winner, conceder = roster(*ships(22, 40, 38)), roster(*ships(30, 30, 39))
    report = slip("concession", (written, 22), conceded=1)

    assert () == doubts(DOGFIGHT, report, (winner, conceder))
    (doubt,) = doubts(DOGFIGHT, replace(report, score=(written, 23)), (winner, conceder))
    assert (1, 22, 38) == (doubt.index, doubt.below, doubt.above)


@pytest.mark.clause("AMB-042", "RW-177")
def test_in_runewars_a_concession_is_measured_as_the_scores_stood():
    winner, conceder = roster(*units(12, 90, 98)), roster(*units(131, 60))
    stood = slip("concession", (131, 12), conceded=1)
    counted = slip("concession", (200, 12), conceded=1)
    after = with_options(RUNEWARS, {"concession.snapshot": "after_destroy"})

    assert () == doubts(RUNEWARS, stood, (winner, conceder))
    (doubt,) = doubts(RUNEWARS, counted, (winner, conceder))
    assert (0, "nothing-left", 131) == (doubt.index, doubt.code, doubt.below)
    assert () == doubts(after, counted, (winner, conceder))


@pytest.mark.clause("XW-056", "AMB-062", "XW-066")
@pytest.mark.parametrize(
    ("score", "doubted"),
    [((97, 76), []), ((100, 100), []), ((96, 76), [0]), ((97, 60), [1]), ((50, 51), [0, 1])],
)
def test_when_both_are_destroyed_both_counted_all_of_the_other_list(score, doubted):
    found = doubts(DOGFIGHT, slip("mutual", score), (SQUAD, ENEMY))

    assert [(index, "not-all") for index in doubted] == [(one.index, one.code) for one in found]


@pytest.mark.clause("AR-105")
@pytest.mark.parametrize(("score", "doubted"), [(90, False), (98, False), (8, True), (89, True)])
def test_when_both_fleets_are_destroyed_squadrons_may_fly_on(score, doubted):
    fleet = roster(*ships(50, 40), *squadrons(8))
    report = slip("mutual", (score, 98), initiative=0)

    assert doubted == bool(doubts(ARMADA, report, (fleet, fleet)))


@pytest.mark.case("AR-T06")
@pytest.mark.clause("AR-105")
def test_a_fleet_without_ships_is_wiped_out_though_squadrons_fly_on():
    """AR-T06; 388 points, of which the squadrons are left; the loser's 310 are looked up."""
    loser = roster(*ships(200, 124), *squadrons(*[16] * 4))
    winner = roster(*ships(150, 160, 90))

    assert () == doubts(ARMADA, slip("destroyed", (324, 310), survivor=0), (winner, loser))
    (doubt,) = doubts(ARMADA, slip("rounds", (324, 310)), (winner, loser))
    assert (0, "nothing-left", 264) == (doubt.index, doubt.code, doubt.below)


@pytest.mark.parametrize("end", ["destroyed", "concession"])
def test_a_slip_that_leaves_open_who_won_is_not_doubted(end):
    report = replace(slip("time", (1, 2)), end=end)

    assert () == doubts(DOGFIGHT, report, (SQUAD, ENEMY))


def test_a_slip_without_scores_or_with_an_ending_of_another_game_is_not_doubted():
    drawn = slip("intentional_draw", witness="the marshal")

    assert () == doubts(ARMADA, drawn, (SQUAD, ENEMY))
    assert () == doubts(DOGFIGHT, slip("rounds", (1, 2)), (SQUAD, ENEMY))


# ------------------------------------------------------------------------ objectives, Escalation


@pytest.mark.clause("RW-176", "AR-103")
@pytest.mark.parametrize(
    ("rules", "make"),
    [pytest.param(RUNEWARS, units, id="RW"), pytest.param(ARMADA, ships, id="AR")],
)
def test_objectives_are_apart_from_what_is_destroyed(rules, make):
    """Cara destroyed 120 points and has 20 from the objective: 120 on the slip, never 140."""
    bradley, cara = roster(*make(60, 60, 70)), roster(*make(100, 100))
    right = slip("destroyed", (200, 120), survivor=0, objectives=[0, 20])
    wrong = slip("destroyed", (200, 140), survivor=0, objectives=[0, 20])

    assert () == doubts(rules, right, (bradley, cara))
    (doubt,) = doubts(rules, wrong, (bradley, cara))
    assert doubt.objectives


@pytest.mark.case("XE-T02")
@pytest.mark.clause("AMB-078", "AMB-085")
def test_in_escalation_the_squad_of_the_round_is_looked_up():
    """XE-T02; 58 points wiped out count 60, the 20 lost are a ship of the first squad."""
    winner = Roster(musters=tuple(Muster(ships(*one)) for one in ((20, 40), (20, 40, 30))))
    loser = Roster(musters=tuple(Muster(ships(*one)) for one in ((28, 30), (28, 30, 31))))
    report = slip("destroyed", (58, 20), survivor=0)
    lines = verdict(
        ESCALATION, "destroyed", (58, 20), survivor=0, setting=Setting("swiss", 1)
    ).lines
    timed = slip("time", (58, 20))

    assert (100, 20) == tuple(line.mov for line in lines)
    assert () == doubts(ESCALATION, report, (winner, loser), 0)
    assert ["nothing-left"] == [one.code for one in doubts(ESCALATION, timed, (winner, loser), 0)]
    assert () == doubts(ESCALATION, timed, (winner, loser), 1)
    assert () == doubts(ESCALATION, slip("time", (1, 1)), (winner, loser), 2)


@pytest.mark.clause("AMB-078")
@pytest.mark.parametrize(("muster", "worth"), [(0, 60), (1, 90), (2, 120), (3, 150)])
def test_what_a_wipe_out_counts_depends_on_the_round(muster, worth):
    army = Roster(musters=tuple(Muster(ships(5, 7)) for _ in range(4)))
    codes = [
        doubts(ESCALATION, slip("time", (score, 0)), (army, army), muster)[0].code
        for score in (worth, worth - 1)
    ]

    assert ["nothing-left", "unreachable"] == codes


# ------------------------------------------------------------------------ only a total is known


@pytest.mark.clause("XW-057", "XW-066")
@pytest.mark.parametrize(
    ("score", "code"),
    [(0, None), (94, None), (95, "nothing-left"), (96, "unreachable"), (100, "nothing-left")],
)
def test_of_a_total_every_sum_below_it_can_be(score, code):
    known = below_total(DOGFIGHT, 95)
    found = doubts_of_reaches(DOGFIGHT, slip("time", (score, 0)), (None, known), 100)

    assert [code] * (code is not None) == [one.code for one in found]
    assert not any(one.exact for one in found)


@pytest.mark.clause("AR-105")
def test_a_fleet_of_a_known_total_may_be_beaten_for_less():
    """Nobody knows what of it are squadrons: 300 may be all ships, 390 is everything."""
    known = below_total(ARMADA, 390)

    assert known is not None
    assert (True, True) == (known.defeats(300), known.allows(300))
    assert (True, False) == (known.defeats(390), known.allows(390))
    assert (False, False) == (known.defeats(391), known.allows(391))


@pytest.mark.parametrize("total", [None, 0, -3, LARGEST + 1, 10**30])
def test_a_total_that_is_none_claims_nothing(total):
    assert below_total(DOGFIGHT, total) is None


@pytest.mark.clause("AMB-038")
def test_a_list_with_an_unknown_ship_is_still_bound_by_its_total():
    unknown = Roster(musters=(Muster((*ships(30), Entry("ships", Listed("Wat"))), declared=71),))

    assert () == doubts(DOGFIGHT, slip("time", (70, 0)), (None, unknown))
    assert ["unreachable"] == [
        one.code for one in doubts(DOGFIGHT, slip("time", (72, 0)), (None, unknown))
    ]


def test_where_damaged_ships_count_in_part_only_the_total_is_a_bound():
    second_edition = load("xwing-second-edition")
    army = roster(*ships(100, 80))

    assert () == doubts(second_edition, slip("time", (50, 0)), (None, army))
    assert 1 == len(doubts(second_edition, slip("time", (181, 0)), (None, army)))
