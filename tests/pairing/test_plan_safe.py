"""Plans that leave nothing to spare: the option that keeps them possible, and the warnings."""

import pytest

from tests.oracle.random_events import RULESETS
from tests.pairing.events import drawn, next_number, ranks, state, warnings
from tests.pairing.many_plans import SIZES, finishes
from tests.rules.events import event, game, played, swiss
from tiltyard.engine.errors import NoLegalPairing

PLAN_WARNINGS = {"plan-short-of-opponents", "plan-impossible", "plan-safe-advised"}
ODD = ((5, 5), (7, 7), (9, 9))


def planned(rounds):
    return {"plan": {"swiss_rounds": rounds, "cut": None}}


def named(answer):
    return [code for code in warnings(answer) if code in PLAN_WARNINGS]


# Events to the end


@pytest.mark.clause("AMB-003")
@pytest.mark.parametrize(("players", "rounds"), [*SIZES, *ODD])
def test_a_full_plan_is_played_without_a_repeat_or_a_dead_end(players, rounds):
    """A few runs of each size; `python -m tests.pairing.many_plans` plays 500."""
    runs = 12 if players < 12 else 4
    failed = [
        (ruleset, seed)
        for seed in range(runs)
        for ruleset in (RULESETS[seed % len(RULESETS)],)
        if not finishes(ruleset, players, rounds, seed)
    ]

    assert [] == failed


@pytest.mark.clause("AMB-003")
@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (8, 7), (10, 9), (7, 7)])
def test_without_the_option_some_of_them_get_stuck(players, rounds):
    stuck = [
        seed
        for seed in range(60)
        if not finishes(RULESETS[seed % 3], players, rounds, seed, safe=False)
    ]

    assert 3 <= len(stuck) < 60


# One round: A to F sit in a ring and have met both neighbours. Opposite players meeting (A-D, B-E,
# C-F) would leave two triangles, in which no round can be drawn any more.

RING = "A-B C-D E-F B-C D-E F-A"


@pytest.mark.clause("AMB-003")
@pytest.mark.parametrize(
    ("further", "safe", "expected", "told"),
    [
        pytest.param(2, False, "A-D B-E C-F", [], id="without the option"),
        pytest.param(2, True, "A-D B-F E-C", ["plan-kept-safe"], id="two rounds follow"),
        pytest.param(1, True, "A-D B-F E-C", ["plan-kept-safe"], id="one round follows"),
        pytest.param(0, True, "A-D B-E C-F", [], id="none follows"),
        pytest.param(3, True, "A-D B-E C-F", [], id="hopeless anyway"),
    ],
)
def test_a_draw_that_would_run_dry_is_not_made(further, safe, expected, told, pairings):
    before = state("armada", ranks("A D B E C F"), met=RING)
    plan = planned(next_number(before) + further)
    answer = pairings(before | plan | {"options": {"pairing.plan_safe": safe}})

    assert expected == drawn(answer)
    assert told == [code for code in warnings(answer) if code == "plan-kept-safe"]


@pytest.mark.clause("AMB-003")
def test_without_the_option_the_ring_is_stuck_in_the_next_round(pairings):
    before = state("armada", ranks("A D B E C F"), met=f"{RING} A-D B-E C-F")
    with pytest.raises(NoLegalPairing):
        pairings(before)


@pytest.mark.clause("AMB-003", "AMB-004")
@pytest.mark.parametrize(("safe", "expected"), [(False, "A-D B-C E"), (True, "A-E B-C D")])
def test_the_bye_is_chosen_for_the_rounds_to_come_too(safe, expected, pairings):
    """If E rests, A-D and B-C are drawn; then A to D have all met, and no round is left."""
    before = state("armada", ranks("A B C D E"), met="A-B A-C B-D C-D")
    before |= planned(next_number(before) + 1) | {"options": {"pairing.plan_safe": safe}}

    assert expected == drawn(pairings(before))


# Warnings


