"""`tiltyard clauses`: what the documents say, and how much of it is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import click

from tiltyard.clauses.vocabulary import DOCUMENTS, DOCUMENTS_OF_RULESET, KINDS, STATES

if TYPE_CHECKING:
    from tiltyard.clauses.loader import Clause, Decision, Document
    from tiltyard.clauses.vocabulary import State

WIDTH: Final = 80
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
COLOURS: Final[dict[State, str]] = {"done": "green", "planned": "yellow", "words": "cyan"}


@click.command("clauses")
@click.argument("what", required=False, metavar="[RULESET | CLAUSE]")
@click.option("--state", type=click.Choice(STATES), help="Only clauses in this state.")
@click.option("--kind", type=click.Choice(KINDS), help="Only clauses of this kind.")
@click.option("--json", "as_json", is_flag=True, help="For a program.")
def clauses(what: str | None, state: str | None, kind: str | None, *, as_json: bool) -> None:
    """List every clause of the documents, our reading of it and whether it is done.

    RULESET limits the list to its documents. CLAUSE (such as AR-107, or AMB-113
    for a decision) shows one entry with its decisions.
    """
    if what is None or what in DOCUMENTS_OF_RULESET:
        documents = DOCUMENTS if what is None else DOCUMENTS_OF_RULESET[what]
        _show_list(documents, state, kind, as_json=as_json)
        return
    entry, decisions = _entry(what)
    if state or kind:
        raise click.UsageError(f"--state and --kind choose from a list; {entry.id} is one clause.")
    if as_json:
        _echo_json(_entry_as_json(entry, decisions))
    else:
        click.echo(_entry_lines(entry, decisions))


def _entry(name: str) -> tuple[Clause | Decision, Sequence[Decision]]:
    """Find a clause with the decisions that name it, or a decision."""
    from tiltyard.clauses.loader import decisions_naming, load_clauses, load_decisions

    decisions = load_decisions()
    entries: list[Clause | Decision] = [*load_clauses(), *decisions]
    for entry in entries:
        if entry.id == name.upper():
            return entry, decisions_naming(entry.id, decisions)
    raise click.BadParameter(
        f"no ruleset and no clause is called {name!r}. Rulesets: "
        f"{', '.join(DOCUMENTS_OF_RULESET)}. Clauses are called like AR-107.",
        param_hint="RULESET",
    )


def _show_list(
    document_ids: Sequence[str], state: str | None, kind: str | None, *, as_json: bool
) -> None:
    from tiltyard.clauses.loader import load_documents

    documents = load_documents(document_ids)
    chosen = {
        document.id: [
            clause
            for clause in document.clauses
            if state in (None, clause.state) and (kind is None or kind in clause.kind)
        ]
        for document in documents
    }
    if as_json:
        _echo_json(_list_as_json(documents, chosen))
        return
    for document in documents:
        if chosen[document.id]:
            click.echo(f"{_bold(_title(document))}\n\n{_sections(chosen[document.id])}\n")
    if state or kind:
        shown = sum(map(len, chosen.values()))
        words = ", ".join(filter(None, (state, kind)))
        click.echo(_text("shown", num=shown, chosen=words) + "\n")
    click.echo(_count_table(documents))


def _entry_lines(entry: Clause | Decision, decisions: Iterable[Decision]) -> str:
    """One clause or decision with everything that is known about it."""
    from tiltyard.clauses.loader import Decision

    blocks = [_decision_lines(entry) if isinstance(entry, Decision) else _clause_lines(entry)]
    blocks += map(_decision_lines, decisions)
    return "\n\n".join(blocks)


def _clause_lines(clause: Clause) -> str:
    heading = f"{_bold(clause.id)}  {_state(clause.state)}  {', '.join(clause.kind)}"
    missing = ""
    if clause.missing:
        missing = "\n\n" + _wrapped(_text("missing", text=clause.missing))
    return f"{heading}\n{clause.section}\n\n{_wrapped(clause.reading)}{missing}"


def _decision_lines(decision: Decision) -> str:
    lines = [
        f"{_bold(decision.id)}  {_state(decision.state)}  {', '.join(decision.where)}",
        _wrapped(_text("question", text=decision.question), indent=2),
        _wrapped(_text("decided", text=decision.decision), indent=2),
    ]
    if decision.options:
        lines.append(f"  {_text('options', options=', '.join(decision.options))}")
    return "\n".join(lines)


def _sections(chosen: Iterable[Clause]) -> str:
    """The clauses under the headings of their document."""
    from itertools import groupby

    return "\n\n".join(
        "\n".join([f"  {section}", *map(_lines_of, rows)])
        for section, rows in groupby(chosen, key=lambda clause: clause.section)
    )


def _lines_of(clause: Clause) -> str:
    """One clause of the list, its reading hanging beside id and state."""
    from textwrap import wrap

    margin = 17
    kinds = ", ".join(clause.kind).replace(" ", NO_BREAK)
    lines = wrap(f"{clause.reading} [{kinds}]", WIDTH - margin, break_on_hyphens=False)
    reading = f"\n{' ' * margin}".join(lines).replace(NO_BREAK, " ")
    return f"{_bold(clause.id)}  {_state(clause.state)}{' ' * (9 - len(clause.state))}{reading}"


def _wrapped(text: str, indent: int = 0) -> str:
    from textwrap import fill

    space = " " * indent
    return fill(
        text,
        WIDTH,
        initial_indent=space,
        subsequent_indent=space + "  " * bool(indent),
        break_on_hyphens=False,
    )


def _count_table(documents: Sequence[Document]) -> str:
    """How many clauses of each document are in which state, and the sum as a sentence."""
    columns = ("document", "done", "planned", "words", "all")
    name, *states = (_text(f"column-{column}") for column in columns)
    lines = [_counted_line(name, *states)]
    for document in documents:
        done, planned, words, every = _counts(document.clauses).values()
        lines.append(_counted_line(document.id, done, planned, words, every))
    clauses_of_all = [clause for document in documents for clause in document.clauses]
    done, planned, words, every = _counts(clauses_of_all).values()
    total = _text("sum", both=done + words, all=every, done=done, words=words, planned=planned)
    return "\n".join([*lines, "", total])


def _counted_line(name: str, *states: object) -> str:
    done, planned, words, every = states
    return f"{name:<18}{done!s:>8}{planned!s:>9}{words!s:>8}{every!s:>8}"


def _text(code: str, **facts: object) -> str:
    from tiltyard.text.say import say

    return say(f"clause-page.{code}", **facts)


def _counts(chosen: Sequence[Clause]) -> dict[str, int]:
    states = [clause.state for clause in chosen]
    return {**{state: states.count(state) for state in STATES}, "all": len(states)}


def _title(document: Document) -> str:
    effective = f" ({document.effective})" if document.effective else ""
    return f"{document.title} {document.version}".rstrip() + effective


def _list_as_json(
    documents: Sequence[Document], chosen: dict[str, list[Clause]]
) -> dict[str, object]:
    return {
        "format": "tiltyard/clauses/1",
        "documents": [
            {
                "id": document.id,
                "title": document.title,
                "version": document.version,
                "effective": document.effective,
                "prefix": document.prefix,
                "counts": _counts(document.clauses),
            }
            for document in documents
        ],
        "clauses": [
            {"document": name, **_as_json(clause)}
            for name, rows in chosen.items()
            for clause in rows
        ],
    }


def _entry_as_json(entry: Clause | Decision, decisions: Iterable[Decision]) -> dict[str, object]:
    from tiltyard.clauses.loader import Decision

    if isinstance(entry, Decision):
        return {"format": "tiltyard/decision/1", **_as_json(entry)}
    rows = [_as_json(decision) for decision in decisions]
    return {"format": "tiltyard/clause/1", **_as_json(entry), "decisions": rows}


def _as_json(entry: Clause | Decision) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(entry)


def _echo_json(answer: dict[str, object]) -> None:
    import json

    click.echo(json.dumps(answer, ensure_ascii=False, indent=2))


def _state(state: State) -> str:
    return click.style(state, fg=COLOURS[state]) if _in_colour() else state


def _bold(text: str) -> str:
    return click.style(text, bold=True) if _in_colour() else text


def _in_colour() -> bool:
    import os
    import sys

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
