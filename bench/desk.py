"""The desk: deciding and appending one result in a large event, and opening a long log."""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

from bench._measure import Timing, apart, fastest, print_table, seconds, times, verdict
from bench.fields import played_event
from tiltyard.day.clock import StartClock
from tiltyard.day.facts import ResultReported
from tiltyard.day.fold import fold
from tiltyard.day.results import ConfirmResult, EnterResult, ReportResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.engine.slip import Slip
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.store import codec
from tiltyard.store.memory import MemoryStore
from tiltyard.store.port import Act
from tiltyard.store.sqlite import SqliteStore

PLAYERS, ROUNDS, PLANNED = 2_000, 3, 7
FACTS = 200_000
ACTS = 300
BATCH = 1_000
RESULT_FLOOR, OPEN_FLOOR = 0.005, 5.0  # seconds
EVENT = "large"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--facts", type=int, default=FACTS)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure_acts(Path(folder), wanted.players)
        measure_opening(Path(folder) / "long.db", wanted.players, wanted.facts)


def running_event(desk: Desk, players: int) -> str:
    """Import a played event, start its next round, and return who its organizer is."""
    file = read_tournament(played_event("armada", players, ROUNDS))
    event = import_tournament(
        desk,
        EVENT,
        Brought(replace(file, plan=replace(file.plan, swiss_rounds=PLANNED)), load("armada")),
    )
    organizer = event.staff[0].person
    for command in (DrawRound(), PublishRound(), StartClock()):
        desk.do(EVENT, organizer, command)
    return organizer


def measure_acts(folder: Path, players: int) -> None:
    rows = []
    for title, file in (("SQLite", folder / "acts.db"), ("memory", None)):
        entered, confirmed, replay = apart(time_acts, file, players)
        rows += [
            [
                title,
                what,
                seconds(best.cpu),
                seconds(middle.cpu),
                seconds(middle.wall),
                times(replay.cpu / middle.cpu),
                seconds(RESULT_FLOOR),
                verdict(middle.cpu, RESULT_FLOOR),
            ]
            for what, (best, middle) in (("entered", entered), ("reported, confirmed", confirmed))
        ]
    print_table(
        f"One result in an event of {players:,} players, decided and appended",
        ["store", "act", "best", "middle", "wall", "a replay costs", "floor", "on CPU"],
        rows,
    )


def time_acts(
    file: Path | None, players: int
) -> tuple[tuple[Timing, Timing], tuple[Timing, Timing], Timing]:
    gc.disable()
    desk = Desk(MemoryStore() if file is None else SqliteStore(file), load)
    organizer = running_event(desk, players)
    current = desk.event(EVENT).current
    assert current is not None
    games = [game for game in current.games.values() if game.is_open][:ACTS]
    half = len(games) // 2
    slip = Slip("rounds", (200, 100))
    entered = [
        timed(partial(desk.do, EVENT, organizer, EnterResult(game.id, slip)))
        for game in games[:half]
    ]
    for game in games[half:]:
        desk.do(EVENT, game.players[0], ReportResult(game.id, slip))
    confirmed = [
        timed(partial(desk.do, EVENT, game.players[1], ConfirmResult(game.id, slip.digest)))
        for game in games[half:]
    ]
    facts = list(desk.log(EVENT))
    replay = timed(lambda: fold(facts))
    desk.store.close()
    return best_and_middle(entered), best_and_middle(confirmed), replay


def timed(function: Callable[[], object]) -> Timing:
    wall, cpu = time.perf_counter(), time.thread_time()
    function()
    return Timing(time.thread_time() - cpu, time.perf_counter() - wall)


def best_and_middle(timings: list[Timing]) -> tuple[Timing, Timing]:
    return fastest(timings), sorted(timings)[len(timings) // 2]


def measure_opening(file: Path, players: int, facts: int) -> None:
    apart(write_long_log, file, players, facts)
    without = apart(time_opening, file)
    apart(keep_snapshot, file)
    with_one = apart(time_opening, file)
    rows = []
    for title, (store, event) in (("without", without), ("with", with_one)):
        total = store.cpu + event.cpu
        rows.append(
            [
                title,
                seconds(store.cpu),
                seconds(event.cpu),
                seconds(total),
                seconds(store.wall + event.wall),
                times(total / sum(part.cpu for part in with_one)),
                f"{OPEN_FLOOR:.0f} s" if title == "with" else "–",
                verdict(total, OPEN_FLOOR) if title == "with" else "–",
            ]
        )
    print_table(
        f"Opening a log of {facts:,} facts, {players:,} players (SQLite; every hash is checked)",
        ["snapshot", "file", "event", "CPU", "wall", "ratio", "floor", "on CPU"],
        rows,
    )


def write_long_log(file: Path, players: int, facts: int) -> None:
    """Let players report again and again until the log is long enough."""
    gc.disable()
    desk = Desk(SqliteStore(file), load)
    running_event(desk, players)
    current = desk.event(EVENT).current
    assert current is not None
    games = [game for game in current.games.values() if game.is_open]
    number = desk.store.head(EVENT).number
    while number < facts:
        drafts = []
        for place in range(number, min(facts, number + BATCH)):
            game = games[place % len(games)]
            slip = Slip("rounds", (place % 400, 100))
            drafts.append(codec.draft(ResultReported(game.id, game.players[0], slip)))
        asked = sha256(str(number).encode()).hexdigest()
        act = Act("p2", "player", datetime.now(UTC), "report-result", asked[:16], asked)
        number = desk.store.append(EVENT, number, act, drafts).last
    desk.store.close()


def time_opening(file: Path) -> tuple[Timing, Timing]:
    gc.disable()
    opened: list[SqliteStore] = []
    store = timed(lambda: opened.append(SqliteStore(file)))
    event = timed(lambda: Desk(opened[0], load).event(EVENT))
    opened[0].close()
    return store, event


def keep_snapshot(file: Path) -> None:
    desk = Desk(SqliteStore(file), load)
    desk.event(EVENT)
    desk.keep_snapshot(EVENT)
    desk.store.close()


if __name__ == "__main__":
    main()
