"""The seal of a list: anybody can check it once the seed is public, nobody can guess before."""

import hmac
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiltyard.engine.rosters.list_reading import digest, holds, salt, seal

SEED = "9f" * 32
TEXT = "Rookie Pilot (21)\nTotal: 21"
ANY = st.text(max_size=20)


def test_the_seal_is_what_its_description_says():
    key = hmac.new(SEED.encode(), b"tiltyard/1|list-seal|cup|p1", sha256).hexdigest()

    assert key == salt(SEED, "cup", "p1")
    assert sha256(f"{key}|{TEXT}".encode()).hexdigest() == seal(SEED, "cup", "p1", TEXT)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param((SEED, "cup", "p1", TEXT + " "), id="one more space"),
        pytest.param((SEED, "cup", "p1", TEXT.replace("21", "22")), id="one point"),
        pytest.param((SEED, "cup", "p1", ""), id="nothing"),
        pytest.param((SEED, "cup", "p2", TEXT), id="of another player"),
        pytest.param((SEED, "cup 2", "p1", TEXT), id="at another event"),
        pytest.param((SEED[:-1], "cup", "p1", TEXT), id="with another seed"),
    ],
)
def test_a_later_change_shows(changed):
    sealed = seal(SEED, "cup", "p1", TEXT)

    assert holds(sealed, SEED, "cup", "p1", TEXT)
    assert not holds(sealed, *changed)


def test_two_players_with_one_list_have_different_seals():
    assert seal(SEED, "cup", "p1", TEXT) != seal(SEED, "cup", "p2", TEXT)


def test_whoever_guesses_the_list_cannot_check_the_guess_without_the_seed():
    sealed = seal(SEED, "cup", "p1", TEXT)
    guesses = {
        sha256(TEXT.encode()).hexdigest(),
        seal("", "cup", "p1", TEXT),
        seal("cup", "cup", "p1", TEXT),
        seal(sha256(SEED.encode()).hexdigest(), "cup", "p1", TEXT),  # the promise is public
    }

    assert sealed not in guesses
    assert SEED not in sealed


@given(ANY, ANY, ANY, ANY)
def test_every_text_has_a_seal(seed, event, player, text):
    sealed = seal(seed, event, player, text)

    assert holds(sealed, seed, event, player, text)
    assert not holds(sealed, seed, event, player, text + "x")


def test_half_a_character_is_sealed_as_well():
    assert 64 == len(seal(SEED, "cup", "p1", "\ud800"))


def test_the_digest_is_half_a_hash_of_the_text():
    assert sha256(TEXT.encode()).hexdigest()[:32] == digest(TEXT)
    assert digest(TEXT) != digest(TEXT + "\n")
