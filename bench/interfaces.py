"""What the server's interface and the framework cost: RSGI beside ASGI, Litestar beside its routes.

python -m bench.interfaces [--runs N] [--requests N]
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import statistics
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bench._asking import Line
from bench._hall import free_port, processor
from bench._measure import print_table
from tiltyard.dev.demo import fill
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.memory import MemoryStore
from tiltyard.web import routes
from tiltyard.web.security.visitors import begin_session
from tiltyard.web.serving import front_of
from tiltyard.web.settings import Settings
from tiltyard.web.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable

EVENT = "night-flight"
LINES = 16
WARM = 5
READY, MADE = f"/e/{EVENT}/pairings", "/health"
PAGES = (f"/e/{EVENT}/desk", f"/e/{EVENT}/desk/people", f"/e/{EVENT}/desk/history")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--requests", type=int, default=3000)
    wanted = parser.parse_args()
    measure_interfaces(wanted.runs, wanted.requests)
    asyncio.run(measure_framework())


def made_site() -> Site:
    store = MemoryStore()
    fill(store, load, datetime.now(UTC))
    return Site(Desk(store, load), SqliteKeyring(), Settings("http://127.0.0.1"))


# -------------------------------------------------------------------------------- the interface


def measure_interfaces(runs: int, requests: int) -> None:
    """Ask both servers by turns; what counts is the processor time of an answer."""
    servers = {name: start(name) for name in ("rsgi", "asgi")}
    rows = []
    for path in (READY, MADE):
        used: dict[str, list[float]] = {name: [] for name in servers}
        for _ in range(runs):
            for name, (process, port) in servers.items():
                before = processor(process.pid or 0)
                asyncio.run(ask(port, path, requests))
                used[name].append((processor(process.pid or 0) - before) / requests)
        each = {name: statistics.median(values) * 1e6 for name, values in used.items()}
        rows.append([path, *(f"{value:.0f} µs" for value in each.values())])
        rows[-1].append(f"{each['asgi'] / each['rsgi']:.2f}")
    for process, _ in servers.values():
        process.terminate()
    title = f"Processor time of the server for an answer (median of {runs} runs, by turns)"
    print_table(title, ["page", "RSGI", "ASGI", "ASGI / RSGI"], rows)


def start(interface: str) -> tuple[multiprocessing.Process, int]:
    port = free_port()
    process = multiprocessing.Process(target=serve, args=(interface, port), daemon=True)
    process.start()
    for _ in range(600):
        try:
            asyncio.run(ask(port, READY, 1))
        except OSError:
            time.sleep(0.1)
        else:
            break
    return process, port


def serve(interface: str, port: int) -> None:
    import uvloop
    from granian.constants import Interfaces
    from granian.server.embed import Server

    async def run() -> None:
        server = Server(
            front_of(made_site()),
            address="127.0.0.1",
            port=port,
            interface=Interfaces(interface),
            websockets=False,
            log_enabled=False,
        )
        await server.serve()

    uvloop.run(run())


async def ask(port: int, path: str, requests: int) -> None:
    async def one_line(line: Line) -> None:
        for _ in range(max(1, requests // LINES)):
            answer = await line.get(path, "Accept-Encoding: gzip")
            assert answer.status == 200, answer
        line.close()

    await asyncio.gather(*(one_line(Line(port)) for _ in range(LINES if requests > 1 else 1)))


# -------------------------------------------------------------------------------- the framework


async def measure_framework(requests: int = 40) -> None:
    """Ask the application in this process: the whole way, and what of it our own routes take."""
    site = made_site()
    event = site.desk.event(EVENT)
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    front, ours = front_of(site), Stopwatch(routes.answered)
    setattr(routes, "answered", ours)  # noqa: B010
    rows = []
    for path in PAGES:
        times: list[float] = []
        now = site.desk.clock.now()
        secret = begin_session(site.keyring, now, seats={EVENT: organizer})  # limits count sessions
        for number in range(requests + WARM):
            if number == WARM:
                ours.spent.clear()
                times.clear()
            began = time.perf_counter()
            await get(front, path, secret)
            times.append(time.perf_counter() - began)
        whole, own = statistics.median(times), statistics.median(ours.spent or [0.0])
        rows.append([path, f"{whole * 1e6:.0f} µs", f"{own * 1e6:.0f} µs"])
        rows[-1].append(f"{(whole - own) * 1e6:.0f} µs ({(whole - own) / whole:.0%})")
    head = ["page", "whole", "our route", "framework and thread"]
    print_table("Inside one process, through ASGI (medians)", head, rows)
    site.close()


class Stopwatch:
    """A function that knows how long it took."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.spent: list[float] = []

    def __call__(self, *arguments: Any) -> Any:
        began = time.perf_counter()
        try:
            return self._function(*arguments)
        finally:
            self.spent.append(time.perf_counter() - began)


async def get(front: Any, path: str, secret: str) -> None:
    answers: list[object] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message.get("status", 200) != 200:
            answers.append(message)

    headers = [(b"host", b"127.0.0.1"), (b"cookie", f"s={secret}".encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "state": {},
        "extensions": {},
    }
    await front(scope, receive, send)
    assert not answers, answers


if __name__ == "__main__":
    main()
