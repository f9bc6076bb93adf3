"""Reads the clause table strictly: what it does not know it refuses, by file and entry."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Final, TypeVar, cast

from tiltyard.clauses.vocabulary import (
    CLAUSE_ID,
    DECISION_ID,
    DOCUMENTS,
    DOCUMENTS_OF_RULESET,
    KINDS,
    PREFIXES,
    STATES,
    Kind,
    State,
)
from tiltyard.engine.errors import Unreadable

DIRECTORY: Final = Path(__file__).parent
DECISIONS_FILE: Final = "decisions.toml"

Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of a tournament document in our words.

    `missing` names the half that is not there yet: the clause stays planned until it is.
    """

    id: str
    section: str
    reading: str
    kind: tuple[Kind, ...]
    state: State
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What we do where the documents are silent, unclear or at odds."""

    id: str
    where: tuple[str, ...]
    question: str
    decision: str
    options: tuple[str, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Document:
    """A tournament document with its clauses; `version` and `effective` may be unknown."""

    id: str
    title: str
    version: str
    effective: str
    prefix: str
    clauses: tuple[Clause, ...]


def load_clauses(directory: Path = DIRECTORY) -> tuple[Clause, ...]:
    """Return every clause of every document."""
    documents = load_documents(DOCUMENTS, directory)
    return tuple(clause for document in documents for clause in document.clauses)


def load_documents(
    document_ids: Iterable[str], directory: Path = DIRECTORY
) -> tuple[Document, ...]:
    """Return these documents in the order given."""
    return tuple(load_document(document_id, directory) for document_id in document_ids)


def load_document(document_id: str, directory: Path = DIRECTORY) -> Document:
    """Return one document; see `documents_of` for those a ruleset rests on."""
    if document_id not in DOCUMENTS:
        raise Unreadable("no-document-one", document_id=document_id, documents=tuple(DOCUMENTS))
    return parse_document(document_id, _text_of(directory / f"{document_id}.toml"))


def documents_of(ruleset_id: str) -> tuple[str, ...]:
    """Return the documents of a ruleset, inherited ones first, its own last."""
    if ruleset_id not in DOCUMENTS_OF_RULESET:
        raise Unreadable(
            "no-ruleset-one",
            ruleset_id=ruleset_id,
            documents_of_ruleset=tuple(DOCUMENTS_OF_RULESET),
        )
    return DOCUMENTS_OF_RULESET[ruleset_id]


def load_decisions(directory: Path = DIRECTORY) -> tuple[Decision, ...]:
    """Return every decision about an unclear or missing rule."""
    return parse_decisions(_text_of(directory / DECISIONS_FILE))


def decisions_naming(clause_id: str, decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that name this clause anywhere in their text."""
    return tuple(d for d in decisions if clause_id in clauses_named_in(d))


def clauses_named_in(decision: Decision) -> tuple[str, ...]:
    """Return the clauses a decision names, each once, in the order of the text."""
    text = " ".join((*decision.where, decision.question, decision.decision))
    return tuple(dict.fromkeys(re.findall(CLAUSE_ID, text)))


def parse_document(document_id: str, text: str) -> Document:
    """Read the text of a document's file."""
    place = f"{document_id}.toml"
    data = _toml(text, place)
    rows = _rows(data.pop("clause", []), place)
    _check_keys(data, ("title", "version", "effective", "prefix"), place)
    document = Document(
        id=document_id,
        title=_text(data, "title", place),
        version=_text(data, "version", place, may_be_empty=True),
        effective=_day(data, place),
        prefix=_choice(_text(data, "prefix", place), "prefix", PREFIXES, place),
        clauses=tuple(_clause(row, _place(place, "clause", n, row)) for n, row in rows),
    )
    _check_ids((c.id for c in document.clauses), rf"{document.prefix}-\d{{3}}", place)
    return document


def parse_decisions(text: str) -> tuple[Decision, ...]:
    """Read the text of the file of decisions."""
    place = DECISIONS_FILE
    data = _toml(text, place)
    rows = _rows(data.pop("decision", []), place)
    _check_keys(data, (), place)
    decisions = tuple(_decision(row, _place(place, "decision", n, row)) for n, row in rows)
    _check_ids((d.id for d in decisions), DECISION_ID, place)
    return decisions


