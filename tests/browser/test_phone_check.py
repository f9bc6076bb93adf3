"""The page on which a phone tries its way to the desk."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.browsing import NARROW

PRESSES = False


def test_a_phone_sees_that_it_reaches_the_desk_and_what_will_work(demo_house, visitor):
    page = visitor(demo_house.address, width=NARROW).go(f"{demo_house.address}/phone-check")

    expect(page.locator("#answers")).to_have_text(re.compile(r"The desk answers in \d+ ms\."))
    expect(page.locator("#keeps")).to_have_text("This browser keeps reports until they are sent.")
    expect(page.locator(".checks .good").first).to_contain_text(demo_house.address)


def test_a_desk_that_stops_answering_is_said_to(demo_house, visitor):
    phone = visitor(demo_house.address, width=NARROW)
    phone.page.route("**/health", lambda route: route.abort())
    page = phone.go(f"{demo_house.address}/phone-check")

    expect(page.locator("#answers")).to_have_text(
        "The desk doesn't answer any more. Reload this page."
    )
    phone.troubles.clear()
