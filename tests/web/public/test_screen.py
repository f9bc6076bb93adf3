from __future__ import annotations

import re

import pytest

from tests.web.hall import ADDRESS, WebHall
from tiltyard.day.facts import ResultConfirmed, ResultEntered
from tiltyard.paper.qr import qr_code


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


def panels(page: str) -> list[str]:
    return re.findall(r'data-panel="(\w+)"', page)


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        ("night-flight", ["pairings", "missing", "standings", "latest", "told"]),
        ("ladder-night", ["standings", "told"]),
        ("the-broken-crown", ["bracket", "standings", "told"]),
        ("summer-disks", ["champion", "bracket", "standings", "told"]),
        ("the-long-table", []),
    ],
)
def test_the_screen_has_a_panel_for_everything_there_is(hall, event, shown):
    assert panels(hall.browser().page(f"/e/{event}/screen")) == shown


def test_the_clock_is_in_the_head_and_outside_of_what_rotates(hall):
    page = hall.browser().page("/e/night-flight/screen")
    head = page[page.index("<header") : page.index("</header>")]
    assert f'data-ends="{hall.site.view("night-flight").ends_ms()}"' in head
    assert "3 of 8 tables done" in head
    assert "data-ends" not in page[page.index("</header>") :]


def test_everybody_finds_their_table_on_the_screen(hall):
    page = hall.browser().page("/e/night-flight/screen")
    panel = page[page.index('data-panel="pairings"') : page.index('data-panel="missing"')]
    assert panel.count("<li>") == 17


def test_the_screen_is_live_like_every_public_page(hall):
    page = hall.browser().page("/e/night-flight/screen")
    state = hall.browser().get("/e/night-flight/state.json").json()
    assert f'data-page="/screen" data-tag="{state["pages"]["/screen"]}"' in page
    assert 'id="screen-data" data-live-part' in page
    assert 'id="screen-head" data-live-part' in page


def test_the_keys_are_buttons_too(hall):
    page = hall.browser().page("/e/night-flight/screen")
    for act in ("next", "pause", "full"):
        assert f'<button type="button" data-do="{act}"' in page


def test_the_screen_leads_phones_to_the_event_and_shows_the_newest_results_first(hall):
    page = hall.browser().page("/e/night-flight/screen")
    code = re.search(r'class="screen-code".*?<path d="([^"]+)"', page, re.DOTALL)
    assert qr_code(f"{ADDRESS}/e/night-flight").path == code[1]
    latest = page[page.index('data-panel="latest"') : page.index('data-panel="told"')]
    recorded = [
        entry.fact.match
        for entry in hall.desk.log("night-flight")
        if isinstance(entry.fact, ResultEntered | ResultConfirmed)
    ]
    current = hall.desk.event("night-flight").current
    newest = [current.games[match].table for match in recorded[::-1] if match in current.games]
    assert [str(table) for table in newest] == re.findall(r"<li><b>(\d+)</b>", latest)


def test_what_comes_next_is_no_slide_while_a_round_is_played(hall):
    assert "Next: round" not in hall.browser().page("/e/night-flight/screen")
    assert "Next: " in hall.browser().page("/e/ladder-night/screen")


def test_the_overlay_has_the_clock_every_table_and_the_newest_results(hall):
    page = hall.browser().page("/e/night-flight/overlay")
    current = hall.desk.event("night-flight").current
    assert len(current.games) == page.count("data-table=")
    assert 'role="timer"' in page
    assert 'data-shows="ticker"' in page
    assert 'data-shows="bracket"' in hall.browser().page("/e/the-broken-crown/overlay")
