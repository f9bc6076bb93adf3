"""The structure adviser at "New event": compared on a page, taken with one press."""

from __future__ import annotations

from html import unescape

import pytest

from tests.web.hall import WebHall, text_of


@pytest.fixture(scope="module")
def owner():
    made = WebHall()
    yield made.browser(owner=True)
    made.close()


def test_structures_are_compared_and_one_press_takes_one(owner):
    page = owner.page("/desk/advice?ruleset=armada&players=10&hours=8")

    assert "3 rounds, no cut" in unescape(text_of(page))
    assert "Too long" in page
    assert "/desk/new?ruleset=armada&amp;players=10&amp;structure=basic" in page
    assert 'value="4"' in owner.page(
        "/desk/new?ruleset=armada&players=10&structure=custom&swiss_rounds=4"
    )


def test_the_form_of_a_new_event_leads_to_it(owner):
    assert "/desk/advice?ruleset=armada" in owner.page("/desk/new?ruleset=armada")


@pytest.mark.parametrize("asked", ["players=x&hours=-1", "players=99999999&field=odd"])
def test_what_nobody_can_mean_counts_as_not_said(owner, asked):
    assert "Compare structures" in owner.page(f"/desk/advice?ruleset=diskwars&{asked}")


def test_without_a_game_the_games_are_shown(owner):
    assert "/desk/new?ruleset=armada" in owner.page("/desk/advice")
