"""Makes the pages of docs/rules from the clause table: one per ruleset, and the decisions."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from tiltyard.clauses.loader import (
    Clause,
    Decision,
    Document,
    clauses_named_in,
    decisions_naming,
    documents_of,
    load_decisions,
    load_documents,
)
from tiltyard.clauses.vocabulary import CLAUSE_ID, DECISION_ID, DOCUMENTS_OF_RULESET, STATES

DIRECTORY: Final = Path(__file__).resolve().parents[3] / "docs" / "rules"
PAGE_OF_PREFIX: Final[Mapping[str, str]] = {
    "RW": "runewars.md",
    "XW": "xwing-dogfight.md",
    "XE": "xwing-escalation.md",
    "ME": "middle-earth.md",
    "DW": "diskwars.md",
    "AR": "armada.md",
    "HF": "house.md",
    "AMB": "decisions.md",
}

_MADE: Final = (
    "<!-- Made from src/tiltyard/clauses by `python -m tiltyard.dev.rule_pages`; do not edit. -->"
)
_HOW_TO_READ: Final = """\
What each tournament document says, clause by clause, in our own words; what Tiltyard does about
it; and whether tests prove that. The documents themselves are not here: ask their publishers.

| kind | what Tiltyard does with such a clause |
| --- | --- |
| compute | works something out |
| enforce | refuses or warns when it is broken |
| workflow | has a step, a state or a right for it |
| remind | reminds people at the right moment |
| print | shows or prints it |
| record | keeps it with the event |
| judge note | leaves it to people at the table, and shows it as guidance |

| state | meaning |
| --- | --- |
| done | tests that cite the clause prove it |
| planned | not there yet, or not proved yet |
| words | only ever shown as text: there is nothing to prove |

Tests cite clauses with `@pytest.mark.clause("AR-107")`. After adding or removing such a marker run

    python -m tiltyard.dev.clause_state
    python -m tiltyard.dev.rule_pages

`python -m tiltyard.dev.clause_state --tests AR-107` lists the tests of a clause.
The same table in a terminal: `tiltyard clauses armada --state planned`."""


def pages() -> dict[str, str]:
    """Return the text of every page by its file name."""
    decisions = load_decisions()
    made = {f"{ruleset}.md": _ruleset_page(ruleset, decisions) for ruleset in DOCUMENTS_OF_RULESET}
    made["decisions.md"] = _decisions_page(decisions)
    made["README.md"] = _front_page(decisions)
    return made


def stale_pages(directory: Path = DIRECTORY) -> tuple[str, ...]:
    """Return the names of the pages that are missing or not as the table would have them."""
    return tuple(name for name, text in pages().items() if _written(directory / name) != text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or with --check only say which are stale."""
    parser = argparse.ArgumentParser(prog="rule_pages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if stale")
    check: bool = parser.parse_args(arguments).check
    stale = stale_pages()
    if not check:
        DIRECTORY.mkdir(parents=True, exist_ok=True)
        for name, text in pages().items():
            (DIRECTORY / name).write_text(text, "utf-8", newline="\n")
    for name in stale:
        print(f"docs/rules/{name}: {'not up to date' if check else 'written'}")
    if not stale:
        print("docs/rules is up to date.")
    return 1 if check and stale else 0


def _written(file: Path) -> str | None:
    return file.read_text("utf-8") if file.is_file() else None


def _front_page(decisions: Sequence[Decision]) -> str:
    table = [
        "| page | document | done | planned | words | all |",
        "| --- | --- | --: | --: | --: | --: |",
    ]
    for ruleset in DOCUMENTS_OF_RULESET:
        own = _own_document(ruleset)
        table.append(f"| [{ruleset}]({ruleset}.md) | {_title(own)} | {_cells(own.clauses)} |")
    told = "what we do where the documents are silent"
    table.append(f"| [decisions](decisions.md) | {told} | {_cells(decisions)} |")
    return _page("Rules, clause by clause", _HOW_TO_READ, "\n".join(table))


