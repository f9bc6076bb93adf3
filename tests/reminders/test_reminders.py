"""What the organizer is told at each moment of the day (rules 5.7)."""

import re
from importlib import resources

import pytest

from tests.day.events import concession
from tests.reminders.day import PLANS, Day
from tiltyard.day.clock import CallSeating, CallTime, GrantExtension, PauseClock
from tiltyard.day.components import EndComponentTrouble, GrantComponentTime, NoteComponentTrouble
from tiltyard.day.judging import AppealRuling, CallJudge, RequestWatch, RuleOnCall
from tiltyard.day.people import (
    AppointStaff,
    ChangeDuty,
    DropPlayer,
    JoinAsSpare,
    RecommendDisqualification,
    RegisterPlayer,
)
from tiltyard.day.reminders import guidance, moment_of
from tiltyard.day.results import EnterResult, ReportResult
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import FinishEvent
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.text.reminders import reminder_sentence
from tiltyard.text.say import sentences

# ------------------------------------------------------------------------------------- planning


@pytest.mark.clause("RW-037", "RW-105", "AR-028")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
@pytest.mark.parametrize(("players", "tables"), [(0, 0), (7, 3), (8, 4), (9, 4), (10, 5)])
def test_a_table_for_every_game_and_a_chair_for_every_player(ruleset, players, tables):
    """Whoever rests sits down as well: nine players need four tables and nine chairs."""
    facts = Day(ruleset).registered(players).named("tables-needed").facts

    assert {"players": players, "tables": tables, "chairs": players} == facts


@pytest.mark.clause("ME-018")
def test_the_spare_player_sits_down_too():
    day = Day("middle-earth").registered(7)
    day.do(JoinAsSpare("Sam"))

    assert {"players": 7, "tables": 4, "chairs": 8} == day.named("tables-needed").facts


@pytest.mark.clause("AR-028", "XW-042", "DW-048")
@pytest.mark.parametrize("ruleset", ["armada", "xwing-dogfight", "diskwars"])
def test_tables_are_counted_for_every_game(ruleset):
    assert 3 == Day(ruleset).registered(7).named("tables-needed").facts["tables"]


@pytest.mark.clause("ME-018", "ME-052")
def test_an_odd_field_without_a_spare_player_is_told_to_find_one():
    day = Day("middle-earth").registered(7)
    assert "find-a-spare" in day.codes()

    day.do(JoinAsSpare("Sam"))

    assert "find-a-spare" not in day.codes()
    assert 4 == day.named("tables-needed").facts["tables"]


@pytest.mark.clause("ME-018")
def test_an_even_field_needs_no_spare_player():
    assert "find-a-spare" not in Day("middle-earth").registered(6).codes()


def test_the_next_step_follows_the_phase():
    day = Day("armada")
    assert ["announce"] == day.codes("next")
    assert ["open-check-in"] == day.registered(4).codes("next")


# ------------------------------------------------------------------------------------- before start


@pytest.mark.clause("RW-140", "RW-106")
def test_what_must_be_announced_blocks_the_start_until_it_is():
    day = Day("runewars").checked_in(8)
    items = {one.facts["item"] for one in day.reminders() if one.code == "not-announced"}

    assert {"rounds", "cut", "event_details"} == items
    assert "start" not in day.codes()


def test_when_nothing_blocks_the_start_is_next():
    day = Day("armada").checked_in(4)
    rules, _ = day.desk.rules("day")
    for item in rules.announcements:
        from tiltyard.day.setup import AnnounceItem

        day.do(AnnounceItem(item.id))

    assert [] == day.codes("blocks")
    assert "start" in day.codes("next")


@pytest.mark.clause("AMB-020", "RW-194")
def test_the_table_is_shown_for_a_few_players_more_or_fewer():
    facts = Day("runewars").checked_in(8).named("plan-by-table").facts

    assert {"6": [2, 0], "7": [2, 0], "8": [2, 0], "9": [3, 0], "10": [3, 0]} == facts["plans"]


def test_who_is_not_here_yet_is_named():
    day = Day("armada").checked_in(4)
    day.do(RegisterPlayer("Late"))

    assert 1 == len(day.named("not-here-yet").facts["players"])


