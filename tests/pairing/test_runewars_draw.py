"""The draw of a Runewars round: lots inside groups of equal points, byes, drops, repeats."""

import pytest

from tests.pairing.events import (
    by_lot,
    drawn,
    facts,
    next_number,
    pairs,
    resting,
    state,
    whys,
)
from tests.rules.events import bye, event, forfeit, game, played, swiss, unpaired_loss
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw
from tiltyard.formats.answers import error_document, error_line

SEEDS = [f"seed {number}" for number in range(40)]


def pair_up(names):
    return " ".join(f"{a}-{b}" for a, b in zip(names[::2], names[1::2], strict=True))


# The first round


@pytest.mark.clause("RW-139", "RW-150", "RW-153", "AMB-007", "AMB-027")
@pytest.mark.parametrize("count", range(2, 14))
@pytest.mark.parametrize("seed", ["", "Käse"])
def test_the_first_round_pairs_neighbours_of_a_lot_after_the_bye_is_drawn(count, seed, pairings):
    names = [f"p{number}" for number in range(count)]
    rest = by_lot(names, "bye", seed=seed)[: count % 2]
    order = by_lot([one for one in names if one not in rest], "order", seed=seed)
    answer = pairings(event("runewars", " ".join(names), seed=seed))

    assert " ".join([pair_up(order), *rest]) == drawn(answer)
    assert {("drawn-by-lot", "RW-150")} == {
        why for match, codes in whys(answer).items() if "-" in match for why in codes
    }
    assert [[("bye-by-lot", "RW-153")]] * len(rest) == [whys(answer)[one] for one in rest]


@pytest.mark.clause("RW-150")
def test_another_seed_draws_another_first_round(pairings):
    rounds = {drawn(pairings(event("runewars", "A B C D", seed=seed))) for seed in SEEDS}

    assert 24 > len(rounds) > 8
    assert 3 == len(
        {frozenset(pairs(pairings(event("runewars", "A B C D", seed=one)))) for one in SEEDS}
    )


# Groups of equal points


@pytest.mark.clause("RW-148", "RW-151")
@pytest.mark.parametrize("seed", SEEDS[:6])
def test_players_of_equal_points_meet_by_lot(seed, pairings):
    upper, lower = list("ABCDEF"), list("UVWXYZ")
    before = state("runewars", dict.fromkeys(upper, 16) | dict.fromkeys(lower, 11), seed=seed)
    lots = {"seed": seed, "number": next_number(before)}
    answer = pairings(before)

    expected = [pair_up(by_lot(group, "order", **lots)) for group in (upper, lower)]
    assert " ".join(expected) == drawn(answer)
    assert {(("same-points", "RW-151"),)} == {tuple(why) for why in whys(answer).values()}
    first = drawn(answer).split()[0]
    assert {"points": 16} == facts(answer, first, "same-points")


@pytest.mark.clause("RW-152", "AMB-006")
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_the_leftover_of_an_odd_group_and_the_opponent_below_are_drawn(seed, pairings):
    upper, lower = list("ABC"), list("XYZ")
    before = state("runewars", dict.fromkeys(upper, 16) | dict.fromkeys(lower, 11), seed=seed)
    lots = {"seed": seed, "number": next_number(before)}
    first, second, leftover = by_lot(upper, "order", **lots)
    opponent, *rest = by_lot(lower, "order", **lots)
    answer = pairings(before)
    floated = f"{leftover}-{opponent}"

    # Tables follow the order of the field, in which the leftover stands above the next group.
    assert f"{first}-{second} {floated} {'-'.join(rest)}" == drawn(answer)
    assert [("floated-down", "RW-152")] == whys(answer)[floated]
    assert {"player": leftover, "from": 16, "to": 11} == facts(answer, floated, "floated-down")


@pytest.mark.clause("RW-152", "RW-155", "AMB-006")
@pytest.mark.case("RW-EX2")
def test_john_never_meets_felix_and_both_other_rounds_occur(pairings):
    points = {"John": 15, "Stella": 15, "Felix": 15, "Kyle": 13}
    legal = [
        {frozenset(("John", "Stella")), frozenset(("Felix", "Kyle"))},
        {frozenset(("John", "Kyle")), frozenset(("Stella", "Felix"))},
    ]
    found = [pairs(pairings(state("runewars", points, met="John-Felix", seed=s))) for s in SEEDS]

    assert all(one in legal for one in found)
    assert all(one in found for one in legal)


