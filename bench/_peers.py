"""Other people's matchings on the same field: networkx, rustworkx and py4swiss."""

from __future__ import annotations

import gc
import importlib.util
import random
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bench._measure import Timing, best_of, end_after
from tiltyard.engine.pairing.field import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament

TRF = "py4swiss.trf"
LIMIT = 60
"""Seconds of processor time a peer may take, its graph being ready."""
QUICK_UP_TO, SEVERAL = 128, 15


def networkx_matching(tournament: Tournament, rules: Ruleset) -> Timing:
    nx = import_module("networkx")
    graph = nx.Graph()
    graph.add_weighted_edges_from(dense_edges(tournament, rules))
    size = len(tournament.players)
    return limited(size, lambda: nx.max_weight_matching(graph, maxcardinality=True))


def rustworkx_matching(tournament: Tournament, rules: Ruleset) -> Timing:
    import rustworkx

    graph: Any = rustworkx.PyGraph()  # refusing parallel edges would look for them each time
    graph.add_nodes_from(range(len(tournament.players)))
    graph.add_edges_from(list(dense_edges(tournament, rules)))
    return limited(
        len(tournament.players),
        lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int),
    )


def dense_edges(tournament: Tournament, rules: Ruleset) -> Iterator[tuple[int, int, int]]:
    """Yield everybody who has not met, the better the nearer their points."""
    field = Field(tournament, rules, 1, len(tournament.stages[0].rounds) + 1)
    order = field.order
    met: dict[str, set[str]] = {player: set() for player in field.players}
    for one in tournament.stages[0].rounds:
        for match in one.matches:
            for player in match.players:
                met[player].update(match.players)
    points = [field.points[player] for player in order]
    for first, player in enumerate(order):
        barred = met[player]
        for second in range(first + 1, len(points)):
            if order[second] not in barred:
                yield first, second, points[second] - points[first]


def py4swiss_draw(tournament: Tournament, rules: Ruleset) -> Timing:
    engine = import_module("py4swiss.engines").DutchEngine
    report = chess_report(tournament)
    size = len(tournament.players)
    return limited(size, lambda: engine.generate_pairings(report))


def chess_report(tournament: Tournament) -> Any:
    """Return the same meetings as a chess event: a win is a point, colours alternate."""
    results_of, sections_of = import_module(f"{TRF}.results"), import_module(f"{TRF}.sections")
    result, color = results_of.ResultToken, results_of.ColorToken
    number = {player.id: place for place, player in enumerate(tournament.players, 1)}
    results: dict[str, list[Any]] = {player.id: [] for player in tournament.players}
    balance = dict.fromkeys(number, 0)
    chance = random.Random(1)
    rounds = tournament.stages[0].rounds
    for one in rounds:
        for match in one.matches:
            if match.report is None:
                bye, nothing = result.PAIRING_ALLOCATED_BYE, color.BYE_OR_NOT_PAIRED
                entry = results_of.RoundResult(id=0, color=nothing, result=bye)
                results[match.players[0]].append(entry)
                continue
            pair = sorted(match.players, key=lambda player: (balance[player], chance.random()))
            first, second = match.report.score or (0, 0)
            better = match.players[0 if first > second else 1]
            for player, other, side in (
                (pair[0], pair[1], color.WHITE),
                (pair[1], pair[0], color.BLACK),
            ):
                balance[player] += 1 if side is color.WHITE else -1
                ended = result.WIN if player == better else result.LOSS
                entry = results_of.RoundResult(id=number[other], color=side, result=ended)
                results[player].append(entry)
    good = {result.WIN, result.PAIRING_ALLOCATED_BYE}
    players = [
        sections_of.PlayerSection(
            code=import_module(f"{TRF}.codes").PlayerCode.PLAYER,
            starting_number=place,
            points_times_ten=10 * sum(1 for entry in results[player] if entry.result in good),
            rank=place,
            results=results[player],
        )
        for player, place in number.items()
    ]
    plan = sections_of.XSection(number_of_rounds=len(rounds) + 2)
    return import_module(TRF).ParsedTrf(player_sections=players, x_section=plan)


def limited(size: int, function: Callable[[], object]) -> Timing:
    """Measure a peer as we measure ourselves where it is quick; too long ends this process."""
    gc.collect()
    gc.disable()
    end_after(LIMIT)
    return best_of(SEVERAL if size <= QUICK_UP_TO else 1, function)


PEERS: dict[str, Callable[[Tournament, Ruleset], Timing]] = {
    "networkx": networkx_matching,
    "rustworkx": rustworkx_matching,
    "py4swiss": py4swiss_draw,
}


def installed() -> list[str]:
    """Return the peers that can be measured here."""
    return [name for name in PEERS if importlib.util.find_spec(name) is not None]
