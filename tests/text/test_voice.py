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
        "the round is paused.",
        "{file}: {place}: is missing.",
        "{name}",
    ],
)
def test_a_fragment_is_no_sentence(text):
    assert not is_sentence(text)


LEFT_BEHIND = (
    # the desk
    "start gate", "stand between you", "say it anew", "tell all {num}", "of the document\\b$",
    "good to know now", "no second copy$", "undo the last act", "taken back: ",
    "nothing waits for you",
    # players
    "show what would be", "^leave it$", "^as agreed$", "^keep this$", "record, leaving",
    "stands ready",
    "the picture alone", "links anew", "the old links end", "(?:the )?old one ends",
    # rounds and results
    "the price is shown", "would it cost", "it breaks nothing", "the clock stands",
    "clock run again",
    "somebody did not come", "^another table$", "who rules on", "decide so", "came in last",
    "without a letter",
    # papers
    "to be cut", "staff with their duty", "standings with all keys",
    # the server
    "how phones come in", "events lie in", "sign in all the same",
    # a new event
    "what is played\\?", "what the document gives", "how formal", "things? you may decide",
    "up to and with",
    # errors
    "there is no such event", "what to do:", "not while the event is running",
    "possible while it is",
)  # fmt: skip
"""What desk, papers and errors said before somebody read them aloud."""

OF_THE_DESK = frozenset(
    {"common", "desk", "account", "facts", "paper", "refusals", "fixes", "screen"}
)


@pytest.mark.parametrize("section", sorted(OF_THE_DESK))
def test_the_desk_speaks_as_organizers_do(section):
    left = re.compile("|".join(LEFT_BEHIND), re.IGNORECASE)
    assert [text for text in english(section) if left.search(text[1])] == []
