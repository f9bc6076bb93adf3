"""One Swiss round: settle who rests, make sure it can be paired, pair it, explain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import NoLegalPairing, NothingToDraw
from tiltyard.engine.pairing.brackets import Drawn, pair_brackets
from tiltyard.engine.pairing.byes import resting_candidates, second_bye
from tiltyard.engine.pairing.factors import TooHard
from tiltyard.engine.pairing.field import first_to_rest, graph_of_strangers, pairs_of_strangers
from tiltyard.engine.pairing.groups import draw_groups
from tiltyard.engine.pairing.look_ahead import LARGEST_FIELD, PlanSafety
from tiltyard.engine.pairing.matching import (
    Graph,
    can_all_be_paired,
    enough_for_anybody,
    graph_of,
    graph_with_rematches,
    left_over,
)
from tiltyard.engine.pairing.reasons import Rest, Story, explain_round, plan_warnings
from tiltyard.engine.pairing.round import Pairings, Why
from tiltyard.engine.pairing.round_robin import draw_from_schedule
from tiltyard.engine.pairing.sides import with_sides
from tiltyard.engine.pairing.tables import seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.pairing.matching import Pair
    from tiltyard.engine.pairing.reasons import Demand, PassedOver
    from tiltyard.engine.tournament import PlayerId

LONGEST_LIST = 12


def draw_swiss(field: Field, *, allow_rematch: bool = False) -> Pairings:
    """Draw a Swiss round; if every pairing repeats something, only when repeats are allowed."""
    if not field.players:
        raise NothingToDraw("nobody-left-paired", clause=field.rules.pairing.clause)
    if field.is_in_groups:
        return _draw_groups(field)
    draw = _draw_round_robin if field.is_round_robin else _draw_brackets
    story = draw(field, allow_rematch=allow_rematch)
    rest = story.rest
    explained = explain_round(field, story)
    if field.rules.pairing.sides:
        explained = with_sides(field, explained)
    matches = seat(field, explained, rest.player if rest else None)
    again = second_bye(field, rest.player) if rest else None
    warnings = (*plan_warnings(field), *story.warnings, *((again,) if again else ()))
    return Pairings(field.stage, field.round, matches, warnings)


def _draw_groups(field: Field) -> Pairings:
    """Draw a round of all groups; who rests sits nowhere."""
    matches = draw_groups(field)
    if field.rules.pairing.sides:
        matches = with_sides(field, matches)
    games = [match for match in matches if match.kind == "game"]
    rests = [match for match in matches if match.kind == "bye"]
    return Pairings(field.stage, field.round, seat(field, [*games, *rests], None))


def _draw_brackets(field: Field, *, allow_rematch: bool) -> Story:
    """Draw by groups; with an eye on later rounds, where that is asked for and not too hard."""
    try:
        look_ahead = looks_ahead(field) and field.outlook.is_possible
        return _draw(field, allow_rematch=allow_rematch, look_ahead=look_ahead)
    except TooHard:
        story = _draw(field, allow_rematch=allow_rematch, look_ahead=False)
        gave_up = Why(
            "plan-safe-gave-up",
            field.rules.rematch.impossible_clause,
            {"players": len(field.players)},
        )
        return story._replace(warnings=(*story.warnings, gave_up))


def _draw_round_robin(field: Field, *, allow_rematch: bool) -> Story:
    """Take the round from the schedule; where everybody has met, only repeats are left."""
    scheduled = draw_from_schedule(field, graph_of_order(field.order, field.met))
    if scheduled is None:
        if not allow_rematch:
            raise _no_pairing(field, field.players)
        return _draw(field, allow_rematch=True, look_ahead=False)
    rest = None if scheduled.rests is None else Rest(scheduled.rests)
    order = tuple(player for player in field.order if player != scheduled.rests)
    place = {player: index for index, player in enumerate(order)}
    pairs = tuple((place[player], place[other]) for player, other in scheduled.pairs)
    drawn = Drawn(pairs, ())
    groups = field.groups_of(order)
    return Story(order, groups, drawn, field.met, rest, {}, "schedule", schedule=scheduled)


def _draw(field: Field, *, allow_rematch: bool, look_ahead: bool) -> Story:
    rest = _settle_rest(field, allow_rematch=allow_rematch, look_ahead=look_ahead)
    order = tuple(p for p in field.order if rest is None or p != rest.player)
    return _pair(field, order, rest, allow_rematch=allow_rematch, look_ahead=look_ahead)


def _settle_rest(field: Field, *, allow_rematch: bool, look_ahead: bool) -> Rest | None:
    """Take the first candidate who leaves a field that can be paired."""
    if len(field.players) % 2 == 0:
        return None
    candidates = resting_candidates(field)
    if field.companies and not any(field.met.values()):
        return _rest_of_companions(field, candidates)
    for safe in (True, False) if look_ahead else (False,):
        passed_over: dict[PassedOver, list[PlayerId]] = {}
        for player in candidates:
            if not _leaves_a_field(field, player):
                passed_over.setdefault("repeat", []).append(player)
            elif safe and not _leaves_a_plan(field, player):
                passed_over.setdefault("plan", []).append(player)
            else:
                return Rest(player, passed_over)
    if allow_rematch:
        return Rest(candidates[0])
    raise _no_pairing(field, field.players)


def _rest_of_companions(field: Field, candidates: Sequence[PlayerId]) -> Rest:
    """Take the first candidate whose rest makes the fewest companions meet (XW-073).

    Nobody has met anybody yet, so the others can be paired whoever rests, in this round and in
    as many further ones.
    """
    place = {player: index for index, player in enumerate(field.order)}
    chosen = first_to_rest(_tags(field, field.order), [place[player] for player in candidates])
    before = candidates[: candidates.index(field.order[chosen])]
    return Rest(field.order[chosen], {"companions": before} if before else {})


def _leaves_a_field(field: Field, resting: PlayerId) -> bool:
    most = max(map(len, field.met.values()))
    if len(field.met) - 1 >= enough_for_anybody(most):
        return True
    others = [player for player in field.order if player != resting]
    return can_all_be_paired(graph_of_order(others, field.met), range(len(others)))


def _leaves_a_plan(field: Field, resting: PlayerId) -> bool:
    return _plan_safety(field, (), Rest(resting)).keeps_possible((), (), (), 0)


def graph_of_order(order: Sequence[PlayerId], met: dict[PlayerId, set[PlayerId]]) -> Graph:
    """Return the graph of an order of players: nobody meets an opponent again."""
    place = {player: index for index, player in enumerate(order)}
    get = place.get
    return graph_of(
        [{at for other in met[player] if (at := get(other)) is not None} for player in order]
    )


def looks_ahead(field: Field) -> bool:
    """Whether a round is drawn with an eye on the rounds after it."""
    planned = field.tournament.plan.swiss_rounds
    return (
        field.rules.pairing.plan_safe
        and planned is not None
        and len(field.players) <= LARGEST_FIELD
        and not field.repeats_allowed
    )


def _pair(
    field: Field,
    order: tuple[PlayerId, ...],
    rest: Rest | None,
    *,
    allow_rematch: bool,
    look_ahead: bool,
) -> Story:
    groups = field.groups_of(order)
    strangers = graph_of_order(order, field.met)
    rematches: dict[Pair, int] = {}
    warnings: list[Why] = []
    demand: Demand = "companions" if field.companies else "repeats"
    if not can_all_be_paired(strangers, range(len(order))):
        if not allow_rematch:
            raise _no_pairing(field, order)
        rematches = latest_meetings(field, order)
        drawn = pair_brackets(
            graph_with_rematches(rematches, len(order)), groups, partners=field.partners
        )
        demand = "fewest repeats"
    elif look_ahead:
        demand = "companions" if field.companies else "plan"
        drawn, warnings = _pair_ahead(field, order, rest, strangers, groups)
    elif field.is_first and not strangers.most_barred:
        drawn = _pair_first_round(field, order, groups)
    else:
        drawn = pair_brackets(strangers, groups, partners=field.partners)
    if field.repeats_allowed:
        rematches = latest_meetings(field, order)
    return Story(order, groups, drawn, field.met, rest, rematches, demand, tuple(warnings))


def _pair_ahead(
    field: Field,
    order: tuple[PlayerId, ...],
    rest: Rest | None,
    strangers: Graph,
    groups: Sequence[Sequence[int]],
) -> tuple[Drawn, list[Why]]:
    """Pair so that the plan stays possible, if it is; say so if that changed the round."""
    graph = strangers
    if field.is_first and not strangers.most_barred:
        graph = graph_of_strangers(_tags(field, order))
    plain = pair_brackets(graph, groups, partners=field.partners)
    lookahead = _plan_safety(field, order, rest)
    if not lookahead.keeps_possible((), (), (), 0):
        return plain, []
    drawn = pair_brackets(graph, groups, lookahead, field.partners)
    return drawn, [] if drawn.pairs == plain.pairs else [
        Why("plan-kept-safe", field.rules.rematch.impossible_clause)
    ]


def _pair_first_round(
    field: Field, order: tuple[PlayerId, ...], groups: Sequence[Sequence[int]]
) -> Drawn:
    tags = _tags(field, order)
    pairs = pairs_of_strangers(tags) if field.partners == "neighbours" else None
    if pairs is not None:
        return Drawn(tuple(pairs), ())
    return pair_brackets(graph_of_strangers(tags), groups, partners=field.partners)


def _tags(field: Field, order: tuple[PlayerId, ...]) -> list[frozenset[str]]:
    """Return the companies of everybody, or none where they are not kept apart."""
    nobody: frozenset[str] = frozenset()
    return [field.companies.get(player, nobody) for player in order]


def _plan_safety(field: Field, order: tuple[PlayerId, ...], rest: Rest | None) -> PlanSafety:
    ahead = field.outlook
    seats = {player: place for place, player in enumerate(field.order)}
    resting = None if rest is None else (seats[rest.player], ahead.size - 1)
    return PlanSafety(ahead, [seats[player] for player in order], resting)


def latest_meetings(field: Field, order: tuple[PlayerId, ...]) -> dict[Pair, int]:
    """Return in which round two players, by their places in an order, last met."""
    place = {player: index for index, player in enumerate(order)}
    latest: dict[Pair, int] = {}
    for first, second, number in field.meetings():
        if first in place and second in place:
            a, b = place[first], place[second]
            latest[min(a, b), max(a, b)] = number
    return latest


def _no_pairing(field: Field, players: Sequence[PlayerId]) -> NoLegalPairing:
    """Say who is stuck: those whom every attempt may leave without an opponent."""
    order = tuple(players)
    if len(order) % 2:
        order = tuple(player for player in field.order if player != resting_candidates(field)[0])
    stuck = left_over(graph_of_order(order, field.met), range(len(order)))
    ids = [order[place] for place in stuck]
    names = {player.id: player.name for player in field.tournament.players}
    listed = ", ".join(names[player] for player in ids[:LONGEST_LIST])
    more = f" and {len(ids) - LONGEST_LIST} more" if len(ids) > LONGEST_LIST else ""
    return NoLegalPairing(
        "no-pairing-players-free-repeats",
        clause=field.rules.rematch.clause,
        players=ids,
        met={player: sorted(field.met[player]) for player in ids},
        count=len(field.players),
        listed=listed,
        more=more,
    )
