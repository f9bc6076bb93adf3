"""The cut of a foreign tournament: seeds by published rank, games in the order of the contract."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiltyard.formats.foreign.slips import Reading, slip

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import (
        ForeignMatch,
        ForeignRound,
        ForeignTournament,
        Key,
        Remarks,
    )

_UNRANKED = 1_000_000


def bracket_of(
    foreign: ForeignTournament, reading: Reading, ids: dict[Key, str], remarks: Remarks
) -> dict[str, Any] | None:
    """Return the elimination stage of a foreign tournament, if it has one."""
    rounds = foreign.elimination
    if not rounds:
        return None
    field = {key for round_ in rounds for key in _players(round_)}
    ranks = _ranks(foreign)
    seeds = sorted(field, key=ranks.__getitem__)
    game_of = {key: place for place, key in enumerate(seeds, 1)}
    written = []
    for place, round_ in enumerate(rounds):
        last = place == len(rounds) - 1
        games = sorted(round_.matches, key=lambda match: min(game_of[k] for k in match.players))
        matches = []
        for number, match in enumerate(games, 1):
            ordered = _better_seed_first(match, ranks)
            where = f"cut of {2 * len(games)}, game {number}"
            game = _Game(ordered, last=last, where=where)
            matches.append({"game": number, **game.entry(reading, ids, remarks)})
            game_of |= dict.fromkeys(match.players, number)
        written.append({"matches": matches})
    return {"kind": "elimination", "seeds": [ids[key] for key in seeds], "rounds": written}


def _players(round_: ForeignRound) -> set[Key]:
    return {key for match in round_.matches for key in match.players}


def _ranks(foreign: ForeignTournament) -> dict[Key, tuple[int, int]]:
    return {
        player.key: (player.published.rank or _UNRANKED, place)
        for place, player in enumerate(foreign.players)
    }


def _better_seed_first(match: ForeignMatch, ranks: dict[Key, tuple[int, int]]) -> ForeignMatch:
    if match.is_bye or ranks[match.players[0]] < ranks[match.players[1]]:
        return match
    return replace(
        match,
        players=match.players[::-1],
        score=match.score[::-1],
        winner=None if match.winner is None else 1 - match.winner,
    )


class _Game:
    """One game of a bracket: its score, and who went on."""

    def __init__(self, match: ForeignMatch, *, last: bool, where: str) -> None:
        self.match, self.last, self.where = match, last, where

    def entry(self, reading: Reading, ids: dict[Key, str], remarks: Remarks) -> dict[str, Any]:
        """Return the game as the file has it."""
        match = self.match
        entry: dict[str, Any] = {"players": [ids[key] for key in match.players]}
        if match.table is not None:
            entry["table"] = match.table
        if match.is_bye:
            return {"kind": "bye", **entry}
        if self.last and not match.finished:
            return entry
        limit = reading.limit(0, elimination=True)
        level = (match.score[0] or 0) == (match.score[1] or 0)
        told = replace(match, winner=match.winner if level else None)
        report = slip(told, limit, Reading(reading.rules), self.where, remarks)
        self._decide(report, remarks)
        return {**entry, "report": report}

    def _decide(self, report: dict[str, Any], remarks: Remarks) -> None:
        """Say who goes on where the score does not, or says somebody else."""
        through = self.match.winner
        if "score" not in report:
            return
        first, second = report["score"]
        if first == second:
            if through is None:
                remarks.add("level-in-the-bracket", self.where)
            report.setdefault("initiative", through or 0)
        elif through is not None and (second > first) != bool(through):
            remarks.add("loser-went-on", self.where, score=f"{first}-{second}")
            report.pop("survivor", None)
            report |= {"end": "concession", "conceded": 1 - through}
