"""Players: lists in every shape, a preview before anything happens, retries that count once."""

from __future__ import annotations

import re
from html import escape

import pytest

from tests.web.desk.desks import WebDesk, hidden_value
from tests.web.hall import text_of
from tiltyard.day.setup import StartEvent
from tiltyard.engine.errors import Refused
from tiltyard.formats.foreign.foreign_tables import MOST_LINES, read_players
from tiltyard.formats.pasted_names import TypedPlayer, example_lines, read_names
from tiltyard.rulesets.loader import load


def lines(text: str) -> list[TypedPlayer]:
    return list(read_names(text).lines)


# ---------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Berg", [TypedPlayer(1, "Anna Berg")]),
        ("Anna\n\n  \nBen\r\n", [TypedPlayer(1, "Anna"), TypedPlayer(4, "Ben")]),
        ("Anna; Empire; Iron Dice", [TypedPlayer(1, "Anna", "Empire", ("Iron Dice",))]),
        ("Anna;;Iron Dice;Family B", [TypedPlayer(1, "Anna", None, ("Iron Dice", "Family B"))]),
        ("Anna\tEmpire\tIron Dice", [TypedPlayer(1, "Anna", "Empire", ("Iron Dice",))]),
        (
            "Anna, Empire, Iron Dice/Family B",
            [TypedPlayer(1, "Anna", "Empire", ("Iron Dice", "Family B"))],
        ),
        (
            "Anna Berg <anna@post.example>",
            [TypedPlayer(1, "Anna Berg", contact="anna@post.example")],
        ),
        (
            "Anna, anna@post.example, Empire, Iron Dice",
            [TypedPlayer(1, "Anna", "Empire", ("Iron Dice",), contact="anna@post.example")],
        ),
        (
            "Name;E-Mail;Faction\nAnna;anna@post.example;Empire",
            [TypedPlayer(2, "Anna", "Empire", contact="anna@post.example")],
        ),
        ('"Berg, Anna",Empire', [TypedPlayer(1, "Berg, Anna", "Empire")]),
        (
            "\ufeffFirst Name,Last Name,Group,Faction\nAnna,Berg,Iron Dice,Empire",
            [TypedPlayer(2, "Anna Berg", "Empire", ("Iron Dice",))],
        ),
        (
            "Table;Number;NAME;Total;Phone\n4;17;Anna Berg;400;555\n;;Ben;;",
            [TypedPlayer(2, "Anna Berg", number=17, table=4, total=400), TypedPlayer(3, "Ben")],
        ),
        (
            "Vorname;Nachname;Verein\nJörg;Müller;SV Ost",
            [TypedPlayer(2, "Jörg Müller", None, ("SV Ost",))],
        ),
        ("Name", []),
        ("", []),
    ],
)
def test_lists_are_read_as_people_write_them(text, expected):
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Ana Costa", ("Ana Costa", None, ())),
        ("12) Ana Costa", ("Ana Costa", None, ())),
        ("#3 Ana Costa", ("Ana Costa", None, ())),
        ("- Ana Costa", ("Ana Costa", None, ())),
        ("• Ana Costa", ("Ana Costa", None, ())),
        ("4\tAna Costa\tRebel", ("Ana Costa", "Rebel", ())),
        ("Ana Costa - Rebel", ("Ana Costa", "Rebel", ())),
        ("Ana Costa – Iron Dice – Empire", ("Ana Costa", "Imperial", ("Iron Dice",))),
        ("Ana Costa (Iron Dice)", ("Ana Costa", None, ("Iron Dice",))),
        ("Ana Costa (Rebels)", ("Ana Costa", "Rebel", ())),
        ("1. Ana Costa, Iron Dice, Rebel", ("Ana Costa", "Rebel", ("Iron Dice",))),
        ("Ana Costa; Iron Dice", ("Ana Costa", None, ("Iron Dice",))),
        ("Ana Costa; Mandalore; Iron Dice", ("Ana Costa", "Mandalore", ("Iron Dice",))),
        ("Jean-Luc Smith-Jones", ("Jean-Luc Smith-Jones", None, ())),
        ("3PO Fan", ("3PO Fan", None, ())),
    ],
)
def test_numbers_and_bullets_go_and_factions_are_told_from_clubs(text, expected):
    [line] = read_names(text, rules=load("armada")).lines
    assert (line.name, line.faction, line.affiliations) == expected


