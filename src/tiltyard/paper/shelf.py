"""Where the papers of a round lie: they are wanted at once, and need not wait for all others."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.paper.paper import Paper

AT_HAND = {
    "tables": "sheets.pairings",
    "names": "sheets.pairings",
    "slips": "sheets.slips",
    "blank-slips": "sheets.slips",
    "standings": "sheets.standings",
    "bracket": "sheets.bracket",
    "score-sheets": "sheets.score_sheets",
    "players": "sheets.people",
}
"""The module of a paper; all others are found in the table of papers."""


def paper_from_the_shelf(name: str) -> Paper:
    """Return a paper by its name and load no more than it needs."""
    if name in AT_HAND:
        module = import_module(f"tiltyard.paper.{AT_HAND[name]}")
        papers: tuple[Paper, ...] = module.PAPERS
        return next(paper for paper in papers if paper.id == name)
    from tiltyard.paper.table import paper_named

    return paper_named(name)
