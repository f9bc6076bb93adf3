"""Ids of people: numbered in the order in which they come, and never given twice."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Fact, people, setup
from tiltyard.core.ids import PersonId
from tiltyard.core.state.event import Event


def with_person(event: Event, person: PersonId, name: str) -> Event:
    """Enter somebody by name and remember the number of their id."""
    ever = max(event.people_ever, number_of(person))
    return replace(event, people=event.people | {person: name}, people_ever=ever)


def number_of(person: PersonId) -> int:
    """Return the number in an id such as "p12"; 0 for an id of another kind."""
    digits = person.removeprefix("p")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0


def number_given(fact: Fact) -> int:
    """Return the number of the id a fact gave to somebody new, if it did."""
    if isinstance(fact, (people.PlayerRegistered, people.SpareJoined)):
        return number_of(fact.player)
    if isinstance(fact, people.StaffAppointed):
        return number_of(fact.person)
    return number_of(fact.organizer) if isinstance(fact, setup.EventCreated) else 0
