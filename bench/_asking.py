"""A small client for HTTP/1.1: asks, reads the answer, and knows how long it took."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple
from urllib.parse import urlencode


class Answered(NamedTuple):
    """What came back, and after how many seconds."""

    status: int
    headers: dict[str, str]
    body: bytes
    wall: float


class Line:
    """One connection that is kept open."""

    def __init__(self, port: int, secret: str = "") -> None:
        self._port = port
        self._cookie = f"Cookie: s={secret}\r\n" if secret else ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, *headers: str) -> Answered:
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, fields: dict[str, str]) -> Answered:
        body = urlencode(fields).encode()
        kind = "Content-Type: application/x-www-form-urlencoded"
        return await self._ask("POST", path, body, (kind, "Accept: application/json"))

    async def _ask(self, method: str, path: str, body: bytes, headers: tuple[str, ...]) -> Answered:
        began = time.monotonic()
        if self._writer is None:
            opened = await asyncio.open_connection("127.0.0.1", self._port)
            self._reader, self._writer = opened
        reader = self._reader
        assert reader is not None
        more = "".join(f"{one}\r\n" for one in headers)
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
        self._writer.write(f"{head}{self._cookie}{more}{length}\r\n".encode() + body)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        said = {}
        for row in rest:
            name, _, value = row.partition(":")
            said[name.strip().lower()] = value.strip()
        content = await reader.readexactly(int(said.get("content-length", "0")))
        return Answered(int(first.split()[1]), said, content, time.monotonic() - began)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
