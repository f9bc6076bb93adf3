"""Every act of a log is decided again: facts that could not have followed from it are found."""

from dataclasses import MISSING, fields, replace

import pytest

from tests.service.halls import SLIP, armada_day, begin_round, demo_log, new_desk, play_round
from tiltyard.day.clock import ChangeTable
from tiltyard.day.facts import (
    ActUndone,
    ClockStarted,
    DisputeResolved,
    EventFinished,
    ExtensionGranted,
    GameForfeited,
    PairingsChangedByHand,
    PlayerDropped,
    PrizeAwarded,
    Reason,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoundDrawn,
    StaffAppointed,
    TableChanged,
)
from tiltyard.day.fold import fold
from tiltyard.day.judging import CallJudge
from tiltyard.day.people import AppointStaff, Disqualify, DropPlayer, HandOver
from tiltyard.day.results import (
    CorrectResult,
    EnterResult,
    ForfeitGame,
    ReportResult,
    ResolveDispute,
)
from tiltyard.day.rounds import ByHand, ChangePairings, DrawRound
from tiltyard.day.setup import FinishEvent
from tiltyard.day.table import ACTS, BY_NAME
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head

OTHER = Slip("rounds", (150, 90))


def troubles(log):
    return verify_log("day", log, Head(1, b""), load).troubles


def found(log):
    """What is wrong with the first fact that is wrong: its code, its number, the sentence."""
    first = troubles(log)[0]
    return first.code, first.number, first.text


def forged(desk, actor, role, cause, *facts):
    """The log of the day, with one more act that nobody decided."""
    log = list(desk.log("day"))
    for fact in facts:
        last = log[-1]
        one = replace(last, actor=actor, role=role, cause=cause, key="forged", fact=fact)
        log.append(replace(one, number=last.number + 1))
    return log


def altered(desk, kind, **values):
    """The log of the day with other values in the last fact of this kind, and its number."""
    log = list(desk.log("day"))
    place = max(place for place, one in enumerate(log) if isinstance(one.fact, kind))
    log[place] = replace(log[place], fact=replace(log[place].fact, **values))
    return log, place + 1


@pytest.fixture
def desk():
    """A desk with a running Armada day and a first round of which nothing is reported."""
    desk = new_desk()
    armada_day(desk)
    begin_round(desk)
    assert [] == troubles(desk.log("day"))
    return desk


def games(desk):
    return list(desk.event("day").current.games.values())


def enter(desk, game, slip=SLIP):
    desk.do("day", "p2", EnterResult(game.id, slip))


def test_every_act_can_be_told_from_its_facts():
    for act in ACTS:
        if act.tell is None:
            said = {one.name for one in fields(act.facts[0])}
            asked = {one.name for one in fields(act.command) if one.default is MISSING}
            assert asked <= said, act.name


# --------------------------------------------------------------------------------------- results


def test_a_second_entry_over_a_result_that_counts_is_found(desk):
    game = games(desk)[0]
    enter(desk, game)
    fact = ResultEntered(game.id, OTHER)
    log = forged(desk, "p2", "judge", "enter-result", fact)
    code, number, text = found(log)

    assert ("decision", len(log)) == (code, number)
    assert "entry-contradicted/1 would follow, not result-entered/1" in text


def test_the_same_entry_once_more_is_found(desk):
    game = games(desk)[0]
    enter(desk, game)
    log = forged(desk, "p2", "judge", "enter-result", ResultEntered(game.id, SLIP))

    assert "This result is already confirmed." in found(log)[2]


def test_a_slip_that_cannot_be_is_found_with_the_clause_against_it(desk):
    game = games(desk)[0]
    impossible = Slip("concession", (10, 10))
    log = forged(desk, "p2", "judge", "enter-result", ResultEntered(game.id, impossible))
    code, number, text = found(log)

    assert ("decision", len(log)) == (code, number)
    assert "could not have been decided" in text
    assert "AR-" in text


def corrected(desk):
    game = games(desk)[0]
    enter(desk, game)
    desk.do("day", "p1", CorrectResult(game.id, OTHER, SLIP.digest, "misread"))
    assert [] == troubles(desk.log("day"))


def test_a_correction_without_a_reason_is_found(desk):
    corrected(desk)
    log, number = altered(desk, ResultCorrected, reason="")

    assert ("decision", number) == found(log)[:2]
    assert "You need a reason" in found(log)[2]


@pytest.mark.parametrize("before", [None, Slip("rounds", (1, 0))])
def test_a_correction_of_a_result_that_never_was_is_found(desk, before):
    corrected(desk)
    log, number = altered(desk, ResultCorrected, before=before)

    assert ("decision", number) == found(log)[:2]
    assert "The result has changed" in found(log)[2]


