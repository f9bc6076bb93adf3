"""600 real squads add up to the points that were published with them."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.real.published import DATA
from tiltyard.engine.rosters.checks import check_roster, totals
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.engine.rosters.resolve import resolved
from tiltyard.formats.lists.xws import read_xws_value
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import read_card_data

SQUADS, CARDS, SPEC = DATA / "xws-squads", DATA / "xwing-cards", DATA / "xws-spec"
pytestmark = pytest.mark.skipif(
    not (SQUADS.is_dir() and CARDS.is_dir() and SPEC.is_dir()),
    reason=f"the squads and cards are not at {DATA}",
)
RULES = load("xwing-dogfight")
IN_TWO_SECTIONS = {"cr90corvette", "raiderclasscorvette"}
"""The specification lists these ships once; the card data has their two halves."""


@pytest.fixture(scope="module")
def cards():
    return read_card_data(CARDS)


@pytest.fixture(scope="module")
def squads():
    lines = (SQUADS / "squads.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read(cards, value):
    return resolved(read_xws_value(value, RULES), cards, RULES)


def test_every_squad_adds_up_as_published_and_every_card_is_known(cards, squads):
    assert len(squads) == 600
    for number, published in enumerate(squads, start=1):
        roster = read(cards, published)
        assert totals(roster, RULES) == (published["computed_points"],), number
        assert roster.remarks == (), number
        assert all(card.card for card in roster.musters[0].cards), number


@pytest.mark.clause("XW-035", "XW-036")
def test_a_squad_is_fine_unless_it_is_over_the_limit_or_of_a_later_faction(cards, squads):
    seen = Counter()
    for published in squads:
        roster = read(cards, published)
        findings = check_roster(roster, RULES, Circumstances())
        wrong = {finding.clause for finding in findings if finding.severity == "error"}
        expected = {"XW-035"} if published["computed_points"] > 100 else set()
        expected |= {"XW-036"} if published["xws"]["faction"] == "scum" else set()
        assert wrong == expected
        seen[frozenset(wrong)] += 1
    assert seen[frozenset()] == 442


@pytest.mark.clause("XW-035")
def test_two_squads_in_one_are_over_the_limit(cards, squads):
    first, second = (one["xws"] for one in squads[:2])
    both = {**first, "pilots": [*first["pilots"], *second["pilots"]]}
    roster = read(cards, both)
    (total,) = totals(roster, RULES)
    assert total == squads[0]["computed_points"] + squads[1]["computed_points"]
    findings = check_roster(roster, RULES, Circumstances())
    assert "XW-035" in {one.clause for one in findings if one.severity == "error"}


def test_every_pilot_id_of_the_specification_is_known_with_its_points(cards):
    factions = json.loads((SPEC / "xws_pilots.json").read_text(encoding="utf-8"))
    unknown = set()
    for faction, listed in factions.items():
        for ship, within in listed["ships"].items():
            for pilot, published in within["pilots"].items():
                value = {"faction": faction, "pilots": [{"name": pilot, "ship": ship}]}
                roster = read(cards, value)
                if totals(roster, RULES) != (published["points"],):
                    unknown.add(pilot)
    assert unknown == IN_TWO_SECTIONS


def test_every_upgrade_id_of_the_specification_is_known_with_its_points(cards):
    slots = json.loads((SPEC / "xws_upgrades.json").read_text(encoding="utf-8"))
    rookie = totals(read(cards, _rookie({})), RULES)[0]
    for slot, listed in slots.items():
        for upgrade, published in listed["upgrades"].items():
            roster = read(cards, _rookie({slot: [upgrade]}))
            assert totals(roster, RULES) == (rookie + published["points"],), (slot, upgrade)
            assert roster.musters[0].entries[0].upgrades[0].card, (slot, upgrade)


def _rookie(upgrades):
    pilot = {"name": "rookiepilot", "ship": "xwing", "upgrades": upgrades}
    return {"faction": "rebel", "pilots": [pilot]}


@pytest.mark.parametrize(
    ("pilot", "upgrades", "points"),
    [
        (("tempestsquadronpilot", "tieadvanced"), {"title": ["tiex1"]}, 21),
        (
            ("tempestsquadronpilot", "tieadvanced"),
            {"title": ["tiex1"], "system": ["advtargetingcomputer"]},
            22,
        ),
        (
            ("tempestsquadronpilot", "tieadvanced"),
            {"title": ["tiex1"], "system": ["firecontrolsystem"]},
            21,
        ),
        (
            ("blacksunace", "kihraxzfighter"),
            {"title": ["vaksai"], "ept": ["predator"], "mod": ["hullupgrade"]},
            27,
        ),
        (("rookiepilot", "xwing"), {"torpedo": ["renegaderefit"], "ept": ["predator"]}, 21),
    ],
)
def test_cards_that_make_others_cheaper(cards, pilot, upgrades, points):
    name, ship = pilot
    value = {"faction": "rebel", "pilots": [{"name": name, "ship": ship, "upgrades": upgrades}]}
    assert totals(read(cards, value), RULES) == (points,)
