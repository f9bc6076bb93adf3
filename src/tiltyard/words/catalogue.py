"""The message catalogue: a code and its facts become a sentence."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LANGUAGE = "en"


@cache
def catalogue(language: str = LANGUAGE) -> Mapping[str, Mapping[str, str]]:
    """Return all sentences of a language by section and code."""
    file = resources.files("tiltyard.words").joinpath(f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def listed(names: Iterable[str], most: int = 12) -> str:
    """Return names as people list them, the first few of many."""
    every = list(names)
    head = ", ".join(every[:most])
    return head if len(every) <= most else f"{head} and {len(every) - most} more"


def sentence(section: str, code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence for a code with its facts filled in."""
    return catalogue()[section][code].format_map(facts)
