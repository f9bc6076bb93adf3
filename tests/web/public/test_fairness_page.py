"""The fairness report on its public page and on paper."""

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


def test_every_number_that_counts_something_opens_what_it_counts(hall):
    page = hall.browser().page(f"/e/{NIGHT}/fairness")

    assert "Spread of opponents' points per round" in unescape(text_of(page))
    assert '<details id="strength-parts">' in page
    assert "/fairness" in hall.browser().page(f"/e/{NIGHT}/standings")


def test_staff_prints_it(hall):
    browser = hall.browser(NIGHT, hall.organizer_of(NIGHT))

    answer = browser.get(f"/e/{NIGHT}/print/fairness.pdf")

    assert 200 == answer.status_code
    assert answer.content.startswith(b"%PDF")
