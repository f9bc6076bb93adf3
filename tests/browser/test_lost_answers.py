"""The scripts in a real browser when answers get lost, come late, or are not ours to have."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from tests.browser.browsing import Visitor
from tests.browser.house import House

EVENT = "night-flight"
ANYTHING = r"."  # what fails on purpose is loud in the console


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    made = House(tmp_path_factory.mktemp("answers"))
    made.fill_with_demo()
    event = made.events[EVENT]
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    made.games = [one for one in event.current.games.values() if one.is_open and not one.filed]
    made.cookie = made.session({EVENT: organizer})
    made.player = made.session({EVENT: made.games[0].players[0]})
    made.open()
    yield made
    made.close()


@pytest.fixture
def visit(house, browser):
    opened = []

    def open_page(session, path):
        one = Visitor(browser, house.address, session=session)
        one.allow(ANYTHING)
        opened.append(one)
        one.go(f"/e/{EVENT}{path}")
        return one

    yield open_page
    for one in opened:
        one.close()


def answers(one, *statuses):
    """Answer acts with these statuses, one after another; return the keys that were sent."""
    keys, left = [], list(statuses)

    def answered(route):
        keys.append(parse_qs(route.request.post_data)["key"][0])
        status = left.pop(0)
        said = {"refused": {"message": f"answer {len(keys)}"}} if status >= 400 else {"text": []}
        if status:
            route.fulfill(status=status, content_type="application/json", body=json.dumps(said))
        else:
            route.abort()

    one.context.route("**/do/**", answered)
    return keys


def press(one, text):
    one.page.evaluate("document.querySelector('#safety form').requestSubmit()")
    one.page.locator("#safety [data-answer]", has_text=text).wait_for(state="attached")


def test_a_key_stays_until_it_is_known_what_became_of_it(house, visit):
    one = visit(house.cookie, "/desk/standings")
    keys = answers(one, 0, 503, 429, 422, 500)
    press(one, "It may have been recorded. Send it again: it counts once.")
    for number in (2, 3, 4, 5):
        press(one, f"answer {number}")
    assert len(set(keys[:4])) == 1
    assert keys[4] != keys[3]
    assert all(keys)


def test_who_is_signed_out_is_told_and_the_light_goes_out(house, visit):
    one = visit(house.cookie, "/desk")
    one.page.locator("[data-connection]:text-is('live')").wait_for()
    one.context.clear_cookies()
    one.page.evaluate(
        """async () => {
          const { refresh } = await import(
            performance.getEntriesByType("resource").map((one) => one.name)
              .find((name) => /live\\b.*js/.test(name))
          );
          await refresh();
        }"""
    )
    light = one.page.locator("[data-connection]")
    assert light.inner_text() == "signed out: open your link again"
    assert "off" in light.get_attribute("class")


def test_an_answer_that_comes_too_late_is_not_shown(house, visit):
    one = visit(house.player, "/me")
    held = []

    def late(route):
        scores = parse_qs(route.request.post_data).get("slip.score.0", [""])
        if scores == ["1"]:
            held.append(route)
        else:
            route.fulfill(json={"text": ["the newer answer"]})

    one.context.route("**/outcome", late)
    one.page.click("#report > summary")
    one.page.click("#report >> text=Time was called")
    one.page.fill("#report [name='slip.score.1']", "20")
    with one.page.expect_request("**/outcome"):
        one.page.fill("#report [name='slip.score.0']", "1")
    one.page.wait_for_timeout(400)
    one.page.fill("#report [name='slip.score.0']", "60")
    place = one.page.locator("#report [data-outcome-text]", has_text="the newer answer")
    place.wait_for()
    for route in held:
        with one.page.expect_response("**/outcome"):
            route.fulfill(json={"text": ["the older answer"]})
    one.page.wait_for_timeout(100)
    assert held
    assert place.inner_text() == "the newer answer"
