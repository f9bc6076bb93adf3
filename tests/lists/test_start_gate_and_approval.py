"""Lists at an event: without them nothing starts, and who says that one is right."""

import pytest

from tests.day.army_lists import clean_list
from tests.day.events import RULESETS
from tests.lists.halls import GATE, OLGA, approve, army, hall, handed_in, wrong_list
from tiltyard.day.facts import ListApproved
from tiltyard.day.list_access import errors_of, findings_of, lists_required, missing_lists
from tiltyard.day.lists import (
    AmendList,
    ApproveCleanLists,
    ReceiveListsOnPaper,
    ReturnList,
    SaveList,
    SubmitList,
)
from tiltyard.day.setup import StartEvent
from tiltyard.day.start import start_gate
from tiltyard.text.refusals import refusal_text

# -------------------------------------------------------------------------------------- the gate


@pytest.mark.clause("RW-056", "AR-041", "XW-037", "DW-023", "XE-018", "ME-006", "AMB-034")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_missing_list_blocks_the_start(ruleset):
    day, (pia, paul) = hall(ruleset)
    assert lists_required(day.event, day.rules)
    no = day.refused(StartEvent(), clause=GATE[ruleset], code="list-missing")
    assert no.facts["blockers"] == ["list-missing"] * 2
    day.do(SubmitList(pia, clean_list(ruleset)), pia)
    day.do(SaveList(paul, clean_list(ruleset)), paul)
    assert day.refused(StartEvent()).facts["blockers"].count("list-missing") == 1
    day.do(SubmitList(paul), paul)
    if ruleset == "middle-earth":
        day.do(ApproveCleanLists())
    day.do(StartEvent())


@pytest.mark.clause("RW-056", "AR-041", "AMB-034")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
@pytest.mark.parametrize(
    ("changes", "required"),
    [
        ({"tier": "relaxed"}, False),
        ({"tier": "formal"}, True),
        ({"tier": "premier"}, True),
        ({"tier": "relaxed", "options": {"lists.required": "always"}}, True),
        ({"tier": "premier", "options": {"lists.required": "never"}}, False),
    ],
)
def test_some_events_ask_for_lists_by_tier_or_as_the_organizer_says(ruleset, changes, required):
    day, ids = hall(ruleset, **changes)
    assert lists_required(day.event, day.rules) is required
    assert set(missing_lists(day.event, day.rules)) == (set(ids) if required else set())
    if required:
        day.refused(StartEvent(), clause=GATE[ruleset])
    else:
        day.do(StartEvent())


@pytest.mark.clause("RW-056")
def test_a_list_nobody_asked_for_is_checked_nevertheless():
    day, (pia, _) = hall("runewars", tier="relaxed")
    day.do(SubmitList(pia, clean_list("runewars", 201)), pia)
    day.refused(StartEvent(), clause="RW-048", says="has errors")
    day.do(SubmitList(pia, clean_list("runewars", 200)), pia)
    day.do(StartEvent())


@pytest.mark.clause("XW-037")
def test_a_list_that_is_not_here_blocks_nobody():
    day, (pia, paul) = handed_in()
    day.register("Absent")
    assert [one.code for one in start_gate(day.event, day.rules, day.document)] == []
    day.do(StartEvent())
    assert {one.player for one in day.event.list_desk.lists.values()} == {pia, paul}


@pytest.mark.clause("XW-037")
def test_a_list_on_paper_counts_as_handed_in():
    day, (pia, paul) = hall()
    day.do(ReceiveListsOnPaper((pia,)))
    day.refused(ReceiveListsOnPaper((pia,)), says="isn't missing")
    day.do(ReceiveListsOnPaper())
    assert army(day, paul).state == "on_paper"
    day.refused(ReceiveListsOnPaper(), clause="XW-037", says="No list is missing.")
    day.refused(approve(day, pia), says="on paper")
    day.refused(ReturnList(pia, "why"), says="on paper")
    assert findings_of(day.event, day.rules, army(day, pia)) == ()
    day.do(StartEvent())
    assert "lists-locked" not in day.facts()


@pytest.mark.clause("XW-038", "AMB-038")
def test_a_list_on_paper_is_not_replaced_once_the_event_runs():
    day, (pia, _) = hall()
    day.do(ReceiveListsOnPaper())
    day.do(StartEvent())
    for person in (pia, OLGA):
        day.refused(SubmitList(pia, clean_list("xwing-dogfight")), person, clause="XW-038")
    day.do(AmendList(pia, clean_list("xwing-dogfight"), "typed from the sheet"))
    assert army(day, pia).is_locked


