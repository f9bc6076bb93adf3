"""Standings: the whole command and its steps, beside a plain sort of as many rows."""

from __future__ import annotations

import argparse
import gc
import json
import random
import tempfile
from pathlib import Path

from bench._measure import (
    Timing,
    apart,
    best_command,
    best_of,
    growth,
    print_table,
    seconds,
    times,
    verdict,
)
from bench.fields import played_event
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.standings import rank
from tiltyard.formats.answers import standings_document
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

SIZES = (1_000, 10_000, 100_000)
RULESETS = ("armada", "xwing-dogfight")
ROUNDS = 7
FLOORS = {10_000: (1.0, 300.0)}  # seconds, megabytes
BATCH = (1_000, 32, 5.0)  # files, players, seconds
START = 0.3
STEPS = ("decode", "read", "ledger", "rank", "document", "write")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    sizes = sorted(parser.parse_args().sizes)
    with tempfile.TemporaryDirectory() as folder:
        measure_standings(Path(folder), sizes)
        measure_batch(Path(folder))
    measure_start()


def measure_standings(folder: Path, sizes: list[int]) -> None:
    whole, inside = [], []
    for ruleset in RULESETS:
        first: tuple[float, float] | None = None
        for size in sizes:
            file = folder / f"{ruleset}-{size}.json"
            apart(write_event, file, ruleset, size)
            repetitions = 5 if size <= 10_000 else 2
            command = best_command(repetitions, "standings", "--json", file)
            steps, plain = apart(measure_steps, file, size, repetitions)
            total = sum(step.cpu for step in steps)
            first = first or (command.cpu, total)
            floor = FLOORS.get(size)
            whole.append(
                [
                    ruleset,
                    f"{size:,}",
                    seconds(command.wall),
                    seconds(command.cpu),
                    f"{command.peak:.0f} MB",
                    times(command.cpu / plain.cpu),
                    f"{growth(size, command.cpu, sizes[0], first[0]):.2f}",
                    "–" if floor is None else f"{floor[0]:.0f} s, {floor[1]:.0f} MB",
                    "–"
                    if floor is None
                    else f"{verdict(command.cpu, floor[0])}, {verdict(command.peak, floor[1])}",
                ]
            )
            inside.append(
                [
                    ruleset,
                    f"{size:,}",
                    *(seconds(step.cpu) for step in steps),
                    seconds(total),
                    seconds(sum(step.wall for step in steps)),
                    seconds(plain.cpu),
                    times(total / plain.cpu),
                    f"{growth(size, total, sizes[0], first[1]):.2f}",
                ]
            )
    print_table(
        f"`tiltyard standings --json` after {ROUNDS} rounds, one start each",
        [
            "ruleset",
            "players",
            "wall",
            "CPU",
            "peak",
            "to sorted()",
            "to n log n",
            "floor",
            "on CPU, peak",
        ],
        whole,
    )
    print_table(
        "The steps inside one process (CPU)",
        ["ruleset", "players", *STEPS, "all, CPU", "all, wall", "sorted()", "ratio", "to n log n"],
        inside,
    )


def write_event(file: Path, ruleset: str, size: int) -> None:
    gc.disable()
    file.write_text(json.dumps(played_event(ruleset, size, ROUNDS)), "utf-8")


def measure_steps(file: Path, size: int, repetitions: int) -> tuple[list[Timing], Timing]:
    gc.disable()  # as the commands do
    raw = file.read_bytes()
    decoded = decode(raw)
    tournament = read_tournament(decoded)
    rules = load(tournament.ruleset)
    ledger = keep_ledger(tournament, rules)
    standings = rank(tournament, rules, ledger)
    document = standings_document(standings)
    steps = [
        best_of(repetitions, lambda: decode(raw)),
        best_of(repetitions, lambda: read_tournament(decoded)),
        best_of(repetitions, lambda: keep_ledger(tournament, rules)),
        best_of(repetitions, lambda: rank(tournament, rules, ledger)),
        best_of(repetitions, lambda: standings_document(standings)),
        best_of(repetitions, lambda: json.dumps(document, ensure_ascii=False)),
    ]
    chance = random.Random(1)
    rows = [(chance.randrange(10 * ROUNDS), f"p{number}") for number in range(size)]
    return steps, best_of(repetitions, lambda: sorted(rows))


def measure_batch(folder: Path) -> None:
    count, players, floor = BATCH
    apart(write_batch, folder, count, players)
    files = sorted(folder.glob("batch-*.json"))
    batch = best_command(3, "standings", "--json", *files)
    print_table(
        f"A batch of {count:,} files of {players} players in one start",
        ["wall", "CPU", "peak", "per file, CPU", "floor", "on CPU"],
        [
            [
                seconds(batch.wall),
                seconds(batch.cpu),
                f"{batch.peak:.0f} MB",
                seconds(batch.cpu / count),
                f"{floor:.0f} s",
                verdict(batch.cpu, floor),
            ]
        ],
    )


def write_batch(folder: Path, count: int, players: int) -> None:
    events = [played_event(RULESETS[seed % 2], players, 5, seed) for seed in range(100)]
    for number in range(count):
        event = {**events[number % 100], "seed": f"batch {number}"}
        (folder / f"batch-{number:04}.json").write_text(json.dumps(event), "utf-8")


def measure_start() -> None:
    rows = []
    for arguments in (["--help"], ["rulesets"]):
        start = best_command(7, *arguments)
        rows.append(
            [
                f"tiltyard {arguments[0]}",
                seconds(start.wall),
                seconds(start.cpu),
                f"{START:.1f} s",
                verdict(start.cpu, START),
            ]
        )
    print_table("Start", ["command", "wall", "CPU", "floor", "on CPU"], rows)


if __name__ == "__main__":
    main()
