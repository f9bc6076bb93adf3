from __future__ import annotations

import re

import pytest

from tests.day.events import RULESETS, time_slip
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, as_reported, phones_in_round, phones_of
from tiltyard.day.clock import CallTime
from tiltyard.day.results import EnterResult, ResolveDispute
from tiltyard.day.rounds import MakeCut


def sides(phones, player="p2"):
    game = phones.day.game_of(player)
    return game.id, player, phones.day.opponent(player)


def digest_on(page: str) -> str:
    return re.search(r'name="digest" value="(\w+)"', page)[1]


def test_a_report_is_told_from_both_sides_and_counts_when_it_is_confirmed():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    mine, theirs = phones.day.event.entrants[me].name, phones.day.event.entrants[other].name
    phones.does(me, "report-result", **as_reported(match, me, 200, 25))

    page = phones.reads(me)
    assert f"Sent. Waiting for {theirs} You win 200–25 · 8 TP · MoV 175" in page
    assert "Confirm result" not in page
    page = phones.reads(other)
    assert f"{mine} reported a result You lose 25–200 · 2 TP" in page
    assert "Confirm result" in page
    assert "That's wrong" in page

    digest = digest_on(phones.phone(other).page(ME))
    phones.does(other, "confirm-result", match=match, digest=digest)
    assert "Confirmed You win 200–25 · 8 TP · MoV 175" in phones.reads(me)
    assert "Confirmed You lose 25–200 · 2 TP" in phones.reads(other)
    assert "Send result" not in phones.reads(other)


def test_a_report_that_differs_is_a_dispute_for_both_until_a_leader_decides():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    mine, theirs = phones.day.event.entrants[me].name, phones.day.event.entrants[other].name
    phones.does(me, "report-result", **as_reported(match, me, 200, 25))
    phones.does(other, "report-result", **as_reported(match, other, 100, 25))

    for player, opponent in ((me, theirs), (other, mine)):
        page = phones.reads(player)
        assert "disputed Your reports don't match. Stay at the table, Olga is coming." in page
        assert "You reported" in page
        assert f"{opponent} reported a result" in page
        assert "Confirm result" not in page
        assert "Confirmed" not in page
        assert 'data-state="disputed"' in phones.phone(player).page(ME)
    slip = next(one.slip for one in phones.day.game_of(me).filed if one.by == me)
    phones.day.do(ResolveDispute(match, slip, "both slips were compared"))
    assert "Confirmed You win 200–25 · 8 TP · MoV 175" in phones.reads(me)
    assert "disputed" not in phones.reads(other)


def test_the_same_report_from_both_sides_counts_at_once():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    phones.does(me, "report-result", **as_reported(match, me, 200, 25))
    phones.does(other, "report-result", **as_reported(match, other, 25, 200))

    assert "Confirmed You win 200–25 · 8 TP" in phones.reads(me)


def test_a_mistake_is_put_right_before_it_is_confirmed():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    phones.does(me, "report-result", **as_reported(match, me, 25, 200))
    seen = digest_on(phones.phone(other).page(ME))
    assert "Correct my report" in phones.reads(me)
    phones.does(me, "report-result", **as_reported(match, me, 200, 25))

    answer = phones.phone(other).do(CUP, "confirm-result", match=match, digest=seen)
    assert 422 == answer.status_code
    assert "The report has changed since you saw it." == answer.json()["refused"]["message"]
    assert "You lose 25–200 · 2 TP" in phones.reads(other)


def test_a_retry_with_its_key_counts_once_and_gets_the_same_answer():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    fields = as_reported(match, me, 200, 25)
    before = phones.day.event.version
    first = phones.does(me, "report-result", key="k1", **fields)
    second = phones.does(me, "report-result", key="k1", **fields)

    assert (False, True) == (first["repeated"], second["repeated"])
    assert before + 1 == phones.day.event.version


def test_what_the_desk_entered_is_shown_and_may_be_contradicted_once():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    phones.day.do(EnterResult(match, time_slip("armada", 200, 25)))
    assert "The desk entered a result" in phones.reads(me)
    answer = phones.phone(me).do(CUP, "report-result", **as_reported(match, me, 25, 200))
    page = phones.reads(me) + phones.reads(other)
    assert (200 == answer.status_code) == ("disputed" in page)


