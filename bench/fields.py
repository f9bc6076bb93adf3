"""Large fields to measure with: tournaments of any size, repeat-free, with plausible slips."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from tiltyard.engine.drawing import draw_next
from tiltyard.engine.ledger import score_lines
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.scoring import Setting
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Match, Plan, Player, PlayerId, Round, Stage, Tournament
from tiltyard.rulesets.loader import load

ENGINE_DRAWS_UP_TO = 10_000
"""Larger fields are drawn by neighbours who have not met, so that making them takes seconds."""

MOST_POINTS = {"armada": 400, "runewars": 200, "xwing-dogfight": 100, "xwing-escalation": 60}
Met = dict[PlayerId, set[PlayerId]]
Pair = tuple[PlayerId, ...]


def played_event(ruleset: str, players: int, rounds: int, seed: int = 1) -> dict[str, Any]:
    """Return the file of `players` after `rounds` Swiss rounds."""
    return document_of(played_tournament(ruleset, players, rounds, seed))


def played_tournament(ruleset: str, players: int, rounds: int, seed: int = 1) -> Tournament:
    """Return a tournament of `players` after `rounds` Swiss rounds, two more being planned."""
    chance = random.Random(seed)
    rules = load(ruleset)
    tournament = empty_tournament(ruleset, players, rounds + 2, seed)
    strength = {player.id: chance.gauss(0, 1) for player in tournament.players}
    neighbours = None
    if players > ENGINE_DRAWS_UP_TO:
        neighbours = Neighbours(rules, [player.id for player in tournament.players], chance)
    for _ in range(rounds):
        if neighbours is not None:
            pairs = neighbours.draw()
        else:
            pairs = [match.players for match in draw_next(tournament, rules).matches]
        drawn = played_round(ruleset, pairs, strength, chance)
        if neighbours is not None:
            neighbours.enter(drawn)
        tournament = with_round(tournament, drawn)
    return tournament


def empty_tournament(ruleset: str, players: int, rounds: int, seed: int) -> Tournament:
    """Return a field before its first round."""
    ids = [PlayerId(f"p{number}") for number in range(1, players + 1)]
    return Tournament(
        ruleset=ruleset,
        players=tuple(Player(one, f"Player {one[1:]}") for one in ids),
        stages=(Stage("swiss"),),
        seed=f"bench {seed}",
        plan=Plan(rounds),
        name=f"{players} players",
    )


def with_round(tournament: Tournament, drawn: Round) -> Tournament:
    """Return a tournament with one more round."""
    stage = tournament.stages[0]
    return replace(tournament, stages=(replace(stage, rounds=(*stage.rounds, drawn)),))


def played_round(
    ruleset: str, pairs: list[Pair], strength: dict[PlayerId, float], chance: random.Random
) -> Round:
    """Return a round of these pairs (one player alone has a bye) with its slips."""
    matches = []
    for table, pair in enumerate(pairs, 1):
        if len(pair) == 1:
            matches.append(Match(pair, kind="bye"))
            continue
        edge = strength[pair[0]] - strength[pair[1]]
        matches.append(Match(pair, report=slip(ruleset, edge, chance), table=table))
    return Round(tuple(matches))


def slip(ruleset: str, edge: float, chance: random.Random) -> Slip:
    """Return a slip; the first player is stronger by `edge`."""
    most = MOST_POINTS.get(ruleset, 12)
    lean = most * 0.12 * edge
    first = min(most, max(0, round(chance.gauss(most * 0.45 + lean, most * 0.3))))
    second = min(most, max(0, round(chance.gauss(most * 0.45 - lean, most * 0.3))))
    if first == second and ruleset != "middle-earth":
        first += 1 if first < most else -1
    better = 0 if first > second else 1
    leaders = None
    if ruleset == "middle-earth":
        leaders = (chance.random() < 0.5, chance.random() < 0.5)
    ending = chance.random()
    if ending < 0.05:
        return Slip("concession", (first, second), conceded=1 - better, leaders=leaders)
    if ending < 0.25:
        return Slip("destroyed", (first, second), survivor=better, leaders=leaders)
    return Slip("time", (first, second), leaders=leaders)


class Neighbours:
    """A quick draw for very large fields: by points and lot, the next one who was not met."""

    def __init__(self, rules: Ruleset, players: list[PlayerId], chance: random.Random) -> None:
        self.rules = rules
        self.chance = chance
        self.points = dict.fromkeys(players, 0)
        self.met: Met = {player: set() for player in players}
        self.rested: set[PlayerId] = set()
        self.round = 0

    def draw(self) -> list[Pair]:
        """Return the pairs of the next round, somebody alone last."""
        while True:
            lot = self.chance.random
            order = sorted(self.points, key=lambda one: (-self.points[one], lot()))
            resting = []
            if len(order) % 2:
                resting = [next(one for one in reversed(order) if one not in self.rested)]
                order.remove(resting[0])
            pairs = self._pairs(order)
            if pairs is not None:
                return [*pairs, tuple(resting)] if resting else pairs

    def _pairs(self, order: list[PlayerId]) -> list[Pair] | None:
        pairs: list[Pair] = []
        waiting: list[PlayerId] = []
        for player in order:
            met = self.met[player]
            place = next((at for at, one in enumerate(waiting) if one not in met), None)
            if place is None:
                waiting.append(player)
            else:
                pairs.append((waiting.pop(place), player))
        return None if waiting else pairs

    def enter(self, drawn: Round) -> None:
        """Count a round that was played."""
        self.round += 1
        for match in drawn.matches:
            for player, opponent, line in score_lines(
                self.rules, Setting("swiss", self.round), match
            ):
                self.points[player] += line.tp
                if opponent is None:
                    self.rested.add(player)
                else:
                    self.met[player].add(opponent)


def document_of(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as the file that holds it."""
    return {
        "format": "tiltyard/1",
        "ruleset": tournament.ruleset,
        "name": tournament.name,
        "seed": tournament.seed,
        "plan": {"swiss_rounds": tournament.plan.swiss_rounds, "cut": tournament.plan.cut},
        "players": [{"id": player.id, "name": player.name} for player in tournament.players],
        "stages": [
            {
                "kind": stage.kind,
                "rounds": [
                    {"matches": [_match(match) for match in one.matches]} for one in stage.rounds
                ],
            }
            for stage in tournament.stages
        ],
    }


def _match(match: Match) -> dict[str, Any]:
    if match.report is None:
        return {"kind": match.kind, "players": list(match.players)}
    report = match.report
    entry: dict[str, Any] = {"end": report.end, "score": list(report.score or (0, 0))}
    for key in ("survivor", "conceded"):
        if getattr(report, key) is not None:
            entry[key] = getattr(report, key)
    if report.leaders is not None:
        entry["leaders"] = list(report.leaders)
    return {"table": match.table, "players": list(match.players), "report": entry}
