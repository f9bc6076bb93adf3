"""What tells open pages that something is new: one channel per event, versions and no contents.

A page that hears of a new version asks for itself again; one that missed some asks once. So a
lost connection costs nothing but the wait, and a slow phone never holds up a fast one.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_LINES = 16_000  # of all events; beneath what the server takes, so that pages still load
MOST_FROM_ONE = 8_000  # lines of one address: a hall of 5,000 phones is one, and it may grow
BEAT = 20.0  # seconds between signs of life, so that nobody in between closes the line
RETRY = 2000  # milliseconds a browser waits before it opens a lost line again
PHONES_PER_SECOND = 400  # how many may ask again in each second after something is published
AT_ONCE = 250  # lines that are told in one go: whoever enters a result does not wait for all
MOST_GAMES = 40  # more changed games than this concern everybody
REMEMBERED = 64  # messages a page may have missed without having to ask for everything
LONGEST_LINE = 64 * 1024  # bytes: then a line ends, and the browser opens the next one
EVERYBODY = ("*",)
"""Said in place of games when every page of the event is concerned."""

_chance = Random()  # noqa: S311  # spreads lines in time, keeps no secret


@dataclass(frozen=True, slots=True)
class News:
    """What the newest message of an event says, and which games and people it is about."""

    version: int
    pages: dict[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()


class OpenPage(Protocol):
    """An open page: takes messages at once, or ends."""

    def give(self, message: bytes) -> None:
        """Send a message without waiting for anybody."""

    def end(self) -> None:
        """Close the line; its browser opens another one if it is still there."""


class Channel:
    """The open pages of one event. All its methods run in the server's loop."""

    def __init__(self, news: News) -> None:
        self.news = news
        self._lines: set[OpenPage] = set()
        self._told: deque[News] = deque([news], maxlen=REMEMBERED)

    @property
    def clients(self) -> int:
        """How many pages are open."""
        return len(self._lines)

    def tell(self, news: News, now: int) -> None:
        """Send a message to every open page."""
        self.news = news
        self._told.append(news)
        self._give(_message(self.document(news.games, now), news.version))

    def beat(self, now: int) -> None:
        """Send a sign of life with the time of the server."""
        self._give(b"event: beat\ndata: %d\n\n" % now)

    def join(self, line: OpenPage, seen: str | None, now: int) -> None:
        """Take in a page: it hears what it has missed, then every further message."""
        self._lines.add(line)
        first = _message(self.document(self.since(seen), now), self.news.version)
        line.give(b"retry: %d\n" % RETRY + first)

    def leave(self, line: OpenPage) -> None:
        """Let go of a page."""
        self._lines.discard(line)

    def end(self) -> None:
        """Close every line."""
        for line in tuple(self._lines):
            line.end()

    def since(self, seen: str | None) -> tuple[str, ...]:
        """Return the games that changed after a version; everybody, if that is not known."""
        if not seen:
            return ()
        if not (seen.isascii() and seen.isdigit()) or len(seen) > 12:
            return EVERYBODY
        version = int(seen)
        if version == self.news.version:
            return ()
        if version not in {one.version for one in self._told}:
            return EVERYBODY
        return limited(
            {one: None for news in self._told if news.version > version for one in news.games}
        )

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

    def _give(self, message: bytes) -> None:
        self._give_next(tuple(self._lines), 0, message)

    def _give_next(self, lines: tuple[OpenPage, ...], start: int, message: bytes) -> None:
        """Send to some lines, then let others have their turn before the rest."""
        for line in lines[start : start + AT_ONCE]:
            line.give(message)
        if start + AT_ONCE < len(lines):
            loop = asyncio.get_running_loop()
            loop.call_soon(self._give_next, lines, start + AT_ONCE, message)


class Channels:
    """The channels of all events; other threads pass their news through `tell`."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self._channels: dict[str, Channel] = {}
        self._lines: Counter[str] = Counter()
        self._open = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat, in the loop of the server."""
        running = asyncio.get_running_loop()
        if self._loop is running and self._beating is not None and not self._beating.done():
            return
        self._loop = running
        self._beating = running.create_task(self._beat())

    def stop(self) -> None:
        """End the beating and every line."""
        if self._beating is not None:
            self._beating.cancel()
        for channel in tuple(self._channels.values()):
            channel.end()

    def admit(self, client: str) -> bool:
        """Count a new line of an address, if there is room for it; in the server's loop."""
        if self._open >= MOST_LINES or self._lines[client] >= MOST_FROM_ONE:
            return False
        self._open += 1
        self._lines[client] += 1
        return True

    def dismiss(self, client: str) -> None:
        """Count a line no more."""
        self._open -= 1
        self._lines[client] -= 1
        if not self._lines[client]:
            del self._lines[client]

    def channel(self, event: str) -> Channel | None:
        """Return the channel of an event; none before there was anything to say."""
        return self._channels.get(event)

    def tell(self, event: str, news: News) -> None:
        """Tell the open pages of an event; may be called from any thread."""
        channel = self._channels.get(event)
        if channel is None:
            self._channels[event] = Channel(news)
        elif self._loop is None or self._loop.is_closed():
            channel.tell(news, self.now())
        else:
            self._loop.call_soon_threadsafe(channel.tell, news, self.now())

    def close(self, event: str) -> None:
        """End a channel: nobody may see its event any more. From any thread."""
        channel = self._channels.pop(event, None)
        if channel is None:
            return
        if self._loop is None or self._loop.is_closed():
            channel.end()
        else:
            self._loop.call_soon_threadsafe(channel.end)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            now = self.now()
            for channel in tuple(self._channels.values()):
                channel.beat(now)


class Stream:
    """A line of granian, which takes bytes at once and keeps what a phone is slow to read.

    So a line that has sent enough ends: no phone can pile up more than that here.
    """

    __slots__ = ("_left", "_stream", "ended")

    def __init__(self, stream: Any, ended: asyncio.Future[None]) -> None:
        self._stream = stream
        self._left = LONGEST_LINE * _chance.uniform(0.75, 1.25)
        self.ended = ended

    def give(self, message: bytes) -> None:
        """Send a message; after the last one the line ends."""
        if self.ended.done():
            return
        self._stream.send_bytes(message)
        self._left -= len(message)
        if self._left < 0:
            self.end()

    def end(self) -> None:
        """Close the line."""
        if not self.ended.done():
            self.ended.set_result(None)


class Waiting:
    """A line of any other server: a few messages wait; a browser that is slower is let go."""

    __slots__ = ("_messages",)

    def __init__(self, most: int = 16) -> None:
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue(most)

    def give(self, message: bytes) -> None:
        """Keep a message until the server takes it."""
        if self._messages.full():
            self.end()
        else:
            self._messages.put_nowait(message)

    def end(self) -> None:
        """Close the line, whatever still waits in it."""
        while not self._messages.empty():
            self._messages.get_nowait()
        self._messages.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return the next message; none when the line has ended."""
        return await self._messages.get()


def limited(games: Iterable[str]) -> tuple[str, ...]:
    """Return games as they are told: many of them are everybody's business."""
    said = tuple(games)
    return EVERYBODY if len(said) > MOST_GAMES or "*" in said else said


def _message(document: bytes, version: int) -> bytes:
    return b"id: %d\ndata: " % version + document + b"\n\n"
