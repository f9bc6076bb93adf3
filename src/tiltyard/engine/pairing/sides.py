"""Sides of a game: the first player named has the first one, as often as the second.

A round robin has them in its schedule: each player has the first side once more than the second,
or once less, or as often. In other rounds whoever had it less often has it now, then whoever had
it longer ago, then a lot decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.pairing.round import Why
from tiltyard.engine.pairing.round_robin import circle_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.pairing.round import DrawnMatch
    from tiltyard.engine.tournament import PlayerId


def with_sides(field: Field, matches: Sequence[DrawnMatch]) -> list[DrawnMatch]:
    """Return the matches with whoever has the first side named first, and why."""
    clause = field.rules.pairing.sides_clause
    if field.is_in_groups:  # the schedule has named them already
        return [_with_reason(match, clause) for match in matches]
    scheduled = _scheduled(field) if field.is_round_robin else {}
    had = _had(field)
    found = []
    for match in matches:
        if match.kind == "bye" or not field.ledger.spares.isdisjoint(match.players):
            found.append(match)
            continue
        first = scheduled.get(frozenset(match.players)) or _by_balance(field, had, match.players)
        second = next(player for player in match.players if player != first)
        found.append(_with_reason(match._replace(players=(first, second)), clause))
    return found


def _with_reason(match: DrawnMatch, clause: str) -> DrawnMatch:
    if match.kind == "bye":
        return match
    why = Why("has-first-side", clause, {"player": match.players[0]})
    return match._replace(why=(*match.why, why))


def _scheduled(field: Field) -> dict[frozenset[PlayerId], PlayerId]:
    """Return who has the first side of each pair of the schedule; the next leg changes sides."""
    seating = field.seating
    again = (field.round - 1) // seating.rounds % 2
    seats = seating.players[: seating.circle]
    pairs = (pair[::-1] if again else pair for pair in circle_round(seating.circle, field.round))
    return {
        frozenset((seats[first], seats[second])): seats[first]
        for first, second in pairs
        if max(first, second) < len(seats)
    }


def _had(field: Field) -> dict[PlayerId, list[int]]:
    """Return for everybody the sides had so far: 1 the first, -1 the second."""
    had: dict[PlayerId, list[int]] = {player: [] for player in field.players}
    for first, second, _ in field.meetings_so_far():
        if first in had:
            had[first].append(1)
        if second in had:
            had[second].append(-1)
    return had


def _by_balance(
    field: Field, had: dict[PlayerId, list[int]], players: tuple[PlayerId, ...]
) -> PlayerId:
    lots = field.urn("order")

    def need(player: PlayerId) -> tuple[int, list[int], bytes]:
        return sum(had[player]), had[player][::-1], lots.lot(f"side:{player}")

    return min(players, key=need)
