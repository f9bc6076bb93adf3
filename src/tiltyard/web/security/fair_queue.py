"""Whose turn it is where an answer takes long: by turns of addresses, and of known devices.

A hash takes memory and time on purpose, and some pages are computed or drawn for whoever asks.
Whoever sends many waits behind themselves, not before others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.web.errors import TooMany

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Queued = Literal["password", "code", "made"]
"""What takes long, each in a queue of its own: two kinds of hashes, and what is made to order."""

AT_ONCE: dict[Queued, int] = {"password": 2, "code": 2, "made": 1}
"""How many at a time: a hash takes a core and 19 MB, what is made holds up other threads."""

LONGEST_WAIT = 10.0  # seconds
MOST_IN_A_LANE = 100
MOST_WAITING = 1_000


@dataclass(frozen=True, slots=True)
class Lane:
    """Who takes a turn together: an address, or the known devices of an account."""

    name: str
    known: bool = False


class FairQueue:
    """A queue with a lane for each address and each known account; the lanes take turns.

    Every second turn is for the known, if any of them waits. Only the thread of the event loop
    uses it.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._lanes: dict[bool, OrderedDict[Lane, deque[asyncio.Future[None]]]] = {
            True: OrderedDict(),
            False: OrderedDict(),
        }
        self._last_known = False

    @asynccontextmanager
    async def turn(self, lane: Lane) -> AsyncIterator[None]:
        """Wait for a turn and keep it; whoever waits too long is sent away."""
        await self._wait(lane)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, lane: Lane) -> None:
        if self._free:
            self._free -= 1
            return
        lanes = self._lanes[lane.known]
        if len(lanes.get(lane, ())) >= MOST_IN_A_LANE or self._length(lane) >= MOST_WAITING:
            raise TooMany
        waiting = lanes.setdefault(lane, deque())
        mine = asyncio.get_running_loop().create_future()
        waiting.append(mine)
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await mine
        except TimeoutError:
            raise TooMany from None
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._pass_on()
            raise

    def _length(self, lane: Lane) -> int:
        return sum(map(len, self._lanes[lane.known].values()))

    def _pass_on(self) -> None:
        """Give a turn to whoever is next: the lane that waited longest, the known by turns."""
        while any(self._lanes.values()):
            known = bool(self._lanes[True]) and not (self._last_known and self._lanes[False])
            self._last_known = known
            lanes = self._lanes[known]
            lane, waiting = lanes.popitem(last=False)
            first = waiting.popleft() if waiting else None
            if waiting:
                lanes[lane] = waiting  # behind all others
            if first is not None and not first.done():
                first.set_result(None)
                return
        self._free += 1
