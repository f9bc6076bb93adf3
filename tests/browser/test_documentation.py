"""The documentation as files, opened from its folder: search without a network, for everybody."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.browsing import NARROW, WIDE, sideways
from tiltyard.web.documentation_site import write_site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    write_site(folder)
    return folder.as_uri()


@pytest.fixture
def reader(site, visitor):
    def opened(name, width=WIDE):
        return visitor(site, width=width).go(f"{site}/{name}")

    return opened


def test_the_search_leads_to_the_part_that_says_it(reader):
    page = reader("index.html")
    page.keyboard.press("/")
    page.keyboard.type("spare player")
    expect(page.locator("#found a").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("article")).to_contain_text("Spare")


def test_a_word_that_stands_nowhere_is_said_to_be_nowhere(reader):
    page = reader("index.html")
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("#found")).to_have_text("Nothing found. Try another word.")
    page.keyboard.press("Escape")
    expect(page.locator("#found")).to_be_hidden()


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("name", ["index.html", "index.de.html", "first-event.html"])
def test_pages_fit_every_width_and_lack_nothing_for_anybody(reader, name, width):
    page = reader(name, width)

    assert sideways(page) == []
    assert [
        rule["id"] for rule in Axe().run(page, options={"preload": False}).response["violations"]
    ] == []
    loaded = "images => images.every((image) => image.complete && image.naturalWidth)"
    page.locator("img").evaluate_all("images => images.forEach((image) => image.loading = 'eager')")
    page.wait_for_function(f"({loaded})([...document.images])")