# ------------------------------------------------------------------------------------- rounds


def test_the_steps_of_a_round_in_order():
    day = Day("armada").started(4)
    assert ["draw-round"] == day.codes("next")
    day.do(DrawRound())
    assert ["publish"] == day.codes("next")
    day.do(PublishRound())
    assert ["call-seating", "start-clock"] == day.codes("next")
    day.do(CallSeating())
    assert ["start-clock"] == day.codes("next")


@pytest.mark.clause("RW-122")
def test_before_round_one_the_marshal_may_have_totals_verified():
    assert "totals-may-be-verified" in Day("runewars").published(8).codes()
    assert "totals-may-be-verified" not in Day("armada").published(8).codes()


def test_a_draw_that_is_out_of_date_blocks():
    day = Day("armada").running(5).play_round()
    day.do(DrawRound())
    day.do(DropPlayer("p2"))

    assert ["draw-again"] == day.codes("blocks")


@pytest.mark.clause("AMB-016", "RW-144")
@pytest.mark.parametrize(("minutes", "told"), [(9, False), (10, True), (29, True), (30, False)])
def test_after_ten_minutes_somebody_looks_for_empty_tables(minutes, told):
    day = Day("runewars").running(8)
    day.clock.move(minutes=minutes)

    assert told == ("look-for-empty-tables" in day.codes())


@pytest.mark.clause("AMB-016")
def test_the_organizer_may_choose_another_number_of_minutes():
    day = Day("runewars", options={"no_show.minutes": 20}).running(8)
    day.clock.move(minutes=19)
    assert "look-for-empty-tables" not in day.codes()
    day.clock.move(minutes=1)
    assert "look-for-empty-tables" in day.codes()


@pytest.mark.clause("RW-135", "RW-136")
@pytest.mark.parametrize(("seconds", "overdue"), [(90 * 60 - 1, False), (90 * 60, True)])
def test_when_the_time_is_over_it_must_be_called(seconds, overdue):
    day = Day("runewars").running(8)
    day.clock.move(seconds=seconds)

    assert overdue == ("call-time" in day.codes("overdue"))


@pytest.mark.clause("RW-135", "AR-079", "ME-034", "DW-068", "XW-057")
@pytest.mark.parametrize("ruleset", sorted(PLANS))
def test_when_time_is_called_the_finishing_text_is_shown(ruleset):
    day = Day(ruleset).running(8)
    day.do(CallTime())

    assert load(ruleset).clock.time_called == day.named("finish-the-games").facts["text"]
    assert "call-time" not in day.codes()
    assert 4 == day.named("results-missing").facts["tables"]


def test_a_clock_that_stands_is_not_overdue():
    day = Day("armada").running(4)
    day.do(PauseClock())
    day.clock.move(hours=5)

    assert "clock-stands" in day.codes()
    assert "call-time" not in day.codes()


@pytest.mark.clause("AMB-033", "RW-076")
def test_a_table_with_an_extension_has_its_own_end():
    day = Day("runewars").running(8)
    game = day.open_games()[0]
    day.do(GrantExtension(game.id, "search", 5))
    day.clock.move(minutes=94)
    assert ("know", 60) == (
        day.named("table-with-extension").urgency,
        day.named("table-with-extension").facts["seconds"],
    )

    day.clock.move(minutes=1)

    assert "overdue" == day.named("table-with-extension").urgency


# ------------------------------------------------------------------------------------- results


def test_a_report_waits_for_the_opponent_and_a_difference_for_a_leader():
    day = Day("armada").running(4)
    game = day.open_games()[0]
    day.do(ReportResult(game.id, Slip("time", (100, 0))), game.players[0])
    assert "confirmation-missing" in day.codes("next")

    day.do(ReportResult(game.id, Slip("time", (0, 100))), game.players[1])

    assert ["disputed"] == day.codes("blocks")


@pytest.mark.clause("DW-072")
def test_a_concession_in_diskwars_is_worth_a_thought():
    day = Day("diskwars").running(4)
    day.do(EnterResult(day.open_games()[0].id, Slip("concession", conceded=0)))

    assert "concession" in day.codes("know")


