"""Every paper at odd moments: it is printed, or refused with a way out; never empty or broken."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.paper.days import new_hall, view_of
from tests.paper.pictures import outside, text_of
from tiltyard.day.people import DropPlayer
from tiltyard.day.rounds import MakeCut
from tiltyard.day.setup import FinishEvent
from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_paper
from tiltyard.paper.table import PAPERS
from tiltyard.text.refusals import fix_text, refusal_text

ODD_RULESETS = ("runewars", "middle-earth")


def with_players(ruleset, count):
    """Return an event in its doors with so many players."""
    hall = new_hall(ruleset, 4, hostile=())
    some = dict(list(hall.event.entrants.items())[:count])
    lists = replace(hall.event.list_desk, lists={})
    changed = {"entrants": some, "list_desk": lists, "swiss_rounds": None}
    return view_of(hall, replace(hall.event, phase="check_in", **changed))


def before_the_first_round(ruleset):
    return view_of(new_hall(ruleset, 5, hostile=()))


def cancelled(ruleset):
    hall = new_hall(ruleset, 5, hostile=())
    hall.do(FinishEvent("cancelled: no power in the hall"))
    return view_of(hall)


def finished(ruleset):
    hall = new_hall(ruleset, 5, hostile=())
    for _ in range(hall.event.swiss_rounds):
        hall.play_round()
    if hall.event.cut:
        hall.do(MakeCut())
    while hall.event.cut and not (hall.event.past_the_cut and len(hall.event.current.games) == 1):
        hall.begin_round()
        for game in hall.games():
            hall.confirm(game)
    hall.do(FinishEvent("played"))
    return view_of(hall)


def only_byes(ruleset):
    """Return an event in whose round one player is left, with a bye."""
    hall = new_hall(ruleset, 2, hostile=())
    hall.begin_round()
    first, second = hall.event.entrants
    games = {
        key: replace(game, kind="bye", players=(first,), table=None)
        for key, game in hall.event.current.games.items()
    }
    rounds = (replace(hall.event.current, games=games),)
    gone = replace(hall.event.entrants[second], state="dropped")
    entrants = {**hall.event.entrants, second: gone}
    return view_of(hall, replace(hall.event, rounds=rounds, entrants=entrants))


def everybody_gone(ruleset):
    hall = new_hall(ruleset, 4, hostile=())
    hall.play_round()
    for player in list(hall.event.entrants):
        hall.do(DropPlayer(player))
    return view_of(hall)


MOMENTS = {
    "nobody": lambda ruleset: with_players(ruleset, 0),
    "one player": lambda ruleset: with_players(ruleset, 1),
    "before round 1": before_the_first_round,
    "only byes": only_byes,
    "everybody gone": everybody_gone,
    "cancelled": cancelled,
    "finished": finished,
}


@cache
def moment(name, ruleset):
    return MOMENTS[name](ruleset)


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("ruleset", ODD_RULESETS)
def test_every_paper_is_printed_or_refused_with_a_way_out(ruleset, name):
    view = moment(name, ruleset)
    for paper in PAPERS.values():
        pdf, refused = asked(paper, view)
        if refused is not None:
            assert refusal_text(refused), paper.id
            assert fix_text(refused), paper.id
        else:
            assert all(page.strip() for page in text_of(pdf)), paper.id
            assert outside(pdf) == [], paper.id


def asked(paper, view):
    """Return a paper as PDF, or why there is none."""
    try:
        return print_paper(paper, view, Wanted()).pdf, None
    except Refused as no:
        return b"", no


@pytest.mark.parametrize(
    "name, papers",
    [
        (
            "nobody",
            {"tables", "names", "slips", "by-hand", "blank-pairings", "badges", "signs", "players"}
            | {"score-sheets", "standings", "lists", "prizes", "cut", "bracket"}
            | {"proxies", "terrain", "fairness"},
        ),
        (
            "one player",
            {"tables", "names", "slips", "signs", "standings", "prizes", "cut", "bracket"}
            | {"proxies", "terrain", "fairness"},
        ),
        ("only byes", {"slips", "signs", "bracket", "proxies", "terrain"}),
        ("finished", {"by-hand", "blank-pairings", "proxies", "terrain"}),
    ],
)
def test_what_has_nothing_to_say_is_not_printed(name, papers):
    view = moment(name, "runewars")
    refused = set()
    for paper in PAPERS.values():
        try:
            paper.data(view, Wanted())
        except Refused:
            refused.add(paper.id)

    assert refused == papers
