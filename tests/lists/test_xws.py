"""XWS of every age, wrapped, packed in a QR code, and as the four squads of Escalation."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from tests.lists.example_cards import squad
from tiltyard.engine.errors import Refused
from tiltyard.formats.lists.list_limits import decode_list, decoded_list
from tiltyard.formats.lists.xws import SLOTS, read_xws, read_xws_value
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader
from tiltyard.text.refusals import fix_text, refusal_text

RULES, ESCALATION = load("xwing-dogfight"), load("xwing-escalation")
SQUAD = squad(
    ("adabrisk", "kite", {"ept": ["mood"], "amd": ["b4"]}),
    ("kitecadet", "kite", {}),
    name="Two Kites",
    points=57,
    vendor={"builder": {"deep": [[[]]]}},
)
TEXT = json.dumps(SQUAD)
PACKED = zlib.compress(TEXT.encode())


def names(roster, muster=0):
    return [entry.card.name for entry in roster.musters[muster].entries]


def read(text):
    return reader()(RULES, text, "")


def test_a_squad_of_the_first_edition():
    roster = read_xws(TEXT, RULES)
    assert (roster.faction, roster.name) == ("Rebel", "Two Kites")
    (muster,) = roster.musters
    assert muster.declared == 57
    first, second = muster.entries
    assert (first.section, first.card.name, first.card.type) == ("ships", "adabrisk", "kite")
    assert [(card.name, card.slot) for card in first.upgrades] == [
        ("mood", "Elite"),
        ("b4", "Astromech"),
    ]
    assert second.upgrades == ()


def test_a_squad_of_the_second_edition():
    value = {
        "version": "2.0.0",
        "faction": "galacticrepublic",
        "points": 44,
        "pilots": [
            {"id": "ada-kite", "points": 44, "upgrades": {"modification": ["hull"]}},
            {"id": "cadet", "points": 20},
        ],
    }
    roster = read_xws_value(value, RULES)
    assert roster.faction == "Galactic Republic"
    first, second = roster.musters[0].entries
    assert (first.card.name, first.upgrades[0].slot) == ("ada-kite", "Modification")
    assert first.card.declared is None  # the number is of the ship with its upgrades
    assert second.card.declared == 20


@pytest.mark.clause("XW-036")
@pytest.mark.parametrize(
    ("word", "faction"),
    [
        ("rebel", "Rebel"),
        ("rebels", "Rebel"),
        ("rebelalliance", "Rebel"),
        ("Rebel Alliance", "Rebel"),
        ("resistance", "Rebel"),
        ("imperial", "Imperial"),
        ("empire", "Imperial"),
        ("galacticempire", "Imperial"),
        ("firstorder", "Imperial"),
        ("scum", "Scum"),
        ("scumandvillainy", "Scum"),
        ("Hutts", "Hutts"),
    ],
)
def test_factions_get_the_names_of_the_document(word, faction):
    assert read_xws_value({**SQUAD, "faction": word}, RULES).faction == faction


def test_the_second_edition_keeps_its_newer_factions():
    value = {"faction": "firstorder", "pilots": [{"id": "cadet"}]}
    assert read_xws_value(value, RULES).faction == "First Order"


@pytest.mark.parametrize("slot", [*SLOTS, "EPT", "torpedo", "Cannon"])
def test_slots_of_every_builder(slot):
    roster = read_xws_value(squad(("kitecadet", "kite", {slot: ["thing"]})), RULES)
    expected = SLOTS.get(slot.lower(), slot.capitalize())
    assert roster.musters[0].entries[0].upgrades[0].slot == expected


@pytest.mark.parametrize("upgrades", [None, [], {}])
def test_no_upgrades_are_written_in_many_ways(upgrades):
    value = {"faction": "rebel", "pilots": [{"name": "kitecadet", "upgrades": upgrades}]}
    assert read_xws_value(value, RULES).musters[0].entries[0].upgrades == ()


def test_one_upgrade_may_stand_without_its_brackets():
    roster = read_xws_value(squad(("kitecadet", "kite", {"crew": "b4"})), RULES)
    assert [card.name for card in roster.musters[0].entries[0].upgrades] == ["b4"]


@pytest.mark.clause("XW-040")
def test_obstacles_are_a_section_of_their_own():
    roster = read_xws_value({**SQUAD, "obstacles": ["coreasteroid0", "coreasteroid1"]}, RULES)
    found = roster.musters[0].of("obstacles")
    assert [entry.card.name for entry in found] == ["coreasteroid0", "coreasteroid1"]
    assert len(roster.musters[0].of("ships")) == 2


def test_points_may_be_text():
    assert read_xws_value({**SQUAD, "points": "57"}, RULES).musters[0].declared == 57


@pytest.mark.parametrize(
    "wrapped",
    [
        {"xws": SQUAD},
        {"list": SQUAD},
        {"xws": {"list": SQUAD}},
        {"tournament": 1, "computed_points": 57, "xws": SQUAD},
        [SQUAD],
        {"squads": [{"xws": SQUAD}]},
    ],
)
def test_wrappers_are_taken_off(wrapped):
    assert names(read_xws_value(wrapped, RULES)) == ["adabrisk", "kitecadet"]


FOUR = [squad(*[("kitecadet", "kite", {})] * count) for count in (3, 4, 6, 7)]


@pytest.mark.clause("XE-010")
@pytest.mark.parametrize("value", [FOUR, {"squads": FOUR}, {"lists": [{"xws": s} for s in FOUR]}])
def test_escalation_has_a_squad_for_each_round(value):
    roster = read_xws_value(value, ESCALATION)
    assert [len(muster.entries) for muster in roster.musters] == [3, 4, 6, 7]


def test_squads_of_different_factions_are_remarked_and_keep_theirs():
    other = {**FOUR[1], "faction": "imperial"}
    roster = read_xws_value([FOUR[0], other], ESCALATION)
    assert roster.remarks[0].code == "factions-differ"
    assert roster.musters[1].entries[0].card.faction == "Imperial"


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"\ufeff  {TEXT}\n",
        json.dumps(SQUAD, indent=2),
        PACKED.hex(),
        PACKED.hex().upper(),
        base64.b64encode(PACKED).decode(),
        base64.b64encode(PACKED).decode().rstrip("="),
        base64.urlsafe_b64encode(PACKED).decode(),
        base64.encodebytes(PACKED).decode(),
        base64.b64encode(TEXT.encode()).decode(),
        PACKED.decode("latin-1"),
        zlib.compress(TEXT.encode(), 0).decode("latin-1"),
        zlib.compress(TEXT.encode(), 1).decode("latin-1"),
        zlib.compress(TEXT.encode(), 9).decode("latin-1"),
    ],
    ids=lambda text: text[:12].strip(),
)
def test_the_text_of_a_qr_code_is_unpacked(text):
    form, roster = read(text)
    assert form == "xws"
    assert names(roster) == ["adabrisk", "kitecadet"]


@pytest.mark.parametrize(
    ("data", "guessed"),
    [
        (TEXT.encode(), False),
        (TEXT.encode("utf-8-sig"), False),
        (TEXT.encode("utf-16"), False),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), False),
        (TEXT.encode("utf-32"), False),
        (PACKED, False),
        (PACKED.decode("latin-1").encode(), False),
        (TEXT.replace("Two Kites", "Zwei Drächen").encode("latin-1"), True),
    ],
    ids=["utf-8", "marked", "utf-16", "utf-16-be", "utf-32", "zlib", "zlib as text", "latin-1"],
)
def test_files_of_every_encoding(data, guessed):
    text, was_guessed = decoded_list(data)
    assert was_guessed is guessed
    assert names(read(text)[1]) == ["adabrisk", "kitecadet"]


def test_latin_letters_survive():
    text = TEXT.replace("Two Kites", "Zwei Drächen").encode("latin-1")
    assert read(decode_list(text))[1].name == "Zwei Drächen"


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"faction": "rebel"}, "We found no squad"),
        ({"pilots": []}, "Something is missing: the faction."),
        ({"faction": "rebel", "pilots": []}, "Something is missing: the list of ships."),
        ({"faction": "rebel", "pilots": {}}, "This can't be read: the list of ships."),
        ({"faction": "rebel", "pilots": [7]}, "This can't be read: ship 1."),
        ({"faction": "rebel", "pilots": [{}]}, "Something is missing: the name of ship 1."),
        ({"faction": 7, "pilots": [{"name": "a"}]}, "This can't be read: the faction."),
        ({"faction": "rebel", "pilots": [{"name": "a", "ship": 5}]}, "This can't be read: ship 1."),
        ({"faction": "rebel", "pilots": [{"name": "a", "upgrades": 5}]}, "an upgrade of ship 1"),
        (
            {"faction": "rebel", "pilots": [{"name": "a", "upgrades": {"crew": [3]}}]},
            "This can't be read: an upgrade of ship 1.",
        ),
        (
            {"faction": "rebel", "pilots": [{"name": "a" * 201}]},
            "This is too long: the name of ship 1.",
        ),
        ({**SQUAD, "points": 1.5}, "This must be a whole number: the total."),
        ({**SQUAD, "points": True}, "This must be a whole number: the total."),
        ({**SQUAD, "points": 10**9}, "This must be a whole number: the total."),
        (
            [SQUAD, {"faction": "rebel", "pilots": [{}]}],
            "Something is missing: the name of ship 1 in squad 2.",
        ),
        ([SQUAD] * 21, "more than any list has"),
        ([], "no squad"),
        (5, "This can't be read: the list."),
        ("x", "This can't be read: the list."),
        (None, "Something is missing: the list."),
    ],
)
def test_a_refusal_names_the_place_as_people_do(value, place):
    with pytest.raises(Refused) as refused:
        read_xws_value(value, RULES)
    assert place in refusal_text(refused.value)
    assert "[" not in refusal_text(refused.value)
    assert fix_text(refused.value)


def test_a_refusal_keeps_the_place_for_programs():
    with pytest.raises(Refused) as refused:
        read_xws_value([SQUAD, {"faction": "rebel", "pilots": [{}]}], RULES)
    assert refused.value.field == "squads[1].pilots[0].name"
