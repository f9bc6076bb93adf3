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
    rounds, planned = field.rounds_to_keep_free, field.tournament.plan.swiss_rounds
    if field.rules.pairing.plan_safe and rounds and len(field.players) > LARGEST_FIELD:
        yield Why("plan-safe-too-large", "AMB-003", {"players": len(field.players)})
    if rounds < 2:
        return
    opponents = [len(field.met[player]) for player in field.order]
    if certainly_possible(opponents, rounds):
        return
    clause = field.rules.rematch.clause
    stuck = short_of_opponents(opponents, rounds)
    if stuck:
        facts = {"opponents": [field.order[place] for place in stuck], "rounds": rounds}
        yield Why("plan-short-of-opponents", clause, facts)
    elif len(field.players) <= LARGEST_LOOK:
        yield from _looked_at(field, clause)
    if not field.rules.pairing.plan_safe and _close_to_the_field(field):
        facts = {"players": len(field.players), "rounds": planned}
        yield Why("plan-safe-advised", "AMB-003", facts)


def _looked_at(field: Field, clause: str) -> Iterator[Why]:
    facts = {"rounds": field.rounds_to_keep_free}
    try:
        if not field.outlook.is_possible:
            yield Why("plan-impossible", clause, facts)
    except TooHard:
        yield Why("plan-uncertain", clause, facts)


def _close_to_the_field(field: Field) -> bool:
    """Whether so many rounds are planned that a draw without looking ahead may run dry."""
    planned = field.tournament.plan.swiss_rounds or 0
    return enough_for_anybody(planned - 1) > len(field.players) <= LARGEST_FIELD
