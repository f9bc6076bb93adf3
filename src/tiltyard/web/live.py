"""What tells open pages that something is new: one channel per event, versions and no contents.

A page that hears of a new version asks for itself again; one that missed some asks once. So a
lost connection costs nothing but the wait, and a slow phone never holds up a fast one.

The page of a player hears at once what is about that player or about everybody, and nothing else.
A public page hears when it has another tag; all others, those of the staff, hear of every change.
Changes that come quickly after one another are one message, at most four in a second.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from itertools import chain, takewhile
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

MOST_LINES = 16_000  # of all events; beneath what the server takes, so that pages still load
MOST_FROM_ONE = 8_000  # lines of one address: a hall of 5,000 phones is one, and it may grow
BEAT = 6.0  # seconds between signs of life; pages that miss one say so within 9 (live.js)
RETRY = 2000  # milliseconds a browser waits before it opens a lost line again
PHONES_PER_SECOND = 400  # how many may ask again in each second after something is published
AT_ONCE = 250  # lines that are told in one go: whoever enters a result does not wait for all
PAUSE = 250  # milliseconds between two messages to the same page
LONGEST_PAUSE = 5_000
MESSAGES_PER_SECOND = 1_000  # to the pages that hear of everything: many of them pause longer
MOST_GAMES = 40  # more changed games than this concern everybody
REMEMBERED = 1_024  # changes a page may have missed without having to ask for everything
LONGEST_LINE = 4 * 1024 * 1024  # bytes, more than a long day: then a line ends and is opened again
EVERYBODY = ("*",)
"""Said in place of games when every page of the event is concerned."""

ME = "me"
"""The tag of what every player's page shows."""

_chance = Random()  # noqa: S311  # spreads lines in time, keeps no secret