def test_the_example_names_a_faction_of_the_game():
    assert example_lines(load("armada"))[1] == "Ben Carter, Rebel, Iron Dice Club"
    assert example_lines(load("runewars"))[1] == "Ben Carter, Daqan Lords, Iron Dice Club"


def test_a_clear_list_is_added_with_one_press(desk):
    event = desk.create("One Press")
    desk.owner.do(event, "announce-event")
    page = f"/e/{event}/desk/people"
    answer = desk.post(page, {"step": "add", "names": "1. Ana Costa\n2. Ben Carter, Rebel"})
    assert answer.status_code == 303
    assert [one.name for one in desk.hall.desk.event(event).entrants.values()] == [
        "Ana Costa",
        "Ben Carter",
    ]
    doubtful = desk.post(page, {"step": "add", "names": "Ana Costa\nCara Dunn"})
    assert "registered already?" in text_of(doubtful.text)
    assert len(desk.hall.desk.event(event).entrants) == 2


def test_lines_that_name_nobody_are_told_apart():
    found = read_names("Name;Number\nAnna;1\n;2\nBen;two\n" + "x" * 81 + ";3")
    assert [one.name for one in found.lines] == ["Anna", "Ben", "x" * 80]
    assert [(one.code, one.where) for one in found.remarks] == [
        ("line-without-name", "line 3"),
        ("number-as-note", "line 4, number"),
        ("cell-cut", "line 5"),
    ]
    assert found.notes[4] == (("Number", "two"),)

    found = read_names("Anna\n;2\n" + "x" * 81)
    assert [one.name for one in found.lines] == ["Anna"]
    assert "A name is missing" in found.unread[0].problem
    assert "too long" in found.unread[1].problem


@pytest.mark.parametrize(
    "text",
    [
        "Nombre;Apellidos;Club\nJuan;García López;X\n",
        'Number,Name,Faction\r\n1,"\'=HYPERLINK(1)","\'-x"\r\n',
        'Name,Comment\n"Ana","two\nlines"\n"Bob","x"\n',
        "Name|Club\nAna|X\n",
        "sep=;\nName;Club\nAna;X\n",
        "Name,Comment,Comment\nAna,one,two\n",
        "Name;E-Mail;Table\nAna;a@x.example;near the door\n",
        "Name;Club\nAna;Iron Dice / Family B\n",
    ],
)
def test_a_table_says_the_same_here_as_everywhere(text):
    found, table = read_names(text), read_players(text)

    assert [
        (one.place, one.name, one.faction, one.affiliations, one.number, one.table, one.total)
        for one in found.lines
    ] == [
        (one.line, one.name, one.faction, one.clubs, one.number, one.table, one.total)
        for one in table.players
    ]
    assert found.notes == {one.line: tuple(one.notes.items()) for one in table.players}
    assert found.columns == table.columns
    assert not found.unread


def test_names_that_come_twice_are_ticked_once():
    found = read_names("Anna\nBEN\nanna \nBen", known=["Ben"])
    assert found.chosen == {1}
    assert found.twice == {1, 2, 3, 4}
    assert found.known == {2, 4}


def test_a_quote_that_is_not_closed_spoils_its_own_line_only():
    assert [one.name for one in lines('"Anna\nBen "The Rock" Carter\nCara')] == [
        "Anna",
        'Ben "The Rock" Carter',
        "Cara",
    ]


