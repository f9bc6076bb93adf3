"""Companions in round 1: the quick way by numbers draws what the exact search draws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiltyard.core.pairing.affiliations import graph_of_strangers, pairs_of_strangers
from tiltyard.core.pairing.brackets import pair_brackets

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
