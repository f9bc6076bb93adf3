"""The day overview: where we are, the next step, the start gate, what people are told."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.desk.desks import NAMES, PLANS, WebDesk, hidden_value
from tests.web.hall import text_of
from tiltyard.day.people import CheckIn
from tiltyard.day.reminders import guidance
from tiltyard.day.start import start_gate
from tiltyard.rulesets.loader import load
from tiltyard.text.say import sentences
from tiltyard.web.pages.desk import day_page as day
from tiltyard.web.pages.desk.frame import known_codes


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def step_states(html: str) -> dict[str, str]:
    items = re.findall(r'<li class="(done|now|later)" .*?><span>(.*?)</span>', html)
    return {title: state for state, title in items}


def big_button(html: str) -> str:
    """The one button of the page that leads on."""
    found = re.findall(r'<(?:button|a) class="[^"]*(?:big-button|next-step)"[^>]*>(.*?)</', html)
    assert len(found) == 1, found
    return found[0]


def test_from_a_new_event_to_the_first_draw_by_the_big_button(desk):
    event = desk.create("Line of Buttons")
    page = f"/e/{event}/desk"
    assert big_button(desk.owner.page(page)) == "Announce it"
    assert step_states(desk.owner.page(page))["Announce"] == "now"
    desk.owner.do(event, "announce-event")
    assert big_button(desk.owner.page(page)) == "Add players"
    desk.post(
        f"{page}/people", {"step": "register", "names": "\n".join(NAMES), "line": list("12345678")}
    )
    assert big_button(desk.owner.page(page)) == "Check in all 8"
    desk.owner.do(event, "open-check-in")
    assert step_states(desk.owner.page(page))["Check-in"] == "now"
    assert big_button(desk.owner.page(page)) == "Check in all 8"
    desk.post(f"{page}/check-in", {})
    assert big_button(desk.owner.page(page)) == "Announce, start and draw round 1"
    desk.post(f"{page}/tell", {})
    assert big_button(desk.owner.page(page)) == "Start with 8 and draw round 1"
    desk.owner.do(event, "start-event")
    html = desk.owner.page(page)
    assert big_button(html) == "Draw round 1"
    states = step_states(html)
    assert states == {
        "Create": "done",
        "Announce": "done",
        "Registration": "done",
        "Check-in": "done",
        "Start": "done",
        "Rounds": "now",
        "Finish": "later",
    }


def test_one_button_announces_starts_and_draws_or_does_nothing(desk):
    event = desk.create("At Once", names="\n".join(NAMES))
    page = f"/e/{event}/desk"
    assert [one.name for one in desk.hall.desk.event(event).entrants.values()] == list(NAMES)
    assert desk.hall.desk.event(event).phase == "announced"
    before = desk.hall.desk.event(event).version
    assert desk.post(f"{page}/begin", {}).status_code == 422
    assert desk.hall.desk.event(event).version == before, "all of it is refused together"
    assert desk.post(f"{page}/check-in", {"next": page}).headers["location"] == page
    answer = desk.post(f"{page}/begin", {"key": "go"})
    assert answer.headers["location"] == f"{page}/round"
    found = desk.hall.desk.event(event)
    assert found.phase == "running"
    assert found.draft is not None
    acts = list(dict.fromkeys(one.cause for one in desk.hall.desk.log(event)))
    assert acts[-5:] == ["open-check-in", "check-in", "announce-item", "start-event", "draw-round"]


def test_lists_that_are_missing_are_one_line_with_its_buttons(desk):
    event = desk.opened("Formal Lists", players=8, tier="formal")
    desk.post(f"/e/{event}/desk/check-in", {})
    html = desk.owner.page(f"/e/{event}/desk")
    assert text_of(html).count("8 lists missing") == 1
    assert html.count("do/receive-lists-on-paper") == 1
    players = [f"p{number}" for number in range(2, 10)]
    done = desk.owner.do(event, "receive-lists-on-paper", players=players)
    assert done.status_code == 200
    assert done.json()["text"][2:] == ["And 6 more, all in the history."]
    assert "lists missing" not in desk.text(f"/e/{event}/desk")


def test_the_button_and_the_reminders_name_the_same_step(desk):
    event = desk.create("One Source")
    for act, button, reminder in (
        ("announce-event", "Announce it", "Announce the event when its plan is settled."),
        ("", "Add players", "Add the players."),
    ):
        html = desk.owner.page(f"/e/{event}/desk")
        assert big_button(html) == button
        assert reminder in text_of(html)
        if act:
            desk.owner.do(event, act)


def test_the_cut_is_a_step_only_where_there_is_one(desk):
    event = desk.create("With a Cut", structure="custom", swiss_rounds="3", cut="2")
    assert list(step_states(desk.owner.page(f"/e/{event}/desk")))[-2:] == ["Cut", "Finish"]


def test_an_event_without_a_plan_says_what_is_missing(desk):
    event = desk.create("Unplanned", "xwing-dogfight", swiss_rounds="")
    text = desk.text(f"/e/{event}/desk")
    assert "The number of rounds isn't planned yet. XW-030" in text
    assert "Announce it" not in text
    assert "Complete the details" in text


# ---------------------------------------------------------------------------- the start gate


@pytest.mark.clause("AR-085", "AMB-130")
def test_the_gate_names_each_blocker_with_clause_and_way_out(desk):
    event = desk.opened("Gate", players=8)
    html = desk.owner.page(f"/e/{event}/desk")
    gate = unescape(text_of(html[html.index('id="start-gate"') : html.index('id="announcements"')]))
    view = desk.hall.site.view(event)
    blockers = start_gate(view.event, view.rules, view.document)
    assert len(blockers) == 3
    assert "3 things left" in gate
    for one in blockers:
        assert one.clause in gate
    assert "0 players are checked in. AR-121 Check in at least two players." in gate
    said = "Announce to all players: 3 Swiss rounds of 135 minutes. AR-085 for 8 players"
    assert said in gate


@pytest.mark.clause("AR-085", "AMB-130", "AR-124")
def test_telling_one_thing_leaves_the_other(desk):
    event = desk.opened("One Thing")
    desk.do(event, *(CheckIn(player) for player in desk.hall.desk.event(event).entrants))
    html = desk.owner.page(f"/e/{event}/desk")
    assert hidden_value(html, "shown.rounds") == "3 Swiss rounds of 135 minutes."
    assert hidden_value(html, "shown.cut") == "No cut."
    answer = desk.post(
        f"/e/{event}/desk/tell", {"item": "rounds", "text.rounds": "Three!", "text.cut": "?"}
    )
    assert answer.status_code == 303
    assert desk.hall.desk.event(event).announced == {"rounds": "Three!"}
    text = desk.text(f"/e/{event}/desk")
    assert "Announced 3 Swiss rounds of 135 minutes. Three!" in text
    assert "1 announcement made." in text


def test_telling_everything_twice_records_it_once(desk):
    event = desk.opened("Told Twice")
    desk.do(event, *(CheckIn(player) for player in desk.hall.desk.event(event).entrants))
    for _ in range(2):
        desk.post(f"/e/{event}/desk/tell", {"key": "same", "text.cut": "No cut at all"})
    told = desk.hall.desk.event(event).announced
    assert told == {"rounds": "", "cut": "No cut at all"}
    facts = [one.fact.NAME for one in desk.hall.desk.log(event)]
    assert facts.count("plan-announced/1") == 2


def test_a_judge_sees_the_day_but_no_buttons(desk):
    event = desk.opened("For Judges")
    desk.owner.do(event, "appoint-staff", role="judge", name="Judy")
    judge = desk.hall.browser(event, "p10")
    html = judge.page(f"/e/{event}/desk")
    assert "Judy" in desk.text(f"/e/{event}/desk/staff", judge)
    assert 'id="tell-form"' not in html
    assert f'href="/e/{event}/desk/people"' not in html
    assert judge.get(f"/e/{event}/desk/people").status_code == 403
    assert judge.post(f"/e/{event}/desk/tell", {}).status_code == 403


def test_the_start_page_starts(desk):
    event = desk.opened("Started")
    assert "Start with" not in desk.text(f"/e/{event}/desk/start")
    desk.post(f"/e/{event}/desk/check-in", {})
    desk.post(f"/e/{event}/desk/tell", {})
    assert "Start with 8 and draw round 1" in desk.text(f"/e/{event}/desk/start")
    desk.owner.do(event, "start-event")
    assert "The event has begun." in desk.text(f"/e/{event}/desk/start")


# ---------------------------------------------------------------------------- guidance


GUIDANCE = [
    (
        "armada",
        "before_start",
        "AR-006 AR-021 AR-044 AR-059 AR-047 AR-048 AR-049 AR-050 AR-051",
    ),
    ("diskwars", "before_start", "DW-035 DW-036 DW-037 DW-038"),
    ("middle-earth", "before_start", "ME-030"),
    ("runewars", "planning", "RW-158 RW-201"),
    (
        "runewars",
        "before_start",
        "RW-008 RW-068 RW-069 RW-070 RW-071 RW-072 RW-086 RW-090 RW-093",
    ),
    ("runewars", "running", "RW-020"),
    (
        "xwing-dogfight",
        "before_start",
        "XW-016 XW-017 XW-018 XW-019 XW-020 XW-021 XW-095 XW-098",
    ),
    (
        "xwing-escalation",
        "before_start",
        "XW-016 XW-017 XW-018 XW-019 XW-020 XW-021 XW-095 XW-098",
    ),
]


@pytest.mark.parametrize(
    ("ruleset", "moment", "clauses"),
    [
        pytest.param(*one, id=f"{one[0]} {one[1]}", marks=pytest.mark.clause(*one[2].split()))
        for one in GUIDANCE
    ],
)
def test_leaders_read_the_guidance_of_the_moment_with_its_clause(
    desk, monkeypatch, ruleset, moment, clauses
):
    event = desk.create(f"Guided {ruleset}", ruleset)
    monkeypatch.setattr(day, "moment_of", lambda _event: moment)
    html = desk.owner.page(f"/e/{event}/desk")
    shown = unescape(text_of(html[html.index('id="guidance"') :]))
    for one in clauses.split():
        assert one in shown
    for one in guidance(load(ruleset), moment):
        assert (one.text in shown) == (one.audience in {"organizer", "leaders", "everybody"})
    monkeypatch.setattr(day, "moment_of", lambda _event: "cut")
    text = desk.text(f"/e/{event}/desk")
    assert not any(one in text for one in clauses.split())


def test_every_game_has_plans_to_test():
    assert len(PLANS) == 6


# ---------------------------------------------------------------------------- reminders


def test_every_reminder_leads_to_a_page():
    assert known_codes() == frozenset(sentences("reminders"))


def test_reminders_are_links_beside_their_clause(desk):
    event = desk.opened("Reminded", players=3)
    html = desk.owner.page(f"/e/{event}/desk/tables")
    aside = html[html.index('id="next-steps"') : html.index('id="safety"')]
    assert f'href="/e/{event}/desk/check-in">3 registered players aren&#39;t here' in aside
    assert f'href="/e/{event}/desk/start">This isn&#39;t announced yet' in aside
    assert "AMB-023" in text_of(aside)


# ---------------------------------------------------------------------------- details


def test_details_change_with_a_reason_once_the_event_is_public(desk):
    event = desk.create("Changing")
    form = {"name": "Changed", "date": "2026-11-15", "structure": "basic"}
    assert desk.post(f"/e/{event}/desk/details", form).status_code == 303
    assert desk.hall.desk.event(event).details.name == "Changed"
    desk.owner.do(event, "announce-event")
    assert "Reason (public)" in desk.text(f"/e/{event}/desk/details")
    moved = {**form, "venue": "Old Barn"}
    refused = desk.post(f"/e/{event}/desk/details", moved)
    assert refused.status_code == 422
    assert "You need a reason for this: describe event." in text_of(refused.text)
    assert 'value="Old Barn"' in refused.text
    done = desk.post(f"/e/{event}/desk/details", {**moved, "reason": "the roof leaks"})
    assert done.status_code == 303
    assert desk.hall.desk.event(event).details.venue == "Old Barn"


@pytest.mark.clause("AR-085")
def test_what_was_told_lapses_when_it_is_no_longer_true(desk):
    event = desk.opened("Lapsing")
    desk.post(f"/e/{event}/desk/tell", {})
    form = {"name": "Lapsing", "date": "2026-11-14", "structure": "custom", "swiss_rounds": "4"}
    desk.post(f"/e/{event}/desk/details", {**form, "reason": "one more"})
    html = desk.owner.page(f"/e/{event}/desk")
    assert hidden_value(html, "shown.rounds") == "4 Swiss rounds of 135 minutes."
    assert "Announced, and no longer true: 3 Swiss rounds of 135 minutes." in desk.text(
        f"/e/{event}/desk"
    )


def test_details_are_for_organizers(desk):
    event = desk.opened("Private Details")
    desk.owner.do(event, "appoint-staff", role="marshal", name="Mara")
    marshal = desk.hall.browser(event, "p10")
    assert marshal.get(f"/e/{event}/desk/details").status_code == 403
    assert marshal.get(f"/e/{event}/desk").status_code == 200
    assert desk.hall.browser(event, "p2").get(f"/e/{event}/desk").status_code == 403
