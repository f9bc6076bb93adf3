"""Lots exactly as section 4 of the contract writes them, computed here by hand."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiltyard.engine.chance import Urn, round_seed

PURPOSES = ("order", "bye", "tiebreak", "elimination", "deployment", "objective")
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)


def by_hand(text):
    return sha256(text.encode("utf-8")).digest()


@pytest.mark.clause("AMB-002")
@pytest.mark.parametrize(
    ("seed", "purpose", "stage", "number", "name", "hashed"),
    [
        pytest.param(
            "any text", "order", 1, 1, "p1", "tiltyard/1|any text|order|1|1|p1", id="order"
        ),
        pytest.param("", "bye", 1, 3, "p9", "tiltyard/1||bye|1|3|p9", id="no seed is empty text"),
        pytest.param("s", "tiebreak", 2, 0, "p1", "tiltyard/1|s|tiebreak|2|0|p1", id="round 0"),
        pytest.param("s", "tiebreak", 1, 12, "p1", "tiltyard/1|s|tiebreak|1|12|p1", id="round 12"),
        pytest.param(
            "Käse", "order", 1, 1, "選手1", "tiltyard/1|Käse|order|1|1|選手1", id="written as UTF-8"
        ),
        pytest.param("a|b", "order", 1, 1, "x|y", "tiltyard/1|a|b|order|1|1|x|y", id="bars stay"),
        pytest.param(
            "s", "elimination", 1, 1, "game:a+b", "tiltyard/1|s|elimination|1|1|game:a+b", id="game"
        ),
    ],
)
def test_a_lot_is_the_digest_of_what_the_contract_says(seed, purpose, stage, number, name, hashed):
    assert by_hand(hashed) == Urn(seed, purpose, stage, number).lot(name)


def test_a_digest_that_anybody_can_check_with_another_tool():
    """printf 'tiltyard/1|any text|order|1|1|p1' | sha256sum."""
    expected = "4e3ec9e60ef6a758eea80d6d6af83f669e309598e8ebfdd92b52a3f64e2177a5"

    assert expected == Urn("any text", "order", 1, 1).lot("p1").hex()


@pytest.mark.clause("AMB-002")
@given(TEXT, st.sampled_from(PURPOSES), st.integers(1, 9), st.integers(0, 99), st.sets(TEXT))
def test_names_are_drawn_in_ascending_order_of_their_digests(seed, purpose, stage, number, names):
    drawn = Urn(seed, purpose, stage, number).order(names)

    assert names == set(drawn)
    assert drawn == sorted(
        names,
        key=lambda name: by_hand(f"tiltyard/1|{seed}|{purpose}|{stage}|{number}|{name}").hex(),
    )


@given(st.permutations([f"p{n}" for n in range(12)]))
def test_the_order_in_which_names_are_given_does_not_matter(names):
    urn = Urn("s", "order", 1, 1)

    assert urn.order(sorted(names)) == urn.order(names)


@pytest.mark.clause("AMB-002")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(("t", "order", 1, 1), id="another seed"),
        pytest.param(("s", "bye", 1, 1), id="another purpose"),
        pytest.param(("s", "order", 2, 1), id="another stage"),
        pytest.param(("s", "order", 1, 2), id="another round"),
    ],
)
def test_another_seed_purpose_stage_or_round_is_another_draw(other):
    names = [f"p{n}" for n in range(20)]

    assert Urn("s", "order", 1, 1).order(names) != Urn(*other).order(names)


@pytest.mark.parametrize(
    ("attempt", "expected"),
    [
        pytest.param(1, "s", id="drawn once"),
        pytest.param(2, "s#2", id="drawn again"),
        pytest.param(11, "s#11", id="and again"),
    ],
)
def test_from_the_second_attempt_on_the_seed_is_marked(attempt, expected):
    assert expected == round_seed("s", attempt)
