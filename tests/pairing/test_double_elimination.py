"""Double elimination: two brackets in step, the final, and the final played again."""

from dataclasses import replace
from random import Random

import pytest

from tests.amount import amount
from tests.refusing import refuses
from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.engine import flow
from tiltyard.engine.bracket import rounds_of_bracket
from tiltyard.engine.double_elimination import Shape
from tiltyard.engine.errors import NothingToDraw
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import (
    Change,
    Match,
    Plan,
    Player,
    PlayerId,
    Round,
    Stage,
    Tournament,
)
from tiltyard.rulesets.loader import load

RULES = load("double-elimination")
ONCE = replace(RULES, elimination=replace(RULES.elimination, final_again=False))


def field(players):
    """A bracket of seeds 1, 2, 3 ... before its first game."""
    ids = tuple(PlayerId(str(number)) for number in range(1, players + 1))
    entrants = tuple(Player(player, f"P{player}") for player in ids)
    rests = Round(tuple(Match((player,), "bye") for player in ids))
    stages = (Stage("swiss", (rests,)), Stage("elimination", seeds=ids))
    return Tournament(RULES.name, entrants, stages, seed="s", plan=Plan(1))


def drawn(tournament, rules=RULES):
    return [
        (match.game, tuple(map(int, match.players)))
        for match in flow.pairings(tournament, rules).matches
    ]


def play(tournament, wins, rules=RULES, after=()):
    """Play the next round; `wins` says who wins a game of two."""
    found = flow.pairings(tournament, rules)
    matches = tuple(
        Match(match.players, match.kind, _slip(match, wins), game=match.game)
        for match in found.matches
    )
    stage = tournament.stages[-1]
    rounds = (*stage.rounds, Round(matches, after))
    return replace(tournament, stages=(*tournament.stages[:-1], replace(stage, rounds=rounds)))


def _slip(match, wins):
    if match.kind == "bye":
        return None
    first, second = map(int, match.players)
    return Slip("time", (1, 0) if wins(first, second) == first else (0, 1))


def lower(first, second):
    return min(first, second)


def ranking(tournament, rules=RULES):
    return [int(row.player) for row in flow.standings(tournament, rules).rows]


@pytest.mark.clause("HF-030", "HF-035", "HF-037")
def test_four_players_by_hand():
    event = field(4)
    assert [(1, (1, 4)), (2, (2, 3))] == drawn(event)
    event = play(event, lower)
    assert [(1, (1, 2)), (2, (3, 4))] == drawn(event)
    event = play(event, lower)
    assert [(1, (2, 3))] == drawn(event)
    assert [1, 2, 3, 4] == ranking(event)
    event = play(event, lower)
    assert [(1, (1, 2))] == drawn(event)
    event = play(event, lower)

    assert [1, 2, 3, 4] == ranking(event)
    with refuses(NothingToDraw, code="bracket-decided"):
        drawn(event)


@pytest.mark.clause("HF-037")
@pytest.mark.parametrize(("again", "champion"), [(1, 1), (2, 2)])
def test_whoever_comes_through_the_second_bracket_wins_the_final_twice(again, champion):
    event = field(4)
    for _ in range(3):
        event = play(event, lower)
    event = play(event, max)
    assert [(1, (1, 2))] == drawn(event)
    found = flow.pairings(event, RULES)
    assert [("final-again", "HF-037")] == [(why.code, why.clause) for why in found.matches[0].why]
    event = play(event, lambda *pair: again)

    assert [champion, 3 - champion, 3, 4] == ranking(event)
    with refuses(NothingToDraw, code="bracket-decided"):
        drawn(event)


@pytest.mark.clause("HF-037")
def test_the_organizer_may_do_without_a_second_final():
    event = field(4)
    for _ in range(3):
        event = play(event, lower, ONCE)
    event = play(event, max, ONCE)

    assert [2, 1, 3, 4] == ranking(event, ONCE)
    with refuses(NothingToDraw, code="bracket-decided"):
        drawn(event, ONCE)


@pytest.mark.clause("HF-035", "HF-036")
def test_eight_players_come_into_the_second_bracket_crosswise():
    event = play(field(8), lower)
    assert [(1, (1, 4)), (2, (2, 3)), (3, (5, 8)), (4, (6, 7))] == drawn(event)
    event = play(event, lower)
    assert [(1, (3, 5)), (2, (4, 6))] == drawn(event)
    found = flow.pairings(event, RULES).matches[0].why
    assert [("comes-into-second-bracket", "HF-036")] == [(why.code, why.clause) for why in found]
    event = play(event, lower)
    assert [(1, (1, 2)), (2, (3, 4))] == drawn(event)
    event = play(event, lower)
    assert [(1, (2, 3))] == drawn(event)
    event = play(event, lower)
    assert [(1, (1, 2))] == drawn(event)

    assert [1, 2, 3, 4, 5, 6, 7, 8] == ranking(play(event, lower))


