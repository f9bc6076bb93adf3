"""Sentences of the engine in another language: matched with the pattern they came from.

The engine speaks English only. What it says is in the catalogue as a pattern, "{0} has not left";
the sentence is compared with the patterns, and what fills the gaps is said in the other one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache

from tiltyard.words.language import ENGLISH, gettext, language, ngettext, pgettext, read

TERM = "term"
"""The context of words that are codes: roles, states, acts, endings."""

COUNTED = re.compile(
    r"\{(\d)\} (?:of \{\d\} )?(?:Swiss |planned )*"
    r"(?:characters|days|facts|minutes|players|points|rounds|tables)\b"
)
"""What a pattern counts: the number before a word in the plural."""

_GAP = re.compile(r"\{(\d)\}")
_LIGHT = re.compile(r"[a-z ]{1,8}")
"""Patterns with no more words of their own, "{0} is {1}", must end with a known word to fit."""

_LONGEST = 1000
_MOST_DEPTH = 4


def spoken(sentence: str) -> str:
    """Return a sentence or a word of the engine in the language spoken now; unknown ones as is."""
    name = language()
    if name == ENGLISH or not sentence:
        return sentence
    return _spoken(name, sentence)


def term(word: str) -> str:
    """Return the word for a role, a state, an act or an ending."""
    return pgettext(TERM, word)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence with gaps as the engine writes it, and which gap is counted, if any."""

    text: str
    regular: re.Pattern[str]
    weight: int
    is_light: bool
    counted: int | None

    def filled(self, gaps: tuple[str, ...], depth: int) -> str:
        """Return the sentence in the language spoken, with what fills the gaps."""
        said = [_said(gap, depth + 1) for gap in gaps]
        if self.counted is None:
            return gettext(self.text).format(*said)
        number = gaps[self.counted]
        return ngettext(self.text, self.text, int(number) if number.isdecimal() else 2).format(
            *said
        )


@lru_cache(maxsize=2000)
def _spoken(name: str, sentence: str) -> str:
    """Return a sentence in a language, which is the one spoken now."""
    return _said(sentence) if len(sentence) <= _LONGEST else sentence


def _said(text: str, depth: int = 0) -> str:
    """Return a sentence, a word, or words with commas between; unknown ones as they are."""
    known = _known(text)
    if known is not None or depth > _MOST_DEPTH:
        return known or text
    if depth and ", " in text:
        said = [_known(one) or _filled(one, depth) for one in text.split(", ")]
        if None not in said:
            return ", ".join(one for one in said if one)
    return _filled(text, depth) or text


def _filled(text: str, depth: int) -> str | None:
    """Return a text by the pattern it came from, if there is one."""
    for pattern in _candidates(language(), text.partition(" ")[0]):
        found = pattern.regular.fullmatch(text)
        if found is not None and not (pattern.is_light and _known(found[2]) is None):
            return pattern.filled(found.groups(), depth)
    return None


def _known(text: str) -> str | None:
    """Return what the catalogue has for a text as it stands: as a word, or as a sentence."""
    catalogue = read(language())
    if catalogue.get(text, TERM) is not None:
        return term(text)
    return gettext(text) if catalogue.get(text) is not None else None


@lru_cache(maxsize=2000)
def _candidates(name: str, first: str) -> tuple[Pattern, ...]:
    """Return the patterns a sentence with this first word may have, the most exact ones first."""
    patterns = _patterns(name)
    able = (*patterns.get(first, ()), *patterns.get("", ()))
    return tuple(sorted(able, key=lambda one: one.weight, reverse=True))


@cache
def _patterns(name: str) -> dict[str, list[Pattern]]:
    """Return the patterns of a language by their first word; those that begin with a gap by ""."""
    found: dict[str, list[Pattern]] = defaultdict(list)
    for message in read(name):
        text = message.id if isinstance(message.id, str) else message.id[-1]
        if "{0}" in text and not message.context:
            first = text.partition(" ")[0]
            found["" if "{" in first else first].append(_pattern(text))
    return found


def _pattern(text: str) -> Pattern:
    literal = _GAP.sub("", text)
    counted = COUNTED.search(text)
    return Pattern(
        text,
        _regular(text),
        len(literal),
        text.startswith("{0}") and "{1}" in text and bool(_LIGHT.fullmatch(literal)),
        int(counted[1]) if counted else None,
    )


def _regular(text: str) -> re.Pattern[str]:
    pieces = [re.escape(one.replace("{{", "{").replace("}}", "}")) for one in _GAP.split(text)]
    return re.compile(
        "".join("(.+?)" if number % 2 else one for number, one in enumerate(pieces)), re.DOTALL
    )
