"""Warhammer Diskwars 1.1.1: head-to-head, strength of schedule, lots."""

import pytest

from tests.rules.events import (
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
from tiltyard.engine.options import with_options
from tiltyard.rulesets.loader import load

RULES = load("diskwars")
REPEATED = with_options(RULES, {"h2h.repeat": True})


def tied(rules, **records):
    rows = ranked(rules, records)
    return names(row for row in rows if row.keys["tp"] == 10), {
        row.player: row.decided_by for row in rows
    }


@pytest.mark.clause("DW-074", "DW-076", "DW-077", "DW-078", "AMB-101")
@pytest.mark.case("DW-T09")
def test_whoever_beat_every_other_tied_player_wins_the_tie():
    """A beat B and C, who did not meet: C's opponents have 20, B's have 18."""
    expected, deciders_ = tied(
        RULES,
        A=record(10, beat="B C"),
        B=record(10, lost_to="A", beat="V W"),
        C=record(10, lost_to="A", beat="X Y"),
        V=record(5),
        W=record(3),
        X=record(5),
        Y=record(5),
    )

    assert "A C B" == expected
    assert ("h2h", "sos") == (deciders_["C"], deciders_["B"])


@pytest.mark.clause("DW-077", "DW-078", "AMB-101")
@pytest.mark.case("DW-T10")
def test_a_circle_is_left_to_strength_of_schedule():
    expected, deciders_ = tied(
        RULES,
        A=record(10, beat="B", lost_to="C"),
        B=record(10, beat="C V", lost_to="A"),
        C=record(10, beat="A W", lost_to="B"),
        V=record(2),
        W=record(1),
    )

    assert "B C A" == expected
    assert {"sos"} == {deciders_["A"], deciders_["C"]}


@pytest.mark.clause("DW-077")
@pytest.mark.case("DW-T11")
def test_the_direct_encounter_beats_a_harder_schedule():
    expected, _ = tied(
        RULES, A=record(10, beat="B"), B=record(10, lost_to="A", beat="V"), V=record(9)
    )

    assert "A B" == expected


@pytest.mark.clause("DW-077", "AMB-101")
@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(RULES, "A C B", id="once: the rest by strength of schedule"),
        pytest.param(REPEATED, "A B C", id="again for the rest, by option"),
    ],
)
def test_the_test_is_made_once_on_the_whole_group(rules, expected):
    """A beat B and C, and B beat C; but C's schedule was the harder one."""
    order_, _ = tied(
        rules,
        A=record(10, beat="B C"),
        B=record(10, lost_to="A", beat="C"),
        C=record(10, lost_to="A B", beat="V"),
        V=record(9),
    )

    assert expected == order_


@pytest.mark.clause("DW-077", "AMB-101", "AMB-041")
@pytest.mark.parametrize(
    ("first", "second", "decider"),
    [
        pytest.param(
            game("C", "A", "time", (3, 1)),
            game("A", "B", "time", (3, 1)),
            "h2h",
            id="a modified win counts",
        ),
        pytest.param(
            game("C", "A", "concession", conceded=1),
            game("A", "B", "destroyed", survivor=0),
            "h2h",
            id="a concession counts",
        ),
        pytest.param(
            forfeit("C", "A"),
            game("A", "B", "destroyed", survivor=0),
            "lot",
            id="a forfeit does not",
        ),
    ],
)
@pytest.mark.parametrize("met", [False, True])
def test_only_games_at_the_table_count_for_head_to_head(standings, met, first, second, decider):
    """A and C are level on points whoever beat whom."""
    rounds = (played(first), played(second))
    options = {"forfeit.counts_as_met": met}
    answer = standings(event("diskwars", "A B C", swiss(*rounds), options=options))

    assert decider == answer["rows"][1]["decided_by"]
    assert decider != "h2h" or order(answer) == "C A B"


