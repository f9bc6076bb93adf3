"""The numbers behind the pictures, each against one that was worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day.events import Day, before_the_bracket, running
from tests.web.phone.listed import ARMIES
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.event import DayRound, Entrant, Event, Game, Timer
from tiltyard.day.facts import Details
from tiltyard.day.lists import SaveList, SubmitList
from tiltyard.day.people import RegisterPlayer
from tiltyard.engine.slip import Slip
from tiltyard.engine.standings import Row
from tiltyard.rulesets.loader import load
from tiltyard.views.statistics import (
    after_each_round,
    clock_use,
    last_of_the_whole_field,
    points_distribution,
    public_factions,
    ranks_over_the_rounds,
    tally_factions,
    wilson,
)

RULES = load("runewars")
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


# Intervals


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [  # worked out with a pocket calculator from the formula with z = 1.96
        (5, 10, "0.2366", "0.7634"),
        (8, 10, "0.4902", "0.9433"),
        (0, 10, "0.0000", "0.2775"),
        (10, 10, "0.7225", "1.0000"),
        (1, 1, "0.2065", "1.0000"),
        (50, 100, "0.4038", "0.5962"),
    ],
)
def test_the_interval_is_wilsons(won, played, low, high):
    found = wilson(won, played)
    assert low == f"{Decimal(round(found.low * 10**4)) / 10**4:.4f}"
    assert high == f"{Decimal(round(found.high * 10**4)) / 10**4:.4f}"


shares = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(shares)
def test_the_interval_has_the_share_in_it_and_stays_between_nothing_and_all(counts):
    won, played = counts
    low, high = wilson(won, played)
    assert 0 <= low <= Fraction(won, played) <= high <= 1
    assert low < high


@given(shares, st.integers(2, 50))
def test_the_interval_narrows_with_more_games_of_the_same_share(counts, times):
    won, played = counts
    one, more = wilson(won, played), wilson(times * won, times * played)
    assert more.high - more.low < one.high - one.low


@given(shares)
def test_what_is_good_for_one_side_is_bad_for_the_other(counts):
    won, played = counts
    mine, theirs = wilson(won, played), wilson(played - won, played)
    assert (mine.low, mine.high) == (1 - theirs.high, 1 - theirs.low)


@given(shares)
def test_ends_are_rounded_outwards_by_less_than_a_millionth(counts):
    won, played = counts
    with localcontext() as digits:
        digits.prec = 60
        z = Decimal("1.96")
        root = (z * z + Decimal(4 * won * (played - won)) / played).sqrt()
        true = (2 * won + z * z + z * root) / (2 * (played + z * z))
        high = wilson(won, played).high
        shown = Decimal(high.numerator) / high.denominator
        assert -Decimal("1e-50") <= shown - min(true, Decimal(1)) < Decimal("1e-6")


# Points


def rows_of(*points, disqualified=()):
    return [
        Row(None if place in disqualified else place, f"p{place}", "", "active", {"tp": tp}, None)
        for place, tp in enumerate(points, 1)
    ]


def heaps(*points, **how):
    found = points_distribution(rows_of(*points), **how)
    return [(heap.first, heap.last, len(heap.players)) for heap in found]


def test_every_number_has_its_heap_gaps_included():
    assert [(0, 0, 1), (1, 1, 0), (2, 2, 0), (3, 3, 2), (4, 4, 0), (5, 5, 1)] == heaps(3, 5, 0, 3)


def test_nobody_has_no_heaps_and_the_disqualified_are_in_none():
    assert points_distribution([]) == ()
    found = points_distribution(rows_of(5, 5, 9, disqualified={3}))
    assert [heap.players for heap in found] == [("p1", "p2")]


def test_sixteen_numbers_stand_alone_and_seventeen_are_put_together():
    assert len(heaps(0, 15)) == 16
    assert [(0, 4, 1), (5, 9, 0), (10, 14, 0), (15, 19, 1)] == heaps(0, 16)


def test_numbers_are_put_together_by_two_five_ten_and_so_on():
    assert heaps(3, 4, 5, single=2) == [(2, 3, 1), (4, 5, 2)]
    assert heaps(0, 79)[0] == (0, 9, 1)
    assert heaps(0, 80)[0] == (0, 19, 1)
    assert heaps(0, 4000)[0] == (0, 999, 1)


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=60))
def test_everybody_is_in_one_heap_and_heaps_follow_one_another(points):
    found = points_distribution(rows_of(*points))
    assert len(points) == sum(len(heap.players) for heap in found)
    assert sum(Fraction(len(heap.players), len(points)) for heap in found) == 1
    assert all(one.last + 1 == two.first for one, two in pairwise(found))
    assert len(found) <= (16 if found[0].first == found[0].last else 8)
    for heap in found:
        inside = [points[int(player[1:]) - 1] for player in heap.players]
        assert all(heap.first <= one <= heap.last for one in inside)


# Ranks over the rounds


def history_of(day):
    return after_each_round(day.event, as_tournament(day.event), day.document)


def test_ranks_are_those_of_the_standings_after_each_round():
    day = running(players=4)
    shown = []
    for _ in range(3):
        day.play_round()
        shown.append(day.ranking())
    ranks = ranks_over_the_rounds(history_of(day), day.event.entrants)
    for player, own in ranks.items():
        assert own == tuple(order.index(player) + 1 for order in shown)
    assert (ranks["p2"][-1], ranks["p5"][-1]) == (1, 4)  # won and lost all their games


def test_an_open_round_does_not_count():
    day = running(players=4)
    assert history_of(day) == ()
    day.next_round()
    assert history_of(day) == ()
    day.enter_all()
    assert [one.round.id for one in history_of(day)] == ["1.1"]


def test_somebody_nobody_knows_has_no_rank():
    day = running(players=4)
    day.play_round()
    place = day.ranking().index("p2") + 1
    ranks = ranks_over_the_rounds(history_of(day), ["p2", "p99"])
    assert ranks == {"p2": (place,), "p99": (None,)}


def test_points_are_those_before_the_cut():
    day = before_the_bracket()
    day.next_round()
    day.enter_all()
    history = history_of(day)
    assert [one.round.id for one in history] == ["1.1", "1.2", "2.1"]
    assert last_of_the_whole_field(history).round.id == "1.2"
    assert last_of_the_whole_field(()) is None


# Factions

FIVE = {
    "p1": "Daqan Lords",
    "p2": "Waiqar the Undying",
    "p3": "Daqan Lords",
    "p4": None,
    "p5": None,
}


def played(number, *games, **more):
    made = {}
    for table, one in enumerate(games, 1):
        match = f"1.{number}.{table}"
        made[match] = replace(one, id=match, table=table)
    return DayRound(f"1.{number}", 1, number, "swiss", 1, number, "", made, (), **more)


def game(first, second, score):
    return Game("", (first, second), "game", slip=Slip("time", score, flurry=((3, 2),)))


def event_of(*rounds, factions=FIVE, **more):
    entrants = {
        player: Entrant(player, player, number, "active", faction=faction)
        for number, (player, faction) in enumerate(factions.items(), 1)
    }
    details = Details("Cup", RULES.name, NOON.date())
    people = {player: player for player in entrants}
    return Event(
        id="cup", phase="running", details=details, people=people, entrants=entrants, rounds=rounds,
        **more,
    )  # fmt: skip


def tallies(event):
    known = {player: one.faction for player, one in event.entrants.items() if one.faction}
    found = tally_factions(event, RULES, as_tournament(event), known)
    return {one.faction: one for one in found}


def test_factions_are_tallied_by_hand():
    """Byes, forfeits and games among one's own say nothing; an unknown opponent is one."""
    event = event_of(
        played(1, game("p1", "p2", (60, 10)), game("p3", "p4", (5, 90)), Game("", ("p5",), "bye")),
        played(
            2,
            game("p1", "p3", (80, 0)),
            game("p2", "p5", (40, 20)),
            Game("", ("p4",), "bye"),
        ),
        played(3, Game("", ("p1", "p2"), "forfeit", absent="p2"), game("p4", "p5", (9, 0))),
    )
    found = tallies(event)
    daqan, waiqar = found["Daqan Lords"], found["Waiqar the Undying"]
    assert (daqan.players, daqan.share) == (2, Fraction(2, 3))
    assert (waiqar.players, waiqar.share) == (1, Fraction(1, 3))
    assert (daqan.won, daqan.drawn, daqan.lost, daqan.played) == (1, 0, 1, 2)
    assert (waiqar.won, waiqar.drawn, waiqar.lost, waiqar.played) == (1, 0, 1, 2)
    assert daqan.won_share == Fraction(1, 2)
    assert daqan.interval == wilson(1, 2)


