"""Who may answer a call is who would not be refused; one is named only where nobody else may."""

from __future__ import annotations

import pytest

from tests.day.events import Day, in_round
from tiltyard.day.clock import AssignRulingLeader
from tiltyard.day.judging import AppealRuling, CallJudge, RuleOnCall
from tiltyard.engine.errors import Refused
from tiltyard.views.who_rules import alone, may_answer, may_rule


def called(kind: str, *, appealed: bool = False) -> tuple[Day, list[str]]:
    """Return a day with a call, and its leaders: the organizer, a judge and a marshal."""
    day = in_round("runewars")
    leaders = ["p1", day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")]
    game = day.games()[0]
    day.do(CallJudge(game.id, "This one?", kind=kind), game.players[0])
    if appealed:
        day.do(RuleOnCall("c1", "No."), leaders[1])
        day.do(AppealRuling("c1"), game.players[0])
    return day, leaders


def is_refused(kind: str, person: str, *, appealed: bool) -> bool:
    try:
        called(kind, appealed=appealed)[0].do(RuleOnCall("c1", "Yes."), person)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(
    ("kind", "appealed", "named"),
    [
        pytest.param("question", False, None, marks=pytest.mark.clause("RW-032")),
        pytest.param("indicator", False, "Mira", marks=pytest.mark.clause("RW-085")),
        pytest.param("question", True, "Mira", marks=pytest.mark.clause("RW-022")),
    ],
)
def test_one_is_named_only_where_everybody_else_is_refused(
    kind: str, appealed: bool, named: str | None
) -> None:
    day, leaders = called(kind, appealed=appealed)
    able = may_answer(day.event, day.rules, day.event.calls["c1"], day.games()[0])
    assert set(able) == {one for one in leaders if not is_refused(kind, one, appealed=appealed)}
    only = alone(able)
    assert (day.event.people[only] if only is not None else None) == named


@pytest.mark.clause("AMB-030")
def test_who_was_assigned_is_named() -> None:
    day, (_, judge, _) = called("question")
    game = day.games()[0]
    assert alone(may_rule(day.event, day.rules, game)) is None
    day.do(AssignRulingLeader(game.id, judge))
    assert alone(may_rule(day.event, day.rules, day.games()[0])) == judge
