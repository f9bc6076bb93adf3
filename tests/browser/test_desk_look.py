"""The desk of sixty players: how much of it is seen at once, in which size, on which screen."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import NARROW, sideways
from tests.browser.large_house import LargeHouse
from tests.browser.places import OWNER

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREEN = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    house = LargeHouse(tmp_path_factory.mktemp("large"), 60, ("drawn", "running", "over"))
    try:
        yield house.open()
    finally:
        house.close()


@pytest.fixture
def desk(large, visitor):
    def opened(path: str, **how) -> Page:
        page = visitor(large.address, session=large.cookies[OWNER], **how).go(path)
        if not how:
            page.set_viewport_size(SCREEN)
        return page

    return opened


def seen(page: Page, rows: str) -> int:
    """How many rows end above the lower edge of the window."""
    above = "(all) => all.map((one) => one.getBoundingClientRect().bottom <= innerHeight)"
    return page.locator(rows).evaluate_all(above).count(True)


def test_eighteen_rows_of_the_standings_and_twenty_players_are_seen_at_once(desk):
    page = desk("/e/over/desk/standings")
    assert seen(page, "table.standings tbody tr") >= 18
    page.goto("/e/over/desk/people")
    assert seen(page, "tr.player-row") >= 20
    page.goto("/size/comfortable")
    page.goto("/e/over/desk/standings")
    assert seen(page, "table.standings tbody tr") >= 18


def test_a_row_of_the_standings_says_what_decided_it_on_demand(desk):
    page = desk("/e/over/desk/standings")
    first = page.locator("table.standings tbody tr").first
    expect(first).to_contain_text("2–0–0")
    expect(first).not_to_contain_text("ahead of")
    first.locator("a.clause").hover()
    card = page.locator("#rule-card")
    expect(card).to_contain_text("ahead of")
    expect(card).to_contain_text(">")
    expect(card).to_contain_text("Armada Tournament Regulations")


def test_the_size_is_chosen_once_and_remembered(desk):
    page = desk("/e/over/desk")
    size = "getComputedStyle(document.documentElement).fontSize"
    assert page.evaluate(size) == "14px"
    page.get_by_role("link", name="Comfortable").click()
    page.wait_for_function(f"{size} === '16px'")
    page.goto("/e/over/desk/standings")
    assert page.evaluate(size) == "16px"
    page.get_by_role("link", name="Compact").click()
    page.wait_for_function(f"{size} === '14px'")


def test_a_draw_has_its_opponents_in_columns_and_each_reason_once(desk):
    page = desk("/e/drawn/desk/round")
    lefts = page.locator(".drawn .chair:last-child").evaluate_all(
        "(all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))]"
    )
    assert len(lefts) == 1
    reasons = page.locator(".drawn .reason").all_inner_texts()
    assert all(one != other for one, other in pairwise(reasons))
    assert seen(page, ".drawn .table-line") >= 9


@pytest.mark.parametrize("page", ["drawn/desk/round", "over/desk/standings", "running/desk"])
def test_nothing_scrolls_sideways_on_a_phone(desk, page):
    assert sideways(desk(f"/e/{page}", width=NARROW)) == []
