"""What the organizer is told about lists: missing, wrong, waiting, late, and conversions."""

from datetime import timedelta

import pytest

from tests.day.army_lists import clean_list
from tests.reminders.day import Day
from tiltyard.day.lists import (
    ApproveCleanLists,
    DecideConversion,
    ReceiveListsOnPaper,
    RequestConversion,
    SetListDeadline,
    SubmitList,
)
from tiltyard.day.people import AppointStaff, RegisterPlayer
from tiltyard.day.setup import OpenCheckIn
from tiltyard.text.reminders import reminder_sentence

CLAUSES = {
    "runewars": "RW-056",
    "armada": "AR-041",
    "xwing-dogfight": "XW-037",
    "xwing-escalation": "XE-018",
    "diskwars": "DW-023",
    "middle-earth": "ME-006",
}


def formal(ruleset):
    """Return an event of a tier that asks for lists, with the leaders it needs."""
    if ruleset not in {"runewars", "armada"}:
        return Day(ruleset)
    day = Day(ruleset, tier="formal")
    day.do(AppointStaff("marshal", "Max"))
    day.do(AppointStaff("judge", "Jo"))
    return day


def said(day, code):
    return reminder_sentence(day.named(code), day.event.people, day.event)


@pytest.mark.clause("RW-046", "RW-056", "AR-036", "AR-041", "XW-037", "XE-018", "DW-023", "ME-006")
@pytest.mark.parametrize("ruleset", sorted(CLAUSES))
def test_missing_lists_are_known_before_and_block_at_the_check_in(ruleset):
    day = formal(ruleset).registered(4)
    before = day.named("list-missing")
    assert (before.urgency, before.clause) == ("know", CLAUSES[ruleset])
    day.do(OpenCheckIn())
    assert "list-missing" not in day.codes()  # nobody is here yet
    day = formal(ruleset).checked_in(4)
    blocks = day.named("list-missing")
    assert (blocks.urgency, len(blocks.facts["players"])) == ("blocks", 4)
    first, second, *_ = day.event.entrants
    day.do(SubmitList(first, clean_list(ruleset)), first)
    day.do(ReceiveListsOnPaper((second,)))
    assert said(day, "list-missing") == "2 lists are missing: Player 3, Player 4."
    day.do(ReceiveListsOnPaper())
    assert "list-missing" not in day.codes()


@pytest.mark.clause("RW-056", "AR-041")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_nothing_is_missing_where_nobody_asks_for_lists(ruleset):
    assert "list-missing" not in Day(ruleset).registered(4).codes()
    assert "list-missing" not in Day(ruleset).checked_in(4).codes()


def test_many_missing_lists_are_one_line():
    day = Day("xwing-dogfight").checked_in(9)
    assert said(day, "list-missing") == (
        "9 lists are missing: Player 1, Player 2, Player 3, Player 4 and 5 more."
    )
    assert day.codes().count("list-missing") == 1


@pytest.mark.clause("XW-035", "XW-037")
def test_lists_with_errors_are_named_without_telling_what_is_wrong():
    day = Day("xwing-dogfight").registered(2)
    first, _ = day.event.entrants
    day.do(SubmitList(first, clean_list("xwing-dogfight", 101)), first)
    wrong = day.named("list-with-errors")
    assert (wrong.urgency, wrong.clause, wrong.facts["players"]) == ("next", "XW-037", [first])
    assert said(day, "list-with-errors") == "1 list has errors: Player 1."
    day = Day("xwing-dogfight").checked_in(2)
    first, _ = day.event.entrants
    day.do(SubmitList(first, clean_list("xwing-dogfight", 101)), first)
    assert day.named("list-with-errors").urgency == "blocks"
    day.do(SubmitList(first, clean_list("xwing-dogfight", 100)), first)
    assert "list-with-errors" not in day.codes()


@pytest.mark.clause("ME-006", "AMB-034")
@pytest.mark.parametrize(
    ("ruleset", "moment", "code", "urgency"),
    [
        ("middle-earth", "checked_in", "list-unchecked", "blocks"),
        ("middle-earth", "registered", "lists-to-approve", "next"),
    ],
)
def test_lists_that_nobody_looked_at(ruleset, moment, code, urgency):
    day = getattr(Day(ruleset), moment)(2)
    first, _ = day.event.entrants
    day.do(SubmitList(first, clean_list(ruleset)), first)
    found = day.named(code)
    assert (found.urgency, found.facts["players"]) == (urgency, [first])
    assert found.clause in {"ME-006", "AMB-034"}
    assert said(day, code).endswith(": Player 1.")
    day.do(ApproveCleanLists())
    assert not {"list-unchecked", "lists-to-approve"} & set(day.codes())


@pytest.mark.clause("AMB-034")
@pytest.mark.parametrize(("approval", "waits"), [("clean", False), ("by_hand", True)])
def test_a_list_without_errors_waits_only_where_a_leader_approves_all(approval, waits):
    day = Day("xwing-dogfight", options={"lists.approval": approval}).registered(2)
    first, _ = day.event.entrants
    day.do(SubmitList(first, clean_list("xwing-dogfight")), first)
    assert ("lists-to-approve" in day.codes()) == waits


@pytest.mark.clause("XW-037", "ME-029")
def test_a_deadline_that_passed_is_told_while_lists_are_missing():
    day = Day("xwing-dogfight").registered(2)
    day.do(SetListDeadline(day.clock.now() + timedelta(minutes=1)))
    day.clock.move(minutes=1)
    assert "list-deadline-passed" not in day.codes()
    day.clock.move(seconds=1)
    assert day.named("list-deadline-passed").urgency == "overdue"
    assert said(day, "list-deadline-passed") == (
        "The deadline for lists has passed, and 2 are missing: Player 1, Player 2."
    )
    day.do(ReceiveListsOnPaper())
    assert "list-deadline-passed" not in day.codes()


@pytest.mark.clause("ME-028", "ME-029")
def test_conversions_wait_for_an_answer():
    day = Day("middle-earth").registered(2)
    first, _ = day.event.entrants
    day.do(RequestConversion(first, "a rider on foot"), first)
    asked = day.named("conversions-waiting")
    assert (asked.urgency, asked.clause) == ("next", "ME-028")
    assert said(day, "conversions-waiting") == (
        "1 question about a component is waiting for a ruling: Player 1."
    )
    day.do(DecideConversion("k1", approved=True))
    assert "conversions-waiting" not in day.codes()


@pytest.mark.clause("XW-037")
def test_a_late_entry_still_owes_a_list():
    day = Day("xwing-dogfight").started(4)
    assert not {"list-missing", "lists-to-approve"} & set(day.codes())
    day.do(RegisterPlayer("Late"))
    late = list(day.event.entrants)[-1]
    assert day.named("list-missing").urgency == "blocks"
    assert day.named("list-missing").facts["players"] == [late]
    day.do(SubmitList(late, clean_list("xwing-dogfight")), late)
    assert "list-missing" not in day.codes()
    assert "list-with-errors" not in day.codes()
    day.do(RegisterPlayer("Later"))
    later = list(day.event.entrants)[-1]
    day.do(SubmitList(later, clean_list("xwing-dogfight", 101)), later)
    assert day.named("list-with-errors").facts["players"] == [later]
