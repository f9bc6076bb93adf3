"""Brings the states of the clause table up to date with the markers of the test suite."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from tiltyard.clauses.layout import decisions_text, document_text
from tiltyard.clauses.loader import (
    DECISIONS_FILE,
    DIRECTORY,
    Clause,
    Decision,
    load_decisions,
    load_documents,
)
from tiltyard.clauses.vocabulary import DOCUMENTS, State
from tiltyard.engine.errors import Refused, TiltyardError

if TYPE_CHECKING:
    import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
MARKER: Final = "clause"

Entry = TypeVar("Entry", Clause, Decision)
Citations = Mapping[str, tuple[str, ...]]
"""Clause or decision id -> the tests that cite it, sorted, without their parameters."""


class CollectedItems:
    """A pytest plugin that remembers every collected test, also those deselected later."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Remember one test."""
        self.items.append(item)


def citations_of(items: Iterable[pytest.Item]) -> Citations:
    """Return which tests cite which clause with `@pytest.mark.clause("AR-107", ...)`."""
    citing: dict[str, set[str]] = defaultdict(set)
    for item in items:
        test = item.nodeid.partition("[")[0]
        for marker in item.iter_markers(MARKER):
            if marker.kwargs or not all(isinstance(name, str) for name in marker.args):
                raise Refused("marker-takes-clause-ids-only", test=test)
            for name in marker.args:
                citing[name].add(test)
    return {name: tuple(sorted(tests)) for name, tests in sorted(citing.items())}


def collect_citations(root: Path) -> Citations:
    """Collect the whole test suite under `root`, without running it."""
    import pytest  # needed for this alone, and not where Tiltyard only runs

    tests = root / "tests"
    if not tests.is_dir():
        raise Refused("no-test-suite-run-from", tests=tests)
    collected, output = CollectedItems(), io.StringIO()
    options = ["--collect-only", "-qq", "-p", "no:cacheprovider", f"--rootdir={root}"]
    with redirect_stdout(output):
        outcome = pytest.main([*options, str(tests)], plugins=[collected])
    if outcome != pytest.ExitCode.OK:
        raise Refused("test-suite-not-collected", getvalue=output.getvalue())
    return citations_of(collected.items)


def unknown_citations(citations: Citations, known: Iterable[str]) -> tuple[str, ...]:
    """Return a line for every citation of a clause that is not in the table."""
    ids = set(known)
    return tuple(
        f"{test} cites {name}, which is not in the clause table"
        for name, tests in citations.items()
        if name not in ids
        for test in tests
    )


def brought_up_to_date(entry: Entry, citations: Citations) -> Entry:
    """Return the entry as the suite proves it; what is only words stays words."""
    tests = citations.get(entry.id, ())
    waits = getattr(entry, "missing", "")
    proved: State = "done" if tests and not waits else "planned"
    return replace(entry, state="words" if entry.state == "words" else proved)


def change(before: Entry, citations: Citations) -> str | None:
    """Say in one line what the suite makes of an entry, if that is not what it says."""
    after = brought_up_to_date(before, citations)
    if before == after:
        return None
    tests = ", ".join(citations.get(before.id, ())) or "no test"
    return f"{after.id}: {before.state} -> {after.state}, cited by {tests}"


def files_up_to_date(
    citations: Citations, directory: Path
) -> tuple[dict[Path, str], tuple[str, ...]]:
    """Return the text every file should have, and a line for every entry that changes."""
    documents, decisions = load_documents(DOCUMENTS, directory), load_decisions(directory)
    entries = [entry.id for document in documents for entry in document.clauses]
    if unknown := unknown_citations(citations, [*entries, *(entry.id for entry in decisions)]):
        raise Refused("files-up-to-date-failed", unknown="\n".join(unknown))
    files: dict[Path, str] = {}
    changes: list[str | None] = []
    for document in documents:
        clauses = tuple(brought_up_to_date(entry, citations) for entry in document.clauses)
        changes += [change(entry, citations) for entry in document.clauses]
        files[directory / f"{document.id}.toml"] = document_text(replace(document, clauses=clauses))
    decided = tuple(brought_up_to_date(entry, citations) for entry in decisions)
    changes += [change(entry, citations) for entry in decisions]
    files[directory / DECISIONS_FILE] = decisions_text(decided)
    return files, tuple(line for line in changes if line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the table, or with --check only say whether it would change."""
    parser = argparse.ArgumentParser(prog="clause_state", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if stale")
    parser.add_argument("--tests", metavar="ID", help="only list the tests that cite this clause")
    said = parser.parse_args(arguments)
    check: bool = said.check
    try:
        citations = collect_citations(ROOT)
        if said.tests is not None:
            print("\n".join(citations.get(said.tests.upper(), ("no test cites it",))))
            return 0
        files, changes = files_up_to_date(citations, DIRECTORY)
    except TiltyardError as error:
        print(error, file=sys.stderr)
        return 2
    stale = [file for file, text in files.items() if file.read_text("utf-8") != text]
    for line in changes:
        print(line)
    for file in stale:
        print(f"{file.name}: {'not up to date' if check else 'written'}")
        if not check:
            file.write_text(files[file], "utf-8", newline="\n")
    print(_summary(files.values(), stale, check=check))
    return 1 if check and stale else 0


def _summary(texts: Iterable[str], stale: Sequence[Path], *, check: bool) -> str:
    done = sum(len(re.findall('^state = "done"$', text, re.MULTILINE)) for text in texts)
    if not stale:
        return f"The clause table is up to date: {done} entries done."
    command = "clause_state" if check else "rule_pages"
    return f"{done} entries done. Now run: python -m tiltyard.dev.{command}"


if __name__ == "__main__":
    sys.exit(main())