@dataclass(frozen=True, slots=True)
class News:
    """What is new in an event: its version, the tags of its pages, and whom it concerns.

    `games` are the games and people that changed; `people` says which of them concern a person.
    """

    version: int
    pages: Mapping[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def steady_milliseconds() -> int:
    """Return a time that goes on evenly whatever the clock is set to."""
    return time.monotonic_ns() // 1_000_000


class Listens(NamedTuple):
    """What an open page says of itself: the version it has seen, and whose or which it is."""

    seen: str = ""
    person: str = ""
    page: str | None = None


class OpenPage(Protocol):
    """An open page: takes messages at once, or ends."""

    def give(self, message: bytes) -> None:
        """Send a message without waiting for anybody."""

    def end(self) -> None:
        """Close the line; its browser opens another one if it is still there."""


class Channel:
    """The open pages of one event. All its methods run in the server's loop.

    `now` is what the server's clock says, as pages show it; `steady` measures the pauses. Both are
    in milliseconds. What waits for the end of a pause is sent by `tell_what_waits`.
    """

    def __init__(self, news: News, steady: Callable[[], int] = steady_milliseconds) -> None:
        self.news = news
        self._steady = steady
        self._lines: set[OpenPage] = set()  # those that hear of everything
        self._public: dict[OpenPage, str] = {}
        self._phones: dict[str, set[OpenPage]] = {}
        self.clients = 0
        """How many pages are open."""
        self._changes: deque[News] = deque([news], maxlen=REMEMBERED)
        self._told = news  # what the pages that hear of everything know
        self._pause_begins = steady() - LONGEST_PAUSE

    def tell(self, news: News, now: int) -> None:
        """Tell the players it concerns at once, and everybody if nobody was told a moment ago."""
        self.news = news
        self._changes.append(news)
        for person in news.people.keys() & self._phones.keys():
            self._give(self._phones[person], self._phone_message(news.people[person], now))
        if not self.wait():
            self.tell_what_waits(now)

    def wait(self) -> int:
        """Return for how many milliseconds a message has to wait."""
        pause = PAUSE
        if not self._concerns_everybody():
            many = len(self._lines) * 1000 // MESSAGES_PER_SECOND
            pause = min(LONGEST_PAUSE, max(PAUSE, many))
        return max(0, self._pause_begins + pause - self._steady())

    @property
    def is_waiting(self) -> bool:
        """Whether there is something that not everybody was told."""
        return self._told is not self.news

    def tell_what_waits(self, now: int) -> None:
        """Send every change since the last message as one; phones hear what is everybody's."""
        if not self.is_waiting:
            return
        everybody = self._concerns_everybody()
        new_round = any("*" in news.games for news in self._newer(self._told.version))
        changed = self._changed_after(self._told.version)
        before, self._told, self._pause_begins = self._told, self.news, self._steady()
        old, new = before.pages, self.news.pages
        public = [line for line, page in self._public.items() if old.get(page) != new.get(page)]
        self._give((*self._lines, *public), self._message(changed, now))
        if everybody:
            games = EVERYBODY if new_round else ()
            self._give(self._every_phone(), self._phone_message(games, now))

    def beat(self, now: int) -> None:
        """Send a sign of life with the time of the server, and which version is told by now."""
        message = b"event: beat\nid: %d\ndata: %d\n\n" % (self._told.version, now)
        self._give(self._every_line(), message)

    def join(self, line: OpenPage, listens: Listens, now: int) -> None:
        """Take in a page: it hears what it has missed, then what concerns it."""
        if listens.person:
            self._phones.setdefault(listens.person, set()).add(line)
        elif listens.page is not None:
            self._public[line] = listens.page
        else:
            self._lines.add(line)
        self.clients += 1
        missed = self.since(listens.seen, listens.person)
        line.give(b"retry: %d\n" % RETRY + self._message(missed, now))

    def leave(self, line: OpenPage, listens: Listens) -> None:
        """Let go of a page that joined, once."""
        self.clients -= 1
        self._lines.discard(line)
        self._public.pop(line, None)
        phones = self._phones.get(listens.person, set())
        phones.discard(line)
        if not phones:
            self._phones.pop(listens.person, None)

    def end(self) -> None:
        """Close every line."""
        for line in self._every_line():
            line.end()

    def _every_line(self) -> tuple[OpenPage, ...]:
        return (*self._lines, *self._public, *self._every_phone())

    def _every_phone(self) -> Iterator[OpenPage]:
        return chain.from_iterable(self._phones.values())

    def since(self, seen: str | None, person: str = "") -> tuple[str, ...]:
        """Return what changed after a version, for one person; everybody, if that is not known."""
        if not seen:
            return ()
        if not (seen.isascii() and seen.isdigit()) or len(seen) > 12:
            return EVERYBODY
        version = int(seen)
        if version == self.news.version:
            return ()
        if not self._changes[0].version <= version <= self.news.version:
            return EVERYBODY
        return self._changed_after(version, person)

    def document(self, games: tuple[str, ...], now: int) -> bytes:
        """Return the newest state as JSON: what a page that polls gets."""
        return self._document(self.news.pages, games, now)

    def _concerns_everybody(self) -> bool:
        """Whether what waits is for every phone: a new round, its clock, an announcement."""
        if self._told.pages.get(ME) != self.news.pages.get(ME):
            return True
        return any("*" in news.games for news in self._newer(self._told.version))

    def _newer(self, version: int) -> list[News]:
        """Return the changes after a version, the oldest first."""
        newer = takewhile(lambda news: news.version > version, reversed(self._changes))
        return list(newer)[::-1]

    def _changed_after(self, version: int, person: str = "") -> tuple[str, ...]:
        """Return what changed after a version, the oldest first."""
        found: dict[str, None] = {}
        for news in self._newer(version):
            mine = news.people.get(person, ()) if person and "*" not in news.games else news.games
            found.update(dict.fromkeys(mine))
        return limited(found)

    def _message(self, games: tuple[str, ...], now: int) -> bytes:
        return _message(self.document(games, now), self.news.version)

    def _phone_message(self, games: tuple[str, ...], now: int) -> bytes:
        pages = {page: tag for page, tag in self.news.pages.items() if page == ME}
        return _message(self._document(pages, games, now), self.news.version)

    def _document(self, pages: Mapping[str, str], games: tuple[str, ...], now: int) -> bytes:
        said: dict[str, Any] = {
            "version": self.news.version,
            "now": now,
            "pages": pages,
            "games": games,
            "spread": round(self.clients * 1000 / PHONES_PER_SECOND),
        }
        return json.dumps(said, separators=(",", ":")).encode()

    def _give(self, lines: Iterable[OpenPage], message: bytes) -> None:
        self._give_next(tuple(lines), 0, message)

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
        self._timers: dict[Channel, asyncio.TimerHandle] = {}
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
            self._loop.call_soon_threadsafe(self._tell, channel, news)

    def _tell(self, channel: Channel, news: News) -> None:
        """Tell what may be told now, and the rest when its pause is over."""
        channel.tell(news, self.now())
        self._tell_later(channel)

    def _tell_later(self, channel: Channel) -> None:
        """See to it that what waits is told when its pause is over: the newest wish counts."""
        timer = self._timers.pop(channel, None)
        if timer is not None:
            timer.cancel()
        if channel.is_waiting:
            seconds = channel.wait() / 1000
            loop = asyncio.get_running_loop()
            self._timers[channel] = loop.call_later(seconds, self._tell_what_waits, channel)

    def _tell_what_waits(self, channel: Channel) -> None:
        if not channel.wait():
            channel.tell_what_waits(self.now())
        self._tell_later(channel)

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