def test_a_dispute_that_was_resolved_and_never_was_is_found(desk):
    game = games(desk)[0]
    fact = DisputeResolved(game.id, SLIP, "I saw it")
    log = forged(desk, "p1", "organizer", "resolve-dispute", fact)

    assert ("decision", len(log)) == found(log)[:2]
    assert "n't disputed" in found(log)[2]


def test_a_dispute_that_was_resolved_is_clean(desk):
    game = games(desk)[0]
    enter(desk, game)
    enter(desk, game, OTHER)
    desk.do("day", "p1", ResolveDispute(game.id, OTHER, "I saw it"))

    assert [] == troubles(desk.log("day"))


def test_a_forfeit_of_a_game_that_was_played_is_found(desk):
    game = games(desk)[0]
    enter(desk, game)
    fact = GameForfeited(game.id, game.players[0])
    log = forged(desk, "p1", "organizer", "forfeit-game", fact)

    assert ("decision", len(log)) == found(log)[:2]
    assert "A result has already been reported" in found(log)[2]


@pytest.mark.parametrize("drop", [True, False])
def test_a_forfeit_of_a_game_nobody_played_is_clean(desk, drop):
    game = games(desk)[0]
    desk.do("day", "p1", ForfeitGame(game.id, game.players[0], drop))

    assert [] == troubles(desk.log("day"))


def test_a_report_that_counts_at_once_is_found(desk):
    game = games(desk)[0]
    desk.do("day", game.players[0], ReportResult(game.id, SLIP))
    fact = ResultConfirmed(game.id, game.players[1], OTHER)
    log = forged(desk, game.players[1], "player", "report-result", fact)

    assert len(log) in {one.number for one in troubles(log)}


def test_the_word_of_a_player_is_clean_in_every_form(desk):
    one, two, three, *_ = games(desk)
    for game in (one, two):
        desk.do("day", game.players[0], ReportResult(game.id, SLIP))
    desk.do("day", one.players[1], ReportResult(one.id, SLIP))
    desk.do("day", two.players[1], ReportResult(two.id, OTHER))
    enter(desk, three)
    desk.do("day", three.players[0], ReportResult(three.id, OTHER))

    assert [] == troubles(desk.log("day"))


# ---------------------------------------------------------------------------------------- people


def test_a_result_of_another_game_in_the_act_of_a_drop_is_found(desk):
    game, other, *_ = games(desk)
    conceded = Slip("concession", (10, 100), conceded=0)
    desk.do("day", "p1", DropPlayer(game.players[0], slip=conceded))
    assert [] == troubles(desk.log("day"))
    log, number = altered(desk, ResultEntered, match=other.id)

    assert ("decision", number) == found(log)[:2]
    assert "match would be different" in found(log)[2]


def test_a_result_more_in_the_act_of_a_drop_is_found(desk):
    game, other, *_ = games(desk)
    enter(desk, game)
    player = game.players[0]
    dropped = PlayerDropped(player, "voluntary", "1.1")
    entered = ResultEntered(other.id, SLIP, "left during the game")
    clean = forged(desk, "p1", "organizer", "drop-player", dropped)
    log = forged(desk, "p1", "organizer", "drop-player", dropped, entered)

    assert [] == troubles(clean)
    assert ("decision", len(log)) == found(log)[:2]
    assert "result-entered/1 does not follow" in found(log)[2]


def test_a_drop_that_leaves_the_game_open_is_found(desk):
    game = games(desk)[0]
    fact = PlayerDropped(game.players[0], "voluntary", "1.1")
    log = forged(desk, "p1", "organizer", "drop-player", fact)

    assert "Leaving now is a concession" in found(log)[2]


def test_an_act_without_the_fact_it_is_about_is_found(desk):
    game = games(desk)[0]
    fact = GameForfeited(game.id, game.players[0], "left before the game began")
    log = forged(desk, "p1", "organizer", "drop-player", fact)

    assert ("foreign-fact", len(log)) == found(log)[:2]


def test_a_prize_for_somebody_who_was_disqualified_is_found(desk):
    game = games(desk)[0]
    enter(desk, game)
    desk.do("day", "p1", Disqualify(game.players[0], "loaded dice"))
    won = [PrizeAwarded("A cup", player) for player in game.players]
    log = forged(desk, "p1", "organizer", "award-prize", won[0])

    assert ("decision", len(log)) == found(log)[:2]
    assert "was disqualified" in found(log)[2]
    assert [] == troubles(forged(desk, "p1", "organizer", "award-prize", won[1]))


