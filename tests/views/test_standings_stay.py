"""Standings that were computed are taken over by later versions, and are those of a new look."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.web.hall import TestClock, WebHall
from tiltyard.day.fold import fold
from tiltyard.text.language import speaking
from tiltyard.views.event import standings_stay
from tiltyard.web.event_view import EventView


@pytest.fixture(scope="module")
def days():
    """The logs of all example events with their rules."""
    hall = WebHall(demo=True)
    found = [(list(hall.desk.log(name)), *hall.desk.rules(name)) for name in hall.desk.events()]
    hall.close()
    return found


def computed(view):
    """Everything that may be taken over."""
    with speaking("de"):
        german = view.public_names, view.public_standings
    return view.ranked, view.standings, view.rows, view.public_names, view.public_standings, german


def test_at_every_fact_of_every_day_what_is_taken_over_is_what_a_new_look_finds(days):
    stayed = changed = 0
    for facts, rules, document in days:
        event, before = fold([]), None
        for fact in facts:
            event = fold([fact], event)
            view = EventView(event, rules, document, TestClock())
            if before is not None:
                view.keep_from(before)
                if view.same_as is None:
                    changed += 1
                else:
                    stayed += 1
                    assert view.same_as.same_as is None, "a chain of versions is never let go"
                    fresh = EventView(event, rules, document, TestClock())
                    assert computed(view) == computed(fresh), fact
                    assert view.public_event == fresh.public_event
            if fact.number % 3:  # not every version is asked for its standings
                computed(view)
            before = view
    assert stayed > 100
    assert changed > 100


def test_a_report_leaves_the_standings_and_the_last_one_does_not(days):
    facts, _, _ = max(days, key=lambda day: len(day[0]))
    event, before, kept = fold([]), None, set()
    for fact in facts:
        event = fold([fact], event)
        if before is not None and before.current is not None and event.current is not None:
            closed = before.current.is_closed, event.current.is_closed
            kept.add((*closed, standings_stay(before, event)))
        before = event
    assert (False, False, True) in kept
    assert (False, True, True) not in kept


def test_a_page_of_the_standings_alone_hands_them_on(days):
    """The publisher asks for nothing but the public table, version after version."""
    facts, rules, document = max(days, key=lambda day: len(day[0]))
    event, before, tables = fold([]), None, []
    for fact in facts:
        stays = before is not None and standings_stay(before.event, fold([fact], event))
        event = fold([fact], event)
        view = EventView(event, rules, document, TestClock())
        if before is not None:
            view.keep_from(before)
        tables.append((stays, view.public_standings))
        before = view
    handed_on = [table is last for (_, last), (stays, table) in pairwise(tables) if stays]
    assert len(handed_on) > 20
    assert all(handed_on)