# ------------------------------------------------------------------------------------- between


def test_between_rounds_the_parity_of_the_field_is_told():
    assert "odd-field" in Day("armada").running(5).play_round().codes()
    assert "odd-field" not in Day("armada").running(4).play_round().codes()


@pytest.mark.clause("RW-078")
def test_a_component_still_missing_blocks_the_next_round():
    day = Day("runewars").running(8)
    day.do(NoteComponentTrouble("p2", "movement template", "lost", 5))

    day.play_round()

    assert "component-missing" in day.codes("blocks")


@pytest.mark.clause("RW-075", "RW-076", "RW-077")
def test_only_granted_time_can_be_over():
    day = Day("runewars").running(8)
    day.do(NoteComponentTrouble("p2", "morale deck", "lost"), "p2")
    day.clock.move(minutes=60)
    assert "component-reported" in day.codes("next")
    assert "search-is-over" not in day.codes()

    day.do(GrantComponentTime("t1", 8))
    day.clock.move(minutes=7, seconds=59)
    assert "component-search" in day.codes("know")
    assert "search-is-over" not in day.codes()

    day.clock.move(seconds=1)
    assert "search-is-over" in day.codes("overdue")
    day.do(GrantComponentTime("t1", 1))
    assert "search-is-over" not in day.codes()


@pytest.mark.clause("RW-078")
def test_after_a_concession_leaders_hear_that_the_component_is_still_missing():
    day = Day("runewars").running(8)
    day.do(NoteComponentTrouble("p2", "morale deck", "lost", 5))
    day.clock.move(minutes=5)
    game = day.event.game_of("p2")
    slip = concession(game.players.index("p2"))
    day.do(EndComponentTrouble("t1", "conceded", slip=slip))
    assert "component-still-missing" in day.codes("know")
    day.play_round()
    assert "component-missing" in day.codes("blocks")
    day.do(EndComponentTrouble("t1", "found"))
    assert not {"component-missing", "component-still-missing"} & set(day.codes())


@pytest.mark.clause("XW-083", "RW-159")
def test_the_cut_is_made_and_a_free_place_is_answered_first():
    day = Day("xwing-dogfight").running(8)
    for _ in range(3):
        day.play_round()
    assert ["make-cut"] == day.codes("next")
    assert "cut" == moment_of(day.event)
    day.do(MakeCut())
    day.do(DropPlayer(day.event.qualification.seeds[1]))

    assert ["place-offered"] == day.codes("blocks")


def test_when_the_plan_is_played_out_the_event_is_finished():
    day = Day("armada").running(4)
    for _ in range(3):
        day.play_round()
    assert ["finish"] == day.codes("next")

    day.do(FinishEvent())

    assert {"award-prizes", "archive"} == set(day.codes("next"))


# ------------------------------------------------------------------------------------- people


@pytest.mark.clause("RW-012", "ME-009", "ME-014")
def test_who_acts_for_a_role_nobody_holds_is_told():
    day = Day("middle-earth")
    acting = {one.facts["role"] for one in day.reminders() if one.code == "acts-as"}

    assert {"referee", "scorekeeper"} == acting


@pytest.mark.clause("AMB-040", "RW-028")
def test_when_the_second_leader_goes_off_duty_the_playing_one_is_named():
    day = Day("runewars")
    second = day.do(AppointStaff("judge", "Jo")).facts[0].fact.person
    day.registered(7).do(RegisterPlayer(person="p1"))
    assert "second-leader-missing" not in day.codes()

    day.do(ChangeDuty(second, "judge", on_duty=False))

    assert "second-leader-missing" in day.codes("blocks")


@pytest.mark.clause("AMB-031")
def test_when_every_leader_plays_nobody_is_free():
    day = Day("runewars")
    second = day.do(AppointStaff("judge", "Jo")).facts[0].fact.person
    day.registered(6).do(RegisterPlayer(person="p1"))
    assert "every-leader-plays" not in day.codes()

    day.do(RegisterPlayer(person=second))

    assert "every-leader-plays" in day.codes("know")


