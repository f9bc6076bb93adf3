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


def require_readable(rules: Ruleset) -> None:
    """Refuse rules whose slips need what no foreign file holds."""
    if not _plays_rounds(rules) and _TIMED not in rules.outcomes:
        raise Refused(
            f"results of another program do not say what a slip of {rules.game} needs",
            fix="a ruleset of X-Wing, Armada or Middle-earth",
            field="ruleset",
        )


def slip(
    match: ForeignMatch, limit: int | None, reading: Reading, where: str, remarks: Remarks
) -> dict[str, Any]:
    """Return the report of a game of which the score, and perhaps a winner, is known.

    A winner at the limit has destroyed the other side, two at the limit have destroyed each
    other, everything else went to time. No score at all counts as 0-0.
    """
    if _plays_rounds(reading.rules):
        return _after_rounds(match, limit, reading.rules)
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


def _after_rounds(match: ForeignMatch, limit: int | None, rules: Ruleset) -> dict[str, Any]:
    """Return the slip of a game of so many rounds; what is above the limit were objectives."""
    if match.score == (None, None):
        report = _without_score(match, rules)
        if report is not None:
            return report
    end = _TIMED if match.ended == "time" and _TIMED in rules.outcomes else _ROUNDS
    outcome = rules.outcomes[end]
    points = [side or 0 for side in match.score]
    report = {"end": end, "score": points}
    if limit is not None:
        report["score"] = [min(side, limit) for side in points]
        if rules.score.objectives:
            report["objectives"] = [max(side - limit, 0) for side in points]
    if "leaders" in outcome.needs:
        report["leaders"] = [False, False]
    if points[0] == points[1] and outcome.level is not None:
        report |= _told_apart(outcome.level.winner, match.winner)
    return report


def _told_apart(how: str, winner: int | None) -> dict[str, Any]:
    """Return what a slip says where the scores are level and the rules still find a winner."""
    if how == "flurry" and winner is not None:
        return {"flurry": [[1 - winner, winner]]}
    said = {"with_initiative": winner or 0, "without_initiative": 1 - (winner or 0)}
    return {"initiative": said[how]} if how in said else {}


def _without_score(match: ForeignMatch, rules: Ruleset) -> dict[str, Any] | None:
    """Return the slip of a game of which only the winner is known, where that is enough."""
    if match.winner is not None and _only_needs(rules, "destroyed", "survivor"):
        return {"end": "destroyed", "survivor": match.winner}
    if match.ended == "draw" and _only_needs(rules, "mutual"):
        return {"end": "mutual"}
    return None


def _only_needs(rules: Ruleset, end: End, *needs: str) -> bool:
    outcome = rules.outcomes.get(end)
    return outcome is not None and set(outcome.needs) <= set(needs)
