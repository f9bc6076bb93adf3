"""Columns of a table that nobody knows are kept for the leaders, and leave with the players."""

from __future__ import annotations

from datetime import date

import pytest

from tests.refusing import refuses
from tests.service.halls import new_desk
from tiltyard.day.facts import Details, NotesKept
from tiltyard.day.people import ChangePlayer, RegisterPlayer
from tiltyard.day.setup import AnnounceEvent, OpenRegistration
from tiltyard.day.visibility import holds_secrets, unread
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import FORMS, Wish, csv_file
from tiltyard.service.foreign_importing import apply_import, preview_import, preview_players
from tiltyard.service.importing import register_players
from tiltyard.service.verifying import verify_log

TABLE = (
    b"Name,Faction,E-Mail,Shirt size,Diet,Empty\n"
    b"Ana,Rebel,ana@post.example,XL,=no nuts,\n"
    b"Bo,,,S,,\n"
    b"Cem,,,,,\n"
)
NOTES = {
    "Ana": {"Shirt size": "XL", "Diet": "=no nuts"},
    "Bo": {"Shirt size": "S"},
    "Cem": {},
}


def registered():
    desk = new_desk()
    details = Details("Table", "armada", date(2018, 11, 3), structure="custom", swiss_rounds=3)
    desk.create("e", details, "Olga")
    desk.do("e", "p1", AnnounceEvent())
    desk.do("e", "p1", OpenRegistration())
    register_players(desk, "e", "p1", preview_players(TABLE))
    return desk


def imported():
    desk = new_desk()
    apply_import(desk, preview_import(TABLE, ruleset="armada"), "e")
    return desk


def kept(desk):
    return {one.name: one.notes for one in desk.event("e").entrants.values()}


@pytest.mark.parametrize("way", [registered, imported])
def test_unknown_columns_are_kept(way):
    desk = way()

    assert NOTES == kept(desk)
    contacts = [one.contact for one in desk.event("e").entrants.values()]
    assert ["ana@post.example", "", ""] == contacts
    assert [] == verify_log("e", desk.log("e"), desk.store.head("e"), load).troubles


def test_a_player_put_right_keeps_the_notes():
    desk = registered()
    ana = next(iter(desk.event("e").entrants))
    desk.do("e", "p1", ChangePlayer(ana, "Ana B", 1))

    assert NOTES["Ana"] == kept(desk)["Ana B"]


def test_only_leaders_read_them_in_the_log():
    desk = registered()
    level = desk.level("e")
    facts = [one for one in desk.log("e") if isinstance(one.fact, NotesKept)]

    assert 2 == len(facts)
    ana = next(iter(level.event.entrants))
    assert unread(level.event, level.rules, ana, facts[0]).whole
    assert not unread(level.event, level.rules, "p1", facts[0]).whole
    assert all(holds_secrets(one.fact) for one in facts)


def test_they_leave_with_the_players_for_leaders_only():
    level = registered().level("e")
    own = csv_file(Wish(level, public=False, notes=True), "players").body.decode()

    assert own.splitlines()[0].endswith('"E-mail","Diet","Shirt size"')
    assert '"\'=no nuts"' in own
    again = preview_players(own.encode()).table
    assert NOTES["Ana"] == {
        heading: text for heading, text in again.players[0].notes.items() if heading != "State"
    }
    for wish in (Wish(level), Wish(level, public=False), Wish(level, notes=True)):
        assert "ana@" not in csv_file(wish, "players").body.decode()
        assert "XL" not in csv_file(wish, "players").body.decode()
        for form in ("tiltyard1", "listjuggler", "listfortress"):
            assert b"nuts" not in FORMS[form](wish).body


def test_too_many_notes_are_refused():
    desk = registered()
    notes = {f"column {number}": "x" for number in range(201)}
    with refuses(Refused, match="200 notes"):
        desk.do("e", "p1", RegisterPlayer("Zoe", notes=notes))

    done = RegisterPlayer("Zoe", notes={" a\x00 ": " b\n c ", "d": " "})
    desk.do("e", "p1", done)
    assert {"a": "b c"} == kept(desk)["Zoe"]
