"""Setting an event up, announcing it, and everything that must be true before it starts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.day.events import RULESETS, Day, details_of, in_round, running
from tiltyard.day.people import AppointStaff
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    ArchiveEvent,
    AwardPrize,
    ChangePlan,
    DescribeEvent,
    FinishEvent,
    OpenCheckIn,
    OpenRegistration,
    ReopenEvent,
    StartEvent,
)
from tiltyard.day.start import announcements_left, required_announcements, start_gate
from tiltyard.engine.errors import Refused
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

# rules 2.11: what each document wants announced at every event, with its clause
ALWAYS = {
    "runewars": {"event_details": "RW-106", "rounds": "RW-140", "cut": "RW-140"},
    "xwing-dogfight": {"rounds": "XW-030", "cut": "XW-033"},
    "xwing-escalation": {"rounds": "XE-002", "cut": "XE-009", "bye_margin": "AMB-077"},
    "middle-earth": {"rounds": "ME-062", "tie_breaks": "ME-045", "expectations": "ME-023"},
    "diskwars": {"rounds": "DW-043", "cut": "DW-047"},
    "armada": {"rounds": "AR-085", "cut": "AMB-130"},
}
# … and at events that differ from the usual: what differs, the item, its clause
SOMETIMES: list[tuple[str, dict[str, Any], str, str]] = [
    ("xwing-dogfight", {"options": {"clock.swiss": 60}}, "round_length", "XW-028"),
    ("xwing-escalation", {"options": {"clock.swiss": [40, 60, 80, 110]}}, "round_length", "XE-005"),
    ("middle-earth", {"options": {"clock.swiss": 100}}, "round_length", "ME-062"),
    ("diskwars", {"options": {"clock.swiss": 55}}, "round_length", "DW-041"),
    ("xwing-dogfight", {"play_area": "4 by 4 feet"}, "play_area", "XW-045"),
    ("xwing-escalation", {"play_area": "4 by 4 feet"}, "play_area", "XW-045"),
    ("diskwars", {"play_area": "4 by 4 feet"}, "play_area", "DW-052"),
    ("diskwars", {"special_scenario": "Storm"}, "special_scenario", "DW-094"),
    (
        "middle-earth",
        {"options": {"standings.extra": ["favourite_opponent"]}},
        "own_tie_breaks",
        "ME-042",
    ),
]


def ready(ruleset: str, players: int = 4, **changes: Any) -> Day:
    """Return an event with its players checked in and nothing announced."""
    day = Day(ruleset, **changes)
    day.open_doors()
    day.register(*(f"Guest {number}" for number in range(players)))
    day.check_everybody_in()
    day.take_lists_on_paper()
    return day


def required(day: Day) -> dict[str, str]:
    items = required_announcements(day.event, day.rules, day.document)
    return {item.id: item.clause for item in items}


@pytest.mark.clause(
    "RW-106", "RW-140", "XW-030", "XW-033", "XE-009", "ME-045", "DW-043", "DW-047", "AR-085"
)
@pytest.mark.clause("AMB-130")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_every_event_has_to_announce(ruleset: str) -> None:
    day = ready(ruleset)
    assert required(day) == ALWAYS[ruleset]
    for item, clause in ALWAYS[ruleset].items():
        day.refused(StartEvent(), clause=clause, code="not-announced")
        assert announcements_left(day.event, day.rules, day.document)[0] == item
        day.do(AnnounceItem(item))
        known = {one.id: one for one in day.rules.announcements}[item]
        assert bool(known.tells) == (item in day.event.told)
    day.do(StartEvent())


@pytest.mark.clause("XW-028", "XE-005", "DW-041", "XW-045", "DW-052", "DW-094", "ME-042", "ME-062")
@pytest.mark.parametrize(("ruleset", "changes", "item", "clause"), SOMETIMES)
def test_what_differs_from_the_usual_is_announced_as_well(
    ruleset: str, changes: dict[str, Any], item: str, clause: str
) -> None:
    assert item not in required(ready(ruleset))
    day = ready(ruleset, **changes)
    assert required(day) == ALWAYS[ruleset] | {item: clause}
    for usual in ALWAYS[ruleset]:
        day.do(AnnounceItem(usual))
    day.refused(StartEvent(), clause=clause)
    day.do(AnnounceItem(item))
    day.do(StartEvent())


def test_a_start_that_is_blocked_names_every_blocker() -> None:
    day = Day("runewars")
    day.open_doors()
    no = day.refused(StartEvent())
    assert no.facts["blockers"] == ["not-announced"] * 3 + ["too-few-players"]
    for blocker in start_gate(day.event, day.rules, day.document):
        assert blocker.clause
        assert fix_text(blocker)
        assert refusal_text(blocker)


def test_nothing_else_can_be_announced() -> None:
    day = Day("armada")
    no = day.refused(AnnounceItem("tie_breaks"), code="nothing-announced-here")
    assert no.clause == "AR-121"


@pytest.mark.parametrize(
    ("here", "said"), [(0, "0 players are checked in."), (1, "1 player is checked in.")]
)
def test_two_players_must_be_here(here: int, said: str) -> None:
    day = ready("diskwars", players=here)
    day.announce_everything()
    no = day.refused(StartEvent(), says=said)
    assert no.facts["blockers"] == ["too-few-players"]


@pytest.mark.clause("AMB-020")
def test_only_those_who_checked_in_count_for_the_table() -> None:
    day = Day("runewars", structure="basic", swiss_rounds=None)
    day.open_doors()
    day.register(*(f"Guest {number}" for number in range(8)))
    day.check_everybody_in()
    day.register("Late")
    day.announce_everything()
    day.do(StartEvent())
    assert day.event.swiss_rounds == 2
    assert len(day.active()) == 8


STRUCTURES = [
    ("runewars", "basic", 4, 2, None, "RW-194"),
    ("runewars", "basic", 8, 2, None, "RW-194"),
    ("runewars", "basic", 9, 3, None, "RW-194"),
    ("runewars", "advanced", 28, 3, None, "RW-195"),
    ("runewars", "advanced", 29, 4, 2, "RW-195"),
    ("armada", "basic", 4, 3, None, "AR-122"),
    ("armada", "basic", 32, 3, None, "AR-122"),
    ("armada", "basic", 33, 4, None, "AR-122"),
    ("armada", "advanced", 9, 3, None, "AR-123"),
    ("armada", "advanced", 29, 4, 2, "AR-123"),
]


@pytest.mark.clause("RW-194", "RW-195", "AR-122", "AR-123", "AMB-020")
@pytest.mark.parametrize(("ruleset", "structure", "players", "rounds", "cut", "clause"), STRUCTURES)
def test_the_table_fills_in_the_plan_at_the_start(
    ruleset: str, structure: Any, players: int, rounds: int, cut: int | None, clause: str
) -> None:
    day = ready(ruleset, players, structure=structure, swiss_rounds=None)
    day.announce_everything()
    done = day.do(StartEvent())
    assert (day.event.swiss_rounds, day.event.cut) == (rounds, cut)
    assert done.facts[0].fact.clause == clause


@pytest.mark.clause("AMB-021")
@pytest.mark.parametrize(
    ("ruleset", "structure", "players"),
    [
        ("runewars", "basic", 3),
        ("runewars", "advanced", 8),
        ("armada", "basic", 3),
        ("armada", "advanced", 8),
    ],
)
def test_a_field_the_table_does_not_know_needs_a_custom_structure(
    ruleset: str, structure: Any, players: int
) -> None:
    day = ready(ruleset, players, structure=structure, swiss_rounds=None)
    no = day.refused(StartEvent(), clause="AMB-021")
    assert "custom" in (fix_text(no) or "")
    day.refused(AnnounceItem("rounds"), clause="AMB-021")
    custom = replace(day.event.details, structure="custom", swiss_rounds=2)
    day.do(DescribeEvent(custom, "only a few came"))
    day.refused(StartEvent(), code="not-announced")
    day.announce_everything()
    day.do(StartEvent())
    assert day.event.swiss_rounds == 2


@pytest.mark.clause("RW-193", "AR-121")
@pytest.mark.parametrize(("ruleset", "clause"), [("runewars", "RW-193"), ("armada", "AR-121")])
def test_a_structure_is_chosen_before_announcing(ruleset: str, clause: str) -> None:
    day = Day(ruleset, structure=None, swiss_rounds=None)
    day.refused(AnnounceEvent(), clause=clause, says="basic, advanced or custom")
    day.do(DescribeEvent(replace(day.event.details, structure="basic")))
    day.announce()


@pytest.mark.clause("RW-196", "AR-124", "XW-030", "DW-043")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "xwing-dogfight", "diskwars"])
def test_a_free_plan_needs_its_number_of_rounds(ruleset: str) -> None:
    day = Day(ruleset, structure=None, swiss_rounds=None)
    if load(ruleset).structure.kind == "tables":
        custom = DescribeEvent(replace(day.event.details, structure="custom"))
        day.refused(custom, says="number of Swiss rounds")
        day.do(DescribeEvent(replace(day.event.details, structure="custom", swiss_rounds=4)))
        return
    day.refused(AnnounceEvent(), says="number of rounds")
    day.do(DescribeEvent(replace(day.event.details, swiss_rounds=4)))
    day.announce()


REFUSED_DETAILS: list[tuple[str, dict[str, Any], str]] = [
    ("runewars", {"structure": "basic", "swiss_rounds": 3}, "RW-193"),
    ("runewars", {"structure": "basic", "swiss_rounds": None, "cut": 4}, "RW-193"),
    ("armada", {"structure": "advanced", "swiss_rounds": None, "cut": 2}, "AR-121"),
    ("xwing-dogfight", {"structure": "basic", "swiss_rounds": None}, "XW-030"),
    ("diskwars", {"structure": "advanced", "swiss_rounds": None}, "DW-043"),
    ("xwing-escalation", {"swiss_rounds": 3}, "XE-002"),
    ("xwing-escalation", {"swiss_rounds": 5}, "XE-002"),
    ("middle-earth", {"cut": 4}, "ME-058"),
    ("middle-earth", {"swiss_rounds": 0}, "ME-058"),
    ("xwing-dogfight", {"cut": 3}, "XW-084"),
    ("diskwars", {"cut": 6}, "DW-079"),
    ("runewars", {"swiss_rounds": 0, "cut": 4}, "RW-157"),
    ("runewars", {"swiss_rounds": -1}, "RW-193"),
    ("runewars", {"swiss_rounds": 41}, "RW-193"),
    ("runewars", {"tier": "casual"}, "RW-198"),
    ("diskwars", {"tier": "competitive", "special_scenario": "Storm"}, "DW-094"),
    ("diskwars", {"tier": "premier", "special_scenario": "Storm"}, "DW-094"),
    ("armada", {"special_scenario": "Storm"}, "AR-126"),
]


@pytest.mark.clause("RW-193", "RW-194", "XE-002", "ME-058", "DW-094", "AR-123")
@pytest.mark.parametrize(("ruleset", "changes", "clause"), REFUSED_DETAILS)
def test_what_a_document_does_not_know_cannot_be_planned(
    ruleset: str, changes: dict[str, Any], clause: str
) -> None:
    day = Day(ruleset)
    no = day.refused(DescribeEvent(replace(day.event.details, **changes)), clause=clause)
    assert no.field
    with pytest.raises(Refused) as again:
        Day(ruleset, **changes)
    assert refusal_text(again.value) == refusal_text(no)


@pytest.mark.clause("AMB-053")
@pytest.mark.parametrize("structure", ["basic", "advanced"])
def test_a_basic_or_advanced_event_keeps_the_length_of_its_rounds(structure: Any) -> None:
    day = Day("runewars", structure=structure, swiss_rounds=None)
    longer = replace(day.event.details, options={"clock.swiss": 100})
    day.refused(DescribeEvent(longer), clause="AMB-053")
    day.do(DescribeEvent(replace(longer, structure="custom", swiss_rounds=3)))


@pytest.mark.clause("AMB-114")
def test_armada_may_time_its_elimination_rounds_in_every_structure() -> None:
    Day(
        "armada", structure="advanced", swiss_rounds=None, options={"clock.elimination": 135}
    ).announce()


@pytest.mark.clause("AMB-058")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
@pytest.mark.parametrize("cut", [2, 3, 6, 8, 256])
def test_a_custom_structure_may_cut_to_any_number(ruleset: str, cut: int) -> None:
    assert Day(ruleset, cut=cut).event.details.cut == cut
    for wrong in (1, 257):
        with pytest.raises(Refused):
            Day(ruleset, cut=wrong)


@pytest.mark.clause("DW-094")
def test_a_casual_diskwars_event_may_use_special_scenarios() -> None:
    day = Day("diskwars", tier="casual", special_scenario="Storm")
    assert day.event.details.special_scenario == "Storm"


@pytest.mark.clause("XW-003", "AMB-084")
@pytest.mark.parametrize("tier", ["competitive", "premier"])
def test_official_escalation_of_2014_is_casual(tier: str) -> None:
    with pytest.raises(Refused) as no:
        Day("xwing-escalation", tier=tier, official=True, date=date(2014, 6, 1))
    assert no.value.clause == "XW-003"
    assert fix_text(no.value)
    Day("xwing-escalation", tier="casual", official=True, date=date(2014, 6, 1))
    Day("xwing-escalation", tier=tier, official=False, date=date(2014, 6, 1))
    Day("xwing-escalation", tier=tier, official=True, date=date(2015, 1, 1))
    Day("xwing-dogfight", tier=tier, official=True, date=date(2014, 6, 1))


@pytest.mark.clause("RW-197", "AR-125", "XW-100", "DW-003")
@pytest.mark.parametrize(
    ("ruleset", "tier"),
    [
        ("runewars", "relaxed"),
        ("armada", "relaxed"),
        ("xwing-dogfight", "casual"),
        ("diskwars", "casual"),
        ("middle-earth", "open"),
    ],
)
def test_without_a_choice_an_event_has_the_friendliest_tier(ruleset: str, tier: str) -> None:
    assert Day(ruleset).event.details.tier == tier


@pytest.mark.clause("RW-001", "XW-001", "ME-001", "DW-001")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_announced_event_keeps_the_version_of_its_ruleset(ruleset: str) -> None:
    day = Day(ruleset)
    day.announce()
    assert day.event.details.ruleset == load(ruleset).name
    other = "armada" if ruleset == "runewars" else "runewars"
    changed = replace(details_of(other), name="Another")
    day.refused(DescribeEvent(changed, "another game"), says="can't be changed")


def test_what_was_announced_changes_only_with_a_reason() -> None:
    day = Day("runewars")
    day.do(DescribeEvent(replace(day.event.details, name="First name")))
    day.announce()
    later = replace(day.event.details, name="Second name")
    day.refused(DescribeEvent(later), code="public-reason-needed")
    day.do(DescribeEvent(later, "a sponsor"))
    day.refused(DescribeEvent(later, "again"), says="Nothing would change.")
    assert day.event.details.name == "Second name"


def test_an_event_goes_through_its_phases_in_order() -> None:
    day = Day("runewars")
    day.refused(OpenRegistration(), code="not-in-this-phase")
    day.refused(OpenCheckIn(), code="not-in-this-phase")
    day.announce()
    day.refused(AnnounceEvent(), code="not-in-this-phase")
    day.refused(StartEvent(), code="not-in-this-phase")
    day.do(OpenRegistration())
    day.do(OpenCheckIn())
    day.refused(OpenRegistration(), code="not-in-this-phase")
    day.register("Pia", "Paul")
    day.begin()
    day.refused(StartEvent(), code="not-in-this-phase")
    day.refused(ReopenEvent("no"), code="not-in-this-phase")
    day.do(FinishEvent("power cut"))
    day.refused(FinishEvent(), code="not-in-this-phase")
    day.refused(ReopenEvent(""), code="public-reason-needed")
    day.do(ReopenEvent("the power is back"))
    assert day.event.phase == "running"
    day.do(FinishEvent("dark again"))
    day.do(ArchiveEvent())
    day.refused(ReopenEvent("please"), code="not-in-this-phase")
    day.refused(AppointStaff("judge", "Jon"), code="not-in-this-phase")


# ------------------------------------------------------------------------ the plan on the way


@pytest.mark.clause("AMB-020")
def test_the_plan_changes_with_a_reason_only() -> None:
    day = in_round()
    day.refused(ChangePlan(4, None, ""), code="public-reason-needed")
    day.refused(ChangePlan(0, None, "go home"), clause="RW-193", code="rounds-published-already")
    day.refused(ChangePlan(3, None, "no change"), code="plan-already")
    day.refused(ChangePlan(1, None, "the hall closes"), clause="RW-140", says="3 Swiss rounds")
    day.do(ChangePlan(1, None, "the hall closes"), confirm="plan-after-start")
    assert day.event.swiss_rounds == 1
    assert day.round.basis_changed == ("p1", "drawn before the plan was changed: the hall closes")


@pytest.mark.clause("XE-002", "XE-009")
def test_escalation_stays_at_four_rounds() -> None:
    day = in_round("xwing-escalation")
    day.refused(ChangePlan(3, None, "late"), clause="XE-002")
    day.refused(ChangePlan(4, 4, "a bracket after all"), clause="XE-009")
    day.do(ChangePlan(4, 4, "a bracket after all"), confirm="plan-after-start")


@pytest.mark.clause("ME-062", "ME-063", "ME-068", "AMB-095")
@pytest.mark.parametrize(
    ("points", "days", "rounds", "clause"),
    [(500, 1, 4, "ME-063"), (500, 2, 7, "ME-063"), (1000, 2, 5, "ME-068"), (650, 1, 3, "AMB-095")],
)
def test_middle_earth_takes_the_number_of_games_from_its_table(
    points: int, days: int, rounds: int, clause: str
) -> None:
    day = ready("middle-earth", swiss_rounds=None, points_limit=points, days=days)
    day.announce_everything()
    done = day.do(StartEvent())
    assert day.event.swiss_rounds == rounds
    assert done.facts[0].fact.clause == clause
    edited = ready("middle-earth", swiss_rounds=2, points_limit=points, days=days)
    edited.announce_everything()
    edited.do(StartEvent())
    assert edited.event.swiss_rounds == 2


@pytest.mark.clause("AMB-095")
def test_a_points_limit_above_the_table_needs_a_plan() -> None:
    day = Day("middle-earth", swiss_rounds=None, points_limit=1200)
    day.refused(AnnounceEvent(), clause="AMB-095")
    day.do(DescribeEvent(replace(day.event.details, swiss_rounds=3)))
    day.announce()


# ------------------------------------------------------------------------ the end


def test_an_event_ends_early_only_with_a_reason() -> None:
    day = in_round()
    day.refused(FinishEvent("dark"), says="Games are still being played.")
    day.enter_all()
    day.refused(FinishEvent(), clause="RW-193", says="1 of 3 Swiss rounds")
    day.draw()
    day.refused(FinishEvent("dark"), says="A drawn round is waiting to be published.")


def test_an_event_that_was_played_out_ends_without_a_reason() -> None:
    day = running()
    day.play_swiss()
    day.finish()
    assert day.event.phase == "finished"


@pytest.mark.clause("RW-004")
def test_prizes_are_kept_with_who_received_them() -> None:
    day = running()
    day.play_swiss()
    day.finish()
    day.do(AwardPrize("Champion", "p2", "first place"))
    day.refused(AwardPrize("Champion", "p99"), code="award-nobody-here-id")
    day.refused(AwardPrize(" ", "p2"), code="no-name")
    assert [(one.title, one.recipient) for one in day.event.prizes] == [("Champion", "p2")]