def _ruleset_page(ruleset: str, decisions: Sequence[Decision]) -> str:
    document = _own_document(ruleset)
    blocks = [f"{_title(document)}. {_counts(document.clauses)}"]
    blocks += [
        f"It rests on {_title(inherited)}: see [{page}]({page}); only the differences are here."
        for inherited in load_documents(documents_of(ruleset)[:-1])
        if (page := PAGE_OF_PREFIX[inherited.prefix])
    ]
    for section, clauses in groupby(document.clauses, key=lambda clause: clause.section):
        blocks.append(f"## {_escaped(section)}")
        blocks += [_clause_block(clause, decisions) for clause in clauses]
    return _page(f"Rules: {ruleset}", *blocks)


def _decisions_page(decisions: Sequence[Decision]) -> str:
    return _page(
        "Rules: decisions",
        "What we do where the documents are silent, unclear or at odds with themselves. "
        f"{_counts(decisions)}",
        *map(_decision_block, decisions),
    )


def _clause_block(clause: Clause, decisions: Sequence[Decision]) -> str:
    naming = [decision.id for decision in decisions_naming(clause.id, decisions)]
    return _joined(
        f"### {clause.id}",
        _linked(_escaped(clause.reading)),
        f"{', '.join(clause.kind).capitalize()}. {clause.state.capitalize()}."
        + _sentence("Still missing:", filter(None, [_escaped(clause.missing)]))
        + _sentence("Decided in", map(_link, naming)),
    )


def _decision_block(decision: Decision) -> str:
    named = dict.fromkeys((*decision.where, *clauses_named_in(decision)))
    return _joined(
        f"## {decision.id}",
        _linked(_escaped(decision.question)),
        f"**Decided:** {_linked(_escaped(decision.decision))}",
        f"{decision.state.capitalize()}."
        + _sentence("Concerns", map(_link, named))
        + _sentence("Options:", (f"`{option}`" for option in decision.options)),
    )


def _own_document(ruleset: str) -> Document:
    return load_documents(documents_of(ruleset)[-1:])[0]


def _title(document: Document) -> str:
    version = f", version {document.version}" if document.version else ""
    effective = f", in force from {document.effective}" if document.effective else ""
    return f"{document.title}{version}{effective}"


def _states(entries: Iterable[Clause | Decision]) -> Counter[str]:
    return Counter(entry.state for entry in entries)


def _counts(entries: Sequence[Clause | Decision]) -> str:
    states = _states(entries)
    return (
        f"{states['done']} of {len(entries)} done, "
        f"{states['planned']} planned, {states['words']} words."
    )


def _cells(entries: Sequence[Clause | Decision]) -> str:
    states = _states(entries)
    return " | ".join(str(number) for number in (*(states[s] for s in STATES), len(entries)))


def _sentence(start: str, parts: Iterable[str]) -> str:
    """A further sentence, or nothing when it has no content."""
    text = ", ".join(parts)
    return f" {start} {text}." if text else ""


def _link(name: str) -> str:
    """A link to a clause, a decision or, for a bare prefix, a document's page."""
    page = PAGE_OF_PREFIX[name.partition("-")[0]]
    return f"[{name}]({page}#{name.lower()})" if "-" in name else f"[{name}]({page})"


def _linked(text: str) -> str:
    """Turn the clause and decision ids inside a text into links."""
    return re.sub(f"{CLAUSE_ID}|{DECISION_ID}", lambda match: _link(match[0]), text)


def _escaped(text: str) -> str:
    """Keep Markdown from reading our text as markup, such as "1." at its start."""
    text = re.sub(r"([\\`*_<\[\]])", r"\\\1", text)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", text)


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _page(title: str, *blocks: str) -> str:
    return _joined(f"# {title}", _MADE, *blocks) + "\n"


if __name__ == "__main__":
    sys.exit(main())
