"""What leaves is read by programs nobody here wrote: py4swiss, openpyxl, icalendar."""

from __future__ import annotations

import io

import pytest
from icalendar import Calendar
from openpyxl import load_workbook
from py4swiss.trf import TrfParser

from tests.day.events import NOON, RULESETS, Day, running
from tests.formats.outgoing.halls import HOSTILE, handed, hostile, with_a_cut
from tiltyard.formats.outgoing.calendar import write_calendar
from tiltyard.formats.outgoing.spreadsheets import tables, write_xlsx
from tiltyard.formats.outgoing.trf26 import write_trf26
from tiltyard.rulesets.loader import load

BY_RESULT = [name for name in RULESETS if load(name).points.by == "result"]
"""Where a win is always worth the same: TRFx knows no other awards, as the page says."""

READABLE = ("Søren Åkerström", "Иван Петров", "Þóra Guðmundsdóttir", "王小明", "Łukasz Żółć")


def read_by_py4swiss(day, folder):
    """py4swiss reads TRF16: what stands for it behind `### ` is taken in, as the page says."""
    file = folder / "event.trf"
    file.write_text(write_trf26(handed(day))[0].replace("### XX", "XX"), "utf-8", newline="")
    return TrfParser.parse(file)


@pytest.mark.parametrize("ruleset", BY_RESULT)
def test_a_chess_program_reads_every_player_and_round(ruleset, tmp_path):
    day = with_a_cut(ruleset) if ruleset != "middle-earth" else running(ruleset, 8)
    trf = read_by_py4swiss(day, tmp_path)

    assert len(trf.player_sections) == len(day.event.entrants)
    rounds = {len(player.results) for player in trf.player_sections}
    assert len(rounds) == 1


def test_opponents_name_each_other_for_a_chess_program(tmp_path):
    trf = read_by_py4swiss(with_a_cut(), tmp_path)
    games = {
        (player.starting_number, number, result.id)
        for player in trf.player_sections
        for number, result in enumerate(player.results)
        if result.id
    }

    assert games
    assert all((opponent, number, player) in games for player, number, opponent in games)


def test_names_of_every_script_are_still_names_for_a_chess_program(tmp_path):
    day = named(*READABLE, "Eve Last")
    names = [player.name for player in read_by_py4swiss(day, tmp_path).player_sections]

    assert "Soren Akerstrom" in " ".join(names)
    assert "Ivan Petrov" in " ".join(names)
    assert all(name.strip() and name.isascii() for name in names)


def named(*names):
    day = Day("xwing-dogfight", swiss_rounds=1)
    day.open_doors()
    day.register(*names)
    day.begin()
    day.play_round()
    return day


def test_a_spreadsheet_program_reads_every_table_and_no_formula():
    day = hostile()
    book = load_workbook(io.BytesIO(write_xlsx(handed(day))), data_only=False)

    assert len(book.sheetnames) == len(tables(handed(day)))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert [cell.coordinate for cell in cells if cell.data_type == "f"] == []
    assert {cell.value for cell in cells} >= set(HOSTILE)


def test_a_calendar_program_reads_every_round_with_its_hours():
    event = running("armada", 8).event
    calendar = Calendar.from_ical(write_calendar(event, NOON, "https://cup.example"))
    entries = list(calendar.walk("VEVENT"))

    assert entries
    assert all(entry["uid"] and entry["dtstart"].dt for entry in entries)
    assert event.details.name in str(entries[0]["summary"])


def test_a_calendar_keeps_names_with_commas_semicolons_and_new_lines():
    day = running("armada", 4, name="Cup; one, two\\three")
    calendar = Calendar.from_ical(write_calendar(day.event, NOON, ""))

    assert "Cup; one, two\\three" in str(calendar.walk("VEVENT")[0]["summary"])
