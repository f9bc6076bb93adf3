"""Registered players who have not come: who can still be let in, and into which round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.people import free_bye, has_swiss_rounds_to_come, late_arrivals

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.views.event import EventVersion


@dataclass(frozen=True, slots=True)
class LateArrivals:
    """Who can be let in late: from which round on, and against whom at once; "" if nobody.

    In the last Swiss round (no `more_rounds`) only the seat of its bye is left.
    """

    players: tuple[Entrant, ...]
    round: int
    bye: str
    missed: int
    more_rounds: bool = True

    def waits(self, player: PlayerId) -> bool:
        """Whether this player can be let in."""
        return any(entrant.id == player for entrant in self.players)


def late_arrivals_now(version: EventVersion) -> LateArrivals:
    """Return the registered players who can still be let in."""
    event = version.event
    waiting = (event.entrants[player] for player in late_arrivals(event, version.rules))
    bye = free_bye(event)
    return LateArrivals(
        tuple(sorted(waiting, key=lambda entrant: entrant.name.casefold())),
        len(event.rounds) + 1,
        event.people.get(bye.players[0], "") if bye is not None else "",
        len(event.rounds),
        has_swiss_rounds_to_come(event),
    )
