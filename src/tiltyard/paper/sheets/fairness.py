"""The fairness report on paper: every figure with what it counts below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Sheet
from tiltyard.text.fairness import said_figure
from tiltyard.text.say import say
from tiltyard.views.fairness import fairness_rows

if TYPE_CHECKING:
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView
    from tiltyard.text.fairness import SaidFigure


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The figures in their order."""

    heads: tuple[str, ...]
    figures: tuple[SaidFigure, ...]


def fairness_report(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the figures of the Swiss rounds with public names."""
    figures = tuple(said_figure(row, view.public) for row in fairness_rows(view))
    if not figures:
        raise Refused("fairness-nothing-counted-yet")
    heads = (say("fairness.figure"), say("fairness.number"), say("fairness.real-events"))
    return Sheet(say("fairness.title"), FairnessReport(heads, figures))