# ---------------------------------------------------------------------------- without scripts


def test_without_scripts_a_report_is_reviewed_and_then_sent():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    named = {k.replace("__", "."): v for k, v in as_reported(match, me, 200, 25).items()}
    version = phones.day.event.version
    answer = phones.phone(me).post(f"{ME}/review", named)

    assert 200 == answer.status_code
    assert "You win 200–25 · 8 TP · MoV 175" in text_of(answer.text)
    assert version == phones.day.event.version
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', answer.text))
    assert f"/e/{CUP}/do/report-result" in answer.text
    assert form["key"]
    for _ in range(2):
        sent = phones.phone(me).post(f"/e/{CUP}/do/report-result", form)
        assert (303, ME) == (sent.status_code, sent.headers["location"])
    assert version + 1 == phones.day.event.version
    assert "You lose 25–200 · 2 TP" in phones.reads(other)


def test_a_slip_that_cannot_be_is_refused_at_the_review():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    named = {k.replace("__", "."): v for k, v in as_reported(match, me, 900, 0).items()}
    answer = phones.phone(me).post(f"{ME}/review", named)

    assert 422 == answer.status_code
    assert "900 points are more than" in text_of(answer.text)


def test_somebody_elses_game_is_not_reviewed():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    stranger = next(one for one in phones.day.active() if one not in (me, other))
    named = {k.replace("__", "."): v for k, v in as_reported(match, me, 20, 0).items()}

    assert 404 == phones.phone(stranger).post(f"{ME}/review", named).status_code
    assert 403 == phones.hall.browser(CUP, "p1").post(f"{ME}/review", named).status_code


# ---------------------------------------------------------------------------- the form


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_form_asks_for_the_endings_of_this_ruleset_from_my_side(ruleset):
    phones = phones_in_round(ruleset)
    _, me, other = sides(phones)
    page = phones.phone(me).page(ME)

    endings = re.findall(r'name="slip.end" value="(\w+)"', page)
    swiss = [end for end, one in phones.day.rules.outcomes.items() if "swiss" in one.stages]
    assert swiss == [one for one in endings if one in swiss][: len(swiss)]
    assert f'name="slip.side" value="{me}"' in page
    assert f'name="slip.side" value="{other}"' in phones.phone(other).page(ME)


@pytest.mark.clause("AR-094", "AR-113")
def test_in_the_bracket_an_ending_that_is_not_allowed_there_is_not_offered():
    from tests.day.events import running

    day = running("armada", swiss_rounds=2, cut=4)
    day.play_swiss()
    day.do(MakeCut())
    day.next_round()
    phones = phones_of(day)
    player = day.games()[0].players[0]
    page = phones.phone(player).page(ME)
    allowed = {end for end, one in day.rules.outcomes.items() if "elimination" in one.stages}
    allowed -= {"time"}  # AR-094: the bracket is untimed

    assert allowed == set(re.findall(r'name="slip.end" value="(\w+)" required', page))
    assert "Semifinal Game" in text_of(page)


def test_in_the_bracket_every_page_has_the_same_name_for_a_round():
    from tests.day.events import before_the_bracket

    day = before_the_bracket("armada")
    day.play_round()
    day.next_round()
    phones = phones_of(day)
    player = day.games()[0].players[0]
    page = phones.reads(player)

    assert "Final Game 1" in page
    assert "Semifinal vs. Player" in phones.reads(player, f"{ME}/day")
    assert "Elimination round" not in page
    assert "after Semifinal" in page


# ---------------------------------------------------------------------------- refused


def test_without_scripts_what_was_typed_comes_back_with_what_is_missing():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    named = {k.replace("__", "."): v for k, v in as_reported(match, me, 50, 50).items()}
    answer = phones.phone(me).post(f"{ME}/review", named)

    assert 422 == answer.status_code
    assert "The scores are level. Say who has initiative." in text_of(answer.text)
    assert "0 or 1" not in answer.text
    assert ["50", "50"] == re.findall(r'name="slip.score.\d"[^>]* value="(\d*)"', answer.text)
    assert re.search(r'name="slip.end" value="time" required checked', answer.text)
    assert f'action="{ME}/review"' in answer.text


