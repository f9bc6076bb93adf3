"""How many clicks and pages lie between an empty server and a published first round."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import HEIGHTS, WIDE

if TYPE_CHECKING:
    from tests.browser.browsing import Visitor

TWENTY = [f"{number}. Player {letter}" for number, letter in enumerate("ABCDEFGHIJKLMNOPQRST", 1)]


class Counted:
    """An organizer whose clicks and page loads are counted."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.go("/")
        self.clicks = 0
        self.loads = 0
        self.page.on("domcontentloaded", lambda _: self._loaded())

    def _loaded(self) -> None:
        self.loads += 1

    def click(self, name: str | re.Pattern[str], role: str = "button") -> None:
        self.clicks += 1
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.page.wait_for_load_state()


@pytest.mark.parametrize(
    ("game", "names", "most_clicks"), [("Armada", TWENTY, 10), ("Middle-earth", TWENTY[:11], 12)]
)
def test_from_an_empty_server_to_a_published_round(house, visitor, game, names, most_clicks):
    organizer = Counted(visitor(house.address))
    page = organizer.page
    page.goto(house.owner_link)
    page.get_by_label("Your name").fill("Olga Brandt")
    organizer.click("Open the desk")
    organizer.click(re.compile(f"{game}"), "link")
    page.get_by_label("Name", exact=True).fill("Harbour Cup")
    page.get_by_label("One player in each line").fill("\n".join(names))
    organizer.click("Set up the event")
    expect(page.locator("#receipts")).to_contain_text("Everyone can see it now.")
    expect(page.locator("main")).to_contain_text(f"{len(names)} players are registered")
    assert are_seen_at_once(page, len(names))
    organizer.click(f"Check in all {len(names)}")
    paper = page.get_by_role("button", name="I have them on paper")
    if paper.count():
        organizer.click("I have them on paper")
        expect(paper).to_have_count(0)
    for box in page.get_by_label("said aloud, without a text").all():
        organizer.clicks += 1
        box.check()
    organizer.click(re.compile("draw round 1"))
    organizer.click("Publish pairings")
    expect(page.locator("main")).to_contain_text("Start the clock")
    assert organizer.clicks <= most_clicks, organizer.clicks
    assert organizer.loads <= 8, organizer.loads


def are_seen_at_once(page, count):
    """Whether the table of players fits a window; it is opened in another one, uncounted."""
    beside = page.context.new_page()
    beside.goto(re.sub(r"/desk.*", "/desk/people", page.url))
    last = beside.locator("tr.player-row").nth(count - 1).bounding_box()
    beside.close()
    return last is not None and last["y"] + last["height"] <= HEIGHTS[WIDE]
