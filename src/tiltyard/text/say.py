"""Every text by its code: a sentence with its facts filled in, in the language that is spoken.

English is written in `en/<section>.toml`, the section being the first part of a code; the other
languages are catalogues by code (`locale/<language>.po`). A section is read when it is needed.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from tiltyard.text.language import ENGLISH, language, term, translations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Counted:
    """A sentence that is said otherwise of one: `count` names the fact that is counted."""

    count: str
    one: str
    other: str


Sentence = str | Counted


def say(code: str, /, **facts: object) -> str:
    """Return the sentence of a code in the language spoken, with its facts filled in."""
    return filled(code, facts) if facts else _without_facts(language(), code)


def filled(code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence of a code with facts that are at hand as a mapping."""
    return wording(code, counted(code, facts)).format_map(facts)


def sentence(section: str, code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence for a code of the engine, which has a section of its own."""
    return filled(f"{section}.{code}", facts)


def wording(code: str, count: int | None = None) -> str:
    """Return a sentence before its facts are filled in; of one, where one is counted."""
    return _wording(language(), code, count)


def counted(code: str, facts: Mapping[str, object]) -> int | None:
    """Return the number a sentence counts; none if it counts nothing."""
    english = written(code)
    if isinstance(english, str):
        return None
    count = str(facts.get(english.count, ""))
    return int(count) if count.isdecimal() else 2


@lru_cache(maxsize=8192)
def _wording(name: str, code: str, count: int | None) -> str:
    english = written(code)
    if isinstance(english, str):
        translated = "" if name == ENGLISH else translations(name).gettext(code)
        return translated if translated not in {"", code} else english
    number = 2 if count is None else count
    translated = "" if name == ENGLISH else translations(name).ngettext(code, code, number)
    if translated not in {"", code}:
        return translated
    return english.one if number == 1 else english.other


@lru_cache(maxsize=8192)
def _without_facts(name: str, code: str) -> str:
    return _wording(name, code, counted(code, {})).format_map({})


def written(code: str) -> Sentence:
    """Return a sentence as it is written in English."""
    section, _, key = code.partition(".")
    return sentences(section)[key]


@cache
def sentences(section: str) -> Mapping[str, Sentence]:
    """Return all sentences of a section by the rest of their codes, in English."""
    file = resources.files(__package__).joinpath("en", f"{section}.toml")
    table = tomllib.loads(file.read_text("utf-8"))
    return {key: text if isinstance(text, str) else Counted(**text) for key, text in table.items()}


def sections() -> tuple[str, ...]:
    """Return the names of all sections."""
    files = resources.files(__package__).joinpath("en").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files))


def listed(names: Iterable[str], most: int = 12) -> str:
    """Return names as people list them, the first few of many."""
    every = list(names)
    head = ", ".join(every[:most])
    if len(every) <= most:
        return head
    return say("phrases.and-more", names=head, count=len(every) - most)


def word(code: str) -> str:
    """Return a code as a word: a role, a state, an ending."""
    return term(code.replace("_", " "))
