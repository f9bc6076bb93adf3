"""What a player has to do now decides the order of their page."""

from __future__ import annotations

from tests.day.events import Day, in_round, running
from tiltyard.day.clock import CallTime, GrantExtension, StartClock
from tiltyard.day.judging import CallJudge, GoToTable, RuleOnCall
from tiltyard.day.people import CheckIn
from tiltyard.day.results import ConfirmResult, EnterResult, ReportResult
from tiltyard.day.setup import OpenCheckIn, OpenRegistration
from tiltyard.views.own_page import alerts_of, own_page


def page_of(day: Day, player: str):
    return own_page(day.event, day.rules, player)


def test_a_game_from_the_pairings_to_the_result():
    day = running("armada")
    assert page_of(day, "p2").task == "wait"
    day.draw()
    assert page_of(day, "p2").task == "wait"  # nobody knows of it yet
    day.publish()
    assert page_of(day, "p2").task == "go"
    assert not page_of(day, "p2").has_bar
    day.do(StartClock())
    page, other = page_of(day, "p2"), day.opponent("p2")
    assert (page.task, page.judge, page.report, page.show) == ("report", True, True, False)
    assert page.parts[0] == "now"

    match = day.game_of("p2").id
    day.do(ReportResult(match, day.slip()), other)
    page = page_of(day, "p2")
    assert (page.task, page.parts[0], page.report) == ("confirm", "result", False)
    assert page_of(day, other).show
    day.do(ReportResult(match, day.slip(12, 11)), "p2")
    assert [page_of(day, player).task for player in ("p2", other)] == ["settle", "settle"]
    day.do(ConfirmResult(match, day.slip(12, 11).digest), other)
    assert [page_of(day, player).task for player in ("p2", other)] == ["wait", "wait"]
    assert not page_of(day, "p2").has_bar


def test_what_the_desk_entered_is_to_be_confirmed_or_contested_once():
    day = in_round("armada")
    game = day.game_of("p2")
    day.do(EnterResult(game.id, day.slip()))
    first, second = game.players
    assert {page_of(day, player).task for player in game.players} == {"contest"}
    day.do(ConfirmResult(game.id, day.slip().digest), first)
    assert page_of(day, first).task == "wait"
    assert page_of(day, second).task == "contest"


def test_before_the_start_one_checks_in_and_hands_in_a_list():
    day = Day("armada")
    day.announce()
    day.do(OpenRegistration())
    (ana,) = day.register("Ana")
    expected = "list" if day.rules.lists.required == "always" else "wait"
    assert page_of(day, ana).task == expected
    day.do(OpenCheckIn())
    assert page_of(day, ana).task == "check_in"


def kinds(day: Day, player: str) -> list[str]:
    return [alert.kind for alert in alerts_of(day.event, player, day.clock.now())]


def test_a_player_is_called_by_pairings_reports_rulings_and_time():
    day = running("armada")
    assert kinds(day, "p2") == []
    day.draw()
    assert kinds(day, "p2") == []
    day.publish()
    assert kinds(day, "p2") == ["pairing"]
    day.do(StartClock())
    game, other = day.game_of("p2"), day.opponent("p2")
    day.do(ReportResult(game.id, day.slip()), other)
    assert kinds(day, "p2") == ["pairing", "report"]
    assert kinds(day, other) == ["pairing"]
    before = {alert.key for alert in alerts_of(day.event, "p2", day.clock.now())}
    day.do(ReportResult(game.id, day.slip(12, 11)), other)
    assert before != {alert.key for alert in alerts_of(day.event, "p2", day.clock.now())}
    day.do(CallJudge(game.id, "In range?"), "p2")
    day.do(RuleOnCall("c1", "It is."))
    day.do(CallTime())
    assert kinds(day, "p2") == ["pairing", "time", "report", "ruling"]
    day.do(ConfirmResult(game.id, day.slip(12, 11).digest), "p2")
    assert kinds(day, other) == ["pairing", "final", "ruling"]


def test_a_player_hears_that_a_judge_comes_and_of_more_time():
    day = in_round("armada")
    game = day.game_of("p2")
    day.do(CallJudge(game.id, "In range?"), "p2")
    assert "coming" not in kinds(day, "p2")
    day.do(GoToTable(game.id))
    day.do(GrantExtension(game.id, "A judge was needed.", minutes=4))
    assert kinds(day, "p2") == kinds(day, day.opponent("p2"))
    assert kinds(day, "p2") == ["pairing", "extension", "coming"]
    (before,) = (a.key for a in alerts_of(day.event, "p2", day.clock.now()) if a.text == "4")
    day.do(GrantExtension(game.id, "Again.", minutes=3, already=4))
    assert before not in {alert.key for alert in alerts_of(day.event, "p2", day.clock.now())}


def test_check_in_calls_those_who_are_not_here_yet():
    day = Day("armada")
    day.announce()
    day.do(OpenRegistration())
    ana, ben = day.register("Ana", "Ben")
    assert kinds(day, ana) == []
    day.do(OpenCheckIn())
    day.do(CheckIn(ana))
    assert [kinds(day, player) for player in (ana, ben)] == [[], ["check_in"]]
