"""Properties of every ranking: one total order, exact, repeatable, honest about what decided."""

from copy import deepcopy
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.events import (
    SIX,
    bye,
    deciders,
    event,
    game,
    keys,
    names,
    order,
    played,
    ranked,
    ranks,
    record,
    statuses,
    still_playing,
    swiss,
    unpaired_loss,
)
from tests.rules.strategies import events
from tiltyard.engine.errors import Refused
from tiltyard.engine.options import with_options
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

SHOWN = {
    "runewars": ["tp", "mov", "sos"],
    "xwing-dogfight": ["tp", "mov", "sos"],
    "xwing-escalation": ["tp", "mov", "sos"],
    "middle-earth": ["tp", "vpd", "vp", "leaders"],
    "diskwars": ["tp", "sos"],
    "armada": ["tp", "mov", "sos"],
}


def digest(seed, stage, number, player):
    """A tie-break lot, by hand from section 4 of the contract."""
    return sha256(f"tiltyard/1|{seed}|tiebreak|{stage}|{number}|{player}".encode()).hexdigest()


# Properties


@given(document=events())
def test_everybody_has_one_row_and_ranks_count_from_1(standings, document):
    answer = standings(document)
    ranked_rows = [row for row in answer["rows"] if row["rank"] is not None]

    assert sorted(one["id"] for one in document["players"]) == sorted(order(answer).split())
    assert list(range(1, len(ranked_rows) + 1)) == [row["rank"] for row in ranked_rows]
    assert ranked_rows == answer["rows"][: len(ranked_rows)]
    assert {row["status"] == "disqualified" for row in answer["rows"][len(ranked_rows) :]} <= {True}


@given(document=events(), randomness=st.integers(0, 1000))
def test_the_order_of_players_and_matches_in_the_file_does_not_matter(
    standings, document, randomness
):
    shuffled = deepcopy(document)
    Random(randomness).shuffle(shuffled["players"])
    for round_ in shuffled["stages"][0]["rounds"]:
        Random(randomness).shuffle(round_["matches"])

    assert standings(document) == standings(shuffled)


@given(document=events())
def test_computing_the_standings_again_gives_the_same(standings, document):
    assert standings(document) == standings(deepcopy(document))


@given(document=events())
def test_the_key_that_decided_is_the_first_in_which_two_neighbours_differ(standings, document):
    rows = [row for row in standings(document)["rows"] if row["rank"] is not None]
    shown = SHOWN[document["ruleset"]]

    for above, below in pairwise(rows):
        decider = below["decided_by"]
        upper, lower = ([Fraction(row["keys"][key]) for key in shown] for row in (above, below))
        if decider in shown:
            place = shown.index(decider)
            assert upper[:place] == lower[:place]
            assert upper[place] > lower[place]
        elif decider == "lot":
            assert upper == lower
        else:
            assert "h2h" == decider
            assert upper[0] == lower[0]


@given(document=events())
def test_lots_are_the_digests_of_the_contract(standings, document):
    rows = [row for row in standings(document)["rows"] if row["rank"] is not None]
    number = len(document["stages"][0]["rounds"])

    for above, below in pairwise(rows):
        if below["decided_by"] == "lot":
            one, other = (
                digest(document["seed"], 1, number, row["player"]) for row in (above, below)
            )
            assert one < other


@given(document=events(), seed=st.text(max_size=4))
def test_another_seed_moves_only_what_lots_decided(standings, document, seed):
    one, other = standings(document), standings(document | {"seed": seed})

    assert {row["player"]: row["keys"] for row in one["rows"]} == {
        row["player"]: row["keys"] for row in other["rows"]
    }
    if "lot" not in deciders(one) and all(row["rank"] for row in one["rows"]):
        assert order(one) == order(other)


@given(document=events())
def test_a_round_that_is_still_being_played_changes_nothing(standings, document):
    players = [one["id"] for one in document["players"]]
    going_on = deepcopy(document)
    going_on["stages"][0]["rounds"].append(
        played(still_playing(*players[:2]), *map(bye, players[2:]), drop=players[2:3])
    )

    assert standings(document) == standings(going_on)


@given(document=events())
def test_after_a_round_the_standings_are_those_of_the_file_as_it_was(standings, document):
    rounds = document["stages"][0]["rounds"]
    for number in range(len(rounds)):
        earlier = deepcopy(document)
        earlier["stages"][0]["rounds"] = rounds[:number]

        assert standings(earlier) == standings(document, number)


# Keys as the contract writes them


@pytest.mark.parametrize("ruleset", SIX)
def test_the_keys_are_named_as_in_the_contract(standings, ruleset):
    answer = standings(event(ruleset, "A B", swiss(played(bye("A"), bye("B")))))

    assert [SHOWN[ruleset]] * 2 == [list(row["keys"]) for row in answer["rows"]]
    assert (load(ruleset).name, 1, 1) == (answer["ruleset"], answer["stage"], answer["after_round"])


