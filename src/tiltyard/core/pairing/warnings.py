"""What the organizer should hear before a round is drawn, and not three rounds later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.pairing.factors import TooHard
from tiltyard.core.pairing.graph import enough_for_anybody
from tiltyard.core.pairing.plan import LARGEST_FIELD, certainly_possible, short_of_opponents
from tiltyard.core.pairing.round import Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.pairing.field import Field

LARGEST_LOOK = 64
"""Beyond this size of the field only counting tells whether the plan can be kept."""


def plan_warnings(field: Field) -> Iterator[Why]:
    """Warn when the remaining planned rounds cannot all be free of repeats any more."""
    rules, rounds = field.rules, field.rounds_to_keep_free
    advice = rules.rematch.impossible_clause
    plan_safe = rules.pairing.plan_safe and not field.is_round_robin
    if plan_safe and rounds and len(field.players) > LARGEST_FIELD:
        yield Why("plan-safe-too-large", advice, {"players": len(field.players)})
    if rounds < 2:
        return
    opponents = [len(field.met[player]) for player in field.order]
    if certainly_possible(opponents, rounds):
        return
    if field.is_round_robin:  # a schedule only runs dry when there are too few opponents
        stuck = _short_of_opponents(field, opponents)
        yield from () if stuck is None else (stuck,)
        return
    impossible = _why_impossible(field, opponents)
    if impossible is not None:
        yield impossible
    elif not rules.pairing.plan_safe and _close_to_the_field(field):
        planned = field.tournament.plan.swiss_rounds
        facts = {"players": len(field.players), "rounds": planned}
        yield Why("plan-safe-advised", advice, facts)


def _short_of_opponents(field: Field, opponents: list[int]) -> Why | None:
    rounds = field.rounds_to_keep_free
    stuck = short_of_opponents(opponents, rounds)
    if not stuck:
        return None
    facts = {"opponents": [field.order[place] for place in stuck], "rounds": rounds}
    return Why("plan-short-of-opponents", field.rules.rematch.clause, facts)


def _why_impossible(field: Field, opponents: list[int]) -> Why | None:
    rounds, clause = field.rounds_to_keep_free, field.rules.rematch.clause
    stuck = _short_of_opponents(field, opponents)
    if stuck is not None:
        return stuck
    if len(field.players) > LARGEST_LOOK:
        return None
    try:
        possible = field.outlook.is_possible
    except TooHard:
        return Why("plan-uncertain", clause, {"rounds": rounds})
    return None if possible else Why("plan-impossible", clause, {"rounds": rounds})


def _close_to_the_field(field: Field) -> bool:
    """Whether so many rounds are planned that a draw without looking ahead may run dry."""
    planned = field.tournament.plan.swiss_rounds or 0
    players = len(field.players)
    return players <= LARGEST_FIELD and players < enough_for_anybody(planned - 1)
