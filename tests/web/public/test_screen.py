from __future__ import annotations

import re

import pytest

from tests.web.hall import WebHall


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
        ("night-flight", ["pairings", "missing", "standings", "told"]),
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
