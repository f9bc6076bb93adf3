"""Refusals in another language: the English sentence is matched with the pattern it came from."""

from __future__ import annotations

from tiltyard.words.language import gettext


def spoken(sentence: str) -> str:
    """Return a sentence of the engine in the language that is spoken now."""
    return gettext(sentence)
