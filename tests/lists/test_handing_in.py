"""Lists at an event: handed in by their players or by a leader, in time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.day.army_lists import clean_list
from tests.day.events import NOON
from tests.lists.halls import (
    OLGA,
    approve,
    army,
    hall,
    handed_in,
    wrong_list,
)
from tiltyard.day.facts import ListSubmitted
from tiltyard.day.list_access import errors_of, may_read_list, missing_lists
from tiltyard.day.lists import (
    AmendList,
    ReceiveListsOnPaper,
    ReturnList,
    SaveList,
    SetListDeadline,
    SubmitList,
)
from tiltyard.day.people import JoinAsSpare
from tiltyard.day.setup import DescribeEvent, StartEvent
from tiltyard.day.start import start_gate
from tiltyard.text.refusals import fix_text, refusal_text

# ------------------------------------------------------------------------------------ handing in


def test_a_draft_is_kept_changed_and_handed_in_without_typing_it_again():
    day, (pia, _) = hall()
    day.do(SaveList(pia, "Grey Wing (20)"), pia)
    assert army(day, pia).state == "draft"
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    done = day.do(SubmitList(pia), pia)
    assert isinstance(done.facts[0].fact, ListSubmitted)
    assert (army(day, pia).state, army(day, pia).text) == (
        "submitted",
        clean_list("xwing-dogfight"),
    )
    assert army(day, pia).roster.musters[0].declared == 98


def test_the_text_stays_as_it_came():
    day, (pia, _) = hall()
    text = "\n  Faction: Rebel\r\nGrey Wing (20)   \n\n"
    day.do(SubmitList(pia, text), pia)
    assert army(day, pia).text == text


@pytest.mark.clause("RW-047", "XW-034", "AR-037", "XE-010")
@pytest.mark.parametrize(
    "ruleset", ["runewars", "xwing-dogfight", "xwing-escalation", "armada", "diskwars"]
)
def test_a_player_has_one_list_the_newer_takes_the_place_of_the_older(ruleset):
    day, (pia, _) = handed_in(ruleset)
    other = clean_list(ruleset, 45)
    day.do(SubmitList(pia, other), pia)
    assert army(day, pia).text == other
    assert len(day.event.list_desk.lists) == 2


def test_there_must_be_something_to_hand_in():
    day, (pia, _) = hall()
    no = day.refused(SubmitList(pia), pia, clause="XW-037", code="no-list-hand")
    assert no.field == "text"
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SubmitList(pia, " \n"), pia, code="no-list-hand")
    day.refused(SaveList(pia, "Grey Wing"), pia, clause="XW-037", code="list-handed-already")
    day.refused(SubmitList(pia, "x", "papyrus"), pia, code="lists-not-read")
    day.refused(SubmitList("p99", "x"), OLGA, code="entrant-nobody-here-id")


def test_a_draft_is_its_players_own():
    day, (pia, paul) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SaveList(pia, "x"), OLGA)
    day.refused(SaveList(pia, "x"), paul)
    day.refused(SubmitList(pia), OLGA, clause="XW-037", code="draft-players-own")
    day.refused(SubmitList(pia, clean_list("xwing-dogfight")), OLGA, code="draft-players-own")
    for person in (OLGA, paul, "stranger"):
        assert not may_read_list(day.event, day.rules, person, pia)
    assert may_read_list(day.event, day.rules, pia, pia)
    for act in (ReturnList(pia, "why"), approve(day, pia), AmendList(pia, "Grey Wing", "why")):
        day.refused(act, OLGA, clause="XW-037", code="handed-no-list")


def test_a_leader_hands_in_a_list_for_a_player():
    day, (pia, paul) = hall()
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), OLGA)
    assert army(day, pia).by == OLGA
    day.refused(SubmitList(pia, "Grey Wing (1)"), paul, says="own")


def test_the_spare_player_hands_in_no_list():
    day, _ = hall("middle-earth", players=3)
    sam = day.do(JoinAsSpare("Sam")).facts[-1].fact.player
    day.refused(SubmitList(sam, clean_list("middle-earth")), OLGA, clause="ME-050")
    day.refused(ReceiveListsOnPaper((sam,)), OLGA, says="isn't missing")
    assert sam not in set(missing_lists(day.event, day.rules))


# -------------------------------------------------------------------------------------- deadline


@pytest.mark.clause("XW-037", "ME-029")
def test_after_the_deadline_only_a_leader_takes_a_list():
    day, (pia, paul) = hall()
    until = NOON + timedelta(minutes=10)
    day.do(SetListDeadline(until))
    day.clock.move(minutes=10)
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), pia)  # exactly then is in time
    day.clock.move(seconds=1)
    for command in (
        SubmitList(pia, clean_list("xwing-dogfight", 97)),
        SaveList(paul, "Grey Wing"),
    ):
        day.refused(command, command.player, clause="XW-037", code="time-handing-lists-over")
    day.do(SubmitList(paul, clean_list("xwing-dogfight")), OLGA)
    day.do(SetListDeadline())
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 97)), pia)


def test_a_list_given_back_after_the_deadline_may_still_be_put_right():
    day, (pia, _) = hall()
    day.do(SubmitList(pia, wrong_list()), pia)
    day.do(SetListDeadline(NOON))
    day.clock.move(minutes=1)
    day.do(ReturnList(pia, "one point too many"))
    assert army(day, pia).note == "one point too many"
    assert not may_read_list(day.event, day.rules, OLGA, pia)
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.do(SubmitList(pia), pia)
    assert army(day, pia).state == "submitted"
    day.refused(
        SubmitList(pia, clean_list("xwing-dogfight", 97)), pia, code="time-handing-lists-over"
    )


def test_a_leader_takes_the_list_of_a_draft_when_the_time_is_over():
    day, (pia, _) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SubmitList(pia, clean_list("xwing-dogfight", 97)), code="draft-players-own")
    day.do(SetListDeadline(NOON))
    day.clock.move(minutes=1)
    day.refused(SubmitList(pia), pia, code="time-handing-lists-over")
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 97)))
    assert army(day, pia).state == "submitted"


@pytest.mark.clause("RW-061")
def test_a_leader_puts_right_what_was_handed_in_and_never_replaces_it():
    day, (pia, _) = handed_in("runewars")
    no = day.refused(SubmitList(pia, clean_list("runewars", 150)), clause="RW-061")
    assert "Amend it" in fix_text(no)


@pytest.mark.clause("RW-048", "RW-061")
@pytest.mark.parametrize("total", [201, 240])
def test_no_amendment_makes_a_list_illegal(total):
    day, (pia, _) = handed_in("runewars")
    why = "as it lies on the table"
    no = day.refused(AmendList(pia, clean_list("runewars", total), why), clause="RW-048")
    assert f"illegal: {total} points, 200 allowed." in refusal_text(no)
    day.do(AmendList(pia, clean_list("runewars", 200), "counted again"))
    assert army(day, pia).state == "approved"
    day.do(StartEvent())
    day.refused(AmendList(pia, clean_list("runewars", total), why), clause="RW-048")


@pytest.mark.clause("RW-048", "RW-061")
def test_an_error_that_was_there_before_may_wait_for_the_next_amendment():
    day, (pia, _) = handed_in("runewars")
    day.do(SubmitList(pia, clean_list("runewars", 201)), pia)
    marked = clean_list("runewars", 201).replace("Low Wall", "Low Wall [capacity: 0]")
    day.do(AmendList(pia, marked, "the capacity was missing"))
    assert army(day, pia).state == "submitted"
    assert [one.clause for one in errors_of(day.event, day.rules, army(day, pia))] == ["RW-048"]
    day.refused(AmendList(pia, clean_list("runewars", 202), "one more"), clause="RW-048")


@pytest.mark.clause("RW-049", "RW-061")
def test_an_amendment_waives_with_its_reason_what_may_be_waived():
    day, (pia, _) = handed_in("runewars")
    nameless = clean_list("runewars").replace("Faction: Daqan Lords\n", "")
    day.do(AmendList(pia, nameless, "the player asked"))
    assert (army(day, pia).state, army(day, pia).waived) == ("approved", ("faction-missing",))
    assert errors_of(day.event, day.rules, army(day, pia)) == ()


@pytest.mark.clause("AMB-112", "DW-020")
def test_an_approval_covers_only_the_errors_that_were_there():
    day, (pia, *_) = handed_in("diskwars", players=4, cut=None)
    before = army(day, pia).text
    without = "\n".join(before.split("Reserve")[:1])
    day.do(SubmitList(pia, without), pia)
    day.do(approve(day, pia))
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    planned = replace(day.event.details, cut=4)
    day.do(DescribeEvent(planned, "there will be a cut"))
    assert army(day, pia).state == "approved"
    assert errors_of(day.event, day.rules, army(day, pia))
    assert "list-with-errors" in [
        one.code for one in start_gate(day.event, day.rules, day.document)
    ]


def test_saving_the_same_draft_again_records_nothing():
    day, (pia, _) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SaveList(pia, clean_list("xwing-dogfight")), pia, code="draft-kept-already")


def test_a_deadline_has_a_time_zone_and_is_kept_in_one():
    day, _ = hall()
    naive = datetime(2018, 11, 3, 10)  # noqa: DTZ001
    no = day.refused(SetListDeadline(naive), clause="XW-037", says="time zone")
    assert no.field == "until"
    plus_one = datetime.fromisoformat("2018-11-03T10:00:00+01:00")
    day.do(SetListDeadline(plus_one))
    assert day.event.list_desk.deadline == datetime(2018, 11, 3, 9, tzinfo=UTC)
    assert day.event.list_desk.deadline.tzinfo is UTC
    no = day.refused(SetListDeadline(datetime.fromisoformat("0001-01-01T00:00:00+05:00")))
    assert no.field == "until"