def test_a_paper_list_never_wipes_out_a_draft_unasked():
    day, (pia, paul) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.do(ReceiveListsOnPaper())
    assert (army(day, pia).state, army(day, paul).state) == ("draft", "on_paper")


# -------------------------------------------------------------------------------------- checking


@pytest.mark.clause("XW-035")
def test_a_list_with_an_error_is_given_back_or_put_right():
    day, (pia, paul) = handed_in()
    day.do(SubmitList(pia, wrong_list()), pia)
    no = day.refused(StartEvent(), clause="XW-035", says="has errors")
    assert no.facts["blockers"] == ["list-with-errors"]
    no = day.refused(approve(day, pia, "it is only one"), clause="XW-035", says="can't be approved")
    assert "over limit" not in refusal_text(no)
    day.refused(ReturnList(pia, ""), code="private-reason-needed")
    day.do(ReturnList(pia, "101 points"))
    day.refused(StartEvent(), code="list-missing")
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 100)), pia)
    assert army(day, pia).note == ""
    day.do(StartEvent())
    assert army(day, paul).is_locked


def test_whoever_approves_has_looked_at_this_list():
    day, (pia, _) = handed_in()
    seen = approve(day, pia)
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 97)), pia)
    day.refused(seen, says="has changed since you looked")
    day.do(approve(day, pia))
    assert (army(day, pia).state, army(day, pia).checked_by) == ("approved", OLGA)
    day.refused(approve(day, pia), code="list-approved-already")
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 96)), pia)
    assert army(day, pia).state == "submitted"


@pytest.mark.clause("RW-049")
def test_a_second_faction_is_allowed_only_with_a_reason():
    day, (pia, paul) = handed_in("runewars")
    mixed = (
        clean_list("runewars")
        .replace("Harrow Guard", "Harrow Guard [faction: Daqan Lords]")
        .replace("(190)\nTerrain", "(100)\nDead Guard [faction: Waiqar the Undying] (90)\nTerrain")
    )
    day.do(SubmitList(pia, mixed), pia)
    wrong = errors_of(day.event, day.rules, army(day, pia))
    assert [(one.clause, one.waivable) for one in wrong] == [("RW-049", True)]
    no = day.refused(approve(day, pia), clause="RW-049", says="has an error")
    assert no.field == "reason"
    day.refused(StartEvent(), clause="RW-049")
    day.do(approve(day, pia, "their hero permits it"))
    assert army(day, pia).note == "their hero permits it"
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(StartEvent())
    assert army(day, paul).is_locked


@pytest.mark.clause("DW-020", "DW-025", "AMB-112")
def test_dw_t14_a_list_without_a_reserve_is_not_approvable_where_a_cut_is_planned():
    without, (pia, *_) = handed_in("diskwars", players=4)
    without.do(approve(without, pia))
    day, (pia, *_) = handed_in("diskwars", players=4, cut=2)
    clauses = {one.clause for one in errors_of(day.event, day.rules, army(day, pia))}
    assert clauses & {"DW-020", "DW-025"}
    no = day.refused(approve(day, pia, "they forgot it"), says="can't be approved")
    assert no.clause in {"DW-020", "DW-025"}
    day.refused(StartEvent(), says="has errors")
    whole = clean_list("diskwars").replace("Total: 50", "Reserve regiment\nPike Bearer (25)")
    day.do(SubmitList(pia, f"{whole}Reserve command cards: Wait\n"), pia)
    day.do(approve(day, pia))


@pytest.mark.clause("ME-006")
def test_the_organiser_looks_at_every_list():
    day, (pia, paul) = handed_in("middle-earth")
    no = day.refused(StartEvent(), clause="ME-006", code="list-unchecked")
    assert no.facts["blockers"] == ["list-unchecked"] * 2
    day.do(approve(day, pia))
    assert day.refused(StartEvent()).facts["blockers"] == ["list-unchecked"]
    day.do(ApproveCleanLists())
    assert army(day, paul).checked_at == day.clock.now()
    day.do(StartEvent())


def test_every_list_without_an_error_is_approved_at_once():
    day, (pia, paul, pit) = handed_in(players=3)
    day.do(SubmitList(paul, wrong_list()), paul)
    done = day.do(ApproveCleanLists())
    assert [one.fact.player for one in done.facts if isinstance(one.fact, ListApproved)] == [
        pia,
        pit,
    ]
    assert army(day, paul).state == "submitted"
    day.refused(ApproveCleanLists(), clause="XW-037", code="no-list-waiting-no-errors")
