"""Rosters of BattleScribe and New Recruit: .ros, .rosz and their text; all else is refused."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.refusing import refuses
from tiltyard.formats.lists.battlescribe import LARGEST_ROSTER, as_plain_text
from tiltyard.formats.lists.list_limits import ListUnreadable, decode_list
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader

ROS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="1" name="Grey Tide" gameSystemName="Game" xmlns="http://www.battlescribe.net/schema/rosterSchema">
<costs><cost name="pts" typeId="points" value="205.0"/><cost name=" PL" typeId="pl" value="9.0"/></costs>
<forces><force name="Patrol" catalogueName="Northmen"><selections>
<selection name="Battle Size" number="1"><categories><category name="Configuration" primary="true"/></categories></selection>
<selection name="Captain" number="1"><selections><selection name="Axe: two-handed" number="1"><costs><cost name="pts" value="5.0"/></costs></selection></selections>
<costs><cost name="pts" value="80.0"/></costs><categories><category name="HQ" primary="true"/></categories></selection>
<selection name="Raiders" number="1"><selections><selection name="Raider" number="10"><costs><cost name="pts" value="120.0"/></costs></selection></selections>
<costs><cost name="pts" value="0.0"/></costs></selection>
</selections></force></forces></roster>"""  # noqa: E501 - as the program writes it
TEXT = """++ Grey Tide (Northmen) [9 PL, 205pts] ++

+ HQ [5 PL, 85pts] +

Captain [5 PL, 85pts]: Axe, Shield

+ Troops [4 PL, 120pts] +

Raiders [4 PL, 120pts]
. 10x Raider: Spear

++ Total: [9 PL, 205pts] ++

Created with BattleScribe (https://battlescribe.net)
"""


def rosz(*files: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def read(text: str):
    return reader()(load("middle-earth"), text, "")[1]


@pytest.mark.parametrize(
    "text",
    [ROS, decode_list(rosz(("army.ros", ROS.encode())))],
    ids=["ros", "rosz"],
)
def test_a_roster_becomes_a_list_with_total_and_faction(text):
    roster = read(text)
    (muster,) = roster.musters
    assert (roster.name, roster.faction, muster.declared) == ("Grey Tide", "Northmen", 205)
    found = [(entry.card.name, entry.points) for entry in muster.entries]
    assert found == [("Captain", 85), ("Raiders", 120)]
    upgrades = [card.name for entry in muster.entries for card in entry.upgrades]
    assert upgrades == ["Axe: two-handed", "Raider ×10"]


def test_its_text_is_read_too():
    roster = read(TEXT)
    (muster,) = roster.musters
    assert (roster.name, roster.faction, muster.declared) == ("Grey Tide", "Northmen", 205)
    assert [(entry.card.name, entry.points) for entry in muster.entries] == [
        ("Captain", 85),
        ("Raiders", 120),
    ]
    assert [card.name for card in muster.entries[0].upgrades] == ["Axe", "Shield"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ROS.replace("<roster", '<!DOCTYPE r [<!ENTITY a "b">]><roster'), "roster-with-entities"),
        (ROS.replace("</force>", ""), "roster-xml-damaged"),
        (ROS.replace('value="80.0"', 'value="80.5"'), "roster-points-no-whole-number"),
        (ROS.replace('name="Captain"', 'name=""'), "roster-names-nothing"),
        (f"<roster>{'<a>' * 80}{'</a>' * 80}</roster>", "list-too-long"),
    ],
    ids=["entity", "damaged", "half a point", "no name", "too deep"],
)
def test_what_no_builder_writes_is_refused(text, code):
    data = text.encode()
    with refuses(ListUnreadable, code=code):
        decode_list(rosz(("army.ros", data)))


def test_a_bomb_stops_at_the_size_of_a_large_roster():
    bomb = rosz(("army.ros", b"<roster>" + b" " * (LARGEST_ROSTER + 1)))
    assert len(bomb) < 20_000
    with refuses(ListUnreadable, code="list-too-long"):
        decode_list(bomb)


def test_another_archive_and_another_text_stay_what_they_were():
    with refuses(ListUnreadable, code="not-an-army-list"):
        decode_list(rosz(("notes.txt", b"hello")))
    assert as_plain_text("Luke Skywalker (28)") is None
    with refuses(ListUnreadable, code="page-web-not-list"):
        read("<html><body>list</body></html>")