def test_one_number_comes_back_alone_and_so_does_one_nobody_can_read():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    for theirs in ("", "ten"):
        named = {k.replace("__", "."): v for k, v in as_reported(match, me, 50, theirs).items()}
        answer = phones.phone(me).post(f"{ME}/review", named)
        assert 422 == answer.status_code
        assert ["50", theirs] == re.findall(r'name="slip.score.\d"[^>]* value="(\w*)"', answer.text)
        assert re.search(r'name="slip.end" value="time" required checked', answer.text)


def test_a_win_with_equal_points_is_called_narrow():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    for mine, narrow in ((20, True), (250, False)):
        named = {k.replace("__", "."): v for k, v in as_reported(match, me, mine, 10).items()}
        page = text_of(phones.phone(me).post(f"{ME}/review", named).text)
        assert "You win" in page
        assert narrow == ("It is a narrow win: both get 5 tournament points." in page), page


# ---------------------------------------------------------------------------- what the desk entered


def entered(phones):
    match, me, _ = sides(phones)
    phones.day.do(EnterResult(match, time_slip("armada", 200, 25)))
    return match, me, phones.phone(me).page(ME)


def test_a_result_of_the_desk_is_confirmed_and_then_no_longer_asked_about():
    phones = phones_in_round("armada")
    match, me, page = entered(phones)
    assert 'data-state="final" data-entered' in page
    assert page.index('id="result"') < page.index('id="now"')  # what is to do comes first
    phones.does(me, "confirm-result", match=match, digest=digest_on(page))
    page = phones.reads(me)
    assert "Confirmed" in page
    assert "That's wrong" not in page
    assert "That's wrong" in phones.reads(phones.day.opponent(me))
    answer = phones.phone(me).do(CUP, "report-result", **as_reported(match, me, 25, 200))
    assert 422 == answer.status_code


def test_a_report_that_was_under_way_reopens_nothing():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    blind = re.search(r'name="instead_of" value="(\w+)"', phones.phone(me).page(ME))[1]
    _, _, page = entered(phones)
    seen = re.search(r'name="instead_of" value="(\w+)"', page)[1]
    mine = as_reported(match, me, 25, 200)
    answer = phones.phone(me).do(CUP, "report-result", **mine, instead_of=blind)
    refused = answer.json()["refused"]
    assert "The desk entered a result before your report arrived." == refused["message"]
    assert "disputed" not in phones.reads(me)
    phones.does(me, "report-result", **mine, instead_of=seen)
    assert "disputed" in phones.reads(me)


def test_in_a_dispute_theirs_is_accepted_with_one_press_and_mine_is_filled_in():
    phones = phones_in_round("armada")
    match, me, other = sides(phones)
    phones.does(me, "report-result", **as_reported(match, me, 200, 25))
    phones.does(other, "report-result", **as_reported(match, other, 100, 25))
    page = phones.phone(me).page(ME)
    assert (
        'name="slip.score.0" inputmode="numeric" pattern="[0-9]*" autocomplete="off" value="200"'
        in page
    )
    assert "Accept theirs" in page
    phones.does(me, "confirm-result", match=match, digest=digest_on(page))
    assert "Confirmed You lose 25–100" in phones.reads(me)


@pytest.mark.parametrize(
    ("passed", "doubted"),
    [
        pytest.param(0, True, id="just begun"),
        pytest.param(124, True, id="eleven minutes left"),
        pytest.param(125, False, id="ten minutes left"),
        pytest.param(140, False, id="over"),
    ],
)
def test_time_that_is_not_up_is_asked_about_before_a_report_is_sent(passed, doubted):
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    phones.day.clock.move(minutes=passed)
    named = {k.replace("__", "."): v for k, v in as_reported(match, me, 200, 25).items()}
    review = text_of(phones.phone(me).post(f"{ME}/review", named).text)
    assert ("Was the game really stopped by time?" in review) is doubted
    answer = phones.phone(me).post(f"/e/{CUP}/outcome", named, json=True).json()
    assert any("on the clock" in doubt for doubt in answer["doubts"]) is doubted


def test_time_that_was_called_is_up():
    phones = phones_in_round("armada")
    match, me, _ = sides(phones)
    phones.day.do(CallTime())
    named = {k.replace("__", "."): v for k, v in as_reported(match, me, 200, 25).items()}
    assert "on the clock" not in text_of(phones.phone(me).post(f"{ME}/review", named).text)
