"""Staff: how many of each role, who stands in, who rules, whose word is the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.day.events import RULESETS, Day, in_round, running
from tiltyard.day.clock import AssignRulingLeader
from tiltyard.day.people import AppointStaff, ChangeDuty, JoinAsSpare, NameHeadMarshal, ReleaseStaff
from tiltyard.day.roles import (
    final_authority,
    holders,
    is_spectator,
    notices,
    roles_of,
    ruling_leader,
    ruling_order,
)
from tiltyard.rulesets.loader import load

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import RoleId

ORGANIZER_CLAUSES = {
    "runewars": "RW-010",
    "xwing-dogfight": "XW-006",
    "xwing-escalation": "XW-006",
    "middle-earth": "ME-003",
    "diskwars": "DW-008",
    "armada": "AR-008",
}
LEADERS = {
    "runewars": {"organizer", "marshal", "judge"},
    "xwing-dogfight": {"organizer", "second_organizer", "judge"},
    "xwing-escalation": {"organizer", "second_organizer", "judge"},
    "middle-earth": {"organizer", "referee", "scorekeeper"},
    "diskwars": {"organizer", "second_organizer", "judge"},
    "armada": {"organizer", "marshal", "judge"},
}


def codes(day: Day) -> list[str]:
    return [notice.code for notice in notices(day.event, day.rules)]


@pytest.mark.clause("RW-007", "AR-005")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_ruleset_has_its_own_leader_roles(ruleset: str) -> None:
    rules = load(ruleset)
    assert {role.id for role in rules.staff.roles if role.leader} == LEADERS[ruleset]


@pytest.mark.clause("RW-010", "AR-008", "ME-003", "XW-006", "DW-008")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_event_has_exactly_one_organizer(ruleset: str) -> None:
    day = Day(ruleset)
    assert holders(day.event, "organizer") == ("p1",)
    clause = ORGANIZER_CLAUSES[ruleset]
    day.refused(AppointStaff("organizer", "Oto"), clause=clause)
    day.refused(ReleaseStaff("p1", "organizer"), clause=clause)


@pytest.mark.clause("RW-013", "RW-017", "AR-011", "AR-013")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
@pytest.mark.parametrize("role", ["marshal", "judge"])
def test_any_number_of_marshals_and_judges_is_fine(ruleset: str, role: RoleId) -> None:
    day = running(ruleset)
    assert holders(day.event, role) == ()
    people = [day.appoint(role, f"Leader {number}") for number in range(3)]
    assert holders(day.event, role) == tuple(people)
    assert not [one for one in notices(day.event, day.rules) if one.blocks]


@pytest.mark.clause("XW-010", "DW-012")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation", "diskwars"])
def test_there_is_at_most_one_second_organizer(ruleset: str) -> None:
    day = Day(ruleset)
    day.appoint("second_organizer", "Second")
    clause = "DW-012" if ruleset == "diskwars" else "XW-010"
    day.refused(AppointStaff("second_organizer", "Third"), clause=clause)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_roles_of_other_documents_cannot_be_given(ruleset: str) -> None:
    day = Day(ruleset)
    everything = set().union(*LEADERS.values()) | {"player", "spare", "spectator"}
    for role in sorted(everything - LEADERS[ruleset]):
        no = day.refused(AppointStaff(role, "Lea"), says="no staff role")  # type: ignore[arg-type]
        assert no.clause == day.rules.staff.clause


@pytest.mark.clause("ME-007", "ME-009", "ME-014")
def test_the_organiser_stands_in_for_referee_and_scorekeeper_with_a_warning() -> None:
    day = Day("middle-earth")
    acting = {
        notice.facts["role"]: notice
        for notice in notices(day.event, day.rules)
        if notice.code == "acts-as"
    }
    assert set(acting) == {"referee", "scorekeeper"}
    assert acting["referee"].clause == "ME-009"
    assert acting["scorekeeper"].clause == "ME-014"
    assert not any(notice.blocks for notice in acting.values())
    day.appoint("referee", "Rea")
    day.appoint("scorekeeper", "Kai")
    assert "acts-as" not in codes(day)


@pytest.mark.clause("ME-007")
def test_the_organiser_may_hold_the_other_roles_as_well() -> None:
    day = Day("middle-earth")
    day.do(AppointStaff("referee", person="p1"))
    day.do(AppointStaff("scorekeeper", person="p1"))
    roles = roles_of(day.event, day.rules, "p1")
    assert {"organizer", "referee", "scorekeeper"} <= roles


def test_nobody_holds_a_role_twice() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.refused(AppointStaff("judge", person=judge), says="already")
    day.do(AppointStaff("marshal", person=judge))
    day.refused(AppointStaff("judge", person="p99"), code="appoint-nobody-here-id")
    day.refused(AppointStaff("judge", "  "), code="no-name")
    day.refused(ReleaseStaff("p1", "judge"), code="role-not-held")


@pytest.mark.clause("RW-014", "AR-012", "XW-006", "ME-012", "DW-008")
@pytest.mark.parametrize(
    ("ruleset", "last"),
    [
        ("runewars", "marshal"),
        ("armada", "marshal"),
        ("xwing-dogfight", "organizer"),
        ("diskwars", "organizer"),
        ("middle-earth", "referee"),
    ],
)
def test_the_last_word_belongs_to_the_role_the_document_names(ruleset: str, last: str) -> None:
    day = running(ruleset)
    people = {role: day.appoint(role, role) for role in LEADERS[ruleset] - {"organizer"}}  # type: ignore[arg-type]
    people["organizer"] = "p1"
    assert final_authority(day.event, day.rules) == people[last]


@pytest.mark.clause("RW-012")
def test_without_a_marshal_on_duty_the_organizer_has_the_last_word() -> None:
    day = running()
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    assert final_authority(day.event, day.rules) == marshal
    day.do(ChangeDuty(marshal, "marshal", on_duty=False))
    assert final_authority(day.event, day.rules) == "p1"
    assert ruling_order(day.event, day.rules) == ("p1", judge)


@pytest.mark.clause("AMB-039")
def test_one_of_several_marshals_is_the_head() -> None:
    day = running()
    first, second = day.appoint("marshal", "Mira"), day.appoint("marshal", "Max")
    judge = day.appoint("judge", "Jon")
    assert final_authority(day.event, day.rules) == first
    day.do(NameHeadMarshal(second))
    assert final_authority(day.event, day.rules) == second
    day.do(NameHeadMarshal(first))
    assert final_authority(day.event, day.rules) == first
    assert [one.person for one in day.event.staff if one.head] == [first]
    day.refused(NameHeadMarshal(judge), clause="RW-007", code="no-marshal")
    day.refused(NameHeadMarshal(first), who=second, clause="RW-007")


@pytest.mark.clause("ME-014")
def test_a_scorekeeper_makes_no_rulings() -> None:
    day = in_round("middle-earth")
    keeper, referee = day.appoint("scorekeeper", "Kai"), day.appoint("referee", "Rea")
    game = day.games()[0]
    assert keeper not in ruling_order(day.event, day.rules)
    day.refused(AssignRulingLeader(game.id, keeper), clause="ME-012")
    day.do(AssignRulingLeader(game.id, referee))
    assert ruling_leader(day.event, day.rules, day.match(game.id)) == referee


@pytest.mark.clause("RW-024", "RW-025")
def test_a_player_without_a_running_game_is_a_spectator() -> None:
    day = running(players=4)
    player = day.active()[0]
    assert is_spectator(day.event, day.rules, player)
    day.next_round()
    assert not is_spectator(day.event, day.rules, player)
    day.enter(day.game_of(player))
    assert is_spectator(day.event, day.rules, player)
    assert not is_spectator(day.event, day.rules, "p1")


@pytest.mark.clause("ME-021")
def test_a_leader_as_the_spare_player_is_advised_against_and_allowed() -> None:
    day = running("middle-earth", players=5)
    day.do(JoinAsSpare(person="p1"))
    warned = [one for one in notices(day.event, day.rules) if "spare" in one.code]
    assert [(one.clause, one.blocks) for one in warned] == [("ME-021", False)]
    other = running("middle-earth", players=5)
    other.do(JoinAsSpare("Sam"))
    assert not [code for code in codes(other) if "spare" in code]


@pytest.mark.clause("RW-016", "RW-019")
def test_going_off_duty_is_kept_with_its_time() -> None:
    day = running()
    judge = day.appoint("judge", "Jon")
    day.clock.move(minutes=7)
    done = day.do(ChangeDuty(judge, "judge", on_duty=False), judge)
    assert done.facts[0].at == day.clock.at
    assert (done.facts[0].actor, done.facts[0].role) == (judge, "judge")
