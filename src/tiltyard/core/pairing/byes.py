"""Who rests in an odd field, or meets the Spare Player (contract, section 5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing.field import Field


def resting_candidates(field: Field) -> tuple[PlayerId, ...]:
    """Return who may rest, the first choice first."""
    allowed = _allowed(field)
    if field.is_first or field.rules.bye.pick == "random_in_lowest_group":
        lots = field.urn("bye")
        points = field.points
        first = field.is_first
        return tuple(sorted(allowed, key=lambda one: (0 if first else points[one], lots.lot(one))))
    return tuple(player for player in reversed(field.standings) if player in allowed)


def _allowed(field: Field) -> set[PlayerId]:
    """Return those who had not too many rests yet; if all had, those with the fewest."""
    rests = {player: field.ledger.records[player].byes for player in field.players}
    most = field.rules.bye.max_per_player
    if most == "unlimited" or (field.repeats_allowed and field.rules.bye.repeat_in_final):
        return set(rests)
    rested_less = {player for player, count in rests.items() if count < most}
    if rested_less:
        return rested_less
    fewest = min(rests.values())
    return {player for player, count in rests.items() if count == fewest}