@pytest.mark.clause("ME-008")
def test_an_organiser_who_plays_is_advised_against_it():
    day = Day("middle-earth").registered(3)
    day.do(RegisterPlayer(person="p1"))

    assert "ME-008" == day.named("leader-should-not-play").clause


def test_calls_appeals_watches_and_recommendations_are_on_the_list():
    day = Day("runewars")
    judge = day.do(AppointStaff("judge", "Jo")).facts[0].fact.person
    marshal = day.do(AppointStaff("marshal", "Max")).facts[0].fact.person
    day.running(8)
    game = day.open_games()[0]
    day.do(CallJudge(game.id, "line of sight"), game.players[0])
    assert "judge-called" in day.codes("next")
    day.do(RuleOnCall("c1", "blocked"), judge)
    day.do(AppealRuling("c1"), game.players[1])
    day.do(RequestWatch(game.id, "slow play"), game.players[0])
    day.do(RecommendDisqualification(game.players[0], "stalling"), marshal)

    assert {"ruling-appealed", "watch-requested", "decide-disqualification"} <= set(
        day.codes("next")
    )


def test_an_appeal_names_who_decides_and_the_round_once_it_is_over():
    day = Day("runewars")
    judge = day.do(AppointStaff("judge", "Jo")).facts[0].fact.person
    day.do(AppointStaff("marshal", "Max"))
    day.running(8)
    game = day.open_games()[0]
    day.do(CallJudge(game.id, "line of sight"), game.players[0])
    day.do(RuleOnCall("c1", "blocked"), judge)
    day.do(AppealRuling("c1"), game.players[1])

    def said():
        one = day.named("ruling-appealed")
        return reminder_sentence(one, day.event.people, day.event)

    place = f"table {game.table}"
    assert f"The ruling at {place} was appealed. Max decides: line of sight" == said()
    day.play_round()
    day.do(DrawRound())
    day.do(PublishRound())
    assert f"The ruling at {place} (round 1) was appealed. Max decides: line of sight" == said()


# ------------------------------------------------------------------------------------- words


def source(module):
    return resources.files("tiltyard.day").joinpath(module).read_text("utf-8")


def test_every_reminder_has_a_sentence_and_every_sentence_a_reminder():
    """The codes are read from the source: a new one cannot be forgotten."""
    modules = ("reminders.py", "components.py", "roles.py", "start.py", "visibility.py")
    text = "".join(source(one) for one in modules)
    made = set(re.findall(r'(?:Notice|Blocker)\(\s*"([a-z-]+)"', text))
    made |= set(re.findall(r'Reminder\(\s*"[a-z_]+",\s*(?:"[a-z]+"|urgency),\s*"([a-z-]+)"', text))
    made |= set(re.findall(r'yield \(\s*"[a-z_]+",\s*"[a-z]+",\s*"([a-z-]+)"', text))
    said = set(sentences("reminders"))

    assert set() == made - said
    assert set() == {code for code in said if f'"{code}"' not in text}
    assert len(made) > 40


@pytest.mark.parametrize("ruleset", sorted(PLANS))
def test_the_reminders_of_a_whole_day_can_be_said(ruleset):
    day = Day(ruleset)
    said = [*day.reminders()]
    day.checked_in(9)
    said += day.reminders()
    said += Day(ruleset).published(9).reminders()
    late = Day(ruleset).running(9)
    late.clock.move(minutes=300)
    said += late.reminders()
    said += late.play_round().reminders()

    sentences = [reminder_sentence(one, day.event.people) for one in said]

    assert sentences
    assert [] == [one for one in sentences if not one or "{" in one]
    assert all(one.clause for one in said)


@pytest.mark.parametrize("ruleset", sorted(PLANS))
@pytest.mark.parametrize("moment", ["planning", "before_start", "running", "end"])
def test_guidance_is_there_for_the_moment_and_its_audience(ruleset, moment):
    rules = load(ruleset)

    everything = guidance(rules, moment)
    players = guidance(rules, moment, "players")

    assert {moment} >= {one.moment for one in everything}
    assert {"players"} >= {one.audience for one in players}
    assert set(players) <= set(everything)
