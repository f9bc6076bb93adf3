"""After an act in place the page is what a reload shows: in a real browser, act by act."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.large_house import LargeHouse
from tests.browser.places import OWNER

if TYPE_CHECKING:
    from playwright.sync_api import Page

READ = """() => [document.querySelector("header"), document.querySelector("main")]
  .map((one) => { const copy = one.cloneNode(true);
    const own = "#receipts, [role=timer], [data-connection], dialog";
    for (const gone of copy.querySelectorAll(own)) gone.remove();
    return copy.textContent.replace(/\\s+/g, " "); }).join(" ")"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    moments = ("check-in", "drawn", "over", "played")
    plan = {"structure": "custom", "swiss_rounds": 3, "cut": 4}
    made = LargeHouse(tmp_path_factory.mktemp("acts"), 8, moments, **plan)
    try:
        yield made.open()
    finally:
        made.close()


@pytest.fixture
def desk(house, visitor):
    return lambda path: visitor(house.address, session=house.cookies[OWNER]).go(path)


def same_as_reloaded(page: Page) -> None:
    page.wait_for_load_state("load")
    before = page.evaluate(READ)
    page.reload()
    assert re.sub(r"\d+ min", "", page.evaluate(READ)) == re.sub(r"\d+ min", "", before)


def act(page: Page, name: str, *, reason: str = "") -> None:
    """Press a button, in its fold and with a reason if it wants one, and wait until it is said."""
    button = page.get_by_role("button", name=name, exact=True)
    if reason:
        page.locator("summary", has_text=name).first.click()
        page.locator("details[open] input[name=reason]").first.fill(reason)
    button.locator("visible=true").first.click()
    expect(page.locator("#receipts .receipt").first).to_be_visible()


def test_after_finish_the_event_can_be_archived(desk):
    page = desk("/e/played/desk/finish")
    page.locator("form[action$='finish-event'] button").click()
    page.locator("dialog.ask button.primary").click()
    expect(page.locator("#receipts .receipt").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Archive"))).to_be_visible()
    same_as_reloaded(page)


def test_after_an_announcement_the_next_can_be_written(desk):
    page = desk("/e/drawn/desk/announcements")
    page.locator("[name=text]").fill("Lunch next door")
    act(page, "Announce")
    expect(page.locator("#notices-now")).to_contain_text("Lunch next door")
    expect(page.locator("#post-notice [name=text]")).to_have_value("")
    same_as_reloaded(page)


def test_after_withdraw_players_are_swapped_again(desk):
    page = desk("/e/drawn/desk/round")
    page.locator("form[action$='publish-round'] button").click()
    expect(page.locator("#tiles")).to_be_visible()  # the floor is where a published round goes on
    page.goto("/e/drawn/desk/round")
    act(page, page.locator("#withdraw-round-details summary").inner_text(), reason="too early")
    chairs = page.locator("button.chair")
    expect(chairs.first).to_be_visible()
    expect(page.locator("#receipts .receipt")).to_be_visible()  # the page that was opened again
    same_as_reloaded(page)
    chairs.nth(0).click()
    chairs.nth(2).click()
    expect(page.locator("#change.is-floating")).to_be_visible()


def test_a_clock_that_is_paused_resumed_and_over_is_the_same_after_a_reload(desk):
    page = desk("/e/over/desk")
    page.locator("form[action$='draw-round'] button").first.click()
    page.locator("form[action$='publish-round'] button").click()
    expect(page.locator("form[action$='start-clock'] button").first).to_be_visible()
    page.goto("/e/over/desk")
    for step in ("start-clock", "pause-clock", "resume-clock"):
        page.locator(f"form[action$='{step}'] button").first.click()
        expect(page.locator(f"form[action$='{step}']")).to_have_count(0)
        same_as_reloaded(page)


def test_a_check_in_is_the_same_after_a_reload(desk):
    page = desk("/e/check-in/desk/check-in")
    page.locator(".is-missing").first.click()
    expect(page.locator("main")).to_contain_text("5 of 8")
    same_as_reloaded(page)
