"""Clinch against brute force: every way to the end of small fields, of every ruleset."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from tests.amount import amount
from tests.engine.clinch_by_force import (
    MANY,
    by_force,
    new_tournament,
    results,
    with_result,
    with_round,
)
from tiltyard.engine.clinch.lines import Line, clinch
from tiltyard.engine.ledger import score_lines
from tiltyard.engine.scoring import Setting
from tiltyard.engine.tournament import Match
from tiltyard.rulesets.loader import load

RULESETS = (
    "armada",
    "runewars",
    "diskwars",
    "middle-earth",
    "xwing-dogfight",
    "xwing-escalation",
)
LINES = tuple(Line("place", places) for places in (1, 2, 3))
COARSE = ("wide", "draw")


class Moment(NamedTuple):
    """A moment of an event of four rounds: so many are played, and perhaps one is drawn."""

    name: str
    players: int
    played: int
    drawn: bool
    kinds: tuple[str, ...]


MOMENTS = (
    Moment("the last round is played", 6, 3, True, MANY),
    Moment("before the last round is drawn", 6, 3, False, COARSE),
    Moment("the last round but one is played", 4, 2, True, COARSE),
)


def played(ruleset, rules, moment, random):
    """An event of random pairings and results up to a moment."""
    tournament = new_tournament(ruleset, moment.players, 4)
    ids = [player.id for player in tournament.players]
    for number in range(1, moment.played + moment.drawn + 1):
        random.shuffle(ids)
        matches = [Match(pair) for pair in zip(ids[::2], ids[1::2], strict=True)]
        if number <= moment.played:
            matches = [
                with_result(match, random.choice(results(rules, number))) for match in matches
            ]
        tournament = with_round(tournament, tuple(matches))
    return tournament


def compared(ruleset, moment, seed):
    """Yield the verdict of clinch and of brute force for every player and line."""
    rules = load(ruleset)
    tournament = played(ruleset, rules, moment, Random(f"{ruleset} {moment.name} {seed}"))
    found = by_force(tournament, rules, moment.kinds)
    for verdict in clinch(tournament, rules, LINES):
        best, worst = found[verdict.player]
        places = verdict.line.places
        truth = "safe" if worst <= places else "out" if best > places else "open"
        yield verdict, truth


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_called_safe_or_out_is_so_whatever_happens(ruleset, moment):
    for seed in range(amount(1, 12)):
        for verdict, truth in compared(ruleset, moment, seed):
            assert verdict.state in {truth, "open"}, (seed, verdict, truth)


def test_hardly_anything_that_could_be_decided_is_called_open():
    found = share_of_open(MOMENTS[0], range(100, 100 + amount(2, 12)))

    assert found.undecided * 20 < found.called_open


class Share(NamedTuple):
    """How many verdicts were called open, and how many of them could have been decided."""

    undecided: int
    called_open: int


def share_of_open(moment, seeds):
    """Count over all rulesets."""
    found = Counter(
        (verdict.state, truth)
        for ruleset in RULESETS
        for seed in seeds
        for verdict, truth in compared(ruleset, moment, seed)
    )
    undecided = sum(count for (state, truth), count in found.items() if state != truth)
    return Share(undecided, sum(count for (state, _), count in found.items() if state == "open"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_own_result_that_makes_safe_does_and_the_one_that_puts_out_does(ruleset):
    rules = load(ruleset)
    moment = MOMENTS[0]
    for seed in range(200, 200 + amount(1, 10)):
        tournament = played(ruleset, rules, moment, Random(f"{ruleset} own {seed}"))
        for verdict in clinch(tournament, rules, LINES):
            if verdict.state == "open":
                check_own_results(tournament, rules, verdict)


def check_own_results(tournament, rules, verdict):
    """Play every own result and hold the verdict against what it says then."""
    (stage,) = tournament.stages
    current = stage.rounds[-1]
    at = next(
        place for place, match in enumerate(current.matches) if verdict.player in match.players
    )
    match = current.matches[at]
    side = match.players.index(verdict.player)
    for result in results(rules, len(stage.rounds)):
        kind, lead, tp = told(rules, len(stage.rounds), match, result, side)
        after = with_own(tournament, at, with_result(match, result))
        found = by_force(after, rules, COARSE)[verdict.player]
        safe_from, out_up_to = verdict.safe_from, verdict.out_up_to
        if safe_from and (tp > safe_from.tp or (kind == safe_from.kind and lead >= safe_from.lead)):
            assert found.worst <= verdict.line.places, (verdict, result)
        if out_up_to and kind == out_up_to.kind and lead <= out_up_to.lead:
            assert found.best > verdict.line.places, (verdict, result)


def told(rules, number, match, result, side):
    """Return how a player calls a result, by how much it was won, and its points."""
    lines = [
        line
        for _, _, line in score_lines(rules, Setting("swiss", number), with_result(match, result))
    ]
    mine, other = lines[side], lines[1 - side]
    if isinstance(result, int):
        return "forfeit", 0, mine.tp
    lead = mine.vp_for - mine.vp_against
    if rules.margin.kind == "winner_difference":
        lead = mine.mov - other.mov
    if rules.margin.kind == "around_base":
        lead = (mine.mov - other.mov) // 2
    return mine.result, lead, mine.tp


def with_own(tournament, at, match):
    (stage,) = tournament.stages
    matches = list(stage.rounds[-1].matches)
    matches[at] = match
    current = replace(stage.rounds[-1], matches=tuple(matches))
    return replace(tournament, stages=(replace(stage, rounds=(*stage.rounds[:-1], current)),))
