"""The draw of an Armada round: as Runewars, with head-to-head in the standings behind the bye."""

import pytest

from tests.pairing.events import (
    by_lot,
    drawn,
    facts,
    next_number,
    pairs,
    resting,
    scores,
    state,
    whys,
)
from tests.rules.events import event, forfeit, game, played, swiss
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw

SEEDS = [f"seed {number}" for number in range(40)]
ROUND_1 = played(game("A", "B", "time", (250, 100)), game("C", "D", "time", (300, 120)))
ROUND_2 = played(game("A", "C", "time", (200, 180)), game("B", "D", "time", (400, 20)))


@pytest.mark.clause("AR-086", "AR-089", "AMB-007")
@pytest.mark.parametrize("count", [2, 3, 6, 9])
def test_the_first_round_is_drawn_by_lot_after_the_bye(count, pairings):
    names = [f"p{number}" for number in range(count)]
    rest = by_lot(names, "bye", seed="x")[: count % 2]
    order = by_lot([one for one in names if one not in rest], "order", seed="x")
    couples = [f"{a}-{b}" for a, b in zip(order[::2], order[1::2], strict=True)]
    answer = pairings(event("armada", " ".join(names), seed="x"))

    assert " ".join([*couples, *rest]) == drawn(answer)
    assert {("drawn-by-lot", "AR-086")} == {why for one in couples for why in whys(answer)[one]}
    assert all([("bye-by-lot", "AR-089")] == whys(answer)[one] for one in rest)


@pytest.mark.clause("AR-080", "AR-087", "AR-088", "AMB-006")
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_from_the_top_group_down_by_lot_and_the_leftover_meets_a_lot_of_the_next(seed, pairings):
    groups = {20: list("ABC"), 17: list("LMNO"), 13: list("X")}
    points = {one: value for value, group in groups.items() for one in group}
    before = state("armada", points, seed=seed)
    lots = {"seed": seed, "number": next_number(before)}
    (a, b, c), (l, m, n, o) = (by_lot(groups[v], "order", **lots) for v in (20, 17))  # noqa: E741
    answer = pairings(before)

    assert f"{a}-{b} {c}-{l} {m}-{n} {o}-X" == drawn(answer)
    assert [("same-points", "AR-087")] == whys(answer)[f"{a}-{b}"]
    assert [("floated-down", "AR-088")] == whys(answer)[f"{c}-{l}"]
    assert {"player": o, "from": 17, "to": 13} == facts(answer, f"{o}-X", "floated-down")


@pytest.mark.clause("AR-092", "AR-088", "AMB-006")
@pytest.mark.case("AR-EX2")
def test_john_never_meets_felix_and_both_other_rounds_occur(pairings):
    points = {"John": 15, "Stella": 15, "Felix": 15, "Kyle": 13}
    legal = [
        {frozenset(("John", "Stella")), frozenset(("Felix", "Kyle"))},
        {frozenset(("John", "Kyle")), frozenset(("Stella", "Felix"))},
    ]
    found = [pairs(pairings(state("armada", points, met="John-Felix", seed=s))) for s in SEEDS]

    assert all(one in legal for one in found)
    assert all(one in found for one in legal)


@pytest.mark.clause("AR-091", "AR-080", "AMB-005")
@pytest.mark.case("AR-T11")
def test_round_3_of_the_mini_event_has_one_legal_pairing(pairings):
    for seed in SEEDS[:10]:
        answer = pairings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2), seed=seed))
        assert {frozenset("AD"), frozenset("BC")} == pairs(answer)
        (of_a,) = (why for match, why in whys(answer).items() if "A" in match)
        assert ("floated-down-met", "AR-088") == of_a[0]  # A and C are two, but have met


@pytest.mark.clause("AR-091", "AMB-003")
def test_round_4_of_four_players_refuses_and_round_1_is_the_oldest_to_repeat(pairings):
    third = played(game("D", "A", "time", (160, 60)), game("B", "C", "time", (240, 205)))
    before = event("armada", "A B C D", swiss(ROUND_1, ROUND_2, third))
    with pytest.raises(NoLegalPairing) as refusal:
        pairings(before)
    answer = pairings(before, allow_rematch=True)

    assert "AR-091" == refusal.value.clause
    assert {frozenset("AB"), frozenset("CD")} == pairs(answer)
    assert {("rematch", "AMB-003")} == {why[-1] for why in whys(answer).values()}
    assert [1, 1] == [match["why"][-1]["facts"]["round"] for match in answer["matches"]]


