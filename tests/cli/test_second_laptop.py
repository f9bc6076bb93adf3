"""A second laptop in step: it copies live, takes over, and the first one records nothing more."""

import os
import secrets
import signal
import sqlite3
import time

import pytest

from tests.cli.many_take_overs import kill_and_take_over
from tests.cli.processes import tiltyard
from tests.cli.two_laptops import (
    CODE,
    first_laptop,
    lines,
    names,
    prepare,
    second_laptop,
    wait_until,
)
from tiltyard.service.leading import BEAT


@pytest.fixture
def files(tmp_path):
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    prepare(first)
    return first, second


def test_the_standby_holds_every_act_and_every_key_and_records_nothing_itself(files):
    mine, copy = files
    with first_laptop(mine) as first, second_laptop(first, copy) as second:
        for number in range(5):
            assert 200 == first.enter(f"k{number}", f"Player {number}")

        assert wait_until(lambda: lines(copy) == lines(mine)), second.complaints
        assert 503 == second.enter("k9", "Nobody")
        assert "server-is-a-standby" in second.refusal
        with sqlite3.connect(f"{copy}.keys") as keys:
            assert 1 == keys.execute("SELECT count(*) FROM token").fetchone()[0]
    assert [f"Player {number}" for number in range(5)] == names(copy)


def test_it_takes_over_by_its_lease_and_the_first_coming_back_refuses_to_write(files):
    mine, copy = files
    with first_laptop(mine) as first, second_laptop(first, copy, "--take-over") as second:
        port = int(first.address.rpartition(":")[2])
        assert 200 == first.enter("k1", "Ann")
        assert wait_until(lambda: lines(copy) == lines(mine))
        first.kill()

        assert 503 == second.enter("k2", "Bob"), "not before the lease has run out"
        assert wait_until(lambda: 200 == second.enter("k2", "Bob"))
        assert 200 == second.enter("k1", "Ann"), "a retry is answered as before"
        assert ["Ann", "Bob"] == names(copy)

        with first_laptop(mine, port=port) as back:
            assert 503 == back.enter("k3", "Eve")
            assert "lead-was-lost" in back.refusal
            assert second.address in back.refusal
        assert ["Ann"] == names(mine)


def test_a_first_that_was_only_cut_off_stops_when_it_hears_of_the_later_term(files):
    mine, copy = files
    with first_laptop(mine) as first, second_laptop(first, copy, "--take-over") as second:
        assert wait_until(lambda: lines(copy) == lines(mine))
        os.kill(first.process.pid, signal.SIGSTOP)
        assert wait_until(lambda: 200 == second.enter("k1", "Ann"))
        os.kill(first.process.pid, signal.SIGCONT)

        def refused():
            key = secrets.token_hex(4)
            return 503 == first.enter(key, f"Late {key}")

        assert wait_until(refused)
        assert "lead-was-lost" in first.refusal


def test_where_acts_wait_for_the_standby_none_is_confirmed_without_it(files):
    mine, copy = files
    with first_laptop(mine, "--standby-waits") as first:
        assert 503 == first.enter("k1", "Ann")
        assert "standby-is-not-there" in first.refusal
        assert [] == names(mine)
        with second_laptop(first, copy):
            assert wait_until(lambda: 200 == first.enter("k1", "Ann"))
            assert ["Ann"] == names(copy)


def test_it_takes_over_by_one_press_and_says_so(files):
    mine, copy = files
    with first_laptop(mine) as first, second_laptop(first, copy) as second:
        second.sign_in()
        page = second.page("/desk/server")
        assert "Standby: 0 entries behind, last heard" in page
        first.kill()
        assert 503 == second.enter("k1", "Ann")

        page = second.press("/desk/server", "/desk/server/take-over")
        assert "Term 2: taken over by hand" in page
        assert "Standby: 0 entries" not in page
        assert 200 == second.enter("k1", "Ann")


def test_a_wrong_code_copies_nothing_and_a_store_that_leads_is_no_standby(files, tmp_path):
    mine, copy = files
    other = tmp_path / "other.db"
    prepare(other)
    with first_laptop(mine) as first:
        wrong = tiltyard("follow", first.address, "--code", "AAAA-BBBB-CCCC", "--store", copy)
        leads = tiltyard("follow", first.address, "--code", CODE, "--store", other)
    assert (2, "") == (wrong.returncode, wrong.stdout)
    assert "The standby code doesn't fit." in wrong.stderr
    assert (2, "") == (leads.returncode, leads.stdout)
    assert "other.db holds events of its own and leads." in leads.stderr


def test_after_a_split_the_acts_of_the_other_branch_are_shown_and_none_is_lost(files):
    mine, copy = files
    with first_laptop(mine) as first, second_laptop(first, copy) as second:
        second.sign_in()
        assert wait_until(lambda: lines(copy) == lines(mine))
        os.kill(second.process.pid, signal.SIGSTOP)
        time.sleep(2 * BEAT)  # the call that was open has been answered
        assert 200 == first.enter("k1", "Ann")
        assert 200 == first.enter("k2", "Bob")
        port = int(first.address.rpartition(":")[2])
        first.kill()
        os.kill(second.process.pid, signal.SIGCONT)
        second.press("/desk/server", "/desk/server/take-over")
        assert 200 == second.enter("k3", "Eve")
        assert 200 == second.enter("k2", "Bob"), "sent again by whoever did it"

        with first_laptop(mine, port=port) as back:
            shown = "cup: 1 act to be entered again"
            assert wait_until(lambda: shown in second.page("/desk/server"), 12), back.complaints
            assert 503 == back.enter("k4", "Late")
        page = second.page("/e/cup/desk/history")
        missing = page[page.index("To be entered again") : page.index('id="facts"')]
        assert "Ann" in missing
        assert "Bob" not in missing
        assert "Eve" not in missing
        listed = tiltyard("event", "history", "cup", "--differences", "--store", copy)
        assert "Ann is registered" in listed.stdout, listed.stderr
        assert "Bob" not in listed.stdout
        none = tiltyard("event", "history", "cup", "--differences", "--store", mine)
        assert "No other server recorded anything that is missing here." in none.stdout

        with second_laptop(second, mine) as follower:
            assert wait_until(lambda: names(mine) == ["Eve", "Bob"]), follower.complaints
            assert "first.db.split-1" in "".join(follower.complaints)
        assert ["Ann", "Bob"] == names(mine.with_name("first.db.split-1"))


def test_killed_in_the_middle_of_acts_nothing_confirmed_is_lost_and_nothing_stands_twice(tmp_path):
    confirmed, complaints = kill_and_take_over(tmp_path, kills=2, seed=1)

    assert [] == complaints
    assert confirmed > 0
