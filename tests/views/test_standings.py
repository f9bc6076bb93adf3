"""Rows of the standings: one maker, one cut line, names for the audience."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.day.events import RULESETS, Day, running
from tests.formats.outgoing.halls import with_a_cut
from tiltyard.day.people import Disqualify, DropPlayer
from tiltyard.day.rounds import MakeCut
from tiltyard.engine.cut import qualified_by_plan
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import standings
from tiltyard.views.event import EventVersion
from tiltyard.views.standings import (
    cut_state,
    order_before_the_cut,
    standings_after,
    standings_of_file,
    standings_table,
    to_the_cut,
    who_goes_on,
)


def version_of(day: Day) -> EventVersion:
    return EventVersion(day.event, day.rules, day.document)


def table_of(day: Day):
    return version_of(day).standings


def lines(table) -> list[int]:
    """Return below which rows a line is drawn, counted from 1."""
    return [place for place, row in enumerate(table.rows, 1) if row.last_in]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rows_are_those_of_the_engine(ruleset):
    day = running(ruleset, 8)
    day.play_round()
    version = version_of(day)
    ours, found = version.standings, standings(version.tournament, day.document)
    assert (ours.ruleset, ours.stage, ours.after_round) == (
        found.ruleset,
        found.stage,
        found.after_round,
    )
    for row, expected in zip(ours.rows, found.rows, strict=True):
        assert (row.rank, row.player, row.name, row.status) == expected[:4]
        assert (row.keys, row.decided_by) == expected[4:]
        assert row.number == day.event.entrants[row.player].number
    assert ours.keys == tuple(found.rows[0].keys)


def test_names_are_those_the_audience_may_read():
    day = running("armada", 6)
    day.play_round()
    version = version_of(day)
    players = list(day.event.entrants)
    names = {player: f"Guest {number}" for number, player in enumerate(players[:5])}
    shown = standings_table(version, names)
    secret = set(day.event.people.values())
    assert {row.name for row in shown.rows}.isdisjoint(secret)
    assert [row.name for row in shown.rows if row.player == players[5]] == [players[5]]
    then = standings_after(version, names, 0)
    assert {row.name for row in then.rows}.isdisjoint(secret)
    assert {row.name for row in order_before_the_cut(version, names)}.isdisjoint(secret)


def test_nothing_to_rank_has_no_table_and_a_refusal_says_why():
    day = Day("runewars")
    version = version_of(day)
    broken = EventVersion(
        replace(
            day.event, details=replace(day.event.details, options={"standings.extra": "nonsense"})
        ),
        day.rules,
        day.document,
    )
    assert broken.standings is None
    assert broken.rows == {}
    with pytest.raises(Refused):
        standings_after(broken, {}, None)
    assert version.standings.rows == ()
    assert version.standings.keys == ()
    assert version.standings.first == ()


def test_after_says_which_round_counts_last():
    day = running("armada", 6)
    assert table_of(day).after is None
    day.play_round()
    day.next_round()
    assert table_of(day).after == "1.1"
    day.enter_all()
    version = version_of(day)
    assert version.standings.after == "1.2"
    assert standings_after(version, {}, 1).after == "1.1"
    assert standings_after(version, {}, 0).after is None
    with pytest.raises(Refused):
        standings_after(version, {}, 3)


# ------------------------------------------------------------------------------ the cut


def test_the_line_is_below_the_last_who_would_go_on():
    day = running("armada", 8, swiss_rounds=2, cut=4)
    assert lines(table_of(day)) == []  # nothing is played yet
    assert table_of(day).cut == "planned"
    day.play_round()
    table = table_of(day)
    assert lines(table) == [4]
    assert [row.goes_on for row in table.rows] == [True] * 4 + [False] * 4
    assert table.going_on == tuple(row.player for row in table.rows[:4])


@pytest.mark.parametrize(("cut", "line"), [(4, []), (2, [2])])
def test_no_line_where_nobody_is_left_out(cut, line):
    day = running("armada", 5, swiss_rounds=2, cut=cut)
    day.play_round()
    day.do(DropPlayer(day.ranking()[-1]))
    assert lines(table_of(day)) == line


def test_without_a_cut_nobody_goes_on():
    day = running("armada", 6)
    day.play_round()
    table = table_of(day)
    assert (table.cut, table.going_on, lines(table)) == ("none", (), [])


def test_who_left_in_a_round_that_is_played_does_not_go_on():
    day = running("armada", 8, swiss_rounds=3, cut=4)
    day.play_round()
    day.next_round()
    first = table_of(day).rows[0].player
    day.enter(day.game_of(first))
    day.do(DropPlayer(first))
    table = table_of(day)
    assert first not in table.going_on
    assert len(table.going_on) == 4
    assert lines(table) == [5]


def test_after_the_cut_the_line_stays_below_those_who_are_in():
    day = running("xwing-dogfight", 9, swiss_rounds=3, cut=4)
    day.play_swiss()
    day.do(MakeCut())
    made = table_of(day)
    assert (made.cut, lines(made)) == ("made", [4])
    assert made.rows[4].decided_by == "cut"
    day.play_round()
    begun = table_of(day)
    assert (begun.cut, lines(begun)) == ("begun", [4])
    assert [row.goes_on for row in begun.rows[:4]] == [True, True, False, False]
    assert made.going_on == begun.going_on == day.event.qualification.seeds


def test_an_earlier_round_shows_the_line_only_where_the_cut_was_made():
    day = with_a_cut()
    version = version_of(day)
    assert lines(standings_after(version, {}, 2)) == []
    assert lines(standings_after(version, {}, 4)) == [4]
    assert not any(row.goes_on for row in standings_after(version, {}, 4).rows)


@pytest.mark.parametrize("ruleset", ["armada", "runewars", "xwing-dogfight", "diskwars"])
@pytest.mark.parametrize("cut", [2, 4, 8])
def test_who_goes_on_is_whom_the_plan_takes(ruleset, cut):
    day = running(ruleset, 9, swiss_rounds=3, cut=cut)
    for _ in range(3):
        day.play_round()
        version = version_of(day)
        by_plan = qualified_by_plan(version.tournament, day.rules, 1)
        assert who_goes_on(version) == by_plan == version.standings.going_on
        last = next((row.player for row in version.standings.rows if row.last_in), None)
        assert last == by_plan[-1]
    day.do(MakeCut())
    assert who_goes_on(version_of(day)) == by_plan


def test_a_cut_at_points_takes_everybody_who_has_them():
    day = running("runewars", 8, swiss_rounds=3, options={"cut.points": 1})
    day.play_round()
    table = table_of(day)
    inside = [row.player for row in table.rows if row.keys["tp"] >= 1]
    assert list(table.going_on) == inside
    version = version_of(day)
    assert to_the_cut(version, inside[0]).points == 1
    assert to_the_cut(version, inside[0]).distance == "ahead"


# ------------------------------------------------------------------------ way to the cut


def test_the_way_to_the_cut_is_told_from_both_sides_of_the_line():
    day = running("armada", 8, swiss_rounds=2, cut=4)
    day.play_round()
    version = version_of(day)
    rows = version.standings.rows
    for place, row in enumerate(rows):
        found = to_the_cut(version, row.player)
        other = rows[4] if place < 4 else rows[3]
        assert found.size == 4
        if found.distance == "level":
            assert row.keys == other.keys or found.key == "h2h"
            continue
        assert found.distance == ("ahead" if place < 4 else "behind")
        assert found.gap == abs(Fraction(row.keys[found.key] - other.keys[found.key]))


def test_there_is_no_way_to_a_cut_that_is_made_or_never_comes():
    day = running("xwing-dogfight", 8, swiss_rounds=3, cut=4)
    day.play_swiss()
    someone = day.ranking()[0]
    assert to_the_cut(version_of(day), someone) is not None
    assert to_the_cut(version_of(day), "p99") is None
    day.do(MakeCut())
    assert to_the_cut(version_of(day), someone) is None
    small = running("armada", 4, swiss_rounds=2, cut=4)
    small.play_round()
    assert to_the_cut(version_of(small), small.ranking()[0]) is None


def test_who_was_sent_home_has_no_way_to_the_cut():
    day = running("runewars", 8, swiss_rounds=3, cut=4)
    day.play_round()
    last = day.ranking()[-1]
    day.do(Disqualify(last, "conduct"))
    day.play_round()
    table = table_of(day)
    row = next(row for row in table.rows if row.player == last)
    assert (row.rank, row.status, row.goes_on) == (None, "disqualified", False)
    assert to_the_cut(version_of(day), last) is None


# ---------------------------------------------------------------------------- properties


@settings(max_examples=25, deadline=None)
@given(
    players=st.integers(5, 12),
    rounds=st.integers(1, 3),
    cut=st.sampled_from([None, 2, 4, 8]),
    leaves=st.integers(0, 3),
)
def test_a_table_has_at_most_one_line_and_it_parts_who_goes_on(players, rounds, cut, leaves):
    day = running("armada", players, swiss_rounds=3, cut=cut)
    for _ in range(rounds):
        day.play_round()
    for player in day.ranking()[:leaves]:
        day.do(DropPlayer(player))
    table = table_of(day)
    assert len(lines(table)) <= 1
    assert len(table.rows) == players
    if not lines(table):
        active = [row for row in table.rows if row.status == "active"]
        assert all(row.goes_on for row in active) or not table.going_on
        return
    line = lines(table)[0]
    assert not any(row.goes_on for row in table.rows[line:])
    assert all(row.goes_on or row.status != "active" for row in table.rows[:line])


def test_a_file_is_ranked_by_the_same_rows():
    day = with_a_cut()
    version = version_of(day)
    file = standings_of_file(version.tournament, day.document, None)
    ours = version.standings
    assert [(row.player, row.rank, row.decided_by, row.last_in) for row in file.rows] == [
        (row.player, row.rank, row.decided_by, row.last_in) for row in ours.rows
    ]
    assert (file.cut, cut_state(day.event)) == ("begun", "begun")
