"""The press itself: fonts, characters nobody has, codes, sizes."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest

from tests.paper.days import new_hall, view_of
from tests.paper.pictures import text_of
from tiltyard.paper import fonts
from tiltyard.paper.fonts import characters_in, missing_text, typefaces
from tiltyard.paper.paper import Paper, Sheet, Wanted
from tiltyard.paper.press import print_paper
from tiltyard.paper.qr import QUIET, qr_code
from tiltyard.paper.table import PAPERS

NOBODY_HAS_IT = "\U0010fffd"  # the last private character of the last plane


@pytest.fixture
def hall():
    hall = new_hall("armada", 4, hostile=())
    hall.begin_round()
    return hall


def renamed(hall, name):
    event = hall.event
    player = next(iter(event.entrants))
    entrants = event.entrants | {player: replace(event.entrants[player], name=name)}
    return replace(event, people=event.people | {player: name}, entrants=entrants)


def test_our_own_typeface_is_enough_for_these_scripts():
    for text in ("Łódź Ñandú", "Ελένη", "Ковалёва", "محمد", "דוד", "สมชาย", "ნინო", "№ – „“ …"):
        faces = typefaces(text)
        assert faces.families == ("FiraGO",), text
        assert faces.missing == ""


def test_a_character_no_font_has_is_told_with_the_way_out(hall):
    got = print_paper(
        PAPERS["players"], view_of(hall, renamed(hall, f"Ann {NOBODY_HAS_IT}")), Wanted()
    )

    (warning,) = got.warnings
    assert NOBODY_HAS_IT in warning
    assert "fonts-noto" in warning
    assert "Ann" in text_of(got.pdf)[0]


def test_a_text_without_such_a_character_warns_of_nothing(hall):
    got = print_paper(PAPERS["players"], view_of(hall), Wanted())
    assert got.warnings == ()
    assert "empty box" not in text_of(got.pdf)[0]


def test_the_sheet_itself_says_what_could_not_be_set(hall):
    view = view_of(hall, renamed(hall, f"Ann {NOBODY_HAS_IT}"))
    page = text_of(print_paper(PAPERS["players"], view, Wanted()).pdf)[0]

    assert "an empty box stands for: U+10FFFD" in page


@pytest.mark.parametrize(
    "text, region",
    [
        ("山田 太郎 サイコロ", "JP"),
        ("김민준 金", "KR"),
        ("王小明", "SC"),
        ("王小明 カナ 김", "JP"),
    ],
)
def test_chinese_japanese_and_korean_are_set_in_a_font_we_bring(text, region):
    faces = typefaces(text)

    assert faces.families == ("FiraGO", f"Noto Sans CJK {region}")
    assert faces.missing == ""


def test_signs_are_set_in_a_font_we_bring():
    faces = typefaces("Zoë ⚔ ☃")

    assert faces.families == ("FiraGO", "Noto Sans Symbols", "Noto Sans Symbols2")
    assert faces.missing == ""


def test_the_machine_is_asked_for_fonts_only_if_ours_have_not_all(monkeypatch):
    asked = []
    known = fonts._fonts_in

    def fonts_in(folders, *, system=False):
        asked.append(system)
        return known(folders, system=system)

    monkeypatch.setattr(fonts, "_fonts_in", fonts_in)
    typefaces("Ann 王小明 ⚔")
    assert not any(asked)
    typefaces(f"Ann {NOBODY_HAS_IT}")
    assert any(asked)


def test_east_asian_names_are_text_on_the_paper(hall):
    got = print_paper(PAPERS["players"], view_of(hall, renamed(hall, "山田 太郎")), Wanted())

    assert "山田 太郎" in text_of(got.pdf)[0]
    assert got.warnings == ()


def test_a_name_from_right_to_left_turns_no_number_around(hall):
    event = renamed(hall, "محمد علي")
    player = next(iter(event.entrants))
    view = view_of(hall, event)

    assert view.name(player) == view.public[player] == "\u2068محمد علي\u2069"
    assert view.event.entrants[player].name == "محمد علي"
    assert view.of(view.event).name(player) == view.name(player)
    others = set(event.entrants) - {player}
    assert {view.name(one) for one in others} == {event.people[one] for one in others}


def test_chinese_japanese_and_korean_have_their_own_package():
    assert "fonts-noto-cjk" in missing_text("漢字")
    assert "they are printed" in missing_text("漢字")
    assert "fonts-noto-cjk" not in missing_text("ߋ")
    assert "it is printed" in missing_text("ߋ")


def test_without_the_extra_a_chinese_name_is_told_with_what_to_install(hall, monkeypatch):
    monkeypatch.setattr(fonts, "_east_asian_folder", lambda: None)
    known = fonts._fonts_in
    monkeypatch.setattr(fonts, "_fonts_in", lambda folders, **_: known(folders, system=False))
    view = view_of(hall, renamed(hall, "王小明"))

    got = print_paper(PAPERS["players"], view, Wanted())
    (warning,) = got.warnings
    assert 'pip install "tiltyard[cjk]"' in warning
    assert "an empty box stands for: U+" in text_of(got.pdf)[0]

    (german,) = print_paper(PAPERS["players"], view, Wanted(), language="de").warnings
    assert 'pip install "tiltyard[cjk]"' in german
    assert "Kästchen" in german


def test_only_some_of_many_missing_characters_are_told():
    assert missing_text("".join(chr(0x4E00 + place) for place in range(40))).count(" ") < 60


def test_families_of_the_machine_are_taken_for_what_ours_lacks(monkeypatch):
    class Info:
        def __init__(self, family, weight=400):
            self.family, self.weight = family, weight
            self.style, self.path, self.index = "normal", family, 0

    have = {"Wide": {1, 2}, "Noto Sans Wide": {1, 2}, "Small": {3}, "Bold": {4}}
    monkeypatch.setattr(fonts, "characters_in", lambda path, index: frozenset(have[str(path)]))
    on_the_machine = [Info("Wide"), Info("Noto Sans Wide"), Info("Small"), Info("Bold", 700)]

    families, left = fonts._cover(frozenset({1, 2, 3, 4}), on_the_machine)

    assert families == ["Noto Sans Wide", "Small"]
    assert left == {4}


def test_a_folder_that_cannot_be_written_is_no_trouble(monkeypatch, tmp_path):
    file = tmp_path / "a file"
    file.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    folder = fonts._own_folder.__wrapped__()

    assert (folder / "FiraGO-Bold.ttf").is_file()
    assert tmp_path not in folder.parents


def test_fonts_are_unpacked_once(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = fonts._own_folder.__wrapped__()
    made = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert fonts._own_folder.__wrapped__() == folder
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == made
    assert len(made) == 4


def test_what_is_no_font_has_no_characters(tmp_path):
    for name, content in (
        ("empty", b""),
        ("text", b"nothing to see here" * 9),
        ("half", b"\0\1\0\0\0\x09"),
    ):
        (tmp_path / name).write_bytes(content)
        assert characters_in(tmp_path / name) == frozenset()
    assert characters_in(tmp_path / "missing") == frozenset()


def test_characters_of_our_typeface_are_read_from_its_file():
    found = characters_in(fonts._own_folder() / "FiraGO-Regular.ttf")

    assert {ord(one) for one in "AzÜ€жא"} <= found
    assert not {ord(one) for one in "漢한"} & found


def test_a_code_is_one_outline_of_dark_modules():
    code = qr_code("https://yard.example/e/cup/tables#table-3")
    import segno

    made = segno.make_qr(code.link, error="m", mask=2)
    dark = sum(sum(row) for row in (list(line) for line in made.matrix))
    drawn = sum(int(run.split("h")[1].split("v")[0]) for run in code.path.split("M")[1:])

    assert code.side == len(list(made.matrix)) + 2 * QUIET
    assert drawn == dark


@pytest.mark.parametrize("size, points", [("a4", (595, 842)), ("letter", (612, 792))])
def test_pages_have_the_size_that_was_asked_for(hall, size, points):
    got = print_paper(PAPERS["players"], view_of(hall), Wanted(), size=size)
    page = pypdfium2.PdfDocument(got.pdf)[0]

    assert tuple(round(one) for one in page.get_size()) == points


def test_dates_and_times_are_those_of_the_language(hall):
    text = text_of(print_paper(PAPERS["players"], view_of(hall), Wanted(), language="de").pdf)[0]

    assert "16. Mai 2026" in text
    assert "14:30" in text


def test_a_mistake_in_a_template_is_a_fault_of_ours(hall):
    from tiltyard.engine.errors import Fault

    broken = Paper("x", "paper.table-signs", lambda *_: Sheet("X", {}), "players.typ", "round")
    with pytest.raises(Fault, match=r"^press-failed"):
        print_paper(broken, view_of(hall), Wanted())
