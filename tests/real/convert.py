"""Real events, as other programs exported them, turned into tiltyard/1 tournaments.

Pure functions: a decoded export in, a decoded tournament out.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

DOGFIGHT = (100,)
ESCALATION = (60, 90, 120, 150)
SECOND_EDITION = 200
ARMADA = 400
SPARE = "Spare Player"
ENTERED_WINNER = frozenset({"winner-field", "no-modified-wins"})
"""Variants of the index whose publication follows the winner field, whatever the score says."""

_SIDES = ("player1", "player2")


def from_listjuggler(event: dict[str, Any]) -> dict[str, Any]:
    """Convert a List Juggler event (2015-2017): rank 0 in the publication means dropped."""
    ranks = {player["name"]: player["rank"] for player in event["players"]}
    return _from_xwing(
        event,
        ranks={name: rank["swiss"] for name, rank in ranks.items()},
        champions={name for name, rank in ranks.items() if rank.get("elimination") == 1},
        dropped={name for name, rank in ranks.items() if rank["swiss"] == 0},
        entered_winner=False,
    )


def from_sos_2015(event: dict[str, Any], variant: str = "strict") -> dict[str, Any]:
    """Convert a 2015 event; the variant of the index says whether the winner field decides."""
    players = event["players"]
    return _from_xwing(
        event,
        ranks={player["name"]: player["swiss_rank"] for player in players},
        champions={player["name"] for player in players if player["elim_rank"] == 1},
        dropped={player["name"] for player in players if player["dropped"]},
        entered_winner=variant in ENTERED_WINNER,
    )


def from_listfortress(event: dict[str, Any]) -> dict[str, Any]:
    """Convert a List Fortress event: second edition, 200 points, Swiss rounds only."""
    names = {player["id"]: player["name"] for player in event["participants"]}
    rounds = [
        {"matches": [_second_edition_match(match, names) for match in round_["matches"]]}
        for round_ in sorted(event["rounds"], key=lambda round_: round_["round_number"])
    ]
    dropped = {player["name"] for player in event["participants"] if player["dropped"]}
    return _tournament(
        event,
        ruleset="listfortress-second-edition",
        names=set(names.values()),
        swiss=_with_drops(rounds, dropped),
    )


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


def slip(
    score: tuple[int | None, int | None], limit: int, entered_winner: int | None = None
) -> dict[str, Any]:
    """Write the report of a game of which only the score, and perhaps a winner, is known.

    A winner at the limit has destroyed the other side, two at the limit have destroyed each
    other, everything else went to time (README of the data). A score above the limit is clamped
    to it, because the contract refuses more than the wipe-out value. No score counts as 0-0.

    `entered_winner` is the side that the winner field names against the score: the slip then reads
    `rounds` with a `conceded` side, an ending that only the tests' own ruleset
    `xwing-entered-winner` knows.
    """
    points = [min(side or 0, limit) for side in score]
    if entered_winner is not None:
        return {"end": "rounds", "conceded": 1 - entered_winner, "score": points}
    if points == [limit, limit]:
        return {"end": "mutual", "score": points}
    if limit in points:
        return {"end": "destroyed", "survivor": points.index(limit), "score": points}
    return {"end": "time", "score": points}


def _from_xwing(
    event: dict[str, Any],
    *,
    ranks: dict[str, int],
    champions: set[str],
    dropped: set[str],
    entered_winner: bool,
) -> dict[str, Any]:
    """Convert what both first-edition exports have in common."""
    escalation = event["format"] == "Escalation"
    limits = ESCALATION if escalation else DOGFIGHT
    by_kind = {
        kind: [round_ for round_ in event["rounds"] if round_["round-type"] == kind]
        for kind in ("swiss", "elimination")
    }
    in_order = sorted(by_kind["swiss"], key=lambda round_: round_["round-number"])
    rounds: list[dict[str, Any]] = []
    for index, round_ in enumerate(in_order):
        limit = limits[min(index, len(limits) - 1)]
        rounds.append({"matches": _swiss_matches(round_["matches"], limit, entered_winner)})
    bracket = None
    if by_kind["elimination"]:
        bracket = _bracket(by_kind["elimination"], limits[-1], ranks, champions)
    endings = {
        match["report"]["end"]
        for round_ in rounds
        for match in round_["matches"]
        if "report" in match
    }
    document = "xwing-escalation" if escalation else "xwing-dogfight"
    return _tournament(
        event,
        ruleset="xwing-entered-winner" if "rounds" in endings else document,
        names=set(ranks),
        swiss=_with_drops(rounds, dropped),
        bracket=bracket,
    )


def _swiss_matches(
    matches: list[dict[str, Any]], limit: int, entered_winner: bool
) -> list[dict[str, Any]]:
    """Convert a round; nobody may sit in it twice.

    A bye entered for somebody who also played is left out. Somebody at two tables, or opposite
    himself, is two people of one name: the second is called `Player 024 (2)`.
    """
    playing = {match[side] for match in matches if match["player2"] for side in _SIDES}
    seated: Counter[str] = Counter()
    converted: list[dict[str, Any]] = []
    for match in matches:
        if match["result"] == "bye":
            if match["player1"] not in playing:
                converted.append({"kind": "bye", "players": [match["player1"]]})
            continue
        names = []
        for side in _SIDES:
            seated[match[side]] += 1
            count = seated[match[side]]
            names.append(match[side] if count == 1 else f"{match[side]} ({count})")
        score = (match["player1points"], match["player2points"])
        against_score = _winner_against_score(match) if entered_winner else None
        converted.append({"players": names, "report": slip(score, limit, against_score)})
    return converted


def _winner_against_score(match: dict[str, Any]) -> int | None:
    """Return the side that the winner field names although it scored less, if it does."""
    if match["result"] != "win":
        return None
    winner = [match[side] for side in _SIDES].index(match["winner"])
    score = [match[f"{side}points"] or 0 for side in _SIDES]
    return winner if score[winner] < score[1 - winner] else None


def _bracket(
    exported: list[dict[str, Any]], limit: int, ranks: dict[str, int], champions: set[str]
) -> dict[str, Any]:
    """Convert a cut: seeds by published Swiss rank, games numbered as in CONTRACT.md section 5.

    A level game needs `initiative` (XW-087): it goes to the player found in the next round.
    """
    exported = sorted(exported, key=lambda round_: -len(round_["matches"]))
    fields = [
        {match[side] for match in round_["matches"] for side in _SIDES} for round_ in exported
    ]
    seeds = sorted(fields[0], key=lambda name: ranks[name])
    game_of = {name: seed for seed, name in enumerate(seeds, start=1)}
    rounds = []
    for round_, went_on in zip(exported, [*fields[1:], champions], strict=True):
        scores = {
            match[side]: match[f"{side}points"] for match in round_["matches"] for side in _SIDES
        }
        pairs = [
            sorted((match["player1"], match["player2"]), key=lambda name: ranks[name])
            for match in round_["matches"]
        ]
        pairs.sort(key=lambda pair: min(game_of[name] for name in pair))
        matches = []
        for game, pair in enumerate(pairs, start=1):
            report = slip((scores[pair[0]], scores[pair[1]]), limit)
            if report["score"][0] == report["score"][1]:
                report["initiative"] = 0 if pair[0] in went_on else 1
            matches.append({"game": game, "players": pair, "report": report})
            game_of |= dict.fromkeys(pair, game)
        rounds.append({"matches": matches})
    return {"kind": "elimination", "seeds": seeds, "rounds": rounds}


def _second_edition_match(match: dict[str, Any], names: dict[int, str]) -> dict[str, Any]:
    if match["result"] == "bye":
        return {"kind": "bye", "players": [names[match["player1_id"]]]}
    score = (match["player1_points"], match["player2_points"])
    return {
        "players": [names[match["player1_id"]], names[match["player2_id"]]],
        "report": slip(score, SECOND_EDITION),
    }


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
    bracket: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Put the file together; up to here everybody went by name, from here on by id."""
    stages = [{"kind": "swiss", "rounds": swiss}, *([bracket] if bracket else [])]
    for round_ in (round_ for stage in stages for round_ in stage["rounds"]):
        for match in round_["matches"]:
            names = names | set(match["players"])
            match["players"] = [player_id(name) for name in match["players"]]
            if "absent" in match:
                match["absent"] = player_id(match["absent"])
        for change in round_.get("after", []):
            change["player"] = player_id(change["player"])
    if bracket:
        bracket["seeds"] = [player_id(name) for name in bracket["seeds"]]
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "name": event["name"],
        **_date(event["date"]),
        "seed": f"event {event['id']}",
        "plan": {
            "swiss_rounds": len(swiss),
            "cut": len(bracket["seeds"]) if bracket else None,
        },
        "players": [{"id": player_id(name), "name": name} for name in sorted(names)],
        "stages": stages,
    }


def _date(exported: str) -> dict[str, str]:
    """Return the date, or nothing where there is no such day: one event was on 2025-02-29."""
    try:
        return {"date": date.fromisoformat(exported).isoformat()}
    except ValueError:
        return {}
