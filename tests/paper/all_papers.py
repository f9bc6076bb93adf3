"""Every paper of every ruleset with sixty players, as PDF and as pictures to look at.

Of a day before its bracket, and of a busy second round with lists, notes and damaged cards.

python -m tests.paper.all_papers OUT_DIR [RULESET ...]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.paper.days import RULESETS, busy_day, view_of, whole_day
from tests.paper.pictures import outside, pages_as_png
from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import SIZES, print_pack
from tiltyard.paper.table import PAPERS, fall_back_pack
from tiltyard.text.refusals import refusal_text

if TYPE_CHECKING:
    from tiltyard.paper.paper import Paper
    from tiltyard.paper.view import PaperView

    Job = tuple[tuple[Paper, Wanted], ...]


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)  # noqa: T201


def make_all(folder: Path, rulesets: tuple[str, ...]) -> int:
    """Print everything in both sizes; return how many pages have something outside the page."""
    bad = 0
    for ruleset in rulesets:
        view = view_of(whole_day(ruleset))
        jobs = {name: ((paper, Wanted()),) for name, paper in PAPERS.items()}
        for name in ("tables", "names", "slips"):
            jobs[f"{name}-round-1"] = ((PAPERS[name], Wanted(round="1")),)
        jobs["pack"] = fall_back_pack(view)
        bad += _print(folder, ruleset, view, jobs)
        busy = view_of(busy_day(ruleset))
        jobs = {f"{name}-busy": ((PAPERS[name], Wanted()),) for name in _BUSY}
        jobs["pack-busy"] = fall_back_pack(busy)
        bad += _print(folder, ruleset, busy, jobs)
    return bad


_BUSY = ("tables", "names", "slips", "by-hand", "blank-pairings", "setup", "lists", "rulings")
_BUSY += ("proxies", "terrain", "players", "score-sheets", "badges")


def _print(folder: Path, ruleset: str, view: PaperView, jobs: dict[str, Job]) -> int:
    bad = 0
    for name, job in jobs.items():
        for size in SIZES:
            began = time.perf_counter()
            try:
                printed = print_pack(job, view, size=size)
            except Refused as no:
                say(f"{ruleset:18} {name:15} {refusal_text(no)}")
                break
            took = time.perf_counter() - began
            file = folder / ruleset / f"{name}-{size}.pdf"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(printed.pdf)
            found = outside(printed.pdf)
            bad += bool(found)
            pictures = list(pages_as_png(printed.pdf))
            for number, picture in enumerate(pictures, 1):
                file.with_name(f"{name}-{size}-{number:03}.png").write_bytes(picture)
            told = "; ".join([*printed.warnings, *found[:2]])
            say(f"{ruleset:18} {name:15} {size:7} {len(pictures):4} pages {took:6.2f} s  {told}")
    return bad


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(1 if make_all(Path(sys.argv[1]), tuple(sys.argv[2:]) or RULESETS) else 0)
