"""The events that were not computed by the document: what is wrong, where, and how to right it."""

from __future__ import annotations

import copy
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.real.convert import player_id

TABLE = Path(__file__).with_name("differences.toml")
Numbers = dict[str, dict[str, tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One event of `differences.toml`."""

    folder: str
    number: int
    why: str
    rules: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    order: list[tuple[str, str]]
    places: dict[str, tuple[int, int]]
    corrections: tuple[dict[str, Any], ...]
    still: tuple[dict[str, Any], ...]
    still_order: list[tuple[str, str]]
    index_agrees: bool

    @property
    def in_the_swiss_rounds(self) -> bool:
        """Whether more than the places of the bracket differ."""
        return bool(self.rows or self.order)

    @property
    def numbers(self) -> Numbers:
        """The numbers that differ in the event as it was exported."""
        return _numbers(self.rows)

    @property
    def remaining_numbers(self) -> Numbers:
        """The numbers that differ even when the export is corrected."""
        return _numbers(self.still)


@cache
def explained(folder: str) -> dict[int, Difference]:
    """Return the explained events of a data folder by number."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    entries = [_difference(entry) for entry in table["events"] if entry["folder"] == folder]
    return {entry.number: entry for entry in entries}


def _difference(entry: dict[str, Any]) -> Difference:
    return Difference(
        folder=entry["folder"],
        number=entry["number"],
        why=" ".join(entry["why"].split()),
        rules=tuple(entry["rules"]),
        rows=tuple(entry.get("rows", ())),
        order=[(above, below) for above, below in entry.get("order", ())],
        places={name: (was, ours) for name, was, ours in entry.get("places", ())},
        corrections=tuple(entry.get("corrections", ())),
        still=tuple(entry.get("still", ())),
        still_order=[(above, below) for above, below in entry.get("still_order", ())],
        index_agrees=entry.get("index_agrees", False),
    )


def _numbers(rows: tuple[dict[str, Any], ...]) -> Numbers:
    return {
        row["player"]: {
            key: (str(value[0]), str(value[1]))
            for key, value in row.items()
            if key not in {"player", "because"}
        }
        for row in rows
    }


def corrected(tournament: dict[str, Any], difference: Difference) -> dict[str, Any]:
    """Return the tournament with the corrections of its explanation written into it."""
    result = copy.deepcopy(tournament)
    for correction in difference.corrections:
        _correct(result, correction)
    return result


def _correct(tournament: dict[str, Any], correction: dict[str, Any]) -> None:
    matches = tournament["stages"][0]["rounds"][correction["round"] - 1]["matches"]
    players = [player_id(name) for name in correction["players"]]
    becomes = correction["becomes"]
    if becomes == "bye":
        matches.append({"kind": "bye", "players": players})
        return
    match = next(match for match in matches if set(match["players"]) == set(players))
    if becomes == "nothing":
        matches.remove(match)
    elif becomes == "whole win":
        _beat_nobody(tournament, match, correction["limit"])
    elif becomes == "won by":
        winner = match["players"].index(player_id(correction["winner"]))
        score = _in_order_of(match, players, correction.get("score")) or match["report"]["score"]
        match["report"] = {"end": "rounds", "conceded": 1 - winner, "score": score}
        tournament["ruleset"] = "xwing-entered-winner"
    elif becomes == "destroyed":
        survivor = match["players"].index(player_id(correction["winner"]))
        match["report"] |= {"end": "destroyed", "survivor": survivor}
    else:
        assert "time" == becomes
        score = _in_order_of(match, players, correction["score"])
        match["report"] = {"end": "time", "score": score}


def _in_order_of(
    match: dict[str, Any], players: list[str], score: list[int] | None
) -> list[int] | None:
    if score is None:
        return None
    return [score[players.index(player)] for player in match["players"]]


def _beat_nobody(tournament: dict[str, Any], match: dict[str, Any], limit: int) -> None:
    """Replace a bye by a win of the whole limit over somebody who never was there."""
    nobody = f"nobody-{len(tournament['players'])}"
    tournament["players"].append({"id": nobody, "name": nobody})
    del match["kind"]
    match["players"] = [*match["players"], nobody]
    match["report"] = {"end": "destroyed", "survivor": 0, "score": [limit, 0]}