@pytest.mark.clause("HF-035", "HF-037")
@pytest.mark.parametrize("players", range(2, 20))
def test_everybody_but_the_champion_loses_twice(players):
    for number in range(amount(2, 40)):
        chance = Random(f"{players}/{number}")
        event = field(players)
        rounds = 0
        while True:
            try:
                event = play(event, lambda *pair: chance.choice(pair))  # noqa: B023
            except NothingToDraw:
                break
            rounds += 1
        lost = dict.fromkeys(range(1, players + 1), 0)
        for round_ in event.stages[-1].rounds:
            for match in round_.matches:
                if match.report is not None:
                    lost[int(match.players[match.report.score.index(0)])] += 1
        champion, *others = ranking(event)
        assert lost.pop(champion) <= 1
        assert {2} == set(lost.values())
        found = (one for one in flow.findings(event, RULES) if one.severity == "error")
        games = [one for one in found if one.where is not None and one.where.round is not None]
        assert [] == [one for one in games if one.where.stage == 1]
        assert rounds_of_bracket(RULES, players) <= rounds
        assert rounds <= rounds_of_bracket(RULES, players) + 1
        assert sorted(others) == sorted(lost)


@pytest.mark.clause("HF-036")
@pytest.mark.parametrize(("players", "round_"), [(4, 3), (8, 4), (16, 5), (32, 6)])
def test_no_game_is_repeated_before_this_round(players, round_):
    """Over many results; with the losers of a round straight below, it would be a round sooner."""
    earliest = 99
    for number in range(amount(25, 400)):
        chance = Random(f"{players}/{number}")
        event, met = field(players), {}
        while True:
            try:
                event = play(event, lambda *pair: chance.choice(pair))  # noqa: B023
            except NothingToDraw:
                break
            at = len(event.stages[-1].rounds)
            for match in event.stages[-1].rounds[-1].matches:
                if match.kind == "game":
                    if frozenset(match.players) in met:
                        earliest = min(earliest, at)
                    met.setdefault(frozenset(match.players), at)
    assert round_ <= earliest


@pytest.mark.clause("HF-036")
@pytest.mark.parametrize("count", [1, 2, 4, 8, 16, 32])
def test_every_loser_of_the_first_bracket_comes_into_one_game_of_the_second(count):
    shape = Shape(4 * count)
    come = [shape.comes_in(count, game) for game in range(1, count + 1)]

    assert sorted(come) == list(range(1, count + 1))
    assert count == 1 or all(game != other for game, other in enumerate(come, 1))


@pytest.mark.clause("HF-034")
def test_the_opponent_of_a_player_who_left_has_a_bye_in_either_bracket():
    event = play(field(4), lower, after=(Change(PlayerId("4"), "drop"),))
    assert [(1, (1, 2)), (2, (3,))] == drawn(event)
    event = play(event, lower, after=(Change(PlayerId("1"), "drop"),))
    assert [(1, (2, 3))] == drawn(event)
    event = play(event, lower)
    assert [(1, (2,))] == drawn(event)
    event = play(event, lower)

    with refuses(NothingToDraw, code="bracket-decided"):
        drawn(event)


@pytest.mark.clause("HF-024", "HF-035")
def test_swiss_rounds_may_be_followed_by_two_brackets():
    base = load("win-draw-loss")
    rules = replace(base, elimination=replace(base.elimination, losses=2))
    event = random_tournament(rules, Wanted(9, Plan(3, 4), drop_rate=0), "two")

    assert ["swiss", "elimination"] == [stage.kind for stage in event.stages]
    assert len(event.stages[1].rounds) in {4, 5}
    assert [] == [one for one in flow.findings(event, rules) if one.severity == "error"]


@pytest.mark.clause("HF-035")
def test_a_wrong_game_of_the_second_bracket_is_found():
    event = play(play(field(8), lower), lower)
    event = play(event, lower)
    stage = event.stages[-1]
    one, two = stage.rounds[-1].matches
    wrong = replace(
        stage.rounds[-1],
        matches=(
            one._replace(players=(one.players[0], two.players[1])),
            two._replace(players=(two.players[0], one.players[1])),
        ),
    )
    stages = (event.stages[0], replace(stage, rounds=(*stage.rounds[:-1], wrong)))
    found = flow.findings(replace(event, stages=stages), RULES)

    assert "wrong-bracket" in {finding.code for finding in found}


@pytest.mark.clause("HF-035")
def test_nobody_plays_after_a_second_defeat():
    event = field(4)
    for _ in range(3):
        event = play(event, lower)
    stage = event.stages[-1]
    final = Round((Match((PlayerId("1"), PlayerId("4")), report=Slip("time", (1, 0)), game=1),))
    stages = (event.stages[0], replace(stage, rounds=(*stage.rounds, final)))
    found = {one.code for one in flow.findings(replace(event, stages=stages), RULES)}

    assert {"plays-after-defeat", "wrong-bracket"} <= found
