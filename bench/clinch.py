"""Clinch: who is safe and who is out before the last round, beside the standings of the field.

    python -m bench.clinch

prints for 128 and 1,000 players the time of all verdicts (the cut to eight, the first place) before
the last round is played, before it is drawn, and a round earlier; and how many times the standings
of the same field fit into it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bench._measure import best_of
from bench.fields import played_tournament
from tiltyard.engine.clinch.lines import Line, clinch
from tiltyard.engine.drawing import draw_next
from tiltyard.engine.flow import standings
from tiltyard.engine.tournament import Match, Plan, Round, Tournament
from tiltyard.rulesets.loader import load

ROUNDS = 6
LINES = (Line("cut", 8), Line("place", 1))
FLOORS = {128: 1.0, 1000: 10.0}


def main() -> None:
    """Measure every ruleset and both sizes."""
    print(f"{'ruleset':16} {'players':>7} {'moment':>14} {'cpu s':>7} {'x standings':>11}  floor")
    for size in FLOORS:
        for ruleset in ("armada", "runewars", "diskwars", "middle-earth", "xwing-dogfight"):
            measure(ruleset, size)


def measure(ruleset: str, size: int) -> None:
    """Print the three moments of one field."""
    rules = load(ruleset)
    played = played_tournament(ruleset, size, ROUNDS)
    last = replace(played, plan=Plan(ROUNDS + 1, 8))
    moments = {
        "last round": with_next_round(last, ruleset),
        "before its draw": last,
        "one earlier": with_next_round(replace(played, plan=Plan(ROUNDS + 2, 8)), ruleset),
    }
    ranking = best_of(3, lambda: standings(played, rules))
    for name, tournament in moments.items():
        timing = best_of(3, partial(clinch, tournament, rules, LINES))
        met = "" if name == "one earlier" else "met" if timing.cpu <= FLOORS[size] else "MISSED"
        ratio = timing.cpu / ranking.cpu
        print(f"{ruleset:16} {size:7} {name:>14} {timing.cpu:7.2f} {ratio:11.0f}  {met}")


def with_next_round(tournament: Tournament, ruleset: str) -> Tournament:
    """Return a tournament with its next round drawn and nothing reported."""
    drawn = draw_next(tournament, load(ruleset))
    matches = tuple(Match(match.players, kind=match.kind) for match in drawn.matches)
    (stage,) = tournament.stages
    return replace(tournament, stages=(replace(stage, rounds=(*stage.rounds, Round(matches))),))


if __name__ == "__main__":
    main()
