"""Power cuts at every moment: nothing acknowledged is lost, and the model can tell."""

import pytest

from tests.store.power import cut

SEED = 20260516


@pytest.mark.parametrize("part", range(4))
def test_3000_power_cuts_lose_nothing_that_was_acknowledged(quick_folder, part):
    seen = cut(quick_folder, SEED + part, images=750)

    assert {"images": 750, "whole": 750} == dict(seen)


def test_the_model_shows_that_synchronous_normal_loses_what_was_acknowledged(quick_folder):
    seen = cut(quick_folder, SEED, images=300, synchronous=1)

    assert seen["lost"] > 30
    assert 0 == seen["wrong"]


def test_the_model_shows_that_synchronous_off_loses_and_corrupts(quick_folder):
    seen = cut(quick_folder, SEED, images=300, synchronous=0)

    assert seen["lost"] > 30
    assert seen["corrupt"] > 10
    assert 0 == seen["wrong"]
