"""The canonical layout of the clause table's files: one text for one table."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tiltyard.clauses.loader import Clause, Decision, Document

_STATES = (
    "# State: done (tests prove it), planned, or words (only ever shown as text).\n"
    "# The state is kept by `python -m tiltyard.dev.clause_state`, from what tests cite.\n"
)


def document_text(document: Document) -> str:
    """Write a document as its file has it."""
    header = (
        "# Our reading of the document, clause by clause, in our own words.\n"
        f"{_STATES}\n"
        f"title = {_text(document.title)}\n"
        f"version = {_text(document.version)}\n"
        f"effective = {_text(document.effective)}\n"
        f"prefix = {_text(document.prefix)}\n"
    )
    return "\n".join([header, *map(_clause_text, document.clauses)])


def decisions_text(decisions: Iterable[Decision]) -> str:
    """Write the decisions as their file has them."""
    header = (
        "# What we decided where the documents are silent, unclear or at odds.\n"
        "# Options: what an organizer may set to decide otherwise.\n"
        f"{_STATES}"
    )
    return "\n".join([header, *map(_decision_text, decisions)])


def _clause_text(clause: Clause) -> str:
    return (
        "[[clause]]\n"
        f"id = {_text(clause.id)}\n"
        f"section = {_text(clause.section)}\n"
        f"reading = {_text(clause.reading)}\n"
        f"kind = {_row(clause.kind)}\n"
        f"state = {_text(clause.state)}\n"
        + (f"missing = {_text(clause.missing)}\n" if clause.missing else "")
    )


def _decision_text(decision: Decision) -> str:
    return (
        "[[decision]]\n"
        f"id = {_text(decision.id)}\n"
        f"where = {_row(decision.where)}\n"
        f"question = {_text(decision.question)}\n"
        f"decision = {_text(decision.decision)}\n"
        f"options = {_row(decision.options)}\n"
        f"state = {_text(decision.state)}\n"
    )


def _text(value: str) -> str:
    """Quote a text; JSON's quoting is a part of TOML's."""
    return json.dumps(value, ensure_ascii=False)


def _row(values: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, values))}]"
