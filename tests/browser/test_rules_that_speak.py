"""A clause mark opens its card on hover, focus and touch, and without a script leads to a page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.browsing import NARROW
from tests.browser.places import OWNER, RUNNING

DESK = f"/e/{RUNNING}/desk/standings"


def test_a_mark_opens_on_hover_and_focus_and_closes(demo_house, visitor):
    page = visitor(demo_house.address, session=demo_house.cookies[OWNER]).go(DESK)
    mark, card = page.locator("main a.clause").first, page.locator("#rule-card")
    mark.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text(re.compile(r"X-Wing.*XW-\d{3}", re.DOTALL))
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()
    page.locator("body").press("Tab")
    mark.evaluate("(one) => one.focus({ focusVisible: true })")
    expect(card).to_be_visible()
    assert mark.get_attribute("aria-describedby") == "rule-card"
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_mark_opens_by_touch_inside_the_window(demo_house, visitor):
    page = visitor(demo_house.address, width=NARROW).go(f"/e/{RUNNING}/rules")
    card = page.locator("#rule-card")
    page.locator("main a.clause").last.tap()
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= NARROW
    assert page.url.endswith("/rules")
    page.locator("h1").first.tap()
    expect(card).to_be_hidden()


def test_without_a_script_a_mark_leads_to_its_rule(demo_house, visitor):
    page = visitor(demo_house.address, scripts=False).go(f"/e/{RUNNING}/rules")
    page.locator("main a.clause").first.click()
    expect(page.locator("[data-rule]").first).to_contain_text(re.compile(r"XW-\d{3}"))
