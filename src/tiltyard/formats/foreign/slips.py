"""What the slip of a foreign game must have said, as far as its score tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.core.errors import Refused
from tiltyard.core.ruleset import End

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.formats.foreign.model import ForeignMatch, Remarks

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
