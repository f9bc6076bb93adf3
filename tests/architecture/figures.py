"""The figures of the house: `python -m tests.architecture.figures`.

One walk follows a result from a phone to the durable fact with a profiler; the rest is read from
the sources. Times are not measured here: that is what `bench/` is for.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import threading
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from tests.web.hall import WebHall
from tiltyard.engine.slip import KINDS

PACKAGE = Path(__file__).parents[2] / "src" / "tiltyard"
EVENT = "night-flight"


def sources():
    return {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def functions(tree):
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


class Walk:
    """The functions of the package that run, in their order, on every thread."""

    def __init__(self):
        self.steps = []

    def note(self, frame, event, _):
        if event == "call":
            code = frame.f_code
            if code.co_filename.startswith(str(PACKAGE)) and not code.co_name.startswith("<"):
                self.steps.append((Path(code.co_filename), code.co_qualname))

    def __enter__(self):
        threading.setprofile(self.note)
        sys.setprofile(self.note)
        return self

    def __exit__(self, *error):
        sys.setprofile(None)
        threading.setprofile(None)

    def until(self, last):
        """Return the walk up to the first step of this name, or all of it."""
        for place, (_, name) in enumerate(self.steps):
            if name == last:
                return self.steps[: place + 1]
        return self.steps


def told(steps):
    files = [path for path, _ in steps]
    folders = [path.parent for path in files]
    switches = sum(1 for one, other in pairwise(folders) if one != other)
    return (
        f"{len(set(steps))} functions, {len(set(files))} files, {switches} changes of folder,"
        f" {len(steps)} calls"
    )


def walk_of_a_result():
    """Follow a report from a phone: to the store, and from there to the answer."""
    hall = WebHall(demo=True)
    game = next(
        one
        for one in hall.desk.event(EVENT).current.games.values()
        if one.is_open and not one.filed and len(one.players) == 2
    )
    phone = hall.browser(EVENT, game.players[0])
    fields = {
        "match": game.id,
        "slip.end": "time",
        "slip.score.0": "100",
        "slip.score.1": "0",
        "slip.initiative": "0",
    }
    phone.form_token()
    with Walk() as walk:
        answer = phone.do(EVENT, "report-result", **fields)
    assert answer.status_code in {200, 303}, answer.text
    kept = walk.until("MemoryStore.append")
    hall.close()
    return kept, walk.steps[len(kept) :]


def complexity_above(limit):
    found = subprocess.run(
        [
            *(sys.executable, "-m", "ruff", "check", str(PACKAGE), "--select", "C901"),
            *("--config", f"lint.mccabe.max-complexity={limit}", "--output-format", "concise"),
            *("--config", "lint.ignore=[]"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    return sum(1 for line in found.stdout.splitlines() if "C901" in line)


def counted(texts):
    """Yield what can be read from the sources."""
    lines = sum(text.count("\n") for text in texts.values())
    trees = {path: ast.parse(text) for path, text in texts.items()}
    lengths = [
        one.end_lineno - one.lineno + 1 for tree in trees.values() for one in functions(tree)
    ]
    classes = Counter(
        node.name
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )
    codes = [
        code
        for text in texts.values()
        for code in re.findall(r'(?:Refused|NotFound|\w*Error)\(\s*f?"([a-z0-9{}_.-]+)"', text)
    ]
    header = re.compile(r"^(from |import |if TYPE_CHECKING|    from tiltyard)", re.MULTILINE)
    yield "src", f"{lines:,} lines in {len(texts)} modules"
    yield "modules under 60 lines", sum(1 for text in texts.values() if text.count("\n") < 60)
    yield "lines that import", sum(len(header.findall(text)) for text in texts.values())
    yield "functions", len(lengths)
    yield (
        "lines of a function: median, p99, longest",
        (f"{median(lengths):.0f}, {quantiles(lengths, n=100)[98]:.0f}, {max(lengths)}"),
    )
    yield "cyclomatic complexity above 15", complexity_above(15)
    yield (
        "class names used most often",
        ", ".join(f"{name} {count}" for name, count in classes.most_common(4)),
    )
    yield "refusals", f"{len(codes)} raised, {len(set(codes))} codes"
    yield "modules that know a slip's fields (flurry)", _naming(texts, "flurry")
    yield "modules that spell out a slip (five or more of its fields)", _spelling(trees, set(KINDS))
    yield "modules that read what decided a row of standings", _naming(texts, "decided_by")


def _naming(texts, word):
    found = [path for path, text in texts.items() if re.search(rf"\b{word}\b", text)]
    return f"{len(found)}: {', '.join(path.relative_to(PACKAGE).as_posix() for path in found)}"


def _spelling(trees, fields):
    """Name the modules in which so many fields of a slip stand as a name, a key or a text."""
    found = []
    for path, tree in trees.items():
        words = {
            getattr(node, part)
            for node in ast.walk(tree)
            for part in ("attr", "arg", "value")
            if isinstance(getattr(node, part, None), str)
        }
        if len(words & fields) >= 5:
            found.append(path.relative_to(PACKAGE).as_posix())
    return f"{len(found)}: {', '.join(found)}"


def main():
    kept, answered = walk_of_a_result()
    sys.stdout.write(f"a result from a phone to the durable fact: {told(kept)}\n")
    sys.stdout.write(f"and from there to the answer: {told(answered)}\n")
    for what, figure in counted(sources()):
        sys.stdout.write(f"{what}: {figure}\n")


if __name__ == "__main__":
    main()
