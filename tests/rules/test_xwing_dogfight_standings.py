"""X-Wing Standard Play 2.2.1, Dogfight: standings, tie-breaks, rounds and their lengths."""

import pytest

from tests.rules.events import (
    bye,
    deciders,
    event,
    forfeit,
    game,
    keys,
    names,
    order,
    played,
    ranked,
    record,
    swiss,
)
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import OptionRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.structure import plan_for
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RULES = load("xwing-dogfight")

FIRST = played(
    bye("P5"),
    game("P1", "P2", "destroyed", (95, 33), survivor=0),
    game("P3", "P4", "time", (45, 38)),
)
SECOND = played(
    bye("P2"),
    game("P1", "P3", "time", (50, 50)),
    game("P5", "P4", "concession", (20, 0), conceded=0),
)
THIRD = played(
    bye("P3"),
    game("P4", "P1", "time", (30, 19)),
    game("P2", "P5", "destroyed", (100, 64), survivor=0),
)
FIVE = event("xwing-dogfight", "P1 P2 P3 P4 P5", swiss(FIRST, SECOND, THIRD))


@pytest.mark.clause("XW-029", "XW-063", "XW-069", "XW-070", "AMB-060", "AMB-061")
@pytest.mark.case("XW-T12")
@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param(
            1,
            {"P1": (5, 167), "P2": (0, 33), "P3": (3, 107), "P4": (0, 93), "P5": (5, 150)},
            id="round 1",
        ),
        pytest.param(
            2,
            {"P1": (6, 267), "P4": (5, 273), "P2": (5, 183), "P5": (5, 170), "P3": (4, 207)},
            id="round 2",
        ),
        pytest.param(
            3,
            {"P2": (10, 319), "P3": (9, 357), "P4": (8, 384), "P1": (6, 356), "P5": (5, 234)},
            id="round 3",
        ),
    ],
)
def test_the_mini_event_round_by_round(standings, after, expected):
    assert expected == keys(standings(FIVE, after), "tp", "mov")


@pytest.mark.clause("XW-070", "AMB-037", "XW-031")
@pytest.mark.case("XW-T12")
def test_the_mini_event_at_the_end(standings):
    answer = standings(FIVE)

    assert "P2 P3 P4 P1 P5" == order(answer)
    assert {"P1": 27, "P2": 11, "P3": 14, "P4": 20, "P5": 18} == {
        player: sos for player, (sos,) in keys(answer, "sos").items()
    }
    assert [None, "tp", "tp", "tp", "tp"] == deciders(answer)
    assert [None, "tp", "mov", "mov", "tp"] == deciders(standings(FIVE, 2))


@pytest.mark.clause("XW-070", "AMB-010")
@pytest.mark.case("XW-T09")
def test_strength_of_schedule_is_a_sum_to_which_a_bye_adds_nothing():
    records = {
        "P": record(20, rounds=4, beat="X Y Z"),
        "X": record(15),
        "Y": record(5),
        "Z": record(11),
    }

    assert 31 == ranked(RULES, records)[0].keys["sos"]


@pytest.mark.clause("XW-069", "XW-070", "AMB-061")
@pytest.mark.parametrize(
    ("mov", "beat", "expected", "decider"),
    [
        pytest.param((300, 301), ("X", "Y"), "Q P", "mov", id="margin comes first"),
        pytest.param((300, 300), ("X", "Y"), "P Q", "sos", id="then strength of schedule"),
        pytest.param((300, 300), ("X", "X"), None, "lot", id="then lots"),
    ],
)
def test_equal_points_are_separated_by_margin_then_schedule_then_lots(mov, beat, expected, decider):
    records = {
        "P": record(10, mov=mov[0], beat=beat[0]),
        "Q": record(10, mov=mov[1], beat=beat[1]),
        "X": record(5),
        "Y": record(4),
    }
    rows = ranked(RULES, records)

    assert decider == rows[1].decided_by
    assert expected in (None, names(rows[:2]))


@pytest.mark.clause("XW-063")
def test_points_come_before_any_margin():
    rows = ranked(RULES, {"P": record(5, mov=50), "Q": record(3, mov=500)})

    assert ("P Q", "tp") == (names(rows), rows[1].decided_by)


@pytest.mark.clause("AMB-009")
def test_an_opponent_who_dropped_stops_adding(standings):
    rounds = (
        played(game("A", "B", "time", (0, 20)), bye("C"), drop=["B"]),
        played(forfeit("A", "C")),
    )
    answer = keys(standings(event("xwing-dogfight", "A B C", swiss(*rounds))), "sos")

    assert {"A": (5,), "B": (5,), "C": (0,)} == answer


# Rounds


@pytest.mark.clause("XW-030", "XW-032", "AMB-022", "AMB-074")
@pytest.mark.parametrize(
    ("players", "rounds", "cut"),
    [
        pytest.param(2, 1, 0, id="two players"),
        pytest.param(4, 2, 0, id="a power of two"),
        pytest.param(5, 3, 0, id="one more"),
        pytest.param(15, 4, 0, id="last without a cut"),
        pytest.param(16, 4, 4, id="first with a cut to 4"),
        pytest.param(31, 5, 4, id="last with a cut to 4"),
        pytest.param(32, 5, 8, id="first with a cut to 8"),
        pytest.param(33, 6, 8, id="one more round"),
    ],
)
def test_rounds_and_cut_are_only_suggested(players, rounds, cut):
    announced = plan_for(RULES, players)

    assert (rounds, cut, True) == (announced.rounds, announced.cut, announced.suggestion)
    assert "AMB-022" == announced.clause


@pytest.mark.clause("XW-027", "XW-088", "AMB-066")
@pytest.mark.case("XW-T13")
def test_rounds_last_75_minutes_and_the_final_has_no_clock():
    lengths = [
        round_length(RULES, "swiss", 1),
        round_length(RULES, "elimination", 1),
        round_length(RULES, "elimination", 3, final=True),
    ]

    assert [75, 75, None] == [length.minutes for length in lengths]
    assert ["XW-027", "AMB-066", "XW-088"] == [length.clause for length in lengths]


@pytest.mark.clause("XW-027", "AMB-066")
@pytest.mark.case("XW-T14")
@pytest.mark.parametrize(
    ("minutes", "fine"),
    [
        pytest.param(59, False, id="too short"),
        pytest.param(60, True, id="the shortest"),
        pytest.param(90, True, id="the longest"),
        pytest.param(91, False, id="too long"),
    ],
)
def test_the_organizer_may_move_the_length_by_15_minutes(minutes, fine):
    if not fine:
        with pytest.raises(OptionRefused) as caught:
            with_options(RULES, {"clock.swiss": minutes})
        assert ("XW-027", "Choose 60 to 90 minutes.") == (
            caught.value.clause,
            fix_text(caught.value),
        )
        return
    rules = with_options(RULES, {"clock.swiss": minutes})
    assert minutes == round_length(rules, "swiss", 1).minutes
    assert minutes == round_length(rules, "elimination", 1).minutes
    assert None is round_length(rules, "elimination", 2, final=True).minutes
