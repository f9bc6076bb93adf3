"""Judge calls: merged, withdrawn, answered on the way; appeals with a reason, and withdrawn."""

from __future__ import annotations

import pytest

from tests.day.events import Day, in_round
from tiltyard.day.judging import (
    AppealRuling,
    CallJudge,
    GoToTable,
    RuleOnCall,
    WithdrawAppeal,
    WithdrawCall,
)


@pytest.fixture
def day() -> Day:
    return in_round("runewars")


def test_a_call_that_is_repeated_stays_one_call(day):
    game = day.games()[0]
    first, second = game.players
    day.do(CallJudge(game.id, "In range?", merge=True), first)
    day.refused(CallJudge(game.id, "In range?", merge=True), first, code="judge-called-already")
    day.do(CallJudge(game.id, "In range?", merge=True), second)
    day.do(CallJudge(game.id, "And in arc?", merge=True), first)
    (call,) = day.event.calls.values()
    assert (call.topic, call.repeated) == ("In range? / And in arc?", 2)
    day.do(CallJudge(game.id, "In range?"), first)  # programs that do not ask for it get a new one
    assert len(day.event.calls) == 2


def test_only_the_caller_withdraws_a_call_and_only_while_it_is_open(day):
    game = day.games()[0]
    first, second = game.players
    day.do(CallJudge(game.id, "In range?"), first)
    day.refused(WithdrawCall("c1"), second, code="call-of-somebody-else")
    day.do(WithdrawCall("c1"), first)
    day.refused(WithdrawCall("c1"), first, code="call-not-open")
    day.refused(RuleOnCall("c1", "It is."), code="call-was-withdrawn")
    day.do(CallJudge(game.id, "In range?", merge=True), first)
    assert day.event.calls["c2"].state == "open"
    day.do(RuleOnCall("c2", "It is."))
    day.refused(WithdrawCall("c2"), first, code="call-not-open")


def test_a_table_knows_who_is_on_the_way_until_it_is_ruled(day):
    game = day.games()[0]
    judge = day.appoint("judge", "Mira")
    day.do(CallJudge(game.id, "In range?"), game.players[0])
    day.do(GoToTable(game.id), judge)
    assert day.match(game.id).coming == judge
    day.refused(GoToTable(game.id), judge, code="on-the-way-already")
    day.refused(GoToTable(game.id), game.players[0], code="not-your-role")
    day.do(RuleOnCall("c1", "It is."), judge)
    assert day.match(game.id).coming is None


def test_an_appeal_says_why_and_is_withdrawn_by_whoever_made_it(day):
    game = day.games()[0]
    first, second = game.players
    judge = day.appoint("judge", "Mira")
    day.do(CallJudge(game.id, "In range?"), first)
    day.do(RuleOnCall("c1", "It is not."), judge)
    day.do(AppealRuling("c1", "the card says otherwise"), first)
    call = day.event.calls["c1"]
    assert (call.state, call.appealed_by) == ("appealed", first)
    assert call.appeal_reason == "the card says otherwise"
    day.refused(WithdrawAppeal("c1"), second, code="appeal-of-somebody-else")
    day.do(WithdrawAppeal("c1"), first)
    assert day.event.calls["c1"].state == "ruled"
    day.refused(WithdrawAppeal("c1"), first, code="call-not-appealed")
