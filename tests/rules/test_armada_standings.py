"""Armada Tournament Regulations 1.0.1: standings, head-to-head, structures, round times."""

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
    record,
    reread,
    statuses,
    swiss,
)
from tiltyard.engine.clock import round_length
from tiltyard.engine.cut import qualified
from tiltyard.engine.errors import OutsideTheTable
from tiltyard.engine.options import with_options
from tiltyard.engine.structure import plan_for
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RULES = load("armada")
REPEATED = with_options(RULES, {"h2h.repeat": True})

ROUND_1 = played(game("A", "B", "time", (250, 100)), game("C", "D", "time", (300, 120)))
ROUND_2 = played(game("A", "C", "time", (200, 180)), game("B", "D", "time", (400, 20)))
ROUND_3 = played(game("D", "A", "time", (160, 60)), game("B", "C", "time", (240, 205)))


# The mini event


@pytest.mark.clause("AR-111", "AR-116", "AR-117", "AMB-113")
@pytest.mark.case("AR-T10")
def test_the_mini_event_after_round_2(standings):
    """A above C by head-to-head although 170 is less than 180."""
    answer = standings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2)))

    assert "A C B D" == order(answer)
    assert {"A": (13, 170), "C": (13, 180), "B": (12, 380), "D": (2, 0)} == keys(
        answer, "tp", "mov"
    )
    assert [None, "h2h", "tp", "tp"] == deciders(answer)
    assert "h2h" not in answer["rows"][0]["keys"]


@pytest.mark.clause("AR-112", "AR-119", "AMB-029", "AMB-037")
@pytest.mark.case("AR-T11")
def test_the_mini_event_after_round_3(standings):
    answer = standings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2, ROUND_3)))
    rows = {row["player"]: row["keys"] for row in answer["rows"]}

    assert "B C A D" == order(answer)
    assert {"B": 18, "C": 17, "A": 16, "D": 9} == {one: int(rows[one]["tp"]) for one in "ABCD"}
    assert "44/9" == rows["A"]["sos"]


# Head-to-head


@pytest.mark.clause("AR-117", "AR-118", "AMB-122")
@pytest.mark.parametrize(
    ("records", "expected", "decided"),
    [
        pytest.param(
            {
                "A": record(13, mov=100, beat="B"),
                "B": record(13, mov=250, beat="C", lost_to="A"),
                "C": record(13, mov=180, lost_to="B"),
            },
            "B C A",
            [None, "mov", "mov"],
            id="nobody beat all others",
            marks=pytest.mark.case("AR-T12"),
        ),
        pytest.param(
            {
                "A": record(13, mov=10, beat="B C"),
                "B": record(13, mov=250, lost_to="A"),
                "C": record(13, mov=180, lost_to="A"),
            },
            "A B C",
            [None, "h2h", "mov"],
            id="A beat all others",
        ),
        pytest.param(
            {
                "A": record(13, mov=10, beat="B C"),
                "B": record(13, mov=180, lost_to="A", beat="C"),
                "C": record(13, mov=250, lost_to="A B"),
            },
            "A C B",
            [None, "h2h", "mov"],
            id="the test is made once: the rest by margin",
        ),
        pytest.param(
            {
                "A": record(13, mov=10, drew_with="B"),
                "B": record(13, mov=20, drew_with="A"),
            },
            "B A",
            [None, "mov"],
            id="an intentional draw beats nobody",
        ),
        pytest.param(
            {"A": record(14, mov=10, lost_to="B"), "B": record(13, mov=20, beat="A")},
            "A B",
            [None, "tp"],
            id="points come first",
        ),
        pytest.param(
            {
                "A": record(13, mov=10, beat="B B"),
                "B": record(13, mov=20, lost_to="A A"),
            },
            "A B",
            [None, "h2h"],
            id="beaten twice",
        ),
        pytest.param(
            {
                "A": record(13, mov=10, beat="B", drew_with="B"),
                "B": record(13, mov=20, lost_to="A", drew_with="A"),
            },
            "A B",
            [None, "h2h"],
            id="a win and a draw is beaten",
        ),
        pytest.param(
            {
                "A": record(13, mov=10, beat="B", lost_to="B"),
                "B": record(13, mov=20, lost_to="A", beat="A"),
            },
            "B A",
            [None, "mov"],
            id="a win and a loss is not",
        ),
    ],
)
def test_whoever_met_and_beat_all_others_of_the_group_is_above_them(records, expected, decided):
    rows = ranked(RULES, records)

    assert (expected, decided) == (names(rows), [row.decided_by for row in rows])


