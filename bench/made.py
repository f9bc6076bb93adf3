"""Rulesets made from a family beside shipped ones: the same fields, ranked and drawn.

A ratio of about 1 says that a file made in the browser costs no more than one that comes with the
program; each method and tie-breaker of the library is measured beside the plain one.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from functools import partial

from bench._measure import best_of, print_table, times
from tiltyard.engine.drawing import draw_next
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.ruleset import OrderKey, Ruleset
from tiltyard.engine.slip import Slip
from tiltyard.engine.standings import rank
from tiltyard.engine.tournament import Match, Plan, Player, PlayerId, Round, Stage, Tournament
from tiltyard.rulesets.loader import load, load_files

PLAYERS, ROUNDS, REPETITIONS = 1_000, 5, 5
MADE = """inherits = "margin-10-0@1"
id = "made"
version = "1"
title = "Made"
[bye]
award = { tp = 6, mov = 10, clause = "HF-018" }
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    players = parser.parse_args().players
    shipped = load("margin-10-0")
    made = load_files("made@1", {"made@1": MADE})
    rows = [("armada", load("armada")), ("margin-10-0", shipped), ("made of it", made)]
    rows += [(name, _pairing(made, partners=name)) for name in ("slide", "fold")]
    rows += [("sides", _pairing(made, sides=True))]
    rows += [(key, _ranked_by(made, key)) for key in ("median_buchholz", "mixed_win_rate")]
    plain: tuple[float, float] | None = None
    table = []
    for name, rules in rows:
        tournament = _played(rules, players)
        ranked = best_of(REPETITIONS, partial(_rank, tournament, rules))
        drawn = best_of(REPETITIONS, partial(draw_next, tournament, rules))
        plain = plain or (ranked.cpu, drawn.cpu)
        table.append(
            (
                name,
                f"{1000 * ranked.cpu:.1f} ms",
                times(ranked.cpu / plain[0]),
                f"{1000 * drawn.cpu:.1f} ms",
                times(drawn.cpu / plain[1]),
            )
        )
    title = f"{players} players after {ROUNDS} rounds"
    print_table(title, ("ruleset", "standings", "beside", "next round", "beside"), table)


def _rank(tournament: Tournament, rules: Ruleset) -> None:
    rank(tournament, rules, keep_ledger(tournament, rules))


def _pairing(rules: Ruleset, **more: object) -> Ruleset:
    clauses = {"partners_clause": "HF-040", "sides_clause": "HF-028"}
    return replace(rules, pairing=replace(rules.pairing, **clauses, **more))  # type: ignore[arg-type]


def _ranked_by(rules: Ruleset, key: str) -> Ruleset:
    order = tuple(OrderKey(name, "HF-021") for name in ("tp", key, "lot"))  # type: ignore[arg-type]
    return replace(rules, standings=replace(rules.standings, order=order))


def _played(rules: Ruleset, players: int) -> Tournament:
    """Return a field after its rounds, each drawn by the engine; scores come from one seed."""
    chance = random.Random(1)
    ids = [PlayerId(f"p{number}") for number in range(players)]
    tournament = Tournament(
        rules.name, tuple(Player(player, player) for player in ids), (Stage("swiss"),), "s", Plan(9)
    )
    for _ in range(ROUNDS):
        matches = tuple(
            Match(match.players, match.kind, None if match.kind == "bye" else _slip(chance))
            for match in draw_next(tournament, rules).matches
        )
        stage = tournament.stages[0]
        rounds = (*stage.rounds, Round(matches))
        tournament = replace(tournament, stages=(replace(stage, rounds=rounds),))
    return tournament


def _slip(chance: random.Random) -> Slip:
    first = chance.randrange(90)
    return Slip("time", (first, (first + chance.randrange(1, 60)) % 100), initiative=0)


if __name__ == "__main__":
    main()
