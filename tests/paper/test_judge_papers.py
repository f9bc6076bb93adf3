"""Papers of the leaders: staff, rulings, proxies, terrain labels."""

from __future__ import annotations

from functools import cache

import pytest

from tests.paper.asking import early, printed, squeezed, words
from tests.paper.days import HOSTILE, new_hall, view_of
from tests.paper.pictures import outside, text_of
from tiltyard.day.components import EndComponentTrouble, MakeProxy, NoteComponentTrouble
from tiltyard.day.judging import CallJudge, RecordIncident, RuleOnCall
from tiltyard.day.lists import LabelTerrain
from tiltyard.day.people import ChangeDuty, Disqualify
from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Wanted
from tiltyard.text.refusals import fix_text, refusal_text

LONG = ("Attack: two red dice and a blue one; it may reroll any of them for one energy. " * 30)[
    :1999
]


@cache
def judged():
    """Return a day on which the leaders had something to do."""
    hall = new_hall("runewars", 8, hostile=(HOSTILE[2], HOSTILE[4]))
    hall.do(LabelTerrain("Ruined tower", 55, ("Blocking", "Elevated"), {"Elevated": 2}))
    hall.do(LabelTerrain("Pond", 30, ("Deadly",), {"Deadly": 1}))
    hall.begin_round()
    first, second = list(hall.event.entrants)[:2]
    hall.do(NoteComponentTrouble(first, "Arduus Ix'Erebus", "damaged"))
    hall.do(MakeProxy(first, "Arduus Ix'Erebus", LONG))
    hall.do(NoteComponentTrouble(second, "Rune Golem", "damaged"))
    hall.do(MakeProxy(second, "Rune Golem", "Threat 2, armor 3."))
    game = next(iter(hall.event.rounds[0].games.values()))
    hall.do(CallJudge(game.id, "Does the charge reach?"), game.players[0])
    hall.do(RuleOnCall(next(iter(hall.event.calls)), "The tray touches, so it reaches."), "p2")
    hall.do(RecordIncident("stalling", (game.players[1],), "Ten minutes idle.", "Warning", game.id))
    return hall


def test_the_staff_stands_on_a_sheet_with_its_duty():
    hall = new_hall("runewars", 4, hostile=())
    on = words(view_of(hall), "staff")
    ticks = len(printed(view_of(hall), "staff"))
    hall.do(ChangeDuty("p2", "judge", on_duty=False), "p2")

    assert "Organizer Marta Leskovar Judge Ragnhild Bøe" in on
    assert ticks > len(printed(view_of(hall), "staff")), "one tick less is drawn"


@pytest.mark.clause("RW-022", "RW-036")
def test_the_staff_sheet_says_who_has_the_last_word():
    found = words(view_of(early("runewars")), "staff")

    assert "Marta Leskovar has the final say on rules. RW-022" in found
    assert "Only the organizer removes a player from the event. RW-036" in found


@pytest.mark.parametrize(
    "expected",
    [
        "Question Does the charge reach?",
        "Ruling The tray touches, so it reaches. by Ragnhild Bøe",
        "Stalling round 1, table 1",
        "Found Ten minutes idle. noted by Marta Leskovar",
        "Penalty Warning",
        "What Rune Golem: damaged",
        "Nobody was disqualified.",
    ],
)
def test_rulings_and_penalties_are_logged(expected):
    assert expected in words(view_of(judged()), "rulings")


def test_an_uneventful_day_is_said_to_be_one():
    found = words(view_of(early("armada")), "rulings")

    assert "No judge was called." in found
    assert "No incident was noted." in found


@pytest.mark.clause("RW-036")
def test_who_was_removed_is_named():
    hall = new_hall("runewars", 4, hostile=())
    player = next(iter(hall.event.entrants.values()))
    hall.do(Disqualify(player.id, "cheating"))

    found = words(view_of(hall), "rulings")

    assert f"Removed from the event {player.name}" in found


@pytest.mark.clause("RW-080")
def test_a_proxy_has_the_card_what_cannot_be_read_the_leader_and_the_date():
    hall = judged()
    second = list(hall.event.entrants)[1]

    found = words(view_of(hall), "proxies", Wanted(player=second))

    assert "Rune Golem" in found
    assert "Threat 2, armor 3." in found
    assert "made by Marta Leskovar, May 16, 2026" in found
    assert "The original stays near the army." in found
    assert "Arduus" not in found


@pytest.mark.clause("RW-080")
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_long_text_fits_on_a_proxy(size):
    pdf = printed(view_of(judged()), "proxies", size=size)

    assert ["Threat 2, armor 3." in page for page in text_of(pdf)] == [True, False]
    assert squeezed(LONG) in squeezed(text_of(pdf)[1])
    assert [] == outside(pdf)


def test_without_proxies_there_is_no_paper():
    hall = new_hall("runewars", 4, hostile=())
    player = next(iter(hall.event.entrants))
    hall.begin_round()
    hall.do(NoteComponentTrouble(player, "dice", "lost"))
    hall.do(EndComponentTrouble(next(iter(hall.event.troubles)), "replaced"))

    with pytest.raises(Refused) as no:
        words(view_of(hall), "proxies")
    assert refusal_text(no.value) == "No proxy was made."
    assert "Outcome replaced" in words(view_of(hall), "rulings")


@pytest.mark.clause("RW-087", "RW-088")
def test_a_label_has_capacity_and_keywords_with_their_values():
    found = words(view_of(judged()), "terrain")

    assert "Ruined tower" in found
    assert "Blocking Elevated 2" in found
    assert "5.5 inches across" in found
    assert "4 Capacity" in found
    assert "Deadly 1" in found
    assert "2 Capacity" in found


def test_without_labelled_terrain_there_is_no_paper():
    with pytest.raises(Refused) as no:
        words(view_of(early("runewars")), "terrain")
    assert fix_text(no.value)
