"""Lists as tables: columns in any order, three separators, and what a row may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.list_reading import MOST_ENTRIES
from tiltyard.engine.ruleset import Lists, Section
from tiltyard.formats.lists.list_table import looks_like_csv, read_csv
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

SECTIONS = (
    Section("ships", "Ships", "XW-001", upgrades=True),
    Section("obstacles", "Obstacles", "XW-001", words=("asteroids",)),
    Section("disks", "Disks", "DW-019", grouped=True),
)
RULES = replace(load("armada"), lists=Lists(clause="XW-001", required="always", sections=SECTIONS))


def entries(text):
    roster = read_csv(text, RULES)
    assert () == roster.remarks
    return roster.musters[0].entries


def said(text):
    return [(entry.section, entry.card.name, entry.card.declared) for entry in entries(text)]


@pytest.mark.parametrize(
    "text",
    [
        "section,name,points\nships,Luke,28\nobstacles,Rock,\n",
        "Points;Name;Section\n28;Luke;Ships\n;Rock;Asteroids\n",
        "pilot\tcost\tsection\nLuke\t28 pts\tships\nRock\t\tobstacles\n",
        '\ufeff"Section","Name","Points"\r\n"ships","Luke","28"\r\n"obstacles","Rock",""\r\n',
        "section,name,points\n\nships,Luke (28),\nobstacles,Rock,\n,,\n",
    ],
)
def test_columns_are_known_by_their_headers_in_any_order_and_separator(text):
    assert looks_like_csv(text)
    assert [("ships", "Luke", 28), ("obstacles", "Rock", None)] == said(text)


def test_without_a_section_column_every_row_is_of_the_first_section():
    assert [("ships", "Luke", 28)] == said("name,points\nLuke,28\n")


@pytest.mark.parametrize("separator", [";", "|", " ; "])
def test_upgrades_stand_in_one_cell(separator):
    cell = separator.join(("Astromech: R2-D2 (4)", "Swarm Tactics (2)"))
    (entry,) = entries(f"name,points,upgrades\nLuke,28,{cell}\n")

    assert [("R2-D2", "astromech", 4), ("Swarm Tactics", "", 2)] == [
        (card.name, card.slot, card.declared) for card in entry.upgrades
    ]


@pytest.mark.parametrize("rows", ["ships,Luke,,28\n,R2-D2,Astromech,4\n"])
@pytest.mark.parametrize("section", ["", "upgrade", "Upgrades"])
def test_a_row_with_a_slot_or_called_upgrade_belongs_to_the_row_above(rows, section):
    (entry,) = entries("section,name,slot,points\n" + rows.replace("\n,", f"\n{section},"))

    assert [("R2-D2", "astromech", 4)] == [(c.name, c.slot, c.declared) for c in entry.upgrades]


@pytest.mark.parametrize(
    ("total", "each"), [("", 26), ("Total,,52\n", 26), ("Total,,26\n", 13), ("Total,,9\n", 26)]
)
def test_a_count_makes_copies_and_the_total_says_what_the_points_are_for(total, each):
    roster = read_csv(f"name,count,points\nX-wing,2,26\n{total}", RULES)

    assert [each, each] == [entry.card.declared for entry in roster.musters[0].entries]


@pytest.mark.clause("XE-010", "AMB-083")
def test_squads_are_musters_in_their_order_and_ids_tell_ships_apart():
    text = "squad,name,id,points\n2,A,1,21\n2,A,2,21\n1,A,1,21\n1,Total,,21\n"
    roster = read_csv(text, RULES)

    assert [["1"], ["1", "2"]] == [[e.id for e in muster.entries] for muster in roster.musters]
    assert [21, None] == [muster.declared for muster in roster.musters]


@pytest.mark.clause("DW-019")
def test_regiments_are_groups():
    text = "section,name,regiment\ndisks,Orc,1\ndisks,Elf,Regiment 2\n"

    assert [1, 2] == [entry.group for entry in entries(text)]


def test_the_other_columns_of_a_row():
    text = "name,faction,type,product,marks\nLuke,Rebel,X-Wing,Core Set,[proxy]\n"
    roster = read_csv(text, RULES)
    card = roster.musters[0].entries[0].card

    assert "Rebel" == roster.faction
    assert ("X-Wing", ("Core Set",), ("proxy",)) == (card.type, card.products, card.traits)


def test_an_unknown_column_is_ignored_with_a_remark():
    roster = read_csv("name,points,colour\nLuke,28,red\n", RULES)

    assert [("column-ignored", "line 1", {"column": "colour"})] == [
        (remark.code, remark.where, remark.facts) for remark in roster.remarks
    ]
    assert 28 == roster.musters[0].entries[0].card.declared


@pytest.mark.parametrize("row", ["planets,Endor,3", "ships,,3", "ships,TIE,many", ",?,1"])
def test_a_row_that_is_not_understood_is_remarked_with_its_line(row):
    roster = read_csv(f"section,name,count\nships,Luke,1\n{row}\n", RULES)

    assert [("line-not-understood", "line 3")] == [(r.code, r.where) for r in roster.remarks]
    assert 1 == len(roster.musters[0].entries)


@pytest.mark.parametrize(
    "count", [str(MOST_ENTRIES + 1), "999999999", "9" * 5000, f"{MOST_ENTRIES}\nLuke,1"]
)
def test_too_many_copies_are_refused(count):
    with pytest.raises(Refused) as refused:
        read_csv(f"name,count\nTIE,{count}\n", RULES)

    assert fix_text(refused.value)


@pytest.mark.parametrize(
    "text", ["", "Luke (28)", "Name: Mine", "name", "a,b,c\n1,2,3", "points,cost"]
)
def test_a_text_without_a_header_is_no_table(text):
    assert not looks_like_csv(text)
    with pytest.raises(Refused) as refused:
        read_csv(text, RULES)

    assert "line 1" == refused.value.field
