"""Groups wherever standings are read: a table each, with the line below who goes on."""

from __future__ import annotations

import re

import pytest

from tests.day.events import ORGANIZER, running
from tests.day.test_house_days import enter_all
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, Phones, phones_of


@pytest.fixture(scope="module")
def phones() -> Phones:
    """Eight players in two groups after their three rounds; whoever registered earlier has won."""
    day = running("groups-bracket", 8, swiss_rounds=None)
    for _ in range(3):
        day.next_round()
        enter_all(day)
    return phones_of(day)


@pytest.mark.clause("HF-052", "HF-053")
def test_every_group_has_its_own_places_and_its_own_line(phones: Phones) -> None:
    found = phones.hall.browser().get(f"/api/v1/events/{CUP}/standings").json()
    groups = found["groups"]
    order = [row["player"] for row in found["rows"]]

    assert ["A", "B"] == [group["name"] for group in groups]
    for group in groups:
        players = [row["player"] for row in group["rows"]]
        assert [1, 2, 3, 4] == [row["rank"] for row in group["rows"]]
        assert players == sorted(players) == [player for player in order if player in players]

    page = phones.hall.browser().page(f"/e/{CUP}/standings")
    tables = [part.partition("</table>")[0] for part in page.split('<section class="group">')[1:]]
    for group, table in zip(groups, tables, strict=True):
        assert [row["player"] for row in group["rows"]] == [
            player for player in order if f"/players/{player}" in table
        ]
        above = table.partition("cut-word")[0]
        assert 2 == above.count("/players/")
        assert 1 == table.count("cut-word")
    assert 2 == page.count("cut-word")  # the table of all groups has no line


@pytest.mark.clause("HF-052", "HF-053")
def test_desk_and_public_pages_say_what_is_played(phones: Phones) -> None:
    desk = phones.hall.browser(CUP, ORGANIZER)
    standings = desk.page(f"/e/{CUP}/desk/standings")
    rules = text_of(phones.hall.browser().page(f"/e/{CUP}/rules"))

    screen = phones.hall.browser().page(f"/e/{CUP}/screen")

    assert 2 == standings.count('<section class="group">')
    assert ["A", "B"] == re.findall(r"<h2>Group (\w) · Standings after Round 3</h2>", screen)
    assert 3 == standings.count("<thead>") - standings.count('class="stack"')
    assert "3 group rounds. After the groups, the best 2 of each go on" in rules
    assert "then a cut to the top" not in rules
    assert "Swiss" not in rules
