"""Clinch by brute force: every result of every open game, every pairing of the rounds to come.

Nothing of the proofs is used: each way to the end is ranked by the engine. Margins are coarse:
the narrowest and the widest of each kind.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import NamedTuple

from tiltyard.engine.clinch.outcomes import MOST_BEYOND
from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.scoring import Setting, available_points, score_game
from tiltyard.engine.slip import Slip
from tiltyard.engine.standings import in_the_running, swiss_order
from tiltyard.engine.tournament import Match, Plan, Player, Round, Stage, Tournament

FEW = ("wide", "draw")
MANY = ("wide", "narrow", "draw", "absent")


class Found(NamedTuple):
    """The best and the worst place of a player over all ways to the end, lots both ways."""

    best: int
    worst: int


def new_tournament(ruleset, players, rounds, cut=None):
    entrants = tuple(Player(f"p{number}", f"Player {number}") for number in range(players))
    return Tournament(ruleset, entrants, (Stage("swiss"),), plan=Plan(rounds, cut))


def results(rules, number, kinds=MANY):
    """Coarse results of a game: each a slip, or who did not come (0 or 1)."""
    setting = Setting("swiss", number)
    worth = available_points(rules, setting) or MOST_BEYOND
    more = MOST_BEYOND if rules.score.objectives else 0
    found = {}
    for side in (0, 1):
        for name, slip in _slips(worth, more, side):
            if name in kinds and _fits(rules, setting, slip):
                found.setdefault((name, side), slip)
    return list(found.values()) + ([0, 1] if "absent" in kinds else [])


def _slips(worth, more, side):
    def seen(first, second):
        return (first, second) if side == 0 else (second, first)

    fixed = {"leaders": (True, False), "flurry": ((1, 0),), "witness": "-", "initiative": 1}
    if side:
        fixed |= {"leaders": (False, True), "flurry": ((0, 1),), "initiative": 0}
    yield "wide", Slip("destroyed", seen(worth, 0), seen(more, 0), survivor=side, **fixed)
    yield "narrow", Slip("time", seen(1, 0), **fixed)
    yield "narrow", Slip("rounds", seen(1, 0), **fixed)
    if side == 0:
        yield "draw", Slip("intentional_draw", **fixed)
        yield "draw", Slip("mutual", (worth, worth), **fixed)
    yield "draw", Slip("time", (0, 0), **fixed)


def _fits(rules, setting, slip):
    try:
        score_game(rules, setting, slip)
    except SlipRefused:
        return False
    return True


def with_result(match, result):
    if isinstance(result, Slip):
        return match._replace(report=result)
    return match._replace(kind="forfeit", absent=match.players[result])


def matchings(players):
    """Every way to seat an even number of players in pairs."""
    if not players:
        yield ()
        return
    first, *rest = players
    for place, other in enumerate(rest):
        for others in matchings(rest[:place] + rest[place + 1 :]):
            yield ((first, other), *others)


def with_round(tournament, matches):
    (stage,) = tournament.stages
    return replace(tournament, stages=(replace(stage, rounds=(*stage.rounds, Round(matches))),))


def endings(tournament, rules, kinds):
    """Yield every way to the end: first the open round, then all pairings of those to come."""
    (stage,) = tournament.stages
    number = len(stage.rounds)
    if number and not stage.rounds[-1].is_closed:
        *before, current = stage.rounds
        begun = replace(tournament, stages=(replace(stage, rounds=tuple(before)),))
        choices = [
            [with_result(match, result) for result in results(rules, number, kinds)]
            if match.is_open
            else [match]
            for match in current.matches
        ]
        for matches in product(*choices):
            yield from endings(with_round(begun, matches), rules, kinds)
    elif number < tournament.plan.swiss_rounds:
        players = [player.id for player in tournament.players]
        for pairs in matchings(players):
            matches = tuple(Match(pair) for pair in pairs)
            yield from endings(with_round(tournament, matches), rules, kinds)
    else:
        yield tournament


def places(tournament, rules):
    """Return the best and the worst place of everybody: a lot may fall either way."""
    ledger = keep_ledger(tournament, rules)
    order = swiss_order(tournament, rules, ledger, in_the_running(ledger))
    lots = order.compared[-1:] == ("lot",)
    rows = [
        (placed.player, placed.compared[:-1] if lots else placed.compared)
        for placed in order.placed
    ]
    return {
        player: Found(
            1 + sum(other < mine for _, other in rows), sum(other <= mine for _, other in rows)
        )
        for player, mine in rows
    }


def by_force(tournament, rules, kinds=MANY):
    """Return the best and the worst place of everybody over all ways to the end."""
    found = {}
    for ending in endings(tournament, rules, kinds):
        for player, place in places(ending, rules).items():
            before = found.get(player, place)
            found[player] = Found(min(before.best, place.best), max(before.worst, place.worst))
    return found
