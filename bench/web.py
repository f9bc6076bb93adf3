"""The web: ready pages beside nginx, thousands of open pages, scorekeepers, a publish burst."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench._asking import Answered, Line
from bench._hall import LargeEvent, Server, free_port, make_store, processor
from bench._measure import apart, print_table, seconds
from bench.desk import keep_snapshot, write_long_log

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAYERS, PAGES, CONNECTIONS = 1_000, 5_000, 64
FILE_RATIO, UNCHANGED_RATIO = 0.4, 0.4  # for 304s the aim is 0.5
TELL_FLOOR, ENTER_FLOOR, MEMORY_FLOOR, START_FLOOR, SIZE_FLOOR = 1.0, 0.5, 300, 2.0, 4096
BURST_95, BURST_99, PUBLISH_FLOOR = 1.0, 3.0, 2.0
PEAK, PEAK_SECONDS, MEAN = 600, 5, 200  # personal pages in a second, and for how long
PACE, ENTERED = 0.5, 150  # results in a second from each scorekeeper, and how many are timed
SLIP = {"slip.end": "rounds", "slip.score.0": "200", "slip.score.1": "100"}
NGINX = """
worker_processes auto; pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off;
events {{ worker_connections 4096; }}
http {{
  access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on; gzip_static on;
  types {{ text/html html; }} charset utf-8; open_file_cache max=100;
  client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
  uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  server {{ listen 127.0.0.1:{port} backlog=4096; root {folder}/files; }}
}}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--pages", type=int, default=PAGES, help="open pages that listen")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each run of wrk")
    parser.add_argument("--runs", type=int, default=5, help="of wrk, alternating")
    parser.add_argument("--only", choices=["files", "hall"])
    parser.add_argument(
        "--facts", type=int, default=0, help="start with a log as long as this, too"
    )
    wanted = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hall.db"
        events = make_store(file, {"listened": wanted.players, "worked": wanted.players})
        if wanted.only != "hall":
            measure_files(Path(folder), file, wanted)
        if wanted.only != "files":
            asyncio.run(Evening(file, events, wanted.pages).measure())
    if wanted.facts:
        measure_long_start(wanted.facts)


def measure_long_start(facts: int) -> None:
    """Start the server on a long log, as it lies after a desk was closed: with a snapshot."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.db"
        apart(write_long_log, file, 2_000, facts)
        apart(keep_snapshot, file)
        rows: list[Measured] = []
        limit(rows, "start to first answer", quickest_start(file), START_FLOOR)
    title = f"A log of {facts:,} facts, with a snapshot"
    print_table(title, ["what", "measured", "floor", ""], [row.row() for row in rows])


def quickest_start(file: Path) -> float:
    """Return the best of four starts; the first compiles the program."""
    found = []
    for _ in range(4):
        server = Server(file)
        found.append(server.ready)
        server.close()
    return min(found)


# ------------------------------------------------------------------------------ beside nginx


def measure_files(folder: Path, file: Path, wanted: Any) -> None:
    """Measure a ready page beside nginx, which serves the same bytes as a file."""
    missing = [name for name in ("nginx", "wrk") if find(name) is None]
    if missing:
        print(f"\nNOT MEASURED beside nginx: {' and '.join(missing)} missing (apt install them).")
        return
    server = Server(file)
    address = f"http://127.0.0.1:{server.port}/e/listened/pairings"
    page = asyncio.run(one_page(server.port, "/e/listened/pairings"))
    nginx_port = free_port()
    nginx = start_nginx(folder, nginx_port, page.body)
    peer = f"http://127.0.0.1:{nginx_port}/pairings.html"
    same = asyncio.run(one_page(nginx_port, "/pairings.html"))
    assert same.body == page.body, "nginx does not serve the same bytes"
    tags = (("", ""), (page.headers["etag"], same.headers["etag"]))
    rows = []
    for title, (own_tag, peer_tag), floor in zip(
        (f"the page, {len(page.body):,} bytes", "304: nothing new"),
        tags,
        (FILE_RATIO, UNCHANGED_RATIO),
        strict=True,
    ):
        pairs = [
            (
                wrk(peer, peer_tag, wanted.seconds, nginx.pid),
                wrk(address, own_tag, wanted.seconds, server.process.pid),
            )
            for _ in range(wanted.runs)
        ]
        ratio = statistics.median(own.rate / other.rate for other, own in pairs)
        met = "met" if ratio >= floor else "MISSED"
        said = [cell for column in zip(*pairs, strict=True) for cell in middle(column)]
        rows.append([title, *said, f"{ratio:.2f}", f"{floor:.1f}", met])
    nginx.terminate()
    nginx.wait()
    server.close()
    print_table(
        f"Pairings of {wanted.players:,} players, compressed, {CONNECTIONS} connections "
        f"(median of {wanted.runs} runs of {wanted.seconds:.0f} s each, alternating)",
        ["what", "nginx, a file", "CPU each", "tiltyard serve", "CPU each", "ratio", "floor", ""],
        rows,
    )


def find(name: str) -> str | None:
    """Return where a program lies; some systems keep servers off the path."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


