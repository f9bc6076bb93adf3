"""Companions in round 1: who rests, who meets, and the quick ways that find it."""

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.amount import amount
from tests.pairing.events import by_lot, event, pairs, resting
from tests.pairing.test_brute_force import all_rounds
from tiltyard.engine.pairing.brackets import pair_brackets
from tiltyard.engine.pairing.field import (
    companies_of,
    first_to_rest,
    graph_of_strangers,
    pairs_of_strangers,
)

COMPANIES = st.sampled_from([frozenset(), frozenset("a"), frozenset("b"), frozenset("c")])
FIELDS = st.integers(1, 8).flatmap(lambda n: st.lists(COMPANIES, min_size=2 * n, max_size=2 * n))


def companions(tags, pairs):
    return sum(not tags[a].isdisjoint(tags[b]) for a, b in pairs)


@pytest.mark.clause("XW-073", "AMB-072")
@given(FIELDS)
def test_numbers_give_the_same_round_as_the_exact_search(tags):
    searched = pair_brackets(graph_of_strangers(tags), [list(range(len(tags)))]).pairs

    assert sorted(searched) == sorted(pairs_of_strangers(tags))


@pytest.mark.clause("XW-073", "AMB-072")
@pytest.mark.parametrize(
    ("club", "others", "expected"),
    [
        pytest.param(500, 500, 0, id="half the field: everybody meets a stranger"),
        pytest.param(502, 498, 2, id="two more than half: two pairs of companions"),
        pytest.param(1000, 0, 500, id="only one club"),
    ],
)
def test_a_club_as_large_as_the_hall_takes_no_more_companions_than_needed(club, others, expected):
    tags = [frozenset({"club"})] * club + [frozenset()] * others

    assert expected == companions(tags, pairs_of_strangers(tags))


def test_players_of_two_companies_are_left_to_the_search():
    assert None is pairs_of_strangers([frozenset("ab"), frozenset("a")])


# The bye of an odd first round

CROWDS = st.lists(st.frozensets(st.sampled_from("abc"), max_size=2), min_size=3, max_size=9).filter(
    lambda tags: len(tags) % 2
)


def needed(tags, resting):
    """The fewest pairs of companions of all rounds in which somebody rests."""
    players = [one for one in range(len(tags)) if one != resting]
    return min(companions(tags, round_) for round_ in all_rounds(players))


@pytest.mark.clause("XW-073")
@settings(max_examples=amount(100, 300), deadline=None)
@given(CROWDS, st.randoms(use_true_random=False))
@example([frozenset("a"), frozenset("a"), frozenset()], None)
def test_the_first_candidate_rests_who_leaves_the_fewest_companions(tags, random):
    """All rounds of all rests are tried."""
    candidates = list(range(len(tags)))
    if random is not None:
        random.shuffle(candidates)
    fewest = min(needed(tags, one) for one in candidates)
    expected = next(one for one in candidates if needed(tags, one) == fewest)

    assert expected == first_to_rest(tags, candidates)


@pytest.mark.clause("XW-073")
@pytest.mark.parametrize("size", [9_999, 10_001])
@pytest.mark.parametrize("club", [4_000, 5_000, 5_001, 8_000])
def test_a_hall_full_of_people_is_settled_by_counting(size, club):
    tags = [frozenset()] * (size - club) + [frozenset({"club"})] * club

    assert (0 if 2 * club < size else size - club) == first_to_rest(tags, range(size))


@pytest.mark.clause("XW-073")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param([" Fam", "fam ", "FAM"], {"fam"}, id="case and outer spaces mean nothing"),
        pytest.param(["Straße", "STRASSE"], {"strasse"}, id="letters without a single capital"),
        pytest.param(["car 1", "car  1"], {"car 1", "car  1"}, id="inner spaces do"),
        pytest.param(["", "  "], set(), id="nothing written is no company"),
    ],
)
def test_who_came_together_is_read_without_case_and_outer_spaces(written, expected):
    assert expected == companies_of(written)


def field_of(tags, seed, ruleset="xwing-dogfight", **fields):
    players = [{"id": one, "affiliations": list(tags.get(one, ()))} for one in "ABCDEFG"]
    return event(ruleset, [one for one in players if one["id"] in tags], seed=seed, **fields)


AVOID = {"pairing.avoid_affiliation": True}
SEEDS = [f"seed {number}" for number in range(40)]


@pytest.mark.clause("XW-073", "DW-054")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation", "diskwars", "armada"])
@pytest.mark.parametrize(
    "tags",
    [
        pytest.param({"A": ["car"], "B": ["car"], "C": []}, id="two of three"),
        pytest.param({"A": ["car"], "B": ["Car "], "C": [" CAR"], "D": [], "E": []}, id="3 of 5"),
        pytest.param(
            {"A": ["x"], "B": ["x"], "C": ["x"], "D": ["x"], "E": [], "F": [], "G": []},
            id="four of seven",
        ),
    ],
)
def test_a_companion_rests_where_that_keeps_the_others_apart(pairings, ruleset, tags):
    together = {frozenset(both) for both in combinations([one for one in tags if tags[one]], 2)}
    byes = set()
    for seed in SEEDS:
        drawn = pairings(field_of(tags, seed, ruleset, options=AVOID))
        assert together.isdisjoint(pairs(drawn))
        lots = by_lot(list(tags), "bye", seed=seed)
        rests = next(one for one in lots if tags[one])
        assert rests == resting(drawn)
        codes = [why["code"] for why in drawn["matches"][-1]["why"]]
        before = lots[: lots.index(rests)]
        assert (["bye-passed-over-companions"] if before else []) == codes[1:]
        if before:
            assert before == drawn["matches"][-1]["why"][1]["facts"]["opponents"]
            assert drawn["matches"][-1]["why"][1]["clause"] in {"XW-073", "DW-054", "AMB-072"}
        byes.add(rests)
    assert {one for one in tags if tags[one]} == byes


@pytest.mark.clause("XW-073")
def test_companions_meet_only_where_every_first_round_has_such_a_pair(pairings):
    """Five of seven: one pair at least. The sentence that says so is true of every rest."""
    tags = {one: ["car"] if one in "ABCDE" else [] for one in "ABCDEFG"}
    for seed in SEEDS:
        drawn = pairings(field_of(tags, seed))
        meet = [
            m for m in drawn["matches"] if any(w["code"] == "companions-meet" for w in m["why"])
        ]
        assert 1 == len(meet)
        assert set(meet[0]["players"]) <= set("ABCDE")


@pytest.mark.clause("XW-073", "DW-054")
def test_where_nobody_is_kept_apart_the_bye_is_the_first_lot(pairings):
    tags = {one: ["car"] if one in "ABC" else [] for one in "ABCDE"}
    for seed in SEEDS:
        drawn = pairings(field_of(tags, seed, "diskwars"))
        assert by_lot(list(tags), "bye", seed=seed)[0] == resting(drawn)
