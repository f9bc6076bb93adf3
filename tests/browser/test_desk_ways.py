"""Ways at the desk that need a browser: links in hand, options found, a schedule that moves on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

EVENT = "harbour-lights"


def test_links_of_a_selection_are_downloaded_as_a_table(demo_house, regular):
    page = regular(demo_house, "owner").go(f"/e/{EVENT}/desk/links")
    ticks = page.locator("input[name=players]")
    names = [ticks.nth(place).get_attribute("aria-label") for place in (0, 2)]
    ticks.nth(0).check()
    ticks.nth(2).check()
    page.get_by_role("button", name="New links for selected").click()
    expect(page.locator(".badge")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    file: Path = download.value.path()
    table = file.read_text("utf-8-sig")
    assert all(str(name) in table for name in names)
    addresses = page.locator(".badge .address").all_inner_texts()
    assert all(address in table for address in addresses)
    expect(page.get_by_role("button", name="Copy all")).to_be_visible()


def test_options_are_found_by_a_word(demo_house, regular):
    page = regular(demo_house, "owner").go("/desk/new?ruleset=armada")
    page.locator("#options > summary").click()
    page.get_by_label("Find an option").fill("repeats")
    expect(page.locator("#options-pairings")).to_be_visible()
    expect(page.locator("#options-time")).to_be_hidden()
    page.get_by_label("Find an option").fill("zzz")
    expect(page.get_by_text("No option matches.")).to_be_visible()


def test_expected_times_move_on_while_nothing_happens(demo_house, regular):
    page = regular(demo_house, "owner").go("/e/night-flight")
    rows = page.locator("#schedule tr")
    before = rows.nth(2).locator("[data-from-text]").inner_text()
    page.evaluate(
        """() => {
          for (const row of document.querySelectorAll("#schedule tr")) {
            for (const name of ["from", "to"]) {
              if (row.dataset[name]) row.dataset[name] = Number(row.dataset[name]) - 9 * 3600000;
            }
          }
          document.dispatchEvent(new Event("tiltyard:fresh"));
        }"""
    )
    running = rows.nth(1).locator("[data-to-text]").inner_text()
    assert rows.nth(2).locator("[data-from-text]").inner_text() != before
    assert running != rows.nth(1).locator("[data-from-text]").inner_text()