def test_an_open_round_and_the_spare_player_count_for_nobody():
    spare = Entrant("p5", "p5", None, "active", faction="Latari Elves", spare=True)
    event = event_of(
        played(1, game("p1", "p5", (60, 10)), game("p2", "p3", (9, 0))),
        played(2, game("p1", "p2", (60, 10)), Game("", ("p3", "p4"), "game")),
    )
    event = replace(event, entrants=event.entrants | {"p5": spare})
    found = tallies(event)
    assert "Latari Elves" not in found
    assert (found["Daqan Lords"].won, found["Daqan Lords"].played) == (0, 1)


def test_a_faction_without_games_has_no_share():
    one = tallies(event_of())["Daqan Lords"]
    assert (one.played, one.won_share, one.interval) == (0, None, None)


def test_a_draw_is_no_win():
    level = Game("", ("p1", "p2"), "game", slip=Slip("concession", (0, 0), conceded=1))
    assert tallies(event_of(played(1, level)))["Daqan Lords"].won == 1
    rules = load("middle-earth")
    slip = Slip("time", (10, 10), leaders=(False, False))
    event = event_of(played(1, Game("", ("p1", "p2"), "game", slip=slip)))
    known = {"p1": "East", "p2": "West"}
    east, _ = tally_factions(event, rules, as_tournament(event), known)
    assert (east.won, east.drawn, east.played, east.won_share) == (0, 1, 1, 0)


