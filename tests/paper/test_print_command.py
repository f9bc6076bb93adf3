"""`tiltyard print`: the papers of an event from the terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from tests.paper.days import new_hall
from tests.paper.pictures import text_of
from tiltyard.cli import group
from tiltyard.day.rounds import DrawRound
from tiltyard.day.setup import ChooseLanguage
from tiltyard.paper.table import PAPERS
from tiltyard.store.opening import open_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    hall = new_hall("armada", 6, hostile=())
    hall.play_round()
    hall.do(DrawRound())
    file = tmp_path_factory.mktemp("store") / "cup.db"
    opened = open_store(str(file), 1.0)
    opened.adopt("armada", list(hall.desk.store.read("armada")))
    opened.close()
    return file


def run(store, *words):
    return CliRunner().invoke(group, ["print", "--store", str(store), *map(str, words)])


def test_the_variable_names_the_store_as_for_every_other_command(store, tmp_path, monkeypatch):
    monkeypatch.setenv("TILTYARD_STORE", str(store))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "tables.pdf"
    result = CliRunner().invoke(group, ["print", "armada", "tables", "-o", str(file)])

    assert result.exit_code == 0, result.output
    assert "Table" in " ".join(text_of(file.read_bytes()))
    assert not (tmp_path / "data").exists()  # the usual store is not touched


def test_the_list_names_every_paper_and_the_pack(store):
    result = run(store, "--list")

    assert result.exit_code == 0
    named = [line.split()[0] for line in result.stdout.splitlines()]
    assert named == [*PAPERS, "pack"]
    assert "--round" in result.stdout


def test_a_paper_is_written_where_it_was_asked_for(store, tmp_path):
    file = tmp_path / "out.pdf"
    result = run(store, "armada", "slips", "--round", "1", "--size", "letter", "-o", file)

    assert result.exit_code == 0, result.output
    assert "Round 1" in text_of(file.read_bytes())[0]
    assert str(file) in result.stdout


def test_papers_speak_the_language_of_the_event_unless_another_is_asked_for(tmp_path):
    file, pdf = tmp_path / "cup.db", tmp_path / "out.pdf"
    hall = new_hall("armada", 4, hostile=())
    hall.do(ChooseLanguage("de"))
    opened = open_store(str(file), 1.0)
    opened.adopt("armada", list(hall.desk.store.read("armada")))
    opened.close()

    run(file, "armada", "players", "-o", pdf)
    assert "gedruckt" in text_of(pdf.read_bytes())[0]
    run(file, "armada", "players", "--language", "en", "-o", pdf)
    assert "printed" in text_of(pdf.read_bytes())[0]


def test_slips_are_printed_without_loading_what_they_do_not_need(store, tmp_path):
    seen = """
import sys
from tiltyard.cli import group
group(sys.argv[1:], standalone_mode=False)
print(*sorted(one for one in sys.modules if one.startswith("tiltyard.")), file=sys.stderr)
"""
    words = ["print", "armada", "slips", "--round", "1", "--store", store]
    made = subprocess.run(
        [sys.executable, "-c", seen, *words, "-o", tmp_path / "slips.pdf"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(made.stderr.split())

    assert "tiltyard.paper.sheets.slips" in loaded
    assert not {one for one in loaded if f"{one}.".startswith("tiltyard.day.table.")}
    assert not {"tiltyard.paper.sheets.report", "tiltyard.charts", "tiltyard.web"} & loaded


def test_a_pdf_goes_to_standard_output(store):
    result = run(store, "armada", "players", "-o", "-")

    assert result.stdout_bytes.startswith(b"%PDF")


def test_codes_of_tables_need_the_address_of_the_site(store, tmp_path):
    plain, coded = tmp_path / "plain.pdf", tmp_path / "coded.pdf"
    run(store, "armada", "signs", "-o", plain)
    run(store, "armada", "signs", "--address", "https://yard.example/", "-o", coded)

    assert coded.stat().st_size > plain.stat().st_size


def test_a_player_is_found_by_number(store, tmp_path):
    file = tmp_path / "badge.pdf"
    assert run(store, "armada", "badges", "--player", "#3", "-o", file).exit_code == 0
    (page,) = text_of(file.read_bytes())

    assert page.count("No.") == 1
    assert "No. 3" in " ".join(page.split())


def test_the_pack_has_the_drawn_round_and_says_that_nobody_has_seen_it(store, tmp_path):
    file = tmp_path / "pack.pdf"
    result = run(store, "armada", "pack", "-o", file)
    text = " ".join(text_of(file.read_bytes()))

    assert "Round 2" in text
    assert "not published" in result.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        (("armada", "tabels"), "one of tables"),
        (("armada", "players", "--round", "1"), "Leave the option out"),
        (("armada", "names", "--player", "#1"), "--round"),
        (("armada", "pack", "--round", "1"), "can't be asked"),
        (("armada", "tables", "--round", "9"), "1.1"),
        (("armada", "slips", "--round", "1", "--table", "99"), "1–3"),
        (("armada", "signs", "--table", "99"), "1–3"),
        (("armada", "bracket"), "Make the cut."),
        (("armada", "badges", "--player", "nobody at all"), "nobody"),
        (("nowhere", "tables"), "nowhere"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line(store, tmp_path, words, said):
    file = tmp_path / "no.pdf"
    result = run(store, *words, "-o", file)

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not file.exists()


def test_without_an_event_the_way_out_is_told(store):
    result = run(store)

    assert result.exit_code == 2
    assert "--list" in result.stderr


def test_a_file_that_cannot_be_written_is_refused(store, tmp_path):
    result = run(store, "armada", "players", "-o", tmp_path / "no" / "such" / "folder.pdf")

    assert result.exit_code == 2
    assert "Choose another file with -o FILE." in result.stderr
    assert not (tmp_path / "no").exists()