@pytest.mark.clause("AMB-122")
def test_the_test_may_be_repeated_for_the_rest():
    records = {
        "A": record(13, mov=10, beat="B C D"),
        "B": record(13, mov=100, lost_to="A", beat="C D"),
        "C": record(13, mov=250, lost_to="A B"),
        "D": record(13, mov=300, lost_to="A B"),
    }

    assert "A D C B" == names(ranked(RULES, records))
    assert "A B D C" == names(ranked(REPEATED, records))


@pytest.mark.clause("AMB-122", "AMB-041", "AMB-117")
@pytest.mark.parametrize(
    ("match", "decider"),
    [
        pytest.param(
            game("A", "B", "time", (90, 90), initiative=0), "h2h", id="a win as second player"
        ),
        pytest.param(
            game("A", "B", "intentional_draw", witness="Mara"), "lot", id="an intentional draw"
        ),
    ],
)
def test_a_win_as_second_player_counts_and_an_intentional_draw_does_not(standings, match, decider):
    answer = standings(event("armada", "A B", swiss(played(match))))

    assert [None, decider] == deciders(answer)
    assert {"A": (5, 0), "B": (5, 0)} == keys(answer, "tp", "mov")
    if decider == "h2h":
        assert "B A" == order(answer)


@pytest.mark.clause("AMB-041", "AMB-122")
@pytest.mark.parametrize("met", [False, True])
def test_a_forfeit_is_no_win_in_head_to_head(standings, met):
    """C and A have 8 points each; C's came from A's absence, A's larger margin decides."""
    rounds = (
        played(forfeit("C", "A"), bye("B")),
        played(game("A", "B", "time", (200, 0)), bye("D")),
    )
    options = {"forfeit.counts_as_met": met}
    answer = standings(event("armada", "A B C D", swiss(*rounds), options=options))
    rows = [row for row in answer["rows"] if row["player"] in "AC"]

    assert [("A", "8", "200"), ("C", "8", "129")] == [
        (row["player"], row["keys"]["tp"], row["keys"]["mov"]) for row in rows
    ]


@pytest.mark.clause("AMB-113")
@pytest.mark.parametrize(
    ("options", "expected", "decider"),
    [
        pytest.param({}, "A C", "h2h", id="head-to-head first, as the list says"),
        pytest.param(
            {"standings.order": ["tp", "mov", "h2h", "sos"]},
            "C A",
            "mov",
            id="margin first, as the definition says",
        ),
        pytest.param({"standings.order": ["tp", "sos"]}, "A C", "sos", id="neither"),
    ],
)
def test_the_order_of_the_tie_breaks_can_be_set(standings, options, expected, decider):
    answer = standings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2), options=options))

    assert (expected, decider) == (order(answer)[:3], deciders(answer)[1])


@pytest.mark.clause("AR-118", "AR-119", "AR-120")
@pytest.mark.parametrize(
    ("mov", "beat", "expected", "decider"),
    [
        pytest.param((90, 100), ("X", "Y"), "Q P", "mov", id="margin"),
        pytest.param((90, 90), ("X", "Y"), "P Q", "sos", id="then strength of schedule"),
        pytest.param((90, 90), ("X", "X"), None, "lot", id="then lots"),
    ],
)
def test_margin_then_schedule_then_lots(mov, beat, expected, decider):
    records = {
        "P": record(13, mov=mov[0], beat=beat[0]),
        "Q": record(13, mov=mov[1], beat=beat[1]),
        "X": record(5),
        "Y": record(4),
    }
    rows = ranked(RULES, records)

    assert decider == rows[1].decided_by
    assert expected in (None, names(rows[:2]))


@pytest.mark.clause("AR-119", "AMB-009")
@pytest.mark.case("AR-T13")
def test_strength_of_schedule_is_the_mean_of_points_per_round():
    """(24/3 + 15/3 + 8/1) / 3 = 7."""
    records = {
        "P": record(30, rounds=3, beat="X Y Z"),
        "X": record(24, rounds=3),
        "Y": record(15, rounds=3),
        "Z": record(8, rounds=1),
    }

    assert Fraction(7) == ranked(RULES, records, Z="dropped")[0].keys["sos"]


