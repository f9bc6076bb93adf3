"""What the overview tells: the seed, the round, the winners, what to do and what to mind."""

import re
from hashlib import sha256

import pytest

SLIP = ("--end", "time", "--score", 30, 20)


@pytest.fixture
def finished(terminal):
    for table in (1, 2, 3, 4):
        terminal.do("enter", "cup", table, *SLIP)
    terminal.do("finish", "cup", "--reason", "the hall closes")
    return terminal


def test_the_commitment_is_always_shown_and_the_seed_only_in_the_end(terminal):
    before = terminal.do("show", "cup")
    (commitment,) = re.findall(r"SHA-256 of the seed: ([0-9a-f]{64})\n", before)
    assert "The seed:" not in before
    for table in (1, 2, 3, 4):
        terminal.do("enter", "cup", table, *SLIP)
    terminal.do("finish", "cup", "--reason", "the hall closes")
    after = terminal.do("show", "cup")
    (seed,) = re.findall(r"The seed: ([0-9a-f]{64})\n", after)

    assert f"SHA-256 of the seed: {commitment}\n" in after
    assert sha256(seed.encode()).hexdigest() == commitment


def test_a_finished_event_names_its_champion_and_its_prizes(finished):
    first = finished.json("standings", "cup")["rows"][0]
    finished.do("prize", "cup", "Bob", "best army", "--for", "the nicest banner")
    shown = finished.do("show", "cup")

    assert f"Champion: {first['name']}\n" in shown
    assert "Prize: best army, Bob (the nicest banner)\n" in shown
    assert finished.json("show", "cup")["prizes"][0]["title"] == "best army"


def test_no_champion_is_named_while_the_event_runs(terminal):
    assert "Champion" not in terminal.do("show", "cup")


def test_a_running_round_shows_its_open_tables_and_the_time_left(terminal):
    assert re.search(
        r"Round 1: running, 4 tables open, \d+:\d\d left\n", terminal.do("show", "cup")
    )
    for table in (1, 2, 3):
        terminal.do("enter", "cup", table, *SLIP)
    assert ", 1 table open, " in terminal.do("show", "cup")
    terminal.do("enter", "cup", 4, *SLIP)

    assert "Round 1: closed\n" in terminal.do("show", "cup")


def minded(text):
    return [line for line in text.splitlines() if line.startswith("mind (")]


def test_the_desk_is_told_what_to_mind_at_this_moment(terminal):
    short, whole = (terminal.do("show", "cup", *more) for more in ((), ("--guidance",)))
    known = terminal.json("show", "cup", "--guidance")["guidance"]

    assert 0 < len(minded(short)) <= 5
    assert len(minded(whole)) == len(known) > len(minded(short))
    assert all(line.endswith(")") and "(RW-" in line for line in minded(whole))
    assert not any("(players)" in line for line in minded(short))


def test_what_players_should_mind_is_shown_when_asked_for(terminal):
    said = terminal.json("show", "cup", "--guidance", "--audience", "players")["guidance"]

    assert said
    assert {one["audience"] for one in said} <= {"players", "everybody"}


def test_more_than_five_sentences_are_counted(terminal):
    known = len(terminal.json("show", "cup", "--audience", "players")["guidance"])
    shown = terminal.do("show", "cup", "--audience", "players")

    assert len(minded(shown)) == min(known, 5)
    assert (f"... {known - 5} more: --guidance" in shown) == (known > 5)


def test_reminders_name_tables_and_not_match_ids(terminal, pair):
    terminal.do("call", "open", "cup", 1, "in range?", "--as", pair[0])
    terminal.do("watch", "ask", "cup", 2, "--reason", "slow")
    shown = terminal.do("show", "cup")

    assert "Judge call at table 1: in range?" in shown
    assert "Watch table 2: slow" in shown
    assert "match 1." not in shown


def test_the_plan_names_swiss_rounds_after_the_cut(empty):
    new = ("new", "cup", "--ruleset", "diskwars", "--organizer", "Olga", "--structure", "custom")
    empty.do(*new, "--rounds", 4, "--cut", 8, "--swiss-after-cut", 2)

    assert "4 Swiss rounds, cut to the top 8 and 2 more Swiss rounds" in empty.do("show", "cup")
    details = empty.json("describe", "cup", "--cut", 0)["facts"][0]["body"]["details"]
    assert (details["cut"], details.get("swiss_after_cut", 0)) == (None, 0)


def test_all_events_are_an_aligned_table(terminal):
    new = ("--ruleset", "armada", "--organizer", "Olga", "--date", "2019-01-05")
    terminal.do("new", "a-much-longer-id", *new, "--name", "Winter")
    heading, first, second = terminal.do("list").splitlines()

    assert heading.split() == ["event", "date", "ruleset", "players", "phase", "name"]
    assert first.startswith(
        "a-much-longer-id  2019-01-05  armada@1.0.1    0        draft    Winter"
    )
    assert second.startswith("cup               2018-11-03  runewars@2.2.2  8        running  cup")
    assert {line.index("20") for line in (first, second)} == {heading.index("date")}
