"""The message catalogue: a code and its facts become a sentence."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from tiltyard.words.language import gettext, ngettext
from tiltyard.words.spoken import term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LANGUAGE = "en"


@cache
def catalogue(language: str = LANGUAGE) -> Mapping[str, Mapping[str, str]]:
    """Return all sentences as they are written, in English, by section and code."""
    file = resources.files("tiltyard.words").joinpath(f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def listed(names: Iterable[str], most: int = 12) -> str:
    """Return names as people list them, the first few of many."""
    every = list(names)
    head = ", ".join(every[:most])
    if len(every) <= most:
        return head
    return gettext("{names} and {count} more").format(names=head, count=len(every) - most)


def sentence(section: str, code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence for a code in the language spoken, with its facts filled in."""
    many = catalogue()[section][code]
    of, one = singular(section, code)
    if not one:
        return gettext(many).format_map(facts)
    count = str(facts.get(of, ""))
    return ngettext(one, many, int(count) if count.isdecimal() else 2).format_map(facts)


def singular(section: str, code: str) -> tuple[str, str]:
    """Return what a sentence counts, and how it is said of one; nothing if it counts nothing."""
    of, _, text = catalogue()["one"].get(f"{section}.{code}", "").partition(": ")
    return of, text


def word(code: str) -> str:
    """Return a code as a word: a role, a state, an ending."""
    return term(code.replace("_", " "))
