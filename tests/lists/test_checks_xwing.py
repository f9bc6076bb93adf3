"""X-Wing squads: 100 points, Rebel or Imperial, asteroids, and the words of builders."""

import pytest

from tests.lists.built import card, entry, errors, findings, found, many, roster_of, squad
from tiltyard.engine.options import with_options
from tiltyard.engine.rosters.checks import muster_for, totals
from tiltyard.engine.rosters.factions import faction_named, factions_of
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Remark, Roster
from tiltyard.rulesets.loader import load

DOGFIGHT = load("xwing-dogfight")


def ships(points):
    return entry("Pilot", points, faction="Rebel Alliance", type="X-wing")


@pytest.mark.clause("XW-034", "XW-035", "XW-036", "XW-037")
def test_a_squad_as_it_should_be_has_nothing_to_put_right():
    assert () == findings("xwing-dogfight", squad(ships(100), declared=100))


@pytest.mark.clause("XW-035")
@pytest.mark.parametrize(("total", "fine"), [(101, False), (100, True), (88, True)])
def test_xw_t14_squads_over_a_hundred_points_are_refused(total, fine):
    expected = [] if fine else [("over-limit", "XW-035")]

    assert expected == errors("xwing-dogfight", squad(ships(total)))


@pytest.mark.clause("XW-034")
def test_a_player_has_one_squad():
    two = roster_of([ships(10)], [ships(20)])

    assert [("musters-many", "XW-034")] == errors("xwing-dogfight", two)


@pytest.mark.clause("XW-036")
@pytest.mark.parametrize(
    ("faction", "fine"),
    [
        ("Rebel", True),
        ("rebels", True),
        ("Rebel Alliance", True),
        ("Resistance", True),
        ("imperial", True),
        ("Galactic Empire", True),
        ("First Order", True),
        ("scum", False),
        ("Scum and Villainy", False),
        ("Pirates", False),
    ],
)
def test_rebel_or_imperial(faction, fine):
    refused = found("xwing-dogfight", squad(entry("P", 10), faction=faction), "faction-not-allowed")

    assert fine == (not refused)
    assert all(("error", "XW-036") == (one.severity, one.clause) for one in refused)


@pytest.mark.clause("XW-036")
@pytest.mark.parametrize("name", ["Scum", "Scum and Villainy", "scumandvillainy"])
def test_the_organizer_may_allow_another_faction(name):
    rules = with_options(DOGFIGHT, {"lists.factions": ["Rebel", "Imperial", name]})
    built = squad(entry("P", 10, faction="Scum and Villainy"), faction="scum")

    assert [] == errors(rules, built)
    assert [("faction-not-allowed", "XW-036")] == errors(DOGFIGHT, built)


@pytest.mark.clause("XW-036")
def test_a_squad_says_its_faction():
    (missing,) = found("xwing-dogfight", squad(entry("P", 10), faction=""), "faction-missing")

    assert ("warning", "Rebel, Imperial") == (missing.severity, missing.facts["factions"])


@pytest.mark.clause("XW-036")
def test_ships_of_two_sides_do_not_fly_together():
    other = entry("Lord", 10, faction="Galactic Empire")

    assert [("factions-mixed", "XW-036")] == errors("xwing-dogfight", squad(ships(10), other))
    (mixed,) = found("xwing-dogfight", squad(ships(10), other), "factions-mixed")
    assert not mixed.waivable


@pytest.mark.clause("XW-036")
def test_an_upgrade_of_the_other_side_makes_a_squad_mixed():
    ship = entry("P", 10, upgrades=[card("Crew", 3, faction="Imperial")], faction="Rebel")

    assert [("factions-mixed", "XW-036")] == errors("xwing-dogfight", squad(ship))


@pytest.mark.clause("XW-036")
@pytest.mark.parametrize(("own", "mixed"), [("Rebel", True), ("Imperial", False)])
def test_a_card_of_two_factions_fits_only_those(own, mixed):
    crew = card("Crew", 3, factions=("Imperial", "Scum"))
    ship = entry("P", 10, upgrades=[crew], faction=own)

    wrong = found("xwing-dogfight", squad(ship, faction=own), "factions-mixed")
    assert ["Imperial / Scum"] * mixed == [one.facts["faction"] for one in wrong]


@pytest.mark.clause("XW-036")
def test_an_upgrade_of_both_sides_makes_no_squad_mixed():
    crew = card("Crew", 3, factions=("Imperial", "Rebel"))

    assert [] == errors("xwing-dogfight", squad(entry("P", 10, upgrades=[crew], faction="Rebel")))


@pytest.mark.clause("XW-037")
def test_a_squad_lists_its_ships_and_its_total():
    empty = squad()

    assert [("total-missing", "XW-037"), ("section-missing", "XW-037")] == errors(
        "xwing-dogfight", empty
    )


