"""Pairing methods of house rules: seed numbers, halves, accelerated rounds, balanced sides."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.amount import amount
from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.engine import flow
from tiltyard.engine.ruleset import Acceleration
from tiltyard.engine.tournament import Plan, Player, PlayerId, Tournament
from tiltyard.rulesets.loader import load

RULES = load("win-draw-loss")
SEEDED = {"seeded_by": "rating", "seeded_clause": "HF-038", "partners_clause": "HF-040"}
ACCELERATED = Acceleration("HF-043", rounds=2, points=3)


def rules_with(**more):
    return replace(RULES, pairing=replace(RULES.pairing, **more))


def field(players, **more):
    """An event before its first round; the first player has the highest number."""
    entrants = tuple(
        Player(PlayerId(f"p{n}"), f"p{n}", extra={"rating": 100 - n}) for n in range(1, players + 1)
    )
    return Tournament(RULES.name, entrants, seed="s", plan=Plan(4), **more)


def first_round(rules, players):
    drawn = flow.pairings(field(players), rules)
    return [tuple(int(one[1:]) for one in match.players) for match in drawn.matches], drawn


@pytest.mark.clause("HF-038", "HF-040")
@pytest.mark.parametrize(
    ("partners", "expected"),
    [
        ("neighbours", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("slide", [(1, 5), (2, 6), (3, 7), (4, 8)]),
        ("fold", [(1, 8), (2, 7), (3, 6), (4, 5)]),
    ],
)
def test_seed_numbers_order_the_first_round(partners, expected):
    pairs, drawn = first_round(rules_with(partners=partners, **SEEDED), 8)

    assert expected == pairs
    codes = [why.code for why in drawn.matches[0].why]
    assert [
        "drawn-by-seeds",
        *([] if partners == "neighbours" else [f"paired-{partners}"]),
    ] == codes


@pytest.mark.clause("HF-038")
def test_without_seed_numbers_a_lot_orders_the_first_round_whatever_the_method():
    by_lot, _ = first_round(RULES, 8)

    assert by_lot == first_round(rules_with(partners="fold", partners_clause="HF-040"), 8)[0]
    assert by_lot == first_round(rules_with(seeded_by="nothing", seeded_clause="HF-038"), 8)[0]


@pytest.mark.clause("HF-043")
def test_an_accelerated_round_pairs_the_halves_apart():
    pairs, drawn = first_round(rules_with(accelerate=ACCELERATED, **SEEDED), 8)

    assert [(1, 2), (3, 4), (5, 6), (7, 8)] == pairs
    assert all("accelerated" in [why.code for why in match.why] for match in drawn.matches)


@pytest.mark.clause("HF-043")
@pytest.mark.parametrize("players", [6, 7, 8, 9])
def test_losers_of_the_upper_half_meet_winners_of_the_lower_and_points_stay_as_they_are(players):
    rules = rules_with(accelerate=ACCELERATED)
    wanted = Wanted(players, Plan(3), drop_rate=0)
    tournament = random_tournament(rules, wanted, f"half-{players}")

    assert [] == [one for one in flow.findings(tournament, rules) if one.severity == "error"]
    plain = flow.standings(tournament, RULES).rows
    assert [row.keys for row in plain] == [
        row.keys for row in flow.standings(tournament, rules).rows
    ]


METHODS = [
    {"partners": "fold"},
    {"partners": "slide"},
    {"sides": True},
    {"accelerate": ACCELERATED},
    {"partners": "fold", "sides": True, "inside": "standings"},
    {"partners": "slide", "accelerate": ACCELERATED, "inside": "standings"},
    {"partners": "slide", "plan_safe": True},
    {"partners": "fold", "group": "none", "inside": "standings"},
]
CLAUSES = {"partners_clause": "HF-040", "sides_clause": "HF-028"}


@pytest.mark.clause("HF-040", "HF-041", "HF-042")
@pytest.mark.parametrize("method", METHODS, ids=str)
def test_events_by_every_method_pass_the_check(method):
    rules = rules_with(**CLAUSES, **method)
    for number in range(amount(2, 20)):
        wanted = Wanted(5 + number % 6, Plan(4), drop_rate=500)
        tournament = random_tournament(rules, wanted, f"method-{number}")
        found = flow.findings(tournament, rules)
        assert [] == [one for one in found if one.severity == "error"]


@pytest.mark.clause("HF-028")
def test_sides_of_swiss_rounds_stay_within_one_or_two():
    rules = rules_with(sides=True, sides_clause="HF-028")
    tournament = random_tournament(rules, Wanted(12, Plan(6), drop_rate=0), "sides")
    games = [
        match.players
        for round_ in tournament.stages[0].rounds
        for match in round_.matches
        if match.kind == "game"
    ]
    for player in tournament.players:
        had = sum((game[0] == player.id) - (game[1] == player.id) for game in games)
        assert abs(had) <= 2
    assert 36 == len({frozenset(game) for game in games}) == len(games)
    assert all(first != second for first, second in games)
    assert not any(a == b for a, b in combinations(map(frozenset, games), 2))
