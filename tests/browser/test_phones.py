"""Phones in a hall: the light is true, nothing is lost or reopened, every text fits."""

from __future__ import annotations

import os
import re
import signal
from contextlib import contextmanager

import pytest
import segno

from tests.browser.browsing import NARROW, Visitor, sideways
from tests.browser.house import House

EVENT = "night-flight"
ME = f"/e/{EVENT}/me"
ANYTHING = r"."  # a line that is cut is loud in the console
WITHIN = 10_000  # milliseconds in which a light has to go off


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    made = House(tmp_path_factory.mktemp("phones"))
    made.fill_with_demo()
    event = made.events[EVENT]
    games = event.current.games.values()
    made.games = [game for game in games if game.is_open and not game.filed]
    made.cookies = {
        player: made.session({EVENT: player}) for game in made.games for player in game.players
    }
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    made.desk = made.session({EVENT: organizer})
    made.open()
    yield made
    made.close()


@pytest.fixture
def visit(house, browser):
    opened = []

    def open_page(session, path=ME, **how):
        visitor = Visitor(browser, house.address, session=session, width=NARROW, **how)
        visitor.allow(ANYTHING)
        opened.append(visitor)
        visitor.go(path)
        return visitor

    yield open_page
    for visitor in opened:
        visitor.close()


@contextmanager
def frozen(house):
    """The server takes lines and answers nobody."""
    process = house._process.pid
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def light(page, text, timeout=WITHIN):
    page.locator(".bar .light", has_text=re.compile(text)).wait_for(timeout=timeout)


def test_the_light_goes_off_with_the_server_and_comes_back_by_itself(house, visit):
    page = visit(house.cookies[house.games[0].players[0]]).page
    light(page, "^live$")
    with frozen(house):
        light(page, r"^no connection · as of \d\d:\d\d$")
    light(page, "^live$", timeout=20_000)


def test_the_light_hears_that_the_network_is_gone(house, visit):
    visitor = visit(house.cookies[house.games[0].players[0]])
    light(visitor.page, "^live$")
    visitor.context.set_offline(True)
    light(visitor.page, "^no connection", timeout=1000)
    visitor.context.set_offline(False)
    light(visitor.page, "^live$", timeout=20_000)


def test_a_form_that_the_desk_has_overtaken_asks_about_the_desks_result(house, visit):
    game = house.games[1]
    page = visit(house.cookies[game.players[0]]).page
    page.click("#bar >> text=Report result")
    page.click("#report >> text=Time was called")
    page.fill("#report [name='slip.score.0']", "33")
    desk = visit(house.desk, f"/e/{EVENT}/desk/match/{game.id}").page
    desk.evaluate(
        """([event, match]) => {
          const token = document.querySelector("[name=form_token]").value;
          const said = { form_token: token, key: "by-the-desk", match, "slip.end": "time" };
          const body = new URLSearchParams({ ...said, "slip.score.0": "10", "slip.score.1": "44" });
          for (const code of ["score-impossible"]) body.append("confirm", code);
          // The page of the match opens anew by itself once the result is there: nobody waits.
          fetch(`/e/${event}/do/enter-result`, { method: "POST", body, keepalive: true });
        }""",
        [EVENT, game.id],
    )
    page.locator("#result h2", has_text="The desk entered a result").wait_for()
    assert page.locator("#result .verdict", has_text="You lose 10–44").is_visible()
    assert page.locator("#result >> text=Confirm result").is_visible()
    page.click("summary >> text=That's wrong")
    assert page.locator("#report [name='slip.score.0']").input_value() == "33"
    page.reload()
    page.click("button >> text=Confirm result")
    page.locator("#result .state", has_text="Confirmed").wait_for()


@pytest.mark.parametrize("size", [100, 130, 150, 200])
def test_the_own_page_fits_at_every_text_size(house, visit, size):
    page = visit(house.cookies[house.games[2].players[0]]).page
    page.set_viewport_size({"width": 320 if size == 100 else NARROW, "height": 660})
    page.evaluate("size => document.documentElement.style.fontSize = `${size}%`", size)
    assert [] == sideways(page)
    bar = page.locator("#bar").bounding_box()
    assert bar["y"] + bar["height"] <= 661
    assert page.locator("#now .figure").bounding_box()["height"] < 90 * size / 100


def test_the_own_row_is_marked_and_standings_have_a_search(house, visit):
    player = house.games[2].players[0]
    name = house.events[EVENT].people[player]
    page = visit(house.cookies[player]).page
    for path in ("/pairings", "/standings"):
        page.goto(f"/e/{EVENT}{path}")
        assert [name] == page.locator("tr.own th").all_inner_texts()
        page.fill("#find", name[:6])
        assert 0 < page.locator("#rows tbody tr:visible").count() < 5
    page.locator("tr.own td a").first.click()
    assert page.locator(".proof:target h2").inner_text().startswith("Place ")
    page.goto(f"/e/{EVENT}/pairings")
    page.locator("tr.own td a").first.click()
    assert page.locator("#why:target h2").inner_text() == "Why this pairing"
    page.go_back()
    tabs = page.locator(".event-tabs a")
    assert {tab.bounding_box()["y"] for tab in tabs.all()} == {tabs.first.bounding_box()["y"]}
    assert "My match" == tabs.first.inner_text()


