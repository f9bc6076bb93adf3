"""Who rests in an odd field, or meets the Spare Player (contract, section 5.1).

A rest is a bye or a game against the Spare Player: both are counted together (AMB-090).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tiltyard.engine.pairing.round import Why

if TYPE_CHECKING:
    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.tournament import PlayerId


def resting_candidates(field: Field) -> tuple[PlayerId, ...]:
    """Return who may rest, the first choice first."""
    allowed = _allowed(field)
    if field.is_first or field.rules.bye.pick == "random_in_lowest_group":
        lots = field.urn("bye")
        points = field.points
        first = field.is_first
        return tuple(
            sorted(allowed, key=lambda player: (0 if first else points[player], lots.lot(player)))
        )
    return tuple(player for player in reversed(field.standings) if player in allowed)


def second_bye(field: Field, player: PlayerId) -> Why | None:
    """Return the warning about a rest of somebody who has rested before; else nothing.

    Where others may rest first, the rule of one rest is broken; else it cannot be kept (AMB-008).
    """
    times = field.ledger.records[player].byes
    if not times:
        return None
    bye = field.rules.bye
    facts: dict[str, object] = {"player": player, "times": times}
    if field.spare is not None:
        facts["spare"] = field.spare
    clause = bye.second_clause if player in _allowed(field) else bye.max_clause
    return Why("second-bye", clause, facts)


Choice = Literal["fewest", "below the limit", "everybody"]


def choice_of_rest(field: Field) -> Choice:
    """Return among whom the rest is given: who has the fewest, fewer than allowed, or anybody."""
    bye = field.rules.bye
    most = bye.max_per_player
    if most == "unlimited" or (field.repeats_allowed and bye.repeat_in_final):
        return "everybody"
    records = field.ledger.records
    if most > 1 and any(records[player].byes < most for player in field.players):
        return "below the limit"
    return "fewest"


def _allowed(field: Field) -> set[PlayerId]:
    """Return those who had not too many rests yet; if all had, those with the fewest."""
    rests = {player: field.ledger.records[player].byes for player in field.players}
    choice = choice_of_rest(field)
    if choice == "everybody":
        return set(rests)
    most = field.rules.bye.max_per_player
    if most == "unlimited" or choice == "fewest":
        most = min(rests.values()) + 1
    return {player for player, count in rests.items() if count < most}
