"""One Swiss round: settle who rests, make sure it can be paired, pair it, explain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import NoLegalPairing, NothingToDraw
from tiltyard.core.pairing.affiliations import graph_of_strangers
from tiltyard.core.pairing.brackets import pair_brackets
from tiltyard.core.pairing.byes import resting_candidates
from tiltyard.core.pairing.graph import Graph, graph_of
from tiltyard.core.pairing.matching import can_all_be_paired, left_over
from tiltyard.core.pairing.plan import LARGEST_FIELD, PlanSafety, plan_is_possible
from tiltyard.core.pairing.reasons import Rest, Story, explain_round
from tiltyard.core.pairing.rematches import graph_with_rematches
from tiltyard.core.pairing.round import Pairings, Why
from tiltyard.core.pairing.tables import seat
from tiltyard.core.pairing.warnings import outlook_of, plan_warnings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing.field import Field
    from tiltyard.core.pairing.graph import Pair


def draw_swiss(field: Field, *, allow_rematch: bool = False) -> Pairings:
    """Draw a Swiss round; if every pairing repeats something, only when repeats are allowed."""
    if not field.players:
        message = "nobody is left to be paired"
        raise NothingToDraw(message, clause=field.rules.pairing.clause, fix="the event is over")
    met = meetings_of(field)
    rest = _settle_rest(field, met, allow_rematch=allow_rematch)
    order = tuple(p for p in field.order if rest is None or p != rest.player)
    story = _pair(field, met, order, rest, allow_rematch=allow_rematch)
    matches = seat(field, explain_round(field, story), rest.player if rest else None)
    warnings = (*plan_warnings(field, met), *story.warnings)
    return Pairings(field.stage, field.round, matches, warnings)


def meetings_of(field: Field) -> dict[PlayerId, set[PlayerId]]:
    """Return for everybody in the field the players they have met, within the repeat rule."""
    met: dict[PlayerId, set[PlayerId]] = {player: set() for player in field.players}
    if field.repeats_allowed:
        return met
    for first, second, _ in field.meetings():
        if first in met and second in met:
            met[first].add(second)
            met[second].add(first)
    return met


def _settle_rest(
    field: Field, met: dict[PlayerId, set[PlayerId]], *, allow_rematch: bool
) -> Rest | None:
    """Take the first candidate who leaves a field that can be paired."""
    if len(field.players) % 2 == 0:
        return None
    candidates = resting_candidates(field)
    passed_over: list[PlayerId] = []
    for safe in (True, False) if _looks_ahead(field) else (False,):
        passed_over = []
        for player in candidates:
            if _leaves_a_field(field, met, player, safe=safe):
                return Rest(player, tuple(passed_over))
            passed_over.append(player)
    if allow_rematch:
        return Rest(candidates[0])
    raise _no_pairing(field, field.players, met)


def _leaves_a_field(
    field: Field, met: dict[PlayerId, set[PlayerId]], resting: PlayerId, *, safe: bool
) -> bool:
    others = [player for player in field.order if player != resting]
    if not can_all_be_paired(graph_of_order(others, met), range(len(others))):
        return False
    if not safe:
        return True
    seats = {player: place for place, player in enumerate(field.order)}
    ahead = outlook_of(field, met)
    return plan_is_possible(ahead, (seats[resting], ahead.size - 1))


def graph_of_order(order: Sequence[PlayerId], met: dict[PlayerId, set[PlayerId]]) -> Graph:
    """Return the graph of an order of players: nobody meets an opponent again."""
    place = {player: index for index, player in enumerate(order)}
    get = place.get
    return graph_of(
        [{at for one in met[player] if (at := get(one)) is not None} for player in order]
    )


def _looks_ahead(field: Field) -> bool:
    planned = field.tournament.plan.swiss_rounds
    return (
        field.rules.pairing.plan_safe
        and planned is not None
        and len(field.players) <= LARGEST_FIELD
        and not field.repeats_allowed
    )


def _pair(
    field: Field,
    met: dict[PlayerId, set[PlayerId]],
    order: tuple[PlayerId, ...],
    rest: Rest | None,
    *,
    allow_rematch: bool,
) -> Story:
    groups = field.groups_of(order)
    graph = graph_of_order(order, met)
    if field.is_first and not graph.most_barred:
        graph = _first_round_graph(field, order)
    warnings: list[Why] = []
    rematches: dict[Pair, int] = {}
    lookahead = None
    if not can_all_be_paired(graph_of_order(order, met), range(len(order))):
        if not allow_rematch:
            raise _no_pairing(field, order, met)
        rematches = latest_meetings(field, order)
        graph = graph_with_rematches(rematches, len(order))
    elif _looks_ahead(field):
        lookahead = _plan_safety(field, met, order, rest)
        if not lookahead.keeps_possible((), (), (), 0):
            lookahead = None
    drawn = pair_brackets(graph, groups, lookahead)
    if lookahead is not None and pair_brackets(graph, groups).pairs != drawn.pairs:
        warnings.append(Why("plan-kept-safe", "AMB-003"))
    if field.repeats_allowed:
        rematches = latest_meetings(field, order)
    return Story(order, groups, drawn, met, rest, rematches, tuple(warnings))


def _plan_safety(
    field: Field,
    met: dict[PlayerId, set[PlayerId]],
    order: tuple[PlayerId, ...],
    rest: Rest | None,
) -> PlanSafety:
    ahead = outlook_of(field, met)
    seats = {player: place for place, player in enumerate(field.order)}
    resting = None if rest is None else (seats[rest.player], ahead.size - 1)
    return PlanSafety(ahead, [seats[player] for player in order], resting)


def _first_round_graph(field: Field, order: tuple[PlayerId, ...]) -> Graph:
    if not field.rules.pairing.avoid_affiliation:
        return graph_of([frozenset()] * len(order))
    tags = {player.id: frozenset(player.affiliations) for player in field.tournament.players}
    return graph_of_strangers([tags[player] for player in order])


def latest_meetings(field: Field, order: tuple[PlayerId, ...]) -> dict[Pair, int]:
    """Return in which round two players, by their places in an order, last met."""
    place = {player: index for index, player in enumerate(order)}
    latest: dict[Pair, int] = {}
    for first, second, number in field.meetings():
        if first in place and second in place:
            a, b = place[first], place[second]
            latest[min(a, b), max(a, b)] = number
    return latest


def _no_pairing(
    field: Field, players: Sequence[PlayerId], met: dict[PlayerId, set[PlayerId]]
) -> NoLegalPairing:
    order = tuple(field.order)
    stuck = left_over(graph_of_order(order, met), range(len(order)))
    names = [order[place] for place in stuck]
    message = f"no pairing of {len(players)} players is free of repeats"
    return NoLegalPairing(
        message,
        clause=field.rules.rematch.clause,
        fix="--allow-rematch for the fewest repeats, or pair by hand",
        players=names,
        met={player: sorted(met[player]) for player in names},
    )
