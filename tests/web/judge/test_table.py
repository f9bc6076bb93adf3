"""One table in the judge's view: everything needed there, and every act by its form."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.web.hall import text_of
from tests.web.judge.bench import JudgesHall, acts_of, forms
from tiltyard.day.clock import CallTime, GrantExtension
from tiltyard.day.components import MakeProxy
from tiltyard.day.judging import AppealRuling, RecordIncident, RuleOnCall
from tiltyard.day.people import ChangePlayer
from tiltyard.day.results import ReportResult
from tiltyard.day.setup import FinishEvent
from tiltyard.text.language import speaking
from tiltyard.web.rendering import time_text


def at(hall: JudgesHall, place: int = 0) -> str:
    return f"/match/{hall.day.games()[place].id}"


def ends(hall: JudgesHall, minutes: int) -> str:
    started = hall.day.round.timer.started
    assert started is not None
    with speaking("en"):
        return " ".join(time_text(started + timedelta(minutes=minutes)).split())


def test_it_says_who_plays_where_and_how_long() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    first = hall.day.event.entrants[game.players[0]]
    assert first.number is not None
    hall.day.do(ChangePlayer(first.id, "Ana Costa", first.number, "Daqan", (), 200, None))
    text = hall.text(hall.judge, at(hall))
    for part in ("Ana Costa", f"Table {game.table}", "Daqan", "200 points", "playing", "round 1"):
        assert part in text
    minutes = hall.day.round.timer.minutes
    assert minutes is not None
    assert f"time left until {ends(hall, minutes)}" in text
    for card in hall.day.round.cards.values():
        assert card in text


@pytest.mark.clause("AMB-033", "RW-076")
def test_a_table_gets_more_time_and_its_clock_shows_it() -> None:
    hall = JudgesHall()
    path = at(hall)
    assert "Only this table's clock gets longer. AMB-033" in hall.text(hall.judge, path)
    done = hall.send(hall.judge, path, "grant-extension", {"reason": "a long ruling"})
    assert done.status_code == 200, done.text
    assert hall.day.games()[0].extension == 5
    minutes = (hall.day.round.timer.minutes or 0) + 5
    text = hall.text(hall.judge, path)
    assert f"time left until {ends(hall, minutes)} 5 minutes more" in text
    assert "minutes more" not in hall.text(hall.judge, at(hall, 1))
    refused = hall.send(hall.judge, path, "grant-extension", {"reason": " ", "minutes": "3"})
    assert refused.status_code == 422


def test_after_the_result_there_is_no_time_to_give() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    path = at(hall)
    assert "grant-extension" in acts_of(hall.page(hall.judge, path))
    hall.day.enter(game)
    html = hall.page(hall.judge, path)
    assert not {"grant-extension", "enter-result", "forfeit-game"} & acts_of(html)
    assert "time left" not in text_of(html)
    assert "final" in text_of(html)


@pytest.mark.clause("RW-150")
def test_it_says_why_these_two_meet_with_the_clause() -> None:
    hall = JudgesHall()
    assert "drawn by lot RW-150" in hall.text(hall.judge, at(hall))


def test_slips_are_told_in_words_and_a_dispute_is_decided_here() -> None:
    hall = JudgesHall()
    day = hall.day
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip(53, 24)), game.players[0])
    first, second = (day.event.people[player] for player in game.players)
    text = hall.text(hall.judge, at(hall))
    assert f"{first}: {first} 53, {second} 24, at time" in text
    assert "resolve-dispute" not in acts_of(hall.page(hall.judge, at(hall)))
    day.do(ReportResult(game.id, day.slip(24, 53)), game.players[1])
    text = hall.text(hall.judge, at(hall))
    assert f"{second}: {first} 24, {second} 53, at time" in text
    assert "disputed" in text
    filled = next(
        one
        for one in forms(hall.page(hall.judge, f"{at(hall)}?slip=2"))
        if one.act == "resolve-dispute"
    ).filled
    assert (filled["slip.score.0"], filled["slip.score.1"]) == ("24", "53")
    done = hall.send(hall.judge, f"{at(hall)}?slip=2", "resolve-dispute", {"reason": "I saw it"})
    assert done.status_code == 200, done.text
    slip = day.match(game.id).slip
    assert slip is not None
    assert slip.score == (24, 53)
    assert f"{second} beats {first}" in hall.text(hall.judge, at(hall))


@pytest.mark.parametrize("wrong", ["0", "3", "x", "-1", "99999999999999"])
def test_a_slip_that_is_not_there_fills_in_nothing(wrong: str) -> None:
    hall = JudgesHall()
    day = hall.day
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip(53, 24)), game.players[0])
    day.do(ReportResult(game.id, day.slip(24, 53)), game.players[1])
    html = hall.page(hall.judge, f"{at(hall)}?slip={wrong}")
    form = next(one for one in forms(html) if one.act == "resolve-dispute")
    assert "slip.score.0" not in form.filled


@pytest.mark.clause("RW-064", "RW-063")
def test_sharing_is_ordered_by_the_marshal_and_shown() -> None:
    hall = JudgesHall()
    assert "order-sharing" not in acts_of(hall.page(hall.judge, at(hall)))
    done = hall.send(hall.last, at(hall), "order-sharing", {"items": ["dice", "range ruler"]})
    assert done.status_code == 200, done.text
    assert hall.day.games()[0].shared == ("dice", "range ruler")
    said = "Ordered to share in this round: dice, range ruler. RW-064"
    assert said in hall.text(hall.judge, at(hall))


@pytest.mark.clause("RW-065", "RW-091")
def test_a_judge_asks_the_marshal_rules_and_the_next_table_reads_it() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    values = {"player": player, "kind": "third_party", "description": "acrylic tokens"}
    done = hall.send(hall.judge, at(hall), "ask-about-component", values)
    assert done.status_code == 200, done.text
    assert "rule-on-component" not in acts_of(hall.page(hall.judge))
    assert "acrylic tokens" in hall.text(hall.last)
    ruled = {"allowed": "yes", "note": "easy to tell apart"}
    done = hall.send(hall.last, "", "rule-on-component", ruled)
    assert done.status_code == 200, done.text
    hall.day.enter_all()
    hall.day.next_round()
    later = hall.text(hall.judge, f"/match/{hall.day.game_of(player).id}")
    name = hall.day.event.people[player]
    assert f"{name} : acrylic tokens allowed easy to tell apart RW-091" in later


@pytest.mark.clause("RW-075", "RW-076")
def test_a_lost_component_is_noted_and_the_table_gets_time() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[1]
    values = {"player": player, "component": "a tray", "kind": "lost"}
    done = hall.send(hall.judge, at(hall), "note-component-trouble", values)
    assert done.status_code == 200, done.text
    assert hall.day.games()[0].extension == 5
    assert "a tray, lost RW-076" in hall.text(hall.judge, at(hall))
    assert "missing_kit" not in _kinds(hall)
    assert "missing_kit" in _kinds(JudgesHall("diskwars", "organizer"))


def _kinds(hall: JudgesHall) -> list[str]:
    html = hall.page("p1", at(hall))
    return next(one for one in forms(html) if one.act == "note-component-trouble").choices["kind"]


@pytest.mark.clause("RW-015", "RW-036")
def test_a_marshal_recommends_and_the_organizer_does_not_have_to() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    html = hall.page(hall.last, at(hall))
    assert "The organizer decides. RW-036" in text_of(html)
    assert "disqualify" not in acts_of(html)
    assert "recommend-disqualification" not in acts_of(hall.page(hall.judge, at(hall)))
    values = {"player": player, "reason": "threats"}
    done = hall.send(hall.last, at(hall), "recommend-disqualification", values)
    assert done.status_code == 200, done.text
    assert hall.day.event.recommendations == {player: "threats"}
    assert "Recommended for disqualification: threats" in hall.text(hall.judge, at(hall))
    assert hall.day.event.entrants[player].state == "active"


@pytest.mark.clause("RW-144")
def test_a_player_who_did_not_come_forfeits() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    path = at(hall)
    assert "forfeit-game" not in acts_of(hall.page(hall.judge, path))  # a judge drops nobody
    done = hall.send(hall.last, path, "forfeit-game", {"absent": player, "drop": "no"})
    assert done.status_code == 200, done.text
    assert hall.day.event.entrants[player].state == "active"
    assert "is a no-show" in hall.text(hall.judge, path)


@pytest.mark.clause("RW-122")
def test_totals_are_verified_before_round_1_only() -> None:
    hall = JudgesHall()
    text = hall.text(hall.judge, at(hall))
    assert "not verified RW-122" in text
    assert hall.send(hall.judge, at(hall), "verify-totals", {}).status_code == 200
    html = hall.page(hall.judge, at(hall))
    assert "Totals verified RW-122" in text_of(html)
    assert "verify-totals" not in acts_of(html)
    assert "Totals" not in text_of(JudgesHall("diskwars", "organizer").page("p1", at(hall)))


@pytest.mark.clause("AMB-030")
def test_the_leader_of_record_is_assigned_at_the_table() -> None:
    hall = JudgesHall()
    assert "rules here" not in hall.text(hall.judge, at(hall))
    assert "assign-ruling-leader" not in acts_of(hall.page(hall.judge, at(hall)))
    done = hall.send(hall.last, at(hall), "assign-ruling-leader", {"leader": hall.judge})
    assert done.status_code == 200, done.text
    assert "You rule here." in hall.text(hall.judge, at(hall))
    assert "Jon rules here." in hall.text(hall.last, at(hall))


def test_a_judge_calls_on_behalf_of_a_table_and_has_a_game_watched() -> None:
    hall = JudgesHall()
    done = hall.send(hall.judge, at(hall), "call-judge", {"topic": "a measuring question"})
    assert done.status_code == 200, done.text
    done = hall.send(hall.judge, at(hall), "request-watch", {"reason": "it goes slowly"})
    assert done.status_code == 200, done.text
    text = hall.text(hall.last, at(hall))
    assert "a measuring question" in text
    assert "it goes slowly" in text
    assert "Nothing open at this table." in hall.text(hall.last, at(hall, 1))


@pytest.mark.clause("RW-034")
def test_incidents_and_proxies_of_the_players_are_remembered() -> None:
    hall = JudgesHall()
    first, second = hall.day.games()[:2]
    category = RecordIncident("stalling", (first.players[0],), "counts trays", "a warning")
    hall.day.do(category, hall.last)
    hall.day.do(MakeProxy(first.players[0], "Rune Golem", "defence 4"), hall.judge)
    text = hall.text(hall.judge, at(hall))
    assert "Stalling : counts trays (a warning)" in text
    assert "Rune Golem: defence 4 (Jon" in text
    assert "counts trays" not in hall.text(hall.judge, f"/match/{second.id}")


@pytest.mark.clause("RW-022")
def test_rulings_at_the_table_say_whether_they_are_final() -> None:
    hall = JudgesHall()
    name = hall.call()
    hall.day.do(RuleOnCall(name, "it is in range"), hall.judge)
    assert "it is in range (Jon) may be reviewed RW-022" in hall.text(hall.judge, at(hall))
    hall.day.do(AppealRuling(name), hall.day.games()[0].players[0])
    hall.day.do(RuleOnCall(name, "it is not", overrules="FAQ"), hall.last)
    assert "it is not (Mira) final Overrules: FAQ. RW-022" in hall.text(hall.judge, at(hall))


def test_a_judge_enters_a_slip_at_the_table() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    values = {"slip.end": "time", "slip.score.0": "40", "slip.score.1": "25"}
    done = hall.send(hall.judge, at(hall), "enter-result", values)
    assert done.status_code == 200, done.text
    slip = hall.day.match(game.id).slip
    assert slip is not None
    assert slip.score == (40, 25)


def test_a_match_that_is_not_there_and_a_bye_do_no_harm() -> None:
    hall = JudgesHall()
    for wrong in ("9.9.9", "x", "1.1", "1.1.99"):
        answer = hall.browser(hall.judge).get(f"{hall.base}/match/{wrong}")
        assert answer.status_code == 404
    odd = JudgesHall(players=5)
    bye = next(game for game in odd.day.round.games.values() if game.kind == "bye")
    html = odd.page("p1", f"/match/{bye.id}")
    assert not {"call-judge", "enter-result", "grant-extension", "request-watch"} & acts_of(html)


def test_the_clock_stands_when_time_was_called_and_old_rounds_can_be_read() -> None:
    hall = JudgesHall(swiss_rounds=2)
    old = at(hall)
    hall.day.do(CallTime())
    assert "data-ends" not in hall.page(hall.judge, old)
    hall.day.enter_all()
    hall.day.next_round()
    html = hall.page(hall.judge, old)
    assert "round 1" in text_of(html)
    assert not {"grant-extension", "enter-result", "resolve-dispute"} & acts_of(html)
    hall.day.enter_all()
    hall.day.do(FinishEvent())
    assert "Nothing for you to do here now." not in hall.text(hall.judge, old)
    assert "record-incident" in acts_of(hall.page(hall.judge, old))


def test_an_extension_belongs_to_its_table_in_the_list_of_tables() -> None:
    hall = JudgesHall()
    game = hall.day.games()[1]
    hall.day.do(GrantExtension(game.id, "a search", 7), hall.last)
    assert f"Table {game.table} +7" in hall.text(hall.judge)


def test_the_button_that_fills_a_slip_in_stands_below_it() -> None:
    hall = JudgesHall("armada")
    game = hall.day.games()[0]
    hall.day.do(ReportResult(game.id, hall.day.slip(200, 25)), game.players[0])
    hall.day.do(ReportResult(game.id, hall.day.slip(100, 25)), game.players[1])
    page = hall.page(hall.judge, f"/match/{game.id}")

    assert page.count('</p><p><a class="button" href="?slip=') == 2
