"""What if on the public page and at the desk: tried in the address, recorded nowhere."""

from __future__ import annotations

from html import unescape

import pytest

from tests.web.hall import WebHall, text_of

NIGHT = "night-flight"


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


@pytest.mark.parametrize("home", ["what-if", "desk/what-if"])
def test_a_result_is_tried_and_nothing_is_recorded(hall, home):
    before = hall.site.desk.event(NIGHT).version
    browser = hall.browser(NIGHT, hall.organizer_of(NIGHT))

    page = unescape(text_of(browser.page(f"/e/{NIGHT}/{home}?r=1.1%3D0-100")))

    assert "Supposed results" in page
    assert "0–100" in page
    assert before == hall.site.desk.event(NIGHT).version


def test_the_form_adds_to_the_address_and_each_game_counts_once(hall):
    address = f"/e/{NIGHT}/what-if?r=1.1%3D100-0&game=1.1&first=0&second=100"

    page = hall.browser().page(address)

    assert 'value="1.1=0-100"' in page
    assert 'value="1.1=100-0"' not in page


@pytest.mark.parametrize("asked", ["r=nonsense", "r=99.1%3D1-0", "game=1.1&first=x&second=2"])
def test_what_cannot_be_is_answered_on_the_page(hall, asked):
    page = hall.browser().page(f"/e/{NIGHT}/what-if?{asked}")

    assert 'role="alert"' in page
    assert "Supposed results" not in page
