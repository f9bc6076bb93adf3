"""Armada fleets as five fleet builders print them; the fleets here are invented."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.list_reading import MOST_ENTRIES
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.engine.ruleset import Check, Lists, Section
from tiltyard.formats.lists.fleet_text import looks_like_fleet_text, read_fleet_text
from tiltyard.formats.lists.plain import write_plain
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

SECTIONS = tuple(
    Section(name, name.title(), "AR-042") for name in ("ships", "squadrons", "objectives")
)
RULES = replace(load("armada"), lists=Lists(clause="AR-041", required="always", sections=SECTIONS))

FLEET_BUILDER = """\
Grey Tide (110/400)
Rebels  - Author: nobody

Commander: Admiral Grey

Objectives: Storm, Outpost, Drift

[flagship] Heron Cruiser (40)
 - Admiral Grey (20)
 - Grey's Lamp (2)
= 62 total points

Wren Corvette (18)
= 18 total points

Squadrons (30/134):
1x Mara Dusk (10)
2x Finch Squadron (20)
"""
DESIGNER = """\
Grey Tide (30/110/400)
======================
Heron Cruiser (40 + 22: 62)
\t+ Admiral Grey (20)
\t+ Grey's Lamp (2)
Wren Corvette (18 + 0: 18)
Mara Dusk (10)
2 x Finch Squadron (2 x 10)
Storm
Outpost
Drift
"""
FLAGSHIP = """\
Grey Tide

Author: nobody
Faction: Rebels
Commander: Admiral Grey

Assault Objective: Storm
Defense Objective: Outpost
Navigation Objective: Drift

[flagship] Heron Cruiser (40)
- Admiral Grey (20)
- Grey's Lamp (2)
= 62 points

Wren Corvette (18)
= 18 points

1 Mara Dusk (10)
2 Finch Squadron (10)
= 30 points
"""
KINGSTON = """\
Name: Grey Tide
Faction: Rebel
Commander: Admiral Grey

Assault: Storm
Defense: Outpost
Navigation: Drift

Heron Cruiser (40)
• Admiral Grey (20)
• Grey's Lamp (2)
= 62 Points

Wren Corvette (18)
= 18 Points

Squadrons:
• Mara Dusk (10)
• 2 x Finch Squadron (20)
= 30 Points

Total Points: 110
"""
WARLORDS = """\
Grey Tide\x20
\t
Author: nobody

Faction: Rebel Alliance\t
Points: 110/400\t

Commander: Admiral Grey (com)

Assault Objective: Storm\t
Defense Objective: Outpost\t
Navigation Objective: Drift\t

[ flagship ] Heron Cruiser (40 points)
-  Admiral Grey (com)\t ( 20\t points)\x20
-  Grey's Lamp\t ( 2\t points)\x20
= 62 total ship cost

Wren Corvette (18 points)
= 18 total ship cost

