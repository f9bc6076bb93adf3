"""Two servers on one database while everything that can break does, and a checker afterwards.

Clients send acts to one server and, when it refuses or says nothing, the same act with the same
key to the other, until one acknowledges it. The history says what was sent and acknowledged when.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Silence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.store.making import act
from tests.store.proxy import Proxy
from tests.store.server import Server
from tiltyard.store.port import Answer
from tiltyard.store.postgres import PostgresStore

ROOT = Path(__file__).parents[2]
PATIENCE = 0.8  # of the servers with their database
SILENCE = 1.5  # of the clients with a server
STREAMS = ("cup", "league")
CLIENTS = 4
AT_WORK = 8  # acts between two things that break
COMES_BACK = 60.0  # seconds after which they must have been acknowledged


class House:
    """A server that is started anew when it was killed."""

    def __init__(self, address):
        self.proxy = Proxy(address)
        self._lock = threading.Lock()
        self._start()

    def _start(self):
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.store.partition_child",
                self.proxy.address,
                f"{PATIENCE}",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._waiting: dict[str, Future] = {}
        threading.Thread(
            target=self._hear, args=(self._process, self._waiting), daemon=True
        ).start()

    @staticmethod
    def _hear(process, waiting):
        for line in process.stdout:
            told = json.loads(line)
            future = waiting.pop(told["key"], None)
            if future is not None:
                future.set_result(told)
        process.stdout.close()

    def ask(self, stream, key, count):
        """Return what the server says to an act; nothing if it is silent, dead or refuses."""
        future: Future = Future()
        request = json.dumps({"stream": stream, "key": key, "count": count})
        try:
            with self._lock:
                if self._process.poll() is not None:  # it found no database when it started
                    self._end()
                    self._start()
                self._waiting[key] = future
                self._process.stdin.write(request + "\n")
                self._process.stdin.flush()
            return future.result(SILENCE)
        except (OSError, ValueError, Silence):
            return None

    def ask_until_it_answers(self, stream, key, count):
        """Return what the server says when everything is in order again."""
        for _ in range(20):
            told = self.ask(stream, key, count)
            if told is not None and "first" in told:
                return told
        raise AssertionError(f"the server does not come back: {told}")

    def signal(self, number):
        """Stop it, let it go on."""
        self._process.send_signal(number)

    def kill(self):
        """End it as a power cut would, and start another."""
        with self._lock:
            self._end()
            self._start()

    def _end(self):
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._process.stdin.close()

    def close(self):
        """End it and its network."""
        self._end()
        self.proxy.close()


class Sent(NamedTuple):
    """An act of a client: when it was sent first, and when and how it was acknowledged."""

    stream: str
    key: str
    count: int
    began: float
    ended: float
    first: int
    last: int


class Partitions:
    """The whole hall: a database, two servers, clients, and somebody who breaks things."""

    def __init__(self, chance):
        self.chance = chance
        self.database = Server()
        self.address = self.database.new_database()
        self.store = PostgresStore(self.address)
        self.houses = House(self.address), House(self.address)
        self.sent: set[str] = set()
        self.history: list[Sent] = []
        self.faults: list[str] = []
        self.done: list[str] = []
        self._ending = threading.Event()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._ending.set()
        for house in self.houses:
            house.close()
        self.store.close()
        self.database.stop()

    def run(self, seconds, names=()):
        """Let clients work while things break, the named ones first; then mend everything."""
        ends = time.monotonic() + seconds
        with ThreadPoolExecutor(CLIENTS) as pool:
            working = [pool.submit(self._client, number) for number in range(CLIENTS)]
            queue = list(names)
            while time.monotonic() < ends or queue:
                self._see_acts(AT_WORK)
                time.sleep(self.chance.uniform(0.0, 0.2))
                name = queue.pop() if queue else self.chance.choice(sorted(BREAKS))
                BREAKS[name](self)
                self.done.append(name)
            self._ending.set()
            for client in working:
                client.result()

    def _see_acts(self, count):
        """Wait until so many more acts were acknowledged: what breaks next breaks at work."""
        wanted, ends = len(self.history) + count, time.monotonic() + COMES_BACK
        while len(self.history) < wanted:
            if time.monotonic() > ends:
                self.faults.append(f"nothing was acknowledged for {COMES_BACK} s: {self.done}")
                return
            time.sleep(0.01)

    def _client(self, number):
        """Send acts, each until it is acknowledged; every other client begins at each server."""
        acts = 0
        while not self._ending.is_set():
            acts += 1
            key, count = f"client-{number}-{acts:05}", 1 + acts % 3
            stream = STREAMS[(number + acts) % len(STREAMS)]
            self.sent.add(key)
            began, at = time.monotonic(), number + acts
            while True:
                told = self.houses[at % 2].ask(stream, key, count)
                if told is not None and "fault" in told:
                    self.faults.append(told["fault"])
                if told is not None and "first" in told:
                    break
                at += 1
                time.sleep(0.02)
            ended = time.monotonic()
            self.history.append(Sent(stream, key, count, began, ended, told["first"], told["last"]))

    def complaints(self):
        """Read the logs as they are now; say everything that is not as was acknowledged."""
        self.store.close()
        self.store = PostgresStore(self.address)
        found = [f"a server failed: {fault}" for fault in self.faults]
        for stream in STREAMS:
            self.store.verify(stream)
            found += complaints_about(
                list(self.store.read(stream)),
                [sent for sent in self.history if sent.stream == stream],
                self.sent,
            )
            for sent in self.history:
                if sent.stream == stream:
                    kept = self.store.answer(stream, "ann", sent.key, act(sent.key).fingerprint)
                    if kept != Answer(sent.first, sent.last, repeated=True):
                        found.append(f"{sent.key} was acknowledged as {sent}, and is {kept}")
        return found


def complaints_about(entries, history, sent):
    """Return what a log has lost, doubled, put in another order or invented."""
    places: dict[str, tuple[int, int]] = {}
    found = []
    for key, group in groupby(entries, key=lambda entry: entry.key):
        numbers = [entry.number for entry in group]
        if key in places:
            found.append(f"{key} is there twice")
        if key not in sent:
            found.append(f"{key} was never sent")
        places[key] = numbers[0], numbers[-1]
    found += [
        f"{one.key} was acknowledged as {one}, and is at {places.get(one.key)}"
        for one in history
        if places.get(one.key) != (one.first, one.last) or one.last - one.first + 1 != one.count
    ]
    return [*found, *out_of_order(history)]


def out_of_order(history):
    """Yield the acts that were sent after another was acknowledged, and recorded before it."""
    latest = 0
    ended = sorted(history, key=lambda one: one.ended)
    position = 0
    for one in sorted(history, key=lambda one: one.began):
        while position < len(ended) and ended[position].ended < one.began:
            latest = max(latest, ended[position].last)
            position += 1
        if one.first <= latest:
            yield f"{one.key} was sent after number {latest} was acknowledged: {one}"


# ------------------------------------------------------------------------------
# What breaks.


def slow_link(hall):
    """Every packet of one server takes its time."""
    proxy = hall.chance.choice(hall.houses).proxy
    proxy.delay = hall.chance.uniform(0.005, 0.05)
    time.sleep(0.5)
    proxy.flow()


def stalled_link(hall):
    """One server hears nothing more from its database: for a moment, or longer than it waits."""
    proxy = hall.chance.choice(hall.houses).proxy
    proxy.stall()
    time.sleep(hall.chance.choice((0.2, PATIENCE + 0.5)))
    proxy.flow()


def stalled_and_cut(hall):
    """What was on its way when the network stalled never arrives."""
    proxy = hall.chance.choice(hall.houses).proxy
    proxy.stall()
    time.sleep(0.2)
    proxy.cut()
    proxy.flow()


def cut_link(hall):
    """One server is cut off for a moment."""
    proxy = hall.chance.choice(hall.houses).proxy
    proxy.cut(stay=True)
    time.sleep(hall.chance.uniform(0, 0.4))
    proxy.flow()


def kill_server(hall):
    """A server loses its power, and is started again."""
    hall.chance.choice(hall.houses).kill()


def pause_server(hall):
    """A server is stopped in whatever it does, and goes on later with what it knew then."""
    house = hall.chance.choice(hall.houses)
    house.signal(signal.SIGSTOP)
    time.sleep(hall.chance.uniform(0.1, 0.8))
    house.signal(signal.SIGCONT)


def pause_database(hall):
    """Every process of the database is stopped for a moment, or longer than servers wait."""
    processes = hall.database.processes()
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    time.sleep(hall.chance.choice((0.2, PATIENCE + 0.5)))
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


def kill_database(hall):
    """The database loses its power, and is started again."""
    hall.database.crash(kill=True)


BREAKS = {
    made.__name__: made
    for made in (
        slow_link,
        stalled_link,
        stalled_and_cut,
        cut_link,
        kill_server,
        pause_server,
        pause_database,
        kill_database,
    )
}

KILLS = (kill_server.__name__, kill_database.__name__)
"""What ends a process without any warning."""
