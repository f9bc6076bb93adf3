"""The page of statistics: there when a round is over, the same for everybody, nothing secret."""

from __future__ import annotations

import re

import pytest

from tests.day.events import Day, running
from tests.web.hall import WebHall, text_of
from tests.web.phone.listed import ARMIES
from tests.web.phone.phones import CUP, Phones, phones_of
from tests.web.public.played_field import played_field
from tiltyard.charts.gallery import pictures_of
from tiltyard.day.facts import Details
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import ChooseShownName, RegisterPlayer
from tiltyard.day.setup import FinishEvent
from tiltyard.web.page_cache import packed
from tiltyard.web.pages.public.charts_page import subject_of

PATH = f"/e/{CUP}/statistics"
LINK = f'href="{PATH}"'


def after_rounds(rounds=2, players=6):
    return phones_of(played_day(rounds, players))


def played_day(rounds, players=6):
    day = running(players=players)
    for _ in range(rounds):
        day.play_round()
    return day


def page(phones, query=""):
    return phones.hall.browser().page(PATH + query)


def test_before_a_round_is_over_the_page_says_so_and_nothing_leads_there():
    phones = Phones(running(players=4))
    phones.day.next_round()
    assert "No round is over yet." in text_of(page(phones))
    assert '<svg class="picture"' not in page(phones)
    for path in ("", "/pairings", "/standings"):
        assert LINK not in phones.hall.browser().page(f"/e/{CUP}{path}")
    phones.close()


def test_from_then_on_every_public_page_leads_there():
    phones = Phones(played_day(1))
    for path in ("", "/pairings", "/standings", "/record", "/statistics"):
        assert LINK in phones.hall.browser().page(f"/e/{CUP}{path}")
    phones.day.next_round()
    assert LINK in phones.hall.browser().page(f"/e/{CUP}/tables")
    phones.close()


def test_every_number_of_a_picture_is_in_its_table():
    html = page(after_rounds())
    assert html.count('<svg class="picture"') == html.count('role="region"') == 3
    said = text_of(html)
    assert "Player Round 1 Round 2" in said
    assert "Tournament points Players Share" in said
    assert "Round Minutes planned Called after" in said


def test_a_chosen_player_is_marked_without_a_script():
    phones = after_rounds()
    html = page(phones, "?player=p4")
    assert '<option value="p4" selected>Player 4' in html
    assert "Player 4 has place" in text_of(html)
    assert html.count('<tr class="own">') == 2
    assert 'class="dot chosen"' in html
    assert 'class="dot chosen"' not in page(phones)


@pytest.mark.parametrize("query", ["?player=p99", "?player=", "?player=%3Cscript%3E", "?x=p4"])
def test_nobody_is_marked_when_nobody_is_known(query):
    phones = after_rounds()
    assert page(phones, query) == page(phones)


def test_two_players_in_the_address_are_one():
    phones = after_rounds()
    assert page(phones, "?player=p4&player=p5") == page(phones, "?player=p4")


def test_names_are_those_their_owners_agreed_to():
    phones = after_rounds(0)
    phones.day.do(ChooseShownName("p2", "number"), "p2")
    phones.day.play_round()
    number = phones.day.event.entrants["p2"].number
    assert number != 2
    html = page(phones, "?player=p2")
    assert f"Player {number}" in html
    assert phones.day.event.people["p2"] == "Player 2"
    assert not re.search(r"Player 2\b(?! \()", text_of(html).replace(f"Player {number}", ""))


@pytest.mark.parametrize(
    ("reveal", "says"),
    [
        ("cut", "Factions are shown here once the cut is made and lists may be read."),
        ("finish", "Factions are shown here when the event is over and lists may be read."),
        ("never", "Factions are not shown: the lists of this event stay secret."),
    ],
)
@pytest.mark.clause("AMB-034")
def test_factions_are_not_told_before_their_moment(reveal, says):
    phones = with_factions(reveal)
    said = text_of(page(phones, "?player=p2"))
    assert says in said
    assert "Latari" not in said
    assert "Waiqar" not in said


@pytest.mark.clause("AMB-034")
def test_factions_are_shown_from_their_moment_on():
    said = text_of(page(with_factions("start"), "?player=p2"))
    assert "Latari Elves" in said
    assert "Waiqar the Undying is played most: 75% of 4 players." in said
    assert "Factions are" not in said
    phones = with_factions("finish")
    phones.day.play_round()
    phones.day.play_round()
    phones.day.do(FinishEvent())
    assert "Latari Elves" in text_of(page(phones))


def with_factions(reveal):
    """Phones after one round: a list of p2, and what the others told."""
    day = Day(options={"lists.reveal": reveal})
    day.open_doors()
    for number in range(2, 6):
        day.do(RegisterPlayer(f"Player {number}", faction="Waiqar"))
    day.do(SubmitList("p2", ARMIES["runewars"]), "p2")
    day.begin()
    day.play_round()
    return phones_of(day)


def test_the_page_is_the_same_for_staff_and_for_everybody():
    phones = after_rounds()
    assert page(phones) == phones.hall.browser(CUP, "p1").page(PATH)


def test_an_event_nobody_announced_has_no_statistics():
    phones = after_rounds(1)
    phones.hall.desk.create("hidden", Details("Hidden", "armada", None), "Olga")
    assert phones.hall.browser().get("/e/hidden/statistics").status_code == 404
    assert phones.hall.browser().get("/e/no-such/statistics").status_code == 404


def test_a_name_is_text_in_the_page():
    phones = phones_of(running(players=3))
    (hostile,) = phones.day.register("<script>alert('x')</script>")
    phones.day.check_everybody_in()
    phones.day.play_round()
    html = page(phones, f"?player={hostile}")
    assert "<script>alert" not in html
    assert "alert(&#x27;x&#x27;)" in html


def test_a_page_of_hundreds_is_small():
    view = played_field(400, 9)
    hall = WebHall()
    chosen = view.history[-1].standings.rows[300].player
    html = hall.site.renderer.render(
        "public/statistics.html",
        "en",
        view=view,
        event=view.event,
        suffix="/statistics",
        tag="",
        pictures=pictures_of(subject_of(view, chosen)),
        players=[(player, view.public_name(player)) for player in view.rows],
        chosen=chosen,
        later="",
    )
    hall.close()
    assert html.count("<option") == 401
    assert len(packed(html.encode())) < 14 * 1024
