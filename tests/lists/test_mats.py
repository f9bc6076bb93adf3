"""Borrowed mats lie where the lot says, not where their owners would like them."""

import pytest

from tests.day.events import Day
from tiltyard.day.lists import DrawMats
from tiltyard.day.setup import ArrangeTables
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log

MATS = ("Ana's stars", "club mat 1", "club mat 2", "Ben's nebula")


@pytest.fixture
def day():
    day = Day("xwing-dogfight")
    day.open_doors()
    return day


@pytest.mark.clause("XW-023")
def test_every_mat_lies_on_one_table_and_the_seed_says_on_which(day):
    day.do(DrawMats(MATS))
    laid = day.event.list_desk.mats
    assert list(laid) == ["1", "2", "3", "4"]
    assert sorted(laid.values()) == sorted(MATS)


@pytest.mark.clause("XW-023")
def test_the_order_in_which_mats_are_named_changes_nothing(day):
    day.do(DrawMats(MATS))
    other = Day("xwing-dogfight")
    other.open_doors()
    other.do(DrawMats(MATS[::-1]))
    assert other.event.list_desk.mats == day.event.list_desk.mats


@pytest.mark.clause("XW-023")
def test_a_second_draw_is_another_one(day):
    names = tuple(f"mat {number}" for number in range(12))
    day.do(DrawMats(names))
    before = day.event.list_desk.mats
    day.do(DrawMats(names))
    assert day.event.list_desk.mats != before


def test_tables_out_of_use_get_no_mat(day):
    day.do(ArrangeTables(5, (6,)))
    day.do(DrawMats(MATS[:2]))
    assert list(day.event.list_desk.mats) == ["5", "7"]


@pytest.mark.parametrize("mats", [(), ("",), tuple(f"m{n}" for n in range(1001))])
def test_mats_without_a_name_and_too_many_are_refused(day, mats):
    day.refused(DrawMats(mats))


def test_a_player_lays_no_mats(day):
    (ana,) = day.register("Ana")
    day.refused(DrawMats(MATS), who=ana)


def test_the_draw_is_made_again_by_verify(day):
    day.do(DrawMats(MATS))
    store = day.desk.store
    verdict = verify_log(day.name, day.desk.log(day.name), store.head(day.name), load)
    assert verdict.is_clean
