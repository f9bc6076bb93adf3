"""Simulated events: a thousand of 64 players and six rounds through `tiltyard simulate`."""

from __future__ import annotations

import subprocess

from bench._measure import PROGRAM, best_command, print_table, seconds, verdict
from tiltyard.cli import COMMANDS

RUNS, PLAYERS, ROUNDS, FLOOR = 1_000, 64, 6, 30.0
RULESETS = ("armada", "xwing-dogfight", "middle-earth")


def main() -> None:
    if "simulate" not in COMMANDS:
        print("skipped: there is no `tiltyard simulate` yet")
        return
    usage = subprocess.run(
        [*PROGRAM, "simulate", "--help"], capture_output=True, text=True, check=True
    ).stdout
    rounds = ["--rounds", str(ROUNDS)] if "--rounds" in usage else []
    rows = []
    for ruleset in RULESETS:
        options = ["--players", str(PLAYERS), "--runs", str(RUNS), *rounds, "--json"]
        timing = best_command(2, "simulate", ruleset, *options)
        rows.append(
            [
                ruleset,
                seconds(timing.wall),
                seconds(timing.cpu),
                seconds(timing.cpu / RUNS),
                f"{FLOOR:.0f} s",
                verdict(timing.wall, FLOOR),
            ]
        )
    print_table(
        f"{RUNS:,} events of {PLAYERS} players"
        + (f" and {ROUNDS} rounds" if rounds else ", rounds as the document has them"),
        ["ruleset", "wall", "CPU", "per event, CPU", "floor", "on the wall"],
        rows,
    )


if __name__ == "__main__":
    main()
