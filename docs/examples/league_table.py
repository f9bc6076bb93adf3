"""A league table over several events, as CSV for any spreadsheet.

    python league_table.py http://127.0.0.1:8000 spring-cup summer-cup autumn-cup > league.csv

A player's points are those for the place at each event (20 for the first, 19 for the second, ...);
the same name is the same player. Change `points_of` for your own league.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from typing import Any

from tiltyard_client import Tiltyard

FIRST = 20


def points_of(row: dict[str, Any]) -> int:
    """Return what a place is worth; whoever was disqualified has none."""
    return max(FIRST + 1 - row["rank"], 0) if row["rank"] else 0


def league(desk: Tiltyard, events: list[str]) -> list[list[str | int]]:
    """Return the table: a row for each player, the best first, one column for each event."""
    points: dict[str, dict[str, int]] = defaultdict(dict)
    for event in events:
        for row in desk.get("events/{event}/standings", event=event)["rows"]:
            points[row["name"]][event] = points_of(row)
    total = {name: sum(places.values()) for name, places in points.items()}
    header: list[str | int] = ["player", *events, "points"]
    rows: list[list[str | int]] = [
        [guarded(name), *(points[name].get(event, "") for event in events), total[name]]
        for name in sorted(points, key=lambda name: (-total[name], name))
    ]
    return [header, *rows]


def guarded(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


if __name__ == "__main__":
    csv.writer(sys.stdout).writerows(league(Tiltyard(sys.argv[1]), sys.argv[2:]))
