"""The front door: ready pages and live streams at once, everything else to the application.

The same door opens by granian's interface (`__rsgi__`, what `tiltyard serve` uses) and by ASGI
(any other server, and the tests).
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.text.language import ENGLISH, speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.web.body_guard import LARGEST_BODY, BodyTooLarge, CutOff, guarded
from tiltyard.web.errors import status_of
from tiltyard.web.languages import preferred
from tiltyard.web.live import Listens, Stream, Waiting
from tiltyard.web.page_cache import Answer, Headers, Ready, chosen
from tiltyard.web.rsgi import pass_on
from tiltyard.web.security.headers import NO_STORE, security_headers
from tiltyard.web.security.sources import SOURCE, Sources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.web.body_guard import Application
    from tiltyard.web.live import Channel
    from tiltyard.web.rsgi import RequestScope
    from tiltyard.web.security.sources import Source
    from tiltyard.web.site import Site

log = logging.getLogger("tiltyard.web")

_LIVE = re.compile(r"/e/([a-z0-9][a-z0-9-]{0,63})/(live|state\.json)")
AGAIN = 5  # seconds
LONGEST_QUERY = 1_000  # characters of what a page says when it listens
_READING = frozenset({"GET", "HEAD"})


class Unavailable(Exception):
    """What is live cannot be had now; whoever asks again later may get it."""


class Front:
    """Answers what is ready, streams what is live, and passes the rest on."""

    def __init__(self, site: Site, application: Application) -> None:
        self._site = site
        self._application = application
        self._find = site.hot.find
        always = security_headers(encrypted=site.settings.encrypted)
        private: Headers = [*always, ("cache-control", NO_STORE)]
        self._stream_headers: Headers = [
            *private,
            ("content-type", "text/event-stream"),
            ("x-accel-buffering", "no"),
        ]
        self._json_headers: Headers = [*private, ("content-type", "application/json")]
        self._unavailable = unavailable(private)
        self._private = private
        self._sources = Sources(site.settings)

    # ------------------------------------------------------------------ granian

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start what belongs to the loop."""
        loop.call_soon(self._site.channels.start)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let go of it."""
        self._site.channels.stop()

    async def __rsgi__(self, scope: RequestScope, protocol: Any) -> None:
        """Answer one request of granian."""
        headers = scope.headers
        try:
            self._sources.require_host(headers.get_all("host"), scope.authority)
        except Refused as refused:
            protocol.response_bytes(*self._refused(refused, headers.get("accept-language")))
            return
        found = self._find(scope.path)
        if found is not None and scope.method in _READING:
            page = found.get(_language(headers.get("cookie"), headers.get("accept-language")))
            if page is not None:
                answer = chosen(page, headers.get("if-none-match"), headers.get("accept-encoding"))
                protocol.response_bytes(*answer)
                return
        try:
            await self._made(scope, protocol)
        except CutOff as cut:
            protocol.response_bytes(*self._refused(cut, headers.get("accept-language")))
        except Unavailable:
            protocol.response_bytes(*self._unavailable)

    async def _made(self, scope: RequestScope, protocol: Any) -> None:
        """Answer what is not ready: what is live here, the rest in the application."""
        path = scope.path
        peer = scope.client.rpartition(":")[0]
        source = self._sources.of(peer, scope.scheme, scope.headers.get_all)
        if path.endswith(("/live", "/state.json")) and scope.method in _READING:
            live = _LIVE.fullmatch(path)
            channel = await self._channel(live[1]) if live is not None else None
            if live is not None and channel is not None:
                await self._live(channel, live[2], scope, source, protocol)
                return
        announced = scope.headers.get("content-length")
        if announced is not None and _too_large(announced):
            raise BodyTooLarge
        await pass_on(self._application, scope, source, protocol)

    async def _live(
        self, channel: Channel, kind: str, scope: RequestScope, source: Source, protocol: Any
    ) -> None:
        if kind == "state.json":
            body = self._state(channel, scope.query_string)
            protocol.response_bytes(200, self._json_headers, body)
        elif scope.method == "HEAD":
            protocol.response_empty(200, self._stream_headers)
        else:
            listens = _listens(scope.query_string, scope.headers.get("last-event-id"))
            with self._admitted(source.network):
                await self._stream(channel, listens, protocol)

    async def _stream(self, channel: Channel, listens: Listens, protocol: Any) -> None:
        """Keep a line open until its browser goes away, or it has sent enough."""
        loop = asyncio.get_running_loop()
        line = Stream(protocol.response_stream(200, self._stream_headers), loop.create_future())
        gone = asyncio.ensure_future(protocol.client_disconnect())
        gone.add_done_callback(lambda _: line.end())
        channel.join(line, listens, self._site.channels.now())
        try:
            await line.ended
        finally:
            channel.leave(line, listens)
            gone.cancel()

    # ------------------------------------------------------------------ both

    async def _channel(self, event: str) -> Channel | None:
        """Return the channel of an event that everybody may see; the first who asks waits."""
        channels = self._site.channels
        known = channels.channel(event)
        if known is not None:
            return known
        channels.start()
        try:
            await asyncio.to_thread(self._site.publisher.prime, event)
        except TiltyardError as error:
            log.warning("event %s cannot be opened: %s", event, error)
            raise Unavailable from error
        except Exception as error:
            log.exception("event %s cannot be opened", event)
            raise Unavailable from error
        return channels.channel(event)

    @contextmanager
    def _admitted(self, client: str) -> Iterator[None]:
        """Count a line as long as it is open."""
        channels = self._site.channels
        if not channels.admit(client):
            raise Unavailable
        try:
            yield
        finally:
            channels.dismiss(client)

    def _refused(self, refused: Refused, accepted: str | None) -> Answer:
        """Say what is wrong before anything was looked up, in the browser's language."""
        with speaking(_accepted(accepted) or ENGLISH):
            text = f"{refusal_text(refused)} {fix_text(refused)}\n"
        headers: Headers = [*self._private, ("content-type", "text/plain; charset=utf-8")]
        if isinstance(refused, CutOff):
            headers.append(("connection", "close"))
            return Answer(refused.status, headers, text.encode())
        return Answer(status_of(refused), headers, text.encode())

    def _state(self, channel: Channel, query: str) -> bytes:
        listens = _listens(query)
        games = channel.since(listens.seen, listens.person)
        return channel.document(games, self._site.channels.now())

    # ------------------------------------------------------------------ ASGI

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one request of an ASGI server."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        asked: dict[str, str] = {}
        every: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            asked[name.decode("latin-1")] = value.decode("latin-1")
            every.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        try:
            self._sources.require_host(every.get("host", ()))
            scope = {**scope, SOURCE: self._source(scope, every)}
            await self._asgi(scope, asked, receive, send)
        except Unavailable:
            await _send(send, self._unavailable)
        except Refused as refused:
            await _send(send, self._refused(refused, asked.get("accept-language")))

    def _source(self, scope: dict[str, Any], headers: dict[str, list[str]]) -> Source:
        peer = (scope.get("client") or ("",))[0]
        return self._sources.of(peer, scope["scheme"], lambda name: headers.get(name, ()))

    async def _asgi(
        self, scope: dict[str, Any], asked: dict[str, str], receive: Any, send: Any
    ) -> None:
        answer = await self._ready(scope, asked)
        if answer is None and _too_large(asked.get("content-length", "0")):
            raise BodyTooLarge
        if answer is not None:
            await _send(send, answer)
            return
        live = _LIVE.fullmatch(scope["path"]) if scope["method"] == "GET" else None
        channel = await self._channel(live[1]) if live is not None else None
        if channel is None:
            await guarded(self._application, scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        listens = _listens(query, asked.get("last-event-id"))
        with self._admitted(scope[SOURCE].network):
            await self._queue(channel, listens, receive, send)

    async def _ready(self, scope: dict[str, Any], asked: dict[str, str]) -> Answer | None:
        if scope["method"] != "GET":
            return None
        path = scope["path"]
        page = self._page(path, asked)
        if page is not None:
            return chosen(page, asked.get("if-none-match"), asked.get("accept-encoding"))
        live = _LIVE.fullmatch(path)
        if live is None or live[2] != "state.json":
            return None
        channel = await self._channel(live[1])
        if channel is None:
            return None
        body = self._state(channel, scope["query_string"].decode("latin-1"))
        return Answer(200, self._json_headers, body)

    def _page(self, path: str, asked: dict[str, str]) -> Ready | None:
        found = self._find(path)
        if found is None:
            return None
        return found.get(_language(asked.get("cookie"), asked.get("accept-language")))

    async def _queue(self, channel: Channel, listens: Listens, receive: Any, send: Any) -> None:
        await _start(send, 200, self._stream_headers)
        line = Waiting()
        gone = asyncio.ensure_future(_disconnected(receive))
        gone.add_done_callback(lambda _: line.end())
        channel.join(line, listens, self._site.channels.now())
        try:
            while (message := await line.next()) is not None:
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            channel.leave(line, listens)
            gone.cancel()


def _listens(query: str, seen: str | None = None) -> Listens:
    """Return what a page says of itself; `seen` is what its browser says, which comes first."""
    said = parse_qs(query[:LONGEST_QUERY], keep_blank_values=True) if query else {}
    page = said["page"][-1] if "page" in said else None
    return Listens(seen or said.get("since", [""])[-1], said.get("person", [""])[-1], page)


def _language(cookies: str | None, accepted: str | None) -> str:
    """Return the language for a ready page; browsers say the same things again and again."""
    if cookies is not None and "lang=" in cookies:
        return preferred(cookies, accepted)
    return _accepted(accepted)


@lru_cache(maxsize=512)
def _accepted(accepted: str | None) -> str:
    return preferred(None, accepted)


def unavailable(private: Headers) -> Answer:
    """Say that somebody is to come again."""
    headers: Headers = [
        *private,
        ("content-type", "text/plain; charset=utf-8"),
        ("retry-after", str(AGAIN)),
    ]
    return Answer(503, headers, b"Not now: try again in a moment.")


def _too_large(announced: str) -> bool:
    return announced.isdigit() and int(announced[:20]) > LARGEST_BODY


def _without_body(send: Any) -> Any:
    async def headers_only(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return headers_only


async def _disconnected(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _start(send: Any, status: int, headers: Headers) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": pairs})


async def _send(send: Any, answer: Answer) -> None:
    await _start(send, answer.status, answer.headers)
    await send({"type": "http.response.body", "body": answer.body})
