"""What the organizer should hear before a round is drawn, and not three rounds later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.pairing.factors import Factors
from tiltyard.core.pairing.graph import enough_for_anybody
from tiltyard.core.pairing.plan import (
    LARGEST_FIELD,
    certainly_possible,
    outlook,
    short_of_opponents,
)
from tiltyard.core.pairing.round import Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing.field import Field
    from tiltyard.core.pairing.plan import Outlook


def plan_warnings(field: Field, met: dict[PlayerId, set[PlayerId]]) -> Iterator[Why]:
    """Warn when the remaining planned rounds cannot all be free of repeats any more."""
    rounds = rounds_to_keep_free(field)
    if rounds < 2:
        return
    order = field.players
    opponents = [len(met[player]) for player in order]
    clause = field.rules.rematch.clause
    if certainly_possible(opponents, rounds):
        return
    stuck = short_of_opponents(opponents, rounds)
    if stuck:
        facts = {"opponents": [order[place] for place in stuck], "rounds": rounds}
        yield Why("plan-short-of-opponents", clause, facts)
    elif len(order) <= LARGEST_FIELD:
        ahead = outlook_of(field, met)
        if not Factors(ahead.size).exist(ahead.adjacent, rounds):
            yield Why("plan-impossible", clause, {"rounds": rounds})
    if not field.rules.pairing.plan_safe and _close_to_the_field(field):
        facts = {"players": len(order), "rounds": field.tournament.plan.swiss_rounds}
        yield Why("plan-safe-advised", "AMB-003", facts)


def _close_to_the_field(field: Field) -> bool:
    """Whether so many rounds are planned that a draw without looking ahead may run dry."""
    planned = field.tournament.plan.swiss_rounds or 0
    return enough_for_anybody(planned - 1) > len(field.players) <= LARGEST_FIELD


def rounds_to_keep_free(field: Field) -> int:
    """Return how many planned rounds have to be free of repeats, this one included."""
    planned = field.tournament.plan.swiss_rounds
    if planned is None or field.repeats_allowed:
        return 0
    left = planned - field.swiss_rounds_before
    return left - 1 if field.rules.rematch.except_final else left


def outlook_of(field: Field, met: dict[PlayerId, set[PlayerId]]) -> Outlook:
    """Return the outlook of a field, with players in the order of the draw."""
    place = {player: index for index, player in enumerate(field.order)}
    return outlook(
        [{place[one] for one in met[player]} for player in field.order],
        [field.ledger.records[player].byes for player in field.order],
        rounds_to_keep_free(field),
    )