@pytest.mark.clause("AR-119")
def test_an_opponent_met_twice_counts_twice():
    records = {
        "P": record(30, rounds=3, beat="X X Y"),
        "X": record(9, rounds=3),
        "Y": record(18, rounds=3),
    }

    assert Fraction(3 + 3 + 6, 3) == ranked(RULES, records)[0].keys["sos"]


# Structures and round times


@pytest.mark.clause("AR-121", "AR-122", "AR-123")
@pytest.mark.case("AR-T14")
@pytest.mark.parametrize(
    ("structure", "players", "rounds", "cut"),
    [
        pytest.param("basic", 4, 3, 0, id="basic begins at 4"),
        pytest.param("basic", 8, 3, 0, id="3 rounds where Runewars has 2"),
        pytest.param("basic", 32, 3, 0, id="last with 3 rounds"),
        pytest.param("basic", 33, 4, 0, id="first with 4 rounds"),
        pytest.param("basic", 48, 4, 0, id="last with 4 rounds"),
        pytest.param("basic", 49, 5, 0, id="first with 5 rounds"),
        pytest.param("advanced", 9, 3, 0, id="advanced begins at 9"),
        pytest.param("advanced", 28, 3, 0, id="last without a cut"),
        pytest.param("advanced", 29, 4, 2, id="first with a cut to 2"),
        pytest.param("advanced", 44, 4, 2, id="last with 4 rounds and a cut"),
        pytest.param("advanced", 45, 5, 2, id="first with 5 rounds and a cut"),
        pytest.param("advanced", 90, 5, 2, id="last with a cut to 2"),
        pytest.param("advanced", 91, 5, 4, id="first with a cut to 4"),
    ],
)
def test_the_number_of_players_gives_rounds_and_cut(structure, players, rounds, cut):
    announced = plan_for(RULES, players, structure)

    assert (rounds, cut, False) == (announced.rounds, announced.cut, announced.suggestion)
    assert ("AR-122" if structure == "basic" else "AR-123") == announced.clause


@pytest.mark.clause("AMB-021", "AR-124")
@pytest.mark.parametrize(("structure", "players"), [("basic", 3), ("advanced", 8)])
def test_too_few_players_need_a_custom_structure(structure, players):
    with pytest.raises(OutsideTheTable) as caught:
        plan_for(RULES, players, structure)

    assert "Choose a custom structure. We suggest 3 rounds." == fix_text(caught.value)


@pytest.mark.clause("AR-078", "AR-094", "AMB-114")
@pytest.mark.case("AR-T15")
def test_swiss_rounds_last_135_minutes_and_elimination_has_no_clock():
    timed = with_options(RULES, {"clock.elimination": 135})

    assert 135 == round_length(RULES, "swiss", 1).minutes
    assert None is round_length(RULES, "elimination", 1).minutes
    assert None is round_length(RULES, "elimination", 2, final=True).minutes
    assert 135 == round_length(timed, "elimination", 1).minutes


# Cut


@pytest.mark.clause("AR-083", "AR-093", "AMB-121", "AMB-025")
def test_the_cut_takes_the_top_of_the_standings_head_to_head_included():
    """C has the larger margin, but A beat C."""
    tournament = reread(event("armada", "A B C D", swiss(ROUND_1, ROUND_2)))

    assert [("A",), ("A", "C"), ("A", "C", "B", "D")] == [
        qualified(tournament, RULES, 1, size) for size in (1, 2, 8)
    ]


@pytest.mark.clause("AR-084", "AR-093", "AMB-013", "AMB-024")
def test_the_last_one_remaining_wins_and_the_swiss_keys_stay(standings):
    final = bracket("AC", played(game("C", "A", "rounds", (50, 50), initiative=1)))
    before = standings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2)))
    after = standings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2), final))

    assert "C A B D" == order(after)
    assert keys(before, "tp", "mov", "sos") == keys(after, "tp", "mov", "sos")
    assert {"C": "active", "A": "eliminated", "B": "cut", "D": "cut"} == statuses(after)
