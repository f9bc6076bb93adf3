"""Out, in and out again: the same bytes, or the file says what it could not hold."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.day.events import in_round, running
from tests.formats.outgoing.halls import handed, with_a_cut
from tests.service.halls import RULESETS, new_desk
from tiltyard.day.people import DropPlayer, TakePlace
from tiltyard.day.rounds import MakeCut
from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.dev.play import plan_of
from tiltyard.formats.outgoing.handover import Handover
from tiltyard.formats.outgoing.listjuggler_write import write_listfortress, write_listjuggler
from tiltyard.formats.outgoing.trf26 import write_trf26
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import FORMS, Wish
from tiltyard.service.foreign_importing import apply_import, preview_import
from tiltyard.service.importing import Brought, import_tournament

FOREIGN = ("listjuggler", "listfortress")
HARMLESS = {"another-game", "keys-left-out"}
GENERATED = 30


def written(desk, name, form):
    """An event as its organizer hands it over."""
    level = desk.level(name)
    organizer = next(one.person for one in level.event.staff if one.role == "organizer")
    return FORMS[form](Wish(level, public=False, reader=organizer))


def again(file, form):
    """The same event, by the way of another desk."""
    desk, preview = new_desk(), preview_import(file.body)
    apply_import(desk, preview, "cup")
    return preview, written(desk, "cup", form)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("form", FOREIGN)
@pytest.mark.parametrize("players", [6, 9])
def test_a_day_of_every_game_comes_back_to_the_byte(ruleset, form, players):
    if ruleset == "middle-earth":
        day = running(ruleset, players, swiss_rounds=3)
        day.play_swiss()
    else:
        day = with_a_cut(ruleset, players)
    first = written(day.desk, "cup", form)
    preview, second = again(first, form)

    assert first.body.decode() == second.body.decode()
    assert day.document.name == preview.document.name
    assert {one.code for one in first.remarks} <= HARMLESS
    assert () == preview.comparison.differing


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])
def test_generated_events_come_back_to_the_byte_unless_something_was_told(ruleset):
    rules = load(ruleset)
    whole = told = 0
    for number in range(GENERATED):
        plan = plan_of(rules, 14, rounds=4, cut=4 if number % 2 else None)
        event = random_tournament(rules, Wanted(14, plan, drop_rate=200), f"cup {number}")
        desk, form = new_desk(), FOREIGN[number % 2]
        import_tournament(desk, "cup", Brought(replace(event, options={}), rules))
        first = written(desk, "cup", form)
        if {one.code for one in first.remarks} - HARMLESS:
            told += 1
            continue
        assert first.body.decode() == again(first, form)[1].body.decode(), number
        whole += 1

    assert whole > GENERATED // 10
    assert told > 0


def test_names_that_differ_only_by_case_are_kept():
    day = in_round("xwing-dogfight", 4)
    names = iter(("Ana", "ANA", "ana", "Äna"))
    entrants = {key: replace(one, name=next(names)) for key, one in day.event.entrants.items()}
    shown = Handover(replace(day.event, entrants=entrants), day.rules, day.document)

    for write in (write_listjuggler, write_listfortress):
        preview = preview_import(write(shown)[0].encode())
        assert {"Ana", "ANA", "ana", "Äna"} == {one.name for one in preview.tournament.players}
        assert not preview.remarks


def test_namesakes_get_no_name_that_somebody_else_has():
    day = in_round("xwing-dogfight", 4)
    names = iter(("Kim", "Kim", "Kim (1)", "Kim (2)"))
    entrants = {key: replace(one, name=next(names)) for key, one in day.event.entrants.items()}
    shown = Handover(replace(day.event, entrants=entrants), day.rules, day.document)

    players = json.loads(write_listjuggler(shown)[0])["tournament"]["players"]
    assert 4 == len({one["name"] for one in players})


# ------------------------------------------------------------- somebody leaves after the cut


def left_after_the_cut():
    """The second of four qualified players left, and the fifth came in."""
    day = running("xwing-dogfight", 9, swiss_rounds=3, cut=4)
    day.play_swiss()
    order = day.ranking()
    day.do(MakeCut())
    day.do(DropPlayer(order[1]))
    return day, order


@pytest.mark.parametrize("played", [False, True])
def test_the_swiss_order_stays_when_a_qualified_player_leaves(played):
    day, order = left_after_the_cut()
    if played:
        day.do(TakePlace(day.event.qualification.offered))
        day.play_round()
    handover = handed(day)
    names = [day.event.people[one] for one in order]

    players = json.loads(write_listjuggler(handover)[0])["tournament"]["players"]
    assert list(enumerate(names, 1)) == [(one["rank"]["swiss"], one["name"]) for one in players]

    lines = [one for one in write_trf26(handover)[0].splitlines() if one.startswith("001")]
    places = {one[14:47].strip(): int(one[85:89]) for one in lines}
    assert {name: place for place, name in enumerate(names, 1)} == places
