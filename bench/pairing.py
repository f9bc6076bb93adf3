"""The draw of one round, large and hard, beside other people's matchings on the same field."""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
from bench._peers import LIMIT, PEERS, installed
from bench.fields import (
    document_of,
    empty_tournament,
    played_round,
    played_tournament,
    with_round,
)
from tiltyard.engine.drawing import draw_next
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.swiss import draw_swiss
from tiltyard.rulesets.loader import load

if TYPE_CHECKING:
    from tiltyard.engine.tournament import PlayerId, Tournament

SIZES = (32, 128, 512, 1_024, 5_000, 10_000, 100_000)
RULESETS = ("armada", "xwing-dogfight", "middle-earth")
ROUNDS = 6
FLOORS = {1_024: 0.05, 10_000: 0.5, 100_000: 8.0}
MEMORY_FLOOR = 1_000.0
PEERS_OF_OTHERS_UP_TO = 512  # beyond it, peers are measured on the first ruleset's field only
AGAINST_NETWORKX = (512, 100.0)
HARD_SIZES = (8, 16, 32, 48, 64)
HARD_FLOOR = 0.2


class Drawn(NamedTuple):
    """The whole draw, and its part after the records are kept."""

    whole: Timing
    pairing: Timing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--no-peers", action="store_true", help="measure our draw only")
    parser.add_argument("--hard-fields", type=int, default=10, help="of each size and kind")
    chosen = parser.parse_args()
    peers = [] if chosen.no_peers else installed()
    missing = [name for name in PEERS if name not in peers]
    if missing and not chosen.no_peers:
        print(f"skipped, not installed: {', '.join(missing)}")
    measure_sizes(sorted(chosen.sizes), peers)
    measure_memory(max(chosen.sizes))
    measure_hard_fields(chosen.hard_fields)


def measure_sizes(sizes: list[int], peers: list[str]) -> None:
    rows, grown = [], []
    for ruleset in RULESETS:
        over: set[str] = set()
        drawn: dict[int, Drawn] = {}
        for size in sizes:
            print(f"measuring {ruleset}, {size:,} players", file=sys.stderr, flush=True)
            drawn[size] = apart(measure_draw, ruleset, size)
            cells = []
            for peer in peers:
                allowed = ruleset == RULESETS[0] or size <= PEERS_OF_OTHERS_UP_TO
                timing = None
                if allowed and peer not in over:
                    timing = apart(measure_peer, peer, ruleset, size)
                    if timing is None:
                        over.add(peer)
                        cells += [f"> {LIMIT} s", f"> {times(LIMIT / drawn[size].whole.cpu)}"]
                        continue
                if timing is None:
                    cells += ["–", "–"]
                else:
                    cells += [seconds(timing.cpu), times(timing.cpu / drawn[size].whole.cpu)]
            floor = FLOORS.get(size)
            whole, pairing = drawn[size]
            rows.append(
                [
                    ruleset,
                    f"{size:,}",
                    seconds(whole.cpu),
                    seconds(whole.wall),
                    seconds(pairing.cpu),
                    *cells,
                    "–" if floor is None else seconds(floor),
                    "–" if floor is None else verdict(whole.cpu, floor),
                ]
            )
        grown += growth_rows(ruleset, drawn)
    beside = [cell for peer in peers for cell in (peer, "to ours")]
    print_table(
        f"One round drawn after {ROUNDS} rounds (the peers: CPU of one matching, graph ready)",
        ["ruleset", "players", "CPU", "wall", "pairing only, CPU", *beside, "floor", "on CPU"],
        rows,
    )
    if peers:
        size, floor_ratio = AGAINST_NETWORKX
        print(f"\nFloor: at least {floor_ratio:.0f}x faster than networkx at {size} players.")
    if grown:
        print_table(
            "Growth against n log n (1: exactly n log n)",
            ["ruleset", "from", "to", "whole draw", "pairing only"],
            grown,
        )


def growth_rows(ruleset: str, drawn: dict[int, Drawn]) -> list[list[str]]:
    sizes = [size for size in sorted(drawn) if size >= 1_000]
    rows = []
    for size in sizes[1:]:
        first = sizes[0]
        both = zip(drawn[size], drawn[first], strict=True)
        factors = [f"{growth(size, one.cpu, first, before.cpu):.2f}" for one, before in both]
        rows.append([ruleset, f"{first:,}", f"{size:,}", *factors])
    return rows


