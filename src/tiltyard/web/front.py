"""The front door: ready pages and live streams at once, everything else to the application.

The same door opens by granian's interface (`__rsgi__`, what `tiltyard serve` uses) and by ASGI
(any other server, and the tests).
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

from tiltyard.web.bridge import LARGEST_BODY, TooLarge, pass_on
from tiltyard.web.hot import Answer, Headers, chosen
from tiltyard.web.languages import preferred
from tiltyard.web.security.headers import NO_STORE, security_headers

if TYPE_CHECKING:
    from tiltyard.web.bridge import Application, RequestScope
    from tiltyard.web.site import Site

_LIVE = re.compile(r"/e/([a-z0-9][a-z0-9-]{0,63})/(live|state\.json)")
_READING = frozenset({"GET", "HEAD"})


class Front:
    """Answers what is ready, streams what is live, and passes the rest on."""

    def __init__(self, site: Site, application: Application) -> None:
        self._site = site
        self._application = application
        self._hot = site.hot
        self._stream_headers: Headers = [
            *security_headers(encrypted=site.settings.encrypted),
            ("content-type", "text/event-stream"),
            ("cache-control", NO_STORE),
            ("x-accel-buffering", "no"),
        ]
        self._json_headers: Headers = [
            *security_headers(encrypted=site.settings.encrypted),
            ("content-type", "application/json"),
            ("cache-control", NO_STORE),
        ]

    # ------------------------------------------------------------------ granian

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start what belongs to the loop."""
        loop.call_soon(self._site.channels.start)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let go of it."""
        self._site.channels.stop()

    async def __rsgi__(self, scope: RequestScope, protocol: Any) -> None:
        """Answer one request of granian."""
        if scope.method == "GET":
            headers = scope.headers
            language = preferred(headers.get("cookie"), headers.get("accept-language"))
            page = self._hot.page(scope.path, language)
            if page is not None and not scope.query_string:
                answer = chosen(page, headers.get("if-none-match"), headers.get("accept-encoding"))
                protocol.response_bytes(answer.status, answer.headers, answer.body)
                return
            live = _LIVE.fullmatch(scope.path)
            if live is not None and self._site.is_public(live[1]):
                await self._live(live[1], live[2], protocol)
                return
        announced = scope.headers.get("content-length")
        if announced is not None and _too_large(announced):
            self._refuse(protocol)
            return
        try:
            await pass_on(self._application, scope, protocol)
        except TooLarge:
            self._refuse(protocol)

    async def _live(self, event: str, kind: str, protocol: Any) -> None:
        channels = self._site.channels
        channel = channels.channel(event)
        if kind == "state.json":
            body = channel.document((), channels.now())
            protocol.response_bytes(200, self._json_headers, body)
            return
        stream = protocol.response_stream(200, self._stream_headers)
        gone = asyncio.ensure_future(protocol.client_disconnect())
        messages = channel.messages(channels.now)
        try:
            async for message in messages:
                if gone.done():
                    break
                await stream.send_bytes(message)
        except Exception:  # noqa: BLE001  # the phone went away: there is nobody to tell
            return
        finally:
            gone.cancel()
            await messages.aclose()  # type: ignore[attr-defined]

    def _refuse(self, protocol: Any) -> None:
        status, headers, body = too_large(encrypted=self._site.settings.encrypted)
        protocol.response_bytes(status, headers, body)

    # ------------------------------------------------------------------ ASGI

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one request of an ASGI server."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        asked = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        answer = self._ready(scope, asked)
        if answer is None and _too_large(asked.get("content-length", "0")):
            answer = too_large(encrypted=self._site.settings.encrypted)
        if answer is not None:
            await _send(send, answer)
            return
        live = _LIVE.fullmatch(scope["path"]) if scope["method"] == "GET" else None
        if live is not None and live[2] == "live" and self._site.is_public(live[1]):
            await self._stream(live[1], send)
            return
        await self._application(scope, receive, send)

    def _ready(self, scope: dict[str, Any], asked: dict[str, str]) -> Answer | None:
        if scope["method"] != "GET":
            return None
        language = preferred(asked.get("cookie"), asked.get("accept-language"))
        page = self._hot.page(scope["path"], language)
        if page is not None and not scope["query_string"]:
            return chosen(page, asked.get("if-none-match"), asked.get("accept-encoding"))
        live = _LIVE.fullmatch(scope["path"])
        if live is not None and live[2] == "state.json" and self._site.is_public(live[1]):
            channels = self._site.channels
            body = channels.channel(live[1]).document((), channels.now())
            return Answer(200, self._json_headers, body)
        return None

    async def _stream(self, event: str, send: Any) -> None:
        await _start(send, 200, self._stream_headers)
        channels = self._site.channels
        async for message in channels.channel(event).messages(channels.now):
            await send({"type": "http.response.body", "body": message, "more_body": True})


def too_large(*, encrypted: bool) -> Answer:
    """Say that a request holds more than anything we ask for."""
    headers: Headers = [
        *security_headers(encrypted=encrypted),
        ("content-type", "text/plain; charset=utf-8"),
        ("cache-control", NO_STORE),
    ]
    text = f"More than {LARGEST_BODY // 1024 // 1024} MB in one request: send less, in parts."
    return Answer(413, headers, text.encode())


def _too_large(announced: str) -> bool:
    return announced.isdigit() and int(announced[:20]) > LARGEST_BODY


async def _start(send: Any, status: int, headers: Headers) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": pairs})


async def _send(send: Any, answer: Answer) -> None:
    await _start(send, answer.status, answer.headers)
    await send({"type": "http.response.body", "body": answer.body})
