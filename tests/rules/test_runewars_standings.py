"""Runewars Tournament Regulations 2.2.2: standings, structures, round times, cut and bracket."""

from fractions import Fraction

import pytest

from tests.refusing import refuses
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
from tiltyard.engine.clock import round_length
from tiltyard.engine.cut import qualified
from tiltyard.engine.errors import OutsideTheTable, Refused
from tiltyard.engine.options import with_options
from tiltyard.engine.structure import plan_for
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

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
        pytest.param(False, {"A": 4, "B": 7}, id="not met"),
        pytest.param(True, {"A": 3, "B": Fraction(29, 4)}, id="met, by option"),
    ],
)
def test_a_forfeit_is_a_round_played_but_no_opponent_met(standings, met, expected):
    """In two rounds A has 8 + 7, B 0 + 4, C 4 + 4 and D 7 + 7."""
    rounds = (
        played(forfeit("A", "B"), game("C", "D", "time", (0, 40))),
        played(game("A", "C", "time", (40, 0)), game("B", "D", "time", (0, 40))),
    )
    options = {"forfeit.counts_as_met": met}
    answer = keys(standings(event("runewars", "A B C D", swiss(*rounds), options=options)), "sos")

    assert expected == {player: answer[player][0] for player in "AB"}


@pytest.mark.clause("AMB-009", "AMB-018")
@pytest.mark.parametrize(
    ("include", "expected"),
    [
        pytest.param(True, (Fraction(8) + Fraction(3, 2)) / 2, id="they count"),
        pytest.param(False, Fraction(3, 2), id="they do not, by option"),
    ],
)
def test_disqualified_opponents_still_count(standings, include, expected):
    """A met B (8 in one round, then disqualified) and C (0 + 3 in two rounds)."""
    rounds = (
        played(game("A", "B", "time", (0, 100)), unpaired_loss("C"), disqualify=["B"]),
        played(game("A", "C", "time", (100, 0))),
    )
    options = {"sos.include_disqualified": include}
    answer = standings(event("runewars", "A B C", swiss(*rounds), options=options))

    assert expected == keys(answer, "sos")["A"][0]
    assert {"A": 1, "C": 2, "B": None} == ranks(answer)


# Structures


@pytest.mark.clause("RW-193", "RW-194", "RW-195")
@pytest.mark.case("RW-T14")
@pytest.mark.parametrize(
    ("structure", "players", "rounds", "cut"),
    [
        pytest.param("basic", 4, 2, 0, id="basic begins at 4"),
        pytest.param("basic", 8, 2, 0, id="last with 2 rounds"),
        pytest.param("basic", 9, 3, 0, id="first with 3 rounds"),
        pytest.param("basic", 32, 3, 0, id="last with 3 rounds"),
        pytest.param("basic", 33, 4, 0, id="first with 4 rounds"),
        pytest.param("basic", 48, 4, 0, id="last with 4 rounds"),
        pytest.param("basic", 49, 5, 0, id="first with 5 rounds"),
        pytest.param("basic", 400, 5, 0, id="never more than 5"),
        pytest.param("advanced", 9, 3, 0, id="advanced begins at 9"),
        pytest.param("advanced", 28, 3, 0, id="last without a cut"),
        pytest.param("advanced", 29, 4, 2, id="first with a cut to 2"),
        pytest.param("advanced", 44, 4, 2, id="last with 4 rounds and a cut"),
        pytest.param("advanced", 45, 5, 2, id="first with 5 rounds and a cut to 2"),
        pytest.param("advanced", 90, 5, 2, id="last with a cut to 2"),
        pytest.param("advanced", 91, 5, 4, id="first with a cut to 4"),
    ],
)
def test_the_number_of_players_gives_rounds_and_cut(structure, players, rounds, cut):
    announced = plan_for(RULES, players, structure)

    assert (rounds, cut, False) == (announced.rounds, announced.cut, announced.suggestion)
    assert ("RW-194" if structure == "basic" else "RW-195") == announced.clause


@pytest.mark.clause("AMB-021", "RW-196")
@pytest.mark.case("RW-T14")
@pytest.mark.parametrize(("structure", "players"), [("basic", 3), ("advanced", 8)])
def test_too_few_players_need_a_custom_structure(structure, players):
    with pytest.raises(OutsideTheTable) as caught:
        plan_for(RULES, players, structure)

    assert "AMB-021" == caught.value.clause
    assert "Choose a custom structure. We suggest 2 rounds." == fix_text(caught.value)


