"""Slips on pages: only what ruleset, stage and ending need, and the outcome in words."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, before_the_bracket, in_round
from tests.web.hall import WebHall, text_of
from tiltyard.day.lists import RecordFirstPlayer
from tiltyard.day.people import ReleaseStaff
from tiltyard.day.results import EnterResult, ReportResult
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.scoring import counts_objectives
from tiltyard.engine.slip import Slip, turned
from tiltyard.text.refusals import refusal_text
from tiltyard.web.event_view import EventView
from tiltyard.web.forms.commands import slip_of
from tiltyard.web.forms.slips import (
    beaten_text,
    home_of,
    in_one_line,
    in_words,
    lacking_in,
    outcome_text,
    said_text,
    slip_form,
)
from tiltyard.web.request import Form


@pytest.fixture(scope="module")
def days():
    made = {}

    def day(ruleset: str) -> Day:
        if ruleset not in made:
            made[ruleset] = in_round(ruleset)
        return made[ruleset]

    return day


def view_of(day: Day) -> EventView:
    return EventView(day.event, day.rules, day.document, day.clock)


def said(day: Day, slip: Slip, side: int | None = None) -> list[str]:
    view, game = view_of(day), day.games()[0]
    player = None if side is None else game.players[side]
    return outcome_text(view, home_of(view, game), game, slip, player)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_form_offers_the_endings_of_the_ruleset_with_what_each_needs(days, ruleset):
    day = days(ruleset)
    form = slip_form(view_of(day), day.games()[0])
    assert [one.end for one in form.endings] == list(day.rules.outcomes)
    for one in form.endings:
        outcome = day.rules.outcomes[one.end]
        more = ("objectives",) if counts_objectives(day.rules, outcome) else ()
        assert one.needs == (*outcome.needs, *more)
        assert one.clause == day.rules.outcomes[one.end].clause
        assert one.title != one.end


def test_objectives_are_asked_for_where_they_count(days):
    for ruleset, without in (("runewars", set()), ("armada", {"mutual", "intentional_draw"})):
        form = slip_form(view_of(days(ruleset)), days(ruleset).games()[0])
        assert {one.end for one in form.endings if "objectives" not in one.needs} == without


def test_a_bracket_does_not_offer_a_draw_by_agreement():
    day = before_the_bracket("armada")
    day.next_round()
    game = day.games()[0]
    ends = [one.end for one in slip_form(view_of(day), game).endings]
    assert "intentional_draw" not in ends
    assert "concession" in ends


@pytest.mark.parametrize(
    "ruleset, end, asked",
    [
        ("runewars", "time", ("flurry",)),
        ("armada", "time", ("initiative",)),
        ("armada", "mutual", ()),
        ("diskwars", "rounds", ("initiative",)),
        ("xwing-dogfight", "time", ()),
        ("middle-earth", "time", ()),
    ],
)
def test_what_only_level_scores_need_is_asked_for_then(days, ruleset, end, asked):
    day = days(ruleset)
    form = slip_form(view_of(day), day.games()[0])
    assert next(one for one in form.endings if one.end == end).asked == asked


def test_the_own_name_comes_first_on_a_players_form(days):
    day = days("armada")
    game = day.games()[0]
    first, second = (day.event.people[player] for player in game.players)
    assert slip_form(view_of(day), game, game.players[0]).names == (first, second)
    slip = Slip("time", (30, 10), initiative=0)
    form = slip_form(view_of(day), game, game.players[1], slip)
    assert form.names == (second, first)
    assert form.slip == Slip("time", (10, 30), initiative=1)
    assert turned(turned(slip)) == slip


@pytest.mark.clause("AR-111")
def test_the_outcome_is_told_from_each_side_with_points_and_margin(days):
    day = days("armada")
    first, second = (day.event.people[player] for player in day.games()[0].players)
    slip = Slip("time", (200, 25))
    assert said(day, slip)[0] == f"{first} wins 200–25 · 8–2 TP · MoV 175"
    assert said(day, slip, 0)[0] == "You win 200–25 · 8 TP · MoV 175"
    assert said(day, slip, 1)[0] == "You lose 25–200 · 2 TP"
    lost = Slip("time", (25, 200))
    assert said(day, lost)[0] == f"{second} wins 200–25 · 8–2 TP · MoV 175"


def test_a_game_without_margins_is_told_without_them(days):
    day = days("middle-earth")
    first, second = (day.event.people[player] for player in day.games()[0].players)
    slip = Slip("rounds", (7, 3), leaders=(True, False))
    assert said(day, slip) == [f"{first} wins 7–3 · 3–0 TP"]
    draw = Slip("rounds", (5, 5), leaders=(False, False))
    assert said(day, draw) == ["A draw, 1 to 1"]
    view, game = view_of(day), day.games()[0]
    assert (
        beaten_text(view, home_of(view, game), game, draw) == f"{first} and {second} draw, 1 each"
    )


def test_both_margins_are_told_where_both_players_have_one(days):
    day = days("xwing-dogfight")
    first = day.event.people[day.games()[0].players[0]]
    texts = said(day, Slip("time", (40, 35)))
    assert texts == [f"{first} wins 40–35 · 3–0 TP · MoV 105–95", "It is a modified win."]
    assert "It is a modified win." not in said(day, Slip("time", (47, 35)))


def test_what_is_counted_instead_of_the_slip_is_said(days):
    day = days("armada")
    first, second = (day.event.people[player] for player in day.games()[0].players)
    texts = said(day, Slip("destroyed", (120, 50), survivor=0))
    assert f"Counted: {first} 400, {second} 50." in texts
    assert len(said(day, Slip("time", (120, 50)))) == 1


def test_a_slip_that_cannot_be_is_refused_as_at_the_desk(days):
    day = days("armada")
    with pytest.raises(
        SlipRefused, match=r"^score-more-than-whole-worth \[AR-105\]: score=401"
    ) as no:
        said(day, Slip("time", (401, 0)))
    assert no.value.clause == day.rules.score.wipe_out_clause
    assert said(day, Slip("time", (400, 0)))


def test_a_person_is_asked_for_what_is_missing_and_told_what_is_wrong():
    missing = SlipRefused("needs-score", field="score", clause="XW-057")
    lacking = lacking_in(Slip("time"), missing)
    assert (lacking.code, lacking.field, lacking.clause) == ("asked-for-score", "score", "XW-057")
    assert "Enter both scores" in refusal_text(lacking)
    wrong = SlipRefused("too-much", field="score")
    assert lacking_in(Slip("time", (999, 0)), wrong) is None
    rolls = SlipRefused("no-roll-decides", field="flurry")
    assert "Final Flurry" in refusal_text(lacking_in(Slip("time", (3, 3)), rolls))
    assert lacking_in(Slip("time", (3, 3), flurry=((1, 1),)), rolls) is None


def test_initiative_is_asked_for_as_the_scores_stand():
    asked = SlipRefused("needs-initiative", field="initiative")
    level, other = lacking_in(Slip("time", (3, 3)), asked), lacking_in(Slip("time", (3, 2)), asked)
    assert (level.code, other.code) == ("level-asked-for-initiative", "asked-for-initiative")


# ---------------------------------------------------------------------------- the address


@pytest.fixture(scope="module")
def hall(days):
    made = WebHall(desk=days("armada").desk)
    yield made
    made.close()


def outcome(hall, day, person, **fields):
    game = day.games()[0]
    named = {f"slip.{name}": value for name, value in fields.items()}
    browser = hall.browser("cup", person)
    return browser.post("/e/cup/outcome", {"match": game.id, **named}, json=True)


def test_a_player_sees_the_outcome_before_sending_and_nothing_is_recorded(hall, days):
    day = days("armada")
    me = day.games()[0].players[1]
    before = day.event.version
    fields = {"end": "time", "score.0": "200", "score.1": "25", "side": me}
    early = "There are still 135 minutes on the clock. Was the game really stopped by time?"
    said = {"text": ["You win 200–25 · 8 TP · MoV 175"], "doubts": [early]}
    assert outcome(hall, day, me, **fields).json() == said
    assert day.event.version == before


def test_an_incomplete_slip_gets_a_question_and_no_failure(hall, days):
    day = days("armada")
    me = day.games()[0].players[0]
    answer = outcome(hall, day, me, **{"end": "time", "score.0": "30", "score.1": "30", "side": me})
    assert answer.status_code == 200
    assert answer.json()["text"] == []
    assert answer.json()["refused"]["field"] == "initiative"
    assert "initiative" in answer.json()["refused"]["message"]


def test_a_match_that_is_not_there_has_no_outcome(hall, days):
    browser = hall.browser("cup", "p1")
    answer = browser.post("/e/cup/outcome", {"match": "9.9.9", "slip.end": "time"}, json=True)
    assert answer.status_code == 404
    nobody = hall.browser().post("/e/cup/outcome", {"match": "1.1.1"}, json=True)
    assert nobody.status_code == 403


def test_without_scripts_the_outcome_is_a_page(hall, days):
    day = days("armada")
    browser = hall.browser("cup", "p1")
    fields = {"match": day.games()[0].id, "slip.end": "time"}
    fields |= {"slip.score.0": "200", "slip.score.1": "25"}
    assert "8–2 TP · MoV 175" in browser.post("/e/cup/outcome", fields).text


def test_a_slip_of_old_is_told_also_when_its_witness_left_the_staff():
    day = in_round("armada")
    marshal = day.appoint("marshal", "Mira Holt")
    game, other = day.games()[:2]
    draw = Slip("intentional_draw", witness=marshal)
    day.do(EnterResult(game.id, draw))
    day.do(ReportResult(other.id, draw), other.players[0])
    view = view_of(day)
    today = in_one_line(view, home_of(view, game), game, draw)
    assert today == beaten_text(view, home_of(view, game), game, draw)
    day.do(ReleaseStaff(marshal, "marshal"))
    view = view_of(day)
    with pytest.raises(SlipRefused):
        beaten_text(view, home_of(view, game), game, draw)
    said_then = said_text(view, game, draw)
    assert "Mira Holt" in said_then
    assert in_one_line(view, home_of(view, game), game, draw) == said_then
    assert in_words(view, home_of(view, game), game, draw, game.players[0]) == [said_then]
    hall = WebHall(desk=day.desk)
    desk = hall.browser("cup", "p1")
    for path in ("desk/results", f"desk/match/{game.id}", f"desk/match/{other.id}", "desk/round"):
        assert "Mira Holt" in text_of(desk.page(f"/e/cup/{path}")), path
    assert desk.page(f"/e/cup/desk/match/{game.id}").count(f">{said_then}<") == 1
    assert "Mira Holt" in text_of(desk.page(f"/e/cup/judge/match/{game.id}"))
    phone = hall.browser("cup", other.players[1])
    assert text_of(phone.page("/e/cup/me")).count(said_text(view, other, draw)) == 1
    hall.close()


def test_a_roll_of_one_player_alone_is_refused(days):
    def rolls(*sent: tuple[str, str]) -> Form:
        fields = [("slip.end", "rounds"), *((f"slip.flurry.{side}", roll) for side, roll in sent)]
        return Form(fields)

    event = days("runewars").event
    even = slip_of(rolls(("0", "3"), ("1", "2"), ("0", ""), ("1", "")), event)
    assert even.flurry == ((3, 2),)
    for odd in ((("0", "3"),), (("0", "3"), ("1", "2"), ("1", "4"))):
        with pytest.raises(Refused, match=r"^roll-of-one-player-missing"):
            slip_of(rolls(*odd), event)


# ------------------------------------------------------------------- what only the day asks for


def _fields(form, end):
    return set(next(one for one in form.endings if one.end == end).needs)


@pytest.mark.clause("XW-088", "AMB-065")
def test_the_forms_of_an_xwing_bracket_want_initiative_and_the_final_offers_no_time():
    day = before_the_bracket("xwing-dogfight")
    day.next_round()
    semifinal = slip_form(view_of(day), day.games()[0])
    assert {"score", "initiative"} <= _fields(semifinal, "time")
    assert "initiative" not in _fields(semifinal, "concession")
    day.enter_all()
    day.next_round()
    ends = [one.end for one in slip_form(view_of(day), day.games()[0]).endings]
    assert ends == ["destroyed", "mutual", "concession"]


@pytest.mark.clause("ME-036", "ME-044", "ME-056")
def test_announced_numbers_are_on_the_form_but_not_for_a_concession():
    day = in_round("middle-earth", options={"standings.extra": ["secret_objectives"]})
    view, game = view_of(day), day.games()[0]
    form = slip_form(view, game)
    assert form.extra == ("secret_objectives",)
    assert "extra.secret_objectives" in _fields(form, "time")
    assert _fields(form, "concession") == {"conceded"}


@pytest.mark.clause("DW-065", "XW-087")
def test_initiative_that_was_noted_is_filled_in_from_either_side():
    day = in_round("diskwars")
    game = day.games()[0]
    assert slip_form(view_of(day), game).noted is None
    day.do(RecordFirstPlayer(game.id, game.players[1]))
    game = day.match(game.id)
    view = view_of(day)
    assert [slip_form(view, game, side).noted for side in (None, *game.players)] == [1, 1, 0]
