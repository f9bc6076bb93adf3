"""Tables for spreadsheets: complete, exact, and never a formula."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
from fractions import Fraction
from time import process_time
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day.events import RULESETS
from tests.formats.outgoing.halls import HOSTILE, handed, hostile, with_a_cut
from tiltyard.formats.outgoing.spreadsheets import (
    Table,
    guarded,
    tables,
    unguarded,
    write_csv,
    write_xlsx,
)
from tiltyard.service.foreign_importing import preview_players

DANGEROUS = tuple("=+-@\t\r\n＝＋－＠")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def cells_of(text, separator=","):
    return [
        cell
        for row in csv.reader(
            io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator
        )
        for cell in row
    ]


def is_number(cell):
    return re.fullmatch(r"-?\d+", cell) is not None


# ---------------------------------------------------------------------------- the guard


@given(st.text(alphabet="a1'=+-@＝ \t\r\n;,\"|") | st.text())
def test_what_is_guarded_comes_back(text):
    assert unguarded(guarded(text)) == text


@given(st.text(alphabet="a'=+-@＝ \t\r\n;,"))
def test_no_guarded_text_begins_as_a_formula(text):
    for part in [guarded(text), *re.split(r"[;,\t\r\n]", guarded(text))[1:]]:
        assert not part.lstrip().startswith(("=", "+", "-", "@", "＝"))


@pytest.mark.parametrize("text", [*(f"{one}1" for one in DANGEROUS), " =1", "a;=1", "a,\t@x"])
def test_what_could_be_computed_is_guarded(text):
    assert guarded(text) != text


def test_what_nobody_sees_hides_no_formula():
    unseen = [
        chr(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in {"Cc", "Cf", "Zs", "Zl", "Zp"}
    ]
    for char in (*unseen, "\ufe0f", "\u034f", "\u2800", "\u3164"):
        for text in (f"{char}=1", f"a;{char}=1"):
            assert unguarded(guarded(text)) == text
            assert guarded(text) != text, hex(ord(char))


def test_everything_that_stands_for_a_sign_of_a_formula_is_guarded():
    signs = [
        chr(code)
        for code in range(0x110000)
        if unicodedata.normalize("NFKC", chr(code)) in {"=", "+", "-", "@", "\u2212"}
    ]
    assert 20 == len(signs)
    for sign in signs:
        assert guarded(f"{sign}1") == f"'{sign}1", hex(ord(sign))


@pytest.mark.parametrize("text", ["\t1", "\r1", "\n1", "\ufeff\t1", "\x00\r1", "'\t1"])
def test_a_break_in_front_is_guarded(text):
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


def test_a_text_of_breaks_is_guarded_quickly():
    text = "\n" * 60_000 + "="
    started = process_time()

    assert unguarded(guarded(text)) == text
    assert process_time() - started < 2


@pytest.mark.parametrize("text", ["Ana", "Jean-Luc", "O'Neil", "a=b", "3+4", "x@y.example", ""])
def test_what_could_not_is_left_alone(text):
    assert guarded(text) == text
    assert unguarded(text) == text


# ------------------------------------------------------------------------------ csv and xlsx


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_of_a_csv_file_is_a_formula_however_it_is_parted(separator):
    for table in tables(handed(hostile())).values():
        for cell in cells_of(write_csv(table), separator):
            assert not cell.lstrip().startswith(DANGEROUS) or is_number(cell), cell


def test_hostile_names_are_read_back():
    players = tables(handed(hostile()))["players"]
    rows = list(csv.reader(io.StringIO(write_csv(players), newline="")))
    assert [unguarded(row[1]) for row in rows[1:]] == list(HOSTILE)


@pytest.mark.parametrize("mark", [False, True])
def test_our_own_import_reads_our_own_table(mark):
    players = tables(handed(hostile()))["players"]
    preview = preview_players(write_csv(players, mark=mark).encode())
    assert [one.name for one in preview.table.players] == list(HOSTILE)


def test_a_negative_number_stays_a_number():
    assert write_csv(Table("t", ("a",), ((-12,), (Fraction(19, 3),)))) == '"a"\r\n-12\r\n"19/3"\r\n'


def test_the_mark_is_there_if_it_is_asked_for():
    table = Table("t", ("a",), ())
    assert write_csv(table, mark=True) == "\ufeff" + write_csv(table)
    assert not write_csv(table).startswith("\ufeff")


def parsed(book, name):
    return ET.fromstring(book.read(name))  # noqa: S314  # our own file


def sheets(body):
    """The cells of a workbook, sheet by sheet: their kind, and what is in them."""
    with zipfile.ZipFile(io.BytesIO(body)) as book:
        shared = ["".join(one.itertext()) for one in parsed(book, "xl/sharedStrings.xml")]
        names = [one.get("name") for one in parsed(book, "xl/workbook.xml").iter(f"{MAIN}sheet")]
        found = {}
        for place, name in enumerate(names, 1):
            tree = parsed(book, f"xl/worksheets/sheet{place}.xml")
            assert not list(tree.iter(f"{MAIN}f"))
            assert not list(tree.iter(f"{MAIN}hyperlink"))
            found[name] = [
                [
                    shared[int(cell.findtext(f"{MAIN}v"))]
                    if cell.get("t") == "s"
                    else cell.findtext(f"{MAIN}v")
                    for cell in row
                ]
                for row in tree.iter(f"{MAIN}row")
            ]
        return found


def test_a_workbook_holds_text_as_text():
    found = sheets(write_xlsx(handed(hostile())))
    assert list(found) == ["Players", "Pairings", "Results", "Standings"]
    assert [row[1] for row in found["Players"][1:]] == list(HOSTILE)


def test_the_same_event_is_the_same_workbook():
    day = with_a_cut()
    assert write_xlsx(handed(day)) == write_xlsx(handed(day))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_table_of_every_ruleset_is_whole(ruleset):
    day = with_a_cut(ruleset) if ruleset != "middle-earth" else hostile(ruleset)
    shown = handed(day)
    made = tables(shown)
    games = sum(len(one.round.matches) for one in shown.rounds)

    assert len(made["players"].lines) == len(day.event.entrants)
    assert len(made["pairings"].lines) == len(made["results"].lines) == games
    assert len(made["standings"].lines) == len(shown.standings.rows)
    for table in made.values():
        assert all(len(line) == len(table.heading) for line in table.lines)


def test_a_fraction_is_there_exactly_too():
    day = with_a_cut("armada")
    table = tables(handed(day))["standings"]
    place = table.heading.index("Strength of schedule")

    assert table.heading[place + 1] == "Strength of schedule, exactly"
    exact = [line[place + 1] for line in table.lines]
    assert any("/" in one for one in exact)
    assert [Fraction(one) for one in exact] == [Fraction(line[place]) for line in table.lines]


def test_a_text_too_long_for_a_workbook_is_cut_and_not_lost(monkeypatch):
    shown = handed(with_a_cut())
    long = Table("Long", ("a",), (("x" * 32_767,), ("y" * 32_768,)))
    monkeypatch.setattr("tiltyard.formats.outgoing.spreadsheets.tables", lambda _: {"long": long})
    (_, (whole,), (cut,)) = sheets(write_xlsx(shown))["Long"]
    assert whole == "x" * 32_767
    assert cut == "y" * 32_766 + "…"


def test_text_that_looks_like_something_else_is_text_in_a_workbook(monkeypatch):
    shown = handed(with_a_cut())
    texts = ("12", "TRUE", "=1", "\ufeff=1", "＝1", "\t+1", "http://a.example", "_x0041_", "{=1}")
    table = Table("Texts", ("a",), tuple((one,) for one in texts))
    monkeypatch.setattr("tiltyard.formats.outgoing.spreadsheets.tables", lambda _: {"texts": table})

    with zipfile.ZipFile(io.BytesIO(write_xlsx(shown))) as book:
        cells = list(parsed(book, "xl/worksheets/sheet1.xml").iter(f"{MAIN}c"))
        shared = book.read("xl/sharedStrings.xml").decode()
    assert ["s"] * (1 + len(texts)) == [cell.get("t") for cell in cells]
    assert not any(list(cell.iter(f"{MAIN}f")) for cell in cells)
    assert "_x005F_x0041_" in shared
