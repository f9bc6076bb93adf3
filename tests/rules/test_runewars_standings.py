"""Runewars Tournament Regulations 2.2.2: standings, structures, round times, cut and bracket."""

from fractions import Fraction

import pytest

from tests.rules.events import (
    bracket,
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
    ranks,
    record,
    reread,
    statuses,
    swiss,
    unpaired_loss,
)
from tiltyard.core.clock import round_length
from tiltyard.core.cut import qualified
from tiltyard.core.errors import OutsideTheTable, Refused
from tiltyard.core.options import with_options
from tiltyard.core.structure import plan_for
from tiltyard.rulesets.loader import load

RULES = load("runewars")

ROUND_1 = played(bye("E"), game("A", "B", "time", (150, 40)), game("C", "D", "time", (90, 65)))
ROUND_2 = played(bye("B"), game("C", "A", "time", (100, 60)), game("E", "D", "time", (200, 130)))
FIVE = event("runewars", "A B C D E", swiss(ROUND_1, ROUND_2))


# The mini event


@pytest.mark.clause("RW-187", "RW-141")
@pytest.mark.case("RW-T13")
def test_the_mini_event_after_round_1(standings):
    expected = {"A": (9, 110), "E": (8, 70), "C": (6, 25), "D": (5, 0), "B": (2, 0)}

    assert expected == keys(standings(FIVE, 1), "tp", "mov")


@pytest.mark.clause("RW-188", "RW-189", "RW-190", "RW-191", "AMB-010", "AMB-011", "AMB-037")
@pytest.mark.case("RW-T13")
def test_the_mini_event_after_round_2(standings):
    """A is above C on margin; a bye is a round of 8 points, but nobody's opponent."""
    expected = {
        "E": (16, 140, 4),
        "A": (13, 110, Fraction(23, 4)),
        "C": (13, 65, Fraction(21, 4)),
        "B": (10, 70, Fraction(13, 2)),
        "D": (8, 0, Fraction(29, 4)),
    }
    answer = standings(FIVE)

    assert "E A C B D" == order(answer)
    assert expected == keys(answer, "tp", "mov", "sos")
    assert [None, "tp", "mov", "tp", "tp"] == deciders(answer)


# Strength of schedule


@pytest.mark.clause("RW-191", "AMB-009", "AMB-010", "AMB-029")
@pytest.mark.case("RW-T12")
def test_strength_of_schedule_is_the_mean_of_points_per_round():
    """(24/3 + 13/2) / 2 = 7.25: Y dropped after two rounds, and the own bye is no opponent."""
    records = {
        "P": record(20, rounds=3, beat="X Y"),
        "X": record(24, rounds=3),
        "Y": record(13, rounds=2),
    }
    rows = {row.player: row for row in ranked(RULES, records, Y="dropped")}

    assert Fraction(29, 4) == rows["P"].keys["sos"]
    assert 0 == rows["X"].keys["sos"]


@pytest.mark.clause("RW-191", "RW-190")
@pytest.mark.parametrize(
    ("mov", "expected", "decider"),
    [
        pytest.param((50, 51), "Q P", "mov", id="the larger margin is above"),
        pytest.param((50, 50), "P Q", "sos", id="level margins: the harder schedule is above"),
    ],
)
def test_margin_comes_before_strength_of_schedule(mov, expected, decider):
    records = {
        "P": record(9, mov=mov[0], beat="X"),
        "Q": record(9, mov=mov[1], beat="Y"),
        "X": record(3),
        "Y": record(2),
    }
    rows = ranked(RULES, records)

    assert expected == names(rows[:2])
    assert decider == rows[1].decided_by


@pytest.mark.clause("RW-192", "AMB-002")
def test_what_is_level_on_everything_is_decided_by_lot(standings):
    level = event("runewars", "A B C D", swiss(played(bye("A"), bye("B"), bye("C"), bye("D"))))

    orders = {order(standings(level | {"seed": f"seed {n}"})) for n in range(20)}

    assert [None, "lot", "lot", "lot"] == deciders(standings(level))
    assert len(orders) > 5


@pytest.mark.clause("AMB-012", "RW-146", "RW-143")
@pytest.mark.case("RW-T20")
def test_a_player_who_rejoins_has_an_unpaired_loss_for_every_round_missed(standings):
    """A drops after round 1 and rejoins for round 4: 8 points in three rounds."""
    away = event(
        "runewars",
        "A B",
        swiss(
            played(game("A", "B", "time", (100, 0)), drop=["A"]),
            played(bye("B"), unpaired_loss("A")),
            played(bye("B"), unpaired_loss("A"), rejoin=["A"]),
        ),
    )
    expected = {"A": (8, 100, Fraction(19, 3)), "B": (19, 140, Fraction(8, 3))}

    assert expected == keys(standings(away), "tp", "mov", "sos")
    assert {"A": "dropped", "B": "active"} == statuses(standings(away, 2))
    assert {"A": "active", "B": "active"} == statuses(standings(away))


@pytest.mark.clause("RW-147")
@pytest.mark.case("RW-T20")
def test_a_disqualified_player_stays_out(standings):
    asked = event(
        "runewars",
        "A B",
        swiss(
            played(game("A", "B", "time", (100, 0)), disqualify=["A"]),
            played(bye("B"), unpaired_loss("A"), rejoin=["A"]),
        ),
    )

    assert {"A": None, "B": 1} == ranks(standings(asked))


@pytest.mark.clause("AMB-012", "AMB-011")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({}, {"A": Fraction(11, 2), "B": 4}, id="both count"),
        pytest.param(
            {"sos.unpaired_counts_as_round": False},
            {"A": Fraction(11, 2), "B": 8},
            id="without unpaired losses",
        ),
        pytest.param({"sos.bye_counts_as_round": False}, {"A": 11, "B": 4}, id="without byes"),
    ],
)
def test_a_round_without_an_opponent_may_be_left_out_of_the_mean(standings, options, expected):
    """A has 8 from the game and an unpaired loss; B has 3 from it and 8 from a bye."""
    rounds = (
        played(game("A", "B", "time", (100, 0))),
        played(bye("B"), unpaired_loss("A")),
    )
    answer = standings(event("runewars", "A B", swiss(*rounds), options=options))

    assert expected == {player: sos for player, (sos,) in keys(answer, "sos").items()}


@pytest.mark.clause("AMB-015", "AMB-010")
@pytest.mark.parametrize(
    ("met", "expected"),
    [
        pytest.param(False, {"A": Fraction(3), "B": Fraction(8, 2)}, id="not met"),
        pytest.param(True, {"A": Fraction(7, 2), "B": Fraction(23, 4)}, id="met, by option"),
    ],
)
def test_a_forfeit_is_a_round_played_but_no_opponent_met(standings, met, expected):
    """A has 8 + 7 in two rounds, B 0 + 8, C 11 - 3 ... : only those met at a table count."""
    rounds = (
        played(forfeit("A", "B"), game("C", "D", "time", (0, 40))),
        played(game("A", "C", "time", (40, 0)), game("B", "D", "time", (0, 40))),
    )
    options = {"forfeit.counts_as_met": met}
    answer = keys(standings(event("runewars", "A B C D", swiss(*rounds), options=options)), "sos")

    assert expected == {player: answer[player][0] for player in "AB"}