def test_staff_and_players_who_come_by_name_or_by_id_are_clean(desk):
    desk.do("day", "p1", AppointStaff("judge", "Another judge"))
    desk.do("day", "p1", HandOver("a train to catch", name="Somebody new"))
    new = desk.event("day").last_act
    log = list(desk.log("day"))

    assert "hand-over" == new.act
    assert [] == troubles(log)


def test_somebody_new_with_the_id_of_somebody_else_is_found(desk):
    fact = StaffAppointed("p3", "Another judge", "judge")
    log = forged(desk, "p1", "organizer", "appoint-staff", fact)

    assert len(log) in {one.number for one in troubles(log)}


# ---------------------------------------------------------------------------------- the whole day


def test_an_act_that_was_not_the_last_and_is_undone_is_found(desk):
    one, two, *_ = games(desk)
    for game in (one, two):
        enter(desk, game)
    last = desk.event("day").last_act
    before = ActUndone(last.first - 1, last.first - 1, "enter-result", "no")
    log = forged(desk, "p1", "organizer", "undo", before)
    honest = ActUndone(last.first, last.last, "enter-result", "no")

    assert ("decision", len(log)) == found(log)[:2]
    assert [] == troubles(forged(desk, "p1", "organizer", "undo", honest))


def test_an_event_that_is_undone_as_a_whole_is_found(desk):
    last = desk.event("day").version
    fact = ActUndone(1, last, "create-event", "it never was")
    log = forged(desk, "p1", "organizer", "undo", fact)

    assert ["decision", "does-not-follow"] == [one.code for one in troubles(log)]


def test_an_act_that_cannot_be_undone_and_is_undone_is_found(desk):
    desk.do("day", "p1", ForfeitGame(games(desk)[0].id, games(desk)[0].players[0]))
    for game in games(desk)[1:]:
        enter(desk, game)
    desk.do("day", "p1", DrawRound())
    last = desk.event("day").last_act
    fact = ActUndone(last.first, last.last, last.act, "another draw, please")
    log = forged(desk, "p1", "organizer", "undo", fact)

    assert "You can't undo a draw." in found(log)[2]


def test_an_end_before_the_plan_is_played_out_needs_a_reason(desk):
    for game in games(desk):
        enter(desk, game)
    early = [EventFinished(reason) for reason in ("", "the hall closes")]
    log = forged(desk, "p1", "organizer", "finish-event", early[0])

    assert ("decision", len(log)) == found(log)[:2]
    assert "The plan isn't finished" in found(log)[2]
    assert [] == troubles(forged(desk, "p1", "organizer", "finish-event", early[1]))


@pytest.mark.parametrize(("minutes", "possible"), [(0, False), (1, True), (240, True),
                                                   (241, False), (99_999, False)])  # fmt: skip
def test_an_extension_is_as_long_as_one_can_be(desk, minutes, possible):
    fact = ExtensionGranted(games(desk)[0].id, minutes, "a fire alarm")
    log = forged(desk, "p2", "judge", "grant-extension", fact)

    assert possible is (troubles(log) == [])
    assert possible or "You can't add" in found(log)[2]


def test_a_clock_of_another_length_is_found(desk):
    log, number = altered(desk, ClockStarted, minutes=5)

    assert ("decision", number) == found(log)[:2]
    assert "minutes would be different" in found(log)[2]


def test_a_text_that_nobody_could_have_written_is_found(desk):
    game = games(desk)[0]
    desk.do("day", "p1", ChangeTable(game.id, 40, "the roof leaks"))
    log, number = altered(desk, TableChanged, reason="the  roof\u202e leaks")

    assert ("decision", number) == found(log)[:2]


def test_a_judge_call_under_another_number_is_found(desk):
    game = games(desk)[0]
    desk.do("day", game.players[0], CallJudge(game.id, "line of sight"))
    log = list(desk.log("day"))
    other = replace(log[-1], fact=replace(log[-1].fact, call="c7"))

    assert [] == troubles(log)
    assert "call would be different" in found([*log[:-1], other])[2]


def test_facts_more_in_the_act_that_sets_up_the_event_are_found():
    log = list(new_day().log("day"))
    first = replace(log[1], actor=log[0].actor, cause=log[0].cause, key=log[0].key)

    assert ("foreign-fact", 2) == found([log[0], first, *log[2:]])[:2]
    assert ("unknown-act", 1) == found([replace(log[0], cause="dance"), *log[1:]])[:2]


def new_day():
    desk = new_desk()
    armada_day(desk)
    return desk


