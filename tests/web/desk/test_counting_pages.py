"""Ticking what is left of a list on phone and desk: the score is counted and filled in."""

from __future__ import annotations

import re

import pytest

from tests.web.desk.list_desks import ListDesk
from tests.web.hall import text_of

SQUAD = (
    "Faction: Rebel\nTotal: 95\nShips\n"
    "Old Wing (33)\nCommon Wing (26)\n- Long Lens (7)\nGrey Wing (29)\n"
)


@pytest.fixture(scope="module")
def desk():
    made = ListDesk("xwing-dogfight", players=4)
    made.hands_in(**dict.fromkeys(("p2", "p3", "p4", "p5"), SQUAD))
    made.begun()
    yield made
    made.close()


def opened(desk, person, path, status=200):
    answer = desk.hall.browser("cup", person).get(f"/e/cup/{path}")
    assert answer.status_code == status, answer.text
    return answer.text


def filled(page, field):
    """What stands in a field of the slip."""
    found = re.search(rf'name="{re.escape(field)}"[^>]* value="([^"]*)"', page)
    return found and found[1]


@pytest.mark.clause("XW-089", "RW-176")
def test_a_player_ticks_their_own_list_and_the_slip_has_the_opponents_score(desk):
    """On the phone I come first: the opponent's score is the second number, wherever I sit."""
    for me in desk.table(1).players:
        assert "me/count" in opened(desk, me, "me")
        page = opened(desk, me, "me/count?counted=1&left{}=1&left{}=3".format(*_place(desk, me)))
        assert "destroyed 33 points: 62 are left of your squad." in text_of(page)
        assert ("", "33") == (filled(page, "slip.score.0"), filled(page, "slip.score.1"))


def _place(desk, me):
    index = desk.table(1).players.index(me)
    return index, index


@pytest.mark.clause("XW-066")
def test_nothing_left_is_a_wipe_out(desk):
    first, second = desk.table(1).players
    page = opened(desk, second, "me/count?counted=1")
    assert "destroyed your whole squad: 100 points." in text_of(page)
    assert "100" == filled(page, "slip.score.1")
    assert re.search(r'value="destroyed" required checked', page)
    assert re.search(r'name="slip.survivor" value="them" checked', page)
    assert "100" == filled(opened(desk, first, "me/count?counted=1"), "slip.score.1")


def test_before_anything_is_ticked_nothing_is_counted(desk):
    page = opened(desk, desk.table(1).players[0], "me/count")
    assert page.count("checkbox") == page.count("checked") == 3
    assert "slip.score" not in page


def test_a_player_sees_no_other_list_whatever_is_asked(desk):
    """The fields of the opponent's list are not mine to tick."""
    me = desk.table(1).players[0]
    page = opened(desk, me, "me/count?counted=1&left0=1&left1=1&left1=2")
    assert "62" == filled(page, "slip.score.1")
    assert "" == filled(page, "slip.score.0")
    match = desk.table(1).id
    assert "Old Wing" not in opened(desk, me, f"desk/match/{match}/count", status=403)


def test_the_desk_counts_both_lists_and_enters_them(desk):
    match = desk.table(2).id
    path = f"desk/match/{match}/count"
    assert path in opened(desk, "p1", f"desk/match/{match}")
    page = opened(desk, "p1", f"{path}?counted=1&left0=1&left0=2&left1=3")
    assert ("66", "29") == (filled(page, "slip.score.0"), filled(page, "slip.score.1"))
    both = opened(desk, "p1", f"{path}?counted=1")
    assert re.search(r'value="mutual" required checked', both)


def test_whoever_reads_no_lists_finds_nothing_to_count(desk, monkeypatch):
    keeper = desk.day.appoint("judge", "Kim")
    match = desk.table(2).id
    monkeypatch.setattr("tiltyard.day.list_access.reads_lists", lambda *_: False)
    assert "Old Wing" not in opened(desk, keeper, f"desk/match/{match}/count", status=404)
    assert "/count" not in opened(desk, keeper, f"desk/match/{match}")


def test_without_a_list_there_is_nothing_to_count():
    desk = ListDesk("xwing-dogfight", players=2)
    desk.begun()
    assert "me/count" not in opened(desk, "p2", "me")
    opened(desk, "p2", "me/count", status=404)
    opened(desk, "p1", f"{desk.match_of('p2')[1:].replace('match', 'desk/match')}/count", 404)
    desk.close()