async def one_page(port: int, path: str) -> Answered:
    line = Line(port)
    await line.get(path, "Accept-Encoding: gzip")  # made ready now
    answer = await line.get(path, "Accept-Encoding: gzip")
    line.close()
    assert answer.status == 200, answer
    assert answer.headers.get("content-encoding") == "gzip"
    return answer


def start_nginx(folder: Path, port: int, packed: bytes) -> subprocess.Popen[bytes]:
    files = folder / "files"
    files.mkdir()
    folder.chmod(0o755)  # its workers are somebody else
    (files / "pairings.html.gz").write_bytes(packed)
    (files / "pairings.html").write_bytes(gzip.decompress(packed))
    settings = folder / "nginx.conf"
    settings.write_text(NGINX.format(folder=folder, port=port), "utf-8")
    process = subprocess.Popen([str(find("nginx")), "-c", str(settings)])
    for _ in range(200):
        try:
            asyncio.run(one_page(port, "/pairings.html"))
        except OSError:
            time.sleep(0.02)
        else:
            return process
    raise RuntimeError("nginx did not start")


class Rate(NamedTuple):
    """Answers in a second, and the processor time the server used for each."""

    rate: float
    each: float


def wrk(address: str, tag: str, limit: float, pid: int) -> Rate:
    """Ask as quickly as answers come."""
    command = [str(find("wrk")), "-t2", f"-c{CONNECTIONS}", f"-d{limit:.0f}s"]
    command += ["-H", "Accept-Encoding: gzip", *(("-H", f"If-None-Match: {tag}") if tag else ())]
    used = processor(pid)
    said = subprocess.run([*command, address], capture_output=True, text=True, check=True).stdout
    used = processor(pid) - used
    assert "Non-2xx" not in said, said
    assert "Socket errors" not in said, said
    answers = int(re.findall(r"(\d+) requests in", said)[0])
    return Rate(float(re.findall(r"Requests/sec:\s+([0-9.]+)", said)[0]), used / answers)


def middle(rates: Sequence[Rate]) -> tuple[str, str]:
    """Return the median of both numbers as people read them."""
    rate, each = (statistics.median(column) for column in zip(*rates, strict=True))
    return f"{rate:,.0f}/s", seconds(each)


# ------------------------------------------------------------------------------ the hall


@dataclass
class Measured:
    """A row of the table: the number, its floor, and whether it is met."""

    what: str
    value: str
    floor: str = "–"
    met: bool | None = None

    def row(self) -> list[str]:
        said = {True: "met", False: "MISSED", None: ""}[self.met]
        return [self.what, self.value, self.floor, said]


