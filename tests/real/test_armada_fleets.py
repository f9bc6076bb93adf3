"""Real Armada fleets: ten texts of five builders, and the 146 fleets of a world championship."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from tests.real.published import DATA, missing
from tiltyard.engine.rosters.checks import check_roster, totals
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.engine.rosters.resolve import resolved
from tiltyard.engine.rosters.roster import Muster, summed
from tiltyard.formats.lists.fleet_text import looks_like_fleet_text, read_fleet_text
from tiltyard.formats.lists.list_forms import form_of
from tiltyard.formats.lists.list_table import read_csv
from tiltyard.formats.lists.plain import read_plain, write_plain
from tiltyard.rulesets.loader import load

TEXTS, WORLDS = "armada-fleet-texts", "armada-worlds-2025"
FIRE = ["Ion Storm", "Contested Outpost", "Hyperspace Migration"]
HAWK = ["Advanced Gunnery", "Contested Outpost", "Solar Corona"]
EXPECTED = {
    "armada-fleet-builder_dumpster-fire-mk-18": (400, 84, 6, "Garm Bel Iblis", FIRE),
    "armada-fleet-builder_raddeux-lib-v4": (
        *(399, 60, 4, "Admiral Raddus"),
        ["Surprise Attack", "Salvage Run", "Asteroid Tactics"],
    ),
    "armada-fleets-designer_dumpster-fire-mk-18": (400, 84, 6, "Garm Bel Iblis", FIRE),
    "flagship_dumpster-fire-mk-18": (400, 84, 6, "Garm Bel Iblis", FIRE),
    "ryan-kingston_dumpster-fire-mk-18": (400, 84, 6, "Garm Bel Iblis", FIRE),
    "ryan-kingston_no-obj-no-com-multi-squad": (196, 34, 3, None, []),
    "ryan-kingston_starhawk": (
        *(396, 80, 4, "Mon Mothma"),
        ["Ion Storm", "Abandoned Mining Facility", "Doomed Station"],
    ),
    "warlords_dumpster-fire-mk-18": (400, 84, 6, "Garm Bel Iblis", FIRE),
    "warlords_failures_no-commander": (392, 0, 0, "Kyrsta Agate", HAWK),
    "warlords_squadless": (392, 0, 0, "Kyrsta Agate", HAWK),
}
COLUMNS = ("section", "name", "slot", "points", "count")
RULES = load("armada")


def cost(muster: Muster, section: str) -> int | None:
    return summed(entry.points for entry in muster.of(section))


def fleet_text(name: str) -> str:
    return (DATA / TEXTS / f"{name}.txt").read_text(encoding="utf-8")


@missing(TEXTS)
@pytest.mark.clause("AR-042")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_fleet_text_gives_its_total_squadrons_commander_and_objectives(name):
    text = fleet_text(name)
    roster = resolved(read_fleet_text(text, RULES), None, RULES)
    (muster,) = roster.musters

    commanders = [card.name for card in muster.cards if card.slot == "commander"]
    objectives = [entry.card.name for entry in muster.of("objectives")]
    total, squadron_total, number, commander, expected = EXPECTED[name]

    assert looks_like_fleet_text(text)
    assert (total, squadron_total) == (*totals(roster, RULES), cost(muster, "squadrons"))
    assert muster.declared in {None, total}
    assert number == len(muster.of("squadrons"))
    assert ([commander] if commander else []) == commanders
    assert expected == objectives
    assert set() == {remark.code for remark in roster.remarks} - {"commander-taken-as"}


@missing(TEXTS)
@pytest.mark.clause("AR-042", "AR-065")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ryan-kingston_no-obj-no-com-multi-squad", {"commander-missing", "Objective cards"}),
        ("warlords_failures_no-commander", {"commander-taken-as"}),
        ("warlords_squadless", set()),
        ("armada-fleets-designer_dumpster-fire-mk-18", {"commander-taken-as", "faction-missing"}),
        ("flagship_dumpster-fire-mk-18", set()),
    ],
)
def test_a_fleet_that_lacks_something_has_a_finding_for_it(name, expected):
    roster = resolved(read_fleet_text(fleet_text(name), RULES), None, RULES)
    found = check_roster(roster, RULES, Circumstances())

    never_printed = {"Obstacles", "Damage deck"}
    assert expected == {str(one.facts.get("section", one.code)) for one in found} - never_printed


@missing(TEXTS)
@pytest.mark.parametrize("name", EXPECTED)
def test_a_fleet_written_as_plain_text_is_the_same_fleet(name):
    roster = read_fleet_text(fleet_text(name), RULES)
    text = write_plain(roster, RULES)

    assert "plain" == form_of(text).id
    assert roster.musters == read_plain(text, RULES).musters


def published() -> list[dict[str, Any]]:
    events = json.loads((DATA / WORLDS / "events.json").read_text(encoding="utf-8"))
    return [fleet for event in events for fleet in event["fleets"]]


def as_table(fleet: dict[str, Any]) -> str:
    """A fleet as an organizer would keep it: a row for each ship, upgrade and kind of squadron."""
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(COLUMNS)
    for ship in fleet["ships"]:
        rows.writerow(("ships", ship["name"], "", ship["cost"], 1))
        for upgrade in ship["upgrades"]:
            rows.writerow(("", upgrade["name"], upgrade["slot"], upgrade["cost"], 1))
    for squadron in fleet["squadrons"]:
        row = ("squadrons", squadron["name"], "", squadron["cost"], squadron["count"])
        rows.writerow(row)
    return table.getvalue()


def as_text(fleet: dict[str, Any]) -> str:
    """A fleet as its player would type it."""
    lines = [f"Faction: {fleet['faction']}", f"Total: {fleet['total']}", "Ships"]
    for ship in fleet["ships"]:
        lines.append(f"{ship['name']} ({ship['cost']})")
        lines += [f"- {card['slot']}: {card['name']} ({card['cost']})" for card in ship["upgrades"]]
    lines.append("Squadrons")
    lines += [f"{each['count']}x {each['name']} ({each['cost']})" for each in fleet["squadrons"]]
    return "\n".join(lines)


@missing(WORLDS)
@pytest.mark.clause("AR-042")
@pytest.mark.parametrize(("written", "read"), [(as_table, read_csv), (as_text, read_plain)])
def test_the_146_fleets_total_as_published(written, read):
    fleets = published()
    assert 146 == len(fleets)

    for fleet in fleets:
        roster = resolved(read(written(fleet), RULES), None, RULES)
        (muster,) = roster.musters

        assert () == roster.remarks
        assert fleet["squadron_total"] == cost(muster, "squadrons"), fleet["player"]
        assert (fleet["total"],) == totals(roster, RULES), fleet["player"]
        assert 1 == len([card for card in muster.cards if card.slot == "commander"])


@missing(WORLDS)
def test_no_other_upgrade_of_the_146_fleets_costs_as_much_as_a_commander():
    upgrades = [
        card for fleet in published() for ship in fleet["ships"] for card in ship["upgrades"]
    ]

    assert 20 <= min(card["cost"] for card in upgrades if card["slot"] == "Commander")
    assert 20 > max(card["cost"] for card in upgrades if card["slot"] != "Commander")
