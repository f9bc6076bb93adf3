"""Two Polish Middle-earth events: victory points and their differences, game by game."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from tests.real.comparison import rows_by_name
from tests.real.convert import from_middle_earth_poland
from tests.real.published import DATA, missing

FOLDER = "middle-earth-poland"
BYDGOSZCZ = "bydgoskie_starcia_2026-02-28"
PUGGY = "minimesbg_puggy_2026-03-14"
pytestmark = missing(FOLDER)


def read(name):
    with (DATA / FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def sides(games):
    """Every game once for each player: (player, local points, scored, conceded, opponent)."""
    for game in games:
        first = (game["p1"], game["p1_tp"], int(game["p1_vp"]), int(game["p2_vp"] or 0), game["p2"])
        yield first
        if game["p2"]:
            yield (game["p2"], game["p2_tp"], int(game["p2_vp"]), int(game["p1_vp"]), game["p1"])


def rested(games):
    return {game["p1"]: int(game["p1_vp"]) for game in games if not game["p2"]}


@pytest.mark.clause("ME-032", "ME-040", "ME-049")
def test_victory_points_add_up_to_the_published_totals(standings):
    rows = rows_by_name(standings(from_middle_earth_poland(read(BYDGOSZCZ), BYDGOSZCZ, spare=True)))

    published = {row["player"]: row["vp"] for row in read(f"{BYDGOSZCZ}_final")}
    assert published == {name: rows[name]["keys"]["vp"] for name in published}
    assert {"0652fd22"} == set(rows) - set(published)


@pytest.mark.clause("ME-031", "ME-035", "ME-050")
def test_published_wins_and_draws_give_three_points_and_one(standings):
    games = read(BYDGOSZCZ)
    rows = rows_by_name(standings(from_middle_earth_poland(games, BYDGOSZCZ, spare=True)))

    rests = rested(games)
    expected = {
        row["player"]: 3 * (int(row["wins"]) + (row["player"] in rests)) + int(row["draws"])
        for row in read(f"{BYDGOSZCZ}_final")
    }
    assert expected == {name: int(rows[name]["keys"]["tp"]) for name in expected}


@pytest.mark.clause("ME-054", "ME-055")
def test_by_the_guide_a_rest_is_six_victory_points_and_a_leader_instead_of_13_or_15(standings):
    games = read(BYDGOSZCZ)
    rows = rows_by_name(standings(from_middle_earth_poland(games, BYDGOSZCZ)))

    rests = rested(games)
    expected = {
        row["player"]: (
            int(row["vp"]) - rests[row["player"]] + 6 if row["player"] in rests else int(row["vp"]),
            int(row["player"] in rests),
        )
        for row in read(f"{BYDGOSZCZ}_final")
    }
    assert [13, 13, 15] == sorted(rests.values())
    assert expected == {
        name: (int(rows[name]["keys"]["vp"]), int(rows[name]["keys"]["leaders"]))
        for name in expected
    }


@pytest.mark.clause("ME-037", "ME-038")
@pytest.mark.parametrize("name", [BYDGOSZCZ, PUGGY])
def test_the_difference_is_scored_less_conceded_over_all_games(name, standings):
    games = read(name)
    answer = standings(from_middle_earth_poland(games, name, spare=True))

    expected: Counter[str] = Counter()
    for player, _, scored, conceded, _ in sides(games):
        expected[player] += scored - conceded
    assert expected == {row["name"]: int(row["keys"]["vpd"]) for row in answer["rows"]}
    keys = [(int(row["keys"]["tp"]), int(row["keys"]["vpd"])) for row in answer["rows"]]
    assert sorted(keys, reverse=True) == keys


@pytest.mark.clause("ME-035", "ME-040")
def test_the_second_events_local_points_hold_the_victory_points_and_the_result(standings):
    """Its points are hundreds by result (600 or 500 won, 200 drawn, 100 or 0 lost) plus the VP."""
    games = read(PUGGY)
    rows = rows_by_name(standings(from_middle_earth_poland(games, PUGGY)))

    vp: Counter[str] = Counter()
    tp: Counter[str] = Counter()
    for player, local, _, _, _ in sides(games):
        hundreds, points = divmod(int(local or 0), 100)  # one loser's points were left empty
        vp[player] += points
        tp[player] += {6: 3, 5: 3, 2: 1, 1: 0, 0: 0}[hundreds]
    assert vp == {name: int(row["keys"]["vp"]) for name, row in rows.items()}
    assert tp == {name: int(row["keys"]["tp"]) for name, row in rows.items()}


def test_the_first_events_local_points_do_not_follow_from_victory_points():
    """11-5 paid 13-7 in round 1 and 20-0 in round 3: only the games can be compared."""
    paid = {
        (local, scored, conceded)
        for _, local, scored, conceded, opponent in sides(read(BYDGOSZCZ))
        if opponent
    }

    assert {("13", 11, 5), ("20", 11, 5)} <= paid
