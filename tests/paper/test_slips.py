"""Match slips have room for everything they ask for, in every ruleset, language and size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pypdfium2
import pytest

from tests.paper.asking import words
from tests.paper.days import RULESETS, new_hall, view_of
from tests.paper.pictures import outside
from tiltyard.day.clock import GrantExtension
from tiltyard.day.components import NoteComponentTrouble
from tiltyard.day.people import JoinAsSpare, ReleaseSpare
from tiltyard.engine.errors import Fault
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_pack
from tiltyard.paper.table import PAPERS

LONG = "Wolfgang-Maximilian Freiherr von und zu Hohenlohe-Langenburg-Schillingsfürst der "


@cache
def small_day(ruleset):
    hall = new_hall(ruleset, 8, hostile=())
    hall.begin_round()
    return hall


def overlapping(pdf):
    """Return the pairs of boxes and lines of text that stand on each other."""
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        things = [text.get_rect(number) for number in range(text.count_rects())]
        drawn = page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH], max_depth=1)
        things += [box for box in (one.get_bounds() for one in drawn) if box[3] - box[1] > 5]
        for one, other in combinations(things, 2):
            wide = min(one[2], other[2]) - max(one[0], other[0])
            high = min(one[3], other[3]) - max(one[1], other[1])
            if wide > 0.2 and high > 0.2:
                found.append((one, other))
    return found


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_slip_has_room_for_what_it_asks(ruleset, language, size):
    papers = [(PAPERS["slips"], Wanted()), (PAPERS["blank-slips"], Wanted())]
    made = print_pack(
        papers, view_of(small_day(ruleset)), size=size, language=language, strict=True
    )

    assert outside(made.pdf) == []
    assert overlapping(made.pdf) == []


def test_only_a_slip_with_one_row_stands_on_a_quarter_of_a_page():
    per_page = {
        ruleset: PAPERS["slips"].data(view_of(small_day(ruleset)), Wanted()).body.per_page
        for ruleset in RULESETS
    }
    assert {ruleset for ruleset, count in per_page.items() if count == 4} == {
        "xwing-dogfight",
        "xwing-escalation",
    }


# ----------------------------------------------------------------------------------- notes


def crowded(*names):
    """Return a view of one game with everything there can be to mind, and the game."""
    hall = new_hall("armada", 4, hostile=names)
    hall.begin_round()
    game = next(iter(hall.event.current.games.values()))
    hall.do(GrantExtension(game.id, "the fire alarm", 15))
    for player in game.players:
        hall.do(NoteComponentTrouble(player, "range ruler", "damaged"))
    event = hall.event
    troubles = {key: replace(one, end="shared") for key, one in event.troubles.items()}
    shared = hall.desk.rules("armada")[0].components.sharing
    first = replace(event.current.games[game.id], first_player=game.players[0], shared=shared)
    round_ = replace(event.current, games=event.current.games | {game.id: first})
    view = view_of(hall, replace(event, troubles=troubles, rounds=(round_,)))
    return view, first


def test_long_names_leave_room_for_all_notes_and_the_extension_comes_first():
    view, game = crowded(*(f"{LONG}{number}"[-80:] for number in range(4)))
    number = view.event.entrants[game.players[0]].number
    slip = PAPERS["slips"].data(view, Wanted(table=game.table)).body.pages[0][0]

    assert slip.notes[0].endswith("minutes more")
    assert f"#{number} begins" in slip.notes
    assert print_pack([(PAPERS["slips"], Wanted())], view, strict=True).warnings == ()


def test_short_names_stand_in_the_notes():
    view, game = crowded("Ann Short", "Bob Brief", "Cy Small", "Di Little")
    slip = PAPERS["slips"].data(view, Wanted(table=game.table)).body.pages[0][0]

    assert f"{view.event.people[game.players[0]]} begins" in slip.notes


def test_what_is_cut_off_is_told():
    hall = small_day("armada")
    round_ = hall.event.current
    cards = {"objective": "An objective without an end, " * 40}
    view = view_of(hall, replace(hall.event, rounds=(replace(round_, cards=cards),)))
    slips = [(PAPERS["slips"], Wanted())]

    (warning,) = print_pack(slips, view).warnings
    assert "cut off" in warning
    assert "An objective without an end" in warning
    with pytest.raises(Fault, match=r"^paper-does-not-fit: .*does not fit"):
        print_pack(slips, view, strict=True)


# -------------------------------------------------------------------------- the Spare Player


def count(view, paper):
    body = PAPERS[paper].data(view, Wanted()).body
    if paper == "blank-pairings":
        return len(body.tables)
    return sum(slip is not None for page in body.pages for slip in page)


@pytest.mark.clause("ME-050")
def test_slips_and_tables_are_as_many_as_the_spare_player_makes_them():
    hall = new_hall("middle-earth", 7, hostile=())
    hall.do(JoinAsSpare("Samuel Stand-In"))
    hall.play_round()
    for paper in ("blank-pairings", "blank-slips"):
        assert count(view_of(hall), paper) == 4
    assert "bye" not in words(view_of(hall), "blank-pairings")
    assert "4 tables" in words(view_of(hall), "organizer-checklist")
    spare = next(one.id for one in hall.event.entrants.values() if one.spare)
    hall.do(ReleaseSpare(spare))
    for paper in ("blank-pairings", "blank-slips"):
        assert count(view_of(hall), paper) == 3
    assert "bye" in words(view_of(hall), "blank-pairings")
    assert "Spare Player" not in words(view_of(hall), "by-hand")


def test_a_swiss_stage_after_the_cut_has_slips_for_those_inside():
    hall = new_hall("runewars", 12, hostile=())
    hall.play_round()
    event = hall.event
    event = replace(event, swiss_rounds=1, cut=8, details=replace(event.details, swiss_after_cut=2))

    assert event.qualification is None
    for paper in ("blank-pairings", "blank-slips"):
        assert count(view_of(hall, event), paper) == 4


def test_a_bracket_by_lot_has_no_slip_for_a_bye():
    hall = new_hall("diskwars", 5, hostile=())
    event = replace(hall.event, swiss_rounds=0)

    assert count(view_of(hall, event), "blank-slips") == 1
