"""The library of tie-breakers: each by hand on one small event, byes and drops, and properties."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiltyard.engine import flow
from tiltyard.engine.ruleset import OrderKey
from tiltyard.engine.tiebreaks import TIE_BREAKS
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

DATA = Path(__file__).parents[1] / "rulesets" / "data"
RULES = load("league-night", DATA)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def game(first, second, score):
    return {"players": [first, second], "report": {"end": "rounds", "score": list(score)}}


def bye(player):
    return {"kind": "bye", "players": [player]}


ROUNDS = (
    (game("a", "b", (2, 0)), game("c", "d", (2, 1))),
    (game("a", "c", (1, 1)), game("b", "d", (2, 1))),
    (game("a", "d", (1, 2)), game("b", "c", (2, 1))),
)
"""Points 4, 6, 4 and 3; everybody has met everybody."""


def event(rounds, players="abcd", **more):
    document = {
        "format": "tiltyard/1",
        "ruleset": "league-night",
        "seed": "night",
        "players": [{"id": player} for player in players],
        "stages": [{"kind": "swiss", "rounds": [{"matches": list(row)} for row in rounds]}],
    }
    return read_tournament(document | more)


def ranked_by(key, tournament, rules=RULES):
    """Rank by one tie-breaker after the points."""
    order = tuple(OrderKey(name, "SC-40") for name in ("tp", key, "lot"))
    rules = replace(rules, standings=replace(rules.standings, order=order))
    return flow.standings(tournament, rules).rows


def values(key, tournament, rules=RULES):
    return {row.player: row.keys[key] for row in ranked_by(key, tournament, rules)}


@pytest.mark.parametrize(
    ("key", "a", "b", "c", "d"),
    [
        ("wins", 1, 2, 1, 1),
        ("games_won", 1, 2, 1, 1),
        ("vp_against", 3, 4, 4, 5),
        ("buchholz", 6 + 4 + 3, 4 + 3 + 4, 3 + 4 + 6, 4 + 6 + 4),
        ("buchholz_cut1", 6 + 4, 4 + 4, 4 + 6, 4 + 6),
        ("buchholz_cut2", 6, 4, 6, 6),
        ("median_buchholz", 4, 4, 4, 4),
        ("extended_sos", 11 + 13 + 14, 13 + 14 + 13, 14 + 13 + 11, 13 + 11 + 13),
        ("sonneborn_berger", 6 + 2, 3 + 4, 3 + 2, 4),
        ("progressive", 3 + 4 + 4, 0 + 3 + 6, 3 + 4 + 4, 0 + 0 + 3),
        ("first_loss", 3, 1, 3, 1),
        ("draws", 1, 0, 1, 0),
        ("mean_buchholz", Fraction(13, 3), Fraction(11, 3), Fraction(13, 3), Fraction(14, 3)),
        ("median_buchholz2", 0, 0, 0, 0),
        ("average_of_buchholz", Fraction(38, 3), Fraction(40, 3), Fraction(38, 3), Fraction(37, 3)),
        ("koya", 3, 0, 0, 0),
        (
            "opponents_opponents_win_rate",
            Fraction(4, 9) * THIRD + HALF * THIRD + Fraction(5, 9) * THIRD,
            HALF * 2 * THIRD + Fraction(5, 9) * THIRD,
            Fraction(5, 9) * THIRD + HALF * THIRD + Fraction(4, 9) * THIRD,
            HALF * 2 * THIRD + Fraction(4, 9) * THIRD,
        ),
        (
            "mixed_win_rate",
            HALF,
            Fraction(2, 3) * Fraction(4, 9) + THIRD * Fraction(14, 27),
            HALF,
            Fraction(2, 3) * Fraction(5, 9) + THIRD * Fraction(13, 27),
        ),
        ("opponents_win_rate", HALF, Fraction(4, 9), HALF, Fraction(5, 9)),
        ("game_win_rate", Fraction(4, 7), HALF, HALF, Fraction(4, 9)),
        (
            "opponents_game_win_rate",
            Fraction(13, 27),
            Fraction(191, 378),
            Fraction(191, 378),
            Fraction(11, 21),
        ),
    ],
)
def test_each_by_hand(key, a, b, c, d):
    assert {"a": a, "b": b, "c": c, "d": d} == values(key, event(ROUNDS))


def test_every_tie_breaker_of_the_library_is_tried_by_hand():
    (tried,) = test_each_by_hand.pytestmark

    assert set(TIE_BREAKS) == {row[0] for row in tried.args[1]}


@pytest.mark.parametrize(
    ("key", "first", "second"),
    [
        pytest.param("vp_against", "a", "c", id="fewer points against are better"),
        pytest.param("sonneborn_berger", "a", "c", id="more is better"),
    ],
)
def test_level_players_are_told_apart_by_it(key, first, second):
    rows = ranked_by(key, event(ROUNDS))
    places = {row.player: row for row in rows}

    assert places[first].rank < places[second].rank
    assert key == places[second].decided_by


# ------------------------------------------------------------------------- rounds without a game

WITH_A_BYE = (
    (game("a", "b", (2, 0)), bye("c")),
    (game("a", "c", (2, 0)), bye("b")),
)
"""Points: a 6, b 3, c 3."""


def test_a_bye_is_a_win_but_no_game_won():
    tournament = event(WITH_A_BYE, "abc")

    assert 1 == values("wins", tournament)["c"]
    assert 0 == values("games_won", tournament)["c"]


@pytest.mark.parametrize(
    ("virtual", "expected"),
    [
        pytest.param(False, {"a": 6, "b": 6, "c": 6}, id="a bye gives no strength"),
        pytest.param(True, {"a": 6, "b": 6 + 3, "c": 6 + 3}, id="an opponent with one's own"),
    ],
)
def test_a_virtual_opponent_stands_in_for_a_bye(virtual, expected):
    rules = replace(RULES, sos=replace(RULES.sos, virtual_opponents=virtual))

    assert expected == values("buchholz", event(WITH_A_BYE, "abc"), rules)


def test_a_bye_is_left_out_of_rates():
    tournament = event(WITH_A_BYE, "abc")

    assert THIRD == values("game_win_rate", tournament)["b"]  # 0 of 2, never below a third
    assert 1 == values("opponents_win_rate", tournament)["b"]  # a won everything


def test_who_has_not_lost_yet_comes_after_the_last_round():
    assert {"a": 3, "b": 1, "c": 2} == values("first_loss", event(WITH_A_BYE, "abc"))


def test_before_the_first_round_everybody_has_nothing():
    for key in TIE_BREAKS:
        assert 1 == len(set(values(key, event(())).values())), key


# ---------------------------------------------------------------------------------- properties

SCORES = st.tuples(st.integers(0, 2), st.integers(0, 2))


@given(scores=st.lists(SCORES, min_size=6, max_size=6), turned=st.permutations("abcd"))
def test_the_order_in_which_players_are_written_changes_nothing(scores, turned):
    rounds = [
        [game(*match["players"], score) for match, score in zip(row, scores[place:], strict=False)]
        for place, row in zip((0, 2, 4), ROUNDS, strict=True)
    ]
    for key in TIE_BREAKS:
        written = ranked_by(key, event(rounds))
        assert written == ranked_by(key, event(rounds, turned))
        assert all(isinstance(row.keys[key], int | Fraction) for row in written)


def test_the_order_of_a_ruleset_file_is_played_by_it():
    rows = flow.standings(event(ROUNDS), RULES).rows

    assert ["b", "a", "c", "d"] == [row.player for row in rows]
    assert [None, "tp", "sonneborn_berger", "tp"] == [row.decided_by for row in rows]
