"""What papers say of places offered in a cut, of prizes, and of armies somebody may not know."""

from __future__ import annotations

from dataclasses import replace

from tests.paper.asking import words
from tests.paper.days import new_hall, view_of
from tiltyard.day.people import DeclinePlace, DropPlayer
from tiltyard.day.rounds import MakeCut
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_pack
from tiltyard.paper.table import PAPERS, fall_back_pack
from tiltyard.paper.view import as_read_by


def cut_of_four():
    """Return a field of eight with a cut to four that is made, and its order before."""
    hall = new_hall("runewars", 8, hostile=())
    for _ in range(3):
        hall.play_round()
    event = hall.event
    order = [row.player for row in view_of(hall).standings.rows]
    return hall, event, order


# ------------------------------------------------------------------------- the cut


def made_cut(hall):
    """Return the cut on paper: places and names of both lists, and what stands beside them."""
    body = PAPERS["cut"].data(view_of(hall), Wanted()).body
    seeds = {one.name: (one.place, one.note) for one in body.seeds}
    return seeds, [(one.place, one.name, one.note) for one in body.next]


def test_a_place_that_is_offered_leaves_the_ranks_of_the_swiss_rounds_as_they_were(monkeypatch):
    from tests.paper import days

    monkeypatch.setitem(days.STRUCTURE, "runewars", {**days.STRUCTURE["runewars"], "cut": 4})
    hall, _, order = cut_of_four()
    names = [hall.event.people[one] for one in order]
    hall.do(MakeCut())
    hall.do(DropPlayer(order[1]))
    seeds, following = made_cut(hall)

    assert [seeds[name][0] for name in names[:4]] == ["1", "2", "3", "4"]
    assert seeds[names[1]][1] == "has left: the place is offered"
    assert following[0] == ("5", names[4], f"is asked to play instead of {names[1]}")
    assert [place for place, _, _ in following] == ["5", "6", "7", "8"]

    hall.do(DeclinePlace(order[4]))
    _, following = made_cut(hall)
    assert following[:2] == [
        ("5", names[4], "declined"),
        ("6", names[5], f"is asked to play instead of {names[1]}"),
    ]


# ------------------------------------------------------------------------- prizes


def test_who_is_disqualified_takes_no_line_from_the_first_eight():
    hall = new_hall("armada", 10, hostile=())
    hall.play_round()
    best = view_of(hall).standings.rows[0].player
    event = hall.event
    out = replace(event.entrants[best], state="disqualified")
    event = replace(event, entrants={**event.entrants, best: out})
    round_ = replace(event.rounds[0], after=((best, "disqualify"),))
    view = view_of(hall, replace(event, rounds=(round_,)))
    places = PAPERS["prizes"].data(view, Wanted()).body.places

    assert any(row.status == "disqualified" for row in view.standings.rows)
    assert len(places) == 8
    assert out.name not in {one.name for one in places}


# ------------------------------------------------------------------------- armies


def test_factions_somebody_told_are_for_those_who_read_lists():
    hall = new_hall("armada", 6, hostile=())
    event = replace(hall.event, phase="check_in")
    told = {one.faction for one in event.entrants.values()}
    organizer = event.staff[0].person
    player = next(iter(event.entrants))
    view = view_of(hall, replace(event, list_desk=replace(event.list_desk, lists={})))
    assert told
    assert any(one in words(as_read_by(view, organizer), "players") for one in told)

    nobody = as_read_by(view, "scorekeeper")
    text = words(nobody, "players")
    text += " ".join(words(nobody, paper.id) for paper, _ in fall_back_pack(nobody))
    assert not any(one in text for one in told)

    own = as_read_by(view, player).event.entrants
    assert own[player].faction == event.entrants[player].faction
    assert all(one.faction is None for key, one in own.items() if key != player)
    assert print_pack(fall_back_pack(nobody), nobody).pdf
