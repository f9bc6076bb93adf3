"""Tables of players: any separator, any of many headings, unknown columns kept."""

import codecs

import pytest

from tests.formats.foreign.samples import PLAYERS
from tiltyard.formats.outgoing.spreadsheets import guarded
from tiltyard.service.foreign_importing import preview_import, preview_players


def table(text, told=None):
    data = text if isinstance(text, bytes) else text.encode()
    return preview_players(data, told).table


def test_the_headings_of_cryodex():
    found = table(PLAYERS)

    ana, bo = found.players
    assert ("Ana Bern", "Rebel", "Harbour") == (ana.name, ana.faction, ana.club)
    assert ("a@x.example", {"Squad": "17"}) == (ana.email, ana.notes)
    assert ("Bo Carr", None, None, {}) == (bo.name, bo.faction, bo.club, bo.notes)
    meanings = [column.meaning for column in found.columns]
    assert ["first_name", "last_name", "email", "club", None, "faction"] == meanings


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(separator):
    found = table(f'Name{separator}Faction\n"Bern{separator} Ana"{separator}Rebel\nBo{separator}\n')

    assert separator == found.separator
    assert "Rebel" == found.players[0].faction
    assert separator.strip() in found.players[0].name


def test_a_spreadsheet_may_say_its_separator():
    found = table("sep=;\nName;Faction\nAna, B;Rebel\n")

    assert ["Ana, B"] == [one.name for one in found.players]


@pytest.mark.parametrize(
    ("head", "line", "name"),
    [
        ("Name", "Ana Bern", "Ana Bern"),
        ("Vorname;Name", "Ana;Bern", "Ana Bern"),
        ("Nachname;Vorname", "Bern;Ana", "Ana Bern"),
        ("Prénom;Nom", "Ana;Bern", "Ana Bern"),
        ("Nombre;Apellidos", "Ana;Bern", "Ana Bern"),
        ("Nome;Cognome", "Ana;Bern", "Ana Bern"),
        ("Imię i nazwisko", "Ana Bern", "Ana Bern"),
        ("IMIĘ;NAZWISKO", "Ana;Bern", "Ana Bern"),
        ("player_name;x", "Ana Bern;1", "Ana Bern"),
        ("Игрок;Фракция", "Ана;x", "Ана"),
        ("Name;First Name;Last Name", "A. Bern;Ana;Bern", "A. Bern"),
    ],
)
def test_names_are_found_in_many_languages(head, line, name):
    assert [name] == [one.name for one in table(f"{head}\n{line}\n").players]


@pytest.mark.parametrize(
    ("heading", "cell", "field", "value"),
    [
        ("Fraktion", "Imperium", "faction", "Imperium"),
        ("Armée", "Rohan", "faction", "Rohan"),
        ("Verein", "Harbour", "club", "Harbour"),
        ("Drużyna", "Harbour", "club", "Harbour"),
        ("Startnummer", "7", "number", 7),
        ("#", "7", "number", 7),
        ("Punkte", "398", "total", 398),
        ("Tisch", "3", "table", 3),
        ("Tisch", "0", "table", None),
        ("Number", "seven", "number", None),
        ("E-Mail", "a@x.example", "email", "a@x.example"),
    ],
)
def test_other_columns_are_found_too(heading, cell, field, value):
    assert value == getattr(table(f"Name;{heading}\nAna;{cell}\n").players[0], field)


def test_unknown_columns_are_kept_as_notes():
    found = table("Name,Shoe size,\nAna,41,vegan,late\n")

    assert {"Shoe size": "41", "column 3": "vegan", "column 4": "late"} == found.players[0].notes


def test_two_columns_of_one_heading_are_both_kept():
    found = table("Name,Comment,Comment,Name\nAna,one,two,Bern\n")

    assert ["Name", "Comment", "Comment (2)", "Name (2)"] == [one.heading for one in found.columns]
    notes = {"Comment": "one", "Comment (2)": "two", "Name (2)": "Bern"}
    assert notes == found.players[0].notes


def test_a_number_nobody_can_read_is_kept_as_a_note():
    found = table("Name,Table,No\nAna,near the door,-4\nBo,0,3\n")

    ana, bo = found.players
    assert (None, None) == (ana.table, ana.number)
    assert {"Table": "near the door", "No": "-4"} == ana.notes
    assert (None, 3, {}) == (bo.table, bo.number, bo.notes)
    assert ["number-as-note"] * 2 == [one.code for one in found.remarks]


@pytest.mark.parametrize(("head", "most"), [("List", 500), ("Faction", 80), ("Name", 80)])
def test_what_is_cut_is_told(head, most):
    other = "x" if head == "Name" else "Name"
    for length in (most, most + 1):
        found = table(f"{head};{other}\n{'y' * length};Ana\n")

        codes = [(one.code, dict(one.facts)) for one in found.remarks]
        cut = ("cell-cut", {"column": head, "most": most})
        assert ([cut] if length > most else []) == codes
        kept = {**found.players[0].notes, "Name": found.players[0].name}
        kept["Faction"] = found.players[0].faction
        assert "y" * most == kept[head]


def test_columns_can_be_told():
    found = table("Nick,Name\nRed,Ana\n", {"Nick": "name"})
    assert [("Red", {"Name": "Ana"})] == [(one.name, one.notes) for one in found.players]

    found = table("Name,Group\nAna,A\n", {"Group": "note"})
    assert (None, {"Group": "A"}) == (found.players[0].club, found.players[0].notes)


def test_a_single_column_needs_no_heading():
    found = table("Ana\nBo\n\nCem\n")

    assert ["Ana", "Bo", "Cem"] == [one.name for one in found.players]
    assert ["no-headings"] == [one.code for one in found.remarks]


def test_what_is_odd_is_remarked_upon():
    found = table("Name,Number\nAna,1\n,2\nAna,1\n")

    assert [("Ana", 1), ("Ana", None)] == [(one.name, one.number) for one in found.players]
    codes = [(one.code, one.where) for one in found.remarks]
    assert [("line-without-name", "line 3"), ("name-again", "line 4"),
            ("number-again", "line 4")] == codes  # fmt: skip


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+Ana", "@Bo", "-Cem"])
def test_formulas_are_names_like_any_other(name):
    assert [name] == [one.name for one in table(f"Name;x\n{name};1\n").players]


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "@Bo", "'=x", "Ana"])
def test_a_name_that_was_guarded_against_spreadsheets_comes_back(name):
    assert [name] == [one.name for one in table(f"Name;x\n{guarded(name)};1\n").players]


def test_the_encoding_is_found():
    for data in (
        "Name;x\nZoë;1\n".encode("latin-1"),
        codecs.BOM_UTF8 + "Name;x\nZoë;1\n".encode(),
        "Name;x\nZoë;1\n".encode("utf-16"),
    ):
        assert ["Zoë"] == [one.name for one in table(data).players]


def test_a_table_becomes_an_event_of_players_when_the_game_is_told():
    preview = preview_import(PLAYERS.encode(), ruleset="runewars")

    ana, _ = preview.tournament.players
    assert ("ana-bern", "Ana Bern", "Rebel", ("Harbour",)) == (
        ana.id,
        ana.name,
        ana.faction,
        ana.affiliations,
    )
    assert () == preview.tournament.stages
