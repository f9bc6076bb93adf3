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
    rounds = _without_games_of_the_beaten(foreign, remarks)
    if not rounds:
        return None
    field = {key for round_ in rounds for key in _players(round_)}
    ranks = _ranks(foreign)
    seeds = sorted(field, key=ranks.__getitem__)
    game_of = {key: place for place, key in enumerate(seeds, 1)}
    champions = {one.key for one in foreign.players if one.published.elimination == 1}
    written = []
    for place, round_ in enumerate(rounds):
        final = place == len(rounds) - 1
        went_on = champions if final else _players(rounds[place + 1])
        games = sorted(round_.matches, key=lambda match: min(game_of[k] for k in match.players))
        matches = []
        for number, match in enumerate(games, 1):
            ordered = _better_seed_first(match, ranks)
            where = f"cut of {2 * len(games)}, game {number}"
            writing = _Game(ordered, went_on, final=final, where=where)
            matches.append({"game": number, **writing.entry(reading, ids, remarks)})
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


def _without_games_of_the_beaten(
    foreign: ForeignTournament, remarks: Remarks
) -> list[ForeignRound]:
    """Leave out games between two who are out already: they were for the third place."""
    kept: list[ForeignRound] = []
    beaten: set[Key] = set()
    rounds = foreign.elimination
    names = {player.key: player.name for player in foreign.players}
    for place, round_ in enumerate(rounds):
        later = _players(rounds[place + 1]) if place + 1 < len(rounds) else set()
        matches = []
        for match in round_.matches:
            if beaten.issuperset(match.players):
                remarks.add("game-for-third-place", name=names[match.players[0]])
                continue
            matches.append(match)
            beaten |= _loser(match, later)
        if matches:
            kept.append(replace(round_, matches=tuple(matches)))
    return kept


def _loser(match: ForeignMatch, later: set[Key]) -> set[Key]:
    if match.is_bye:
        return set()
    through = _only_one_in(match, later)
    if through is None:
        first, second = (side or 0 for side in match.score)
        through = match.winner if first == second else int(second > first)
    return set() if through is None else {match.players[1 - through]}


def _only_one_in(match: ForeignMatch, field: set[Key]) -> int | None:
    """Return the side that is in a field without the other."""
    inside = [side for side, key in enumerate(match.players) if key in field]
    return inside[0] if len(inside) == 1 else None


class _Game:
    """One game of a bracket: its score, and who went on."""

    def __init__(self, match: ForeignMatch, went_on: set[Key], *, final: bool, where: str) -> None:
        self.match, self.went_on, self.final, self.where = match, went_on, final, where

    def entry(self, reading: Reading, ids: dict[Key, str], remarks: Remarks) -> dict[str, Any]:
        """Return the game as the file has it."""
        match = self.match
        entry: dict[str, Any] = {"players": [ids[key] for key in match.players]}
        if match.table is not None:
            entry["table"] = match.table
        if match.is_bye:
            return {"kind": "bye", **entry}
        if self.final and not match.finished:
            return entry
        through = _only_one_in(match, self.went_on)
        decided = through if through is not None else match.winner
        limit = reading.limit(0, elimination=True)
        report = slip(
            replace(match, winner=decided if _is_level(match) else None),
            limit,
            Reading(reading.rules),
            self.where,
            remarks,
        )
        self._decide(report, through, decided, remarks)
        return {**entry, "report": report}

    def _decide(
        self, report: dict[str, Any], through: int | None, decided: int | None, remarks: Remarks
    ) -> None:
        """Say who goes on where the score does not, or says somebody else."""
        first, second = report["score"]
        if first == second:
            if decided is None:
                remarks.add("level-in-the-bracket", self.where)
            report.setdefault("initiative", decided or 0)
        elif through is not None and not self.final and (second > first) != bool(through):
            remarks.add("loser-went-on", self.where, score=f"{first}-{second}")
            report.pop("survivor", None)
            report |= {"end": "concession", "conceded": 1 - through}


def _is_level(match: ForeignMatch) -> bool:
    return (match.score[0] or 0) == (match.score[1] or 0)