@pytest.mark.clause("AMB-029")
@pytest.mark.parametrize(
    ("opponents", "expected"),
    [
        pytest.param({"X": (8, 2), "Y": (5, 1)}, "9/2", id="a reduced fraction"),
        pytest.param({"X": (9, 3), "Y": (5, 1)}, "4", id="a whole number"),
        pytest.param({"X": (1, 3), "Y": (1, 7), "Z": (1, 11)}, "131/693", id="no rounding"),
        pytest.param({}, "0", id="nobody met"),
    ],
)
def test_numbers_are_exact(opponents, expected):
    records = {one: record(tp, rounds=rounds) for one, (tp, rounds) in opponents.items()}
    records["P"] = record(99, beat=" ".join(opponents))

    assert expected == str(ranked(load("armada"), records)[0].keys["sos"])


@pytest.mark.clause("AMB-029")
def test_strengths_that_differ_in_the_third_decimal_are_not_level():
    records = {
        "P": record(9, beat="X"),
        "Q": record(9, beat="Y"),
        "X": record(333, rounds=1000),
        "Y": record(1, rounds=3),
    }
    rows = [row for row in ranked(load("runewars"), records) if row.player in "PQ"]

    assert ("Q P", "sos") == (names(rows), rows[1].decided_by)


# Who left


@pytest.mark.clause("AMB-009", "AMB-018", "RW-147")
@pytest.mark.parametrize("ruleset", SIX)
def test_dropped_players_keep_their_place_and_the_disqualified_come_last(standings, ruleset):
    """Everybody has the award of a bye for every round but D, who has one fewer."""
    rounds = (
        played(bye("A"), bye("B"), bye("C"), unpaired_loss("D"), drop=["A"], disqualify=["B"]),
        played(bye("C"), bye("D")),
    )
    answer = standings(event(ruleset, "A B C D", swiss(*rounds)))
    rows = {row["player"]: row for row in answer["rows"]}

    assert {"A": "dropped", "B": "disqualified", "C": "active", "D": "active"} == statuses(answer)
    assert ("C", "B", None, None) == (
        answer["rows"][0]["player"],
        answer["rows"][-1]["player"],
        rows["B"]["rank"],
        rows["B"]["decided_by"],
    )
    assert {2, 3} == {ranks(answer)["A"], ranks(answer)["D"]}
    assert rows["A"]["keys"]["tp"] == rows["B"]["keys"]["tp"]


@pytest.mark.clause("AMB-009")
def test_a_disqualified_opponent_counts_with_the_points_they_had(standings):
    rounds = (
        played(game("A", "B", "time", (0, 90)), bye("C"), disqualify=["B"]),
        played(game("A", "C", "time", (90, 0))),
    )
    counted = event("xwing-dogfight", "A B C", swiss(*rounds))
    without = counted | {"options": {"sos.include_disqualified": False}}

    assert [10, 5] == [keys(standings(one), "sos")["A"][0] for one in (counted, without)]


@pytest.mark.clause("AMB-012")
def test_who_rejoins_is_active_again(standings):
    rounds = (
        played(bye("A"), bye("B"), drop=["A"]),
        played(unpaired_loss("A"), bye("B"), rejoin=["A"]),
    )
    document = event("runewars", "A B", swiss(*rounds))

    assert ["dropped", "active"] == [statuses(standings(document, n))["A"] for n in (1, 2)]


# Rounds


def test_before_the_first_round_lots_decide_in_round_0(standings):
    players = [f"p{n}" for n in range(8)]
    answer = standings(event("armada", players, swiss(), seed="s"))

    assert sorted(players, key=lambda one: digest("s", 1, 0, one)) == order(answer).split()
    assert (1, 0) == (answer["stage"], answer["after_round"])


@pytest.mark.parametrize("after", [-1, 2])
def test_a_round_that_is_not_closed_cannot_be_asked_for(standings, after):
    document = event("armada", "A B", swiss(played(bye("A")), played(still_playing("A", "B"))))

    assert 1 == standings(document, 1)["after_round"]
    with pytest.raises(Refused) as caught:
        standings(document, after)
    assert "Choose a round from 0 to 1." == fix_text(caught.value)


@pytest.mark.parametrize("ruleset", ["diskwars", "armada"])
def test_a_repeated_head_to_head_still_leaves_the_rest_to_the_next_key(ruleset):
    rules = with_options(load(ruleset), {"h2h.repeat": True})
    records = {
        "A": record(10, beat="B C D"),
        "B": record(10, lost_to="A", beat="C", mov=1),
        "C": record(10, lost_to="A B", beat="D", mov=2),
        "D": record(10, lost_to="A C", beat="B X", mov=3),
        "X": record(1),
    }

    assert "A D" == names(ranked(rules, records))[:3]
    assert "h2h" == ranked(rules, records)[1].decided_by
