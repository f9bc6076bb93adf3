"""The storm: every table of a large round reports within a minute while thousands of pages listen.

Both phones of each table report, each on a new connection; then the next round is drawn and
published, and every player asks for their own page within three seconds. With `--kill` the server
is killed in the middle and started again; what was acknowledged must be in the log afterwards.
With `--beside SOURCE` the same is done with the program in another source tree, by turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_hex
from statistics import median
from typing import Any

from bench._asking import Answered, Line
from bench._hall import LargeEvent, Seat, Server, made_by
from bench._measure import print_table, seconds
from tiltyard.store import codec
from tiltyard.store.sqlite import SqliteStore

TABLES, WINDOW, LISTENERS, PHONES_WITHIN = 1_000, 60.0, 2_000, 3.0
EVENT, ACT = "storm", "report-result"
SLIP = {"slip.end": "rounds", "slip.score.0": "200", "slip.score.1": "100"}
AGAIN = 1.0  # seconds after which a phone sends a report again that was not answered
LONGEST = 60.0  # seconds a phone waits for a page
FLOORS = {
    "a report, p99": 0.25,
    "processor time of a report": 0.003,
    "messages a page heard in its busiest second": 4,
    "lines that ended": 0,
    "memory of an open page": 20 * 1024,
    "the last own page": 3.5,
    "processor time of an own page": 0.001,
    "acknowledged and lost": 0,
}


@dataclass
class Outcome:
    """What one storm gave, by the name of its row."""

    values: dict[str, float] = field(default_factory=dict)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--window", type=float, default=WINDOW, help="seconds for all reports")
    parser.add_argument("--listeners", type=int, default=LISTENERS, help="open pages")
    parser.add_argument("--within", type=float, default=PHONES_WITHIN, help="seconds of own pages")
    parser.add_argument("--kill", action="store_true", help="kill the server in the middle")
    parser.add_argument("--beside", type=Path, help="another source tree to compare with")
    parser.add_argument("--turns", type=int, default=1, help="how often; the middle counts")
    wanted = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    sources: dict[str, Path | None] = {"now": None}
    if wanted.beside is not None:
        sources["before"] = wanted.beside
    found: dict[str, list[Outcome]] = {title: [] for title in sources}
    with tempfile.TemporaryDirectory() as folder:
        events = {}
        for title, source in sources.items():
            made = Path(folder) / title
            made.mkdir()
            events[title] = made_by(source, made / "hall.db", EVENT, 2 * wanted.tables)
        for turn in range(wanted.turns):
            for title, source in sources.items():
                here = Path(folder) / f"{title}-{turn}"
                shutil.copytree(Path(folder) / title, here)
                storm = Storm(here / "hall.db", events[title], source, wanted)
                found[title].append(asyncio.run(storm.measure()))
    print_outcomes(wanted, found)


def print_outcomes(wanted: argparse.Namespace, found: dict[str, list[Outcome]]) -> None:
    """Print the middle of all turns, with its floor and the ratio to what it was before."""
    rows = []
    for name in found["now"][0].values:
        cells = [median(turn.values[name] for turn in turns) for turns in found.values()]
        row = [name, *(said(name, cell) for cell in cells)]
        if len(cells) > 1:
            row.append(f"{cells[0] / cells[1]:.2f}" if cells[1] else "–")
        floor = FLOORS.get(name)
        row.append("–" if floor is None else said(name, floor))
        row.append("" if floor is None else "met" if cells[0] <= floor else "MISSED")
        rows.append(row)
    ratio = ["ratio"] if len(found) > 1 else []
    load = os.getloadavg()[0]
    killed = ", killed in the middle" if wanted.kill else ""
    print_table(
        f"{wanted.tables:,} tables report within {wanted.window:.0f} s, {wanted.listeners:,} pages "
        f"listen{killed} (load {load:.1f} on {os.cpu_count()} cores)",
        ["what", *found, *ratio, "floor", ""],
        rows,
    )


def said(name: str, value: float) -> str:
    """Return a value as people read it: times, bytes, or a count."""
    if name.startswith("memory"):
        return f"{value / 1024:.1f} KB"
    if name in {"reports", "failed"} or name.startswith(("messages", "lines", "acknowledged")):
        return f"{value:,.0f}"
    return seconds(value)


class Storm:
    """One storm at one server."""

    def __init__(
        self, file: Path, event: LargeEvent, source: Path | None, wanted: argparse.Namespace
    ) -> None:
        self.file, self.event, self.source, self.wanted = file, event, source, wanted
        self.server = Server(file, source)
        self.waits: list[float] = []
        self.acknowledged: set[str] = set()
        self.failed = 0
        self.outcome = Outcome()

    async def measure(self) -> Outcome:
        """Open the pages, let every table report, publish, and ask for the own pages."""
        values = self.outcome.values
        await self._look_around()
        before = self.server.memory()
        listeners = await self._listen()
        await asyncio.sleep(1)
        open_pages = self.server.memory() - before
        used = self.server.processor()
        await self._reports()
        used = self.server.processor() - used
        heard = await ask(listeners, b"count\n")
        values["reports"] = len(self.waits)
        values["failed"] = self.failed
        values["a report, median"] = part(self.waits, 50)
        values["a report, p99"] = part(self.waits, 99)
        values["the slowest report"] = max(self.waits)
        if not self.wanted.kill:
            values["processor time of a report"] = used / len(self.waits)
            values["lines that ended"] = heard["lost"]
            values["memory of an open page"] = open_pages * 1024**2 / self.wanted.listeners
        values["messages to all pages"] = heard["messages"]
        values["messages a page heard in its busiest second"] = heard["busiest"]
        await self._publish(listeners)
        await self._own_pages()
        listeners.terminate()
        await listeners.wait()
        self.server.close()
        values["acknowledged and lost"] = self._lost()
        return self.outcome

    async def _look_around(self) -> None:
        """Open the pages a hall has open, once: what is asked for later is not the first."""
        phone = Line(self.server.port, self.event.players[0].secret)
        for path in ("", "/pairings", "/standings", "/me"):
            answer = await phone.get(f"/e/{EVENT}{path}", "Accept-Encoding: gzip")
            assert answer.status == 200, answer
        phone.close()

    async def _listen(self) -> asyncio.subprocess.Process:
        """Open the pages that listen, in a process of their own."""
        address = [str(self.server.port), f"/e/{EVENT}/live", str(self.wanted.listeners)]
        listeners = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench._listeners"),
            *address,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 30,
        )
        assert listeners.stdout is not None
        assert await asyncio.wait_for(listeners.stdout.readline(), 120) == b"open\n"
        return listeners

    # ------------------------------------------------------------------ reports

    async def _reports(self) -> None:
        """Let both phones of every table report at moments of their own."""
        chance = Random(self.wanted.tables)
        seats = {seat.person: seat for seat in self.event.players}
        due = sorted(
            (chance.uniform(0, self.wanted.window), game, player)
            for game, players in self.event.tables.items()
            for player in players
        )
        began = time.monotonic()
        middle = len(due) // 2 if self.wanted.kill else -1
        sent = []
        for number, (at, game, player) in enumerate(due):
            if number == middle:
                await asyncio.to_thread(self._kill)
            await asyncio.sleep(max(0, began + at - time.monotonic()))
            sent.append(asyncio.create_task(self._report(game, seats[player])))
        await asyncio.gather(*sent)

    def _kill(self) -> None:
        """End the server as a power cut does, and start it again at the same address."""
        self.server.kill()
        self.server = Server(self.file, self.source, self.server.port)
        self.outcome.values["killed: first answer after"] = self.server.ready

    async def _report(self, game: str, seat: Seat) -> None:
        """Send a report until it is answered, under one key, as the phone's outbox does."""
        fields = {"form_token": seat.token, "key": token_hex(12), "match": game, **SLIP}
        began = time.monotonic()
        while time.monotonic() < began + LONGEST:
            line = Line(self.server.port, seat.secret)
            try:
                path = f"/e/{EVENT}/do/{ACT}"
                answer = await asyncio.wait_for(line.post(path, fields), LONGEST)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(AGAIN)
            else:
                self.waits.append(time.monotonic() - began)
                if answer.status == 200:
                    self.acknowledged.add(seat.person)
                else:
                    self.failed += 1
                return
            finally:
                line.close()
        self.failed += 1

    def _lost(self) -> int:
        """Return how many reports were acknowledged and are not in the log."""
        with closing(SqliteStore(self.file)) as store:
            facts = [codec.recorded(entry) for entry in store.read(EVENT, 0)]
        return len(self.acknowledged - {fact.actor for fact in facts if fact.cause == ACT})

    # ------------------------------------------------------------------ the next round

    async def _publish(self, listeners: asyncio.subprocess.Process) -> None:
        """Draw and publish the next round, and wait until every page has heard of it."""
        desk = Line(self.server.port, self.event.organizer.secret)
        token = {"form_token": self.event.organizer.token}
        drawn = await desk.post(f"/e/{EVENT}/do/draw-round", token)
        assert drawn.status == 200, drawn
        await asyncio.sleep(2)
        await ask(listeners, b"tell\n")
        began = time.monotonic()
        published = await desk.post(f"/e/{EVENT}/do/publish-round", token)
        assert published.status == 200, published
        desk.close()
        await asyncio.sleep(2)
        version = json.loads(published.body)["version"]
        heard = (await ask(listeners, b"tell\n"))["heard"]
        waits = [
            next((at - began for number, at in page if number >= version), LONGEST)
            for page in heard
        ]
        self.outcome.values["the next round, drawn after"] = drawn.wall
        self.outcome.values["… published after"] = published.wall
        self.outcome.values["… heard by the last page after"] = max(waits)

    async def _own_pages(self) -> None:
        """Let every player ask for their own page, evenly within a few seconds."""
        answers: list[Answered] = []

        async def look(seat: Seat) -> None:
            line = Line(self.server.port, seat.secret)
            path = f"/e/{EVENT}/me"
            answers.append(await asyncio.wait_for(line.get(path, "Accept-Encoding: gzip"), LONGEST))
            line.close()

        used, began = self.server.processor(), time.monotonic()
        asked = []
        for number, seat in enumerate(self.event.players):
            due = began + number * self.wanted.within / len(self.event.players)
            await asyncio.sleep(max(0, due - time.monotonic()))
            asked.append(asyncio.create_task(look(seat)))
        await asyncio.gather(*asked)
        wall = time.monotonic() - began
        used = self.server.processor() - used
        assert {200} == {answer.status for answer in answers}
        self.outcome.values["the last own page"] = wall
        self.outcome.values["processor time of an own page"] = used / len(answers)


async def ask(listeners: asyncio.subprocess.Process, command: bytes) -> dict[str, Any]:
    """Return what the open pages say they heard since they were asked last."""
    assert listeners.stdin is not None
    assert listeners.stdout is not None
    listeners.stdin.write(command)
    answer = json.loads(await listeners.stdout.readline())
    assert isinstance(answer, dict)
    return answer


def part(values: list[float], percent: int) -> float:
    """Return the value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


if __name__ == "__main__":
    main()
