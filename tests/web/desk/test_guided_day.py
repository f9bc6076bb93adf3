"""The desk guides: the button of the moment, what is told, what is asked before harm is done."""

from __future__ import annotations

import re

import pytest

from tests.day.events import in_round, running
from tests.web.desk.at_desk import DESK, AtDesk
from tests.web.desk.desks import WebDesk, hidden_value
from tests.web.desk.test_day import big_button
from tests.web.hall import text_of
from tiltyard.day.judging import CallJudge, RuleOnCall
from tiltyard.day.people import CheckIn
from tiltyard.formats.pasted_names import read_names


@pytest.fixture(scope="module")
def web():
    made = WebDesk()
    yield made
    made.hall.close()


@pytest.fixture
def desk(request):
    made = AtDesk(request.param())
    yield made
    made.close()


def after_swiss(cut: int | None):
    day = running("armada", 8, structure="custom", swiss_rounds=1, cut=cut)
    day.play_round()
    return day


# ---------------------------------------------------------------------------- the next step


@pytest.mark.parametrize("desk", [lambda: after_swiss(2)], indirect=True)
def test_after_the_swiss_rounds_the_button_leads_to_the_cut_and_at_last_to_the_end(desk):
    assert big_button(desk.page("")) == "Look at the cut"
    desk.does("make-cut")
    assert big_button(desk.page("")) == "Draw the next round"
    desk.day.play_round()
    assert big_button(desk.page("")) == "Finish the event"


@pytest.mark.parametrize("desk", [lambda: after_swiss(None)], indirect=True)
def test_without_a_cut_the_event_is_finished_and_the_seed_is_shown_at_once(desk):
    assert big_button(desk.page("")) == "Finish the event"
    part = re.search(r'<div id="seed" data-live-part>(.*?)</div>', desk.page("/finish"), re.DOTALL)
    assert "It stays secret" in part[1]


@pytest.mark.parametrize("desk", [lambda: running("armada", 8, cut=2)], indirect=True)
def test_nobody_goes_on_before_a_round_is_over(desk):
    desk.day.next_round()
    text = desk.reads("/standings")
    assert "goes on" not in text
    assert "No round is over yet." in text
    desk.day.enter_all()
    text = desk.reads("/standings")
    assert text.count("goes on") == 2
    assert "Standings after Round 1" in text


def test_no_players_need_no_tables(web):
    event = web.create("Nobody Yet")
    assert "0 tables" not in web.text(f"/e/{event}/desk")
    event = web.opened("Two", players=2)
    assert "2 players need 1 table" in web.text(f"/e/{event}/desk")


# ---------------------------------------------------------------------------- phones


def test_closed_phones_are_told_beside_every_code():
    closed = WebDesk(plain_phones=False)
    event = closed.opened("Closed", players=2)
    said = "Players can't sign in on this network yet: it isn't encrypted."
    pages = [f"/e/{event}/desk", f"/e/{event}/desk/people", f"/e/{event}/desk/links"]
    for page in pages:
        assert said in closed.text(page)
        assert 'href="/desk/phones">Decide' in closed.owner.page(page)
    phone = closed.hall.browser().page(f"/e/{event}/me")
    assert "You can't sign in on this network yet" in text_of(phone)
    assert f"/e/{event}/register" not in phone
    closed.hall.keyring.settle("plain_phones", "yes")
    for page in pages:
        assert said not in closed.text(page)
    assert f"/e/{event}/register" in closed.hall.browser().page(f"/e/{event}/me")
    closed.hall.close()


def test_all_links_are_made_anew_only_by_whoever_says_so(web):
    event = web.opened("Anew", players=2)
    page = f"/e/{event}/desk/links"
    web.post(page, {"who": "missing"})
    before = [one.key for one in web.hall.keyring.links(event)]
    assert web.post(page, {"who": "all"}).status_code == 422
    assert [one.key for one in web.hall.keyring.links(event)] == before
    assert "2 new links" in text_of(web.post(page, {"who": "all", "sure": "yes"}).text)
    html = web.owner.page(page)
    assert 'data-confirm="Replace all links?' in html
    assert "Phones that are signed in stay signed in" in text_of(html)


# ---------------------------------------------------------------------------- telling


@pytest.mark.clause("AR-085")
def test_a_number_that_is_not_settled_is_not_announced(web):
    event = web.opened("Unsettled")
    page = f"/e/{event}/desk"
    first, second, *_ = web.hall.desk.event(event).entrants
    web.do(event, CheckIn(first), CheckIn(second))
    assert "The basic table starts at 4 players, not at 2." in web.text(page)
    web.post(f"{page}/tell", {})
    assert web.hall.desk.event(event).announced == {}
    web.post(f"{page}/check-in", {})
    shown = hidden_value(web.owner.page(page), "shown.rounds")
    assert shown == "3 Swiss rounds of 135 minutes."


@pytest.mark.clause("ME-062", "ME-045", "ME-023")
def test_what_nobody_can_know_is_written_or_said_aloud(web):
    event = web.opened("Guide", "middle-earth")
    page = f"/e/{event}/desk"
    html = web.owner.page(page)
    rounds = hidden_value(html, "shown.rounds")
    pattern = r"\d Swiss rounds of \d+ minutes in one day. Points limit 700."
    assert re.fullmatch(pattern, rounds)
    order = hidden_value(html, "shown.tie_breaks")
    assert order.startswith("Ranked by Tournament points, ")
    assert hidden_value(html, "text.expectations") == ""
    web.post(f"{page}/tell", {})
    assert set(web.hall.desk.event(event).announced) == {"rounds", "tie_breaks"}
    assert "1 thing has no text yet" in web.text(page)
    assert rounds in web.text(f"/e/{event}")
    web.post(f"{page}/tell", {"text.expectations": "  "})
    assert "expectations" not in web.hall.desk.event(event).announced
    web.post(f"{page}/tell", {"aloud.expectations": "yes"})
    assert web.hall.desk.event(event).announced["expectations"] == ""


