"""A player with the name of a leader, and the other way round: the same person, or another one?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.day.events import Day
from tests.refusing import refuses
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.people import AppointStaff, ChangePlayer, HandOver, RegisterPlayer
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import ORGANIZER
from tiltyard.service.verifying import verify_log
from tiltyard.text.refusals import fix_text

if TYPE_CHECKING:
    from tiltyard.day.context import Command
    from tiltyard.service.desk import Done

ANOTHER = frozenset({"another-person"})
FORBIDDEN = [
    ("runewars", "formal", "RW-031"),
    ("runewars", "premier", "RW-031"),
    ("armada", "formal", "AR-020"),
    ("armada", "premier", "AR-020"),
    ("xwing-dogfight", "premier", "XW-012"),
    ("diskwars", "premier", "DW-014"),
]
OPEN = [
    ("runewars", "relaxed", "RW-028"),
    ("armada", "relaxed", "AR-017"),
    ("xwing-dogfight", "casual", "XW-010"),
    ("xwing-dogfight", "competitive", "XW-010"),
    ("diskwars", "casual", "DW-012"),
    ("middle-earth", "open", "ME-008"),
]


def opened(ruleset: str, tier: str) -> Day:
    day = Day(ruleset, tier=tier)
    day.open_doors()
    return day


def meant(day: Day, command: Command, who: str = ORGANIZER) -> Done:
    return day.desk.do(day.name, who, command, confirmed=ANOTHER)


@pytest.mark.clause("RW-031", "AR-020", "XW-012", "DW-014")
@pytest.mark.clause("RW-028", "AR-017", "XW-010", "DW-012", "ME-008")
@pytest.mark.parametrize(("ruleset", "tier", "clause"), [*FORBIDDEN, *OPEN])
def test_a_player_with_the_name_of_a_leader_is_asked_about(
    ruleset: str, tier: str, clause: str
) -> None:
    day = opened(ruleset, tier)
    no = day.refused(RegisterPlayer("Olga"), clause=clause, says="Olga is on the staff")
    assert isinstance(no, NeedsConfirmation)
    assert no.codes == ("another-person",)
    done = meant(day, RegisterPlayer("Olga"))
    assert [one.fact.NAME for one in done.facts] == [
        "concerns-confirmed/1",
        "player-registered/1",
    ]
    player = list(day.event.entrants)[-1]
    assert player != ORGANIZER
    assert day.event.confirmed_about(player) == ANOTHER


@pytest.mark.clause("RW-031", "AR-020", "XW-012", "DW-014")
@pytest.mark.parametrize(("ruleset", "tier", "clause"), FORBIDDEN)
def test_the_same_person_does_not_play_where_leaders_may_not(
    ruleset: str, tier: str, clause: str
) -> None:
    day = opened(ruleset, tier)
    asked = day.refused(RegisterPlayer("Olga"), clause=clause)
    assert "can't play" in (fix_text(asked) or "")
    same = RegisterPlayer(person=ORGANIZER)
    day.refused(same, clause=clause, code="leader-may-not-enter")
    with refuses(Refused, code="leader-may-not-enter"):
        meant(day, same)


@pytest.mark.clause("RW-028")
def test_the_same_person_plays_as_the_leader_they_are() -> None:
    day = opened("runewars", "relaxed")
    day.appoint("marshal", "Mira")
    day.do(RegisterPlayer(person=ORGANIZER))
    assert list(day.event.entrants) == [ORGANIZER]
    assert day.event.confirmations == ()


@pytest.mark.parametrize("name", ["olga", "OLGA", "  Olga ", "Ol ga", "Ölga"])
def test_names_are_compared_without_case_and_spaces(name: str) -> None:
    day = opened("runewars", "formal")
    if name == "Ölga":  # another letter is another name
        day.do(RegisterPlayer(name))
    else:
        day.refused(RegisterPlayer(name), clause="RW-031", says="Is this another person?")


@pytest.mark.clause("RW-031")
def test_every_leader_counts_on_duty_or_not() -> None:
    day = opened("runewars", "formal")
    day.appoint("judge", "Jon")
    day.refused(RegisterPlayer("Jon"), clause="RW-031", says="Jon is on the staff")


@pytest.mark.clause("RW-031")
def test_whoever_registers_themselves_is_asked_too() -> None:
    day = opened("runewars", "formal")
    mine = RegisterPlayer("Olga", person="s123")
    day.refused(mine, "s123", "RW-031", "Is this another person?")
    meant(day, mine, "s123")
    assert "s123" in day.event.entrants


@pytest.mark.clause("RW-031")
def test_a_player_renamed_to_a_leader_is_asked_about() -> None:
    day = opened("runewars", "formal")
    player = day.register("Ann")[0]
    renamed = ChangePlayer(player, "Olga", 1)
    day.refused(renamed, clause="RW-031", says="Olga is on the staff")
    meant(day, renamed)
    day.do(ChangePlayer(player, "Olga", 2))  # the name stays: nothing is asked again


@pytest.mark.clause("RW-031", "RW-028", "XW-012")
@pytest.mark.parametrize(
    ("ruleset", "tier", "role", "clause"),
    [
        ("runewars", "formal", "judge", "RW-031"),
        ("runewars", "relaxed", "marshal", "RW-028"),
        ("xwing-dogfight", "premier", "judge", "XW-012"),
        ("xwing-dogfight", "casual", "judge", "AMB-071"),
        ("xwing-dogfight", "casual", "second_organizer", "XW-010"),
    ],
)
def test_staff_with_the_name_of_a_player_is_asked_about(
    ruleset: str, tier: str, role: str, clause: str
) -> None:
    day = opened(ruleset, tier)
    ann = day.register("Ann")[0]
    named = AppointStaff(role, " ann ")  # type: ignore[arg-type]
    day.refused(named, clause=clause, says="Ann is a player")
    meant(day, named)
    assert day.event.staff[-1].person != ann
    assert day.event.confirmed_about(day.event.staff[-1].person) == ANOTHER


@pytest.mark.clause("RW-031", "RW-010")
def test_an_event_handed_over_by_the_name_of_a_player_is_asked_about() -> None:
    day = opened("runewars", "formal")
    day.register("Ann")
    day.refused(HandOver("ill", name="Ann"), clause="RW-031", says="Ann is a player")
    meant(day, HandOver("ill", name="Ann"))


@pytest.mark.clause("RW-031")
def test_what_was_confirmed_folds_and_verifies() -> None:
    day = opened("runewars", "formal")
    meant(day, RegisterPlayer("Olga"))
    day.register("Ann")
    meant(day, AppointStaff("judge", "Ann"))
    assert day.folds()
    log = tuple(day.desk.log(day.name))
    verdict = verify_log(day.name, log, day.desk.store.head(day.name), load)
    assert verdict.is_clean, verdict.troubles