@pytest.mark.clause("AMB-101")
def test_a_win_and_a_loss_against_the_same_player_is_not_beaten():
    expected, deciders_ = tied(
        RULES,
        A=record(10, beat="B", lost_to="B"),
        B=record(10, beat="A V", lost_to="A"),
        V=record(1),
    )

    assert ("B A", "sos") == (expected, deciders_["A"])


@pytest.mark.clause("DW-077", "DW-078", "AMB-101")
@pytest.mark.parametrize("first", "AB")
def test_whoever_beat_the_other_is_ahead_when_strength_of_schedule_is_level(first):
    """A circle of A, B and C; C's opponents have 30, those of A and B 25 each, D's 20.

    Who wins the game of A and B is ahead, whatever the lots are: they would give one of the two
    cases the other order.
    """
    second = "B" if first == "A" else "A"
    expected, deciders_ = tied(
        RULES,
        **{first: record(10, beat=f"{second} X", lost_to="C")},
        **{second: record(10, beat="C Y", lost_to=first)},
        C=record(10, beat=f"{first} D", lost_to=second),
        D=record(10, beat="V W", lost_to="C"),
        **{low: record(5) for low in "VWXY"},
    )

    assert f"C {first} {second} D" == expected
    assert ("sos", "h2h", "sos") == tuple(deciders_[one] for one in (first, second, "D"))


@pytest.mark.clause("AMB-102", "DW-076", "DW-077", "AMB-101")
@pytest.mark.parametrize(
    "records",
    [
        pytest.param({"A": record(10, beat="V"), "B": record(10, beat="V")}, id="they never met"),
        pytest.param(
            {
                "A": record(10, beat="B", lost_to="C"),
                "B": record(10, beat="C", lost_to="A"),
                "C": record(10, beat="A", lost_to="B"),
            },
            id="a circle",
        ),
        pytest.param(
            {
                "A": record(10, beat="B", lost_to="B"),
                "B": record(10, beat="A", lost_to="A"),
            },
            id="each won once",
        ),
    ],
)
def test_a_tie_that_no_encounter_decides_goes_by_lot(records):
    _, deciders_ = tied(RULES, **records, V=record(0))

    assert {None, "lot"} == {deciders_[one] for one in records}


@pytest.mark.clause("AMB-122")
def test_armada_asks_for_the_direct_encounter_once():
    """A, B and C are level in a circle with D; A beat B, but Armada names the lot for the rest."""
    rules = load("armada")
    rows = ranked(
        rules,
        {
            "A": record(10, beat="B", lost_to="C"),
            "B": record(10, beat="C", lost_to="A"),
            "C": record(10, beat="A V", lost_to="B"),
            "V": record(9),
        },
    )

    assert "h2h" not in {row.decided_by for row in rows}


@pytest.mark.clause("DW-078", "AMB-010", "AMB-009")
def test_strength_of_schedule_is_the_sum_of_the_opponents_points(standings):
    rounds = (
        played(game("A", "B", "rounds", (9, 2)), game("C", "D", "time", (4, 1)), drop=["B"]),
        played(game("A", "C", "mutual"), {"kind": "bye", "players": ["D"]}),
    )
    answer = standings(event("diskwars", "A B C D", swiss(*rounds)))

    assert {"A": (6, 4), "D": (5, 4), "C": (4, 11), "B": (0, 6)} == keys(answer, "tp", "sos")
    assert "A D C B" == order(answer)


@pytest.mark.clause("DW-077")
@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        pytest.param("dropped", "B A C", id="a dropped player is still in the tied group"),
        pytest.param("disqualified", "A B C", id="a disqualified one is not"),
    ],
)
def test_who_belongs_to_a_tied_group(standing, expected):
    """A beat B; only C, whom A never met, keeps A from having beaten all of them."""
    records = {
        "A": record(10, beat="B"),
        "B": record(10, lost_to="A", beat="V"),
        "C": record(10),
        "V": record(5),
    }
    rows = ranked(RULES, records, C=standing)

    assert expected.split() == [row.player for row in rows if row.player in "ABC"]