1\tMara Dusk ( 10 points)\x20
2\tFinch Squadron ( 20 points)\x20
= 30 total squadron cost
"""
BUILDERS = {
    "fleet-builder": FLEET_BUILDER,
    "designer": DESIGNER,
    "flagship": FLAGSHIP,
    "kingston": KINGSTON,
    "warlords": WARLORDS,
}
EVERY = pytest.mark.parametrize("builder", BUILDERS)


def read(text):
    return read_fleet_text(text, RULES)


def codes(roster):
    return [(remark.code, remark.where) for remark in roster.remarks]


def commanders(roster):
    return [card.name for card in roster.musters[0].cards if card.slot == "commander"]


@EVERY
def test_every_builder_is_recognised(builder):
    assert looks_like_fleet_text(BUILDERS[builder])


@pytest.mark.clause("AR-042")
@EVERY
def test_every_builder_prints_the_same_fleet(builder):
    roster = read(BUILDERS[builder])
    (muster,) = roster.musters
    heron, wren = muster.of("ships")

    assert "Grey Tide" == roster.name
    assert ("Heron Cruiser", 40) == (heron.card.name, heron.card.declared)
    assert [("Admiral Grey", 20), ("Grey's Lamp", 2)] == [
        (card.name, card.declared) for card in heron.upgrades
    ]
    assert ("Wren Corvette", 18, ()) == (wren.card.name, wren.card.declared, wren.upgrades)
    assert [("Mara Dusk", 10), ("Finch Squadron", 10), ("Finch Squadron", 10)] == [
        (entry.card.name, entry.card.declared) for entry in muster.of("squadrons")
    ]
    assert ["Storm", "Outpost", "Drift"] == [e.card.name for e in muster.of("objectives")]
    assert ["Admiral Grey"] == commanders(roster)


@pytest.mark.parametrize(
    ("builder", "declared"),
    [
        ("fleet-builder", 110),
        ("designer", 110),
        ("flagship", None),
        ("kingston", 110),
        ("warlords", 110),
    ],
)
def test_the_total_is_the_one_that_is_printed(builder, declared):
    assert declared == read(BUILDERS[builder]).musters[0].declared


@pytest.mark.parametrize("builder", ["fleet-builder", "flagship", "warlords"])
def test_the_flagship_is_marked_where_the_builder_marks_it(builder):
    ships = read(BUILDERS[builder]).musters[0].of("ships")

    assert [("flagship",), ()] == [entry.card.traits for entry in ships]


@EVERY
def test_a_fleet_that_adds_up_has_nothing_remarked_but_a_commander_known_by_the_price(builder):
    expected = [("commander-taken-as", "")] if builder == "designer" else []

    assert expected == codes(read(BUILDERS[builder]))


@pytest.mark.clause("AR-039")
@pytest.mark.parametrize(
    ("written", "faction"),
    [
        ("Rebels", "Rebel"),
        ("Rebel Alliance", "Rebel"),
        ("Imperial", "Imperial"),
        ("Galactic Empire", "Imperial"),
        ("Galactic Republic", "Republic"),
        ("Separatist Alliance", "Separatist"),
        ("Smugglers", "Smugglers"),
    ],
)
def test_factions_go_by_one_name_and_those_of_later_editions_by_theirs(written, faction):
    assert faction == read(KINGSTON.replace("Faction: Rebel", f"Faction: {written}")).faction


def test_no_faction_is_left_for_the_checks():
    assert "" == read(DESIGNER).faction


def test_a_commander_is_the_upgrade_the_builder_marks_so():
    text = WARLORDS.replace("Commander: Admiral Grey (com)\n", "")

    assert ["Admiral Grey"] == commanders(read(text))


def test_an_empty_commander_line_and_no_dear_upgrade_is_no_commander():
    text = KINGSTON.replace("Commander: Admiral Grey", "Commander:")

    assert [] == commanders(read(text.replace("Admiral Grey (20)", "Ensign Grey (19)")))
    assert ["Admiral Grey"] == commanders(read(text))


def test_a_commander_nobody_names_is_remarked():
    text = WARLORDS.replace("Commander: Admiral Grey (com)\n", "")

    assert [("commander-taken-as", "")] == codes(read(text))


@pytest.mark.clause("AR-042")
@pytest.mark.parametrize(
    "lines",
    [
        "Obstacles: Rock 1, Rock 2\nDamage deck: Core Set",
        "Obstacles\nRock 1\nRock 2\nDamage Deck:\n- Core Set",
    ],
)
@EVERY
def test_obstacles_and_the_damage_deck_may_be_added_below(builder, lines):
    roster = read(f"{BUILDERS[builder]}\n{lines}\n")
    (muster,) = roster.musters

    assert ["Rock 1", "Rock 2"] == [entry.card.name for entry in muster.of("obstacles")]
    assert ["Core Set"] == [entry.card.name for entry in muster.of("damage_deck")]
    assert 3 == len(muster.of("squadrons"))
    assert set() == {code for code, _ in codes(roster)} - {"commander-taken-as"}


def test_a_commander_who_is_on_no_ship_is_remarked():
    roster = read(KINGSTON.replace("Commander: Admiral Grey", "Commander: Admiral Blue"))

    assert [] == commanders(roster)
    assert [("commander-not-aboard", "")] == codes(roster)


def test_empty_objectives_are_no_objectives():
    text = KINGSTON.replace("Storm", "").replace("Outpost", "").replace("Drift", "")

    assert () == read(text).musters[0].of("objectives")


def test_a_heading_of_objectives_without_any_leaves_the_ships_alone():
    text = FLEET_BUILDER.replace("Objectives: Storm, Outpost, Drift", "Objectives:")
    (muster,) = read(text).musters

    assert () == muster.of("objectives")
    assert 2 == len(muster.of("ships"))


def test_objectives_keep_their_category_where_the_builder_names_it():
    slots = [entry.card.slot for entry in read(KINGSTON).musters[0].of("objectives")]

    assert ["assault", "defense", "navigation"] == slots


@pytest.mark.parametrize(
    ("before", "after", "name", "said", "counted", "line"),
    [
        ("= 62 Points", "= 63 Points", "Heron Cruiser", 63, 62, 12),
        ("= 30 Points", "= 31 Points", "squadrons", 31, 30, 20),
        ("Total Points: 110", "Total Points: 111", "Grey Tide", 111, 110, 22),
    ],
)
def test_a_sum_that_does_not_come_out_is_remarked(before, after, name, said, counted, line):
    text = KINGSTON.replace(before, after).replace("2 x Finch Squadron (20)", "Finch (20)")

    (remark,) = read(text).remarks

    assert ("sum-differs", f"line {line}") == (remark.code, remark.where)
    assert {"name": name, "said": said, "counted": counted} == remark.facts


def test_a_total_that_does_not_come_out_is_left_to_the_check_where_the_ruleset_has_one():
    lists = replace(RULES.lists, checks=(Check("total", "AR-042"),))
    text = KINGSTON.replace("Total Points: 110", "Total Points: 111")

    assert () == read_fleet_text(text, replace(RULES, lists=lists)).remarks


def test_a_line_that_is_not_understood_is_remarked_and_the_rest_is_read():
    text = KINGSTON.replace("Wren Corvette (18)", "thanks to all my friends\nWren Corvette (18)")
    roster = read(text)

    (remark,) = roster.remarks
    assert ("line-not-understood", "line 14") == (remark.code, remark.where)
    assert {"text": "thanks to all my friends"} == remark.facts
    assert 2 == len(roster.musters[0].of("ships"))


def test_an_upgrade_without_a_ship_is_not_understood():
    assert ("line-not-understood", "line 2") in codes(read("Grey Tide\n- Lamp (2)\n"))


def test_what_stands_in_parentheses_behind_a_name_belongs_to_it():
    (ship,) = read("X (20/400)\nHeron (grey) (20)\n").musters[0].of("ships")

    assert ("Heron (grey)", ()) == (ship.card.name, ship.card.products)


def test_a_squadron_of_a_million_copies_is_refused():
    with pytest.raises(Refused) as refused:
        read(FLEET_BUILDER.replace("2x Finch", "999999999x Finch"))

    assert "line 18" == refused.value.field
    assert f"at most {MOST_ENTRIES}" in refusal_text(refused.value)


def test_a_fleet_is_no_list_of_another_game():
    lists = replace(RULES.lists, sections=(Section("units", "Units", "RW-053"),))

    with pytest.raises(Refused) as refused:
        read_fleet_text(KINGSTON, replace(RULES, lists=lists))

    assert fix_text(refused.value)


def test_our_own_text_of_a_fleet_is_plain():
    commander = Listed("Admiral Grey", slot="commander", declared=20)
    heron = Entry("ships", Listed("Heron", declared=40, traits=("flagship",)), (commander,))
    storm = Entry("objectives", Listed("Storm", slot="assault"))
    text = write_plain(Roster("Rebel", "Tide", (Muster((heron, storm), 60),)), RULES)

    assert not looks_like_fleet_text(text)


@pytest.mark.parametrize("text", ["", "Luke Skywalker (28)\n- R2-D2 (4)", "Commander: Grey"])
def test_other_texts_are_no_fleets(text):
    assert not looks_like_fleet_text(text)
