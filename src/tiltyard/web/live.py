"""What tells open pages that something is new: one channel per event, versions and no contents.

A page that hears of a new version asks for itself again; one that missed some asks once. So a
lost connection costs nothing but the wait, and a slow phone never holds up a fast one.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

BEAT = 20.0  # seconds between signs of life, so that nobody in between closes the line
BEAT_BYTES = b": still here\n\n"
PHONES_PER_SECOND = 1500  # how many may ask again in each second after something is published


@dataclass(slots=True)
class News:
    """What the newest message of an event says, and which games it is about."""

    version: int = 0
    pages: dict[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()


class Channel:
    """The open pages of one event. All its methods run in the server's loop."""

    def __init__(self) -> None:
        self.clients = 0
        self.news = News()
        self._next: asyncio.Future[bytes] | None = None

    def tell(self, news: News, now: Callable[[], int]) -> None:
        """Send a message to every open page."""
        self.news = news
        self._wake(self.message(news.games, now()))

    def beat(self) -> None:
        """Send a sign of life."""
        self._wake(BEAT_BYTES)

    def message(self, games: tuple[str, ...], now: int) -> bytes:
        """Return the newest state as an event of the stream."""
        return b"data: " + self.document(games, now) + b"\n\n"

    def document(self, games: tuple[str, ...], now: int) -> bytes:
        """Return the newest state as JSON: what a page that polls gets."""
        said: dict[str, Any] = {
            "version": self.news.version,
            "now": now,
            "pages": self.news.pages,
            "games": games,
            "spread": round(self.clients * 1000 / PHONES_PER_SECOND),
        }
        return json.dumps(said, separators=(",", ":")).encode()

    def _wake(self, message: bytes) -> None:
        waiting, self._next = self._next, None
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    async def messages(self, now: Callable[[], int]) -> AsyncIterator[bytes]:
        """Yield the state as it is, then every further message."""
        self.clients += 1
        try:
            yield b"retry: 3000\n" + self.message((), now())
            while True:
                if self._next is None:
                    self._next = asyncio.get_running_loop().create_future()
                yield await asyncio.shield(self._next)
        finally:
            self.clients -= 1


class Channels:
    """The channels of all events; other threads pass their news through `tell`."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self._channels: dict[str, Channel] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat, in the loop of the server."""
        self._loop = asyncio.get_running_loop()
        self._beating = self._loop.create_task(self._beat())

    def stop(self) -> None:
        """End the beating."""
        if self._beating is not None:
            self._beating.cancel()

    def channel(self, event: str) -> Channel:
        """Return the channel of an event."""
        return self._channels.setdefault(event, Channel())

    def tell(self, event: str, news: News) -> None:
        """Tell the open pages of an event; may be called from any thread."""
        channel = self.channel(event)
        if self._loop is None or self._loop.is_closed():
            channel.news = news
        else:
            self._loop.call_soon_threadsafe(channel.tell, news, self.now)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for channel in tuple(self._channels.values()):
                channel.beat()
