"""A foreign tournament as a file of the format tiltyard/1: built whole, then read strictly."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Any

from tiltyard.formats.foreign.bracket import bracket_of
from tiltyard.formats.foreign.model import Kind, Remarks
from tiltyard.formats.foreign.slips import require_readable, slip
from tiltyard.formats.tiltyard1 import FORMAT, read_tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.core.tournament import Tournament
    from tiltyard.formats.foreign.model import (
        ForeignMatch,
        ForeignPlayer,
        ForeignTournament,
        Key,
        Remark,
    )
    from tiltyard.formats.foreign.slips import Reading

_LONGEST_ID = 60
_PROGRAMS: dict[Kind, str] = {
    "listjuggler": "List Juggler",
    "listfortress": "ListFortress",
    "cryodex-save": "Cryodex",
    "tome": "TOME",
    "games": "Table of games",
}


def built(
    foreign: ForeignTournament, reading: Reading, seed: str = ""
) -> tuple[Tournament, tuple[Remark, ...]]:
    """Return the tournament a foreign file tells of, and what was remarked on the way."""
    remarks = Remarks()
    entry = as_file(foreign, reading, remarks, seed)
    return read_tournament(entry), tuple(remarks)


def as_file(
    foreign: ForeignTournament, reading: Reading, remarks: Remarks, seed: str = ""
) -> dict[str, Any]:
    """Return a foreign tournament as a decoded tiltyard/1 file."""
    require_readable(reading.rules)
    ids = ids_of(foreign.players)
    writing = _Writing(foreign, reading, ids, remarks)
    swiss = writing.swiss()
    bracket = bracket_of(foreign, reading, ids, remarks)
    writing.record_drops(swiss, bracket["rounds"] if bracket is not None else [])
    stages = [{"kind": "swiss", "rounds": swiss}] if swiss else []
    if bracket is not None:
        stages.append(bracket)
    explain_draws(stages, foreign.kind)
    entry: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": reading.rules.name,
        "name": foreign.name,
        "seed": seed,
        "players": [_player(one, ids) for one in foreign.players],
        "stages": stages,
    }
    if stages:
        cut = len(bracket["seeds"]) if bracket is not None else None
        entry["plan"] = {"swiss_rounds": len(swiss), "cut": cut if cut != 1 else None}
    if foreign.date is not None:
        entry["date"] = foreign.date.isoformat()
    return entry


def explain_draws(stages: list[dict[str, Any]], kind: Kind) -> None:
    """Say of every round, and of the seeds, that they were not drawn here."""
    for stage in stages:
        explained = {"by": _PROGRAMS[kind], "reason": "drawn by another program"}
        for round_ in stage["rounds"]:
            round_["override"] = explained
        if "seeds" in stage:
            stage["override"] = explained


def ids_of(players: Sequence[ForeignPlayer]) -> dict[Key, str]:
    """Return an id for everybody, made from the name: `Player 007` is `player-007`."""
    taken: set[str] = set()
    times: Counter[str] = Counter()
    ids: dict[Key, str] = {}
    for player in players:
        plain = unicodedata.normalize("NFKD", player.name).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:_LONGEST_ID].strip("-")
        stem = stem or "player"
        one = stem
        while one in taken:
            times[stem] += 1
            one = f"{stem}-{times[stem] + 1}"
        taken.add(one)
        ids[player.key] = one
    return ids


def _player(player: ForeignPlayer, ids: dict[Key, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": ids[player.key], "name": player.name}
    if player.faction:
        entry["faction"] = player.faction
    if player.club:
        entry["affiliations"] = [player.club]
    return entry


class _Writing:
    """One foreign tournament on its way into a file."""

    def __init__(
        self,
        foreign: ForeignTournament,
        reading: Reading,
        ids: dict[Key, str],
        remarks: Remarks,
    ) -> None:
        self.foreign, self.reading, self.ids, self.remarks = foreign, reading, ids, remarks
        self.players = {player.key: player for player in foreign.players}

    # ------------------------------------------------------------------------- Swiss rounds

    def swiss(self) -> list[dict[str, Any]]:
        """Return the Swiss rounds; only in the last of all may a game still be played."""
        rounds = self.foreign.swiss
        last = len(rounds) - 1 if not self.foreign.elimination else len(rounds)
        return [
            {"matches": [self._game(match, place, open_=place == last) for match in one.matches]}
            for place, one in enumerate(rounds)
        ]

    def _game(self, match: ForeignMatch, place: int, *, open_: bool) -> dict[str, Any]:
        entry: dict[str, Any] = {"players": [self.ids[key] for key in match.players]}
        if match.table is not None:
            entry["table"] = match.table
        if match.is_bye:
            return {"kind": "bye", **entry}
        if match.finished or not open_:
            where = f"round {place + 1}, {self.players[match.players[0]].name}"
            limit = self.reading.limit(place)
            entry["report"] = slip(match, limit, self.reading, where, self.remarks)
        return entry

    def record_drops(self, swiss: list[dict[str, Any]], bracket: list[dict[str, Any]]) -> None:
        """Record each drop after the last round the player sat in (the first, if in none)."""
        rounds = [*swiss, *bracket]
        for player in sorted(self.foreign.players, key=lambda one: one.name):
            if not player.dropped:
                continue
            if not rounds:
                self.remarks.add("drop-without-rounds", name=player.name)
                continue
            sat = [
                number
                for number, round_ in enumerate((*self.foreign.swiss, *self.foreign.elimination))
                if any(player.key in match.players for match in round_.matches)
            ]
            after = rounds[sat[-1] if sat else 0].setdefault("after", [])
            after.append({"player": self.ids[player.key], "change": "drop"})
