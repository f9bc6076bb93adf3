"""Players who register themselves wait until the desk approves them, if the organizer wants it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.day.events import Day
from tiltyard.day import people
from tiltyard.day.people import ANOTHER_PERSON, RegisterPlayer
from tiltyard.day.reminders import reminders
from tiltyard.day.setup import Undo
from tiltyard.day.visibility import holds_secrets, unread
from tiltyard.day.waiting_list import ApproveRegistration, DeclineRegistrations, SetApproval
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PlayerId

NOW = datetime(2026, 5, 1, tzinfo=UTC)
EVE, GUS = PlayerId("eve"), PlayerId("gus")


def reminded(day):
    return [one.code for one in reminders(day.event, day.rules, day.document, NOW)]


@pytest.fixture
def day():
    made = Day()
    made.open_doors()
    made.do(SetApproval(required=True))
    return made


def code_of(day, command, person="p1"):
    with pytest.raises(Refused) as refused:
        day.do(command, person)
    return refused.value.code


def asks(day, player=EVE, name="Zelda", **more):
    day.do(RegisterPlayer(name, player, **more), player)


def test_whoever_registers_waits_and_takes_part_once_approved(day):
    asks(day, faction="Empire", affiliations=("Club A",), shown="initial", contact="z@post.example")
    assert EVE not in day.event.entrants
    assert EVE not in day.event.people
    assert day.event.waiting[EVE].name == "Zelda"
    day.do(ApproveRegistration(EVE))
    entrant = day.event.entrants[EVE]
    assert ("Zelda", "Empire", ("Club A",)) == (entrant.name, entrant.faction, entrant.affiliations)
    assert day.event.shown_name(EVE) == "initial"
    assert entrant.contact == "z@post.example"
    assert not day.event.waiting


def test_the_desk_registers_at_once_and_so_does_everybody_when_it_is_off(day):
    day.do(RegisterPlayer("Ann"))
    assert [one.name for one in day.event.entrants.values()] == ["Ann"]
    day.do(SetApproval(required=False))
    asks(day)
    assert EVE in day.event.entrants
    assert code_of(day, SetApproval(required=False)) == "approval-unchanged"


def test_a_refused_registration_records_nothing(day):
    asks(day)
    version = day.event.version
    assert code_of(day, RegisterPlayer("Zelda", EVE), EVE) == "waiting-already"
    assert code_of(day, RegisterPlayer(" ", GUS), GUS)
    assert code_of(day, ApproveRegistration(GUS)) == "not-on-the-waiting-list"
    assert code_of(day, DeclineRegistrations((EVE, GUS))) == "not-on-the-waiting-list"
    assert code_of(day, DeclineRegistrations(())) == "decline-nobody-named"
    assert day.event.version == version


def test_who_is_declined_is_gone_and_may_ask_again_as_somebody_new(day):
    asks(day)
    asks(day, GUS, "Gus")
    day.do(DeclineRegistrations((EVE, GUS, EVE)))
    assert not day.event.waiting
    lines = b"".join(entry.line for entry in day.desk.store.read(day.name))
    assert b"Zelda" not in lines
    assert "Zelda" not in str([one.fact for one in day.desk.log(day.name)])
    asks(day, PlayerId("eve2"))
    assert "eve2" in day.event.waiting


def test_people_cancel_their_own_registration_and_nobody_elses(day):
    asks(day)
    asks(day, GUS, "Gus")
    assert code_of(day, DeclineRegistrations((GUS,)), EVE)
    assert code_of(day, DeclineRegistrations((EVE, GUS)), EVE)
    assert code_of(day, ApproveRegistration(EVE), EVE)
    day.do(DeclineRegistrations((EVE,)), EVE)
    assert list(day.event.waiting) == [GUS]


def test_an_approval_is_taken_back(day):
    asks(day)
    day.do(ApproveRegistration(EVE))
    day.do(Undo())
    assert list(day.event.waiting) == [EVE]
    assert not day.event.entrants


def test_a_name_that_is_known_is_asked_back(day):
    day.do(RegisterPlayer("Zelda"))
    with pytest.raises(Refused):
        asks(day)
    day.do(RegisterPlayer("Zelda", EVE), EVE, ANOTHER_PERSON)
    assert code_of(day, ApproveRegistration(EVE)) == "needs-confirmation"
    day.do(ApproveRegistration(EVE), confirm=ANOTHER_PERSON)
    assert len(day.event.entrants) == 2


@pytest.mark.parametrize("most", [2, 3])
def test_a_waiting_list_has_an_end(day, monkeypatch, most):
    monkeypatch.setattr(people, "MOST_WAITING", most)
    for number in range(most):
        asks(day, PlayerId(f"s{number}"), f"Nobody {number}")
    assert code_of(day, RegisterPlayer("Zelda", EVE), EVE) == "waiting-list-full"
    day.do(DeclineRegistrations((PlayerId("s0"),)))
    asks(day)


def test_the_desk_is_reminded_while_somebody_waits(day):
    asks(day)
    asks(day, GUS, "Gus")
    assert "approve-registrations" in reminded(day)
    day.do(ApproveRegistration(EVE))
    day.do(DeclineRegistrations((GUS,)))
    assert "approve-registrations" not in reminded(day)


def test_somebody_who_waited_when_the_event_began_enters_late():
    day = Day("runewars")
    day.open_doors()
    day.do(SetApproval(required=True))
    asks(day)
    day.register("Ann", "Bob", "Cleo", "Dan")
    day.begin()
    day.next_round()
    day.do(ApproveRegistration(EVE))
    assert day.event.entrants[EVE].late


def test_contact_and_faction_of_somebody_who_waits_are_not_for_all_of_the_staff():
    day = Day("middle-earth")
    scorekeeper = day.appoint("scorekeeper", "Sia")
    day.open_doors()
    day.do(SetApproval(required=True))
    asks(day, faction="Empire", contact="z@post.example")
    (asked,) = (one for one in day.desk.log(day.name) if one.actor == EVE)
    assert unread(day.event, day.rules, scorekeeper, asked).parts == {"faction", "contact"}
    assert unread(day.event, day.rules, "p1", asked).parts == set()
    assert holds_secrets(asked.fact)
