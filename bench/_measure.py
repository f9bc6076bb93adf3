"""Clocks, children and tables for the benchmarks."""

from __future__ import annotations

import math
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PROGRAM = (sys.executable, "-m", "tiltyard")
MEGABYTE = 1024 * (1024 if sys.platform == "darwin" else 1)  # of what getrusage counts in


SETTINGS = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")  # a developer's, and they cost time


class Timing(NamedTuple):
    """Seconds on the processor and on the wall, and the most memory in megabytes if known."""

    cpu: float
    wall: float
    peak: float = 0.0


class NotMeasured(Exception):
    """What should have been measured ended with an error."""


def best_of(repetitions: int, function: Callable[[], object]) -> Timing:
    """Return the best of several calls in this process, which must keep to one thread.

    The thread's clock, because a limit set by `end_after` makes the process's one tick coarsely.
    """
    timings = []
    for _ in range(repetitions):
        wall, cpu = time.perf_counter(), time.thread_time()
        function()
        timings.append(Timing(time.thread_time() - cpu, time.perf_counter() - wall))
    return fastest(timings)


def fastest(timings: Sequence[Timing]) -> Timing:
    """Return the best processor time, the best wall time and the most memory."""
    return Timing(
        *(
            pick(column)
            for pick, column in zip((min, min, max), zip(*timings, strict=True), strict=True)
        )
    )


def best_command(repetitions: int, *arguments: str | Path) -> Timing:
    """Return the best of several runs of the program, its answer going nowhere.

    An unmeasured run goes first, so that Python's compiled files lie ready as they do for users.
    """
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: os.environ[name] for name in os.environ if name not in SETTINGS}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        _command(environment, arguments[0], "--help")
        return fastest([_command(environment, *arguments) for _ in range(repetitions)])


def _command(environment: dict[str, str], *arguments: str | Path) -> Timing:
    start = time.perf_counter()
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise NotMeasured(f"tiltyard {arguments[0]} ended with {process.returncode}")
    wall = time.perf_counter() - start
    return Timing(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / MEGABYTE)


def apart(function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function in a child process, so that its memory goes away.

    None: it used up the time that `end_after` gave it. Any other failure is raised here.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, function, arguments))
    process.start()
    sender.close()
    try:
        answer = receiver.recv()
    except EOFError:
        answer = None
    process.join()
    if process.exitcode not in (0, -signal.SIGXCPU):
        raise NotMeasured(f"{function.__name__} ended with {process.exitcode}")
    return answer


def _work(sender: Connection, function: Callable[..., Any], arguments: Sequence[object]) -> None:
    sender.send(function(*arguments))


def end_after(seconds: int) -> None:
    """End this process when it has used so many further seconds of processor time."""
    most = math.ceil(time.process_time()) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def growth(size: int, seconds: float, first: int, first_seconds: float) -> float:
    """Return how much faster than n log n something grew: 1 is exactly n log n."""
    return seconds / first_seconds / (size * math.log(size) / (first * math.log(first)))


def seconds(value: float) -> str:
    """Return a time as people read it."""
    if value < 0.001:
        return f"{value * 1_000_000:.0f} µs"
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def times(value: float) -> str:
    """Return a ratio as people read it."""
    return f"{value:,.0f}x" if value >= 10 else f"{value:.2f}x"


def verdict(value: float, floor: float) -> str:
    """Say whether a floor is met; nothing is asserted."""
    return "met" if value <= floor else "MISSED"


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table in Markdown, its columns aligned."""
    texts = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    print(f"\n{title}\n")
    for number, row in enumerate(texts):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("| " + " | ".join(cells) + " |")
        if number == 0:
            print("| " + " | ".join("-" * (width - 1) + ":" for width in widths) + " |")
    sys.stdout.flush()