def measure_draw(ruleset: str, size: int) -> Drawn:
    gc.disable()  # as the commands do
    rules = load(ruleset)
    draw_next(played_tournament(ruleset, 8, 2), rules)  # what is imported late is imported now
    tournament = played_tournament(ruleset, size, ROUNDS)
    repetitions = 15 if size <= 1_024 else 5 if size <= 10_000 else 3
    whole = best_of(repetitions, lambda: draw_next(tournament, rules))
    ledger = Field(tournament, rules, 1, ROUNDS + 1).ledger
    fields = [Field(tournament, rules, 1, ROUNDS + 1) for _ in range(repetitions)]
    for field in fields:
        field.__dict__["ledger"] = ledger  # where cached_property keeps it
    waiting = iter(fields)
    return Drawn(whole, best_of(repetitions, lambda: draw_swiss(next(waiting))))


def measure_peer(peer: str, ruleset: str, size: int) -> Timing:
    return PEERS[peer](played_tournament(ruleset, size, ROUNDS), load(ruleset))


def measure_memory(size: int) -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in RULESETS:
            file = Path(folder) / f"{ruleset}.json"
            apart(write_event, file, ruleset, size)
            command = best_command(1, "pair", "--json", file)
            rows.append(
                [
                    ruleset,
                    f"{size:,}",
                    seconds(command.wall),
                    seconds(command.cpu),
                    f"{command.peak:.0f} MB",
                    f"{MEMORY_FLOOR:.0f} MB",
                    verdict(command.peak, MEMORY_FLOOR),
                ]
            )
    print_table(
        "`tiltyard pair --json`, reading and writing included",
        ["ruleset", "players", "wall", "CPU", "peak", "floor", "on memory"],
        rows,
    )


def write_event(file: Path, ruleset: str, size: int) -> None:
    gc.disable()
    file.write_text(json.dumps(document_of(played_tournament(ruleset, size, ROUNDS))), "utf-8")


def measure_hard_fields(count: int) -> None:
    rows = []
    for kind, rounds_of in (("circle, n-2 rounds", circle_rounds), ("random, hard", random_rounds)):
        for ruleset in RULESETS:
            for size in HARD_SIZES:
                taken = []
                for seed in range(count):
                    chance = random.Random(1000 * size + seed)
                    tournament = hard_tournament(ruleset, size, rounds_of(size, chance), chance)
                    rules = load(ruleset)
                    taken.append(best_of(2, lambda t=tournament, r=rules: draw_next(t, r)))  # type: ignore[misc]
                cpu = [timing.cpu for timing in taken]
                rows.append(
                    [
                        kind,
                        ruleset,
                        size,
                        seconds(statistics.median(cpu)),
                        seconds(max(cpu)),
                        seconds(max(timing.wall for timing in taken)),
                        seconds(HARD_FLOOR),
                        verdict(max(cpu), HARD_FLOOR),
                    ]
                )
    print_table(
        f"Adversarial small fields, {count} of each",
        ["history", "ruleset", "players", "median", "worst, CPU", "worst, wall", "floor", "on CPU"],
        rows,
    )


def hard_tournament(
    ruleset: str, size: int, rounds: list[list[tuple[int, int]]], chance: random.Random
) -> Tournament:
    """Return these rounds, played by players of equal strength, with one more round to draw."""
    last = 2 if load(ruleset).rematch.except_final else 1  # the exception would make it easy
    tournament = empty_tournament(ruleset, size, len(rounds) + last, chance.randrange(10**6))
    ids = [player.id for player in tournament.players]
    chance.shuffle(ids)
    equal = dict.fromkeys(ids, 0.0)
    for pairs in rounds:
        named: list[tuple[PlayerId, ...]] = [(ids[a], ids[b]) for a, b in pairs]
        tournament = with_round(tournament, played_round(ruleset, named, equal, chance))
    return tournament


def circle_rounds(size: int, chance: random.Random) -> list[list[tuple[int, int]]]:
    """Return all rounds of a round robin but one: a single pairing is left."""
    rounds = []
    for turn in range(size - 1):
        ring = [(turn + place) % (size - 1) for place in range(size - 1)]
        pairs = [(size - 1, ring[0])]
        pairs += [(ring[place], ring[-place]) for place in range(1, size // 2)]
        rounds.append(pairs)
    chance.shuffle(rounds)
    return rounds[:-1]


def random_rounds(size: int, chance: random.Random) -> list[list[tuple[int, int]]]:
    """Return random rounds, between half a round robin and all but two; a pairing is left."""
    import rustworkx

    wanted = chance.randrange(size // 2, size - 2)
    free = {(a, b) for a in range(size) for b in range(a + 1, size)}
    rounds: list[list[tuple[int, int]]] = []
    while len(rounds) <= wanted:
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(size))
        graph.add_edges_from([(a, b, chance.randrange(1000)) for a, b in sorted(free)])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        pairs = sorted((min(pair), max(pair)) for pair in found)
        if len(pairs) < size // 2:
            break
        rounds.append(pairs)
        free.difference_update(pairs)
    return rounds[:-1]


if __name__ == "__main__":
    main()
