"""20 X-Wing tournaments of 2014-2015 with the sum strength of schedule, and the ties it decides."""

from __future__ import annotations

import pytest

from tests.real.comparison import (
    keys_in_our_order,
    keys_in_published_order,
    numbers_that_differ,
    order_against_our_keys,
    places_that_differ,
    rows_by_name,
)
from tests.real.convert import from_sos_2015
from tests.real.differences import corrected, explained
from tests.real.published import (
    RULESETS,
    event_params,
    events_of,
    index_of,
    missing,
    rows_of_sos_2015,
)

FOLDER = "xwing-sos-2015"
EXPLAINED = explained(FOLDER)
DIFFERING = {number for number, event in EXPLAINED.items() if event.in_the_swiss_rounds}
AGREEING = [
    number
    for number, row in sorted(index_of(FOLDER).items())
    if row["full_agreement"] == "1" and number not in DIFFERING
]
WITH_BRACKET = [
    number
    for number, event in sorted(events_of(FOLDER).items())
    if any(round_["round-type"] == "elimination" for round_ in event["rounds"])
]
CORRECTED = [number for number, difference in EXPLAINED.items() if difference.corrections]


def tournament_of(event):
    return from_sos_2015(event, index_of(FOLDER)[event["id"]]["variant"])


def swiss_rounds(tournament):
    return sum(1 for one in tournament["stages"][0]["rounds"] if one["matches"])


@pytest.mark.clause("XW-055", "XW-058", "XW-059", "XW-060", "XW-062", "XW-064", "XW-066", "XW-082")
@pytest.mark.clause("XW-070", "XE-020", "AMB-009", "AMB-010", "AMB-061", "AMB-062")
@pytest.mark.parametrize("number", event_params(FOLDER, AGREEING))
def test_every_players_points_margin_and_strength_of_schedule_are_as_published(number, standings):
    event = events_of(FOLDER)[number]

    answer = standings(tournament_of(event), rulesets=RULESETS)

    assert {} == numbers_that_differ(rows_of_sos_2015(event), answer)
    assert len(event["players"]) == len(answer["rows"])


@pytest.mark.clause("XW-063", "XW-069", "XW-070", "AMB-060", "AMB-076")
@pytest.mark.parametrize("number", event_params(FOLDER, AGREEING))
def test_the_order_after_the_swiss_rounds_is_as_published(number, standings):
    event = events_of(FOLDER)[number]
    tournament = tournament_of(event)

    answer = standings(tournament, after=swiss_rounds(tournament), rulesets=RULESETS)

    published = rows_of_sos_2015(event)
    assert keys_in_published_order(published, answer) == keys_in_our_order(published, answer)
    assert list(range(1, len(answer["rows"]) + 1)) == [row["rank"] for row in answer["rows"]]


@pytest.mark.parametrize("number", event_params(FOLDER, AGREEING))
def test_players_without_a_published_rank_have_dropped(number, standings):
    event = events_of(FOLDER)[number]

    rows = rows_by_name(standings(tournament_of(event), rulesets=RULESETS))

    expected = {row.name for row in rows_of_sos_2015(event) if row.rank is None}
    assert expected == {name for name, row in rows.items() if row["status"] == "dropped"}


@pytest.mark.clause("XW-084", "XW-085", "XW-086", "XW-087", "AMB-013", "AMB-024", "AMB-067")
@pytest.mark.parametrize("number", event_params(FOLDER, WITH_BRACKET))
def test_the_bracket_ends_as_published(number, standings):
    event = events_of(FOLDER)[number]

    answer = standings(tournament_of(event), rulesets=RULESETS)

    expected = EXPLAINED[number].places if number in EXPLAINED else {}
    assert expected == places_that_differ(rows_of_sos_2015(event), answer)


@pytest.mark.parametrize("number", event_params(FOLDER, EXPLAINED))
def test_exactly_the_listed_rows_differ(number, standings):
    event = events_of(FOLDER)[number]
    tournament = tournament_of(event)

    answer = standings(tournament, after=swiss_rounds(tournament), rulesets=RULESETS)

    published = rows_of_sos_2015(event)
    assert EXPLAINED[number].numbers == numbers_that_differ(published, answer)
    assert EXPLAINED[number].order == order_against_our_keys(published, answer)


@pytest.mark.parametrize("number", event_params(FOLDER, CORRECTED))
def test_the_explanation_written_into_the_event_gives_the_published_numbers(number, standings):
    event = events_of(FOLDER)[number]
    tournament = corrected(tournament_of(event), EXPLAINED[number])

    answer = standings(tournament, after=swiss_rounds(tournament), rulesets=RULESETS)

    published = rows_of_sos_2015(event)
    assert EXPLAINED[number].remaining_numbers == numbers_that_differ(published, answer)
    assert EXPLAINED[number].still_order == order_against_our_keys(published, answer)


@missing(FOLDER)
def test_every_event_that_the_index_doubts_is_explained_and_no_other():
    doubted = {n for n, row in index_of(FOLDER).items() if row["full_agreement"] == "0"}
    believed = {n for n, difference in EXPLAINED.items() if difference.index_agrees}

    assert doubted | believed == set(EXPLAINED)
    assert set() == doubted & believed
    assert 20 == len(AGREEING) + len(DIFFERING)