@pytest.mark.clause("AMB-003")
@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        pytest.param(8, 3, [], id="few rounds"),
        pytest.param(8, 4, [], id="half the field can be counted on"),
        pytest.param(8, 5, ["plan-safe-advised"], id="many rounds"),
        pytest.param(8, 7, ["plan-safe-advised"], id="everybody meets everybody"),
        pytest.param(8, 8, ["plan-short-of-opponents"], id="one too many"),
        pytest.param(7, 7, ["plan-safe-advised"], id="odd: byes count"),
        pytest.param(7, 8, ["plan-short-of-opponents"], id="odd, too many"),
        pytest.param(32, 6, [], id="a usual event"),
        pytest.param(26, 20, [], id="too large for the option, and possible for all we know"),
        pytest.param(26, 26, ["plan-short-of-opponents"], id="too large, and impossible"),
    ],
)
@pytest.mark.parametrize("ruleset", ["armada", "xwing-dogfight"])
def test_before_round_1_the_organizer_hears_whether_the_plan_can_be_kept(
    ruleset, players, rounds, expected, pairings
):
    names = " ".join(f"p{number}" for number in range(players))

    assert expected == named(pairings(event(ruleset, names, **planned(rounds))))


@pytest.mark.clause("AMB-003")
def test_with_the_option_it_is_not_advised_again(pairings):
    options = {"options": {"pairing.plan_safe": True}}
    names = " ".join(f"p{number}" for number in range(8))

    assert [] == named(pairings(event("armada", names, **planned(7), **options)))


def drawn_round(*couples):
    return played(*(game(one, other, "time", (100, 0)) for one, other in couples))


@pytest.mark.clause("AMB-003")
def test_in_round_2_the_organizer_hears_that_somebody_is_short_of_opponents(pairings):
    """Six players, five rounds; two dropped after round 1: three opponents, four rounds."""
    first = drawn_round("AB", "CD", "EF")
    first["after"] = [{"player": one, "change": "drop"} for one in "EF"]
    answer = pairings(event("armada", "A B C D E F", swiss(first), **planned(5)))
    (short,) = (one for one in answer["warnings"] if one["code"] == "plan-short-of-opponents")

    assert 2 == answer["round"]
    assert "AR-091" == short["clause"]
    assert ["A", "B", "C", "D"] == sorted(short["facts"]["opponents"])
    assert 4 == short["facts"]["rounds"]


@pytest.mark.clause("AMB-003")
@pytest.mark.parametrize(
    ("further", "expected"),
    [
        pytest.param(0, [], id="this round can be drawn"),
        pytest.param(1, ["plan-impossible"], id="but not another one"),
        pytest.param(2, ["plan-short-of-opponents"], id="counting shows it"),
    ],
)
def test_a_plan_that_no_counting_shows_to_be_impossible_is_found_out(further, expected, pairings):
    """Left are two triangles and C-D between them: everybody has two opponents, but one round."""
    left = {"A-B", "B-C", "A-C", "D-E", "E-F", "D-F", "C-D"}
    everybody = [f"{one}-{other}" for one in "ABCDEF" for other in "ABCDEF" if one < other]
    met = " ".join(pair for pair in everybody if pair not in left)
    before = state("armada", ranks("A B C D E F", top=60), met=met)
    answer = pairings(before | planned(next_number(before) + further))

    assert "A-B C-D E-F" == drawn(answer)
    assert expected == named(answer)


@pytest.mark.clause("AMB-003", "ME-061")
@pytest.mark.parametrize(
    ("rounds", "expected"), [(4, False), (5, True)], ids=["the final may repeat", "one too many"]
)
def test_middle_earth_needs_one_opponent_less(rounds, expected, pairings):
    """Four players have three opponents: three rounds and a final that may repeat."""
    answer = pairings(event("middle-earth", "A B C D", **planned(rounds)))

    assert expected == ("plan-short-of-opponents" in named(answer))


@pytest.mark.clause("AMB-003")
def test_nothing_is_warned_of_in_the_last_round_or_without_a_plan(pairings):
    before = state("armada", ranks("A B C D"), met="A-B A-C")

    assert [] == named(pairings(before))
    assert [] == named(pairings(before | planned(next_number(before))))
    assert named(pairings(before | planned(next_number(before) + 1)))
