"""What a list says of its cards itself: sizes, marks and products, as JSON and as text."""

import json
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from tiltyard.engine.rosters.checks import check_roster
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.formats.lists.list_limits import ListUnreadable
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader

ESCALATION = load("xwing-escalation")


def ships(count, **marks):
    return [
        {"name": f"Pilot {n}", "type": "Hauler", "points": 10, "id": f"s{n}", **marks}
        for n in range(count)
    ]


def as_json(*entries):
    """The same ships in all four squads: the smallest that shows what is counted."""
    squads = [{"entries": list(entries)} for _ in range(4)]
    document = {"format": "tiltyard/list/1", "faction": "Rebel", "musters": squads}
    return json.dumps(document)


def as_text(count, mark):
    lines = [f"Pilot {n} [type: Hauler] {mark} #s{n} (10)" for n in range(count)]
    squads = [f"Squad {number}\n" + "\n".join(lines) for number in range(1, 5)]
    return "Faction: Rebel\n" + "\n".join(squads)


def clauses(text, form=""):
    _, roster = reader()(ESCALATION, text, form)
    every = check_roster(roster, ESCALATION, Circumstances())
    return {one.clause for one in every if one.code == "too-many-of-type"}


@pytest.mark.clause("XE-012", "XE-013")
@pytest.mark.parametrize(
    ("size", "count", "clause"),
    [
        ("large", 4, None),
        ("large", 5, "XE-013"),
        ("Large", 5, "XE-013"),
        ("small", 8, None),
        ("small", 9, "XE-012"),
    ],
)
def test_ships_of_a_size_are_counted_without_card_data(size, count, clause):
    expected = {clause} if clause else set()

    assert expected == clauses(as_json(*ships(count, size=size)))
    assert expected == clauses(as_json(*ships(count, traits=[size])))
    assert expected == clauses(as_text(count, f"[{size}]"), "plain")
    assert expected == clauses(as_text(count, f"[size: {size}]"), "plain")
    assert expected == clauses(as_text(count, f"[{size} base]"), "plain")


@pytest.mark.clause("XE-013")
def test_ships_of_two_types_are_counted_apart():
    entries = [*ships(4, size="large"), *ships(4, size="large")]
    for number, entry in enumerate(entries[4:]):
        entry |= {"type": "Barge", "id": f"b{number}"}

    assert set() == clauses(as_json(*entries))


@pytest.mark.clause("XW-094", "XW-037", "RW-053")
def test_marks_products_and_capacities_are_read():
    card = {
        "name": "Dash Brisk", "points": 30, "traits": ["Unique", "mine"], "capacity": 4,
        "products": ["YT-2400 Freighter"],
    }  # fmt: skip
    _, roster = reader()(load("xwing-dogfight"), as_json(card), "")
    listed = roster.musters[0].entries[0].card

    assert (listed.traits, listed.products, listed.capacity) == (
        ("unique", "mine"), ("YT-2400 Freighter",), 4
    )  # fmt: skip


@pytest.mark.parametrize(
    "wrong", [{"size": "gigantic"}, {"size": 3}, {"traits": "large"}, {"traits": ["x"] * 21}]
)
def test_what_no_ship_can_be_is_refused(wrong):
    with pytest.raises(ListUnreadable):
        reader()(ESCALATION, as_json(*ships(1, **wrong)), "")


@pytest.mark.parametrize(
    ("marks", "fits"),
    [({"size": "large"}, True), ({"size": "gigantic"}, False), ({"traits": ["unique"]}, True),
     ({"weight": 3}, False)],
)  # fmt: skip
def test_the_schema_says_the_same_as_the_reader(marks, fits):
    file = resources.files("tiltyard.formats").joinpath("schemas", "list.json")
    schema = Draft202012Validator(json.loads(file.read_text("utf-8")))
    document = json.loads(as_json(*ships(2, **marks)))

    assert fits == (not list(schema.iter_errors(document)))
