"""Starting the server: one process, one loop, granian in front."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import warnings
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tiltyard.service.event_cache import others_write
from tiltyard.web.pages.account.joining import make_link

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from granian.server.embed import Server

    from tiltyard.store.keyring import Keyring
    from tiltyard.web.edge import Front
    from tiltyard.web.site import Site

MOST_CONNECTIONS = 20_000
SILENCE = 25_000  # milliseconds without a whole head of a request, then the connection ends
OWNER_LINK = timedelta(hours=24)
CYCLES_AFTER = (20_000, 20, 20)
"""How rarely Python looks for cycles: a page makes thousands of objects and almost none."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the server listens, and with which certificate."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None
    only_newest_tls: bool = False


def own_address() -> str:
    """Return the address under which phones in this network find the laptop.

    No packet is sent: the system only says which of its addresses it would use.
    """
    for far in ("192.0.2.1", "10.255.255.255"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    return "127.0.0.1"


def own_names() -> tuple[str, ...]:
    """Return the names under which this computer is known in its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys((name, short, f"{short}.local"))) if short else ()


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port, or the next one that is free."""
    for port in range(wanted, wanted + 50):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind((host, port))
                return port
    return wanted


def owner_link(site: Site) -> str:
    """Return a new link for whoever started the server; it works once, within a day.

    Where other servers share the store, their links go on working.
    """
    shared = others_write(site.desk.store)
    return new_owner_link(site.keyring, site.desk.clock.now(), beside_older=shared)


def new_owner_link(keyring: Keyring, now: datetime, *, beside_older: bool) -> str:
    """Return the secret of a link for the owner; it works once, within a day."""
    return make_link(keyring, now, "owner", ends=now + OWNER_LINK, beside_older=beside_older)


def front_of(site: Site) -> Front:
    """Return the front door of a site."""
    from tiltyard.web.app import application
    from tiltyard.web.edge import Front

    return Front(site, application(site))  # type: ignore[arg-type]


def serve(site: Site, listening: Listening, ready: Callable[[], None]) -> None:
    """Serve until somebody stops it; `ready` is called when the door is open."""
    gc.freeze()
    gc.set_threshold(*CYCLES_AFTER)
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(_serve(site, listening, ready))


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the faster loop where there is one; Windows keeps Python's own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def granian_server(front: Front, listening: Listening) -> Server:
    """Return the server that listens for a front door, not started yet."""
    from granian.constants import HTTPModes, Interfaces, SSLProtocols
    from granian.http import HTTP1Settings
    from granian.server.embed import Server

    return Server(
        front,
        address=listening.host,
        port=listening.port,
        interface=Interfaces.RSGI,
        websockets=False,
        http=HTTPModes.http1,  # with HTTP/2 beside it, a connection that says nothing stays open
        http1_settings=HTTP1Settings(header_read_timeout=SILENCE),
        backlog=4096,
        backpressure=MOST_CONNECTIONS,
        log_enabled=False,
        ssl_cert=listening.certificate,
        ssl_key=listening.key,
        ssl_protocol_min=SSLProtocols.tls13 if listening.only_newest_tls else SSLProtocols.tls12,
    )


async def _serve(site: Site, listening: Listening, ready: Callable[[], None]) -> None:
    task = asyncio.create_task(granian_server(front_of(site), listening).serve())
    with suppress(NotImplementedError):  # Windows knows no such signal
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await _opened(listening, task)
    ready()
    with suppress(asyncio.CancelledError):
        await task
    # A request that arrives while the loop ends is dropped; granian leaves its coroutine behind.
    warnings.filterwarnings("ignore", r"coroutine '_future_watcher_wrapper", RuntimeWarning)


async def _opened(listening: Listening, task: asyncio.Task[None]) -> None:
    host = "127.0.0.1" if listening.host in {"0.0.0.0", "::"} else listening.host  # noqa: S104
    for _ in range(400):
        if task.done():
            return
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, listening.port)
            writer.close()
            return
        await asyncio.sleep(0.01)
