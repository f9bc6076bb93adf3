"""A site behind the real server, in a thread of the test's own process."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tiltyard.web.serving import Listening, granian_server

if TYPE_CHECKING:
    from granian.server.embed import Server

    from tests.web.hall import WebHall


class Served:
    """What `tiltyard serve` starts, on a free port; `stop` ends it."""

    def __init__(self, hall: WebHall, **how: Any) -> None:
        self.hall = hall
        self.port = _free_port()
        self._listening = Listening("127.0.0.1", self.port, **how)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: Server | None = None
        self._open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._open.wait(20), "the server did not open its door"

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._server = granian_server(self.hall.front, self._listening)
        task = asyncio.create_task(self._server.serve())
        for _ in range(500):
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                break
            await asyncio.sleep(0.01)
        self._open.set()
        await task

    def stop(self) -> bool:
        """End the server; whether it ended soon although lines were open."""
        assert self._loop is not None
        assert self._server is not None
        self._loop.call_soon_threadsafe(self.hall.site.channels.stop)
        self._loop.call_soon_threadsafe(self._server.stop)
        self._thread.join(10)
        return not self._thread.is_alive()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