@pytest.mark.clause("RW-193", "RW-196")
def test_a_structure_without_a_table_is_refused_with_the_choices():
    with refuses(Refused, match="'custom'") as caught:
        plan_for(RULES, 30, "custom")

    assert ("RW-193", "Choose basic or advanced.") == (caught.value.clause, fix_text(caught.value))


# Round times


@pytest.mark.clause("RW-133", "RW-136", "RW-137", "RW-138", "AMB-052")
@pytest.mark.case("RW-T19")
@pytest.mark.parametrize(
    ("stage", "number", "final", "minutes", "clause"),
    [
        pytest.param("swiss", 1, False, 90, "RW-136", id="first Swiss round"),
        pytest.param("swiss", 5, False, 90, "RW-136", id="fifth Swiss round"),
        pytest.param("elimination", 1, False, 90, "RW-137", id="semifinal of a top 4"),
        pytest.param("elimination", 2, True, 140, "RW-138", id="final of a top 4"),
        pytest.param("elimination", 1, True, 140, "RW-138", id="a top 2 is a final at once"),
    ],
)
def test_rounds_last_90_minutes_and_the_final_140(stage, number, final, minutes, clause):
    length = round_length(RULES, stage, number, final=final)

    assert (minutes, clause) == (length.minutes, length.clause)


@pytest.mark.clause("AMB-053")
def test_the_organizer_of_a_custom_structure_may_set_other_lengths():
    rules = with_options(RULES, {"clock.swiss": [100, 80], "clock.elimination": 120})

    assert [100, 80, 80] == [round_length(rules, "swiss", n).minutes for n in (1, 2, 3)]
    assert 120 == round_length(rules, "elimination", 1).minutes
    assert 140 == round_length(rules, "elimination", 2, final=True).minutes


# Cut and bracket

SIX = "P1 Steven P3 P4 Eve P6"
AFTER_SWISS = played(
    game("P1", "P6", "time", (200, 0)),
    game("Steven", "Eve", "time", (120, 0)),
    game("P3", "P4", "time", (40, 0)),
)


@pytest.mark.clause("RW-156", "RW-157", "RW-159", "RW-160", "RW-188", "AMB-025")
@pytest.mark.case("RW-EX3")
@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        pytest.param([], "P1 Steven P3 P4", id="nobody leaves"),
        pytest.param(["Steven"], "P1 P3 P4 Eve", id="Steven leaves and Eve accepts"),
        pytest.param(["Steven", "Eve"], "P1 P3 P4 P6", id="Eve declines: rank 6 is asked"),
        pytest.param(["P1", "Steven", "Eve"], "P3 P4 P6", id="fewer are left than the cut takes"),
    ],
)
def test_whoever_leaves_before_the_next_stage_is_replaced_by_the_next_in_rank(gone, expected):
    """3rd becomes 2nd, 4th becomes 3rd, the next in rank is the lowest seed."""
    last = played(*AFTER_SWISS["matches"], drop=gone)
    tournament = reread(event("runewars", SIX, swiss(last)))

    assert expected == " ".join(qualified(tournament, RULES, 1, 4))


@pytest.mark.clause("RW-156", "RW-159")
def test_a_disqualified_player_does_not_qualify():
    last = played(*AFTER_SWISS["matches"], disqualify=["P1"])
    tournament = reread(event("runewars", SIX, swiss(last)))

    assert "Steven P3" == " ".join(qualified(tournament, RULES, 1, 2))


@pytest.mark.clause("AMB-013", "AMB-024", "RW-161", "RW-166")
def test_the_bracket_ranks_above_the_rest_and_changes_no_swiss_key(standings):
    """Seed 2 leaves after winning the semifinal: still the runner-up, ahead of both losers."""
    stages = (
        swiss(AFTER_SWISS),
        bracket(
            ["P1", "Steven", "P3", "P4"],
            played(
                game("P1", "P4", "time", (0, 90)),
                game("Steven", "P3", "concession", (0, 0), conceded=1),
                drop=["Steven"],
            ),
            played(bye("P4")),
        ),
    )
    before = standings(event("runewars", SIX, stages[0]))
    after = standings(event("runewars", SIX, *stages))

    assert "P1 Steven P3 P4 Eve P6" == order(before)
    assert "P4 Steven P1 P3 Eve P6" == order(after)
    assert keys(before, "tp", "mov", "sos") == keys(after, "tp", "mov", "sos")
    assert [None, "elimination", "elimination", "seed", "cut", "tp"] == deciders(after)
    assert {
        "P4": "active",
        "Steven": "dropped",
        "P1": "eliminated",
        "P3": "eliminated",
        "Eve": "cut",
        "P6": "cut",
    } == statuses(after)
