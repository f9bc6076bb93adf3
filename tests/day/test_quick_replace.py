"""The quick way to change a large record does what `dataclasses.replace` does."""

from dataclasses import fields, replace

import pytest

from tests.day.events import in_round
from tiltyard.day.quick_replace import quick_replace


@pytest.fixture(scope="module")
def event():
    return in_round("armada", 4).event


def test_a_field_is_changed_and_the_others_stay(event):
    assert replace(event, version=99) == quick_replace(event, version=99)
    assert replace(event.current, games={}) == quick_replace(event.current, games={})


def test_every_field_can_be_changed(event):
    for field in fields(event):
        assert replace(event, **{field.name: None}) == quick_replace(event, **{field.name: None})


def test_a_field_that_is_not_there_is_a_fault(event):
    with pytest.raises(KeyError):
        quick_replace(event, nonsense=1)
