"""What a draw or a change by hand costs the rules is asked back, confirmed by name and recorded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import Day, running
from tiltyard.day.clock import StartClock
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import ConcernsConfirmed, PairingsChangedByHand
from tiltyard.day.people import ChangePlayer, DropPlayer
from tiltyard.day.rounds import ByHand, ChangePairings, DrawRound, PublishRound
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import ORGANIZER
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head
from tiltyard.text.refusals import refusal_text


def asked(day: Day, command) -> NeedsConfirmation:
    no = day.refused(command)
    assert isinstance(no, NeedsConfirmation)
    return no


def insists(day: Day, command, *codes: str):
    done = day.desk.do(day.name, ORGANIZER, command, confirmed=frozenset(codes))
    assert done.event == day.event
    return [one.fact for one in done.facts]


def resting(day: Day) -> str:
    draft = day.event.draft or day.round
    return next(game.players[0] for game in draft.games.values() if game.kind == "bye")


def three_had_a_bye(ruleset: str) -> Day:
    """Three players after three rounds: everybody has had a bye, and everybody has met."""
    day = running(ruleset, 3, swiss_rounds=4)
    for _ in range(3):
        day.play_round()
    return day


CLAUSES = {"diskwars": "DW-058", "runewars": "AMB-008", "armada": "AMB-008"}


@pytest.mark.clause("DW-058", "AMB-008")
@pytest.mark.parametrize("ruleset", CLAUSES)
def test_a_draw_that_needs_a_second_bye_asks_first(ruleset):
    day = three_had_a_bye(ruleset)
    draw = DrawRound(allow_rematch=True)
    no = asked(day, draw)
    assert (("second-bye",), CLAUSES[ruleset]) == (no.codes, no.clause)
    assert "already had a bye in this event." in refusal_text(no)
    assert day.event.draft is None

    facts = insists(day, draw, "second-bye")
    assert ConcernsConfirmed("1.4", ("second-bye",)) == facts[0]
    draft = day.event.draft
    assert ["second-bye"] == [one.code for one in draft.warnings if one.code == "second-bye"]
    assert frozenset({"second-bye"}) == day.event.confirmed_about("1.4")


@pytest.mark.clause("DW-058", "AMB-063")
@pytest.mark.parametrize("most", [2, "unlimited"])
def test_where_more_byes_are_a_house_rule_the_draw_warns_and_does_not_ask(most):
    day = running("diskwars", 3, swiss_rounds=4, options={"bye.max_per_player": most})
    warned = []
    for _ in range(4):
        day.do(DrawRound(allow_rematch=True))
        had = {one for round_ in day.event.rounds for one in rests_of(round_)}
        codes = [one.code for one in day.event.draft.warnings]
        assert ("second-bye" in codes) == (resting(day) in had)
        warned.append("second-bye" in codes)
        day.do(PublishRound())
        day.do(StartClock())
        day.enter_all()

    assert any(warned)


def rests_of(round_):
    return [game.players[0] for game in round_.games.values() if game.kind == "bye"]


def five_in_round_2(ruleset: str = "diskwars") -> Day:
    day = running(ruleset, 5, swiss_rounds=4)
    day.play_round()
    day.draw()
    return day


@pytest.mark.clause("DW-058")
def test_a_second_bye_by_hand_is_refused_unless_it_is_confirmed():
    day = five_in_round_2()
    first = day.event.rounds[0]
    (rested,) = rests_of(first)
    change = ChangePairings((ByHand(rested),), "wants a rest")
    no = asked(day, change)
    question = next(one for one in no.questions if one.code == "second-bye")
    assert "DW-058" == question.clause
    assert refusal_text(question) == f"{day.event.people[rested]} already had a bye in this event."
    others = set(no.codes) - {"second-bye"}
    assert isinstance(day.desk.refusal(day.name, ORGANIZER, change, frozenset(others)), type(no))

    confirmed, changed = insists(day, change, *no.codes)
    assert ConcernsConfirmed("1.2", no.codes) == confirmed
    assert isinstance(changed, PairingsChangedByHand)
    assert rested == resting(day)
    costs = {(one.code, one.clause) for one in day.event.draft.costs}
    assert ("second-bye", "DW-058") in costs
    day.do(PublishRound())
    assert costs == {(one.code, one.clause) for one in day.round.costs}


@pytest.mark.clause("RW-154", "AR-090", "AMB-063")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-154"), ("armada", "AR-090"), ("xwing-dogfight", "AMB-063")],
)
def test_a_second_bye_that_others_could_have_is_named_by_the_rule_it_breaks(ruleset, clause):
    day = five_in_round_2(ruleset)
    (rested,) = rests_of(day.event.rounds[0])
    no = asked(day, ChangePairings((ByHand(rested),), "wants a rest"))
    assert [clause] == [one.clause for one in no.questions if one.code == "second-bye"]


@pytest.mark.clause("DW-057")
def test_a_first_bye_by_hand_says_whose_it_was_and_is_what_was_asked_for():
    day = running("diskwars", 5)
    day.draw()
    was = resting(day)
    other = next(one for one in day.active() if one != was)
    (changed,) = insists(day, ChangePairings((ByHand(other),), "came late"))

    assert ["bye-moved"] == [one.code for one in changed.consequences]
    assert other == resting(day)


REPEATS = {
    "xwing-dogfight": "XW-076",
    "diskwars": "DW-056",
    "runewars": "RW-142",
    "armada": "AR-091",
    "middle-earth": "ME-059",
}


@pytest.mark.clause("XW-076", "XW-077", "DW-056", "RW-142", "AR-091", "ME-059")
@pytest.mark.parametrize("ruleset", REPEATS)
def test_a_repeat_by_hand_is_asked_back_with_its_clause(ruleset):
    day = running(ruleset, 6, swiss_rounds=4)
    day.play_round()
    day.draw()
    first, second = next(iter(day.event.rounds[0].games.values())).players
    change = ChangePairings((ByHand(first, second, pair=True),), "friends")
    no = asked(day, change)
    repeat = next(one for one in no.questions if one.code == "repeat-by-hand")
    people = day.event.people
    assert REPEATS[ruleset] == repeat.clause
    said = {people[first], people[second]}
    assert all(name in refusal_text(repeat) for name in said)
    assert refusal_text(repeat).endswith("already met in round 1.")

    insists(day, change, *no.codes)
    assert {first, second} in [set(game.players) for game in day.event.draft.games.values()]


@pytest.mark.clause("AR-088", "DW-055", "XW-074")
@pytest.mark.parametrize("ruleset", ["armada", "diskwars", "xwing-dogfight"])
def test_a_player_paired_out_of_the_group_is_asked_back(ruleset):
    day = running(ruleset, 8, swiss_rounds=3)
    day.next_round()
    for game in day.games():
        day.enter(game, 90, 10)
    day.draw()
    points = day.points()
    games = list(day.event.draft.games.values())
    high = next(g for g in games if points[g.players[0]] == max(points.values()))
    low = next(g for g in games if points[g.players[0]] == min(points.values()))
    no = asked(day, ChangePairings((ByHand(high.players[0], low.players[0]),), "why not"))

    assert {"floats-by-hand"} <= set(no.codes)
    assert "points and would meet a player with" in refusal_text(no)


@pytest.mark.clause("XW-073")
def test_companions_paired_by_hand_in_round_1_are_asked_back():
    day = running("xwing-dogfight", 6)
    for player in ("p2", "p3"):
        old = day.event.entrants[player]
        car = " Car 3" if player == "p2" else "car 3 "
        day.do(ChangePlayer(old.id, old.name, old.number or 0, affiliations=(car,)))
    day.draw()
    change = ChangePairings((ByHand("p2", "p3", pair=True),), "they insist")
    no = asked(day, change)
    assert (("companions-by-hand",), "XW-073") == (no.codes, no.clause)
    assert refusal_text(no).endswith("same club, team or travel group.")
    insists(day, change, "companions-by-hand")
    assert ["companions-by-hand"] == [one.code for one in day.event.draft.costs]


@pytest.mark.clause("DW-056")
def test_what_is_changed_back_costs_nothing_any_more():
    day = running("diskwars", 8, swiss_rounds=3)
    day.play_round()
    day.draw()
    first, second = next(iter(day.event.rounds[0].games.values())).players
    drawn = {frozenset(game.players) for game in day.event.draft.games.values()}
    change = ChangePairings((ByHand(first, second, pair=True),), "friends")
    insists(day, change, *asked(day, change).codes)
    assert day.event.draft.costs
    (met,) = [pair - {first} for pair in drawn if first in pair]
    back = ChangePairings((ByHand(first, next(iter(met)), pair=True),), "a mistake")
    no = day.desk.refusal(day.name, ORGANIZER, back)
    insists(day, back, *(no.codes if no is not None else ()))

    assert () == day.event.draft.costs
    assert drawn == {frozenset(game.players) for game in day.event.draft.games.values()}


@pytest.mark.clause("DW-058", "DW-056")
def test_a_log_with_confirmed_draws_and_changes_is_verified():
    """And without what was confirmed it could not have been decided."""
    day = three_had_a_bye("diskwars")
    insists(day, DrawRound(allow_rematch=True), "second-bye")
    other = next(one for one in day.active() if one != resting(day))
    change = ChangePairings((ByHand(other),), "a longer way home")
    insists(day, change, *asked(day, change).codes)
    log = list(day.desk.log(day.name))
    assert [] == list(verify_log(day.name, log, Head(1, b""), load).troubles)

    silent = [one for one in log if not isinstance(one.fact, ConcernsConfirmed)]
    silent = [replace(one, number=place) for place, one in enumerate(silent, 1)]
    assert verify_log(day.name, silent, Head(1, b""), load).troubles


@pytest.mark.clause("ME-046")
def test_a_day_of_a_round_robin_is_drawn_by_its_schedule_and_verified():
    """Five players, one leaves after round 2: nobody meets twice, the log is clean."""
    day = running("middle-earth", 5, swiss_rounds=5, options={"pairing.system": "round_robin"})
    for _ in range(2):
        day.play_round()
    day.do(DropPlayer(day.active()[0]))
    day.play_round()
    met = [
        frozenset(game.players)
        for round_ in day.event.rounds
        for game in round_.games.values()
        if game.kind == "game"
    ]
    codes = {
        why.code for round_ in day.event.rounds[:2] for g in round_.games.values() for why in g.why
    }

    assert {"scheduled", "bye-scheduled"} == codes
    assert len(met) == len(set(met))
    log = list(day.desk.log(day.name))
    assert [] == list(verify_log(day.name, log, Head(1, b""), load).troubles)
