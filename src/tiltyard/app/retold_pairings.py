"""Pairings changed by hand, told again: changes that lead from one round to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.decide.drawing import ByHand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.core.ids import PlayerId

    Seats = Sequence[Sequence[PlayerId]]


def changes_between(drawn: Seats, wanted: Seats) -> tuple[ByHand, ...]:
    """Return changes that lead from one round to the other, as far as there are any.

    Which ones somebody chose is not recorded; what follows depends on where they lead only.
    Deciding them shows whether they lead there.
    """
    seats = [list(players) for players in drawn]
    return (*_resting(seats, wanted), *_swaps(seats, wanted))


def _resting(seats: list[list[PlayerId]], wanted: Seats) -> Iterator[ByHand]:
    """Where nobody rested, a player rests at a new place and leaves the opponent alone."""
    if len(wanted) != len(seats) + 1:
        return
    for players, after in zip(seats, wanted, strict=False):
        if len(players) == 2 and len(after) == 1:
            player = next((one for one in players if one not in after), players[0])
            players.remove(player)
            seats.append([player])
            yield ByHand(player)
            return


def _swaps(seats: list[list[PlayerId]], wanted: Seats) -> Iterator[ByHand]:
    """Bring whoever is missing at a place there, in exchange for somebody who leaves it."""
    where = {player: place for place, players in enumerate(seats) for player in players}
    for place, after in enumerate(wanted[: len(seats)]):
        for player in after:
            leaving = [one for one in seats[place] if one not in after]
            origin = where.get(player)
            if origin is None or origin == place or not leaving:
                continue
            other = leaving[0]
            seats[place][seats[place].index(other)] = player
            seats[origin][seats[origin].index(player)] = other
            where[player], where[other] = place, origin
            yield ByHand(player, other)
