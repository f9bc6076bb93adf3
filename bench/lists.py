"""Army lists: ten thousand squads read, added up and checked, beside just parsing their JSON."""

from __future__ import annotations

import argparse
import gc
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from bench._measure import (
    Timing,
    apart,
    best_command,
    best_of,
    print_table,
    seconds,
    times,
    verdict,
)
from tiltyard.engine.rosters.checks import check_roster
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.formats.lists.answer import list_document
from tiltyard.formats.lists.list_limits import list_json
from tiltyard.formats.lists.xws import read_xws_value
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import Catalogues, reader

SQUADS, FLOOR = 10_000, 10.0  # seconds
REPETITIONS = 3
SHIPS, PILOTS, UPGRADES = 50, 300, 370
SLOTS = {
    "ept": "Elite",
    "mod": "Modification",
    "title": "Title",
    "crew": "Crew",
    "system": "System",
}
RULESET, GAME = "xwing-dogfight", "xwing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--squads", type=int, default=SQUADS)
    count = parser.parse_args().squads
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "squads.jsonl"
        write_cards(folder / "cards.json")
        Catalogues(folder / "catalogues").add(GAME, folder / "cards.json")
        file.write_text("".join(f"{json.dumps(one)}\n" for one in squads(count)), "utf-8")
        measure(folder, file, count)


def measure(folder: Path, file: Path, count: int) -> None:
    command = best_command(
        REPETITIONS,
        *("list", "check", file, "--ruleset", RULESET, "--catalogues", folder / "catalogues"),
    )
    steps: dict[str, Timing] = apart(time_steps, folder / "catalogues", file)
    alone = steps.pop("json.loads alone")
    rows = [
        ["tiltyard list check", *_row(command, alone, count), f"{FLOOR:.0f} s"],
        ["json.loads alone", *_row(alone, alone, count), "–"],
        *([name, *_row(timing, alone, count), "–"] for name, timing in steps.items()),
    ]
    rows[0].append(verdict(command.cpu, FLOOR))
    print_table(
        f"{count:,} squads of about three ships, one on each line",
        ["what", "CPU", "wall", "squads a second", "to json.loads", "floor", "on CPU"],
        [row if len(row) == len(rows[0]) else [*row, "–"] for row in rows],
    )


def _row(timing: Timing, alone: Timing, count: int) -> list[str]:
    return [
        seconds(timing.cpu),
        seconds(timing.wall),
        f"{count / timing.cpu:,.0f}",
        times(timing.cpu / alone.cpu),
    ]


def time_steps(catalogues: Path, file: Path) -> dict[str, Timing]:
    gc.disable()
    rules, read = load(RULESET), reader(Catalogues(catalogues))
    lines = file.read_text("utf-8").splitlines()
    values = [json.loads(line) for line in lines]
    written = [read_xws_value(value, rules) for value in values]
    rosters = [read.with_cards(one, rules) for one in written]
    event = Circumstances()
    found = [check_roster(roster, rules, event) for roster in rosters]
    pairs = list(zip(rosters, found, strict=True))
    steps = {
        "json.loads alone": lambda: [json.loads(line) for line in lines],
        "… strictly": lambda: [list_json(line) for line in lines],
        "… the squads": lambda: [read_xws_value(value, rules) for value in values],
        "… their cards": lambda: [read.with_cards(one, rules) for one in written],
        "… their checks": lambda: [check_roster(roster, rules, event) for roster in rosters],
        "… the answers": lambda: [
            json.dumps(list_document("xws", roster, rules, findings)) for roster, findings in pairs
        ],
    }
    return {name: best_of(REPETITIONS, step) for name, step in steps.items()}


def write_cards(file: Path) -> None:
    """Write as many invented cards as X-Wing had."""
    cards: list[dict[str, Any]] = [
        {
            "id": f"pilot{number}",
            "name": f"Pilot {number}",
            "kind": "entry",
            "type": f"Ship {number % SHIPS}",
            "factions": ["Rebel"],
            "points": 10 + number % 3,
            "traits": ["small"],
            "products": [f"Pack {number % SHIPS}"],
        }
        for number in range(PILOTS)
    ]
    slots = list(SLOTS.values())
    cards += [
        {
            "id": f"upgrade{number}",
            "name": f"Upgrade {number}",
            "kind": "upgrade",
            "slot": slots[number % len(slots)],
            "points": number % 3,
            "products": [f"Pack {number % SHIPS}"],
        }
        for number in range(UPGRADES)
    ]
    products = [{"name": f"Pack {number}", "released": "2014-03-14"} for number in range(SHIPS)]
    document = {"format": "tiltyard/catalogue/1", "game": GAME, "title": "Invented"}
    file.write_text(json.dumps({**document, "cards": cards, "products": products}), "utf-8")


def squads(count: int) -> list[dict[str, Any]]:
    """Return squads like real ones: two to five ships with up to five upgrades each."""
    lot = random.Random(6)
    return [
        {"faction": "rebel", "pilots": [_pilot(lot) for _ in range(lot.choice((2, 3, 3, 4, 5)))]}
        for _ in range(count)
    ]


def _pilot(lot: random.Random) -> dict[str, Any]:
    number = lot.randrange(PILOTS)
    upgrades = {
        slot: [f"upgrade{lot.randrange(UPGRADES // len(SLOTS)) * len(SLOTS) + place}"]
        for place, slot in enumerate(SLOTS)
        if lot.random() < 0.5
    }
    return {"name": f"pilot{number}", "ship": f"ship{number % SHIPS}", "upgrades": upgrades}


if __name__ == "__main__":
    main()
