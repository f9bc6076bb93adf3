"""The lists of an event for everybody: hidden until their moment, then all of them."""

from __future__ import annotations

import pytest

from tests.web.hall import text_of
from tests.web.phone.listed import ARMIES, SQUAD, phones_with_lists
from tests.web.phone.phones import CUP
from tiltyard.day.lists import ReceiveListsOnPaper, ReturnList, SaveList, SubmitList
from tiltyard.day.people import ChooseShownName

LISTS = f"/e/{CUP}/lists"


def with_reveal(reveal, ruleset="xwing-dogfight", **plan):
    """Phones of a day on which p2 and p3 handed in lists and p5 keeps a draft."""
    phones = phones_with_lists(ruleset, options={"lists.reveal": reveal}, **plan)
    for player in ("p2", "p3"):
        phones.day.do(SubmitList(player, ARMIES[ruleset]), player)
    return phones


def read(phones, path=LISTS):
    return text_of(phones.hall.browser().page(path))


@pytest.mark.parametrize(
    ("reveal", "says"),
    [
        ("start", "Everybody may read all lists from the start of the event on. AMB-034"),
        ("cut", "Everybody may read all lists once the cut is made. AMB-034"),
        ("finish", "Everybody may read all lists when the event is over. AMB-034"),
        ("never", "The lists of this event stay secret. AMB-034"),
    ],
)
@pytest.mark.clause("AMB-034")
def test_the_page_says_from_when_on_lists_are_read(reveal, says):
    assert says in read(with_reveal(reveal))


def test_before_that_it_says_the_same_with_and_without_lists():
    without = phones_with_lists(options={"lists.reveal": "start"})
    nobody = without.hall.browser().page(LISTS)
    assert nobody == with_reveal("start").hall.browser().page(LISTS)
    assert "Nothing to read here yet." in text_of(nobody)


def test_from_then_on_everybody_reads_every_list_that_is_played():
    phones = with_reveal("start")
    day = phones.day
    day.do(SaveList("p4", "Never shown (12)"), "p4")
    day.do(SubmitList("p5", SQUAD.replace("Aster", "Nova")), "p5")
    day.do(ReturnList("p5", "look again"))
    day.do(ReceiveListsOnPaper(("p5", "p4")))
    day.begin()
    said = read(phones)
    assert "Player 2 Two and a half wings Rebel 58" in said
    assert "Player 4 on paper" in said
    page = phones.hall.browser().page(LISTS)
    assert page.count(f'href="{LISTS}/') == 2

    said = read(phones, f"{LISTS}/p2")
    assert "Aster of the Ninth 26 29 Steady Hand 3" in said
    assert "58 of 100" in said
    for player in ("p4", "p5", "p1", "p99"):
        assert phones.hall.browser().get(f"{LISTS}/{player}").status_code == 404


def test_players_are_named_as_they_agreed():
    phones = with_reveal("start")
    (hidden,) = phones.day.register("Zoe Quill")
    phones.day.do(SubmitList(hidden, SQUAD), hidden)
    phones.day.do(ChooseShownName(hidden, "initial"), hidden)
    phones.day.begin()
    assert "Zoe Q. Two and a half wings" in read(phones)
    assert "Quill" not in read(phones, f"{LISTS}/{hidden}")


def test_a_list_is_handed_out_as_plain_text_and_as_it_came():
    phones = with_reveal("start")
    xws = '{"faction":"rebel","pilots":[{"name":"aster","ship":"wing","points":26}],"points":26}'
    phones.day.do(SubmitList("p3", xws), "p3")
    phones.day.begin()
    nobody = phones.hall.browser()
    plain = nobody.get(f"{LISTS}/p3/text")
    assert plain.headers["content-type"].startswith("text/plain")
    assert plain.headers["content-disposition"] == f'attachment; filename="{CUP}-p3.txt"'
    assert "Total: 26" in plain.text
    came = nobody.get(f"{LISTS}/p3/file")
    assert came.text == xws
    assert came.headers["content-disposition"] == f'attachment; filename="{CUP}-p3.json"'
    assert "As XWS" in read(phones, f"{LISTS}/p3")
    assert "As submitted" in read(phones, f"{LISTS}/p2")
    assert nobody.get(f"{LISTS}/p2/file").text == SQUAD


def test_what_leaders_said_of_a_list_is_not_public_with_it():
    phones = with_reveal("start")
    phones.day.do(ReturnList("p2", "a word between us"))
    phones.day.do(SubmitList("p2", SQUAD.replace("(26)", "(25)")), "p2")
    phones.day.begin()
    page = phones.hall.browser().page(f"{LISTS}/p2")
    assert "a word between us" not in page
    assert "warning" not in text_of(page)
    assert phones.day.event.list_desk.lists["p2"].seal not in page


def test_every_public_page_leads_there_with_or_without_lists():
    phones = phones_with_lists()
    for path in ("", "/pairings", "/standings"):
        assert f'href="{LISTS}"' in phones.hall.browser().page(f"/e/{CUP}{path}")
