"""The tickets of phones that come from the other server of the hall."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tiltyard.web.errors import NotFound

TICKET = 60.0  # seconds in which a phone comes after it has asked
MOST_TICKETS = 5_000


@dataclass(frozen=True, slots=True)
class Arrival:
    """A phone on its way: the event whose page it shows, its seats, and acts it did not send."""

    event: str
    seats: Mapping[str, str]
    unsent: tuple[Mapping[str, Any], ...]

    @property
    def person(self) -> str:
        """Who it is at the event."""
        return self.seats[self.event]


class Arrivals:
    """The tickets of phones on their way, each good for one minute and once."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._tickets: OrderedDict[str, tuple[float, Arrival]] = OrderedDict()

    def expect(self, arrival: Arrival) -> str:
        """Return a ticket for a phone."""
        ticket = secrets.token_urlsafe(24)
        self._tickets[ticket] = self._now() + TICKET, arrival
        while len(self._tickets) > MOST_TICKETS:
            self._tickets.popitem(last=False)
        return ticket

    def take(self, ticket: str) -> Arrival:
        """Return whose ticket it is; it is used up."""
        ends, arrival = self._tickets.pop(ticket, (0.0, None))
        if arrival is None or self._now() >= ends:
            raise NotFound("ticket-is-over")
        return arrival
