"""Where the papers of a round lie: they are wanted at once, and need not wait for all others."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.printing.paper import Paper

AT_HAND = {
    "tables": "pairings",
    "names": "pairings",
    "slips": "slips",
    "blank-slips": "slips",
    "standings": "standing_sheets",
    "bracket": "bracket",
    "score-sheets": "score_sheets",
    "players": "people",
}
"""The module of a paper; all others are found in the table of papers."""


def paper_from_the_shelf(name: str) -> Paper:
    """Return a paper by its name and load no more than it needs."""
    if name in AT_HAND:
        module = import_module(f"tiltyard.printing.{AT_HAND[name]}")
        papers: tuple[Paper, ...] = module.PAPERS
        return next(paper for paper in papers if paper.id == name)
    from tiltyard.printing.papers import paper_named

    return paper_named(name)