def test_a_phone_calls_its_reader_when_the_opponent_reports(house, visit):
    game = house.games[3]
    page, other = (visit(house.cookies[player]).page for player in game.players)
    light(page, "^live$")
    with page.expect_response(lambda answer: answer.url.endswith(ME)):
        page.click(".event-tabs >> text=Standings")  # there, too
    page.locator(".light", has_text="live").wait_for()
    other.click("#bar >> text=Report result")
    other.click("#report >> text=Time was called")
    other.fill("#report [name='slip.score.0']", "0")
    other.fill("#report [name='slip.score.1']", "0")
    other.click("text=Send result")
    page.locator("#banner", has_text="Your opponent reported a result.").wait_for()
    page.click(".event-tabs >> text=My match")
    page.locator("#banner", has_text="Your opponent reported a result.").wait_for()
    assert page.title().startswith("(1) ")
    assert page.locator("main > section:not([hidden])").first.get_attribute("id") == "result"
    page.reload()
    assert page.locator("#banner p").inner_text() == "Your opponent reported a result."
    page.click("#banner button")
    assert not page.title().startswith("(")
    page.click("button >> text=Confirm result")
    page.locator("#changes", has_text="Confirmed").wait_for(state="attached")
    assert page.locator("#banner p").count() == 0  # the own act is no news
    other.locator("#banner", has_text="Result confirmed.").wait_for()


def test_the_last_state_is_shown_without_a_connection_and_says_how_old_it_is(house, browser):
    player = house.games[2].players[0]
    context = browser.new_context(base_url=house.address, locale="en-GB")
    context.add_cookies([{"name": "s", "value": house.cookies[player], "url": house.address}])
    page = context.new_page()
    page.goto(ME)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.goto(f"/e/{EVENT}/pairings")
    page.goto(ME)
    light(page, "^live$")
    seen = page.locator("#now h1").inner_text()
    context.set_offline(True)
    page.reload()
    assert page.locator("#now h1").inner_text() == seen
    light(page, r"^no connection · as of \d\d:\d\d$")
    page.goto(f"/e/{EVENT}/pairings")
    assert page.locator("tr.own").count() == 1
    page.goto(ME)
    page.click("#bar >> text=Call a judge")
    page.fill("#topic", "Still here?")
    page.click("#judge button")
    page.locator("#outbox .waiting").wait_for()
    game = house.games[2]
    shown = f"match={game.id}&slip.side={game.players[1]}&slip.end=time"
    page.goto(f"{ME}/slip?{shown}&slip.score.0=20&slip.score.1=60")
    page.locator("text=Your opponent reports 60–20").wait_for()
    page.click("button >> text=Confirm result")
    assert page.locator("#outbox .waiting").count() == 2
    context.set_offline(False)
    page.locator("#outbox .sent").first.wait_for()
    light(page, "^live$", timeout=20_000)
    context.close()


def test_a_report_that_waits_is_shown_as_a_code_another_encoder_would_make(house, visit):
    visitor = visit(house.cookies[house.games[2].players[1]])
    page = visitor.page
    light(page, "^live$")
    lengths = (17, 32, 53, 78, 106, 134, 154, 192, 230)  # each fills its version
    script = page.locator("script[src$='/phone.en.js']").get_attribute("src")
    encoder = script.replace("phone.en.js", "qr.js")
    for version, length in enumerate(lengths, start=1):
        text = ("http://hall/e/cup/me/slip?" + "slip.score.0=80&" * 20)[:length]
        made = page.evaluate(
            "([from, text]) => import(from).then((made) => made.qr(text))", [encoder, text]
        )
        other = segno.make_qr(text, "l", version=version, mask=0, mode="byte", boost_error=False)
        assert made == [[bool(module) for module in row] for row in other.matrix]
    page.click("#bar >> text=Report result")
    page.click("#report >> text=Time was called")
    page.fill("#report [name='slip.score.0']", "60")
    page.fill("#report [name='slip.score.1']", "20")
    visitor.context.set_offline(True)
    page.click("text=Send result")
    page.click("#outbox >> text=Show QR")
    assert page.locator("dialog svg.qr").is_visible()
    visitor.context.set_offline(False)


def test_times_and_dates_are_written_as_the_reader_writes_them(house, browser):
    said = {}
    for language in ("en-GB", "en-US", "de-DE"):
        visitor = Visitor(browser, house.address, width=NARROW, language=language)
        page = visitor.go(f"/e/{EVENT}")
        times = page.locator("[data-from-text]").all_inner_texts()
        for line in page.locator("[data-clock]").all_inner_texts():  # once the end is foreseen
            times += re.findall(r"end: (.+)", line)
        said[language] = (page.locator(".hero time").inner_text(), times)
        visitor.close()
    day = house.events[EVENT].details.date
    assert said["en-GB"][0] == f"{day:%-d %B %Y}"
    assert said["en-US"][0] == f"{day:%B %-d, %Y}"
    assert said["de-DE"][0].startswith(f"{day:%-d}. ")
    assert all(re.fullmatch(r"\d\d:\d\d", time) for time in said["en-GB"][1])
    assert all(re.fullmatch(r"\d{1,2}:\d\d\s[AP]M", time) for time in said["en-US"][1])
