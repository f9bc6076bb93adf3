"""What sheets have in common: headings, running heads, the rules at the foot, no empty pages."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pypdfium2
import pytest

from tests.paper import days
from tests.paper.asking import ALL, early, printed, squeezed, words
from tests.paper.days import RULESETS, new_hall, view_of
from tests.paper.pictures import outside, text_of
from tiltyard.charts.svg import Drawing, Label, fitting
from tiltyard.day.components import NoteComponentTrouble, OrderSharing
from tiltyard.day.event import Qualification
from tiltyard.day.setup import FinishEvent
from tiltyard.paper.paper import Sheet
from tiltyard.paper.press import print_pack, print_paper
from tiltyard.paper.table import PAPERS
from tiltyard.rulesets.loader import load

LONG = "Wolfgang-Maximilian Freiherr von und zu Hohenlohe-Langenburg-Schillingsfürst der"
IDENTITY = {
    "runewars": "RW-001",
    "xwing-dogfight": "XW-001",
    "xwing-escalation": "XW-001",
    "middle-earth": "ME-001",
    "diskwars": "DW-001",
    "armada": "AR-001",
}
FOOT = (37, 49)
"""Between the foot of a sheet and its text nothing stands (points from below)."""


# ------------------------------------------------------------------------------ rules at the foot


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(one, marks=pytest.mark.clause(IDENTITY[one])) for one in RULESETS],
)
def test_every_sheet_names_the_rules_and_their_version(ruleset):
    view = view_of(early(ruleset))
    rules = load(ruleset)
    names = ("information", "staff", "list-form", "signs", "blank-slips", "score-sheets", "badges")
    pages = text_of(print_pack([(PAPERS[name], ALL) for name in names], view).pdf)

    assert len(pages) >= len(names)
    for page in pages:
        assert f"{rules.title} {rules.version}" in " ".join(page.split())


def test_the_foot_of_a_sheet_is_one_line():
    pages = text_of(printed(view_of(early("middle-earth")), "staff", language="de"))

    assert "guide 1 · gedruckt" in pages[0]


# ------------------------------------------------------------------------------ heads


def test_the_first_page_of_every_part_has_its_title_once():
    view, titles = view_of(early("armada")), ("Staff", "Players")
    pages = text_of(print_pack([(PAPERS["staff"], ALL), (PAPERS["players"], ALL)], view).pdf)

    assert [1, 1] == [page.count(title) for page, title in zip(pages, titles, strict=True)]


def test_what_a_sheet_is_about_stands_below_a_title_that_leaves_no_room():
    def heading(about):
        paper = replace(PAPERS["staff"], data=lambda view, wanted: Sheet("T" * 12, body, about))
        page = pypdfium2.PdfDocument(print_paper(paper, view, ALL).pdf)[0].get_textpage()
        rects = [page.get_rect(number) for number in range(page.count_rects())]
        return {text: rect for rect in rects if (text := page.get_text_bounded(*rect).strip())}

    view = view_of(early("armada"))
    body = PAPERS["staff"].data(view, ALL).body
    beside, below = heading("Ab 12"), heading("Ab " * 16 + "12")

    title = beside["T" * 12]
    assert beside["Ab 12"][1] < title[3]
    line = next(rect for text, rect in below.items() if text.startswith("Ab"))
    assert line[3] < below["T" * 12][1]


# ------------------------------------------------------------------------------ the report


@cache
def long_names(ruleset="middle-earth"):
    """Return a day whose leaders all have names that must be cut."""
    hall = new_hall(ruleset, 24, hostile=tuple(f"{LONG[:-2]}{n:02}" for n in range(24)))
    for _ in range(3):
        hall.play_round()
    return hall


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", ["middle-earth", "xwing-dogfight"])
def test_no_page_of_the_report_is_empty_and_nothing_is_set_over_something(ruleset, size):
    view = view_of(long_names(ruleset))
    pdf = printed(view, "report", size=size)

    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        objects = [one.get_bounds() for one in page.get_objects()]
        assert not [one for one in objects if FOOT[0] < one[3] < FOOT[1]], number
        height = page.get_height()
        assert [one for one in objects if 49 < one[1] and one[3] < height - 120], number
    assert "Names in full" in " ".join(text_of(pdf))
    assert outside(pdf) == []


def test_letters_that_join_are_set_by_the_press_and_not_by_the_drawing():
    name = "राजेश कुमार"
    drawing = Drawing()
    drawing.text("strong", Fraction(1, 2), 40, name, beside=39, only="paper")
    drawing.text("", Fraction(0), 60, "Ana", only="paper")
    hall = new_hall("middle-earth", 4, hostile=(name,))
    hall.play_round()

    assert drawing.labels == [Label(279, 40, name, strong=True)]
    assert name not in drawing.paper(80, "")
    assert "Ana" in drawing.paper(80, "")
    report = PAPERS["report"].data(view_of(hall), ALL).body
    assert [label.words for label in report.pictures[0].labels] == [name]
    assert not any(name in one.svg for one in report.pictures)


def test_marks_take_no_room_beside_their_letters():
    assert fitting("a\u0301" * 10, 80) == "a\u0301" * 10
    assert fitting("a" * 11, 80) != "a" * 11


def test_factions_that_do_not_fit_are_named_in_full(monkeypatch):
    name = "Survivors of Lake-town and of Dale under the Mountain"
    monkeypatch.setitem(days.FACTIONS, "middle-earth", (name, "Evil"))
    monkeypatch.setitem(
        days.STRUCTURE,
        "middle-earth",
        {"swiss_rounds": 1, "points_limit": 500, "options": {"lists.reveal": "finish"}},
    )
    hall = new_hall("middle-earth", 6, hostile=())
    hall.play_round()
    hidden = words(view_of(hall), "report")
    hall.do(FinishEvent("played"))
    shown = words(view_of(hall), "report")

    assert squeezed(f"Names in full {name}") in squeezed(shown)
    assert "Factions are shown here when the event is over" in hidden
    assert "Factions are" not in shown


def test_an_event_that_is_not_public_says_why_no_faction_is_drawn():
    hall = long_names()
    event = replace(hall.event, never_announced=True)

    assert "Factions are not shown: this event is not public." in words(
        view_of(hall, event), "report"
    )


def test_corrections_that_were_not_needed_have_no_page_of_their_own():
    pages = text_of(printed(view_of(long_names()), "report"))
    (page,) = [one for one in pages if "Nothing was corrected" in one]

    assert "Pts" in page


# ------------------------------------------------------------------------------ bracket


def test_the_final_of_thirty_two_has_the_semifinals_on_its_page():
    hall = new_hall("xwing-dogfight", 32, hostile=(LONG,) * 1)
    event = replace(hall.event, qualification=Qualification(tuple(hall.event.entrants)))
    pdf = print_pack([(PAPERS["bracket"], ALL)], view_of(hall, event), strict=True).pdf
    pages = text_of(pdf)

    assert ["Final" in page and "Semifinal" in page for page in pages] == [False, False, True]
    sizes = letters(pdf)
    assert 7 <= min(sizes)
    assert 16 <= max(size for size in sizes if size < 18)


def letters(pdf):
    """Return the sizes of the letters on the pages, in points."""
    raw = pypdfium2.raw
    found = set()
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        found |= {
            round(raw.FPDFText_GetFontSize(text.raw, number), 1)
            for number in range(text.count_chars())
        }
    return found - {1.0}


def test_lists_of_many_cards_stand_two_on_a_page():
    hall = new_hall("diskwars", 8, hostile=(), lists=True)
    pages = text_of(printed(view_of(hall), "lists"))

    assert [1, 2, 2] == [page.count("Reserve regiment") for page in pages[:3]]


# ------------------------------------------------------------------------------ words and names


def test_names_from_right_to_left_keep_both_marks_however_they_are_shown():
    hall = new_hall("runewars", 4, hostile=("محمد بن عبد الله", "יעל בן דוד"))
    event = hall.event
    first, second = list(event.entrants)[:2]
    view = view_of(hall, replace(event, shown_names=dict.fromkeys(event.entrants, "initial")))

    assert view.public[first] == "\u2068محمد ا.\u2069"
    assert view.public[second] == "\u2068יעל ד.\u2069"
    assert view.name(first) == view.names[first] == "\u2068محمد بن عبد الله\u2069"
    assert view.event.people[first] == view.event.entrants[first].name == "محمد بن عبد الله"
    assert view.in_sentences.people[first] == view.name(first)


def test_shared_pieces_are_named_in_the_language_of_the_paper():
    hall = new_hall("runewars", 4, hostile=())
    hall.begin_round()
    game = next(iter(hall.event.current.games.values()))
    hall.do(OrderSharing(game.id, ("range ruler",)))
    hall.do(NoteComponentTrouble(game.players[0], "range ruler", "damaged"))
    troubles = {one: replace(trouble, end="shared") for one, trouble in hall.event.troubles.items()}
    found = words(view_of(hall, replace(hall.event, troubles=troubles)), "tables", language="de")

    assert "zusammen benutzen: Lineal" in found
    assert "range ruler" not in found


def test_escalation_players_read_what_to_bring_once():
    found = words(view_of(early("xwing-escalation")), "player-checklist")

    assert "XW-039" not in found
    assert "XW-040" not in found


def test_what_every_player_accepts_stands_under_a_heading_that_fits():
    found = words(view_of(early("middle-earth")), "information")

    assert "To remember By taking part you accept the rules of the event." in found