@pytest.mark.clause("RW-152", "AMB-005")
@pytest.mark.parametrize(
    ("points", "met", "expected"),
    [
        pytest.param(
            {"A": 20, "B": 20, "C": 15, "D": 15},
            "A-B",
            [{"A", "B"}, {"C", "D"}],
            id="both of an even group float, and split the next one",
        ),
        pytest.param(
            {"A": 20, "B": 15, "C": 10, "D": 5},
            "A-B A-C",
            [{"A"}, {"D"}],
            id="one floats through two groups",
        ),
        pytest.param(
            {"A": 30, "B": 30, "C": 30, "D": 30, "E": 10, "F": 10},
            "A-B A-C A-D",
            [{"A"}, {"E", "F"}],
            id="one has met the whole group, and another one has to go along",
        ),
    ],
)
def test_whoever_cannot_be_paired_in_a_group_floats(points, met, expected, pairings):
    upper, lower = expected
    for seed in SEEDS[:12]:
        found = pairs(pairings(state("runewars", points, met=met, seed=seed)))
        for player in upper:
            (pair,) = (one for one in found if player in one)
            assert pair - {player} <= lower


@pytest.mark.clause("AMB-006", "AMB-004")
def test_a_leftover_whom_the_next_group_cannot_take_is_not_chosen(pairings):
    """K has met A and B, so C floats however the lot falls."""
    points = {"A": 21, "B": 21, "C": 21, "K": 13}
    for seed in SEEDS:
        answer = pairings(state("runewars", points, met="A-K B-K", seed=seed))
        assert {frozenset("AB"), frozenset("CK")} == pairs(answer)


# Byes


@pytest.mark.clause("RW-154", "AMB-001", "AMB-007")
@pytest.mark.case("RW-T21")
@pytest.mark.parametrize(
    ("points", "byes", "expected"),
    [
        pytest.param({"A": 40, "B": 35, "X": 20, "Y": 15, "Z": 12}, "Y Z", "X", id="RW-T21"),
        pytest.param({"A": 40, "B": 35, "X": 20, "Y": 15, "Z": 12}, "", "Z", id="the lowest"),
        pytest.param({"A": 40, "B": 35, "X": 20, "Y": 15, "Z": 12}, "Z", "Y", id="all but one"),
        pytest.param({"A": 40, "B": 35, "C": 20}, "B C", "A", id="only the leader is left"),
        pytest.param({"A": 16, "B": 16, "C": 16}, "A B C", "by lot", id="AMB-008: all had one"),
    ],
)
def test_the_bye_goes_to_the_lowest_without_one(points, byes, expected, pairings):
    answer = pairings(state("runewars", points, byes=byes))
    rest = answer["matches"][-1]

    assert "bye" == rest["kind"]
    assert "table" not in rest
    if expected != "by lot":
        assert [expected] == rest["players"]
    assert ("bye-lowest", "RW-154") == whys(answer)[rest["players"][0]][0]


@pytest.mark.clause("RW-154", "AMB-008")
@pytest.mark.parametrize(
    ("points", "byes", "expected"),
    [
        pytest.param({"A": 40, "B": 36, "C": 33}, "A B C", "C", id="all once: the lowest again"),
        pytest.param({"A": 40, "B": 36, "C": 33}, "A B B C C", "A", id="the fewest byes"),
        pytest.param({"A": 40, "B": 36, "C": 33}, "A A B B C C", "C", id="all twice"),
        pytest.param({"A": 40, "B": 36, "C": 33}, "A B C C", "B", id="the lowest of the fewest"),
    ],
)
def test_where_everybody_had_a_bye_the_fewest_count(points, byes, expected, pairings):
    assert expected == resting(pairings(state("runewars", points, byes=byes)))


