"""A process that is there to be killed: it appends, and notes what was acknowledged.

    python -m tests.store.crash_child

It reads orders, one JSON object a line, and forks a process for each, so that a kill costs
milliseconds. The process appends acts of one to four facts until it is ended: by the failpoint that
the order names, by SIGKILL some microseconds after its notes have grown so far, or after so many
acts.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from tests.store.making import act, facts
from tiltyard.store import failpoints
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Snapshot
from tiltyard.store.postgres import PostgresStore
from tiltyard.store.second_copy import Mirrored, SecondCopy
from tiltyard.store.sqlite import Settings, SqliteStore


def opened(address):
    """Open a store; SQLite with frequent checkpoints, so that kills meet them."""
    if address.startswith("postgresql:"):
        return PostgresStore(address)
    return SqliteStore(address, Settings(checkpoint_pages=20))


def work(order):
    """Append until the end; `early` notes an act before it is recorded, which is the mistake."""
    chance = random.Random(order["seed"])
    name, _, times = order.get("failpoint", "").partition(":")
    if name:
        failpoints._name, failpoints._left = name, int(times or 1)
    stream, early = order["stream"], order.get("early", False)
    noted = os.open(order["notes"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    store = opened(order["address"])
    if "stick" in order:
        store = Mirrored(store, SecondCopy(store, order["stick"]), wait=order["wait"])
        store.copy.start()
    last = store.head(stream).number
    for number in range(order["acts"]):
        key, count = f"{order['seed']}-{number}", chance.randint(1, 4)
        note = f"{key} {last + 1} {last + count}\n".encode()
        if early:
            os.write(noted, note)
        answer = store.append(stream, last, act(key), facts(count, key, pad="x" * 200))
        last = answer.last
        if "stick" in order:
            note = note.replace(b"\n", f" {store.copy.lag(stream)}\n".encode())
        if not early:
            os.write(noted, note)
        if Path(order["notes"]).with_suffix(".stop").exists():
            break
        if "stick" not in order:
            store = vary(store, number, order, key)
    store.close()


def vary(store, number, order, key):
    """Do from time to time what else a store does: snapshots, backups, whole logs, closing."""
    if number % 5 == 4:
        head = store.head(order["stream"])
        state = random.Random(number).randbytes(2_000)
        store.keep_snapshot(order["stream"], Snapshot(*head, "engine", state))
    if number % 10 == 9 and isinstance(store, SqliteStore):
        store.backup(f"{order['address']}.backup")
    if number == 12:
        store.adopt(f"adopted-{key}", adopted(f"adopted-{key}"))
    if number % 20 == 19:
        store.close()
        return opened(order["address"])
    return store


def adopted(stream):
    """Return a log of twelve facts to take over."""
    source = MemoryStore()
    source.append(stream, 0, act("a"), facts(12, "a"))
    return list(source.read(stream))


def end_after(process, notes, growth, microseconds):
    """Kill a child when its notes have grown by so many bytes; return how it ended."""
    start = size_of(notes)
    while growth is None or size_of(notes) < start + growth:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.0005)
    time.sleep(microseconds / 1_000_000)
    os.kill(process, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def size_of(file):
    """Return the size of a file, 0 when there is none yet."""
    return os.stat(file).st_size if os.path.exists(file) else 0  # noqa: PTH110, PTH116 - strings


def main():
    """Carry out orders until there are none."""
    for line in sys.stdin:
        order = json.loads(line)
        process = os.fork()
        if process == 0:
            code = 1
            try:
                work(order)
                code = 0
            except BaseException as error:  # noqa: BLE001 - the one place that sees it
                Path(order["notes"]).with_suffix(".error").write_text(repr(error), "utf-8")
            finally:
                os._exit(code)
        growth, late = order.get("growth"), order.get("microseconds", 0)
        print(end_after(process, order["notes"], growth, late), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
