"""The Armada World Championship 2025: 801 raw scores through two points tables, and two cuts."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from tests.real.comparison import rows_by_name
from tests.real.convert import from_armada_worlds
from tests.real.published import DATA, event_params, missing

FOLDER = "armada-worlds-2025"
DAYS = (1, 2, 3)
TABLE = ((350, 10, 0), (220, 9, 1), (130, 8, 2), (70, 7, 3), (30, 6, 4), (0, 5, 5))
"""AR-111, written down a second time: from this margin on, the winner and the loser get."""


def day(number: int) -> dict[str, Any]:
    events = json.loads((DATA / FOLDER / "events.json").read_text(encoding="utf-8"))
    return {event["id"]: event for event in events}[number]


def gains(standings, tournament, key):
    """What every player gained in every round: the standings after it less those before it."""
    rounds = len(tournament["stages"][0]["rounds"])
    totals: list[dict[str, int]] = [defaultdict(int)]
    for after in range(1, rounds + 1):
        rows = rows_by_name(standings(tournament, after=after))
        totals.append({name: int(row["keys"][key]) for name, row in rows.items()})
    return {
        (number, name): total - before[name]
        for number, (before, now) in enumerate(pairwise(totals), start=1)
        for name, total in now.items()
    }


def by_the_document(event):
    """Margin and points of every line that was played, by AR-107, AR-108 and AR-111."""
    lines = {(line["round"], line["player"]): line for line in event["games"]}
    expected = {}
    for (number, name), line in lines.items():
        other = lines.get((number, line["opponent"]))
        if other is None or 0 in {line["tournament_points"], other["tournament_points"]}:
            absent = line["tournament_points"] == 0
            expected[number, name] = (0, 0) if absent else (8, 129)
            continue
        lead = line["points"] - other["points"]
        win, loss = next((win, loss) for least, win, loss in TABLE if abs(lead) >= least)
        won = lead > 0 or (lead == 0 and line["tournament_points"] > other["tournament_points"])
        expected[number, name] = (win, lead) if won else (loss, 0)
    return expected


@pytest.mark.clause("AR-081", "AR-103", "AR-107", "AR-108", "AR-111", "AMB-015", "AMB-116")
@pytest.mark.parametrize("number", event_params(FOLDER, DAYS))
def test_raw_scores_through_the_documents_table_give_its_points_and_margins(number, standings):
    event = day(number)
    tournament = from_armada_worlds(event, "armada")
    expected = by_the_document(event)

    points = gains(standings, tournament, "tp")
    margins = gains(standings, tournament, "mov")

    assert expected == {line: (points[line], margins[line]) for line in expected}


@pytest.mark.parametrize("number", event_params(FOLDER, DAYS))
def test_the_later_table_gives_the_published_points_of_every_game(number, standings):
    event = day(number)
    tournament = from_armada_worlds(event, "armada-worlds")
    expected = {
        (line["round"], line["player"]): line["tournament_points"] for line in event["games"]
    }

    points = gains(standings, tournament, "tp")

    assert expected == {line: points[line] for line in expected}
    assert [] == [line for line, gain in points.items() if gain and line not in expected]


@missing(FOLDER)
def test_the_three_days_hold_801_lines_of_147_48_and_8_players():
    events = [day(number) for number in DAYS]

    assert 801 == sum(len(event["games"]) for event in events)
    assert [147, 48, 8] == [len({line["player"] for line in event["games"]}) for event in events]


@pytest.mark.clause("AR-083", "AMB-025")
@missing(FOLDER)
def test_day_two_holds_the_first_48_of_day_one_with_the_49th_in_the_place_of_the_29th(standings):
    order = [row["name"] for row in ranking(standings, 1)]

    expected = {*order[:28], *order[29:49]}
    assert expected == {line["player"] for line in day(2)["games"]}


@pytest.mark.clause("AR-083")
@missing(FOLDER)
def test_day_three_holds_the_first_eight_of_day_two(standings):
    order = [row["name"] for row in ranking(standings, 2)]

    assert set(order[:8]) == {line["player"] for line in day(3)["games"]}


def ranking(standings, number):
    return standings(from_armada_worlds(day(number), "armada-worlds"))["rows"]
