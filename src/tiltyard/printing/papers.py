"""The table of papers: everything that can be printed, by the name it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.printing import (
    bracket,
    cards,
    checklists,
    event_papers,
    judge_papers,
    label_papers,
    list_forms,
    list_papers,
    pairings,
    people,
    report_papers,
    score_sheets,
    setup_papers,
    slips,
    standing_sheets,
)
from tiltyard.printing.paper import Wanted

if TYPE_CHECKING:
    from tiltyard.printing.paper import Paper
    from tiltyard.printing.view import PaperView

PAPERS: dict[str, Paper] = {
    paper.id: paper
    for paper in (
        *pairings.PAPERS,
        *slips.PAPERS,
        *cards.PAPERS,
        *standing_sheets.PAPERS,
        *bracket.PAPERS,
        *score_sheets.PAPERS,
        *people.PAPERS,
        *event_papers.PAPERS,
        *checklists.PAPERS,
        *setup_papers.PAPERS,
        *list_forms.PAPERS,
        *list_papers.PAPERS,
        *judge_papers.PAPERS,
        *label_papers.PAPERS,
        *report_papers.PAPERS,
    )
}


def paper_named(name: str) -> Paper:
    """Return a paper by its name."""
    if name not in PAPERS:
        raise Refused(f"no paper is called {name!r}", fix="one of " + ", ".join(PAPERS))
    return PAPERS[name]


def fall_back_pack(view: PaperView) -> tuple[tuple[Paper, Wanted], ...]:
    """Return what a hall needs to go on without a computer, at any moment.

    A round that is drawn or being played comes with its pairings and slips; between rounds there
    are slips without names. Give it the view `as_published`.
    """
    round_ = view.event.current
    going_on = round_ is not None and not round_.is_closed
    names = ["tables", "names", "slips"] if going_on else ["blank-slips"]
    if view.standings is not None and view.standings.rows:
        names.append("standings")
    return tuple((PAPERS[name], Wanted()) for name in (*names, "players"))
