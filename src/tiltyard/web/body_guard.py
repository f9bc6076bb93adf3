"""Bodies that are too large or come too slowly: cut off, and answered without a fault."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Send = Callable[[dict[str, Any]], Awaitable[None]]
    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

LARGEST_BODY = 4 * 1024 * 1024
GRACE = 25.0  # seconds for any body
SLOWEST = 1024  # bytes a second that a larger one must come with


class CutOff(Refused):
    """A body that is not read to its end."""

    status: ClassVar[int]


class BodyTooLarge(CutOff):
    """A request that is larger than anything we ask for."""

    kind = "too-large"
    status = 413

    def __init__(self) -> None:
        super().__init__("body-too-large", megabytes=LARGEST_BODY // 1024 // 1024)


class BodyTooSlow(CutOff):
    """A body whose sender stopped in the middle."""

    kind = "too-slow"
    status = 408

    def __init__(self) -> None:
        super().__init__("body-too-slow")


class _Guard:
    """Counts what is read of one body, and how long it takes.

    It keeps no exception: with its traceback that would keep the connection open, too.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._read = 0
        self._ended = False
        self._began = asyncio.get_running_loop().time()
        self._answering = False
        self.cut: type[BodyTooLarge | BodyTooSlow] | None = None

    async def receive(self) -> dict[str, Any]:
        """Return the next part of the body, in time and within its size."""
        if self._ended:
            return await self._receive()
        until = self._began + GRACE + self._read / SLOWEST
        try:
            async with asyncio.timeout_at(until):
                message = await self._receive()
        except TimeoutError:
            self.cut = BodyTooSlow
            raise BodyTooSlow from None
        self._read += len(message.get("body", b""))
        if self._read > LARGEST_BODY:
            self.cut = BodyTooLarge
            raise BodyTooLarge
        self._ended = not message.get("more_body", False)
        return message

    async def send(self, message: dict[str, Any]) -> None:
        """Pass an answer on, unless the body was cut off before it began."""
        if self.cut is not None and not self._answering:
            return
        self._answering = True
        await self._send(message)


async def guarded(
    application: Application, scope: dict[str, Any], receive: Receive, send: Send
) -> None:
    """Let an application answer; if its body is cut off, raise that instead."""
    guard = _Guard(receive, send)
    await application(scope, guard.receive, guard.send)
    if guard.cut is not None:
        raise guard.cut()
