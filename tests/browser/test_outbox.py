"""The outbox in a real browser: what it says is true, and a retry never counts twice."""

from __future__ import annotations

import re

import pytest

from tests.browser.browsing import NARROW, Visitor
from tests.browser.house import House

EVENT = "night-flight"
ME = f"/e/{EVENT}/me"
ANYTHING = r"."  # a line that is cut is loud in the console


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    made = House(tmp_path_factory.mktemp("outbox"))
    made.fill_with_demo()
    games = made.events[EVENT].current.games.values()
    made.games = [one for one in games if one.is_open and not one.filed]
    made.cookies = {
        player: made.session({EVENT: player}) for one in made.games for player in one.players
    }
    made.open()
    yield made
    made.close()


@pytest.fixture
def visit(house, browser):
    """Open the page of a player on a phone."""
    opened = []

    def open_page(player, **how):
        one = Visitor(browser, house.address, session=house.cookies[player], width=NARROW, **how)
        one.allow(ANYTHING)
        opened.append(one)
        one.go(ME)
        return one

    yield open_page
    for one in opened:
        one.close()


def report(page, mine, theirs):
    page.click("#report > summary")
    page.click("#report >> text=Time was called")
    page.fill("#report [name='slip.score.0']", str(mine))
    page.fill("#report [name='slip.score.1']", str(theirs))


def says(page, selector, text):
    page.locator(selector, has_text=text).first.wait_for(state="visible")


def sent(page):
    """Wait until a result is recorded; a score that is asked back is meant."""
    page.locator("#outbox .sent, #outbox button.primary").first.wait_for(state="visible")
    anyway = page.locator("#outbox button.primary")
    if anyway.count():
        anyway.first.click()
    says(page, "#outbox .sent", "Sent and recorded at")


def test_what_it_means_is_said_before_it_is_sent(house, visit):
    page = visit(house.games[0].players[0]).page
    report(page, 60, 20)

    says(page, "#report [data-outcome-text]", "You win 60–20 · 5 TP · MoV 140")


def test_a_report_waits_while_there_is_no_line_and_goes_out_when_there_is(house, visit):
    first, second = (visit(player) for player in house.games[0].players)
    report(first.page, 60, 20)
    first.context.set_offline(True)
    first.page.click("text=Send result")
    says(first.page, "#outbox", "Waiting to be sent")
    says(first.page, "#outbox small", "Time was called · Points you destroyed 60")
    says(
        first.page, "#result .held", "Waiting to be sent: Time was called · Points you destroyed 60"
    )
    assert not first.page.locator("#report").is_visible()
    assert 0 == second.page.locator("text=Confirm result").count()
    first.context.set_offline(False)
    sent(first.page)
    says(first.page, "#result", "Sent. Waiting for")
    assert 0 == first.page.locator(".held").count()
    assert first.page.locator("#again").is_visible()

    says(second.page, "#result", "You lose 20–60 · 0 TP")
    second.page.click("text=Confirm result")
    sent(second.page)
    says(second.page, "#result .state", "Confirmed")
    says(first.page, "#result .state", "Confirmed")


def test_a_report_survives_a_reload_and_a_dispute_is_told_to_both(house, visit):
    first, second = (visit(player) for player in house.games[1].players)
    report(first.page, 60, 20)
    first.context.route("**/do/**", lambda route: route.abort())
    first.page.click("text=Send result")
    says(first.page, "#outbox .waiting", "Waiting to be sent")
    first.context.unroute("**/do/**")
    first.page.reload()
    sent(first.page)

    report(second.page, 20, 30)
    second.page.click("text=Send result")
    differs = "It doesn't match the other report. Stay at the table."
    says(second.page, "#outbox .differs", differs)
    says(first.page, "#outbox .differs", differs)


def test_a_lost_answer_is_asked_for_again_and_counts_once(house, visit):
    one = visit(house.games[2].players[0])
    sent = []

    def lose_the_first_answer(route):
        sent.append(re.sub("form_token=\\w+", "", route.request.post_data))
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    one.context.route("**/do/call-judge", lose_the_first_answer)
    one.page.click("#judge > summary")
    one.page.fill("#topic", "Is it in range?")
    one.page.click("text=Call a judge to my table")
    says(one.page, "#outbox .sent", "Sent and recorded at")

    assert 2 == len(sent)
    assert sent[0] == sent[1]
    assert 1 == one.page.locator("#calls .notice").count()


def test_a_form_token_that_has_become_old_is_renewed_and_the_key_stays(house, visit):
    one = visit(house.games[2].players[1])
    keys = []
    one.context.on(
        "request",
        lambda asked: (
            asked.method == "POST"
            and keys.append(dict(pair.split("=") for pair in asked.post_data.split("&"))["key"])
        ),
    )
    one.page.evaluate(
        "for (const one of document.querySelectorAll('[name=form_token]')) one.value = 'old'"
    )
    one.page.click("#judge > summary")
    one.page.fill("#topic", "What now?")
    one.page.click("text=Call a judge to my table")
    says(one.page, "#outbox .sent", "Sent and recorded at")

    assert 2 == len(keys)
    assert 1 == len(set(keys))


def test_a_refusal_is_told_with_its_reason_and_can_be_hidden(house, visit):
    one = visit(house.games[3].players[0])
    report(one.page, 5000, 20)
    one.page.click("text=Send result")
    says(
        one.page, "#outbox .refused", "Not saved: 5000 points are more than a whole squad is worth."
    )
    one.page.click("text=Hide")

    assert "" == one.page.locator("#outbox").inner_text().strip()


def test_what_one_player_wrote_is_never_sent_as_another(house, visit):
    one = visit(house.games[3].players[0])
    one.context.route("**/do/**", lambda route: route.abort())
    one.page.click("#judge > summary")
    one.page.fill("#topic", "Mine alone")
    one.page.click("text=Call a judge to my table")
    says(one.page, "#outbox .waiting", "Waiting to be sent")
    one.context.unroute("**/do/**")
    other = {"name": "s", "value": house.cookies[house.games[3].players[1]], "url": house.address}
    one.context.add_cookies([other])
    sent = []
    one.context.on("request", lambda asked: asked.method == "POST" and sent.append(asked.url))
    one.page.reload()
    says(one.page, "[data-connection]", "live")

    assert [] == sent
    assert "" == one.page.locator("#outbox").inner_text().strip()


def test_whoever_has_lost_the_seat_is_told_that_something_waits(house, visit):
    one = visit(house.games[3].players[0])
    says(one.page, "[data-connection]", "live")
    one.context.route("**/do/**", lambda route: route.abort())
    one.page.click("#judge > summary")
    one.page.fill("#topic", "Am I still here?")
    one.page.click("text=Call a judge to my table")
    says(one.page, "#outbox .waiting", "Waiting to be sent")
    one.context.clear_cookies()
    one.page.reload()
    says(one.page, "#unsent", "is still waiting. Sign in and it will be sent.")
    one.context.unroute("**/do/**")
    mine = {"name": "s", "value": house.cookies[house.games[3].players[0]], "url": house.address}
    one.context.add_cookies([mine])
    one.page.reload()

    says(one.page, "#outbox .sent", "Sent and recorded at")


def test_without_scripts_the_report_has_two_steps(house, visit):
    page = visit(house.games[3].players[1], scripts=False).page
    report(page, 10, 30)
    page.click("text=Send result")
    says(page, "main", "You lose 10–30 · 0 TP")
    page.click("text=Yes, send it")

    says(page, "#result", "Sent. Waiting for")
