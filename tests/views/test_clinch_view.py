"""Clinch for an event: which lines, who reads them, and the words for them."""

from dataclasses import replace

import pytest

from tests.day.events import in_round
from tiltyard.engine.clinch.chances import Chance
from tiltyard.engine.clinch.lines import Line, OwnResult, Verdict
from tiltyard.text.clinch import (
    agreed_draw_text,
    at_least,
    at_most,
    chance_text,
    draw_text,
    need_text,
    own_text,
)
from tiltyard.views import clinch as views
from tiltyard.views.event import EventVersion

CUT = Line("cut", 8)


def result(kind, lead=0, *, weakest=False, strongest=False):
    return OwnResult(kind, lead, 5, weakest, strongest)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (result("win", 30), "a win by 30 or more"),
        (result("win", 1, weakest=True), "any win"),
        (result("modified_win", 4), "a modified win by 4 or more"),
        (result("draw"), "a draw"),
        (result("loss", -20), "a loss by 20 or less"),
        (result("loss", -400, weakest=True), "any loss"),
    ],
)
def test_the_weakest_result_that_makes_safe_is_said_with_its_margin(own, expected):
    assert expected == at_least(own)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (result("win", 29), "a win by 29 or less"),
        (result("loss", -50), "a loss by 50 or more"),
        (result("loss", -1, strongest=True), "any loss"),
    ],
)
def test_the_strongest_result_that_puts_out_is_said_from_below(own, expected):
    assert expected == at_most(own)


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Verdict("p1", CUT, "safe"), "Top 8: you're safe, whatever happens."),
        (Verdict("p1", CUT, "out"), "Top 8: out of reach."),
        (Verdict("p1", CUT, "open"), "Top 8: still open. Depends on the other games."),
        (
            Verdict("p1", CUT, "open", plays=True),
            "Top 8: still open. No result makes it safe on its own.",
        ),
        (
            Verdict(
                "p1",
                CUT,
                "open",
                plays=True,
                safe_from=result("win", 30),
                out_up_to=result("loss", -1, strongest=True),
            ),
            "Top 8: still open. Safe with a win by 30 or more. Out with any loss.",
        ),
    ],
)
def test_a_player_reads_what_is_still_needed(verdict, expected):
    assert expected == own_text(verdict)


def test_a_draw_is_said_for_what_it_means():
    drawn = Verdict("p1", CUT, "open", plays=True, after_draw="safe")

    assert "A draw is enough." == draw_text(drawn)
    assert "" == draw_text(replace(drawn, safe_from=result("draw")))
    assert "" == draw_text(Verdict("p1", CUT, "open"))
    assert "" == need_text(Verdict("p1", CUT, "safe"))


def test_an_agreed_draw_is_told_for_both():
    mine = Verdict("p1", CUT, "open", plays=True, after_draw="safe")
    theirs = Verdict("p2", CUT, "open", plays=True, after_draw="out")

    assert "Top 8 after an agreed draw: you safe, Ben out." == agreed_draw_text(mine, theirs, "Ben")


def test_a_chance_is_told_with_its_doubt_and_only_while_it_is_open():
    is_open = Verdict("p1", CUT, "open")

    assert "About 50 % (44 to 56 %)." == chance_text(is_open, Chance(200, 400))
    assert "" == chance_text(is_open, None)
    assert "" == chance_text(Verdict("p1", CUT, "safe"), Chance(400, 400))


@pytest.mark.parametrize(("most", "told"), [(4, True), (3, False)], ids=["four", "three"])
def test_a_field_that_is_too_large_for_own_pages_has_none_there(monkeypatch, most, told):
    monkeypatch.setattr(views, "MOST_ON_OWN_PAGES", most)
    day = in_round("xwing-dogfight", 4)
    version = EventVersion(day.event, day.document, day.document)

    assert told == bool(views.own_clinch(version, "p2"))
