"""From granian's own interface (RSGI) to ASGI, for everything that is not ready yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tiltyard.web.body_guard import guarded
from tiltyard.web.security.sources import SOURCE

if TYPE_CHECKING:
    from tiltyard.web.body_guard import Application
    from tiltyard.web.security.sources import Source


class RequestScope(Protocol):
    """What granian tells about a request."""

    method: str
    path: str
    query_string: str
    scheme: str
    http_version: str
    client: str
    server: str
    authority: str | None
    headers: Any


def asgi_scope(scope: RequestScope, source: Source) -> dict[str, Any]:
    """Return the same request in the words of ASGI; it comes from the browser, not its proxy."""
    headers = [
        (name.encode("latin-1"), value.encode("latin-1", "replace"))
        for name, value in scope.headers.items()
    ]
    if scope.authority and "host" not in scope.headers:
        headers.append((b"host", scope.authority.encode("latin-1", "replace")))
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": scope.http_version,
        "method": "GET" if scope.method == "HEAD" else scope.method,  # the server drops the body
        "scheme": "https" if source.encrypted else "http",
        "path": scope.path,
        "raw_path": scope.path.encode("utf-8", "surrogateescape"),
        "query_string": scope.query_string.encode("latin-1", "replace"),
        "root_path": "",
        "headers": headers,
        "client": (source.client, 0),
        SOURCE: source,
        "server": _address(scope.server),
        "state": {},
        "extensions": {},
    }


def _address(text: str) -> tuple[str, int] | None:
    host, _, port = text.rpartition(":")
    return (host, int(port)) if port.isdigit() else None


class Exchange:
    """One request and its answer, passed through."""

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._body: Any = None
        self._ended = False
        self._status = 500
        self._headers: list[tuple[str, str]] = []
        self._held: bytes | None = None
        self._stream: Any = None

    async def receive(self) -> dict[str, Any]:
        """Return the next part of the body."""
        if self._ended:
            await self._protocol.client_disconnect()
            return {"type": "http.disconnect"}
        if self._body is None:
            self._body = self._protocol.__aiter__()
        try:
            part = await self._body.__anext__()
        except StopAsyncIteration:
            self._ended = True
            return {"type": "http.request", "body": b"", "more_body": False}
        return {"type": "http.request", "body": bytes(part), "more_body": True}

    def let_go(self) -> None:
        """Drop the connection: granian keeps it open as long as anything refers to its body."""
        self._body = self._protocol = self._stream = None

    async def send(self, message: dict[str, Any]) -> None:
        """Send a part of the answer; one that comes in one piece goes out in one piece."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = [
                (name.decode("latin-1"), value.decode("latin-1"))
                for name, value in message["headers"]
            ]
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._stream is None and not more:
            self._protocol.response_bytes(self._status, self._headers, body)
            return
        if self._stream is None:
            self._stream = self._protocol.response_stream(self._status, self._headers)
        if body:
            await self._stream.send_bytes(body)


async def pass_on(
    application: Application, scope: RequestScope, source: Source, protocol: Any
) -> None:
    """Answer a request of granian with an ASGI application."""
    exchange = Exchange(protocol)
    try:
        await guarded(application, asgi_scope(scope, source), exchange.receive, exchange.send)
    finally:
        exchange.let_go()