def test_a_list_has_an_end():
    assert len(lines("\n".join(f"P {n}" for n in range(MOST_LINES)))) == MOST_LINES
    with pytest.raises(Refused, match=r"^more-than-lines-once: most_lines=5000"):
        read_names("\n".join(f"P {n}" for n in range(MOST_LINES + 1)))


# ---------------------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def test_a_list_is_shown_before_it_counts_and_counts_once(desk):
    event = desk.create("Pasted")
    desk.owner.do(event, "announce-event")
    page = f"/e/{event}/desk/people"
    pasted = "Anna <b>Berg</b>; Empire\nBen Carter\nben carter\n;;x"
    preview = desk.post(page, {"names": pasted})
    assert preview.status_code == 200
    text = text_of(preview.text)
    assert "2 players would be registered" in text
    assert "same name twice" in text
    assert "1 line cannot be read" in text
    assert "<b>Berg" not in preview.text
    assert not desk.hall.desk.event(event).entrants
    key = hidden_value(preview.text, "key", 'id="enter"')
    shown = hidden_value(preview.text, "shown")
    assert f"{escape(pasted)}</textarea>" in preview.text, "it can still be edited"
    edited = {"step": "register", "shown": shown, "names": "Cara Dunn", "line": ["1"]}
    assert "1 player would be registered" in text_of(desk.post(page, edited).text)
    assert not desk.hall.desk.event(event).entrants, "what was edited is shown first"
    sent = {"step": "register", "key": key, "names": pasted, "line": ["1", "2"]}
    assert desk.post(page, sent).status_code == 303
    assert desk.post(page, sent).status_code == 303
    found = list(desk.hall.desk.event(event).entrants.values())
    assert [(one.name, one.faction) for one in found] == [
        ("Anna <b>Berg</b>", "Imperial"),
        ("Ben Carter", None),
    ]
    again = desk.post(page, {"names": "Ben Carter\nNew One"})
    assert "registered already?" in text_of(again.text)
    assert "1 player would be registered" in text_of(again.text)


def test_a_line_that_is_refused_does_not_stop_the_others(desk):
    event = desk.create("Half Refused")
    desk.owner.do(event, "announce-event")
    desk.owner.do(event, "register-player", name="Zoe", number="5")
    names = "Name;Number\nAnna;\nBen;5\nCara;6"
    answer = desk.post(
        f"/e/{event}/desk/people", {"step": "register", "names": names, "line": ["2", "3", "4"]}
    )
    assert answer.status_code == 200
    text = text_of(answer.text)
    assert "1 line was not registered:" in text
    assert "Ben: Zoe already has the number 5." in text
    assert "2 players are registered." in text
    entrants = desk.hall.desk.event(event).entrants.values()
    assert {(one.name, one.number) for one in entrants} == {("Zoe", 5), ("Cara", 6), ("Anna", 7)}


def test_two_players_of_one_name_are_pointed_out(desk):
    event = desk.opened("Namesakes", players=2)
    assert "same name twice" not in desk.text(f"/e/{event}/desk/people")
    asked = desk.owner.do(event, "register-player", name="anna BERG").json()["refused"]
    assert asked["message"] == "Is this Anna Berg, #1? That player is registered already."
    assert asked["anyway"] == "Another person"
    assert asked["meant"] == {
        "address": f"/e/{event}/desk/player/p2",
        "title": "Open Anna Berg, #1",
    }
    by_form = desk.post(f"/e/{event}/do/register-player", {"name": "anna BERG"})
    assert "Another person" in by_form.text
    assert f'href="/e/{event}/desk/player/p2"' in by_form.text
    confirm = {"name": "anna BERG", "confirm": "another-person"}
    assert desk.owner.do(event, "register-player", **confirm).status_code == 200
    assert desk.text(f"/e/{event}/desk/people").count("same name twice") == 2


def test_a_draft_says_that_it_is_announced_first(desk):
    event = desk.create("Still Draft")
    text = desk.text(f"/e/{event}/desk/people")
    assert "Players are entered once the event is announced." in text
    assert "Add one player" not in text


