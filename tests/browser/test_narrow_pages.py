"""Public pages on the narrowest phones, with the largest letters and the longest names."""

from __future__ import annotations

import pytest

from tests.browser.browsing import NARROW
from tests.browser.places import CUT, RUNNING

PAGES = ("", "/pairings", "/tables", "/standings", "/bracket", "/players/p6", "/draws", "/players")
PRESSES = False
LONG = "Donaudampfschifffahrtsgesellschaftskapitän Maximiliane-Friederike Schwarzenberger"
LENGTHEN = """(name) => {
  for (const link of [...document.querySelectorAll("main a[href*='/players/']")].slice(0, 2)) {
    link.textContent = name;
  }
}"""


@pytest.mark.parametrize(("width", "letters"), [(320, "100%"), (NARROW, "200%"), (320, "130%")])
def test_no_public_page_moves_sideways(demo_house, visitor, width, letters):
    reader = visitor(demo_house.address, width=NARROW)
    reader.page.set_viewport_size({"width": width, "height": 800})
    too_wide = {}
    for event in (RUNNING, CUT):
        for page in PAGES:
            reader.page.goto(f"/e/{event}{page}")
            reader.page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
            reader.page.evaluate(LENGTHEN, LONG)
            found = reader.page.evaluate("document.documentElement.scrollWidth")
            if found > width:
                too_wide[event + page] = found
    assert {} == too_wide
