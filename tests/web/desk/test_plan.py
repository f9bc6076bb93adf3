"""The plan on the desk and what players see of it: announced, changed, cut by performance."""

from __future__ import annotations

import pytest

from tests.web.desk.desks import WebDesk, hidden_value
from tests.web.hall import text_of
from tiltyard.day.clock import StartClock
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import CheckIn, RegisterPlayer
from tiltyard.day.results import EnterResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import StartEvent
from tiltyard.engine.slip import Slip


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def public(desk: WebDesk, event: str, path: str = "") -> str:
    """Return a public page as it is now: in the background it follows a moment later."""
    desk.hall.site.publisher.publish(event)
    return desk.text(f"/e/{event}{path}")


def here(desk: WebDesk, event: str) -> None:
    desk.post(f"/e/{event}/desk/check-in", {})


def one_more(desk: WebDesk, event: str) -> str:
    desk.do(event, RegisterPlayer("Zoe Late"))
    player = list(desk.hall.desk.event(event).entrants)[-1]
    desk.do(event, CheckIn(player))
    return player


def started(desk: WebDesk, name: str, ruleset: str = "runewars", **fields: str) -> str:
    event = desk.opened(name, ruleset, **fields)
    here(desk, event)
    desk.post(f"/e/{event}/desk/tell", {"aloud.event_details": "yes"})
    if ruleset != "runewars":
        desk.do(event, ReceiveListsOnPaper())
    desk.do(event, StartEvent())
    return event


def play(desk: WebDesk, event: str, *scores: int) -> None:
    """Play a round; at each table the first player destroys so many points."""
    desk.do(event, DrawRound(), PublishRound(), StartClock())
    current = desk.hall.desk.event(event).current
    for game, score in zip(current.games.values(), scores, strict=False):
        desk.do(event, EnterResult(game.id, Slip("time", (score, 10))))


@pytest.mark.clause("RW-140")
def test_one_more_player_makes_everybody_see_old_and_new(desk):
    event = desk.opened("One More", "runewars")
    here(desk, event)
    desk.post(f"/e/{event}/desk/tell", {"text.event_details": "All is on the board."})
    assert "2 Swiss rounds of 90 minutes." in public(desk, event)
    player = one_more(desk, event)
    gate = desk.text(f"/e/{event}/desk/start")
    assert "Announced, and no longer true: 2 Swiss rounds of 90 minutes." in gate
    assert "Announce again: 3 Swiss rounds of 90 minutes." in gate
    refused = desk.owner.do(event, "start-event")
    assert refused.status_code == 422
    assert "Players were told 2 Swiss rounds. Now it is 3 Swiss rounds." in refused.text
    phone = desk.hall.browser(event, player)
    for text in (public(desk, event), desk.text(f"/e/{event}/me", phone)):
        assert "2 Swiss rounds of 90 minutes." in text
        assert "Now: 3 Swiss rounds of 90 minutes." in text
    desk.post(f"/e/{event}/desk/tell", {})
    for text in (public(desk, event), desk.text(f"/e/{event}/me/told", phone)):
        assert "3 Swiss rounds of 90 minutes." in text
        assert "Announced before: 2 Swiss rounds of 90 minutes." in text
    desk.owner.do(event, "start-event")
    assert desk.hall.desk.event(event).swiss_rounds == 3


@pytest.mark.clause("RW-140")
def test_what_was_not_read_is_not_announced(desk):
    event = desk.opened("Read First", "runewars")
    here(desk, event)
    html = desk.owner.page(f"/e/{event}/desk")
    shown = hidden_value(html, "shown.rounds")
    assert shown == "2 Swiss rounds of 90 minutes."
    one_more(desk, event)
    answer = desk.post(f"/e/{event}/desk/tell", {"item": "rounds", "shown.rounds": shown})
    assert answer.status_code == 422
    assert "The plan has changed since this page was opened." in text_of(answer.text)
    assert desk.hall.desk.event(event).told == {}


@pytest.mark.clause("XW-033", "XW-083")
def test_a_bracket_that_is_added_late_is_asked_about_public_and_announced(desk):
    event = started(desk, "Late Bracket", "xwing-dogfight", swiss_rounds="1")
    form = desk.text(f"/e/{event}/desk/details")
    assert "Rounds and cut were announced before the start." in form
    plan = {"swiss_rounds": "1", "cut": "2", "reason": "people want it"}
    asked = desk.owner.do(event, "change-plan", **plan)
    assert asked.status_code == 422
    assert "Before the start it was announced that there is no cut." in asked.text
    assert desk.hall.desk.event(event).cut is None
    assert desk.owner.do(event, "change-plan", **plan, confirm="plan-after-start").is_success
    record = public(desk, event, "/record")
    assert "Announced: 1 Swiss round, no cut. Played: 1 Swiss round, then a cut" in record
    assert "Olga: “people want it”" in record
    day = desk.text(f"/e/{event}/desk")
    assert "Announce again: After the Swiss rounds, the top 2 go on" in day
    assert "Look at the new plan" in day
    assert "Draw round 1" not in day
    assert "Players were told Swiss rounds only. Now it is elimination rounds in the end." in day
    refused = desk.owner.do(event, "draw-round")
    assert refused.status_code == 422
    desk.post(f"/e/{event}/desk/tell", {})
    assert "Announced before: No cut." in public(desk, event)
    assert desk.owner.do(event, "draw-round").is_success


@pytest.mark.clause("RW-156", "RW-158")
def test_a_cut_by_performance_from_the_form_to_the_bracket(desk):
    fields = {"structure": "custom", "swiss_rounds": "1", "option__cut__points": "8"}
    event = started(desk, "By Points", "runewars", **fields)
    page = public(desk, event)
    assert "1 Swiss round, then everybody with 8 points or more goes on" in page
    play(desk, event, 150, 100, 30, 20)
    assert "everybody with 8 points or more" in desk.text(f"/e/{event}/desk/standings")
    assert "The cut: 8 points" in public(desk, event, "/standings")
    cut = desk.text(f"/e/{event}/desk/cut")
    assert "Cut at 8 points" in cut
    assert desk.owner.do(event, "make-cut").is_success
    seeds = desk.hall.desk.event(event).qualification.seeds
    assert 1 < len(seeds) < 8
    assert desk.owner.do(event, "draw-round").is_success
    loser = next(
        one
        for one in desk.hall.desk.event(event).entrants.values()
        if one.id not in seeds and not one.spare
    )
    assert desk.hall.browser(event, loser.id).get(f"/e/{event}/me").status_code == 200


@pytest.mark.clause("RW-158")
def test_a_player_sees_how_far_the_points_of_the_cut_are(desk):
    fields = {"structure": "custom", "swiss_rounds": "2", "option__cut__points": "14"}
    event = started(desk, "Points To Go", "runewars", **fields)
    play(desk, event, 150, 100, 30, 20)
    player = next(iter(desk.hall.desk.event(event).entrants))
    text = desk.text(f"/e/{event}/me", desk.hall.browser(event, player))
    assert "short of the cut at 14." in text


def test_the_form_takes_one_kind_of_cut(desk):
    both = {"structure": "custom", "swiss_rounds": "2", "cut": "4", "option__cut__points": "8"}
    answer = desk.send_form("Both Cuts", "runewars", **both)
    assert answer.status_code == 422
    assert "The cut can't be to the top 4 and at 8 points." in text_of(answer.text)
