"""Conduct, components and third-party items belong to a role; other leaders observe and pass on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import Day, in_round
from tiltyard.day.components import AskAboutComponent, NoteComponentTrouble, RuleOnComponent
from tiltyard.day.judging import (
    CallJudge,
    RecordIncident,
    ReportIncident,
    RuleOnCall,
    SayCallKind,
    SetAsideIncident,
)
from tiltyard.day.lists import AmendList, SubmitList
from tiltyard.day.people import ChangeDuty, RecommendDisqualification, RegisterPlayer, ReleaseStaff
from tiltyard.day.reminders import reminders
from tiltyard.day.roles import call_kinds, deciders, refusal_to_decide
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import ORGANIZER
from tiltyard.service.verifying import verify_log
from tiltyard.text.refusals import fix_text

MARSHALS = [
    pytest.param("runewars", "card", "RW-033"),
    pytest.param("runewars", "component", "RW-065"),
    pytest.param("runewars", "indicator", "RW-085"),
    pytest.param("runewars", "third_party", "RW-091"),
    pytest.param("runewars", "conduct", "RW-015"),
    pytest.param("armada", "card", "AR-023"),
    pytest.param("armada", "component", "AR-044"),
    pytest.param("armada", "third_party", "AR-054"),
    pytest.param("armada", "conduct", "AR-012"),
]
ORGANIZERS = [
    pytest.param("xwing-dogfight", "component", "XW-015"),
    pytest.param("xwing-escalation", "third_party", "XW-025"),
    pytest.param("xwing-dogfight", "conduct", "XW-009"),
    pytest.param("diskwars", "component", "DW-008"),
    pytest.param("diskwars", "third_party", "DW-039"),
    pytest.param("diskwars", "conduct", "DW-011"),
]
EVERY_JUDGES = [("runewars", one) for one in ("question", "list")] + [
    ("armada", one) for one in ("question", "list")
]


def staffed(ruleset: str = "runewars") -> tuple[Day, str, str]:
    """Return an event in its first round, its judge and its marshal."""
    day = in_round(ruleset)
    return day, day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")


def call(day: Day, kind: str, place: int = 0) -> str:
    game = day.games()[place]
    day.do(CallJudge(game.id, "may this be used?", kind=kind), game.players[0])
    return list(day.event.calls)[-1]


def codes(day: Day) -> dict[str, tuple[str, object]]:
    """Return the reminders of the moment: code, clause and who decides."""
    found = reminders(day.event, day.rules, day.document, day.clock.now())
    return {one.code: (one.clause, one.facts.get("decides")) for one in found}


# ------------------------------------------------------------------------ calls by kind


@pytest.mark.clause("RW-065", "RW-085", "RW-091", "RW-033", "AR-044", "AR-054", "AR-023", "AR-012")
@pytest.mark.parametrize(("ruleset", "kind", "clause"), MARSHALS)
def test_a_judge_does_not_rule_on_what_is_the_marshals(
    ruleset: str, kind: str, clause: str
) -> None:
    day, judge, marshal = staffed(ruleset)
    name = call(day, kind)
    assert day.event.calls[name].kind == kind
    no = day.refused(RuleOnCall(name, "it is legal"), judge, clause, "Mira")
    assert fix_text(no) == "Ask Mira."
    assert codes(day)["call-to-decide"] == (clause, marshal)
    day.do(RuleOnCall(name, "it is not"), marshal)
    assert (day.event.calls[name].ruled_by, day.event.calls[name].state) == (marshal, "final")


@pytest.mark.clause("RW-012", "AR-010")
@pytest.mark.parametrize(("ruleset", "kind", "clause"), MARSHALS)
def test_without_a_marshal_it_is_the_organizers(ruleset: str, kind: str, clause: str) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    name = call(day, kind)
    day.refused(RuleOnCall(name, "it is legal"), judge, clause, "Olga")
    day.do(RuleOnCall(name, "it is legal"))
    assert day.event.calls[name].state == "final"


@pytest.mark.clause("RW-012", "RW-015", "RW-065", "RW-085", "RW-091", "AR-010", "AR-044", "AR-054")
@pytest.mark.parametrize(("ruleset", "kind", "clause"), MARSHALS)
def test_the_organizer_leaves_it_to_a_marshal_on_duty(ruleset: str, kind: str, clause: str) -> None:
    day, _, marshal = staffed(ruleset)
    name = call(day, kind)
    no = day.refused(RuleOnCall(name, "it is legal"), ORGANIZER, clause, "Mira")
    assert fix_text(no) == "Ask Mira."
    day.do(ReleaseStaff(marshal, "marshal"))
    day.do(RuleOnCall(name, "it is legal"))
    assert day.event.calls[name].state == "final"


@pytest.mark.clause("RW-015", "RW-065", "RW-091", "AR-012", "AR-044", "AR-054")
@pytest.mark.parametrize(
    ("ruleset", "conduct", "component", "third"),
    [
        ("runewars", "RW-015", "RW-065", "RW-091"),
        ("armada", "AR-012", "AR-044", "AR-054"),
    ],
)
def test_findings_and_components_are_the_marshals_before_the_organizers(
    ruleset: str, conduct: str, component: str, third: str
) -> None:
    day, _, marshal = staffed(ruleset)
    player = day.active()[0]
    found = RecordIncident("stalling", (player,), "slow play", "game loss")
    ineligible = NoteComponentTrouble(player, "third-party ruler", "ineligible")
    day.do(AskAboutComponent(player, "third_party", "acrylic ruler"), player)
    ruling = RuleOnComponent("k1", allowed=False)
    for act, clause in ((found, conduct), (ineligible, component), (ruling, third)):
        day.refused(act, ORGANIZER, clause, "Mira")
        day.do(act, marshal)
    day.do(RecordIncident("stalling", (player,), "slow again"))
    assert day.event.incidents["i2"].observed


@pytest.mark.clause("XW-015", "XW-025", "XW-009", "DW-008", "DW-039", "DW-011")
@pytest.mark.parametrize(("ruleset", "kind", "clause"), ORGANIZERS)
def test_x_wing_and_diskwars_leave_it_to_the_tournament_organizer(
    ruleset: str, kind: str, clause: str
) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    second = day.appoint("second_organizer", "Sue")
    name, other = call(day, kind), call(day, kind, 1)
    day.refused(RuleOnCall(name, "yes"), judge, clause, "Olga")
    day.do(RuleOnCall(name, "yes"))
    day.do(RuleOnCall(other, "no"), second)


@pytest.mark.clause("ME-006", "ME-028", "ME-010")
def test_the_organiser_of_middle_earth_decides_on_lists_and_conversions() -> None:
    day = in_round("middle-earth")
    referee = day.appoint("referee", "Rea")
    for kind, clause in (("list", "ME-006"), ("conversion", "ME-028")):
        name = call(day, kind)
        day.refused(RuleOnCall(name, "yes"), referee, clause, "Olga")
        day.do(RuleOnCall(name, "yes"))
    for kind in ("question", "conduct", "component"):
        day.do(RuleOnCall(call(day, kind), "yes"), referee)


@pytest.mark.clause("RW-018", "AR-014")
@pytest.mark.parametrize(("ruleset", "kind"), EVERY_JUDGES)
def test_every_judge_answers_the_other_calls(ruleset: str, kind: str) -> None:
    day, judge, _ = staffed(ruleset)
    name = call(day, kind)
    assert "judge-called" in codes(day)
    day.do(RuleOnCall(name, "so it is"), judge)
    assert day.event.calls[name].state == "ruled"


def test_an_open_call_asks_for_nobody_once_the_event_is_over() -> None:
    day, _, _ = staffed()
    call(day, "question")
    assert "judge-called" in codes(day)
    over = replace(day.event, phase="finished")
    found = reminders(over, day.rules, day.document, day.clock.now())
    assert not {one.code for one in found} & {"judge-called", "call-to-decide"}


@pytest.mark.clause("RW-016", "RW-065")
def test_a_marshal_off_duty_leaves_it_to_the_organizer() -> None:
    day, judge, marshal = staffed()
    name = call(day, "component")
    day.do(ChangeDuty(marshal, "marshal", on_duty=False), marshal)
    day.refused(RuleOnCall(name, "yes"), judge, "RW-065", "Olga")
    assert codes(day)["call-to-decide"] == ("RW-065", ORGANIZER)
    day.do(RuleOnCall(name, "yes"))


@pytest.mark.clause("RW-029", "RW-065", "AMB-030")
def test_a_marshal_who_plays_in_it_leaves_it_to_the_next_leader() -> None:
    day = Day("runewars")
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    day.open_doors()
    day.do(RegisterPlayer(person=marshal))
    day.do(RegisterPlayer(person=ORGANIZER))
    day.register("Pia", "Paul")
    day.begin()
    day.next_round()
    own = day.game_of(marshal)
    day.do(CallJudge(own.id, "this ruler?", kind="third_party"), own.players[0])
    if ORGANIZER in own.players:  # nobody above the judge is left
        day.do(RuleOnCall("c1", "yes"), judge)
    else:
        day.refused(RuleOnCall("c1", "yes"), judge, "RW-091", "Olga")
        day.do(RuleOnCall("c1", "yes"))


@pytest.mark.clause("RW-065")
def test_a_judge_passes_a_call_on_but_does_not_take_it_back() -> None:
    day, judge, marshal = staffed()
    name = call(day, "question")
    day.refused(SayCallKind(name, "gossip"), judge, "RW-007", code="no-kind-judge-call-here")
    day.refused(SayCallKind(name, "disqualification"), judge, code="no-kind-judge-call-here")
    day.refused(SayCallKind(name, "question"), judge, code="call-kind-already")
    day.do(SayCallKind(name, "component"), judge)
    day.refused(RuleOnCall(name, "yes"), judge, "RW-065")
    day.refused(SayCallKind(name, "question"), judge, "RW-065")
    day.do(SayCallKind(name, "question"), marshal)
    day.do(RuleOnCall(name, "yes"), judge)
    day.refused(SayCallKind(name, "component"), judge, code="call-kind-ruled-already")


def test_an_old_call_is_a_question_and_an_unknown_kind_is_refused() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(CallJudge(game.id, "range?"), game.players[0])
    assert day.event.calls["c1"].kind == "question"
    assert day.facts()[-1] == "judge-called"  # as every version has written it
    day.refused(
        CallJudge(game.id, "?", kind="weather"),
        game.players[0],
        "RW-007",
        code="no-kind-judge-call-here",
    )
    day.refused(CallJudge(game.id, "?", kind="disqualification"), game.players[0])


@pytest.mark.parametrize("ruleset", ["runewars", "armada", "xwing-dogfight", "diskwars"])
def test_every_kind_of_call_names_its_clause_and_a_role_of_the_document(ruleset: str) -> None:
    rules = load(ruleset)
    roles = {role.id for role in rules.staff.roles}
    kinds = call_kinds(rules)
    assert kinds[0].id == "question"
    assert {one.role for one in kinds} - {None} <= roles
    assert all(one.clause for one in kinds)


# ------------------------------------------------------------------------ incidents

CONDUCT = [
    ("runewars", "stalling", "RW-015"),
    ("runewars", "component", "RW-065"),
    ("armada", "stalling", "AR-012"),
    ("armada", "component", "AR-044"),
]


@pytest.mark.clause("RW-015", "RW-065", "AR-012", "AR-044")
@pytest.mark.parametrize(("ruleset", "category", "clause"), CONDUCT)
def test_a_judges_finding_is_an_observation_for_the_marshal(
    ruleset: str, category: str, clause: str
) -> None:
    day, judge, marshal = staffed(ruleset)
    game = day.games()[0]
    player = game.players[0]
    found = RecordIncident(category, (player,), "slow play", "game loss", game.id)
    no = day.refused(found, judge, clause, "Mira")
    assert "observation" in (fix_text(no) or "")
    day.do(RecordIncident(category, (player,), "slow play", match=game.id), judge)
    noted = day.event.incidents["i1"]
    assert (noted.observed, noted.handled, noted.by) == (True, False, judge)
    assert codes(day)["incident-observed"] == (clause, marshal)
    answer = RecordIncident(category, (player,), "it was", "game loss", game.id, answers="i1")
    day.refused(RecordIncident(category, (), "nothing", answers="i1"), judge, clause)
    day.do(answer, marshal)
    assert day.event.incidents["i1"].handled
    decided = day.event.incidents["i2"]
    assert (decided.remedy, decided.by, decided.observed) == ("game loss", marshal, False)
    assert "incident-observed" not in codes(day)


@pytest.mark.clause("RW-015")
def test_the_marshal_sets_an_observation_aside_and_nobody_else_does() -> None:
    day, judge, marshal = staffed()
    game = day.games()[0]
    day.do(RecordIncident("stalling", (game.players[0],), "slow", match=game.id), judge)
    day.refused(SetAsideIncident("i1", ""), marshal, code="reason-for-leaders-needed")
    day.refused(SetAsideIncident("i1", "fine"), judge, "RW-015", "Mira")
    day.refused(SetAsideIncident("i9", "fine"), marshal, says="no open report")
    day.do(SetAsideIncident("i1", "a fair pace"), marshal)
    kept = day.event.incidents["i1"]
    assert (kept.handled, kept.set_aside) == (True, "a fair pace")
    day.refused(SetAsideIncident("i1", "again"), marshal, says="no open report")


@pytest.mark.clause("RW-015")
def test_what_players_report_may_be_set_aside_by_the_marshal() -> None:
    day, judge, marshal = staffed()
    day.do(ReportIncident("cheating", "moved twice"), day.games()[1].players[0])
    day.refused(SetAsideIncident("i1", "no"), judge, "RW-015")
    day.do(RecordIncident("cheating", (), "I saw it", answers="i1"), judge)
    assert day.event.incidents["i1"].handled
    assert day.event.incidents["i2"].observed
    day.do(SetAsideIncident("i2", "it was legal"), marshal)


@pytest.mark.clause("RW-012", "RW-015")
def test_without_a_marshal_the_organizer_decides_and_a_judge_observes() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    player = day.active()[0]
    day.refused(RecordIncident("force", (player,), "seen", "a warning"), judge, "RW-015", "Olga")
    day.do(RecordIncident("force", (player,), "seen"), judge)
    assert codes(day)["incident-observed"] == ("RW-015", ORGANIZER)
    day.do(RecordIncident("force", (player,), "seen", "a warning", answers="i1"))
    assert not day.event.incidents["i2"].observed


@pytest.mark.clause("RW-015")
def test_a_marshals_own_finding_needs_nobody_else() -> None:
    day, _, marshal = staffed()
    player = day.active()[0]
    day.do(RecordIncident("force", (player,), "seen"), marshal)
    assert not day.event.incidents["i1"].observed
    assert day.event.incidents["i1"].handled


@pytest.mark.clause("RW-015", "AR-012")
@pytest.mark.parametrize(("ruleset", "clause"), [("runewars", "RW-015"), ("armada", "AR-012")])
def test_only_the_marshal_recommends_a_disqualification(ruleset: str, clause: str) -> None:
    day, judge, marshal = staffed(ruleset)
    player = day.active()[0]
    day.refused(RecommendDisqualification(player, "threats"), judge, clause, "Mira")
    both = RecordIncident("other", (player,), "threats", recommends_disqualification=True)
    day.refused(both, judge, clause, "Mira")
    day.do(RecommendDisqualification(player, "threats"), marshal)
    assert day.event.recommendations == {player: "threats"}


@pytest.mark.clause("XW-009", "DW-011")
@pytest.mark.parametrize(
    ("ruleset", "clause"), [("xwing-dogfight", "XW-009"), ("diskwars", "DW-011")]
)
def test_a_judge_tells_the_tournament_organizer_who_decides(ruleset: str, clause: str) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    player = day.active()[0]
    day.refused(RecordIncident("stalling", (player,), "slow", "a warning"), judge, clause, "Olga")
    told = RecordIncident("stalling", (player,), "slow", recommends_disqualification=True)
    day.do(told, judge)
    assert day.event.recommendations == {player: "slow"}
    assert day.event.incidents["i1"].observed


@pytest.mark.clause("RW-020", "ME-010")
@pytest.mark.parametrize(("ruleset", "role"), [("runewars", "judge"), ("middle-earth", "referee")])
def test_pointing_out_a_rule_is_noted_and_waits_for_nobody(ruleset: str, role: str) -> None:
    day = in_round(ruleset)
    judge = day.appoint(role, "Jon")  # type: ignore[arg-type]
    game = day.games()[0]
    day.do(RecordIncident("intervention", (), "dials before moving", match=game.id), judge)
    kept = day.event.incidents["i1"]
    assert (kept.category, kept.match, kept.handled, kept.observed) == (
        "intervention",
        game.id,
        True,
        False,
    )


@pytest.mark.clause("RW-020", "RW-015")
def test_a_remedy_does_not_hide_in_a_rule_pointed_out() -> None:
    day, judge, _ = staffed()
    told = RecordIncident("intervention", (day.active()[0],), "dials first", "game loss")
    day.refused(told, judge, "RW-015", "Mira")


@pytest.mark.clause("RW-062", "RW-015")
def test_a_suspicious_change_of_a_list_comes_to_the_marshal() -> None:
    day, judge, marshal = staffed()
    player = day.active()[0]
    army = "Faction: Daqan\nSpearmen (20)\nTotal: 20"
    day.do(SubmitList(player, army), player)
    changed = AmendList(player, f"{army}\n# two trays more", "found at the table", significant=True)
    day.do(changed, judge)
    assert day.event.incidents["i1"].observed
    assert codes(day)["incident-observed"] == ("RW-015", marshal)


# ------------------------------------------------------------------------ components

ELIGIBLE = [
    ("runewars", "marshal", "RW-065"),
    ("armada", "marshal", "AR-044"),
    ("xwing-dogfight", "organizer", "XW-015"),
    ("diskwars", "organizer", "DW-008"),
]


@pytest.mark.clause("RW-065", "AR-044", "XW-015", "DW-008")
@pytest.mark.parametrize(("ruleset", "role", "clause"), ELIGIBLE)
def test_whether_a_component_is_allowed_is_not_a_judges_word(
    ruleset: str, role: str, clause: str
) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    decides = day.appoint("marshal", "Mira") if role == "marshal" else ORGANIZER
    player = day.active()[0]
    ineligible = NoteComponentTrouble(player, "third-party ruler", "ineligible")
    day.refused(ineligible, judge, clause)
    day.refused(ineligible, player, clause)
    day.do(NoteComponentTrouble(PlayerId(day.active()[1]), "a die", "lost"), judge)
    day.do(ineligible, decides)
    assert day.event.troubles["t2"].kind == "ineligible"


# ------------------------------------------------------------------------ inherited


def test_a_matter_of_a_role_nobody_knows_is_the_organizers() -> None:
    day = in_round("xwing-dogfight")
    judge = day.appoint("judge", "Jon")
    rules = day.rules
    matters = tuple(
        replace(one, role="marshal") if one.id == "component" else one
        for one in rules.staff.matters
    )
    unknown = replace(rules, staff=replace(rules.staff, matters=matters))
    assert deciders(day.event, unknown, "component") == (ORGANIZER,)
    assert refusal_to_decide(day.event, unknown, judge, "component") is not None
    assert refusal_to_decide(day.event, unknown, ORGANIZER, "component") is None


# ------------------------------------------------------------------------ kept


def test_the_whole_story_folds_and_verifies() -> None:
    day, judge, marshal = staffed()
    game = day.games()[0]
    name = call(day, "indicator")
    day.do(SayCallKind(name, "conduct"), marshal)
    day.do(RecordIncident("stalling", (game.players[0],), "slow", match=game.id), judge)
    day.do(SetAsideIncident("i1", "a fair pace"), marshal)
    day.do(ReleaseStaff(judge, "judge"))
    assert day.folds()
    log = tuple(day.desk.log(day.name))
    verdict = verify_log(day.name, log, day.desk.store.head(day.name), load)
    assert verdict.is_clean, verdict.troubles
