"""Canaries: words that only staff or the players concerned may read are on no public page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.hall import WebHall
from tests.web.public.crawled import addresses, crawl
from tiltyard.day.clock import GrantExtension
from tiltyard.day.components import NoteComponentTrouble
from tiltyard.day.facts import Details
from tiltyard.day.judging import CallJudge, RecordIncident, ReportIncident, RequestWatch
from tiltyard.day.people import ChooseShownName, RegisterPlayer
from tiltyard.day.results import ReportResult
from tiltyard.day.setup import DescribeEvent
from tiltyard.engine.slip import Slip

NIGHT, LADDER, HARBOUR = "night-flight", "ladder-night", "harbour-lights"
CANARY = "zzcanary"


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    _hide_canaries(made)
    yield made
    made.close()


def _hide_canaries(hall: WebHall) -> None:
    def do(event, command, person="p1"):
        hall.site.do(event, person, command)

    event = hall.desk.event(NIGHT)
    game = next(one for one in event.current.games.values() if not one.filed and one.is_open)
    first, second = game.players
    report = ReportResult(game.id, Slip("time", (97, 13)))
    hall.site.do(NIGHT, first, report, confirmed=frozenset({"score-impossible"}))
    do(NIGHT, CallJudge(game.id, f"{CANARY} call"), first)
    do(NIGHT, RecordIncident("other", (second,), f"{CANARY} finding", f"{CANARY} remedy", game.id))
    do(NIGHT, ReportIncident("other", f"{CANARY} report", game.id), second)
    do(NIGHT, RequestWatch(game.id, f"{CANARY} watch"), first)
    do(NIGHT, GrantExtension(game.id, f"{CANARY} extension", 3))
    do(NIGHT, NoteComponentTrouble(first, f"{CANARY} die", "lost"))
    do(NIGHT, ChooseShownName(first, "number"), first)
    do(NIGHT, ChooseShownName(second, "initial"), second)
    harbour = hall.desk.event(HARBOUR)
    private = replace(harbour.details, notes=f"{CANARY} notes", contact="harbour master")
    do(HARBOUR, DescribeEvent(private, "no reason"))
    do(HARBOUR, RegisterPlayer("Somebody", affiliations=(f"{CANARY} club",)))
    hall.desk.create("hidden", Details(f"{CANARY} draft", "armada", None), "Olga")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_public_page_holds_a_private_word(hall, language):
    pages = crawl(hall, hall.browser(), language)
    assert len(pages) > 60
    for path, text in pages.items():
        assert CANARY not in text, path


def test_the_contact_of_the_organizer_is_read_by_everybody_as_the_form_says(hall):
    assert "harbour master" in hall.browser().page(f"/e/{HARBOUR}")


def test_players_are_named_as_they_agreed(hall):
    event = hall.desk.event(NIGHT)
    hidden, short = event.shown_names
    full = [event.people[hidden], event.people[short]]
    pages = crawl(hall, hall.browser())
    for path, text in pages.items():
        if path.startswith(f"/e/{NIGHT}"):
            assert not any(name in text for name in full), path
    number = event.entrants[hidden].number
    assert f"Player {number}" in pages[f"/e/{NIGHT}/pairings"]
    assert f"Player {number}" in pages[f"/e/{NIGHT}/screen"]
    assert f"Player {number}" in pages[f"/e/{NIGHT}/standings"]


def test_a_report_is_not_public_before_it_is_confirmed(hall):
    browser = hall.browser()
    for path in addresses(hall, NIGHT):
        page = browser.page(path)
        assert ">97<" not in page, path
        assert ">13<td" not in page, path
    assert "reported" not in browser.page(f"/e/{NIGHT}/tables")
    assert "disputed" not in browser.page(f"/e/{NIGHT}/tables")
    assert browser.page(f"/e/{NIGHT}/tables").count('<td rowspan="2">open') == 5


def test_a_draft_does_not_exist_for_anybody_else(hall):
    browser = hall.browser()
    for path in addresses(hall, "hidden"):
        assert browser.get(path).status_code == 404, path
    assert browser.get("/e/hidden/live").status_code == 404
    assert "hidden" not in browser.page("/")


def test_a_drawn_round_is_nobodys_before_it_is_published(hall):
    event = hall.desk.event(LADDER)
    assert event.draft is not None
    browser = hall.browser()
    assert browser.get(f"/e/{LADDER}/rounds/{event.draft.id}").status_code == 404
    assert "Round 2" in browser.page(f"/e/{LADDER}/pairings")
    record = browser.page(f"/e/{LADDER}/record")
    assert "Round 3, attempt 1" in record
    assert "somebody leaves: drawn before we knew" in record
    names = event.people.values()
    assert not any(name in record for name in names if name != event.people["p1"])


def test_the_seed_is_secret_until_the_end(hall):
    pages = crawl(hall, hall.browser())
    for event in hall.desk.events():
        state = hall.desk.event(event)
        shown = [path for path, text in pages.items() if state.seed in text]
        told = [f"/e/{event}/{end}" for end in ("record", "draws", "draws.json")]
        expected = told if state.phase == "finished" else []
        assert shown == expected, event
        if state.phase != "draft":
            assert state.commitment in pages[f"/e/{event}/record"]


def test_every_public_page_is_the_same_for_everybody(hall):
    organizer = hall.browser(NIGHT, hall.organizer_of(NIGHT))
    nobody = hall.browser()
    for path in addresses(hall, NIGHT):
        assert organizer.page(path) == nobody.page(path), path
