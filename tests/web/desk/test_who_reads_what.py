"""A scorekeeper at the desk: everything for the day, and nothing that is not theirs to know."""

from __future__ import annotations

import re

import pytest

from tests.web.desk.list_desks import ListDesk
from tests.web.hall import text_of
from tiltyard.day.components import NoteComponentTrouble
from tiltyard.day.judging import RecordIncident, RequestWatch
from tiltyard.day.people import ChangePlayer, RecommendDisqualification, RegisterPlayer

FACTION, TOTAL = "zqfaction", 7311
LEADERS_WORDS = ("zqincident", "zqwatch", "zqrecommended", "zqcomponent")
PAGES = ("", "/history", "/results", "/round", "/player/p2", "/standings")


@pytest.fixture
def desk():
    made = ListDesk("middle-earth", players=4, points_limit=9000, options={"lists.reveal": "never"})
    made.keeper = made.day.appoint("scorekeeper", "Sam")
    made.referee = made.day.appoint("referee", "Ray")
    made.day.do(ChangePlayer("p2", "Player 2", 1, FACTION, (), TOTAL))
    yield made
    made.close()


@pytest.mark.parametrize(
    "path", ["/people", "/people?edit=p2", "/tables", "/check-in", "/history", "/lists/p2"]
)
def test_faction_and_total_somebody_told_are_for_those_who_check_lists(desk, path):
    page = desk.page(path, desk.keeper)
    assert "Player 2" in page
    for word in (FACTION, str(TOTAL)):
        assert word not in page
    if path in {"/people", "/check-in", "/history"}:
        assert FACTION in desk.page(path, desk.referee)


def fields_of(page, act):
    """The fields of the first form of an act, as a browser sends them."""
    form = re.search(rf'<form[^>]*/do/{act}".*?</form>', page, re.DOTALL)[0]
    found = re.findall(r'<input[^>]* name="([^"]+)"[^>]*?value="([^"]*)"', form)
    return {name: value for name, value in found if name not in {"form_token", "next", "key"}}


def test_whoever_does_not_see_them_does_not_erase_them(desk):
    browser = desk.hall.browser("cup", desk.keeper)
    fields = fields_of(desk.page("/people?edit=p2", desk.keeper), "change-player")
    assert not {"faction", "total"} & set(fields)
    answer = browser.post("/e/cup/do/change-player", {**fields, "name": "Anna Berg", "key": "k"})
    assert answer.status_code == 303
    entrant = desk.day.event.entrants["p2"]
    assert (entrant.name, entrant.faction, entrant.total) == ("Anna Berg", FACTION, TOTAL)


def test_whoever_sees_them_may_erase_them(desk):
    browser = desk.hall.browser("cup", desk.referee)
    fields = fields_of(desk.page("/people?edit=p2", desk.referee), "change-player")
    assert fields["faction"] == FACTION
    browser.post("/e/cup/do/change-player", {**fields, "faction": "", "total": "", "key": "k"})
    entrant = desk.day.event.entrants["p2"]
    assert (entrant.faction, entrant.total) == (None, None)


def test_a_fixed_table_changes_nothing_else(desk):
    fields = fields_of(desk.page("/tables"), "change-player")
    fields = {**fields, "player": "p2", "name": "Player 2", "number": "1", "table": "3"}
    desk.hall.browser("cup", "p1").post("/e/cup/do/change-player", {**fields, "key": "k"})
    entrant = desk.day.event.entrants["p2"]
    assert (entrant.table, entrant.faction, entrant.total) == (3, FACTION, TOTAL)


def test_what_leaders_keep_to_themselves_is_on_no_page_of_a_scorekeeper(desk):
    desk.begun()
    day, match = desk.day, desk.day.game_of("p2").id
    day.do(RecordIncident(day.rules.conduct.categories[0].id, ("p2",), "zqincident"), desk.referee)
    day.do(RequestWatch(match, "zqwatch"), "p2")
    day.do(RecommendDisqualification("p2", "zqrecommended"), desk.referee)
    day.do(NoteComponentTrouble("p2", "zqcomponent", "lost", 5), desk.referee)
    seen = {"keeper": "", "referee": ""}
    for path in (*PAGES, f"/match/{match}"):
        seen["keeper"] += desk.page(path, desk.keeper)
        seen["referee"] += desk.page(path, desk.referee)
    for word in LEADERS_WORDS:
        assert word not in seen["keeper"], word
        assert word in seen["referee"], word
    assert "An entry in the log of the leaders." in seen["keeper"]
    assert "is looking for a component, 5 minutes left." in text_of(seen["keeper"])
    assert "/e/cup/judge" not in seen["keeper"]
    denied = desk.hall.browser("cup", desk.keeper).get("/e/cup/judge/incidents")
    assert denied.status_code == 403


def test_a_leader_who_plays_reads_no_notes_of_others(desk):
    desk.day.do(RegisterPlayer("Zoe", notes={"List": "zqnote"}))
    zoe = next(one for one, entrant in desk.day.event.entrants.items() if entrant.name == "Zoe")
    plays = desk.day.appoint("referee", "Jo")
    desk.day.do(RegisterPlayer("Jo", person=plays))
    for path in (f"/player/{zoe}", "/history", "/people"):
        assert "zqnote" not in desk.page(path, plays), path
        assert "zqnote" not in desk.page(path, desk.keeper), path
    assert "zqnote" in desk.page(f"/player/{zoe}", desk.referee)
