"""Events of other programs come in, keep what was published, and go on at our desk."""

from dataclasses import replace
from datetime import date

import pytest

from tests.formats.foreign.samples import LIST_JUGGLER, PLAYERS, SAMPLES, written
from tests.service.halls import new_desk
from tiltyard.day.facts import Details, NumbersPublished
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.results import CorrectResult
from tiltyard.day.setup import AnnounceEvent, OpenRegistration
from tiltyard.engine.errors import Refused
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import export_event
from tiltyard.service.foreign_importing import apply_import, preview_import, preview_players
from tiltyard.service.importing import register_players
from tiltyard.service.published import compare_event
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import KeyReused


def imported(kind="listjuggler", data=None):
    desk = new_desk()
    preview = preview_import(data or SAMPLES[kind])
    return desk, preview, apply_import(desk, preview, "e")


@pytest.mark.parametrize("kind", SAMPLES)
def test_an_import_is_one_act_and_says_what_was_looked_at(kind):
    desk, preview, event = imported(kind)

    assert {"import"} == {one.cause for one in desk.log("e")}
    assert preview.tournament.name == event.details.name
    assert preview.document.name == event.details.ruleset
    again = preview_import(export_event(event).text.encode())
    assert preview.tournament.stages == again.tournament.stages


def test_the_same_import_twice_with_one_key_is_one_event():
    desk, preview, _ = imported()
    first = apply_import(desk, preview, "f", key="once")
    assert first == apply_import(desk, preview, "f", key="once")

    other = preview_import(SAMPLES["tome"])
    with pytest.raises(KeyReused):
        apply_import(desk, other, "f", key="once")


@pytest.mark.parametrize("kind", ["listjuggler", "listfortress", "tome"])
def test_what_was_published_is_kept_with_the_event(kind):
    desk, preview, _ = imported(kind)

    assert preview.comparison == compare_event(desk, "e")
    kept = [one.fact for one in desk.log("e") if isinstance(one.fact, NumbersPublished)]
    assert len(preview.comparison.rows) == len(kept)
    assert {kind} == {fact.program for fact in kept}


@pytest.mark.parametrize("kind", ["cryodex-save", "games"])
def test_where_nothing_was_published_nothing_is_kept(kind):
    desk, _, _ = imported(kind)

    assert compare_event(desk, "e") is None


def differing_numbers(desk):
    """Whose numbers differ; places may differ by lot."""
    return {
        row.name
        for row in compare_event(desk, "e").differing
        if any(one.key != "place" for one in row.differences)
    }


def test_a_result_put_right_later_is_compared_as_it_is_then():
    value = {**LIST_JUGGLER, "rounds": LIST_JUGGLER["rounds"][:2]}
    desk, _, event = imported(data=written(value))
    organizer = next(one.person for one in event.staff)
    game = next(one for one in event.rounds[1].games.values() if one.kind == "game")
    assert not differing_numbers(desk)

    right = Slip("time", (30, 60))
    correct = CorrectResult(game.id, right, game.slip.digest, "it was the other way")
    desk.do("e", organizer, correct)

    names = {event.entrants[player].name for player in game.players}
    assert names <= differing_numbers(desk)


def test_an_imported_event_is_verified_like_any_other():
    desk, _, _ = imported()

    assert [] == verify_log("e", desk.log("e"), desk.store.head("e"), load).troubles


def open_for_players():
    desk = new_desk()
    details = Details("Table", "armada", date(2018, 11, 3), structure="custom", swiss_rounds=3)
    desk.create("e", details, "Olga")
    desk.do("e", "p1", AnnounceEvent())
    desk.do("e", "p1", OpenRegistration())
    return desk


def names(desk):
    return [one.name for one in desk.event("e").entrants.values()]


def test_a_table_of_players_is_registered():
    desk = open_for_players()

    done = register_players(desk, "e", "p1", preview_players(PLAYERS.encode()))

    assert ("Ana Bern", "Bo Carr") == done.names
    ana = next(iter(desk.event("e").entrants.values()))
    assert ("Rebel", ("Harbour",)) == (ana.faction, ana.affiliations)


def test_a_table_registered_twice_registers_nobody_twice():
    desk = open_for_players()
    table = preview_players(PLAYERS.encode())
    register_players(desk, "e", "p1", table)
    more = preview_players(PLAYERS.encode() + b"Cem,Dahl,,,,\n")

    done = register_players(desk, "e", "p1", more)

    assert (("Cem Dahl",), ("Ana Bern", "Bo Carr")) == (done.names, done.known)
    assert ["Ana Bern", "Bo Carr", "Cem Dahl"] == names(desk)


def test_numbers_of_the_table_are_kept_where_they_are_free():
    desk = open_for_players()
    desk.do("e", "p1", RegisterPlayer("Zoe", number=2))
    register_players(desk, "e", "p1", preview_players(b"Name,No\nAna,\nBo,2\nCem,1\n"))

    numbers = {one.name: one.number for one in desk.event("e").entrants.values()}
    assert {"Zoe": 2, "Cem": 1} == {name: numbers[name] for name in ("Zoe", "Cem")}
    assert 4 == len(set(numbers.values()))


def test_a_table_with_one_line_that_does_not_fit_registers_nobody():
    desk = open_for_players()
    table = preview_players(b"Name,Number\nAna,1\nBo,2\n")
    wrong = replace(table.table.players[1], name=" ")
    table = replace(table, table=replace(table.table, players=(table.table.players[0], wrong)))

    with pytest.raises(Refused) as caught:
        register_players(desk, "e", "p1", table)

    assert "line 3" == caught.value.field
    assert [] == names(desk)


def test_a_table_for_an_event_that_is_not_open_registers_nobody():
    desk = new_desk()
    desk.create("e", Details("Table", "armada", date(2018, 11, 3)), "Olga")

    with pytest.raises(Refused):
        register_players(desk, "e", "p1", preview_players(PLAYERS.encode()))
    assert [] == names(desk)