def test_a_player_is_changed_and_taken_off_by_the_forms_of_the_page(desk):
    event = desk.opened("Changes", players=2)
    assert "do/change-player" not in desk.owner.page(f"/e/{event}/desk/people")
    html = desk.owner.page(f"/e/{event}/desk/people?edit=p2")
    assert html.count(f'action="/e/{event}/do/change-player"') == 1
    done = desk.owner.do(
        event,
        "change-player",
        player="p2",
        name="Anna Berg",
        number="1",
        faction="",
        affiliations="Iron Dice, Family B",
        total="",
        table="7",
    )
    assert done.status_code == 200, done.text
    changed = desk.hall.desk.event(event).entrants["p2"]
    assert (changed.affiliations, changed.table) == (("Iron Dice", "Family B"), 7)
    assert "always at table 7" in desk.text(f"/e/{event}/desk/people")
    assert "7 Anna Berg" in desk.text(f"/e/{event}/desk/tables")
    assert desk.owner.do(event, "withdraw-registration", player="p3").status_code == 200
    html = desk.owner.page(f"/e/{event}/desk/people")
    assert 'data-row="Anna Berg' in html
    assert 'data-row="Ben Carter' not in html


def test_several_players_are_removed_by_the_form_of_the_page(desk):
    event = desk.opened("Crowd", players=3)
    html = desk.owner.page(f"/e/{event}/desk/people")
    assert f'action="/e/{event}/desk/several"' in html
    assert html.count('name="players"') == 3
    several = f"/e/{event}/desk/several"
    assert desk.post(several, {"act": "check-in", "players": ["p2", "p4"]}).status_code == 303
    assert "2 more players checked in." in desk.text(f"/e/{event}/desk/people")
    desk.post(several, {"act": "check-in", "players": ["p3", "p4"]})
    text = desk.text(f"/e/{event}/desk/people")
    assert "1 more player checked in." in text
    assert "is already checked in." in text
    assert desk.post(several, {"act": "check-in"}).status_code == 422
    assert desk.post(several, {"act": "finish-event", "players": ["p2"]}).status_code == 422
    assert desk.owner.do(event, "withdraw-registrations", players=["p2", "p4"]).status_code == 200
    assert list(desk.hall.desk.event(event).entrants) == ["p3"]
    assert desk.owner.do(event, "withdraw-registrations").status_code == 422


def test_the_door_code_is_set_on_the_page_of_the_players(desk):
    event = desk.opened("Door", players=2)
    assert desk.owner.do(event, "set-door-code", code="open sesame").status_code == 200
    assert 'value="open sesame"' in desk.owner.page(f"/e/{event}/desk/people")
    assert desk.owner.do(event, "set-door-code", code="short").status_code == 422


def test_a_player_is_named_in_public_as_agreed(desk):
    event = desk.opened("Agreed", players=2)
    page = f"/e/{event}/desk/people?edit="
    assert 'value="full" selected' in desk.owner.page(page + "p2")
    done = desk.owner.do(event, "choose-shown-name", player="p2", shown="initial")
    assert done.status_code == 200, done.text
    assert 'value="initial" selected' in desk.owner.page(page + "p2")
    assert 'value="full" selected' in desk.owner.page(page + "p3")


def test_a_running_event_leads_to_the_page_of_a_player(desk):
    event = desk.opened("On Their Way", players=4)
    link = f'href="/e/{event}/desk/player/p2"'
    desk.post(f"/e/{event}/desk/check-in", {})
    desk.post(f"/e/{event}/desk/tell", {})
    desk.do(event, StartEvent())
    html = desk.owner.page(f"/e/{event}/desk/people?edit=p2")
    assert link in html
    assert "do/withdraw-registration" not in html


