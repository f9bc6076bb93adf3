"""The draw of a Diskwars round: equal or closest match points, and a bye by lot at the bottom."""

import pytest

from tests.pairing.events import by_lot, drawn, facts, next_number, pairs, resting, state, whys
from tests.rules.events import event
from tiltyard.engine.errors import NoLegalPairing

SEEDS = [f"seed {number}" for number in range(40)]
FIVE = {"A": 20, "B": 20, "X": 5, "Y": 5, "Z": 5}


@pytest.mark.clause("DW-053", "DW-057", "AMB-007")
@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_the_first_round_is_drawn_by_lot_after_the_bye(count, pairings):
    names = [f"p{number}" for number in range(count)]
    rest = by_lot(names, "bye")[: count % 2]
    order = by_lot([one for one in names if one not in rest], "order")
    couples = [f"{a}-{b}" for a, b in zip(order[::2], order[1::2], strict=True)]
    answer = pairings(event("diskwars", " ".join(names)))

    assert " ".join([*couples, *rest]) == drawn(answer)
    assert all([("drawn-by-lot", "DW-053")] == whys(answer)[one] for one in couples)
    assert all([("bye-by-lot", "DW-057")] == whys(answer)[one] for one in rest)


@pytest.mark.clause("DW-054", "AMB-072")
def test_companions_are_kept_apart_only_when_the_organizer_wants_it(pairings):
    players = [{"id": one, "affiliations": ["car"] if one in "AB" else []} for one in "ABCD"]
    together = {
        wanted: [
            frozenset("AB")
            in pairs(
                pairings(
                    event(
                        "diskwars",
                        players,
                        seed=seed,
                        options={} if wanted is None else {"pairing.avoid_affiliation": wanted},
                    )
                )
            )
            for seed in SEEDS
        ]
        for wanted in (None, False, True)
    }

    assert together[None] == together[False]
    assert any(together[None])
    assert not any(together[True])


@pytest.mark.clause("DW-055", "AMB-107")
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_equal_points_meet_by_lot_and_the_leftover_meets_the_closest(seed, pairings):
    groups = {15: list("ABC"), 11: list("KL"), 6: list("X")}
    points = {one: value for value, group in groups.items() for one in group}
    before = state("diskwars", points, seed=seed)
    lots = {"seed": seed, "number": next_number(before)}
    a, b, c = by_lot("ABC", "order", **lots)
    k, last = by_lot("KL", "order", **lots)
    answer = pairings(before)

    assert f"{a}-{b} {c}-{k} {last}-X" == drawn(answer)
    assert [("same-points", "DW-055")] == whys(answer)[f"{a}-{b}"]
    assert [("floated-down", "DW-055")] == whys(answer)[f"{c}-{k}"]
    assert {"player": last, "from": 11, "to": 6} == facts(answer, f"{last}-X", "floated-down")


@pytest.mark.clause("DW-056", "AMB-003", "AMB-004")
@pytest.mark.parametrize(
    ("points", "met", "expected"),
    [
        pytest.param({"A": 15, "B": 10, "C": 8, "D": 5}, "", "A-B C-D", id="the closest points"),
        pytest.param({"A": 15, "B": 10, "C": 8, "D": 5}, "A-B", "A-C B-D", id="altered"),
        pytest.param({"A": 15, "B": 10, "C": 8, "D": 5}, "A-B A-C", "A-D B-C", id="twice"),
        pytest.param({"A": 15, "B": 10, "C": 8, "D": 5}, "B-D C-D", "A-D B-C", id="for the last"),
    ],
)
def test_nobody_meets_twice(points, met, expected, pairings):
    for seed in SEEDS[:3]:
        assert expected == drawn(pairings(state("diskwars", points, met=met, seed=seed)))


@pytest.mark.clause("DW-056", "AMB-003")
def test_the_draw_refuses_where_everybody_has_met(pairings):
    before = state("diskwars", {"A": 10, "B": 10}, met="A-B")
    with pytest.raises(NoLegalPairing) as refusal:
        pairings(before)

    assert "DW-056" == refusal.value.clause


@pytest.mark.clause("AMB-107")
def test_strength_of_schedule_may_order_a_group_instead_of_lots(pairings, standings):
    points = dict.fromkeys("ABCDEF", 15)
    before = state("diskwars", points, met="A-B C-D", options={"pairing.inside": "sos"})
    rows = [row for row in standings(before)["rows"] if row["status"] == "active"]
    strength = {row["player"]: int(row["keys"]["sos"]) for row in rows}
    order = sorted(
        points,
        key=lambda one: (
            -strength[one],
            by_lot("ABCDEF", "order", number=next_number(before)).index(one),
        ),
    )
    top = {one for one in points if strength[one] == strength[order[0]]}
    answer = pairings(before)

    assert {"A", "B", "C", "D"} == top
    assert order[0] == answer["matches"][0]["players"][0]
    assert frozenset("EF") in pairs(answer)


# Byes


@pytest.mark.clause("DW-057", "DW-058", "AMB-001")
@pytest.mark.case("DW-T08")
def test_the_bye_is_drawn_among_the_lowest_group_without_one(pairings):
    """X had a bye: Y or Z rests, by lot, and both occur."""
    found = set()
    for seed in SEEDS:
        before = state("diskwars", FIVE, byes="X", seed=seed)
        answer = pairings(before)
        expected = by_lot("YZ", "bye", seed=seed, number=next_number(before))[0]
        assert expected == resting(answer)
        assert [("bye-by-lot-in-lowest-group", "DW-057")] == whys(answer)[expected]
        found.add(expected)
    assert {"Y", "Z"} == found


@pytest.mark.clause("DW-057", "DW-058", "AMB-008")
@pytest.mark.parametrize(
    ("byes", "candidates"),
    [
        pytest.param("", "XYZ", id="the lowest group"),
        pytest.param("X Y", "Z", id="one is left in it"),
        pytest.param("X Y Z", "AB", id="the next group up"),
        pytest.param("X Y Z A", "B", id="one is left there"),
        pytest.param("A B X Y Z", "XYZ", id="AMB-008: all had one"),
    ],
)
def test_the_next_group_up_rests_when_the_lowest_had_theirs(byes, candidates, pairings):
    for seed in SEEDS[:12]:
        before = state("diskwars", FIVE, byes=byes, seed=seed)
        expected = by_lot(candidates, "bye", seed=seed, number=next_number(before))[0]
        assert expected == resting(pairings(before))


@pytest.mark.clause("AMB-001")
def test_the_organizer_may_give_the_bye_by_standings(pairings, standings):
    options = {"bye.pick": "lowest_standing"}
    for seed in SEEDS[:10]:
        before = state("diskwars", FIVE, options=options, seed=seed)
        rows = [row["player"] for row in standings(before)["rows"] if row["status"] == "active"]
        answer = pairings(before)
        assert rows[-1] == resting(answer)
        assert [("bye-lowest", "DW-057")] == whys(answer)[rows[-1]]


@pytest.mark.clause("AMB-004", "DW-057")
def test_a_lot_that_would_force_a_repeat_is_passed_over(pairings):
    """Z is alone at the bottom, but A and B have met: one of them rests, by lot."""
    for seed in SEEDS:
        before = state("diskwars", {"A": 20, "B": 20, "Z": 5}, met="A-B", seed=seed)
        answer = pairings(before)
        lots = by_lot("AB", "bye", seed=seed, number=next_number(before))
        assert lots[0] == resting(answer)
        assert {"opponents": ["Z"]} == facts(answer, lots[0], "bye-passed-over")
