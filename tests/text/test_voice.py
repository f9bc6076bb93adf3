"""Refusals, ways out, questions, blockers and warnings are sentences a person would say."""

from __future__ import annotations

import re

import pytest

from tiltyard.text.language import forms, read
from tiltyard.text.say import Counted, sentences

SECTIONS = (
    "refusals", "fixes", "warnings", "consequences", "commands", "list_findings", "list_fixes",
    "findings",
)  # fmt: skip
REMINDERS = "reminders"

_PLACE = re.compile(r"^(?:\{(?:file|place|path|test)\}: )+")
_CAPITAL = re.compile(r"[A-ZÄÖÜ0-9{`'\"„“]")
_END = re.compile(r"[.?]$")
_WHOLE_SENTENCE = re.compile(
    r"(?:^|[.:}] )\{(?:damage|error|fix|lacking|problem|procedure|reason|text|topic|unknown|why)\}$"
)
"""A gap at the end that another sentence is filled into, with its own full stop."""

_NOT_SAID = re.compile(
    r"\b(?:whoever|somebody|anybody|refused)\b|\b[A-Z]{2,3}-\d{3}\b", re.IGNORECASE
)


def english(section: str) -> list[tuple[str, str]]:
    """Return every sentence of a section in English with its code, in all its forms."""
    said = []
    for code, text in sentences(section).items():
        texts = (text.one, text.other) if isinstance(text, Counted) else (text,)
        said += [(code, form) for form in texts]
    return said


def german(section: str) -> list[tuple[str, str]]:
    """Return every sentence of a section in German with its code, in all its forms."""
    said = []
    for message in read("de"):
        name = message.id if isinstance(message.id, str) else message.id[0]
        if name.startswith(f"{section}."):
            said += [(name, form) for form in forms(message)]
    return said


def is_sentence(text: str) -> bool:
    """Whether a text begins with a capital and ends with a full stop or a question mark."""
    body = _PLACE.sub("", text)
    ends = _END.search(body) or _WHOLE_SENTENCE.search(body)
    return bool(_CAPITAL.match(body) and ends)


@pytest.mark.parametrize("section", [*SECTIONS, REMINDERS])
def test_everything_that_is_said_no_with_is_a_sentence(section):
    assert [said for said in english(section) if not is_sentence(said[1])] == []


@pytest.mark.parametrize("section", [*SECTIONS, REMINDERS])
def test_it_is_a_sentence_in_german_too(section):
    assert [said for said in german(section) if not is_sentence(said[1])] == []


@pytest.mark.parametrize("section", [*SECTIONS, REMINDERS])
def test_no_clause_and_no_word_that_nobody_says_aloud(section):
    assert [said for said in english(section) if _NOT_SAID.search(said[1])] == []


@pytest.mark.parametrize(
    "text",
    [
        "one of {known}",
        "Count again",
        "the clock stands.",
        "{file}: {place}: is missing.",
        "{name}",
    ],
)
def test_a_fragment_is_no_sentence(text):
    assert not is_sentence(text)