@given(st.lists(st.sampled_from(["A", "B", "C", "D", None]), min_size=1, max_size=40))
def test_shares_are_one_together(factions):
    named = {f"p{number}": one for number, one in enumerate(factions, 1)}
    found = tallies(event_of(factions=named)).values()
    assert sum(one.share for one in found) == (1 if any(factions) else 0)
    assert [one.players for one in found] == sorted((one.players for one in found), reverse=True)


# Who may know


def with_reveal(reveal):
    return replace(RULES, lists=replace(RULES.lists, reveal=reveal))


@pytest.mark.parametrize(
    ("reveal", "before", "after"),
    [
        ("start", "check_in", "running"),
        ("finish", "running", "finished"),
        ("cut", "running", "finished"),
    ],
)
@pytest.mark.clause("AMB-034")
def test_factions_are_public_with_the_lists_and_not_before(reveal, before, after):
    event = event_of()
    rules = with_reveal(reveal)
    assert public_factions(replace(event, phase=before), rules) is None
    assert public_factions(replace(event, phase=after), rules)["p1"] == "Daqan Lords"


def test_secret_lists_keep_factions_secret_for_ever():
    assert public_factions(event_of(), with_reveal("never")) is None
    assert public_factions(replace(event_of(), phase="finished"), with_reveal("never")) is None


def test_factions_are_called_as_the_ruleset_calls_them():
    event = event_of(factions={"p1": "daqan", "p2": "DAQAN LORDS", "p3": "Somebody else's"})
    known = public_factions(event, with_reveal("start"))
    assert known == {"p1": "Daqan Lords", "p2": "Daqan Lords", "p3": "Somebody else's"}


def test_a_list_everybody_may_read_says_more_than_what_was_told():
    day = Day(options={"lists.reveal": "start"})
    day.open_doors()
    for number in (2, 3, 4, 5):
        day.do(RegisterPlayer(f"Player {number}", faction="Waiqar"))
    day.do(SubmitList("p2", ARMIES["runewars"]), "p2")
    day.do(SaveList("p3", "Faction: Uthuk\nTotal: 1\nUnits\nRaiders (1)\n"), "p3")
    assert public_factions(day.event, day.rules) is None
    day.begin()
    known = public_factions(day.event, day.rules)
    assert known["p2"] == "Latari Elves"
    assert known["p3"] == known["p4"] == "Waiqar the Undying"


# Time


def timed(number, timer, *extensions):
    games = [replace(game("p1", "p2", (9, 0)), extension=minutes) for minutes in extensions or (0,)]
    return played(number, *games, timer=timer)


def test_the_clock_of_a_round_by_hand():
    """90 minutes planned; 12:00 to 13:38 with 5 minutes of standing still: called after 93."""
    first = Timer(90, NOON, paused_seconds=300, called=NOON + timedelta(minutes=98))
    second = Timer(90, NOON + timedelta(minutes=120))
    third = Timer(None, NOON + timedelta(minutes=110), called=NOON + timedelta(minutes=200))
    event = event_of(timed(1, first, 0, 5, 10), timed(2, second), timed(3, third))
    one, two, three = clock_use(event)
    assert (one.planned_minutes, one.until_called, one.paused) == (90, 93 * 60, 300)
    assert (one.extended, one.longest, one.until_next) == (2, 10, 120 * 60)
    assert (two.until_called, two.extended, two.longest) == (None, 0, 0)
    assert two.until_next is None, "the clock of the desk was turned back"
    assert (three.planned_minutes, three.until_called, three.until_next) == (None, 90 * 60, None)


def test_rounds_that_are_open_or_never_began_have_no_clock():
    never = timed(1, Timer(90))
    still = played(2, Game("", ("p1", "p2"), "game"), timer=Timer(90, NOON))
    assert clock_use(event_of(never, still)) == ()
