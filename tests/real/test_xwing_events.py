"""84 X-Wing tournaments of 2014-2017: points, margins, strength of schedule, order and brackets.

Two collections are read in the same way: 64 events from List Juggler (whose strength of schedule is
capped, so it is left out) and 20 of 2014-2015 with the sum strength of schedule.
"""

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
from tests.real.convert import from_listjuggler, from_sos_2015
from tests.real.differences import corrected, explained
from tests.real.published import (
    event_params,
    events_of,
    index_of,
    missing,
    rows_of_listjuggler,
    rows_of_sos_2015,
)


class Collection:
    """One folder of events: how to read them, what was published, what is explained."""

    def __init__(self, folder, size, convert, rows):
        self.folder, self.size, self.convert, self.rows = folder, size, convert, rows
        self.explained = explained(folder)
        self.differing = {n for n, one in self.explained.items() if one.in_the_swiss_rounds}
        self.agreeing = [
            number
            for number, row in sorted(index_of(folder).items())
            if row["full_agreement"] == "1" and number not in self.differing
        ]
        self.with_bracket = [
            number
            for number, event in sorted(events_of(folder).items())
            if any(round_["round-type"] == "elimination" for round_ in event["rounds"])
        ]
        self.corrected = [n for n, one in self.explained.items() if one.corrections]

    def tournament(self, number):
        return self.convert(events_of(self.folder)[number])

    def published(self, number):
        return self.rows(events_of(self.folder)[number])


def with_variant(event):
    return from_sos_2015(event, index_of("xwing-sos-2015")[event["id"]]["variant"])


COLLECTIONS = (
    Collection("xwing-listjuggler", 64, from_listjuggler, rows_of_listjuggler),
    Collection("xwing-sos-2015", 20, with_variant, rows_of_sos_2015),
)


def every(which):
    """One parameter for every event of a kind, in both collections."""
    return [
        pytest.param(collection, *one.values, id=one.id, marks=one.marks)
        for collection in COLLECTIONS
        for one in event_params(collection.folder, getattr(collection, which))
    ]


def swiss_rounds(tournament):
    return sum(1 for one in tournament["stages"][0]["rounds"] if one["matches"])


@pytest.mark.clause("XW-055", "XW-058", "XW-059", "XW-060", "XW-062", "XW-064", "XW-066", "XW-082")
@pytest.mark.clause("XW-070", "XE-020", "AMB-009", "AMB-010", "AMB-061", "AMB-062", "AMB-077")
@pytest.mark.clause("AMB-078", "AMB-079")
@pytest.mark.parametrize(("collection", "number"), every("agreeing"))
def test_every_players_numbers_are_as_published(collection, number, standings):
    published = collection.published(number)

    answer = standings(collection.tournament(number))

    assert {} == numbers_that_differ(published, answer)
    assert len(published) == len(answer["rows"])


@pytest.mark.clause("XW-063", "XW-069", "XW-070", "AMB-060", "AMB-076")
@pytest.mark.parametrize(("collection", "number"), every("agreeing"))
def test_the_order_after_the_swiss_rounds_is_as_published(collection, number, standings):
    tournament = collection.tournament(number)
    published = collection.published(number)

    answer = standings(tournament, after=swiss_rounds(tournament))

    assert keys_in_published_order(published, answer) == keys_in_our_order(published, answer)
    assert list(range(1, len(answer["rows"]) + 1)) == [row["rank"] for row in answer["rows"]]


@pytest.mark.parametrize(("collection", "number"), every("agreeing"))
def test_players_without_a_published_rank_have_dropped(collection, number, standings):
    rows = rows_by_name(standings(collection.tournament(number)))

    expected = {row.name for row in collection.published(number) if row.rank is None}
    assert expected == {name for name, row in rows.items() if row["status"] == "dropped"}


@pytest.mark.clause("XW-084", "XW-085", "XW-086", "XW-087", "AMB-013", "AMB-024", "AMB-067")
@pytest.mark.parametrize(("collection", "number"), every("with_bracket"))
def test_the_bracket_ends_as_published(collection, number, standings):
    answer = standings(collection.tournament(number))

    known = collection.explained
    expected = known[number].places if number in known else {}
    assert expected == places_that_differ(collection.published(number), answer)


@pytest.mark.parametrize(("collection", "number"), every("explained"))
def test_exactly_the_listed_rows_differ(collection, number, standings):
    tournament = collection.tournament(number)
    published = collection.published(number)

    answer = standings(tournament, after=swiss_rounds(tournament))

    assert collection.explained[number].numbers == numbers_that_differ(published, answer)
    assert collection.explained[number].order == order_against_our_keys(published, answer)


@pytest.mark.parametrize(("collection", "number"), every("corrected"))
def test_the_explanation_written_into_the_event_gives_the_published_numbers(
    collection, number, standings
):
    difference = collection.explained[number]
    tournament = corrected(collection.tournament(number), difference)
    published = collection.published(number)

    answer = standings(tournament, after=swiss_rounds(tournament))

    assert difference.remaining_numbers == numbers_that_differ(published, answer)
    assert difference.still_order == order_against_our_keys(published, answer)


@pytest.mark.parametrize(
    "collection",
    [pytest.param(one, id=one.folder, marks=missing(one.folder)) for one in COLLECTIONS],
)
def test_every_event_that_the_index_doubts_is_explained_and_no_other(collection):
    index = index_of(collection.folder)
    doubted = {number for number, row in index.items() if row["full_agreement"] == "0"}
    believed = {n for n, difference in collection.explained.items() if difference.index_agrees}

    assert doubted | believed == set(collection.explained)
    assert set() == doubted & believed
    assert collection.size == len(collection.agreeing) + len(collection.differing)
