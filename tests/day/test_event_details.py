"""What is recorded of the event itself, and how the documents' dates are read."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.day.events import Day, in_round
from tests.refusing import refuses
from tiltyard.day.results import EnterResult
from tiltyard.day.setup import AnnounceEvent, ChangeInformation, DeleteEvent, DescribeEvent, Undo
from tiltyard.engine.errors import Refused
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load


@pytest.mark.clause("RW-003", "XW-002", "DW-002", "AR-002")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_an_event_says_whether_it_is_official(ruleset: str) -> None:
    day = Day(ruleset)
    assert not day.event.details.official
    day.do(DescribeEvent(replace(day.event.details, official=True)))
    assert day.event.details.official
    assert day.folds()


@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_a_custom_structure_says_its_number_of_rounds(ruleset: str) -> None:
    clause = load(ruleset).structure.clause
    with refuses(Refused, code="custom-structure-needs-number-swiss") as no:
        Day(ruleset, structure="custom", swiss_rounds=None)
    assert (no.value.field, no.value.clause) == ("swiss_rounds", clause)
    day = Day(ruleset, structure="custom", swiss_rounds=3)
    without = replace(day.event.details, swiss_rounds=None)
    day.refused(DescribeEvent(without), clause=clause, code="custom-structure-needs-number-swiss")


@pytest.mark.clause("AMB-035")
@pytest.mark.parametrize(
    ("ruleset", "effective"),
    [("runewars", date(2018, 10, 20)), ("armada", date(2016, 4, 2))],
)
def test_dates_of_the_documents_name_the_month_first(ruleset: str, effective: date) -> None:
    assert load(ruleset).effective == effective


@pytest.mark.clause("AMB-059")
def test_the_outcome_is_recorded_as_declared_whatever_the_game_round() -> None:
    day = in_round("runewars")
    game = day.games()[0]
    day.do(EnterResult(game.id, Slip("destroyed", (120, 60), survivor=0)))
    assert not day.match(game.id).is_open


def test_what_people_read_of_an_event_changes_at_any_time() -> None:
    day = in_round("armada")
    day.do(ChangeInformation(name="Harbour Cup II", venue="Hall 3", starts="9.30"))
    day.do(ChangeInformation(contact="olga@example.org", notes="Bring pens."))
    told = day.event.details
    assert ("Harbour Cup II", "Hall 3", "olga@example.org", "Bring pens.", "09:30") == (
        told.name,
        told.venue,
        told.contact,
        told.notes,
        day.event.starts,
    )
    day.do(ChangeInformation(price="20 €, 15 € for members"))
    assert day.event.price == "20 €, 15 € for members"
    day.refused(ChangeInformation(venue="Hall 3"), says="Nothing would change.")
    day.refused(ChangeInformation(name=" "), code="no-name")
    assert day.folds()


@pytest.mark.parametrize("text", ["25:00", "10:60", "ten", "1:2:3", "-1"])
def test_a_start_time_is_a_time_of_day(text: str) -> None:
    day = in_round("armada")
    day.refused(ChangeInformation(starts=text), code="no-time-of-day")
    day.do(ChangeInformation(starts="8"))
    assert day.event.starts == "08:00"
    day.do(ChangeInformation(starts=""))
    assert day.event.starts == ""


def test_an_event_is_deleted_only_before_it_begins() -> None:
    day = Day("armada")
    day.do(AnnounceEvent())
    day.do(DeleteEvent())
    assert ("archived", True, False) == (
        day.event.phase,
        day.event.deleted,
        day.event.is_public,
    )
    day.refused(Undo(), code="not-in-this-phase")
    in_round("armada").refused(DeleteEvent(), code="not-in-this-phase")
