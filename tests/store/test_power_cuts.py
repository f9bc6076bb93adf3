"""Power cuts at every moment: nothing acknowledged is lost, and the model can tell."""

import pytest

from tests.amount import amount
from tests.store.power import cut

SEED = 20260516


@pytest.mark.parametrize("part", range(4))
def test_power_cuts_lose_nothing_that_was_acknowledged(quick_folder, part):
    """`python -m tests.store.many_power_cuts` tries as many as wanted."""
    images = amount(200, 750)
    seen = cut(quick_folder, SEED + part, images=images)

    assert {"images": images, "whole": images} == dict(seen)


def test_the_model_shows_that_synchronous_normal_loses_what_was_acknowledged(quick_folder):
    seen = cut(quick_folder, SEED, images=300, synchronous=1)

    assert seen["lost"] > 30
    assert 0 == seen["wrong"]


def test_the_model_shows_that_synchronous_off_loses_and_corrupts(quick_folder):
    seen = cut(quick_folder, SEED, images=300, synchronous=0)

    assert seen["lost"] > 30
    assert seen["corrupt"] > 10
    assert 0 == seen["wrong"]
