"""12 second-edition X-Wing events: the mean strength of schedule, under a ruleset for tests."""

from __future__ import annotations

import pytest

from tests.real.comparison import (
    keys_in_our_order,
    keys_in_published_order,
    numbers_that_differ,
    order_against_our_keys,
)
from tests.real.convert import from_listfortress
from tests.real.differences import explained
from tests.real.published import (
    event_params,
    events_of,
    missing,
    rows_of_listfortress,
)

FOLDER = "listfortress"
EXPLAINED = explained(FOLDER)
AGREEING = [number for number in sorted(events_of(FOLDER)) if number not in EXPLAINED]


@pytest.mark.clause("AR-119", "AMB-010", "AMB-011")
@pytest.mark.parametrize("number", event_params(FOLDER, AGREEING))
def test_every_players_points_margin_and_mean_strength_of_schedule_are_as_published(
    number, standings
):
    event = events_of(FOLDER)[number]

    answer = standings(from_listfortress(event))

    assert {} == numbers_that_differ(rows_of_listfortress(event), answer)
    assert len(event["participants"]) == len(answer["rows"])


@pytest.mark.parametrize("number", event_params(FOLDER, sorted(events_of(FOLDER))))
def test_the_order_is_as_published(number, standings):
    event = events_of(FOLDER)[number]

    answer = standings(from_listfortress(event))

    published = rows_of_listfortress(event)
    assert keys_in_published_order(published, answer) == keys_in_our_order(published, answer)
    assert list(range(1, len(answer["rows"]) + 1)) == [row["rank"] for row in answer["rows"]]


@pytest.mark.parametrize("number", event_params(FOLDER, EXPLAINED))
def test_exactly_the_listed_rows_differ(number, standings):
    event = events_of(FOLDER)[number]

    answer = standings(from_listfortress(event))

    published = rows_of_listfortress(event)
    assert EXPLAINED[number].numbers == numbers_that_differ(published, answer)
    assert EXPLAINED[number].order == order_against_our_keys(published, answer)


@missing(FOLDER)
def test_all_twelve_events_are_compared():
    assert 12 == len(AGREEING) + len(EXPLAINED)