@pytest.mark.clause("XW-040")
@pytest.mark.parametrize(
    ("names", "codes"),
    [
        ((), []),
        (("a1", "a2", "a3", "a4", "a5", "a6"), []),
        (("a1", "a2", "a3", "a4", "a5", "a5"), [("too-many-copies", "XW-040")]),
    ],
)
def test_no_asteroid_twice(names, codes):
    assert codes == errors("xwing-dogfight", squad(ships(10), *many("obstacles", *names)))


@pytest.mark.clause("XW-040", "XW-052")
@pytest.mark.parametrize(("count", "warned"), [(0, 0), (5, 1), (6, 0), (7, 1)])
def test_if_asteroids_are_listed_there_are_six(count, warned):
    rocks = many("obstacles", *(f"a{n}" for n in range(count)))
    every = findings("xwing-dogfight", squad(ships(10), *rocks))

    assert ["warning"] * warned == [one.severity for one in every]


@pytest.mark.clause("XW-021")
def test_no_proxies_of_ships_or_cards():
    ship = entry("P", 10, upgrades=[card("R2 (proxy)", 3)])

    assert [("proxy-listed", "XW-021")] == errors("xwing-dogfight", squad(ship))
    assert [] == errors("xwing-dogfight", squad(entry("P", 10, upgrades=[card("R2", 3)])))


@pytest.mark.clause("XW-048")
def test_ships_with_a_duplicate_get_tokens():
    wing = [entry("Pilot", 20, type="X-wing") for _ in range(2)]
    lone = entry("Other Pilot", 20, type="X-wing")
    (notice,) = found("xwing-dogfight", squad(*wing, lone), "copies-to-mark")

    assert ("Pilot", 2, "notice", "XW-048") == (
        notice.facts["card"], notice.facts["count"], notice.severity, notice.clause
    )  # fmt: skip


@pytest.mark.clause("XW-037", "XW-048")
def test_a_unique_ship_twice_is_warned_of_and_gets_no_mark():
    hero = entry("Hero", 20, traits=("unique",))
    alone, twice = squad(hero), squad(hero, hero)
    (warning,) = found("xwing-dogfight", twice, "unique-twice")

    assert ("Hero", 2, "warning", "XW-037") == (
        warning.facts["card"], warning.facts["count"], warning.severity, warning.clause
    )  # fmt: skip
    assert [] == found("xwing-dogfight", twice, "copies-to-mark")
    assert [] == found("xwing-dogfight", alone, "unique-twice")


# ------------------------------------------------------------------------------------- totals


def test_a_total_is_that_of_the_cards():
    built = squad(ships(40), entry("P", 20, upgrades=[card("R2", 5)]), declared=99)

    assert (65,) == totals(built, DOGFIGHT)


@pytest.mark.clause("AMB-038")
@pytest.mark.parametrize("declared", [99, None])
def test_a_total_is_as_declared_where_a_card_is_not_known(declared):
    assert (declared,) == totals(squad(ships(40), ships(None), declared=declared), DOGFIGHT)
    assert (declared,) == totals(squad(declared=declared), DOGFIGHT)


def test_a_section_the_ruleset_does_not_have_counts():
    built = squad(ships(40), entry("Crate", 7, section="cargo"))

    assert (47,) == totals(built, DOGFIGHT)


def test_one_squad_is_for_every_round():
    assert [0, 0, 0] == [
        muster_for(DOGFIGHT, stage, number)
        for stage, number in [("swiss", 1), ("swiss", 7), ("elimination", 2)]
    ]


def test_factions_by_the_names_of_the_ruleset():
    built = squad(ships(10), entry("Lord", 10, faction="Galactic Empire"), faction="rebels")

    assert ("Rebel", "Imperial") == factions_of(built, DOGFIGHT)
    assert "Elves" == faction_named(DOGFIGHT, "Elves")


# -------------------------------------------------------------------------- what readers remark


def test_remarks_become_findings_and_are_not_said_twice():
    remarks = (
        Remark("unknown-card", "Wdge", {"name": "Wdge"}),
        Remark("line-not-understood", "line 3", {"text": "?"}),
        Remark("taken-as", "Luke", {"name": "Luke", "title": "Luke Skywalker"}),
        Remark("something-new", "line 9"),
    )
    written = (Entry("ships", Listed("Wdge", points=10)),)
    built = Roster("Rebel", musters=(Muster(written),), catalogue="cards", remarks=remarks)

    assert [
        ("unknown-card", "warning"),
        ("line-not-understood", "warning"),
        ("something-new", "warning"),
        ("taken-as", "notice"),
    ] == [(one.code, one.severity) for one in findings("xwing-dogfight", built)]
