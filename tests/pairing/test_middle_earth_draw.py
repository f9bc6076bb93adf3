"""The draw of a Middle-earth round: down the standings, the Spare Player, the final round."""

import pytest

from tests.pairing.events import by_lot, drawn, facts, next_number, ranks, resting, state, whys
from tests.rules.events import bye, event, game, played, swiss
from tiltyard.engine.errors import NoLegalPairing

SEEDS = [f"seed {number}" for number in range(20)]
PAIRS = [{"id": one} for one in "ABCDE"] + [{"id": "Spare", "role": "spare"}]


def me_game(first, second, score, leaders=(False, False)):
    return game(first, second, "time", score, leaders=list(leaders))


ROUND_1 = played(
    me_game("A", "B", (7, 4), (True, False)),
    me_game("C", "D", (3, 3), (True, True)),
    me_game("E", "Spare", (2, 9)),
)
ROUND_2 = played(
    game("A", "C", "concession", (0, 0), conceded=1),
    me_game("D", "E", (5, 8)),
    me_game("B", "Spare", (6, 2), (True, False)),
)


def mini(*rounds, **fields):
    return event("middle-earth", PAIRS, swiss(*rounds), **fields)


# The first round


@pytest.mark.clause("ME-047", "ME-048", "AMB-094")
@pytest.mark.parametrize("spare", [None, "Spare"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9])
def test_the_first_round_is_a_lot_and_so_is_who_meets_the_spare(count, spare, pairings):
    names = [f"p{number}" for number in range(count)]
    players = [{"id": one} for one in names]
    players += [{"id": spare, "role": "spare"}] if spare else []
    rest = by_lot(names, "bye")[: count % 2]
    order = by_lot([one for one in names if one not in rest], "order")
    couples = [f"{a}-{b}" for a, b in zip(order[::2], order[1::2], strict=True)]
    last = [f"{one}-{spare}" if spare else one for one in rest]
    answer = pairings(event("middle-earth", players))

    assert " ".join([*couples, *last]) == drawn(answer)
    assert all([("drawn-by-lot", "ME-047")] == whys(answer)[one] for one in couples)
    code = "spare-by-lot" if spare else "bye-by-lot"
    assert all([(code, "ME-048")] == whys(answer)[one] for one in last)


# The mini event


@pytest.mark.clause("ME-050", "ME-051", "ME-058")
@pytest.mark.case("ME-T05")
def test_round_2_of_the_mini_event(pairings, standings):
    """E has met the Spare, so B does; A-C and D-E, or A-D and C-E if D was drawn above C."""
    seen = set()
    for seed in SEEDS:
        before = mini(ROUND_1, seed=seed)
        second, third = (row["player"] for row in standings(before)["rows"][1:3])
        answer = pairings(before)
        assert f"A-{second} {third}-E B-Spare" == drawn(answer)
        assert {"C", "D"} == {second, third}
        assert [("neighbours", "ME-058")] == whys(answer)[f"A-{second}"]
        assert {"places": [1, 2]} == facts(answer, f"A-{second}", "neighbours")
        assert [("spare-lowest", "ME-051")] == whys(answer)["B-Spare"]
        assert "kind" not in answer["matches"][-1]
        assert 3 == answer["matches"][-1]["table"]
        seen.add(second)
    assert {"C", "D"} == seen


@pytest.mark.clause("ME-059", "ME-061", "ME-050", "AMB-087")
@pytest.mark.case("ME-T07", "ME-T08")
@pytest.mark.parametrize(
    ("plan", "expected", "repeats"),
    [
        pytest.param({"swiss_rounds": 4}, "A-E B-D C-Spare", {}, id="ME-T07: not the final"),
        pytest.param({}, "A-E B-D C-Spare", {}, id="nothing is planned"),
        pytest.param(
            {"swiss_rounds": 3},
            "A-B E-D C-Spare",
            {"A-B": 1, "E-D": 2},
            id="ME-T08: the final round",
        ),
    ],
)
def test_round_3_of_the_mini_event(plan, expected, repeats, pairings):
    answer = pairings(mini(ROUND_1, ROUND_2, plan=plan))

    assert expected == drawn(answer)
    for match, number in repeats.items():
        assert ("final-round-repeat", "ME-061") in whys(answer)[match]
        assert {"round": number} == facts(answer, match, "final-round-repeat")
    if not repeats:
        assert ("met-already", "ME-059") in whys(answer)["A-E"]
        assert {"player": "A", "opponents": ["B"]} == facts(answer, "A-E", "met-already")


# Swaps


@pytest.mark.clause("ME-058", "ME-059", "ME-060", "AMB-086", "AMB-087", "AMB-096")
@pytest.mark.case("ME-EX2", "ME-T09", "ME-T10", "ME-T11")
@pytest.mark.parametrize(
    ("names", "met", "expected"),
    [
        pytest.param("1 2 3 4 5 6", "", "1-2 3-4 5-6", id="down the standings"),
        pytest.param("K G R X", "K-G", "K-R G-X", id="ME-EX2 at the top"),
        pytest.param("1 2 K G R X", "K-G", "1-2 K-R G-X", id="ME-EX2 further down"),
        pytest.param("1 2 3 4 5 6", "1-2 1-3", "1-4 2-3 5-6", id="ME-T09"),
        pytest.param("1 2 3 4 5 6", "1-2 2-4", "1-3 2-5 4-6", id="ME-T10"),
        pytest.param("1 2 3 4", "3-4", "1-3 2-4", id="ME-T11"),
        pytest.param("1 2 3 4", "3-4 2-4", "1-4 2-3", id="ME-T11, both"),
        pytest.param("1 2 3 4 5 6", "5-6 4-6 3-6", "1-3 2-6 4-5", id="6 has the top two left"),
        pytest.param("1 2 3 4 5 6", "1-2 3-4 5-6", "1-3 2-5 4-6", id="every table has met"),
    ],
)
def test_the_first_repeat_free_round_down_the_standings(names, met, expected, pairings):
    for seed in SEEDS[:3]:
        answer = pairings(state("middle-earth", ranks(names), met=met, seed=seed))
        assert expected == drawn(answer)


