"""Exercises of FIDE's Technical Commission on tie-breaks (C.07, 2023), recomputed.

Two events by M. Held, "Exercises in Tie-Breaking" (2024), typed in: sixteen players over five Swiss
rounds, six in a round robin. Points count double here, so that a draw is a whole number; published
answers are doubled accordingly. What FIDE puts in the place of rounds without a game is its own;
for whoever played all rounds the plain formulas give the published numbers.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tiltyard.engine import flow
from tiltyard.engine.ruleset import OrderKey
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Match, Player, PlayerId, Round, Stage, Tournament
from tiltyard.rulesets.loader import load

SWISS = {
    1: "9+ 13= 2= 15+ 4=",
    2: "10+ 7+ 1= 16+ 3=",
    3: "11= 6+ 8+ 4= 2=",
    4: "12+ H 13+ 3= 1=",
    5: "13- 15- 11+ 7= 10+",
    6: "14- 3- B 10+ 8+",
    7: "15+ 2- 16- 5= 11-",
    8: "16= 14+ 3- 13+ 6-",
    9: "1- 10- H 11f B",
    10: "2- 9+ 15- 6- 5-",
    11: "3= 16- 5- 9F 7+",
    12: "4- B 14F Z Z",
    13: "5+ 1= 4- 8- 14-",
    14: "6+ 8- 12f Z 13+",
    15: "7- 5+ 10+ 1- 16-",
    16: "8= 11+ 7+ 2- 15+",
}
"""By player what came of each round: the opponent with + = or -, won (F) or lost (f) without a
game, a bye (B), half a point without a game (H), nothing (Z)."""

ROUND_ROBIN = {
    1: "5= 2+ 3+ 4- 6+",
    2: "6+ 1- 5+ 3= 4+",
    3: "4+ 6+ 1- 2= 5+",
    4: "3- 5- 6= 1+ 2-",
    5: "1= 4+ 2- 6f 3-",
    6: "2- 3- 4= 5F 1-",
}
ALL_FIVE = (1, 2, 3, 5, 7, 8, 10, 13, 15, 16)
"""Whoever played all five rounds of the Swiss event."""

SPARE = PlayerId("spare")
_BASE = load("win-draw-loss")
RULES = replace(
    _BASE,
    points=replace(_BASE.points, win=2, draw=1),
    bye=replace(_BASE.bye, award=replace(_BASE.bye.award, tp=2)),
    spare=replace(_BASE.spare, allowed=True),
)


def event(table):
    rows = {player: line.split() for player, line in table.items()}
    players = [Player(PlayerId(str(number)), str(number)) for number in table]
    players.append(Player(SPARE, "Spare", spare=True))
    rounds = tuple(
        Round(tuple(filter(None, (match_of(player, row[number]) for player, row in rows.items()))))
        for number in range(5)
    )
    return Tournament(RULES.name, tuple(players), (Stage("swiss", rounds),))


def match_of(player, said):
    """Return the match of a player in a round; the other side of a game is left out."""
    me = PlayerId(str(player))
    if said == "B":
        return Match((me,), "bye")
    if said == "Z":
        return Match((me,), "unpaired_loss")
    if said == "H":
        return Match((me, SPARE), report=Slip("time", (0, 0)))
    other, sign = int(said[:-1]), said[-1]
    if other < player:
        return None
    pair = (me, PlayerId(str(other)))
    if sign in "Ff":
        return Match(pair, "forfeit", absent=pair[sign == "F"])
    score = {"+": (1, 0), "=": (0, 0), "-": (0, 1)}[sign]
    return Match(pair, report=Slip("time", score))


def values(table, key, rules=RULES):
    order = tuple(OrderKey(name, "HF-021") for name in ("tp", key, "lot"))
    rules = replace(rules, standings=replace(rules.standings, order=order))
    rows = flow.standings(event(table), rules).rows
    return {int(row.player): row.keys[key] for row in rows}


def doubled(published):
    """Return published numbers in our points, of which there are twice as many."""
    numbers = [2 * Fraction(number) for number in published.split()]
    return dict(zip(range(1, 17), numbers, strict=False))


def test_the_points_are_those_of_the_crosstables():
    assert doubled("3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5") == values(SWISS, "tp")
    assert doubled("3.5 3.5 3.5 1.5 1.5 1.5") == values(ROUND_ROBIN, "tp")


@pytest.mark.parametrize(
    ("key", "published"),
    [
        pytest.param("wins", "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3", id="exercise 27: wins"),
        pytest.param("games_won", "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3", id="exercise 28: won"),
    ],
)
def test_numbers_of_wins(key, published):
    assert {n: int(one) for n, one in enumerate(published.split(), 1)} == values(SWISS, key)


def test_progressive_score_exercise_32():
    published = "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5"

    assert doubled(published) == values(SWISS, "progressive")


@pytest.mark.parametrize(
    ("key", "published"),
    [
        pytest.param(
            "buchholz", "12.5 13 15.5 8.5 14.5 13.5 13 14 12 12.5", id="exercises 1 to 4: Buchholz"
        ),
        pytest.param(
            "buchholz_cut1", "11 12 13 7.5 12.5 12 11.5 12 11 11", id="exercises 5 to 8: cut 1"
        ),
        pytest.param(
            "sonneborn_berger",
            "8 9.5 10.5 4.25 3.25 5.25 1.5 4.25 3.5 7.25",
            id="exercises 11 and 12: Sonneborn-Berger",
        ),
    ],
)
def test_strength_of_whoever_played_all_rounds(key, published):
    expected = dict(zip(ALL_FIVE, doubled(published).values(), strict=False))
    found = values(SWISS, key)

    assert expected == {player: found[player] for player in ALL_FIVE}


@pytest.mark.parametrize(("player", "published"), [(2, "13.60"), (15, "12.20")])
def test_the_mean_of_the_opponents_buchholz_exercise_9(player, published):
    """Of the two whose opponents played all rounds too."""
    assert 2 * Fraction(published) == values(SWISS, "average_of_buchholz")[player]


@pytest.mark.parametrize(
    ("key", "published"),
    [
        pytest.param(
            "sonneborn_berger", "9.25 6.25 6.25 4.25 3.25 2.25", id="exercise 14: Sonneborn-Berger"
        ),
        pytest.param("koya", "2 0.5 0.5 1 0.5 0", id="exercise 16: Koya"),
    ],
)
def test_a_round_robin_in_which_a_game_was_not_played(key, published):
    rules = replace(RULES, forfeit=replace(RULES.forfeit, counts_as_met=True))

    assert doubled(published) == values(ROUND_ROBIN, key, rules)
