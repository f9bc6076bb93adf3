"""What was published: where the real events lie, their index, and one row for each player."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("TILTYARD_DATA") or ROOT.parent / "shared" / "data")


@dataclass(frozen=True, slots=True)
class Published:
    """One player's row as the event's own program printed it; None where it printed nothing."""

    name: str
    tp: int
    mov: int | None
    sos: str | None
    rank: int | None
    elimination: int | None
    dropped: bool

    @property
    def keys(self) -> dict[str, str]:
        """The numbers that can be compared, as text like our own."""
        keys = {"tp": str(self.tp), "mov": str(self.mov), "sos": self.sos}
        return {key: value for key, value in keys.items() if value not in {None, "None"}}


@cache
def index_of(folder: str) -> dict[int, dict[str, str]]:
    """Return the index.csv of a data folder, by event number; empty where there is none."""
    path = DATA / folder / "index.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        return {int(row["id"]): row for row in csv.DictReader(lines)}


@cache
def events_of(folder: str) -> dict[int, dict[str, Any]]:
    """Return the events of a data folder by number; empty where the folder is missing."""
    paths = sorted((DATA / folder).glob("*.json"))
    events = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {event["id"]: event for event in events}


def event_params(folder: str, numbers: Iterable[int]) -> list[Any]:
    """Return one test parameter per event, or a single loud skip when the folder is missing."""
    if not (DATA / folder).is_dir():
        return [pytest.param(0, marks=missing(folder), id=f"{folder} is missing")]
    return [pytest.param(number, id=f"{folder}-{number}") for number in numbers]


def missing(folder: str) -> pytest.MarkDecorator:
    """Return the mark that skips a test for want of its data, and says where it was looked for."""
    return pytest.mark.skipif(
        not (DATA / folder).is_dir(),
        reason=f"real data missing: {DATA / folder} (TILTYARD_DATA names another place)",
    )


def rows_of_listjuggler(event: dict[str, Any]) -> list[Published]:
    """Read the players of a List Juggler export: `sos` is capped there, rank 0 means dropped."""
    return [
        Published(
            name=player["name"],
            tp=player["score"],
            mov=player["mov"],
            sos=None,
            rank=player["rank"]["swiss"] or None,
            elimination=player["rank"].get("elimination"),
            dropped=player["rank"]["swiss"] == 0,
        )
        for player in event["players"]
    ]


def rows_of_sos_2015(event: dict[str, Any]) -> list[Published]:
    """Read the players of a 2015 export: `sos` is the sum of the opponents' points."""
    return [
        Published(
            name=player["name"],
            tp=player["score"],
            mov=player["mov"],
            sos=str(player["sos"]),
            rank=player["swiss_rank"] or None,
            elimination=player["elim_rank"],
            dropped=player["dropped"],
        )
        for player in event["players"]
    ]


def rows_of_listfortress(event: dict[str, Any]) -> list[Published]:
    """Read the participants of a List Fortress export: `sos` is a mean with two decimals."""
    return [
        Published(
            name=player["name"],
            tp=player["score"],
            mov=player["mov"],
            sos=player["sos"],
            rank=player["swiss_rank"],
            elimination=player["top_cut_rank"],
            dropped=bool(player["dropped"]),
        )
        for player in event["participants"]
    ]
