"""Before a game: who decides who begins, the coin, a mirror match, who deploys first."""

from __future__ import annotations

import pytest

from tests.web.hall import text_of
from tests.web.phone.listed import SQUAD, phones_with_lists
from tests.web.phone.phones import CUP
from tiltyard.day.clock import StartClock
from tiltyard.day.lists import SubmitList, TossCoin

TERRAIN = "Terrain cards\nWell [capacity: 3]\nWall [capacity: 3]\nMoor [capacity: 3]\nHut\n"


@pytest.mark.clause("XW-050", "XW-051", "XW-091")
def test_both_players_read_who_decides_and_that_they_look_alike():
    phones = phones_with_lists(players=2)
    day = phones.day
    day.do(SubmitList("p2", SQUAD), "p2")
    day.do(SubmitList("p3", SQUAD.replace("(26)", "(20)").replace("58", "52")), "p3")
    day.begin()
    day.next_round()
    for player in ("p2", "p3"):
        said = phones.reads(player, f"/e/{CUP}/me/table")
        assert "Player 3 decides who begins: lower total. XW-050" in said
        assert "XW-091" in said
        assert "Toss the coin" not in said
        assert "Player 3 decides who begins" in phones.reads(player)
    match = day.games()[0].id
    phones.does("p3", "record-first-player", match=match, player="p2", side="north")
    assert "Player 2 begins, on this side: north." in phones.reads("p3", f"/e/{CUP}/me/table")


@pytest.mark.clause("XW-051")
def test_between_equal_totals_the_coin_falls_once():
    phones = phones_with_lists(players=2)
    day = phones.day
    for player in ("p2", "p3"):
        day.do(SubmitList(player, SQUAD), player)
    day.begin()
    day.next_round()
    table = f"/e/{CUP}/me/table"
    assert "Toss the coin" in phones.reads("p2", table)
    day.do(TossCoin(day.games()[0].id), "p2")
    said = phones.reads("p3", table)
    assert "The coin fell for" in said
    assert "XW-051" in said
    assert "Toss the coin" not in said


@pytest.mark.clause("RW-118", "RW-119")
@pytest.mark.parametrize(
    ("theirs", "says"),
    [
        ("Thorn Guard (20)\n" * 3, "Player 3 deploys 2 units first, then you take turns"),
        ("Thorn Guard (20)\n" * 2, "Player 3 deploys 1 unit first, then you take turns"),
        ("Thorn Guard (20)\n", "Both deploy equally many units"),
        ("Thorn Guard (20)\nOutrider (20) [scout]\n", "Both deploy equally many units"),
    ],
)
def test_who_has_more_units_deploys_first_once_the_round_runs(theirs, says):
    phones = phones_with_lists("runewars", players=2)
    day = phones.day
    day.do(SubmitList("p2", f"Faction: Latari\nUnits\nThorn Guard (20)\n{TERRAIN}"), "p2")
    day.do(SubmitList("p3", f"Faction: Daqan\nUnits\n{theirs}{TERRAIN}"), "p3")
    day.begin()
    day.draw()
    day.publish()
    table = f"/e/{CUP}/me/table"
    assert "RW-118" not in phones.reads("p2", table)
    day.do(StartClock())
    for player in ("p2", "p3"):
        said = phones.reads(player, table)
        assert says in said
        assert "RW-118" in said
    assert "units first" not in text_of(phones.hall.browser().page(f"/e/{CUP}/tables"))
