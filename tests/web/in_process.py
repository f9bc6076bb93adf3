"""A client that calls an application in its own thread: no server, no second thread to wait for."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor


class _OneThread(asyncio.SelectorEventLoop):
    """A loop without rooms of threads: what would be handed to one is done at once."""

    def run_in_executor(
        self, _: Executor | None, work: Callable[..., Any], *values: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        try:
            done.set_result(work(*values))
        except Exception as problem:  # noqa: BLE001  # whoever waits for it hears of it
            done.set_exception(problem)
        return done


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop all answers of this process are made in; between requests it stands still."""
    return _OneThread()


class _Transport(httpx.BaseTransport):
    """Hands a request to an application, and its answer back; what it raises is a 500."""

    def __init__(self, application: Any) -> None:
        self.application = application

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        begun: dict[str, Any] = {}
        parts: list[bytes] = []
        waiting = [{"type": "http.request", "body": request.read(), "more_body": False}]

        async def receive() -> dict[str, Any]:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                begun.update(message)
            elif request.method != "HEAD":
                parts.append(message.get("body", b""))

        try:
            _loop().run_until_complete(self.application(_scope(request), receive, send))
        except Exception:  # noqa: BLE001  # a server would answer so
            return httpx.Response(500, request=request)
        return httpx.Response(
            begun["status"], headers=begun["headers"], content=b"".join(parts), request=request
        )


def _scope(request: httpx.Request) -> dict[str, Any]:
    url = request.url
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": url.scheme,
        "path": unquote(url.path),
        "raw_path": url.raw_path,
        "root_path": "",
        "query_string": url.query,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("testclient", 50000),
        "server": (url.host, url.port or {"http": 80, "https": 443}[url.scheme]),
    }


class Client(httpx.Client):
    """A client of an application; another one may be put in its place."""

    def __init__(self, application: Any, address: str) -> None:
        self._to = _Transport(application)
        plain = {"accept-encoding": "identity"}  # nothing is packed only to be unpacked here
        super().__init__(transport=self._to, base_url=address, headers=plain)

    @property
    def app(self) -> Any:
        """Who answers."""
        return self._to.application

    @app.setter
    def app(self, application: Any) -> None:
        self._to.application = application
