"""The desk by keyboard: the list of keys, the search, and letters that go to a page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import HEIGHTS, NARROW
from tests.browser.places import OWNER, RUNNING

DESK = f"/e/{RUNNING}/desk"


@pytest.fixture
def page(demo_house, visitor):
    return visitor(demo_house.address, session=demo_house.cookies[OWNER]).go(f"{DESK}/standings")


def test_a_question_mark_lists_the_keys_and_escape_closes_them(page):
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_g_and_a_letter_goes_to_a_page(page):
    page.keyboard.press("g")
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("/desk/people$"))


def test_a_slash_searches_and_enter_goes_there(page):
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Players, tables and pages")
    expect(box).to_be_focused()
    box.fill("greta")
    chosen = page.get_by_role("listbox").get_by_role("option", selected=True)
    expect(chosen).to_contain_text("Greta")
    box.press("Enter")
    expect(page).to_have_url(re.compile("/desk/player/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Greta")


def test_a_table_is_found_by_its_number_and_opens_on_the_floor(page):
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Players, tables and pages").press_sequentially("4")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/desk\?table="))
    expect(page.locator("#panel h2").first).to_contain_text("4")


def test_keys_are_letters_where_somebody_types_and_can_be_switched_off(page):
    page.goto(f"{DESK}/people")
    field = page.get_by_placeholder("Find a player")
    field.press_sequentially("g/?s")
    expect(field).to_have_value("g/?s")
    page.locator("h1").click()
    page.keyboard.press("?")
    page.get_by_label("Use these keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()


def test_on_a_phone_a_pressed_tile_brings_its_table_into_view(demo_house, visitor):
    somebody = visitor(demo_house.address, session=demo_house.cookies[OWNER], width=NARROW)
    page = somebody.go(DESK)
    page.locator(".tile").first.click()
    expect(page.locator("#panel h2").first).to_be_focused()
    box = page.locator("#panel h2").first.bounding_box()
    assert box is not None
    assert box["y"] < HEIGHTS[NARROW] / 4


def test_minutes_that_pass_are_seen_on_the_floor_without_an_act(demo_house, visitor):
    page = visitor(demo_house.address, session=demo_house.cookies[OWNER]).page
    page.clock.install()
    page.goto(DESK)
    with page.expect_response(lambda answer: answer.url.endswith("/desk")):
        page.clock.run_for(61_000)
