"""The table of papers: one row for everything that can be printed, and nothing else lists them.

A new paper is a module under `sheets`, a template and a row; the rows of a moment stand in the
order in which pages and the terminal show them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.next_round import field, goes_over_the_cut, going_on, what_follows
from tiltyard.paper.paper import MadeBy, Paper, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.paper.view import PaperView


_ROWS = (
    Paper(
        "tables",
        "paper.pairings-by-table",
        MadeBy("pairings", "by_table"),
        "tables.typ",
        "round",
        ("round", "table"),
    ),
    Paper(
        "names",
        "paper.pairings-by-name",
        MadeBy("pairings", "by_name"),
        "names.typ",
        "round",
        ("round",),
    ),
    Paper(
        "slips",
        "paper.match-slips-to-be-cut",
        MadeBy("slips", "slips"),
        "slips.typ",
        "round",
        ("round", "table"),
    ),
    Paper(
        "by-hand",
        "paper.pairing-the-next-round-by",
        MadeBy("manual_pairing", "by_hand"),
        "by_hand.typ",
        "round",
    ),
    Paper(
        "blank-pairings",
        "paper.tables-of-the-next-round",
        MadeBy("manual_pairing", "blank_pairings"),
        "blank_pairings.typ",
        "round",
    ),
    Paper(
        "blank-slips",
        "paper.match-slips-without-names-to",
        MadeBy("slips", "blank_slips"),
        "slips.typ",
        "round",
    ),
    Paper(
        "setup",
        "paper.setting-up-the-game-step",
        MadeBy("setup", "setup"),
        "setup.typ",
        "round",
        ("round",),
    ),
    Paper(
        "score-sheets",
        "paper.personal-score-sheets",
        MadeBy("score_sheets", "score_sheets"),
        "score_sheets.typ",
        "round",
        ("player",),
    ),
    Paper(
        "standings",
        "paper.standings-with-all-keys",
        MadeBy("standings", "standings"),
        "standings.typ",
        "round",
        ("round",),
    ),
    Paper(
        "rulings",
        "paper.rulings-and-penalties-for-the",
        MadeBy("judging", "rulings"),
        "rulings.typ",
        "round",
        readers="leaders",
    ),
    Paper(
        "proxies",
        "paper.proxies-of-damaged-cards-to",
        MadeBy("labels", "proxies"),
        "proxies.typ",
        "round",
        ("player",),
        readers="list_readers",
    ),
    Paper(
        "information",
        "paper.event-information-sheet",
        MadeBy("information", "information"),
        "information.typ",
        "before",
    ),
    Paper(
        "rules",
        "paper.rules-sheet",
        MadeBy("rules_sheet", "rules_sheet"),
        "information.typ",
        "before",
    ),
    Paper(
        "organizer-checklist",
        "paper.organizers-checklist",
        MadeBy("checklists", "organizer_checklist"),
        "checklist.typ",
        "before",
    ),
    Paper(
        "player-checklist",
        "paper.players-checklist-what-to-bring",
        MadeBy("checklists", "player_checklist"),
        "checklist.typ",
        "before",
    ),
    Paper(
        "list-form",
        "paper.blank-list-form",
        MadeBy("list_forms", "list_form"),
        "list_form.typ",
        "before",
        ("player",),
    ),
    Paper(
        "players",
        "paper.player-list-for-the-check",
        MadeBy("people", "player_list"),
        "players.typ",
        "before",
    ),
    Paper(
        "badges",
        "paper.badges-of-the-players-to",
        MadeBy("badges", "badges"),
        "badges.typ",
        "before",
        ("player",),
    ),
    Paper(
        "signs", "paper.table-signs", MadeBy("badges", "signs"), "signs.typ", "before", ("table",)
    ),
    Paper(
        "staff", "paper.staff-with-their-duty", MadeBy("judging", "staff"), "staff.typ", "before"
    ),
    Paper(
        "lists",
        "paper.lists-of-the-players-with",
        MadeBy("lists", "lists"),
        "lists.typ",
        "before",
        ("player",),
        readers="list_readers",
    ),
    Paper(
        "terrain",
        "paper.labels-for-terrain-to-be",
        MadeBy("labels", "terrain"),
        "terrain.typ",
        "before",
    ),
    Paper("cut", "paper.the-cut-and-who-comes", MadeBy("standings", "cut_list"), "cut.typ", "end"),
    Paper("bracket", "common.bracket", MadeBy("bracket", "bracket"), "bracket.typ", "end"),
    Paper(
        "prizes",
        "paper.prizes-and-who-received-them",
        MadeBy("report", "prizes"),
        "prizes.typ",
        "end",
    ),
    Paper(
        "fairness",
        "fairness.title",
        MadeBy("fairness", "fairness_report"),
        "fairness.typ",
        "end",
    ),
    Paper(
        "report",
        "paper.final-report-with-seed-digest",
        MadeBy("report", "report"),
        "report.typ",
        "end",
        readers="floor",
    ),
)
PAPERS: dict[str, Paper] = {paper.id: paper for paper in _ROWS}


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
    from tiltyard.paper.sheets.games import played_games

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
    if any(round_.kind == "elimination" for round_ in event.rounds):
        yield "bracket"
    elif goes_over_the_cut(event):
        yield "cut"
    if event.rounds and view.standings is not None:
        yield "standings"
    yield from ("staff",) if event.staff else ()
    yield from ("players",) if event.entrants else ()