def test_list_status_is_shown_where_lists_are_asked_for(desk):
    relaxed = desk.opened("Relaxed", players=2)
    assert f'/e/{relaxed}/desk/lists/p2">missing' not in desk.owner.page(
        f"/e/{relaxed}/desk/people"
    )
    formal = desk.opened("Formal", players=2, tier="formal")
    html = desk.owner.page(f"/e/{formal}/desk/people")
    assert len(re.findall(r'/desk/lists/p\d">missing', html)) == 2


@pytest.mark.clause("ME-018")
def test_the_spare_player_has_a_place_only_where_the_rules_know_one(desk):
    middle_earth = desk.opened("Spare", "middle-earth", players=3)
    text = desk.text(f"/e/{middle_earth}/desk/people")
    assert "Spare Player" in text
    assert desk.owner.do(middle_earth, "join-as-spare", name="Sam").status_code == 200
    html = desk.owner.page(f"/e/{middle_earth}/desk/people")
    assert "Sam" in text_of(html[html.index('id="spare"') :])
    assert f'action="/e/{middle_earth}/do/release-spare"' in html
    armada = desk.opened("No Spare", players=3)
    assert 'id="spare"' not in desk.owner.page(f"/e/{armada}/desk/people")


def test_the_code_of_the_registration_page_appears_when_it_is_open(desk):
    event = desk.create("By Code")
    desk.owner.do(event, "announce-event")
    page = f"/e/{event}/desk/people"
    assert "data:image/svg" not in desk.owner.page(page)
    desk.owner.do(event, "open-registration")
    assert "data:image/svg" in desk.owner.page(page)
    assert f"http://testserver.local/e/{event}/register" in desk.text(page)


@pytest.mark.parametrize(
    ("to", "status"),
    [
        ("/e/pictured/register", 200),
        ("/e/pictured", 200),
        ("/e/pictured-2/register", 422),
        ("//evil.example/e/pictured", 422),
        ("https://evil.example", 422),
        ("", 422),
    ],
)
def test_pictures_are_made_of_own_pages_only(desk, to, status):
    if "pictured" not in desk.hall.desk.events():
        desk.create("Pictured")
    answer = desk.owner.get(f"/e/pictured/desk/qr.svg?to={to}")
    assert answer.status_code == status
    if status == 200:
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert b"<svg" in answer.content


def test_tables_are_arranged(desk):
    event = desk.opened("Tables")
    assert "This field needs 4 tables. AMB-027" in desk.text(f"/e/{event}/desk/tables")
    done = desk.owner.do(
        event, "arrange-tables", first="11", out_of_use="13, 14", avoid_repeats=["no", "yes"]
    )
    assert done.status_code == 200
    html = desk.owner.page(f"/e/{event}/desk/tables")
    assert 'name="first" type="number" min="1" max="100000" value="11"' in html
    assert 'value="13, 14"' in html


@pytest.mark.clause("RW-031", "AR-020", "RW-028", "AR-017")
def test_a_pasted_line_with_the_name_of_a_leader_is_asked_about(desk):
    event = desk.create("Same Name")
    desk.owner.do(event, "announce-event")
    leader = next(iter(desk.hall.desk.event(event).people.values()))
    page = f"/e/{event}/desk/people"
    names = f"Anna\n{leader.upper()}\nBen"
    sent = {"step": "register", "key": "k" * 24, "names": names, "line": ["1", "2", "3"]}
    answer = desk.post(page, sent)
    text = text_of(answer.text)
    assert "2 players are registered." in text
    assert f"{leader} is on the staff of this event. Is this another person?" in text
    assert 'name="confirm" value="another-person"' in answer.text
    again = {**sent, "line": ["2"], "confirm": "another-person"}
    assert desk.post(page, again).status_code == 303
    found = desk.hall.desk.event(event)
    assert [one.name for one in found.entrants.values()] == ["Anna", "Ben", leader.upper()]
    assert found.confirmed_about(list(found.entrants)[-1]) == frozenset({"another-person"})
