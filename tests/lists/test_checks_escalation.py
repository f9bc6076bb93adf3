"""Escalation: four squads of one faction, each holding the one before it, ship by ship."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lists.built import card, entry, errors, findings, found, roster_of
from tiltyard.engine.rosters.checks import muster_for, total_in_round
from tiltyard.rulesets.loader import load

ESCALATION = load("xwing-escalation")
LIMITS = (60, 90, 120, 150)


def ship(name="Red", points=12, upgrades=(), tag="", **known):
    known.setdefault("type", "X-wing")
    known.setdefault("traits", ("small",))
    return entry(name, points, upgrades=upgrades, tag=tag, **known)


def grown(first, second, third=None, fourth=None):
    """Four squads; the later ones repeat the one before."""
    third = second if third is None else third
    return roster_of(first, second, third, third if fourth is None else fourth)


def same(*ships):
    return roster_of(ships, ships, ships, ships)


@pytest.mark.clause("XE-018")
@pytest.mark.parametrize(
    ("count", "code"), [(1, "musters-missing"), (3, "musters-missing"), (4, None),
                        (5, "musters-many")]
)  # fmt: skip
def test_all_four_squads_are_handed_in(count, code):
    built = roster_of(*[[ship()]] * count)

    assert ([(code, "XE-018")] if code else []) == errors("xwing-escalation", built)


@pytest.mark.clause("XE-018")
def test_every_squad_has_ships_and_a_total():
    built = roster_of([], [ship()], [ship()], [ship()])

    assert [("section-missing", 1)] == [
        (one.code, one.muster) for one in found("xwing-escalation", built, "section-missing")
    ]
    assert [1] == [one.muster for one in found("xwing-escalation", built, "total-missing")]


@pytest.mark.clause("XE-014")
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("over", [0, 1])
def test_each_squad_has_its_own_limit(place, over):
    costs = [*LIMITS[: place + 1], *LIMITS[place + 1 :]]
    costs[place] += over
    squads = [[ship(points=1), ship("Blue", cost - 1)] for cost in costs]
    limits = found("xwing-escalation", roster_of(*squads), "over-limit")

    assert [(place + 1, LIMITS[place])] * over == [(x.muster, x.facts["limit"]) for x in limits]
    assert all("XE-014" == one.clause for one in limits)


@pytest.mark.clause("XE-010", "AMB-082")
@pytest.mark.parametrize(
    ("costs", "falls"),
    [((50, 60, 70, 80), []), ((50, 50, 50, 50), []), ((50, 49, 60, 59), [2, 4])],
)
def test_squads_are_used_in_ascending_order_and_may_cost_the_same(costs, falls):
    built = roster_of(*[[ship(points=cost)] for cost in costs])
    wrong = found("xwing-escalation", built, "total-falls")

    assert falls == [one.muster for one in wrong]
    assert all(("error", "XE-010") == (one.severity, one.clause) for one in wrong)


# ------------------------------------------------------------------------------------- growth


@pytest.mark.clause("XE-015")
@pytest.mark.parametrize("place", [2, 3, 4])
def test_a_ship_that_is_left_out_is_refused(place):
    both, one = [ship("Red"), ship("Blue")], [ship("Red"), ship("Green", 20)]
    squads = [both if number < place else one for number in range(1, 5)]
    (left,) = found("xwing-escalation", roster_of(*squads), "ship-left-out")

    assert ("error", "XE-015", place, "Blue") == (
        left.severity, left.clause, left.muster, left.facts["ship"]
    )  # fmt: skip


@pytest.mark.clause("XE-015")
def test_one_copy_fewer_is_a_ship_left_out():
    built = grown([ship(), ship()], [ship(points=24)])

    assert [("ship-left-out", "XE-015")] == errors("xwing-escalation", built)


@pytest.mark.clause("XE-015", "XE-016")
def test_xe_t08_a_ship_that_loses_an_upgrade_is_refused():
    built = grown([ship(upgrades=["Droid"])], [ship(), ship("Blue", 30)])

    assert [("upgrade-left-out", "XE-016")] == errors("xwing-escalation", built)


@pytest.mark.clause("XE-016")
def test_xe_t09_an_upgrade_moved_to_another_ship_is_refused():
    before = [ship("Red", upgrades=["Droid"]), ship("Blue")]
    after = [ship("Red"), ship("Blue", upgrades=["Droid"])]
    (moved,) = found("xwing-escalation", grown(before, after), "upgrade-moved")

    assert ("error", "XE-016", 2) == (moved.severity, moved.clause, moved.muster)
    assert ("Red", "droid") == (moved.facts["ship"], moved.facts["upgrade"].lower())


@pytest.mark.clause("XE-017")
def test_xe_t10_a_new_upgrade_on_an_earlier_ship_is_fine():
    built = grown([ship()], [ship(upgrades=["Droid"]), ship("Blue")])

    assert [] == errors("xwing-escalation", built)


@pytest.mark.clause("XE-016")
def test_two_of_an_upgrade_stay_two():
    built = grown([ship(upgrades=["Bomb", "Bomb"])], [ship(points=40, upgrades=["Bomb"])])

    assert [("upgrade-left-out", "XE-016")] == errors("xwing-escalation", built)


@pytest.mark.clause("AMB-083")
def test_without_ids_any_way_to_see_it_as_growth_will_do():
    before = [ship(), ship(upgrades=["Droid"])]
    after = [ship(upgrades=["Droid", "Bomb"]), ship(upgrades=["Torpedo"])]

    assert [] == errors("xwing-escalation", grown(before, after))


@pytest.mark.clause("AMB-083")
def test_the_first_way_to_see_it_need_not_be_the_right_one():
    before = [ship(), ship(upgrades=["A"]), ship(upgrades=["A", "B"])]
    after = [ship(upgrades=["A", "B", "C"]), ship(upgrades=["A"]), ship(upgrades=["C"])]

    assert [] == errors("xwing-escalation", grown(before, after))


@pytest.mark.clause("AMB-083")
def test_ids_tell_two_ships_apart_that_look_alike():
    before = [ship(tag="1", upgrades=["Droid"]), ship(tag="2")]
    swapped = [ship(tag="1"), ship(tag="2", upgrades=["Droid"])]
    unnamed = [replace(one, id="") for one in swapped]

    assert [("upgrade-moved", "XE-016")] == errors("xwing-escalation", grown(before, swapped))
    assert [] == errors("xwing-escalation", grown(before, unnamed))


@pytest.mark.clause("XE-015", "AMB-083")
def test_a_ship_does_not_become_another_one():
    built = grown([ship("Red", tag="1")], [ship("Blue", tag="1")])

    assert [("ship-left-out", "XE-015")] == errors("xwing-escalation", built)


@pytest.mark.clause("XE-015")
def test_a_pilot_of_the_same_name_in_another_ship_is_another_ship():
    built = grown([ship("Ace", type="X-wing")], [ship("Ace", type="Y-wing")])

    assert [("ship-left-out", "XE-015")] == errors("xwing-escalation", built)


@pytest.mark.clause("XE-015", "AMB-083")
def test_an_id_that_two_ships_have_tells_nothing():
    twins = [ship(tag="1"), ship(tag="1")]

    assert [] == errors("xwing-escalation", grown(twins, twins))
    assert [("ship-left-out", "XE-015")] == errors(
        "xwing-escalation", grown(twins, [ship(points=24, tag="1")])
    )


def test_of_very_many_ships_only_some_are_named():
    before = [ship(f"Ship {n}", 0) for n in range(100)]
    built = grown(before, [ship("Other", 0)])

    assert 20 == len(found("xwing-escalation", built, "ship-left-out"))


def test_five_hundred_ships_that_look_alike_are_compared_at_once():
    crowd = [ship("Red", 0, [card(f"U{n % 7}", 0)]) for n in range(500)]
    fewer = [*crowd[1:], ship("Red", 0)]

    assert {"upgrade-left-out"} == {
        one.code
        for one in findings("xwing-escalation", grown(crowd, fewer))
        if one.clause in {"XE-015", "XE-016"}
    }


@pytest.mark.clause("XE-019")
def test_no_asteroid_is_brought_twice():
    rocks = [entry(name, section="obstacles") for name in ("a1", "a1", "a3", "a4", "a5", "a6")]
    built = grown([ship(), *rocks], [ship()])

    assert [("too-many-copies", "XE-019")] == errors("xwing-escalation", built)


def test_asteroids_need_not_grow():
    rocks = [entry(f"a{n}", section="obstacles") for n in range(6)]

    assert [] == errors("xwing-escalation", grown([ship(), *rocks], [ship()]))


@st.composite
def growing(draw):
    """Four squads built by adding ships and upgrades, each in any order."""
    names = st.sampled_from(["Red", "Blue", "Green"])
    upgrades = st.lists(st.sampled_from(["A", "B", "C"]), max_size=3)
    squads, current = [], []
    for _ in range(4):
        current = [[name, [*fitted, *draw(upgrades)]] for name, fitted in current]
        current += [[draw(names), draw(upgrades)] for _ in range(draw(st.integers(0, 2)))]
        if not current:
            current = [[draw(names), draw(upgrades)]]
        squads.append(draw(st.permutations(current)))
    return squads


def built_of(squads):
    return roster_of(
        *([ship(name, 0, [card(one, 0) for one in fitted]) for name, fitted in squad]
          for squad in squads)
    )  # fmt: skip


GROWTH = {"ship-left-out", "upgrade-left-out", "upgrade-moved"}


def growth_codes(squads):
    return {code for code, _ in errors("xwing-escalation", built_of(squads))} & GROWTH


@pytest.mark.clause("XE-015", "XE-016", "XE-017")
@given(squads=growing())
@settings(max_examples=60, deadline=None)
def test_squads_built_by_adding_are_accepted(squads):
    assert set() == growth_codes(squads)


@pytest.mark.clause("XE-016")
@given(squads=growing(), data=st.data())
@settings(max_examples=60, deadline=None)
def test_taking_away_or_moving_any_one_upgrade_is_refused(squads, data):
    """The last squad repeats the one before it, so whatever leaves it is missed."""
    squads[3] = [[name, list(fitted)] for name, fitted in squads[2]]
    fitted = [place for place, (_, upgrades) in enumerate(squads[3]) if upgrades]
    if not fitted:
        return
    place = data.draw(st.sampled_from(fitted))
    upgrade = squads[3][place][1].pop()
    assert growth_codes(squads) in ({"upgrade-left-out"}, {"upgrade-left-out", "upgrade-moved"})

    squads[3].append(["Stranger", [upgrade]])
    assert {"upgrade-moved"} == growth_codes(squads)


# --------------------------------------------------------------------------- types and factions


@pytest.mark.clause("XE-012", "XE-013")
@pytest.mark.parametrize(
    ("size", "count", "clause"),
    [
        ("small", 9, "XE-012"),
        ("small", 8, None),
        ("large", 5, "XE-013"),
        ("large", 4, None),
        ("small", 5, None),
    ],
)
def test_xe_t11_ships_of_one_type(size, count, clause):
    crowd = [ship(f"Pilot {n % 2}", 1, type="TIE", traits=(size,)) for n in range(count)]
    wrong = found("xwing-escalation", same(*crowd), "too-many-of-type")

    assert ([1, 2, 3, 4] if clause else []) == [one.muster for one in wrong]
    assert all((clause, "error", count) == (x.clause, x.severity, x.facts["count"]) for x in wrong)


@pytest.mark.clause("XE-012", "XE-013")
def test_types_are_counted_apart():
    crowd = [ship("Red", 1, type=f"Type {n % 2}") for n in range(16)]

    assert [] == errors("xwing-escalation", same(*crowd))


@pytest.mark.clause("XE-012", "XE-013")
@pytest.mark.parametrize(("count", "clauses"), [(4, []), (5, ["XE-013"]), (8, ["XE-013"]), (9, [])])
def test_a_size_nobody_knows_is_only_asked_about_where_it_matters(count, clauses):
    crowd = [ship("Red", 1, card="", traits=()) for _ in range(count)]
    said = found("xwing-escalation", roster_of(crowd, catalogue=""), "size-not-known")

    assert clauses == [one.clause for one in said]
    assert ["notice"] * len(clauses) == [one.severity for one in said]


@pytest.mark.clause("XE-012", "XE-013")
def test_nine_of_a_type_are_too_many_whatever_their_size():
    crowd = [ship("Red", 1, card="", traits=()) for _ in range(9)]
    (wrong,) = found("xwing-escalation", roster_of(crowd, catalogue=""), "too-many-of-type")

    assert ("XE-012", "error", 9) == (wrong.clause, wrong.severity, wrong.facts["count"])
    assert [] == found("xwing-escalation", roster_of(crowd[:8], catalogue=""), "too-many-of-type")


@pytest.mark.clause("XE-013")
def test_a_size_the_list_itself_names_is_known():
    crowd = [ship("Red", 1, card="", traits=("large",)) for _ in range(9)]
    (wrong,) = found("xwing-escalation", roster_of(crowd, catalogue=""), "too-many-of-type")

    assert ("XE-013", 9) == (wrong.clause, wrong.facts["count"])


@pytest.mark.clause("XE-011", "XE-014")
def test_xe_t12_another_faction_or_one_point_too_many():
    rebel, imperial = ship(faction="Rebel"), ship("Lord", faction="Imperial")
    mixed = grown([rebel], [rebel], [rebel, imperial])
    over = grown([ship(points=60)], [ship(points=60), ship("Blue", 31)])

    assert [("factions-mixed", "XE-011")] * 2 == errors("xwing-escalation", mixed)
    assert [3, 4] == [x.muster for x in found("xwing-escalation", mixed, "factions-mixed")]
    assert [("over-limit", "XE-014")] == errors("xwing-escalation", over)


@pytest.mark.clause("XE-011")
@pytest.mark.parametrize(
    ("faction", "fine"), [("rebel", True), ("Imperial", True), ("Scum", False)]
)
def test_rebel_or_imperial_for_all_four(faction, fine):
    built = replace(same(ship()), faction=faction)

    assert ([] if fine else [("faction-not-allowed", "XE-011")]) == errors(
        "xwing-escalation", built
    )


# ------------------------------------------------------------------------ which squad is played


@pytest.mark.clause("XE-006", "XE-008", "AMB-085")
@pytest.mark.parametrize(
    ("stage", "number", "index"),
    [
        ("swiss", 1, 0),
        ("swiss", 2, 1),
        ("swiss", 4, 3),
        ("swiss", 5, 3),
        ("elimination", 1, 3),
        ("elimination", 3, 3),
    ],
)
def test_each_round_has_its_squad_and_the_bracket_the_last(stage, number, index):
    built = roster_of(*[[ship(points=cost)] for cost in (55, 85, 115, 145)])

    assert index == muster_for(ESCALATION, stage, number)
    assert (55, 85, 115, 145)[index] == total_in_round(built, ESCALATION, stage, number)


def test_a_squad_that_is_not_there_has_no_total():
    assert total_in_round(roster_of([ship()]), ESCALATION, "swiss", 2) is None