@pytest.mark.clause("AR-090", "AR-117", "AMB-001")
def test_the_lowest_ranked_is_decided_by_head_to_head_before_margin(pairings, standings):
    """X and Y have 10 points; X beat Y, so Y rests although its margin is larger."""
    points = {"A": 20, "X": scores((0, 29)), "Y": scores((29, 0))}
    before = state("armada", points, met="X-Y")
    numbers = [
        (row["player"], row["keys"]["tp"], row["keys"]["mov"], row["decided_by"])
        for row in standings(before)["rows"]
        if row["status"] == "active"
    ]

    assert [("X", "10", "1"), ("Y", "10", "29")] == [one[:3] for one in numbers[1:]]
    assert "A-X Y" == drawn(pairings(before))


@pytest.mark.clause("AR-090", "AMB-001")
@pytest.mark.parametrize(
    ("points", "byes", "expected"),
    [
        pytest.param({"A": 20, "B": 15, "C": 12, "D": 9, "E": 8}, "", "E", id="the lowest"),
        pytest.param({"A": 20, "B": 15, "C": 12, "D": 9, "E": 8}, "E", "D", id="had one"),
        pytest.param({"A": 20, "B": 15, "C": 12}, "B C", "A", id="only the leader had none"),
        pytest.param({"A": 20, "B": 15, "C": 12}, "A B C", "C", id="AMB-008: all had one"),
        pytest.param({"A": 24, "B": 16, "C": 17}, "A B B C", "C", id="AMB-008: the fewest"),
        pytest.param(
            {"A": 20, "B": scores((130, 0)), "C": scores((219, 0))},
            "",
            "B",
            id="the smaller margin",
        ),
    ],
)
def test_the_bye_goes_to_the_lowest_ranked_without_one(points, byes, expected, pairings):
    answer = pairings(state("armada", points, byes=byes))

    assert expected == resting(answer)
    assert [("bye-lowest", "AR-090")] == whys(answer)[expected]


@pytest.mark.clause("AR-090", "AMB-004")
def test_the_next_candidate_rests_when_the_lowest_would_force_a_repeat(pairings):
    answer = pairings(state("armada", {"A": 20, "B": 15, "C": 12}, met="A-B"))

    assert "A-C B" == drawn(answer)
    assert {"opponents": ["C"]} == facts(answer, "B", "bye-passed-over")


@pytest.mark.clause("AMB-004", "AMB-005", "AR-088")
@pytest.mark.parametrize(
    ("points", "met", "expected"),
    [
        pytest.param(
            {"A": 30, "B": 25, "C": 20, "D": 15}, "", "A-B C-D", id="groups of one: neighbours"
        ),
        pytest.param(
            {"A": 30, "B": 25, "C": 20, "D": 15}, "A-B", "A-C B-D", id="A floats on, B follows"
        ),
        pytest.param(
            {"A": 30, "B": 25, "C": 20, "D": 15}, "C-D", "A-C B-D", id="kept for the bottom"
        ),
        pytest.param(
            {"A": 30, "B": 25, "C": 20, "D": 15},
            "C-D B-D",
            "A-D B-C",
            id="A has to go down three groups",
        ),
        pytest.param(
            {"A": 40, "B": 35, "C": 30, "D": 25, "E": 20, "F": 15},
            "E-F D-E D-F",
            "A-D B-E C-F",
            id="the three at the bottom have all met",
        ),
        pytest.param(
            {"A": 40, "B": 35, "C": 30, "D": 25, "E": 20, "F": 15},
            "A-B A-C A-D B-C",
            "A-E B-D C-F",
            id="an upper cluster",
        ),
    ],
)
def test_floats_through_groups_of_one(points, met, expected, pairings):
    """Nothing is left to lots: the answer is unique for every seed."""
    for seed in SEEDS[:5]:
        assert expected == drawn(pairings(state("armada", points, met=met, seed=seed)))


@pytest.mark.clause("AMB-127", "AMB-019", "AMB-015", "RW-143", "RW-147")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"drop": ["D"]}, "A B C"),
        ({"drop": ["C", "D"]}, "A B"),
        ({"disqualify": ["A"]}, "B C D"),
    ],
)
def test_who_left_is_not_paired_and_the_bye_comes_and_goes(changes, field, pairings):
    before = event("armada", "A B C D", swiss(played(*ROUND_1["matches"], **changes)))
    if field == "A B":
        before = event("armada", "A B C D", swiss(played(forfeit("A", "B"), **changes)))
    answer = pairings(before)

    assert field.split() == sorted(one for match in answer["matches"] for one in match["players"])
    assert len(field.split()) % 2 == sum("kind" in match for match in answer["matches"])


@pytest.mark.clause("AR-085", "AR-080")
def test_after_the_planned_rounds_nothing_is_left_to_draw(pairings):
    plan = {"swiss_rounds": 2, "cut": None}
    with pytest.raises(NothingToDraw):
        pairings(event("armada", "A B C D", swiss(ROUND_1, ROUND_2), plan=plan))