def test_one_fact_of_an_act_in_another_role_is_found(desk):
    game = games(desk)[0]
    desk.do("day", "p1", ForfeitGame(game.id, game.players[0]))
    log = list(desk.log("day"))

    assert "other-role" == found([*log[:-1], replace(log[-1], role="judge")])[0]


# --------------------------------------------------------------------------------------- the draws


def test_a_draw_of_another_version_that_is_drawn_the_same_is_sound(desk):
    log, _ = altered(desk, RoundDrawn, engine="tiltyard 0.0.0")

    assert [] == troubles(log)


def test_another_draw_of_another_version_names_the_version(desk):
    warning = Reason("repeat", "AR-029")
    log, number = altered(desk, RoundDrawn, engine="tiltyard 0.0.0", warnings=(warning,))

    said = {(one.code, one.number): one.text for one in troubles(log)}
    assert "tiltyard 0.0.0" in said["engine", number]
    assert ("draw", number) in said


def test_warnings_that_were_left_out_of_a_draw_are_found(desk):
    warning = Reason("repeat", "AR-029")
    log, number = altered(desk, RoundDrawn, warnings=(warning,))

    assert ("draw", number) == found(log)[:2]


CHANGES = {
    "two change places": [(0, 0, 1, 0, False)],
    "two meet": [(0, 0, 1, 1, True)],
    "four change places": [(0, 0, 1, 0, False), (2, 0, 3, 1, False)],
    "three change places": [(0, 0, 1, 0, False), (1, 1, 2, 1, False), (0, 1, 3, 0, True)],
    "one rests": [(0, 0, None, None, False)],
    "one rests, another meets": [(0, 1, None, None, False), (1, 0, 2, 0, True)],
}


def changed_day(changes):
    desk = new_day()
    desk.do("day", "p1", DrawRound())
    seats = [game.players for game in desk.event("day").draft.games.values()]
    by_hand = tuple(
        ByHand(seats[a][b], None if c is None else seats[c][d], pair)
        for a, b, c, d, pair in changes
    )
    change = ChangePairings(by_hand, "they share a car")
    asked = desk.refusal("day", "p1", change)
    confirmed = frozenset(asked.codes) if asked is not None else frozenset()
    desk.do("day", "p1", change, confirmed=confirmed)
    return desk


@pytest.mark.parametrize("case", CHANGES)
def test_pairings_changed_by_hand_are_told_from_where_they_lead(case):
    desk = changed_day(CHANGES[case])
    log = list(desk.log("day"))

    assert [] == troubles(log)
    act = [one for one in log if one.key == log[-1].key]
    before = log[: -len(act)]
    again = BY_NAME["change-pairings"].told(fold(before), tuple(one.fact for one in act))
    other = new_desk()
    other.store.adopt("day", list(desk.store.read("day"))[: -len(act)])
    codes = frozenset(act[0].fact.codes) if len(act) > 1 else frozenset()
    done = other.do("day", "p1", again, confirmed=codes)
    assert [one.fact for one in act] == [one.fact for one in done.facts]


def test_pairings_changed_by_hand_that_hide_what_they_cost_are_found():
    desk = changed_day(CHANGES["one rests"])
    log, number = altered(desk, PairingsChangedByHand, consequences=())

    assert "consequences would be different" in found(log)[2]
    assert number == found(log)[1]


def test_pairings_with_a_player_twice_are_found():
    desk = changed_day(CHANGES["two change places"])
    matches = list(desk.log("day"))[-1].fact.matches
    twice = replace(matches[0], players=matches[1].players)
    log, number = altered(desk, PairingsChangedByHand, matches=(twice, *matches[1:]))

    assert number == found(log)[1]


def test_without_the_seed_whatever_needs_no_lots_is_decided_again(desk):
    game = games(desk)[0]
    fact = DisputeResolved(game.id, SLIP, "I saw it")
    first, *log = forged(desk, "p1", "organizer", "resolve-dispute", fact)
    withheld = replace(first, fact=replace(first.fact, seed=""))

    assert [len(log) + 1] == [one.number for one in troubles([withheld, *log])]


def test_a_whole_day_of_sixty_players_is_clean():
    desk = new_desk()
    armada_day(desk, count=60)
    for _ in range(3):
        play_round(desk)
    desk.do("day", "p1", FinishEvent())

    assert [] == troubles(desk.log("day"))


def test_the_demo_holds_acts_of_most_kinds():
    """Clean demo events prove the more, the more acts they hold."""
    names = ("the-broken-crown", "ladder-night", "summer-disks", "night-flight")
    seen = {one.cause for name in names for one in demo_log(name)}

    assert len(seen & set(BY_NAME)) >= 20
