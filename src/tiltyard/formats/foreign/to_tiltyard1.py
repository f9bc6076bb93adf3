"""A foreign tournament as a file of the format tiltyard/1: built whole, then read strictly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tiltyard.engine.errors import Refused
from tiltyard.engine.plain_text import slug
from tiltyard.engine.slip import End
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.table import FORMATS
from tiltyard.formats.tiltyard1 import FORMAT, read_tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament
    from tiltyard.formats.foreign.model import (
        ForeignMatch,
        ForeignPlayer,
        ForeignRound,
        ForeignTournament,
        Key,
        Remark,
    )


# ------------------------------------------------------------------------------
# What the slip of a foreign game must have said, as far as its score tells.

_TIMED: End = "time"
_ROUNDS: End = "rounds"


@dataclass(frozen=True, slots=True)
class Reading:
    """How the games of a file are understood: by which rules, and whose word decides them.

    With `entered_winner` the winner that was entered has won, whatever the score says.
    """

    rules: Ruleset
    entered_winner: bool = False

    def limit(self, place: int, *, elimination: bool = False) -> int | None:
        """Return what a whole enemy force is worth in a round, counted from 0; none: no limit."""
        values = self.rules.score.wipe_out
        if not values:
            return None
        return values[-1] if elimination else values[min(place, len(values) - 1)]


def _plays_rounds(rules: Ruleset) -> bool:
    """Whether a game ends after a number of rounds, as in Armada and Middle-earth."""
    outcome = rules.outcomes.get(_ROUNDS)
    return outcome is not None and "conceded" not in outcome.needs


def names_the_winner(rules: Ruleset) -> bool:
    """Whether rules let the winner who was entered win, whatever the score says."""
    return _ROUNDS in rules.outcomes and not _plays_rounds(rules)


def require_readable(rules: Ruleset) -> None:
    """Refuse rules whose slips need what no foreign file holds."""
    if not _plays_rounds(rules) and _TIMED not in rules.outcomes:
        raise Refused("results-another-program-do-not", field="ruleset", game=rules.game)


def slip(
    match: ForeignMatch, limit: int | None, reading: Reading, where: str, remarks: Remarks
) -> dict[str, Any]:
    """Return the report of a game of which the score, and perhaps a winner, is known.

    A winner at the limit has destroyed the other side, two at the limit have destroyed each
    other, everything else went to time. No score at all counts as 0-0.
    """
    if _plays_rounds(reading.rules):
        return _AfterRounds(match, limit, reading.rules, where, remarks).report()
    if match.score == (None, None) and match.winner is not None and match.ended != "draw":
        remarks.add("winner-without-score", where)
        return {"end": "concession", "score": [0, 0], "conceded": 1 - match.winner}
    points = _within(match, limit, where, remarks)
    if match.ended == "concession" and match.winner is not None:
        return {"end": "concession", "score": points, "conceded": 1 - match.winner}
    winner = _against_the_score(match, points)
    if winner is not None:
        if reading.entered_winner:
            return {"end": _ROUNDS, "conceded": 1 - winner, "score": points}
        remarks.add("winner-against-the-score", where, score=f"{points[0]}-{points[1]}")
    if limit is None:
        return {"end": _TIMED, "score": points}
    if points == [limit, limit]:
        return {"end": "mutual", "score": points}
    if limit in points:
        return {"end": "destroyed", "survivor": points.index(limit), "score": points}
    if match.ended == "destroyed" and match.winner is not None:
        return {"end": "destroyed", "survivor": match.winner, "score": points}
    return {"end": _TIMED, "score": points}


def _within(match: ForeignMatch, limit: int | None, where: str, remarks: Remarks) -> list[int]:
    """Return both scores; no more than a whole force can be destroyed."""
    if match.score == (None, None):
        remarks.add("no-score", where)
    points = [side or 0 for side in match.score]
    if limit is not None and max(points) > limit:
        remarks.add("score-above-the-limit", where, score=max(points), limit=limit)
        return [min(side, limit) for side in points]
    return points


def _against_the_score(match: ForeignMatch, points: list[int]) -> int | None:
    """Return the side that was entered as the winner although it has not scored more."""
    if match.winner is None or match.ended == "draw" or match.score == (None, None):
        return None
    behind = points[match.winner] < points[1 - match.winner]
    level = points[0] == points[1] and any(points)
    return match.winner if behind or level else None


class _AfterRounds:
    """The slip of a game of so many rounds; what is above the limit were objectives."""

    def __init__(
        self, match: ForeignMatch, limit: int | None, rules: Ruleset, where: str, remarks: Remarks
    ) -> None:
        self.match, self.limit, self.rules = match, limit, rules
        self.where, self.remarks = where, remarks
        self.points = [side or 0 for side in match.score]
        self.winner = None if match.ended == "draw" else match.winner

    def report(self) -> dict[str, Any]:
        """Return the slip; what it cannot say as it was entered is remarked upon."""
        match, no_score = self.match, self.match.score == (None, None)
        if self.winner is not None and (no_score or match.ended == "concession"):
            conceded = self._conceded(1 - self.winner)
            if conceded is not None:
                if no_score:
                    self.remarks.add("winner-without-score", self.where)
                return conceded
        if no_score and match.ended == "draw" and _is_a_draw(self.rules, "mutual"):
            self.remarks.add("no-score", self.where)
            return {"end": "mutual"}
        end = _TIMED if match.ended == "time" and _TIMED in self.rules.outcomes else _ROUNDS
        report = {"end": end, **self._scored()}
        if "leaders" in self.rules.outcomes[end].needs:
            report["leaders"] = [False, False]
        return report | self._told_apart(end)

    def _scored(self) -> dict[str, Any]:
        if self.limit is None:
            return {"score": self.points}
        entry = {"score": [min(side, self.limit) for side in self.points]}
        if self.rules.score.objectives:
            entry["objectives"] = [max(side - self.limit, 0) for side in self.points]
        return entry

    def _conceded(self, side: int) -> dict[str, Any] | None:
        """Return the slip of a concession, where the rules have one that needs no more."""
        if not _only_needs(self.rules, "concession", "score", "conceded"):
            return None
        scored = self._scored() if "score" in self.rules.outcomes["concession"].needs else {}
        return {"end": "concession", "conceded": side, **scored}

    def _told_apart(self, end: End) -> dict[str, Any]:
        """Return what a slip says where the scores are level and the rules still find a winner."""
        first, second = self.points
        level = self.rules.outcomes[end].level
        how = level.winner if first == second and level is not None else "nobody"
        if how == "nobody":
            self._remark_on_the_score()
            return {}
        if self.winner is None and how == "flurry":
            raise Refused(
                "score-level-no-winner-final", field=self.where, first=first, second=second
            )
        if self.winner is None:
            self.remarks.add("level-and-nobody-named", self.where, score=f"{first}-{second}")
        through = self.winner or 0
        if how == "flurry":
            return {"flurry": [[1 - through, through]]}
        said = {"with_initiative": through, "without_initiative": 1 - through}
        return {"initiative": said[how]} if how in said else {}

    def _remark_on_the_score(self) -> None:
        first, second = self.points
        if self.match.score == (None, None):
            self.remarks.add("no-score", self.where)
        elif self.winner is not None and self.points[self.winner] <= self.points[1 - self.winner]:
            score = f"{first}-{second}"
            self.remarks.add("winner-against-the-score", self.where, score=score)


def _is_a_draw(rules: Ruleset, end: End) -> bool:
    """Whether nobody wins with this ending, and its slip says nothing more."""
    outcome = rules.outcomes.get(end)
    return outcome is not None and outcome.winner == "nobody" and not outcome.needs


def _only_needs(rules: Ruleset, end: End, *needs: str) -> bool:
    outcome = rules.outcomes.get(end)
    return outcome is not None and set(outcome.needs) <= set(needs)


# ------------------------------------------------------------------------------
# The cut of a foreign tournament: seeds by published rank, games in the order of the contract.

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


# ------------------------------------------------------------------------------
# A foreign tournament as a file of the format tiltyard/1: built whole, then read strictly.

_LONGEST_ID = 60


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
    explain_draws(stages, FORMATS[foreign.kind].program)
    entry: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": reading.rules.name,
        "name": foreign.name,
        "seed": seed,
        "players": [_player(player, ids) for player in foreign.players],
        "stages": stages,
    }
    if stages:
        cut = len(bracket["seeds"]) if bracket is not None else None
        entry["plan"] = {"swiss_rounds": len(swiss), "cut": cut if cut != 1 else None}
    if foreign.date is not None:
        entry["date"] = foreign.date.isoformat()
    return entry


def explain_draws(stages: list[dict[str, Any]], program: str) -> None:
    """Say of every round, and of the seeds, that they were not drawn here."""
    for stage in stages:
        explained = {"by": program, "reason": "drawn by another program"}
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
        stem = slug(player.name, _LONGEST_ID) or "player"
        candidate = stem
        while candidate in taken:
            times[stem] += 1
            candidate = f"{stem}-{times[stem] + 1}"
        taken.add(candidate)
        ids[player.key] = candidate
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
            {"matches": [self._game(match, place, open_=place == last) for match in round_.matches]}
            for place, round_ in enumerate(rounds)
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
        for player in sorted(self.foreign.players, key=lambda other: other.name):
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
