"""The clock of a round: its length, pauses, extensions and the call of time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.day.events import Day, before_the_bracket, in_round, running
from tiltyard.day.clock import (
    CallTime,
    ChangeTable,
    ExtendRound,
    GrantExtension,
    PauseClock,
    ResumeClock,
    StartClock,
)
from tiltyard.day.event import elapsed_seconds, remaining_seconds
from tiltyard.day.setup import Undo
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.text.refusals import fix_text

# rules 2.3: Swiss rounds one after another
SWISS: list[tuple[str, dict[str, Any], list[int]]] = [
    ("runewars", {}, [90, 90]),
    ("xwing-dogfight", {}, [75, 75]),
    ("xwing-dogfight", {"options": {"clock.swiss": 60}}, [60, 60]),
    ("xwing-dogfight", {"options": {"clock.swiss": 90}}, [90, 90]),
    ("xwing-escalation", {}, [50, 70, 90, 120]),
    ("xwing-escalation", {"options": {"clock.swiss": [60, 60, 100, 110]}}, [60, 60, 100, 110]),
    ("middle-earth", {}, [90, 90]),
    ("middle-earth", {"points_limit": 500}, [90]),
    ("middle-earth", {"points_limit": 600}, [105]),
    ("middle-earth", {"points_limit": 700}, [120]),
    ("middle-earth", {"points_limit": 750}, [135]),
    ("middle-earth", {"points_limit": 800}, [135]),
    ("middle-earth", {"points_limit": 1000}, [150]),
    ("middle-earth", {"points_limit": 650}, [120]),
    ("middle-earth", {"points_limit": 700, "options": {"clock.swiss": 100}}, [100]),
    ("diskwars", {}, [65, 65]),
    ("diskwars", {"options": {"clock.swiss": 75}}, [75]),
    ("armada", {}, [135, 135]),
]
# … and the semi-final and final of a bracket of four; none: untimed
BRACKET = [
    ("runewars", 90, 140),
    ("xwing-dogfight", 75, None),
    ("diskwars", 90, 90),
    ("armada", None, None),
]


def left(day: Day, extension: int = 0) -> int | None:
    return remaining_seconds(day.round.timer, day.clock.at, extension)


@pytest.mark.clause("RW-133", "RW-136", "XW-027", "XE-003", "XE-004", "DW-040", "AR-078")
@pytest.mark.clause("ME-063", "ME-064", "ME-065", "ME-066", "ME-067", "ME-068", "AMB-095")
@pytest.mark.parametrize(("ruleset", "changes", "minutes"), SWISS)
def test_swiss_rounds_last_as_long_as_the_document_says(
    ruleset: str, changes: dict[str, Any], minutes: list[int]
) -> None:
    day = running(ruleset, players=16, **changes)
    for expected in minutes:
        day.next_round()
        assert day.round.timer.minutes == expected
        assert left(day) == 60 * expected
        day.enter_all()


@pytest.mark.clause("RW-137", "RW-138", "XW-088", "DW-045", "AR-094", "AMB-066", "AMB-114")
@pytest.mark.parametrize(("ruleset", "semi", "final"), BRACKET)
def test_elimination_rounds_last_as_long_as_the_document_says(
    ruleset: str, semi: int | None, final: int | None
) -> None:
    day = before_the_bracket(ruleset)
    day.next_round()
    assert day.round.timer.minutes == semi
    day.enter_all()
    day.next_round()
    assert day.round.timer.minutes == final


@pytest.mark.clause("AMB-080", "XW-088")
def test_the_escalation_bracket_lasts_as_long_as_its_fourth_round() -> None:
    day = before_the_bracket("xwing-escalation", swiss_rounds=None)
    day.next_round()
    assert day.round.timer.minutes == 120
    day.enter_all()
    day.next_round()
    assert day.round.timer.minutes is None


@pytest.mark.clause("AMB-052")
def test_after_a_cut_to_two_the_first_game_is_the_final() -> None:
    day = before_the_bracket(cut=2)
    day.next_round()
    assert day.round.timer.minutes == 140


@pytest.mark.clause("AMB-066")
def test_bracket_rounds_follow_the_announced_length_of_the_swiss_rounds() -> None:
    day = before_the_bracket("xwing-dogfight", options={"clock.swiss": 60})
    day.next_round()
    assert day.round.timer.minutes == 60


@pytest.mark.clause("RW-134")
def test_a_leader_starts_the_clock_once() -> None:
    day = running()
    judge = day.appoint("judge", "Jon")
    day.refused(StartClock(), code="round-no-round-published-yet")
    day.draw()
    day.publish()
    day.refused(StartClock(), "p2", "RW-007")
    day.refused(PauseClock(), code="round-not-begun")
    day.refused(CallTime(), code="round-not-begun")
    assert elapsed_seconds(day.round.timer, day.clock.at) == 0
    day.do(StartClock(), judge)
    assert day.round.timer.started == day.clock.at
    day.refused(StartClock(), clause="RW-136", code="round-begun")


def test_pauses_do_not_count() -> None:
    day = in_round()
    day.clock.move(minutes=10)
    assert left(day) == 80 * 60
    day.do(PauseClock("fire alarm"))
    day.clock.move(minutes=25)
    assert left(day) == 80 * 60
    day.refused(PauseClock(), code="clock-stands-already")
    day.refused(CallTime(), says="The clock is paused.")
    day.do(ResumeClock())
    day.refused(ResumeClock(), code="clock-runs-already")
    day.clock.move(minutes=5)
    assert left(day) == 75 * 60
    day.do(PauseClock())
    day.clock.move(seconds=90)
    day.do(ResumeClock())
    day.clock.move(seconds=30)
    assert left(day) == 75 * 60 - 30
    assert day.round.timer.paused_seconds == 25 * 60 + 90
    assert elapsed_seconds(day.round.timer, day.clock.at) == 15 * 60 + 30


def test_nothing_is_left_when_time_is_up() -> None:
    day = in_round()
    day.clock.move(minutes=89, seconds=59)
    assert left(day) == 1
    day.clock.move(seconds=1)
    assert left(day) == 0
    day.clock.move(minutes=60)
    assert left(day) == 0
    assert left(day, extension=61) == 60


def test_a_clock_turned_back_never_gives_more_than_the_round() -> None:
    day = in_round()
    day.clock.move(minutes=-60)
    assert left(day) == 90 * 60
    day.do(PauseClock())
    day.clock.move(minutes=-5)
    day.do(ResumeClock())
    assert day.round.timer.paused_seconds == 0
    day.clock.move(minutes=75)
    assert left(day) == 80 * 60
    assert day.folds()


@pytest.mark.clause("RW-135", "XW-057", "ME-034", "DW-068", "AR-079")
@pytest.mark.parametrize(
    ("ruleset", "clause", "word"),
    [
        ("runewars", "RW-135", "current game round"),
        ("xwing-dogfight", "XW-057", "current round"),
        ("xwing-escalation", "XW-057", "current round"),
        ("middle-earth", "ME-034", "current turn"),
        ("diskwars", "DW-068", "command cards"),
        ("armada", "AR-079", "current game round"),
    ],
)
def test_when_time_is_called_the_document_says_how_to_finish(
    ruleset: str, clause: str, word: str
) -> None:
    day = in_round(ruleset)
    day.do(CallTime())
    assert day.round.timer.called == day.clock.at
    for act in (CallTime(), PauseClock(), ResumeClock()):
        no = day.refused(act, clause=clause, says="Time has already been called.")
        assert word in (fix_text(no) or "")
    day.enter_all()


@pytest.mark.clause("XW-088", "AR-094")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "armada"])
def test_no_time_is_called_in_an_untimed_round(ruleset: str) -> None:
    day = before_the_bracket(ruleset, cut=2)
    day.next_round()
    assert left(day) is None
    assert left(day, extension=5) is None
    no = day.refused(CallTime(), says="untimed")
    assert no.clause == day.rules.clock.final.clause
    game = day.games()[0]
    day.refused(GrantExtension(game.id, "late"), clause="AMB-033", says="untimed")


@pytest.mark.clause("RW-076", "AMB-033")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "middle-earth", "armada"])
def test_an_extension_belongs_to_one_table(ruleset: str) -> None:
    day = in_round(ruleset)
    first, second = day.games()[:2]
    day.refused(GrantExtension(first.id, " "), code="public-reason-needed")
    day.do(GrantExtension(first.id, "a judge was late"))
    assert day.match(first.id).extension == 5
    assert day.match(second.id).extension == 0
    day.do(GrantExtension(first.id, "again", minutes=7))
    assert day.match(first.id).extension == 12
    second_press = GrantExtension(first.id, "again", minutes=7, already=5)
    day.refused(second_press, code="extension-granted-meanwhile")
    assert day.match(first.id).extension == 12
    whole, table = left(day), left(day, day.match(first.id).extension)
    assert whole is not None
    assert table == whole + 12 * 60
    assert whole == 60 * (day.round.timer.minutes or 0)


@pytest.mark.clause("AMB-033")
def test_the_usual_extension_is_an_option_of_the_event() -> None:
    day = in_round(options={"extension.minutes": 8})
    game = day.games()[0]
    day.do(GrantExtension(game.id, "a spilled drink"))
    assert day.match(game.id).extension == 8


@pytest.mark.clause("AMB-033")
@pytest.mark.parametrize("minutes", [0, -5, 241])
def test_an_extension_is_a_sensible_number_of_minutes(minutes: int) -> None:
    day = in_round()
    game = day.games()[0]
    day.refused(
        GrantExtension(game.id, "late", minutes),
        clause="AMB-033",
        code="extension-minutes-not-possible",
    )


@pytest.mark.clause("AMB-033")
def test_a_game_that_is_over_gets_no_extension() -> None:
    day = in_round()
    game = day.games()[0]
    day.enter(game)
    day.refused(GrantExtension(game.id, "late"), clause="AMB-033", says="is over")
    day.enter_all()
    day.next_round()
    day.refused(GrantExtension(game.id, "late"), clause="AMB-033", says="is over")
    day.refused(GrantExtension("9.9.9", "late"), says="no match")


def test_a_whole_round_gets_more_time() -> None:
    day = in_round("runewars")
    before = left(day)
    assert before is not None
    day.do(ExtendRound(10, "fire alarm"))
    assert left(day) == before + 600
    assert left(day, extension=5) == before + 900
    assert "round-extended" in day.facts()
    day.do(Undo())
    assert left(day) == before


@pytest.mark.parametrize("minutes", [0, -5, 241])
def test_a_round_is_extended_by_minutes_that_can_be(minutes: int) -> None:
    day = in_round("runewars")
    day.refused(ExtendRound(minutes, "fire alarm"), says="minutes")
    day.refused(ExtendRound(5, " "))
    day.do(ExtendRound(240, "fire alarm"))


def test_a_round_is_not_extended_before_it_began_nor_after_time_was_called() -> None:
    day = running("runewars")
    day.draw()
    day.publish()
    day.refused(ExtendRound(5, "late"), says="started yet")
    day.do(StartClock())
    day.do(CallTime())
    day.refused(ExtendRound(5, "late"), says="Time has already been called.")


def test_an_untimed_round_is_not_extended() -> None:
    day = before_the_bracket("armada")
    day.next_round()
    day.refused(ExtendRound(5, "late"), says="untimed")


def test_two_games_swap_their_tables_when_it_is_meant() -> None:
    day = in_round("runewars")
    first, second = day.games()[:2]
    day.refused(ChangeTable(first.id, second.table), says="taken")
    day.do(ChangeTable(first.id, second.table, "wheelchair", swap=True))
    assert day.match(first.id).table == second.table
    assert day.match(second.id).table == first.table
    day.refused(ChangeTable(first.id, second.table, swap=True), says="taken")
    log, head = list(day.desk.log(day.name)), day.desk.store.head(day.name)
    assert verify_log(day.name, log, head, load).troubles == []
