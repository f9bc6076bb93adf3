"""What every result of a ruleset is worth: rows of margins, or results, and special cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset

Special = Literal["win", "modified_win", "draw", "loss", "bye", "unpaired_loss"]


@dataclass(frozen=True, slots=True)
class MarginLine:
    """Margins from `least` to `most` (none: everything above), and what both players get."""

    least: int
    most: int | None
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result that is worth a fixed number of points."""

    result: Special
    points: int


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """All results there are; `per_cent`: margins are hundredths of the most a side can score."""

    margins: tuple[MarginLine, ...]
    results: tuple[ResultLine, ...]
    per_cent: bool


def results_table(rules: Ruleset) -> ResultsTable:
    """Return what every result is worth by these rules."""
    points = rules.points
    margins = tuple(MarginLine(row.least, row.most, row.win, row.loss) for row in points.rows)
    results: list[ResultLine] = []
    if points.by == "result":
        modified = any(
            outcome.result == "modified_win" or outcome.full_win is not None
            for outcome in rules.outcomes.values()
        )
        results += [ResultLine("win", points.win)]
        results += [ResultLine("modified_win", points.modified_win)] if modified else []
        results += [ResultLine("draw", points.draw), ResultLine("loss", points.loss)]
    results += [
        ResultLine("bye", rules.bye.award.tp),
        ResultLine("unpaired_loss", rules.unpaired_loss.tp),
    ]
    return ResultsTable(margins, tuple(results), points.per_cent)
