"""Errors, questions and blockers in words: what is wrong, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tiltyard.engine.errors import Phrase, RulesetText, Term, TiltyardError
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import Counted, filled, say, sentences, word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REFUSALS, FIXES = "refusals", "fixes"


@dataclass(frozen=True, slots=True)
class Explained:
    """A code as it is documented: its sentence in English with its gaps, and the way out."""

    code: str
    sentence: str
    fix: str


class Coded(Protocol):
    """Whatever is a code with facts: an error, a blocker, a notice, a question asked back."""

    @property
    def sentence(self) -> str:
        """The code of its sentence."""

    @property
    def facts(self) -> Mapping[str, object]:
        """What the sentence names."""


def refusal_text(coded: Coded) -> str:
    """Return what is wrong, in the language that is spoken."""
    if questions := asked_back(coded):
        return " ".join(map(refusal_text, questions))
    return filled(f"{REFUSALS}.{coded.sentence}", shown(coded.facts))


def fix_text(coded: Coded) -> str:
    """Return what to do about it, in the language that is spoken; may be nothing.

    An error among the facts is said here as what to do about that one.
    """
    if questions := asked_back(coded):
        return " ".join(dict.fromkeys(filter(None, map(fix_text, questions))))
    if coded.sentence not in sentences(FIXES):
        return ""
    return filled(f"{FIXES}.{coded.sentence}", shown(coded.facts, fix_text))


def whole_text(error: TiltyardError, way_out: str | None = None) -> str:
    """Return what happened, what to do, and the clauses as footnotes: for a line of its own.

    `way_out` is said instead of its fix.
    """
    fix = fix_text(error) if way_out is None else way_out
    questions = asked_back(error)
    if not questions:
        return f"{refusal_text(error)} {fix}".rstrip() + _footnote(error)
    texts = " ".join(refusal_text(question) + _footnote(question) for question in questions)
    return f"{texts} {fix}".rstrip()


def _footnote(coded: Coded) -> str:
    clause = getattr(coded, "clause", None)
    return f" ({clause})" if clause else ""


def asked_back(coded: Coded) -> tuple[Coded, ...]:
    """Return the questions of an act that is asked back; each has a sentence of its own."""
    questions: tuple[Coded, ...] = getattr(coded, "questions", ())
    return questions


def every_refusal() -> tuple[Explained, ...]:
    """Return all codes there are with what they mean, in their order."""
    return tuple(
        Explained(code, _of_many(REFUSALS, code), _of_many(FIXES, code))
        for code in sorted(sentences(REFUSALS))
    )


def _of_many(section: str, code: str) -> str:
    """Return a sentence before its facts are filled in, as it is said of many."""
    written = sentences(section).get(code, "")
    return written.other if isinstance(written, Counted) else written


def shown(
    facts: Mapping[str, object], said: Callable[[TiltyardError], str] = refusal_text
) -> dict[str, object]:
    """Return facts as a sentence shows them; numbers stay numbers, so that they can be counted.

    `said` is how an error among them is said.
    """
    return {name: _shown(value, said) for name, value in facts.items()}


def value_text(value: object) -> str:
    """Return what would be a fact of an error in words, where it stands alone."""
    return "" if value is None else str(_shown(value, refusal_text))


def _shown(value: object, said: Callable[[TiltyardError], str]) -> object:
    match value:
        case Term():
            return word(value.replace("-", " "))
        case RulesetText():
            return ruleset_text(value)
        case Phrase():
            return filled(value.code, shown(value.facts, said))
        case TiltyardError():
            return said(value)
        case tuple() | list():
            return ", ".join(str(_shown(part, said)) for part in value) or say("common.none")
        case _:
            return value
