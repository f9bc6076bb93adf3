"""A small game of invented cards, as catalogue data of both layouts, and squads of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tiltyard.formats.catalogues.simple_json import read_catalogue_value

SHIPS = [
    {"name": "Kite", "xws": "kite", "size": "small", "faction": ["Rebel Alliance"]},
    {"name": "Barge", "xws": "barge", "size": "large", "faction": ["Scum and Villainy"]},
    {"name": "Anvil-class Hauler", "xws": "anvilclasshauler", "size": "huge", "faction": []},
]
PILOTS: list[dict[str, Any]] = [
    {"id": 0, "name": "Ada Brisk", "xws": "adabrisk", "ship": "Kite", "points": 30},
    {"id": 1, "name": "Ada Brisk", "xws": "adabrisk-tyx02", "ship": "Kite", "points": 33},
    {"id": 2, "name": "Kite Cadet", "xws": "kitecadet", "ship": "Kite", "points": 20},
    {"id": 3, "name": "Tolla Venn", "xws": "tollavenn", "ship": "Barge", "points": 41},
    {"id": 4, "name": "Tolla Venn", "xws": "tollavenn", "ship": "Kite", "points": 27},
    {"id": 5, "name": "Hauler Crew", "xws": "haulercrew", "ship": "Anvil-class Hauler"},
    {"id": 6, "name": "Pup", "xws": "pup", "ship": "Kite", "points": "?"},
]
UPGRADES: list[dict[str, Any]] = [
    {"id": 0, "name": "Fine Scope", "xws": "finescope", "slot": "System", "points": 5},
    {"id": 1, "name": "Old Scope", "xws": "oldscope", "slot": "System", "points": 2},
    {"id": 2, "name": "B-4", "xws": "b4", "slot": "Astromech", "points": 4},
    {"id": 3, "name": "B-4", "xws": "b4-tyx02", "slot": "Crew", "points": 1, "unique": True},
    {
        "id": 4,
        "name": "Kite/x9",
        "xws": "kitex9",
        "slot": "Title",
        "points": 0,
        "text": "Your upgrade bar gains the [System] upgrade icon.<br /><br />If you equip a "
        "[System] upgrade, its squad point cost is reduced by 4 (to a minimum of 0).",
    },
    {
        "id": 5,
        "name": "Thrift",
        "xws": "thrift",
        "slot": "Title",
        "points": 0,
        "text": "The squad point cost of each of your equipped upgrades is reduced by 1 (to a "
        "minimum of 0).<br /><br />You may equip up to 3 different Modification upgrades.",
    },
    {"id": 6, "name": "Lighter Frame", "xws": "lighterframe", "slot": "Missile", "points": -2},
    {"id": 7, "name": "Mood (+1)", "xws": "mood", "slot": "Elite", "points": 3},
    {"id": 8, "name": "Mood (-1)", "xws": "mood", "slot": "Elite", "points": 3},
    {"id": 9, "name": "Great Gun", "xws": "greatgun", "slot": "Hardpoint", "points": 6},
    {"id": 10, "name": "Bridge", "xws": "bridge", "slot": "Crew", "points": 6, "size": ["huge"]},
    {
        "id": 11,
        "name": "Anvil",
        "xws": "anvil",
        "slot": "Title",
        "points": 1,
        "ship": ["Anvil-class Hauler"],
    },
]
SOURCES = [
    {
        "name": "Kite Pack",
        "release_date": "2014-03-14",
        "contents": {"pilots": {"0": 1, "2": 1}, "upgrades": {"0": 1, "7": 1}},
    },
    {
        "name": "Heroes of the Kite",
        "release_date": "2014-09-25",
        "contents": {"pilots": {"1": 1}, "upgrades": []},
    },
]


def write_xwing_data(folder: Path) -> Path:
    """Write the invented cards as xwing-data does."""
    folder.mkdir(parents=True, exist_ok=True)
    pilots = [{"faction": "Rebel Alliance", "points": 50, **pilot} for pilot in PILOTS]
    pilots[3]["faction"] = "Scum and Villainy"
    pilots[0]["unique"] = True
    rows = {"ships": SHIPS, "pilots": pilots, "upgrades": UPGRADES, "sources": SOURCES}
    for name, values in rows.items():
        (folder / f"{name}.json").write_text(json.dumps(values), encoding="utf-8")
    return folder


def squad(*pilots: tuple[str, str, dict[str, list[str]]], **more: Any) -> dict[str, Any]:
    """Return a squad as XWS 1.x writes it."""
    entries = [{"name": name, "ship": ship, "upgrades": cards} for name, ship, cards in pilots]
    return {"version": "1.0.0", "faction": "rebel", "pilots": entries, **more}


RUNEWARS = read_catalogue_value(
    {
        "format": "tiltyard/catalogue/1",
        "game": "runewars",
        "title": "Invented cards",
        "cards": [
            {
                "id": "arduus-ix-erebus",
                "name": "Arduus Ix'Erebus",
                "kind": "upgrade",
                "slot": "Champion",
                "points": 20,
                "traits": ["unique"],
            },
            {
                "id": "arduus-banner",
                "name": "Banner of Arduus",
                "kind": "upgrade",
                "slot": "Banner",
                "points": 5,
            },
            {"id": "tall-reeds", "name": "Tall Reeds", "kind": "entry", "points": 30},
            {
                "id": "broken-mill",
                "name": "Broken Mill",
                "kind": "entry",
                "section": "terrain",
                "capacity": 3,
            },
        ],
    }
)
