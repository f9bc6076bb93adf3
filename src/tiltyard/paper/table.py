"""The table of papers: everything that can be printed, by the name it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.next_round import field, goes_over_the_cut, going_on, what_follows
from tiltyard.paper.paper import Wanted
from tiltyard.paper.sheets import badges as cards
from tiltyard.paper.sheets import (
    bracket,
    checklists,
    list_forms,
    pairings,
    people,
    score_sheets,
    slips,
)
from tiltyard.paper.sheets import information as event_papers
from tiltyard.paper.sheets import judging as judge_papers
from tiltyard.paper.sheets import labels as label_papers
from tiltyard.paper.sheets import lists as list_papers
from tiltyard.paper.sheets import manual_pairing as by_hand
from tiltyard.paper.sheets import report as report_papers
from tiltyard.paper.sheets import setup as setup_papers
from tiltyard.paper.sheets import standings as standing_sheets
from tiltyard.paper.sheets.games import played_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.paper.paper import Paper
    from tiltyard.paper.view import PaperView

PAPERS: dict[str, Paper] = {
    paper.id: paper
    for paper in (
        *pairings.PAPERS,
        *slips.PAPERS,
        *by_hand.PAPERS,
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
        raise Refused("no-paper-called", name=name, papers=tuple(PAPERS))
    return PAPERS[name]


def fall_back_pack(view: PaperView) -> tuple[tuple[Paper, Wanted], ...]:
    """Return what a hall needs to go on without a computer, at any moment.

    A round that is drawn or being played comes with its pairings and slips; for the one after it
    there is how the book pairs it, who met whom, and tables and slips without names. Give it the
    view `as_published`.
    """
    return tuple((PAPERS[name], Wanted()) for name in _pack(view))


def _pack(view: PaperView) -> Iterator[str]:
    event = view.event
    played, follows = going_on(event), what_follows(event)
    if played is not None:
        yield from ("tables", "names")
        yield from ("slips",) if played_games(played) else ()
    if follows != "nothing" and field(event):
        yield "by-hand"
        yield from ("blank-pairings",) if follows != "bracket" else ()
    if follows != "nothing":
        yield "blank-slips"
    if view.rules.papers.setup and (follows != "nothing" or played is not None):
        yield "setup"
    if any(one.kind == "elimination" for one in event.rounds):
        yield "bracket"
    elif goes_over_the_cut(event):
        yield "cut"
    if event.rounds and view.standings is not None:
        yield "standings"
    yield from ("staff",) if event.staff else ()
    yield from ("players",) if event.entrants else ()
