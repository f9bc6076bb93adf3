"""Every page in Chromium: accessible, clean, narrow enough, wide and on a phone, light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.amount import is_full
from tests.browser.browsing import HEIGHTS, NARROW, WIDE, sideways
from tests.browser.places import NOBODY, OWNER, RUNNING, Place, places

AXE = Axe().axe_script
PRESSES = False
SEVERE = {"serious", "critical"}
ALL_RULES = {"resultTypes": ["violations"], "preload": False}  # there are no films to be loaded
LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
LOOKING = {**ALL_RULES, "runOnly": {"type": "rule", "values": LOOKS}}  # what a width can change
REFUSED = r"Failed to load resource: the server responded with a status of 40[34]"
CHANGING = ("/e/{event}", "/e/{event}/desk")
RUN = """(rules) => {
  const slight = axe._audit.rules.filter((rule) => ["minor", "moderate"].includes(rule.impact));
  const off = Object.fromEntries(slight.map((rule) => [rule.id, { enabled: false }]));
  return axe.run({ rules: off, ...rules }).then((found) => found.violations);
}"""

HEAD = """() => [document.title.trim() !== "", document.documentElement.lang,
  document.querySelectorAll("h1").length]"""


def severe(page, rules):
    """What axe holds against a page, in words; the page has to know axe."""
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in page.evaluate(RUN, rules)
        if one["impact"] in SEVERE
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("rules", [ALL_RULES, LOOKING], ids=["all rules", "looks"])
def test_axe_finds_what_is_wrong(rules, demo_house, visitor):
    page = visitor(demo_house.address).go("/")
    page.evaluate(AXE)
    assert [] == severe(page, rules)
    page.locator("h1").evaluate("one => one.style.color = '#ddd'")

    (found,) = severe(page, rules)
    assert found.startswith("color-contrast: <h1")


def visited():
    """Every page once, and those that change most in every state; with `--full` every state."""
    if is_full():
        return places()
    most_telling = sorted(places(), key=lambda place: place.event != RUNNING)
    kept = {}
    for place in most_telling:
        state = place.event if place.path in CHANGING else ""
        kept.setdefault((place.path, place.actor, place.status, state), place)
    return list(kept.values())


@pytest.mark.parametrize("place", [pytest.param(place, id=place.name) for place in visited()])
def test_a_page_is_fit_for_everybody(place, demo_house, regular):
    somebody = regular(demo_house, place.actor)
    somebody.allow(REFUSED)  # a page that is not there says so in the console of the browser
    page = somebody.go(demo_house.address_of(place))

    assert place.status == somebody.status
    assert [True, "en", 1] == page.evaluate(HEAD)  # a title, the language, one heading
    page.evaluate(AXE)
    assert [] == severe(page, ALL_RULES)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": NARROW, "height": HEIGHTS[NARROW]})
    assert [] == sideways(page)
    assert [] == severe(page, LOOKING)


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_page_speaks_german(width, demo_house, visitor):
    somebody = visitor(demo_house.address, language="de-DE", width=width)

    for path in ("/", f"/e/{RUNNING}", f"/e/{RUNNING}/pairings", f"/e/{RUNNING}/standings"):
        page = somebody.go(path)
        assert "de" == page.locator("html").get_attribute("lang")
        assert [] == sideways(page)


@pytest.mark.parametrize("place", [Place("/e/{event}", RUNNING, NOBODY), Place("/desk", "", OWNER)])
def test_the_first_key_leads_to_the_content(place, demo_house, visitor):
    somebody = visitor(demo_house.address, session=demo_house.cookies[place.actor])
    page = somebody.go(demo_house.address_of(place))

    page.keyboard.press("Tab")
    assert "skip" == page.evaluate("document.activeElement.className")
    page.keyboard.press("Enter")
    page.wait_for_url("**/*#content", wait_until="commit")