@pytest.mark.clause("RW-154", "AMB-001")
def test_equal_points_at_the_bottom_are_told_apart_by_the_standings(pairings, standings):
    """B and C have 7 points: 6 + 1 has the smaller margin; then a lot decides between B and D."""
    points = {
        "A": 20,
        "B": [{"end": "time", "score": [30, 0]}],
        "C": [{"end": "time", "score": [1, 0]}, {"end": "time", "score": [0, 150]}],
        "D": [{"end": "time", "score": [30, 0]}],
        "E": 20,
    }
    before = state("runewars", points)

    assert "C" == resting(pairings(before))
    for seed in SEEDS[:10]:
        rested = state("runewars", points, seed=seed)
        rounds = rested["stages"][0]["rounds"]
        rounds[0]["matches"].append(bye("nobody"))
        rested["players"].append({"id": "nobody"})
        rounds[-1]["after"] += [{"player": one, "change": "drop"} for one in ("nobody", "C", "E")]
        lowest = [row["player"] for row in standings(rested)["rows"] if row["player"] in "ABD"][-1]
        assert lowest == resting(pairings(rested))


@pytest.mark.clause("AMB-004", "AMB-003")
@pytest.mark.parametrize(
    ("points", "met", "byes", "expected", "passed"),
    [
        pytest.param(
            {"A": 30, "B": 24, "C": 18}, "A-B", "", "A-C B", ["C"], id="the others have met"
        ),
        pytest.param(
            {"A": 30, "B": 24, "C": 18}, "A-B A-C", "", "B-C A", ["C", "B"], id="up to the leader"
        ),
        pytest.param(
            {"A": 40, "B": 34, "C": 28, "D": 22, "E": 16},
            "A-B A-C A-D",
            "",
            "A-E B-C D",
            ["E"],
            id="A has only E left",
        ),
        pytest.param(
            {"A": 40, "B": 34, "C": 28, "D": 22, "E": 16},
            "A-B A-C A-D",
            "D",
            "A-E B-D C",
            ["E"],
            id="and D had one",
        ),
    ],
)
def test_a_candidate_whose_rest_would_force_a_repeat_is_passed_over(
    points, met, byes, expected, passed, pairings
):
    answer = pairings(state("runewars", points, met=met, byes=byes))
    rest = resting(answer)

    assert expected == drawn(answer)
    assert [("bye-lowest", "RW-154"), ("bye-passed-over", "AMB-004")] == whys(answer)[rest]
    assert {"opponents": passed} == facts(answer, rest, "bye-passed-over")


# A small event, drops and people who come back

ROUND_1 = played(bye("E"), game("A", "B", "time", (150, 40)), game("C", "D", "time", (90, 65)))


@pytest.mark.clause("RW-151", "RW-152", "RW-154", "AMB-003")
@pytest.mark.case("RW-T13")
def test_round_2_of_the_mini_event(pairings):
    """B rests; A-E would force C-D again, so A meets the closest who leaves a round: C."""
    for seed in SEEDS:
        answer = pairings(event("runewars", "A B C D E", swiss(ROUND_1), seed=seed))
        assert "A-C E-D B" == drawn(answer)
        assert ("kept-for-others", "AMB-004") in whys(answer)["A-C"]


def wins(*couples):
    return [game(one, other, "time", (40, 0)) for one, other in couples]


@pytest.mark.clause("RW-143", "RW-144", "RW-145", "RW-146", "RW-147", "AMB-019")
@pytest.mark.case("RW-T20")
@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param([{}, {}, {}], "A B C D", id="nobody left"),
        pytest.param([{"drop": ["D"]}, {}, {}], "A B C", id="dropped"),
        pytest.param([{"drop": ["D"]}, {}, {"rejoin": ["D"]}], "A B C D", id="back for round 4"),
        pytest.param([{"disqualify": ["D"]}, {}, {}], "A B C", id="disqualified"),
        pytest.param([{"disqualify": ["D"]}, {}, {"rejoin": ["D"]}], "A B C", id="for good"),
        pytest.param([{"drop": ["A", "B", "C"]}, {}, {}], "D", id="one is left, and rests"),
    ],
)
def test_only_the_active_are_paired(after, expected, pairings):
    missed = "D" if "D" in after[0].get("drop", ()) else ""
    rounds = [
        played(*wins(("A", "B"), ("C", "D")), **after[0]),
        played(*wins(("A", "C")), *([unpaired_loss("D")] if missed else []), **after[1]),
        played(*wins(), *([unpaired_loss("D")] if missed else [bye("B")]), **after[2]),
    ]
    answer = pairings(event("runewars", "A B C D", swiss(*rounds)))

    assert expected.split() == sorted(one for m in answer["matches"] for one in m["players"])
    assert len(expected.split()) % 2 == sum("kind" in match for match in answer["matches"])


