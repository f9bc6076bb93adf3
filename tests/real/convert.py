"""Real events, as other programs exported them, turned into tiltyard/1 tournaments.

Pure functions: a decoded export in, a decoded tournament out. X-Wing goes the way of every import;
Armada's and Middle-earth's days are no export of any program and are read here.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.formats.foreign.samples import opened
from tiltyard.formats.foreign.listjuggler import read_listjuggler
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.to_tiltyard1 import Reading, as_file
from tiltyard.rulesets.loader import load

ARMADA = 400
SPARE = "Spare Player"
ENTERED_WINNER = frozenset({"winner-field", "no-modified-wins"})
"""Variants of the index whose publication follows the winner field, whatever the score says."""


def from_listjuggler(event: dict[str, Any]) -> dict[str, Any]:
    """Convert a List Juggler event (2015-2017): rank 0 in the publication means dropped."""
    return _as_imported(event)


def from_sos_2015(event: dict[str, Any], variant: str = "strict") -> dict[str, Any]:
    """Convert a 2015 event; the variant of the index says whether the winner field decides."""
    entered = "xwing-entered-winner" if variant in ENTERED_WINNER else None
    return _as_imported(event, entered)


def from_listfortress(event: dict[str, Any]) -> dict[str, Any]:
    """Convert a List Fortress event: second edition, 200 points, Swiss rounds only."""
    return _as_imported(event)


def _as_imported(event: dict[str, Any], ruleset: str | None = None) -> dict[str, Any]:
    """Read a decoded export as `tiltyard import` does, by the likeliest rules unless told."""
    foreign = read_listjuggler(opened(event))
    rules = load(ruleset or foreign.rulesets[0])
    reading = Reading(rules, entered_winner=ruleset is not None)
    return as_file(foreign, reading, Remarks(), f"event {event['id']}")


def from_armada_worlds(event: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """Convert a day of the Armada World Championship 2025.

    Every game is listed once for each side, and ended after its game rounds as far as anybody
    knows. What a score has above 400 points came from objectives. Level scores went to the second
    player, who therefore has the more points of the two. The table pays everybody who plays, so
    who has no points at all did not come.
    """
    numbers = sorted({game["round"] for game in event["games"]})
    lines = {(game["round"], game["player"]): game for game in event["games"]}
    rounds: list[dict[str, Any]] = []
    for number in numbers:
        matches: list[dict[str, Any]] = []
        for line in (line for (round_, _), line in lines.items() if round_ == number):
            other = lines.get((number, line["opponent"]))
            if other is None:
                matches.append({"kind": "bye", "players": [line["player"]]})
            elif line["player"] < other["player"]:
                matches.append(_armada_match(line, other))
        rounds.append({"matches": matches})
    names = {game["player"] for game in event["games"]}
    dropped = names - {game["player"] for game in event["games"] if game["round"] == numbers[-1]}
    return _tournament(event, ruleset=ruleset, names=names, swiss=_with_drops(rounds, dropped))


def from_middle_earth_poland(
    games: list[dict[str, str]], name: str, *, spare: bool = False
) -> dict[str, Any]:
    """Convert a Polish Middle-earth event, game by game; leader kills were not recorded.

    Who rested has no opponent and local victory points. That is a bye, or with `spare` a game
    won by as many points against the Spare Player, whom nobody ranks.
    """
    rounds: list[dict[str, Any]] = []
    for number in sorted({int(game["round"]) for game in games}):
        lines = [game for game in games if int(game["round"]) == number]
        rounds.append({"matches": [_middle_earth_match(line, spare=spare) for line in lines]})
    names = {game[side] for game in games for side in ("p1", "p2") if game[side]}
    event = {"id": name, "name": name, "date": name[-10:]}
    tournament = _tournament(event, ruleset="middle-earth", names=names, swiss=rounds)
    for player in tournament["players"]:
        if player["name"] == SPARE:
            player["role"] = "spare"
    return tournament


def player_id(name: str) -> str:
    """Return the id of the player of that name: `Player 007` is `player-007`."""
    return name.lower().replace("(", "").replace(")", "").replace(" ", "-")


def _armada_match(line: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    sides = (line, other)
    players = [side["player"] for side in sides]
    absent = [side["player"] for side in sides if side["tournament_points"] == 0]
    if absent:
        return {"kind": "forfeit", "players": players, "absent": absent[0]}
    report: dict[str, Any] = {
        "end": "rounds",
        "score": [min(side["points"], ARMADA) for side in sides],
        "objectives": [max(side["points"] - ARMADA, 0) for side in sides],
    }
    if line["points"] == other["points"]:
        report["initiative"] = 0 if line["tournament_points"] < other["tournament_points"] else 1
    return {"players": players, "report": report}


def _middle_earth_match(line: dict[str, str], *, spare: bool) -> dict[str, Any]:
    if not line["p2"] and not spare:
        return {"kind": "bye", "players": [line["p1"]]}
    return {
        "players": [line["p1"], line["p2"] or SPARE],
        "report": {
            "end": "rounds",
            "score": [int(line["p1_vp"]), int(line["p2_vp"] or 0)],
            "leaders": [False, False],
        },
    }


def _with_drops(rounds: list[dict[str, Any]], dropped: set[str]) -> list[dict[str, Any]]:
    """Record each drop after the last round the player sat in (the first, if in none)."""
    last_sat = dict.fromkeys(dropped, 0)
    for number, round_ in enumerate(rounds):
        for match in round_["matches"]:
            last_sat |= {name: number for name in match["players"] if name in dropped}
    for name in sorted(dropped):
        after = rounds[last_sat[name]].setdefault("after", [])
        after.append({"player": name, "change": "drop"})
    return rounds


def _tournament(
    event: dict[str, Any],
    *,
    ruleset: str,
    names: set[str],
    swiss: list[dict[str, Any]],
) -> dict[str, Any]:
    """Put the file together; up to here everybody went by name, from here on by id."""
    stages = [{"kind": "swiss", "rounds": swiss}]
    for round_ in (round_ for stage in stages for round_ in stage["rounds"]):
        for match in round_["matches"]:
            names = names | set(match["players"])
            match["players"] = [player_id(name) for name in match["players"]]
            if "absent" in match:
                match["absent"] = player_id(match["absent"])
        for change in round_.get("after", []):
            change["player"] = player_id(change["player"])
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "name": event["name"],
        **_date(event["date"]),
        "seed": f"event {event['id']}",
        "plan": {"swiss_rounds": len(swiss), "cut": None},
        "players": [{"id": player_id(name), "name": name} for name in sorted(names)],
        "stages": stages,
    }


def _date(exported: str) -> dict[str, str]:
    """Return the date, or nothing where there is no such day: one event was on 2025-02-29."""
    try:
        return {"date": date.fromisoformat(exported).isoformat()}
    except ValueError:
        return {}