@pytest.mark.clause("ME-061", "AMB-003")
def test_only_the_final_round_may_repeat(pairings):
    before = state("middle-earth", ranks("A B C D"), met="A-B A-C A-D")
    with pytest.raises(NoLegalPairing) as refusal:
        pairings(before)
    final = before | {"plan": {"swiss_rounds": next_number(before)}}
    answer = pairings(before, allow_rematch=True)

    assert "ME-059" == refusal.value.clause
    assert "A-B C-D" == drawn(pairings(final))
    assert 1 == sum(code == "rematch" for why in whys(answer).values() for code, _ in why)


# The Spare Player and byes


@pytest.mark.clause("ME-050", "ME-051", "ME-053", "AMB-090", "AMB-089")
@pytest.mark.parametrize("spare", [None, "Spare"])
@pytest.mark.parametrize(
    ("rested", "expected"),
    [
        pytest.param("", "E", id="the bottom"),
        pytest.param("E", "D", id="has had it: the next-lowest"),
        pytest.param("D E", "C", id="two have"),
        pytest.param("A B D E", "C", id="all but one in the middle"),
        pytest.param("A B C D E", "E", id="AMB-089: everybody has"),
        pytest.param("A B C D E E D", "C", id="the lowest of the fewest"),
    ],
)
def test_the_lowest_who_had_neither_spare_nor_bye(rested, expected, spare, pairings):
    answer = pairings(state("middle-earth", ranks("A B C D E"), byes=rested, spare=spare))
    last = answer["matches"][-1]

    assert [expected, *([spare] if spare else [])] == last["players"]
    assert ("bye" if spare is None else None) == last.get("kind")
    assert (spare is not None) == ("table" in last)
    code = "bye-lowest" if spare is None else "spare-lowest"
    assert (code, "ME-051") == (last["why"][0]["code"], last["why"][0]["clause"])


@pytest.mark.clause("AMB-090", "ME-049", "ME-020")
def test_a_game_against_the_spare_and_a_bye_are_one_history(pairings):
    """D met the Spare and E had a bye: the third from below is next."""
    before = state("middle-earth", ranks("A B C D E"), byes="E", spare="Spare")
    before["stages"][0]["rounds"].insert(0, played(me_game("D", "Spare", (0, 1))))

    assert "C" == resting(pairings(before))


@pytest.mark.clause("AMB-099", "ME-052")
def test_the_spare_is_idle_while_the_field_is_even(pairings):
    answer = pairings(state("middle-earth", ranks("A B C D"), spare="Spare"))

    assert "A-B C-D" == drawn(answer)


@pytest.mark.clause("AMB-088", "ME-061", "ME-051")
@pytest.mark.parametrize(("options", "expected"), [({}, "B"), ({"bye.repeat_in_final": True}, "C")])
def test_the_final_round_allows_no_second_spare_unless_asked_to(options, expected, pairings):
    before = state("middle-earth", ranks("A B C"), byes="C", spare="Spare", options=options)
    planned = next_number(before)

    assert expected == resting(pairings(before | {"plan": {"swiss_rounds": planned}}))
    assert "B" == resting(pairings(before | {"plan": {"swiss_rounds": planned + 1}}))


@pytest.mark.clause("AMB-004", "ME-051")
@pytest.mark.parametrize(
    ("met", "plan", "expected", "passed"),
    [
        pytest.param("A-B", {}, "A-C B-Spare", ["C"], id="the others have met"),
        pytest.param("A-B A-C", {}, "B-C A-Spare", ["C", "B"], id="A has met both"),
        pytest.param("A-B", "final", "A-B C-Spare", [], id="the final round repeats instead"),
    ],
)
def test_who_is_passed_over_for_the_spare(met, plan, expected, passed, pairings):
    before = state("middle-earth", ranks("A B C"), met=met, spare="Spare")
    plan = {"swiss_rounds": next_number(before)} if plan == "final" else plan
    answer = pairings(before | {"plan": plan})
    last = expected.split()[-1]

    assert expected == drawn(answer)
    assert passed == (facts(answer, last, "bye-passed-over")["opponents"] if passed else [])
    assert bool(passed) == (("bye-passed-over", "AMB-004") in whys(answer)[last])


@pytest.mark.clause("ME-047", "ME-050", "AMB-097")
def test_the_spare_is_no_part_of_the_field_even_after_many_games(pairings):
    before = mini(ROUND_1, ROUND_2, played(me_game("C", "Spare", (1, 0)), bye("A")))
    names = [one for match in pairings(before)["matches"] for one in match["players"]]

    assert ["A", "B", "C", "D", "E", "Spare"] == sorted(names)
    assert "Spare" == names[-1]
