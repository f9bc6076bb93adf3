"""A player put right by form, API and terminal is the same fact: what is not told stays."""

from __future__ import annotations

import pytest

from tests.cli.event_desk import Terminal
from tests.web.api.seeded import Program, give
from tests.web.test_one_slip_everywhere import begun, file, opened
from tiltyard.day.facts import PlayerChanged
from tiltyard.day.people import ChangePlayer

__all__ = ["begun", "file"]

WHO, NAME = "p2", "Zed Moss"


def by_form(file, organizer, number, **told):
    fields = {"player": WHO, "name": NAME, "number": str(number)}
    with opened(file) as hall:
        browser = hall.browser("cup", organizer)
        sent = {name: "" if value is None else str(value) for name, value in told.items()}
        answer = browser.post("/e/cup/do/change-player", fields | sent, json=True)
    assert answer.status_code == 200, answer.text


def by_api(file, organizer, number, **told):
    with opened(file) as hall:
        give(hall, organizer, "cup", organizer, "staff")
        body = {"player": WHO, "name": NAME, "number": number, **told}
        answer = Program(hall, organizer).act("change-player", body, "cup")
    assert answer.status_code == 200, answer.text


def by_terminal(file, organizer, number, **told):
    words = [word for name, value in told.items() for word in (f"--{name}", value)]
    Terminal(file).do("change", "cup", WHO, "--name", NAME, *words, "--as", organizer)


@pytest.fixture
def known(file):
    """A player of whom something is known, and who may change it."""
    with opened(file) as hall:
        organizer = hall.organizer_of("cup")
        old = hall.desk.event("cup").entrants[WHO]
        change = ChangePlayer(WHO, old.name, old.number, "Rebels", total=100, table=2)
        hall.desk.do("cup", organizer, change)
    return organizer, old.number


def changed(file):
    with opened(file) as hall:
        return [one.fact for one in hall.desk.log("cup")][-1]


@pytest.mark.parametrize("by", [by_form, by_api, by_terminal])
def test_what_is_not_told_stays(file, known, by):
    by(file, *known)
    assert changed(file) == PlayerChanged(WHO, NAME, known[1], "Rebels", (), 100, 2)


@pytest.mark.parametrize("by", [by_form, by_api, by_terminal])
def test_what_is_told_is_changed_and_nothing_else(file, known, by):
    by(file, *known, faction="Empire")
    assert changed(file) == PlayerChanged(WHO, NAME, known[1], "Empire", (), 100, 2)


@pytest.mark.parametrize("by", [by_form, by_api])
def test_nothing_takes_away_what_was_known(file, known, by):
    by(file, *known, faction=None, total=None)
    assert changed(file) == PlayerChanged(WHO, NAME, known[1], None, (), None, 2)
