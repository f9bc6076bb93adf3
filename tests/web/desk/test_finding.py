"""The search of the desk: tables by number, players by name, pages by title."""

from __future__ import annotations

import pytest

from tests.day.events import in_round
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tiltyard.web.pages.desk.find_page import plain


@pytest.fixture(scope="module")
def desk():
    made = AtDesk(in_round())
    yield made
    made.close()


def found(desk, words: str) -> list[tuple[str, str]]:
    answer = desk.organizer.get(f"{DESK}/find?q={words}", accept="application/json")
    return [(one["kind"], one["title"]) for one in answer.json()["found"]]


def test_a_number_finds_its_table_first_and_then_players(desk):
    first, *rest = found(desk, "2")
    assert first == ("table", "Table 2")
    assert ("player", "Player 2") in rest


def test_words_find_players_and_pages_whatever_their_letters(desk):
    assert ("player", "Player 3") in found(desk, "pLAyer+3")
    assert found(desk, "stand") == [("page", "Standings")]
    assert found(desk, "nobody+here") == []
    assert found(desk, "+") == []
    assert found(desk, "9" * 5000) == []
    assert plain("Þórður Ångström") == plain("þorður angstrom")


def test_without_a_script_it_is_a_page(desk):
    page = desk.organizer.page(f"{DESK}/find?q=player+3")
    assert f'href="/e/{CUP}/desk/player/' in page
    assert "Nothing found." in desk.reads("/find?q=%3Cb%3E")


def test_every_letter_after_g_goes_to_one_page(desk):
    page = desk.organizer.page(DESK)
    letters = [part.split('"')[0] for part in page.split('data-go="')[1:]]
    assert len(letters) == len(set(letters)) >= 12
