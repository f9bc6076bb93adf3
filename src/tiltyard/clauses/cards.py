"""A clause as a card: the rule in our words, with the document and the section it comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tiltyard.clauses.loader import load_decisions, load_documents
from tiltyard.clauses.vocabulary import DOCUMENTS, DOCUMENTS_OF_RULESET, PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable

_SENTENCES = re.compile(r"(?<=[.;])\s+")
_DOCUMENT_NAMED = re.compile(rf"\b({'|'.join(PREFIXES)})(?:-\d{{3}})?\b")


@dataclass(frozen=True, slots=True)
class RuleCard:
    """What a clause says; a decision of ours has no document and no section."""

    id: str
    text: str
    document: str = ""
    version: str = ""
    section: str = ""


def rule_cards(ids: Iterable[str], ruleset: str = "") -> tuple[RuleCard, ...]:
    """Return the cards of these clauses, as readers of one ruleset see them; unknown ones not."""
    own = _prefixes_of(ruleset)
    return tuple(_for_readers(card, own) for card in map(_cards().get, ids) if card is not None)


def search_rules(words: str, ruleset: str) -> tuple[RuleCard, ...]:
    """Return the rules of a ruleset's documents that hold all of these words, in their order."""
    wanted = words.casefold().split()
    if not wanted:
        return ()
    documents = load_documents(_documents_of(ruleset))
    cards = (_cards()[clause.id] for document in documents for clause in document.clauses)
    return tuple(
        card
        for card in cards
        if all(word in f"{card.text} {card.section} {card.id}".casefold() for word in wanted)
    )


def _for_readers(card: RuleCard, own: frozenset[str]) -> RuleCard:
    """Return a card that says nothing of other games' documents."""
    if card.document:
        return card
    sentences = _SENTENCES.split(card.text)
    kept = [text for text in sentences if set(_DOCUMENT_NAMED.findall(text)) <= own]
    return RuleCard(card.id, " ".join(kept)) if kept else card


@cache
def _cards() -> dict[str, RuleCard]:
    clauses = {
        clause.id: RuleCard(
            clause.id, clause.reading, document.title, document.version, clause.section
        )
        for document in load_documents(DOCUMENTS)
        for clause in document.clauses
    }
    return clauses | {
        decision.id: RuleCard(decision.id, decision.decision) for decision in load_decisions()
    }


@cache
def _prefixes_of(ruleset: str) -> frozenset[str]:
    documents = load_documents(_documents_of(ruleset))
    return frozenset(document.prefix for document in documents)


def _documents_of(ruleset: str) -> tuple[str, ...]:
    """Return the documents of a ruleset; one that has none of its own rests on house rules."""
    return DOCUMENTS_OF_RULESET.get(ruleset, DOCUMENTS_OF_RULESET["house"] if ruleset else ())