def _clause(row: Mapping[str, object], place: str) -> Clause:
    row = {"missing": "", **row}
    _check_keys(row, [field.name for field in fields(Clause)], place)
    kinds = _texts(row, "kind", place)
    if not kinds or len(kinds) != len(set(kinds)):
        raise Unreadable("kind-must-one-more-different", place=place)
    return Clause(
        id=_text(row, "id", place),
        section=_text(row, "section", place),
        reading=_text(row, "reading", place),
        kind=tuple(_choice(kind, "kind", KINDS, place) for kind in kinds),
        state=_state(row, place),
        missing=_text(row, "missing", place, may_be_empty=True),
    )


def _decision(row: Mapping[str, object], place: str) -> Decision:
    _check_keys(row, [field.name for field in fields(Decision)], place)
    where = _texts(row, "where", place)
    for name in where:
        if name not in PREFIXES and not re.fullmatch(CLAUSE_ID, name):
            raise Unreadable("where-names-neither-document-nor", place=place, name=name)
    return Decision(
        id=_text(row, "id", place),
        where=where,
        question=_text(row, "question", place),
        decision=_text(row, "decision", place),
        options=_texts(row, "options", place),
        state=_state(row, place),
    )


def _state(row: Mapping[str, object], place: str) -> State:
    """Return the state; what still misses something is not done."""
    state = _choice(_text(row, "state", place), "state", STATES, place)
    missing = row.get("missing", "")
    if state == "done" and missing:
        raise Unreadable("done-but-something-missing", place=place, missing=missing)
    return state


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable("text-of-cannot-read", file=file.name, error=str(error)) from None


def _toml(text: str, place: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable("not-toml", place=place, error=str(error)) from None


def _rows(rows: object, place: str) -> list[tuple[int, Mapping[str, object]]]:
    """Return the entries, numbered from 1."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable("entries-written-clause-decision-tables", place=place)
    return list(enumerate(cast("list[Mapping[str, object]]", rows), 1))


def _place(file: str, word: str, number: int, row: Mapping[str, object]) -> str:
    """Name an entry by its id, or by its number when it has none."""
    return f"{file}: {row.get('id', f'{word} number {number}')}"


def _check_keys(row: Mapping[str, object], known: Iterable[str], place: str) -> None:
    known = list(known)
    if unknown := [key for key in row if key not in known]:
        choices = ", ".join(known) or "nothing but the entries"
        raise Unreadable("unknown-key-known", place=place, unknown=unknown[0], choices=choices)
    if missing := [key for key in known if key not in row]:
        raise Unreadable("clause-key-missing", place=place, missing=missing[0])


def _check_ids(ids: Iterable[str], pattern: str, place: str) -> None:
    seen: set[str] = set()
    for entry_id in ids:
        if not re.fullmatch(pattern, entry_id):
            raise Unreadable("not-id-file", place=place, entry_id=entry_id)
        if entry_id in seen:
            raise Unreadable("id-appears-twice", place=place, entry_id=entry_id)
        seen.add(entry_id)


def _choice(value: str, what: str, choices: tuple[Word, ...], place: str) -> Word:
    for choice in choices:
        if value == choice:
            return choice
    raise Unreadable(
        "clause-word-unknown", place=place, what=what, value=value, choices=tuple(choices)
    )


def _text(row: Mapping[str, object], key: str, place: str, *, may_be_empty: bool = False) -> str:
    value = row[key]
    if not isinstance(value, str) or value != value.strip() or "\n" in value:
        raise Unreadable("must-one-line-text", place=place, key=key)
    if not value and not may_be_empty:
        raise Unreadable("clause-text-empty", place=place, key=key)
    return value


def _texts(row: Mapping[str, object], key: str, place: str) -> tuple[str, ...]:
    values = row[key]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise Unreadable("must-list-texts", place=place, key=key)
    return tuple(values)


def _day(data: Mapping[str, object], place: str) -> str:
    """Return the effective date as written, empty where the document names none."""
    day = _text(data, "effective", place, may_be_empty=True)
    if day:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise Unreadable("effective-no-date", place=place) from None
    return day
