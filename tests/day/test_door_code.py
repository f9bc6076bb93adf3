"""The code people must know who register themselves, and removing several at once."""

from __future__ import annotations

import pytest

from tests.day.events import Day
from tiltyard.day.people import (
    RegisterPlayer,
    SetDoorCode,
    WithdrawRegistrations,
)
from tiltyard.engine.errors import Refused


@pytest.fixture
def day():
    made = Day()
    made.open_doors()
    return made


def code_of(day, command, person=None):
    with pytest.raises(Refused) as refused:
        day.do(command, person) if person else day.do(command)
    return refused.value.code


@pytest.mark.parametrize("typed", ["open sesame", "OPEN  SESAME", "opensesame"])
def test_whoever_knows_the_code_registers(day, typed):
    day.do(SetDoorCode("open sesame"))
    day.do(RegisterPlayer("Eve", "eve", door_code=typed), "eve")
    assert "eve" in day.event.entrants


@pytest.mark.parametrize(
    ("typed", "code"), [("", "door-code-missing"), ("open sesam", "door-code-wrong")]
)
def test_without_it_nobody_registers_but_the_desk_does(day, typed, code):
    day.do(SetDoorCode("open sesame"))
    version = day.event.version
    assert code_of(day, RegisterPlayer("Eve", "eve", door_code=typed), "eve") == code
    assert day.event.version == version
    day.do(RegisterPlayer("Eve", "eve"))
    assert "eve" in day.event.entrants


def test_an_empty_code_asks_for_nothing(day):
    day.do(SetDoorCode("open sesame"))
    day.do(SetDoorCode(""))
    day.do(RegisterPlayer("Eve", "eve"), "eve")
    assert code_of(day, SetDoorCode("")) == "door-code-unchanged"


@pytest.mark.parametrize("code", ["123456", "x" * 40])
def test_a_code_that_is_long_enough_is_kept(day, code):
    day.do(SetDoorCode(code))
    assert day.event.door_code == code


@pytest.mark.parametrize("code", ["12345", "1 2 3 4 5", "x" * 41])
def test_a_code_is_neither_short_nor_endless(day, code):
    assert code_of(day, SetDoorCode(code)) == "door-code-length"
    assert not day.event.door_code


def test_several_players_are_removed_in_one_act(day):
    day.register("Ann", "Bob", "Cleo")
    ann, bob, cleo = day.event.entrants
    assert code_of(day, WithdrawRegistrations(())) == "withdraw-nobody-named"
    with pytest.raises(Refused):
        day.do(WithdrawRegistrations((ann, "nobody")))
    assert len(day.event.entrants) == 3
    day.do(WithdrawRegistrations((ann, bob, ann)))
    assert list(day.event.entrants) == [cleo]