def test_a_text_with_a_full_stop_gets_no_second_one(web):
    event = web.opened("Stops")
    web.post(f"/e/{event}/desk/tell", {"item": "rounds", "text.rounds": "Three rounds."})
    text = web.text(f"/e/{event}/desk/history")
    assert "Three rounds." in text
    assert "Three rounds.." not in text


# ---------------------------------------------------------------------------- results


@pytest.mark.parametrize("desk", [lambda: in_round("armada")], indirect=True)
def test_ones_own_typing_mistake_is_corrected_not_disputed(desk):
    desk.echo("1 120 85")
    answer = desk.types("1 20 185")
    assert answer.status_code == 422
    refused = answer.json()["refused"]
    assert "You entered before: " in refused["message"]
    assert not desk.table(1).is_disputed
    assert "already confirmed" in desk.types("1 120 85").json()["refused"]["message"]
    place = refused["see"]["place"]
    page = desk.organizer.page(place.partition("#")[0])
    assert 'id="correct-details" open' in page
    assert 'value="typing mistake"' in page
    assert re.search(r'name="slip\.score\.0"[^>]*value="20"', page)
    fields = {"line": "1 20 185", "round": desk.day.round.id}
    plain = desk.organizer.post(f"{DESK}/entry", fields).text
    assert ">Correct it</a>" in plain


@pytest.mark.parametrize("desk", [lambda: in_round("armada")], indirect=True)
def test_what_another_entered_is_disputed_as_before(desk):
    other = desk.day.appoint("marshal", "Mara")
    desk.day.enter(desk.table(1), 120, 85, who=other)
    assert desk.types("1 20 185").json()["disputed"]
    assert desk.table(1).is_disputed


@pytest.mark.parametrize("desk", [lambda: in_round("armada")], indirect=True)
def test_the_help_says_whose_number_it_is(desk):
    text = desk.reads("/results")
    assert "d1 player 1 survived, d2 player 2 survived" in text
    assert "c1 player 1 gave up, c2 player 2 gave up" in text


@pytest.mark.parametrize("desk", [lambda: in_round("runewars")], indirect=True)
def test_what_a_slip_lacks_is_asked_in_words(desk):
    game = desk.day.games()[0]
    refused = desk.refused("enter-result", match=game.id, slip__end="time")
    assert refused["message"] == "Enter both scores."
    assert "[" not in (refused["fix"] or "")


@pytest.mark.parametrize("desk", [lambda: in_round("armada")], indirect=True)
def test_a_ruling_and_its_appeal_stand_in_the_history_of_the_match(desk):
    game, other = desk.day.games()[:2]
    judge = desk.day.appoint("judge", "Judy")
    desk.day.do(CallJudge(game.id, "range"), game.players[0])
    call = next(iter(desk.day.event.calls))
    desk.day.do(RuleOnCall(call, "out of range"), judge)
    text = desk.reads(f"/match/{game.id}")
    assert "out of range" in text
    assert call not in text.split()
    desk.does("undo", first=desk.day.event.last_act.first, reason="a slip of the tongue")
    assert "out of range" in desk.reads(f"/match/{game.id}")
    assert "out of range" not in desk.reads(f"/match/{other.id}")


# ---------------------------------------------------------------------------- words


@pytest.mark.parametrize("desk", [lambda: in_round("armada")], indirect=True)
def test_undo_speaks_of_what_people_know(desk):
    desk.echo("1 120 85")
    desk.does("undo", first=desk.day.event.last_act.first, reason="")
    text = desk.reads("/history")
    assert re.search(r"Undone: enter result \(number \d+ of the history\)\.", text)
    assert "(facts" not in text


def test_options_are_words_not_codes(web):
    html = web.owner.page("/desk/new?ruleset=armada")
    assert "as few repeats as possible, with a warning" in html
    assert "warn min" not in text_of(html)
    assert "rematch.on_impossible" not in text_of(html)


def test_a_custom_structure_asks_for_its_rounds(web):
    answer = web.send_form("Roundless", "armada", structure="custom", swiss_rounds="")
    assert answer.status_code == 422
    assert "A custom structure needs a number of Swiss rounds." in text_of(answer.text)
    assert re.search(r'name="swiss_rounds"[^>]*aria-invalid="true"', answer.text)
    assert web.send_form("Rounds", "armada", structure="custom", swiss_rounds="3").is_redirect


def test_the_light_leads_to_how_a_second_copy_is_made(web):
    event = web.create("Once Only")
    assert 'href="/desk/server#second-copy">No backup' in web.owner.page(f"/e/{event}/desk")
    page = web.owner.page("/desk/server")
    assert 'id="second-copy"' in page
    assert "tiltyard serve --second-copy /media/stick" in page
    organizer = web.hall.browser(event, "p1").page(f"/e/{event}/desk")
    assert "No backup" in organizer
    assert "#second-copy" not in organizer


def test_one_tab_does_not_change_how_other_lines_are_read():
    found = read_names("Anna;Empire\nBen\tRebels\nCara, Empire, Club")
    assert [(one.name, one.faction) for one in found.lines] == [
        ("Anna", "Empire"),
        ("Ben", "Rebels"),
        ("Cara", "Empire"),
    ]


def test_a_name_that_is_too_long_says_how_long_it_may_be():
    (line,) = read_names("A" * 81).unread
    assert line.problem == "the name is too long: 80 characters are possible"
    assert read_names("A" * 80).lines