class Evening:
    """Thousands of open pages, ten scorekeepers, and somebody who publishes a round."""

    def __init__(self, file: Path, events: dict[str, LargeEvent], pages: int) -> None:
        self.file = file
        self.listened, self.worked = events["listened"], events["worked"]
        self.pages = pages
        self.rows: list[Measured] = []

    async def measure(self) -> None:
        limit(self.rows, "start to first answer", quickest_start(self.file), START_FLOOR)
        self.server = Server(self.file)
        await self._sizes()
        before = self.server.memory()
        listeners = await self._open_pages()
        self.rows.append(Measured("memory before anybody listens", f"{before:.0f} MB"))
        await self._same_event(listeners)
        await self._publish(listeners)
        memory = self.server.memory()
        self.rows.append(
            Measured(
                f"memory with {self.pages:,} open pages",
                f"{memory:.0f} MB",
                f"{MEMORY_FLOOR} MB",
                memory <= MEMORY_FLOOR,
            )
        )
        listeners.terminate()
        await listeners.wait()
        await self._burst()
        self.server.close()
        print_table(
            f"A hall: {len(self.listened.players):,} players in each of two events, "
            f"{self.pages:,} open pages",
            ["what", "measured", "floor", ""],
            [row.row() for row in self.rows],
        )

    # ------------------------------------------------------------------ pages and their size

    async def _sizes(self) -> None:
        player = self.listened.players[0]
        line = Line(self.server.port, player.secret)
        for title, path, floor in (
            ("personal page, compressed", "/e/listened/me", SIZE_FLOOR),
            ("pairings, compressed", "/e/listened/pairings", 12 * 1024),
        ):
            answer = await line.get(path, "Accept-Encoding: gzip")
            if answer.status != 200:
                self.rows.append(Measured(title, f"answered {answer.status}", "", False))
                continue
            size = len(answer.body)
            self.rows.append(Measured(title, f"{size:,} B", f"{floor:,} B", size <= floor))
        line.close()

    # ------------------------------------------------------------------ open pages

    async def _open_pages(self) -> asyncio.subprocess.Process:
        began = time.monotonic()
        listeners = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bench._listeners",
            str(self.server.port),
            "/e/listened/live",
            str(self.pages),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 30,
        )
        assert listeners.stdout is not None
        said = await asyncio.wait_for(listeners.stdout.readline(), 120)
        assert said == b"open\n", said
        title = f"opening {self.pages:,} pages that listen"
        self.rows.append(Measured(title, seconds(time.monotonic() - began)))
        return listeners

    async def _heard(
        self, listeners: asyncio.subprocess.Process
    ) -> tuple[list[list[tuple[int, float]]], int]:
        assert listeners.stdin is not None
        assert listeners.stdout is not None
        listeners.stdin.write(b"tell\n")
        said = json.loads(await listeners.stdout.readline())
        return said["heard"], said["lost"]

    # ------------------------------------------------------------------ scorekeepers

    async def _scorekeepers(
        self, event: LargeEvent, games: list[str], until: asyncio.Event, pace: float = PACE
    ) -> tuple[list[Answered], list[Answered]]:
        """Let ten people enter these results; at a human pace each looks at the page afterwards."""
        entered: list[Answered] = []
        looked: list[Answered] = []
        left = iter(games)

        async def work(place: int) -> None:
            seat = event.scorekeepers[place]
            line = Line(self.server.port, seat.secret)
            await asyncio.sleep(place / len(event.scorekeepers) / pace)
            for game in left:
                began = time.monotonic()
                fields = {"form_token": seat.token, "match": game, **SLIP}
                answer = await line.post(f"/e/{event.name}/do/enter-result", fields)
                assert answer.status == 200, answer
                entered.append(answer)
                if pace <= PACE:
                    looked.append(await line.get(f"/e/{event.name}/desk/results"))
                if until.is_set():
                    break
                await asyncio.sleep(max(0, began + 1 / pace - time.monotonic()))
            line.close()

        await asyncio.gather(*(work(place) for place in range(len(event.scorekeepers))))
        return entered, looked

    async def _same_event(self, listeners: asyncio.subprocess.Process) -> None:
        """Ten scorekeepers in the event everybody listens to; then the rest, as fast as it goes."""
        await self._heard(listeners)
        never = asyncio.Event()
        used, began = self.server.processor(), time.monotonic()
        timed, rest = self.listened.games[:ENTERED], self.listened.games[ENTERED:]
        entered, looked = await self._scorekeepers(self.listened, timed, never)
        load = (self.server.processor() - used) / (time.monotonic() - began)
        heard, lost = await self._heard(listeners)
        walls = [answer.wall for answer in entered]
        title = f"{len(entered):,} results of {len(self.listened.scorekeepers)} scorekeepers"
        limit(self.rows, f"{title}, p95", part(walls, 95), ENTER_FLOOR)
        self.rows.append(Measured("… p99", seconds(part(walls, 99))))
        assert {200} == {answer.status for answer in looked}
        said = seconds(part([answer.wall for answer in looked], 95))
        self.rows.append(Measured("… their page again, p95", said))
        self.rows.append(Measured("… messages to the open pages", f"{sum(map(len, heard)):,}"))
        self.rows.append(Measured("… of one processor", f"{100 * load:.0f} %"))
        self.rows.append(Measured("… pages that lost their line", str(lost), "0", lost == 0))
        began = time.monotonic()
        entered, _ = await self._scorekeepers(self.listened, rest, never, 1_000)
        rate = len(entered) / (time.monotonic() - began)
        walls = [answer.wall for answer in entered]
        title = f"{len(rest):,} more as fast as they go"
        self.rows.append(Measured(title, f"{rate:,.0f}/s, p95 {seconds(part(walls, 95))}"))
        await asyncio.sleep(3)

    async def _publish(self, listeners: asyncio.subprocess.Process) -> None:
        """The next round is published while the scorekeepers work at another event."""
        desk = Line(self.server.port, self.listened.organizer.secret)
        token = {"form_token": self.listened.organizer.token}
        drawn = await desk.post("/e/listened/do/draw-round", token)
        assert drawn.status == 200, drawn
        await asyncio.sleep(2)
        await self._heard(listeners)
        done = asyncio.Event()
        working = asyncio.create_task(self._scorekeepers(self.worked, self.worked.games, done))
        await asyncio.sleep(3)
        began = time.monotonic()
        published = await desk.post("/e/listened/do/publish-round", token)
        assert published.status == 200, published
        await asyncio.sleep(5)
        done.set()
        entered, _ = await working
        version = json.loads(published.body)["version"]
        heard, lost = await self._heard(listeners)
        waits = [
            next((at - began for number, at in one if number >= version), 999.0) for one in heard
        ]
        limit(self.rows, "a round is published: answered after", published.wall, PUBLISH_FLOOR)
        title = f"… heard by {self.pages:,} open pages, p95"
        limit(self.rows, title, part(waits, 95), TELL_FLOOR)
        self.rows.append(Measured("… the last of them", seconds(max(waits))))
        self.rows.append(Measured("… pages that lost their line", str(lost), "0", lost == 0))
        walls = [answer.wall for answer in entered]
        limit(self.rows, f"{len(walls)} results meanwhile, p95", part(walls, 95), ENTER_FLOOR)
        desk.close()

    # ------------------------------------------------------------------ the burst

    async def _burst(self) -> None:
        """Every phone asks for its personal page: a peak, then a steady flow."""
        waits: list[float] = []
        wrong: dict[str, int] = {}

        async def ask(number: int) -> None:
            seat = self.listened.players[number % len(self.listened.players)]
            line = Line(self.server.port, seat.secret)
            try:
                answer = await asyncio.wait_for(
                    line.get("/e/listened/me", "Accept-Encoding: gzip"), 60
                )
                waits.append(answer.wall)
                if answer.status != 200:
                    wrong[str(answer.status)] = wrong.get(str(answer.status), 0) + 1
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                name = type(error).__name__
                wrong[name] = wrong.get(name, 0) + 1
            finally:
                line.close()

        used = self.server.processor()
        tasks = []
        began = time.monotonic()
        for number in range(self.pages):
            peak = PEAK * PEAK_SECONDS
            due = number / PEAK if number < peak else PEAK_SECONDS + (number - peak) / MEAN
            wait = began + due - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            tasks.append(asyncio.create_task(ask(number)))
        await asyncio.gather(*tasks)
        each = (self.server.processor() - used) / self.pages
        title = f"{self.pages:,} personal pages, {PEAK}/s at first"
        limit(self.rows, f"{title}, p95", part(waits, 95), BURST_95)
        limit(self.rows, "… p99", part(waits, 99), BURST_99)
        self.rows.append(Measured("… failed", str(wrong or 0), "0", not wrong))
        self.rows.append(Measured("… processor time for each", seconds(each)))


def limit(rows: list[Measured], what: str, value: float, floor: float) -> None:
    """Add a time and its floor."""
    rows.append(Measured(what, seconds(value), seconds(floor), value <= floor))


def part(values: list[float], percent: int) -> float:
    """Return the value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


if __name__ == "__main__":
    main()
