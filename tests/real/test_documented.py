"""docs/real-events.md tells people what `differences.toml` tells the tests."""

from __future__ import annotations

import tomllib

import pytest

from tests.real.differences import TABLE, explained
from tests.real.published import ROOT

PAGE = ROOT / "docs" / "real-events.md"
FOLDERS = ("xwing-listjuggler", "xwing-sos-2015", "listfortress")
EVENTS = [event for folder in FOLDERS for event in explained(folder).values()]


def line_of(player, numbers, because):
    """A row of the page: `| Player 005 | mov 454, ours 445 | |`."""
    cells = ", ".join(f"{key} {was}, ours {ours}" for key, (was, ours) in numbers.items())
    return f"| {player} | {cells} | {because} |"


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: f"{event.folder}-{event.number}")
def test_the_page_lists_every_difference_with_its_reason(event):
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition(f"### {event.folder} {event.number}\n")[2].partition("\n### ")[0]
    words = " ".join(section.split())
    because = {row["player"]: row.get("because", "") for row in event.rows}

    assert event.why in words
    for player, numbers in event.numbers.items():
        assert line_of(player, numbers, because[player]) in section.splitlines()
    assert len(event.numbers) == section.count("\n| Player")


def test_every_event_of_the_table_belongs_to_a_set_that_is_tested():
    entries = tomllib.loads(TABLE.read_text(encoding="utf-8"))["events"]

    assert len(entries) == len(EVENTS)
