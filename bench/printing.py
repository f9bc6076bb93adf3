"""Paper: the match slips of a large round, from the event to the PDF and as a whole command."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench._measure import (
    Timing,
    apart,
    best_command,
    fastest,
    print_table,
    seconds,
    times,
    verdict,
)
from tiltyard.day.facts import Details
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import OpenRegistration
from tiltyard.dev.demo import DemoClock, Hall
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_paper
from tiltyard.paper.table import PAPERS
from tiltyard.paper.view import PaperView
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.memory import MemoryStore
from tiltyard.store.opening import open_store

SIZES, FLOOR = (50, 100, 200), 2.0  # tables; seconds for the most of them
REPETITIONS = 3
NOW = datetime(2026, 5, 16, 12, tzinfo=UTC)
PAPER = ("slips", "tables", "names")


def hall_of(tables: int, name: str = "Aleksandra Rautavaara") -> Hall:
    clock = DemoClock(NOW)
    clock.begin(300)
    desk = Desk(MemoryStore(), load, clock, lambda: "ab" * 32)
    details = Details(
        "The long day", "runewars", date(2026, 5, 16), tier="relaxed", structure="basic"
    )
    desk.create("long", details, "Marta Leskovar")
    hall = Hall(desk, clock, "long", Random(1))
    hall.announce(("judge", "Ragnhild Bøe"))
    hall.do(OpenRegistration())
    for number in range(2 * tables):
        hall.do(RegisterPlayer(f"{name} {number}", faction="Daqan"))
    hall.check_in()
    hall.start()
    hall.do(DrawRound())
    hall.do(PublishRound())
    return hall


def view_of(hall: Hall) -> PaperView:
    rules, document = hall.desk.rules("long")
    link = partial("https://yard.example/e/long/tables#t{}".format)
    return PaperView(hall.event, rules, document, NOW, table_link=link)


def timed(view: PaperView, paper: str) -> Timing:
    """Return what a process that has printed nothing yet needs for a paper."""
    wall, cpu = time.perf_counter(), time.process_time()
    print_paper(PAPERS[paper], view, Wanted())
    return Timing(time.process_time() - cpu, time.perf_counter() - wall)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), metavar="TABLES")
    sizes = parser.parse_args().sizes
    halls = {tables: hall_of(tables) for tables in sizes}
    measure_press({tables: view_of(hall) for tables, hall in halls.items()})
    measure_command(halls[max(sizes)], max(sizes))


def measure_press(views: dict[int, PaperView]) -> None:
    rows = []
    for paper in PAPER:
        first = 0.0
        for tables, view in views.items():
            took = fastest([apart(timed, view, paper) for _ in range(REPETITIONS)])
            first = first or took.cpu / tables
            floor = paper == "slips" and tables == max(SIZES)
            rows.append(
                (
                    paper,
                    tables,
                    seconds(took.cpu),
                    seconds(took.wall),
                    times(took.cpu / tables / first),
                    f"{FLOOR:.0f} s" if floor else "–",
                    verdict(took.cpu, FLOOR) if floor else "–",
                )
            )
    head = ("paper", "tables", "CPU", "wall", "to the size", "floor", "on CPU")
    print_table("Papers of a round, each the first of a new process", head, rows)


def measure_command(hall: Hall, tables: int) -> None:
    """Measure the whole command: start, store, event, paper; with codes, with Japanese names."""
    rows = []
    with TemporaryDirectory() as folder:
        plain = kept_in(Path(folder) / "plain.db", hall)
        japanese = kept_in(Path(folder) / "japanese.db", hall_of(tables, "山田 太郎"))
        to = ("-o", Path(folder) / "slips.pdf")
        slips = ("print", "long", "slips", "--round", "1", *to, "--store")
        first = best_command(REPETITIONS, *slips, plain)
        site = ("--address", "https://yard.example")
        for what, took in (
            ("slips", first),
            ("with codes", best_command(REPETITIONS, *slips, plain, *site)),
            ("Japanese names", best_command(REPETITIONS, *slips, japanese)),
            ("--list", best_command(REPETITIONS, "print", "--list")),
        ):
            floor = what == "with codes" and tables == max(SIZES)  # so the desk prints them
            rows.append(
                (
                    what,
                    tables,
                    seconds(took.cpu),
                    seconds(took.wall),
                    times(took.cpu / first.cpu),
                    f"{FLOOR:.0f} s" if floor else "–",
                    verdict(took.cpu, FLOOR) if floor else "–",
                )
            )
    head = ("tiltyard print", "tables", "CPU", "wall", "to the first", "floor", "on CPU")
    print_table("The whole command, from the file of the events to the PDF", head, rows)


def kept_in(file: Path, hall: Hall) -> Path:
    """Put the event into a store as users have it."""
    store = open_store(str(file), 1.0)
    store.adopt("long", list(hall.desk.store.read("long")))
    store.close()
    return file


if __name__ == "__main__":
    main()
