"""Round robin: everybody meets everybody once, by a circle whose seats are drawn by lot.

One seat stays, the others move on by one from round to round; with an odd number of players one
seat is empty, and who would meet it rests. The circle is the one the first round was drawn with.
Somebody who comes later takes the empty seat, if there is one.

When players leave or come, pairs of the schedule that can still be played are played. Everybody
else is paired among themselves without a repeat; where that cannot be, pairs of the schedule are
given up for it, the last one first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.chance import urn_of
from tiltyard.engine.pairing.brackets import pair_brackets
from tiltyard.engine.pairing.byes import resting_candidates
from tiltyard.engine.pairing.matching import can_all_be_paired, graph_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.pairing.matching import Graph, Pair
    from tiltyard.engine.tournament import PlayerId, Round

    Meeting = tuple[PlayerId, PlayerId]


class Seating(NamedTuple):
    """Everybody who is or was in the stage, by their seats; `first` of them began it."""

    players: tuple[PlayerId, ...]
    first: int

    @property
    def circle(self) -> int:
        """How many seats the schedule has: an even number."""
        return self.first + self.first % 2

    @property
    def rounds(self) -> int:
        """In how many rounds everybody has met everybody."""
        return max(self.circle - 1, 1)

    def opponents(self, number: int) -> dict[PlayerId, PlayerId | None]:
        """Return who meets whom in a round of the schedule; nobody: an empty seat."""
        seats = [*self.players[: self.circle]]
        found: dict[PlayerId, PlayerId | None] = {}
        for one, other in circle_round(self.circle, number):
            first = seats[one] if one < len(seats) else None
            second = seats[other] if other < len(seats) else None
            if first is not None:
                found[first] = second
            if second is not None:
                found[second] = first
        return found


def circle_round(seats: int, number: int) -> list[Pair]:
    """Return the pairs of a round, counted from 1, for an even number of seats.

    Who is named first has the first side: the seat that stays by turns, of the others by how far
    apart they sit. Over all rounds everybody has both sides as often, or one of them once more.
    """
    turning = seats - 1
    turn = (number - 1) % turning
    staying = (turn, turning) if turn % 2 == 0 else (turning, turn)
    pairs = [staying]
    for step in range(1, seats // 2):
        near, far = (turn + step) % turning, (turn - step) % turning
        pairs.append((near, far) if step % 2 else (far, near))
    return pairs


def seated(field: Field) -> Seating:
    """Seat the field by the lots of the first round; who came later sits behind, in that order."""
    stages = field.tournament.stages
    rounds = stages[field.stage - 1].rounds[: field.round - 1] if stages else ()
    attempt, salt = (rounds[0].attempt, rounds[0].salt) if rounds else (field.attempt, field.salt)
    lots = urn_of(field.tournament, "order", field.stage, 1, attempt, salt)
    came = dict.fromkeys(field.players, len(rounds))
    for number, round_ in reversed(list(enumerate(rounds))):
        came |= dict.fromkeys(_who_was_there(field, round_), number)
    players = sorted(came, key=lambda player: (came[player], lots.lot(player)))
    return Seating(tuple(players), sum(1 for first in came.values() if first == 0))


def _who_was_there(field: Field, round_: Round) -> list[PlayerId]:
    return [
        player
        for match in round_.matches
        if match.kind != "unpaired_loss"
        for player in match.players
        if player not in field.ledger.spares
    ]


class Scheduled(NamedTuple):
    """A round of the schedule: its pairs, in the order of the field, and who rests.

    `kept` are the pairs that stand in the schedule; `rest_kept` says that so does the rest.
    """

    pairs: tuple[Meeting, ...]
    kept: frozenset[Meeting]
    rests: PlayerId | None
    rest_kept: bool


def draw_from_schedule(field: Field, graph: Graph) -> Scheduled | None:
    """Return the round of the schedule, mended where it has to be; nothing if it cannot be."""
    order = field.order
    place = {player: index for index, player in enumerate(order)}
    opponents = field.seating.opponents(field.round)
    kept = _still_to_be_played(opponents, place, graph)
    candidates: Sequence[PlayerId | None] = [None]
    unseated = {player for player, other in opponents.items() if other is None}
    if len(order) % 2:
        candidates = sorted(resting_candidates(field), key=lambda player: player not in unseated)
    while True:
        settled = {number for pair in kept for number in pair}
        free = {index: None for index in range(len(order)) if index not in settled}
        for candidate in candidates:
            found = _pair_free(graph, free, None if candidate is None else place[candidate])
            if found is not None:
                return Scheduled(
                    tuple((order[a], order[b]) for a, b in sorted((*kept, *found))),
                    frozenset((order[a], order[b]) for a, b in kept),
                    candidate,
                    candidate in unseated,
                )
        if not kept:
            return None
        kept.pop()


def _still_to_be_played(
    opponents: Mapping[PlayerId, PlayerId | None], place: Mapping[PlayerId, int], graph: Graph
) -> list[Pair]:
    """Return the pairs of the schedule of whom both are here and have not met."""
    here = (
        (place[player], place[other])
        for player, other in opponents.items()
        if other is not None and player in place and other in place
    )
    return sorted((a, b) for a, b in here if a < b and b not in graph.barred[a])


def _pair_free(graph: Graph, free: Collection[int], rests: int | None) -> tuple[Pair, ...] | None:
    """Pair those the schedule leaves over, with or without somebody who rests; if it can be."""
    if rests is not None and rests not in free:
        return None
    left = [number for number in free if number != rests]
    if not can_all_be_paired(graph, left):
        return None
    at = {player: index for index, player in enumerate(left)}
    barred = [{at[number] for number in left if number in graph.barred[player]} for player in left]
    drawn = pair_brackets(graph_of(barred), [list(range(len(left)))] if left else [])
    return tuple((left[number], left[other]) for number, other in drawn.pairs)
