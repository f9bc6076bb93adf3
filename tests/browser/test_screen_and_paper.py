"""The big screen with fields of any size, and what pages look like on paper."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from tests.browser.places import OWNER, RUNNING
from tests.web.hall import TestClock, WebHall
from tests.web.public.large_field import large_field
from tiltyard.day.event import Timer
from tiltyard.text.language import speaking
from tiltyard.web.event_view import EventView
from tiltyard.web.pages.public.public_pages import find_page

ADDRESS = "http://screen.test"
LONG = "Maximiliane Friederike von Hofmann-Steiner zu Schwarzenberg"
KINDS = {"js": "text/javascript", "css": "text/css"}
MOVED = """window.moved = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.moved += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
GROUNDS = """() => [document.documentElement, document.body].map(
  (element) => getComputedStyle(element).backgroundColor)"""
LOOK = """() => {
  const stage = document.getElementById("screen-stage").getBoundingClientRect();
  const rows = [...document.querySelectorAll("#screen-stage li")];
  const names = rows.map((row) => row.querySelector("span"));
  return {
    title: document.querySelector("#screen-stage h2").textContent,
    names: names.map((one) => one.textContent),
    cut: names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    outside: rows.filter((row) => row.getBoundingClientRect().bottom > stage.bottom + 1).length,
    columns: document.querySelector(".screen-columns")?.childElementCount ?? 0,
    size: parseFloat(document.querySelector(".screen-columns")?.style.fontSize ?? "0"),
  };
}"""


def screen_of(players: int) -> str:
    """The page of a screen with so many players, one of them with a very long name."""
    view = large_field(players)
    event = view.event
    began = replace(event.rounds[1], timer=Timer(90, TestClock().now()))
    people = {**event.people, "p2": LONG}
    entrants = {**event.entrants, "p2": replace(event.entrants["p2"], name=LONG)}
    event = replace(event, rounds=(event.rounds[0], began), people=people, entrants=entrants)
    view = EventView(event, view.rules, view.document, view.clock)
    hall = WebHall()
    page = find_page(view, "/screen")
    with speaking("en"):
        values = page.context(view, hall.desk)
    html = hall.site.renderer.public(page.template, "en", view, "/screen", "tag", values)
    hall.close()
    return html


def serve(html: str):
    """Answer a browser with this page and the files it asks for."""
    folder = files("tiltyard.web") / "static"

    def answer(route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path == "/e/large/screen":
            route.fulfill(body=html, content_type="text/html")
            return
        stem, _, ending = path.rpartition("/")[2].partition(".")
        ending = ending.rpartition(".")[2]
        found = folder / f"{stem}.{ending}"
        if ending in KINDS and found.is_file():
            route.fulfill(body=found.read_text("utf-8"), content_type=KINDS[ending])
            return
        route.fulfill(status=404, body="")

    return answer


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("players", [8, 60, 400])
def test_every_name_is_whole_on_the_screen(browser, players, size):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.clock.set_fixed_time(TestClock().now())
    page.route("**/*", serve(screen_of(players)))
    page.goto(f"{ADDRESS}/e/large/screen")
    page.wait_for_function("document.body.classList.contains('staged')")
    seen: list[str] = []
    while (look := page.evaluate(LOOK))["title"].startswith("Find your table"):
        assert [] == look["cut"]
        assert look["outside"] == 0
        assert 1 <= look["columns"] <= 3
        assert look["size"] >= 0.024 * size[1]
        seen += look["names"]
        page.keyboard.press("ArrowRight")
    page.close()
    assert len(seen) == len(set(seen)) == players
    assert LONG in seen


@pytest.mark.parametrize("minutes, classes", [(79, ""), (80, "is-near"), (90, "is-over")])
def test_the_clock_warns_in_the_last_ten_minutes_only(browser, minutes, classes):
    page = browser.new_page()
    clock = TestClock()
    clock.move(minutes=minutes)
    page.clock.set_fixed_time(clock.now())
    page.route("**/*", serve(screen_of(8)))
    page.goto(f"{ADDRESS}/e/large/screen")
    page.wait_for_function("!document.querySelector('[data-ends]').textContent.startsWith('until')")
    assert page.locator("[data-ends]").get_attribute("class") in {classes, None}
    assert page.locator("[data-when-near]").is_visible() is (classes == "is-near")
    assert page.locator("[data-when-over]").is_visible() is (classes == "is-over")
    page.close()


@pytest.mark.parametrize("path", ["desk/round", "desk/results", "desk/standings", "pairings"])
def test_paper_has_the_event_the_round_and_the_table_and_nothing_to_press(
    demo_house, visitor, path
):
    owner = visitor(demo_house.address, session=demo_house.cookies[OWNER])
    page = owner.go(f"/e/{RUNNING}/{path}")
    page.emulate_media(media="print")
    assert page.locator(".brand").is_visible()
    assert page.locator("h1").is_visible()
    unwanted = "nav, button, form, .button, .clock-card, details:not([open]), .light, aside"
    assert page.locator(f":is({unwanted}):visible").count() == 0


def test_the_screen_moves_nothing_while_it_opens(demo_house, visitor):
    reader = visitor(demo_house.address)
    reader.context.add_init_script(MOVED)
    reader.page.goto(f"/e/{RUNNING}/screen")
    reader.page.locator("#screen-stage .screen-slide").wait_for()
    reader.page.wait_for_timeout(600)
    assert reader.page.evaluate("window.moved") < 0.1


def test_an_overlay_is_clear_and_shows_the_table_that_is_asked_for(demo_house, visitor):
    reader = visitor(demo_house.address)
    reader.page.goto(f"/e/{RUNNING}/overlay?show=table&table=2")
    reader.page.locator("[data-table='2']").wait_for()
    assert not reader.page.locator("[data-table='1']").is_visible()
    assert not reader.page.locator("[data-shows=clock]").is_visible()
    grounds = reader.page.evaluate(GROUNDS)
    assert ["rgba(0, 0, 0, 0)"] * 2 == grounds
