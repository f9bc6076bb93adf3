"""Diskwars armies, Armada fleets, Middle-earth armies, and an invented game."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.lists.built import (
    DEPLOYMENTS,
    card,
    disks,
    entry,
    errors,
    findings,
    fleet,
    found,
    roster,
)  # fmt: skip
from tiltyard.engine.rosters.checks import totals
from tiltyard.engine.rosters.roster import Muster
from tiltyard.engine.ruleset import Check
from tiltyard.rulesets.loader import load

# ------------------------------------------------------------------------------------- Diskwars


@pytest.mark.clause("DW-019", "DW-022", "DW-023", "DW-026", "DW-027", "DW-028", "DW-030")
def test_an_army_of_disks_as_it_should_be():
    assert () == findings("diskwars", disks())
    assert () == findings("diskwars", disks(reserve=True), cut_planned=True)


@pytest.mark.clause("DW-019")
@pytest.mark.parametrize(("groups", "count"), [((1, 1), 1), ((1, 2), None), ((1, 2, 3), 3)])
def test_exactly_two_regiments(groups, count):
    wrong = found("diskwars", disks(regiments=groups), "regiments-count")

    assert ([count] if count else []) == [one.facts["count"] for one in wrong]
    assert all(("error", "DW-019") == (one.severity, one.clause) for one in wrong)


@pytest.mark.clause("DW-019")
def test_regiments_nobody_marked_are_asked_for():
    every = findings("diskwars", disks(regiments=(None, None)))

    assert [("regiments-not-marked", "warning")] == [(one.code, one.severity) for one in every]


@pytest.mark.clause("DW-020", "DW-025", "AMB-112")
def test_dw_t14_a_cut_is_planned_and_the_reserve_is_missing():
    every = findings("diskwars", disks(), cut_planned=True)

    assert [("reserve-missing", "DW-020"), ("reserve-missing", "DW-025")] == [
        (one.code, one.clause) for one in every
    ]
    assert not any(one.waivable for one in every)
    assert {"error"} == {one.severity for one in every}


@pytest.mark.clause("DW-021", "AMB-112")
def test_without_a_cut_a_reserve_is_neither_wanted_nor_counted():
    every = findings("diskwars", disks(reserve=True))

    assert {("reserve-not-used", "notice")} == {(one.code, one.severity) for one in every}
    assert (20,) == totals(disks(reserve=True), load("diskwars"))


@pytest.mark.clause("DW-020")
def test_the_reserve_is_one_regiment():
    more = entry("Disk S", 10, section="reserve", group=2)
    built = disks(reserve=True)
    musters = (Muster((*built.musters[0].entries, more)),)
    assert [("reserve-of-several", "DW-020")] == errors(
        "diskwars", replace(built, musters=musters), cut_planned=True
    )


@pytest.mark.parametrize(("cut", "wanted"), [(True, 1), (False, 0)])
def test_a_section_for_the_cut_is_only_counted_with_one(cut, wanted):
    rules = load("diskwars")
    check = Check("section_count", "DW-025", section="reserve", least=1)
    counting = replace(rules, lists=replace(rules.lists, checks=(check,)))

    assert wanted == len(findings(counting, disks(), cut_planned=cut))


@pytest.mark.clause("DW-022")
@pytest.mark.parametrize(
    ("faction", "fine"), [("Order", True), ("destruction", True), ("Chaos", False)]
)
def test_order_or_destruction(faction, fine):
    expected = [] if fine else [("faction-not-allowed", "DW-022")]

    assert expected == errors("diskwars", disks(faction=faction))


@pytest.mark.clause("DW-023")
def test_every_part_of_the_army_is_listed():
    empty = roster(faction="Order")

    assert [
        ("section-missing", clause) for clause in ("DW-023", "DW-023", "DW-026", "DW-027", "DW-028")
    ] == errors("diskwars", empty)


@pytest.mark.clause("DW-026", "DW-027", "DW-028")
@pytest.mark.parametrize(
    ("part", "clause", "exactly"),
    [("scenarios", "DW-026", 5), ("deployments", "DW-027", 12), ("places", "DW-028", 5)],
)
@pytest.mark.parametrize(("by", "code"), [(-1, "too-few"), (0, None), (1, "too-many")])
def test_exactly_so_many_cards(part, clause, exactly, by, code):
    built = disks(**{part: [f"Card {n}" for n in range(exactly + by)]})

    assert ([(code, clause)] if code else []) == errors("diskwars", built)


@pytest.mark.clause("DW-027", "DW-030", "DW-031")
@pytest.mark.parametrize(
    ("twice", "errors_found"),
    [
        (["Ambush", "Ambush"], []),
        (["Detachment", "Detachment", "Advance", "advance"], []),
        (["Flank", "Flank"], [("too-many-copies", "DW-030")]),
        (["Advance"] * 3, [("too-many-copies", "DW-031")]),
    ],
)
def test_dw_t12_copies_of_deployment_cards(twice, errors_found):
    cards = [*twice, *DEPLOYMENTS[len(twice) :]]

    assert errors_found == errors("diskwars", disks(deployments=cards))


@pytest.mark.clause("DW-027")
def test_dw_t12_eleven_deployment_cards_are_too_few():
    assert [("too-few", "DW-027")] == errors("diskwars", disks(deployments=DEPLOYMENTS[:11]))


@pytest.mark.clause("DW-030")
@pytest.mark.parametrize("part", ["scenarios", "places"])
def test_no_other_card_is_there_twice(part):
    built = disks(**{part: ["Ambush", "Ambush", "C", "D", "E"]})

    assert [("too-many-copies", "DW-030")] == errors("diskwars", built)


# --------------------------------------------------------------------------------------- Armada


@pytest.mark.clause("AR-037", "AR-038", "AR-039", "AR-042", "AR-065")
def test_a_fleet_as_it_should_be():
    assert () == findings("armada", fleet(declared=400))


@pytest.mark.clause("AR-038")
@pytest.mark.parametrize(("cost", "fine"), [(399, True), (400, True), (401, False)])
def test_four_hundred_points_at_most(cost, fine):
    ship = entry("Frigate", cost - 20, upgrades=[card("Admiral", 20, slot="Commander")])

    assert ([] if fine else [("over-limit", "AR-038")]) == errors("armada", fleet(ship))


@pytest.mark.clause("AR-038")
def test_squadrons_cost_points():
    wing = entry("Wing", 26, section="squadrons")
    ship = entry("Frigate", 375, upgrades=[card("Admiral", 0, slot="commander")])

    assert [("over-limit", "AR-038")] == errors("armada", fleet(ship, wing))


@pytest.mark.clause("AR-039")
@pytest.mark.parametrize(
    ("faction", "fine"),
    [("Rebels", True), ("Galactic Empire", True), ("Galactic Republic", False),
     ("Separatist Alliance", False)],
)  # fmt: skip
def test_a_fleet_is_rebel_or_imperial(faction, fine):
    expected = [] if fine else [("faction-not-allowed", "AR-039")]

    assert expected == errors("armada", fleet(faction=faction))


@pytest.mark.clause("AR-042")
@pytest.mark.parametrize(
    ("tier", "severity"), [("relaxed", "warning"), ("formal", "error"), ("premier", "error")]
)
def test_obstacles_and_damage_deck_are_named(tier, severity):
    every = findings("armada", fleet(obstacles=(), deck=()), tier=tier)

    assert [("section-missing", severity, "AR-042")] * 2 == [
        (one.code, one.severity, one.clause) for one in every
    ]
    assert ["Obstacles", "Damage deck"] == [one.facts["section"] for one in every]


@pytest.mark.clause("AR-042", "AR-066")
@pytest.mark.parametrize(("count", "code"), [(5, "too-few"), (6, None), (7, "too-many")])
def test_six_obstacles(count, code):
    every = findings("armada", fleet(obstacles=[f"Rock {n}" for n in range(count)]))

    assert ([(code, "warning")] if code else []) == [(one.code, one.severity) for one in every]


@pytest.mark.clause("AR-065")
@pytest.mark.parametrize(
    ("count", "code", "severity"),
    [(0, "section-missing", "notice"), (2, "too-few", "warning"), (3, None, None),
     (4, "too-many", "warning")],
)  # fmt: skip
@pytest.mark.parametrize("tier", ["relaxed", "premier"])
def test_the_setup_asks_for_three_objectives_and_the_list_need_not(count, code, severity, tier):
    built = fleet(objectives=[f"Objective {n}" for n in range(count)])
    every = findings("armada", built, tier=tier)

    assert ([(code, severity, "AR-065")] if code else []) == [
        (one.code, one.severity, one.clause) for one in every
    ]


@pytest.mark.clause("AR-042")
@pytest.mark.parametrize(
    ("leaders", "code"), [(0, "commander-missing"), (1, None), (2, "commanders-many")]
)
def test_a_fleet_has_one_commander(leaders, code):
    admirals = [card(f"Admiral {n}", 20, slot="Commander") for n in range(leaders)]
    every = findings("armada", fleet(entry("Frigate", 100, upgrades=admirals)))

    assert ([(code, "warning")] if code else []) == [(one.code, one.severity) for one in every]


@pytest.mark.clause("AR-046")
def test_copies_of_a_ship_are_to_be_marked_and_squadrons_not():
    ship = entry("Frigate", 50, upgrades=[card("Admiral", 20, slot="commander")])
    wing = entry("Wing", 10, section="squadrons")
    notices = found("armada", fleet(ship, entry("Frigate", 50), wing, wing), "copies-to-mark")

    assert [("Frigate", 2, "AR-046")] == [
        (one.facts["card"], one.facts["count"], one.clause) for one in notices
    ]


@pytest.mark.clause("AR-053")
def test_a_fleet_has_no_stand_ins():
    ship = entry("Frigate [proxy]", 50, upgrades=[card("Admiral", 20, slot="commander")])

    assert [("proxy-listed", "AR-053")] == errors("armada", fleet(ship))


# --------------------------------------------------------------------------------- Middle-earth


@pytest.mark.clause("ME-062", "ME-063")
@pytest.mark.parametrize(
    ("limit", "cost", "fine"), [(500, 500, True), (500, 501, False), (None, 5000, True)]
)
def test_the_limit_is_the_one_of_the_event(limit, cost, fine):
    built = roster(entry("Captain", cost, section="army"))

    assert ([] if fine else [("over-limit", "ME-062")]) == errors(
        "middle-earth", built, points_limit=limit
    )


@pytest.mark.clause("ME-006", "ME-028")
def test_the_organiser_looks_at_every_list_and_at_conversions():
    lists = load("middle-earth").lists

    assert ("by_hand", "ME-006") == (lists.approval, lists.approval_clause)
    assert (True, "ME-028") == (lists.conversions, lists.conversions_clause)
    assert [("section-missing", "ME-006")] == errors("middle-earth", roster())


# ------------------------------------------------------------------------------ an invented game


@pytest.mark.clause("AMB-034")
def test_a_ruleset_that_says_nothing_about_lists_has_the_usual_checks():
    rules = load("skirmish-cup", Path(__file__).parents[1] / "rulesets" / "data")
    built = roster(entry("Captain", 301, section="units"))

    assert [("over-limit", "AMB-034")] == errors(rules, built, points_limit=300)
    assert [] == errors(rules, built)
    assert [("section-missing", "RW-057")] == errors(rules, roster())
