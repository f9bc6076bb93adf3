"""Who reads what of a file that leaves: the organizer more than others, lists nobody too early."""

from __future__ import annotations

import json

import pytest

from tests.day.army_lists import clean_list
from tests.day.events import RULESETS, Day
from tests.formats.outgoing.halls import with_a_cut
from tests.refusing import refuses
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import ChooseShownName, RegisterPlayer
from tiltyard.day.setup import ChooseLanguage, FinishEvent
from tiltyard.engine.errors import Refused
from tiltyard.formats.outgoing.handover import Remark
from tiltyard.formats.outgoing.outgoing_remarks import remark_text
from tiltyard.service.exporting import FORMS, Wish, csv_file, handed_over


def together():
    """Four players who came in two cars, one of them by number only."""
    day = Day("xwing-dogfight", swiss_rounds=2)
    day.open_doors()
    for name, car in (
        ("Ana Amsel", "red"),
        ("Bo Buche", "red"),
        ("Cem Can", "blue"),
        ("Di Dorn", ""),
    ):
        day.do(RegisterPlayer(name, affiliations=(car,) if car else (), faction="Rebel", total=99))
    day.do(ChooseShownName("p2", "number"), "p2")
    day.begin()
    day.play_round()
    return day


def players_in(day, **view):
    return json.loads(FORMS["tiltyard1"](Wish(day.desk.level("cup"), **view)).body)["players"]


def test_everybody_reads_less_than_the_organizer():
    day = together()
    own, public = players_in(day, public=False), players_in(day)
    assert own[0]["name"] == "Ana Amsel"
    assert own[0]["affiliations"] == ["red"]
    assert public[0] == {"id": "p2", "name": "Player 1", "number": 1}
    assert public[1] == {"id": "p3", "name": "Bo Buche", "number": 2}


@pytest.mark.parametrize("form", FORMS)
def test_no_public_file_says_who_came_together(form):
    body = FORMS[form](Wish(together().desk.level("cup"))).body
    if form != "xlsx":
        assert b"260 " not in body
        assert b"red" not in body
        assert b"Amsel" not in body


def test_the_organizer_gets_the_prohibited_pairs():
    level = together().desk.level("cup")
    assert b"260 001 001    1    2" in FORMS["trf26"](Wish(level, public=False)).body


@pytest.mark.parametrize("reveal", ["start", "cut", "finish", "never"])
def test_lists_leave_when_everybody_may_read_them_whoever_asks(reveal):
    day = Day("runewars", swiss_rounds=2, options={"lists.reveal": reveal})
    day.open_doors()
    for player in day.register("Ana", "Bo"):
        day.do(SubmitList(player, clean_list("runewars")), player)
    readable = []

    def look():
        level = day.desk.level("cup")
        both = {public: bool(handed_over(level, public=public).lists) for public in (True, False)}
        assert both[True] is both[False]
        readable.append(both[True])
        if not both[True]:
            with refuses(Refused, code="no-list-may-read"):
                csv_file(Wish(level, public=False), "lists")
        elif "Harrow Guard" not in csv_file(Wish(level), "lists").body.decode():
            pytest.fail("the list is not in the table")

    look()
    day.begin()
    look()
    day.play_round()
    day.do(FinishEvent("enough"))
    look()
    assert (
        readable
        == {
            "start": [False, True, True],
            "cut": [False, False, True],
            "finish": [False, False, True],
            "never": [False, False, False],
        }[reveal]
    )


def test_an_unknown_table_is_refused():
    with refuses(Refused, match="no table 'nothing'"):
        csv_file(Wish(together().desk.level("cup")), "nothing")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_form_of_every_ruleset_is_the_same_twice_and_says_what_it_lost(ruleset):
    day = with_a_cut(ruleset) if ruleset != "middle-earth" else together()
    level = day.desk.level("cup")
    for form, make in FORMS.items():
        one, other = make(Wish(level)), make(Wish(level))
        assert one == other, form
        assert one.body, form
        assert all(remark_text(remark) for remark in one.remarks), form


def test_a_tournament_file_says_that_lists_and_language_are_not_in_it():
    day = Day("runewars", swiss_rounds=2)
    day.open_doors()

    def codes(**view):
        file = FORMS["tiltyard1"](Wish(day.desk.level("cup"), **view))
        return {one.code for one in file.remarks}

    first, _ = day.register("Ana", "Bo")
    assert {"holds-the-seed"} == codes(public=False)
    day.do(ChooseLanguage("de"))
    assert {"holds-the-seed", "more-than-games"} == codes(public=False)
    assert {"seed-left-out"} == codes(public=True)
    day.do(SubmitList(first, clean_list("runewars")), first)
    assert "more-than-games" in codes(public=False)
    assert "log export" in remark_text(Remark("more-than-games"))