@pytest.mark.clause("RW-146", "AMB-014", "AMB-012")
def test_an_unpaired_loss_is_no_bye_for_the_next_bye(pairings):
    """D stands last with two unpaired losses and rests now, as one who had no bye."""
    before = state("runewars", {"A": 20, "B": 16, "C": 12, "D": 3, "E": 16})
    for round_ in before["stages"][0]["rounds"]:
        if not any("D" in match["players"] for match in round_["matches"]):
            round_["matches"].append(unpaired_loss("D"))

    assert "D" == resting(pairings(before))


@pytest.mark.clause("RW-144")
def test_nothing_is_left_to_draw_when_everybody_left(pairings):
    before = event("runewars", "A B", swiss(played(*wins(("A", "B")), drop=["A", "B"])))

    with pytest.raises(NothingToDraw):
        pairings(before)


# Repeats


@pytest.mark.clause("RW-142", "AMB-015")
@pytest.mark.parametrize(
    ("options", "together"), [({}, True), ({"forfeit.counts_as_met": True}, False)]
)
def test_a_forfeited_game_is_no_meeting_unless_the_organizer_says_so(options, together, pairings):
    before = state("runewars", {"A": 30, "B": 38, "C": 10, "D": 10}, options=options)
    rounds = before["stages"][0]["rounds"]
    rounds.insert(0, played(forfeit("A", "B")))  # 8 points for A: both have 38 now

    assert together == (frozenset("AB") in pairs(pairings(before)))


@pytest.mark.clause("RW-142", "AMB-003")
@pytest.mark.parametrize("met", ["A-B A-C A-D", "A-B A-C A-D B-C"])
def test_without_a_fresh_opponent_the_draw_refuses_and_says_who_is_stuck(met, pairings):
    before = state("runewars", {"A": 30, "B": 20, "C": 20, "D": 20}, met=met)
    with pytest.raises(NoLegalPairing) as refusal:
        pairings(before)

    assert "RW-142" == refusal.value.clause
    assert "A" in refusal.value.facts["players"]
    assert ["B", "C", "D"] == refusal.value.facts["met"]["A"]


@pytest.mark.clause("RW-142", "AMB-003")
def test_the_answer_on_the_command_line_names_who_is_stuck(pairings):
    """Contract 5.6: exit 1 with the reason and the players concerned."""
    before = state("runewars", {"Ana": 30, "B": 20, "C": 20, "D": 20}, met="Ana-B Ana-C Ana-D")
    with pytest.raises(NoLegalPairing) as refusal:
        pairings(before)

    assert "Ana" in str(error_document(refusal.value))
    assert "Ana" in error_line(refusal.value, "event.json")


@pytest.mark.clause("RW-149")
def test_after_the_planned_rounds_the_most_points_have_won(pairings, standings):
    before = state("runewars", {"A": 30, "B": 24, "C": 36, "D": 20})
    plan = {"swiss_rounds": len(before["stages"][0]["rounds"]), "cut": None}

    assert "C" == standings(before)["rows"][0]["player"]
    with pytest.raises(NothingToDraw):
        pairings(before | {"plan": plan})


@pytest.mark.clause("RW-142", "AMB-003")
def test_the_oldest_repeat_is_taken_when_one_is_needed(pairings):
    """A has met everybody: B in round 2, C in round 1, D in round 3."""
    before = state("runewars", {"A": 30, "B": 20, "C": 20, "D": 20}, met="A-C A-B@2 A-D@3")
    answer = pairings(before, allow_rematch=True)
    (repeated,) = (match for match in drawn(answer).split() if "A" in match)

    assert "A-C" == repeated
    assert ("rematch", "AMB-003") in whys(answer)["A-C"]
    assert {"round": 1} == facts(answer, "A-C", "rematch")
    assert 1 == sum(code == "rematch" for why in whys(answer).values() for code, _ in why)
